"""A write that fails leaves what was there."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from core.files import write_atomic, write_json


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_json(path, {"n": 1})
    with pytest.raises(ValueError, match="JSON"):
        write_json(path, {"n": float("nan")})
    with pytest.raises(TypeError):
        write_atomic(path, None)  # type: ignore[arg-type]
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]
    assert b'"n": 1' in path.read_bytes()


def test_a_full_disk_names_the_file_and_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "run.json"
    write_json(path, {"n": 1})
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device: '.*run\.json'$"):
        write_json(path, {"n": 2})
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]
    assert b'"n": 1' in path.read_bytes()
