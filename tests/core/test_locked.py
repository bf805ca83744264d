"""A file is held by one at a time, and let go whatever happens."""

from threading import Thread

import pytest

from core.errors import SettingError
from core.locked import locked


def test_held_once_and_free_again_after_a_failure(tmp_path):
    path, busy = tmp_path / "new" / "lock", SettingError("held")
    with pytest.raises(ZeroDivisionError), locked(path, busy):
        with pytest.raises(SettingError, match="held"), locked(path, busy):
            pass
        raise ZeroDivisionError
    with locked(path, busy):
        assert path.stat().st_size == 0


def test_a_file_that_cannot_be_locked_says_so(tmp_path):
    with pytest.raises(SettingError, match="cannot be locked"), locked(tmp_path, SettingError("held")):
        pass


def test_who_waits_gets_it_when_it_is_let_go(tmp_path):
    path, got = tmp_path / "lock", []

    def take():
        with locked(path, SettingError("held"), wait=60):
            got.append(True)

    other = Thread(target=take)
    with locked(path, SettingError("held")):
        other.start()
    other.join()
    assert got == [True]


def test_a_place_where_nothing_can_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(SettingError, match="cannot be locked"),
        locked(tmp_path / "file" / "lock", SettingError("held")),
    ):
        pass
