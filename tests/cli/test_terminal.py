"""Progress, interruption and output, apart from any command."""

from __future__ import annotations

import pytest
import typer

from core.events import Finished, Progress
from terminal.guard import run
from terminal.output import plain, table
from terminal.progress import Interrupted, ending_in_result, follow, warn


def app_that(does):
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command()(does)
    return app


def test_work_is_followed_to_its_result(capsys):
    assert follow([Progress("encode", 1, 2), Progress("encode", 2, 2), Finished("done")]) == "done"
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "")


def test_a_stage_ends_in_its_result():
    def stage():
        yield Progress("cut", 1, 1)
        return 7

    assert follow(ending_in_result(stage())) == 7


def test_ctrl_c_during_long_work_says_how_to_go_on(capsys):
    def work():
        yield Progress("encode", 1, 9)
        raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        follow(work())
    assert run(app_that(lambda: follow(work())), []) == 130
    assert capsys.readouterr().err == "Stopped. The work so far is kept: the same command goes on from there.\n"


def test_ctrl_c_elsewhere(capsys):
    def wait():
        raise KeyboardInterrupt

    assert run(app_that(wait), []) == 130
    assert capsys.readouterr().err == "Stopped.\n"


def test_a_defect_keeps_its_traceback():
    def broken():
        raise KeyError("a defect")

    with pytest.raises(KeyError):
        run(app_that(broken), [])


def test_many_warnings_are_counted(capsys):
    warn([f"file {number}" for number in range(12)])
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 11
    assert lines[-1] == "Warning: and 2 more like these."


def test_documents_cannot_drive_the_terminal():
    assert plain("a\x1b]0;title\x07b\tc\nd\x9b31m") == "a]0;titleb\tc\nd31m"


def test_columns_line_up_in_any_script():
    assert table(("name", "n"), [["東京", "1"], ["Ost", "20"]], numbers=(1,)).splitlines() == [
        "name   n",
        "----  --",
        "東京   1",
        "Ost   20",
    ]
