"""A file is held by one at a time, and let go whatever happens."""

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
