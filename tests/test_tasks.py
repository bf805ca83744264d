"""The set-up: tasks.py describes itself, the Makefile offers the same commands, and a stamp says what is installed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import tasks

ROOT = Path(tasks.__file__).parent


def run_tasks(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "tasks.py", *arguments], cwd=ROOT, capture_output=True, text=True)


def test_help_names_every_task() -> None:
    shown = run_tasks("--help")
    assert shown.returncode == 0
    for name in tasks.TASKS:
        assert re.search(rf"^    {name}\b", shown.stdout, re.MULTILINE)


@pytest.mark.parametrize("arguments", [(), ("no-such-task",), ("lint", "more"), ("run", "--port", "x")])
def test_bad_arguments_are_refused_without_a_traceback(arguments: tuple[str, ...]) -> None:
    refused = run_tasks(*arguments)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr


def test_the_makefile_has_exactly_the_tasks() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    rules = re.findall(r"^([a-z][a-z -]*):", makefile, re.MULTILINE)
    assert {target for rule in rules for target in rule.split()} == set(tasks.TASKS)
    assert all(line.startswith("\t@$(PYTHON) tasks.py ") for line in makefile.splitlines() if line.startswith("\t"))


def test_an_old_python_is_one_clear_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    assert tasks.main(["models"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("Error: Python 3.11 or newer is needed") and said.count("\n") == 1


def test_every_requirement_is_pinned() -> None:
    for name in tasks.DEV:
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        pins = [line for line in lines if line and not line.startswith("#")]
        assert pins
        assert [pin for pin in pins if not re.fullmatch(r"[a-z0-9.-]+(\[[a-z,]+\])?==[0-9][0-9a-z.]*", pin)] == []


def test_a_stamp_counts_only_for_the_same_pins_and_python(tmp_path: Path) -> None:
    python, pins, stamp = tmp_path / "pyvenv.cfg", tmp_path / "requirements.txt", tmp_path / "stamp"
    python.write_text("version = 3.11.7")
    pins.write_text("a==1")
    first = tasks.fingerprint(python, pins)
    assert not tasks.is_stamped(stamp, first)
    stamp.write_text(first)
    assert tasks.is_stamped(stamp, tasks.fingerprint(python, pins))
    pins.write_text("a==2")
    assert not tasks.is_stamped(stamp, tasks.fingerprint(python, pins))
    pins.write_text("a==1")
    python.write_text("version = 3.12.0")
    assert not tasks.is_stamped(stamp, tasks.fingerprint(python, pins))


def test_a_failing_pip_shows_its_last_lines() -> None:
    pip = [sys.executable, "-c", "print('ERROR: no such package'); raise SystemExit(1)"]
    with pytest.raises(tasks.TaskError, match="ERROR: no such package"):
        tasks.run_pip(pip)
