"""Arrays that may be larger than a process should hold: beyond a size they lie in a file, mapped into memory."""

from __future__ import annotations

import mmap
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

_HELD_BYTES = 256_000_000


def room_for(rows: int, columns: int, folder: Path) -> NDArray[np.float32]:
    """An array of NaN, float32 (rows, columns); a large one in a file without a name, which goes with the array."""
    if rows * columns * 4 <= _HELD_BYTES:
        return np.full((rows, columns), np.nan, dtype=np.float32)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryFile(dir=folder) as file:
        room: NDArray[np.float32] = np.memmap(file, dtype=np.float32, mode="w+", shape=(rows, columns))
    for start in range(0, rows, part := max(1, _HELD_BYTES // 4 // columns)):
        room[start : start + part] = np.nan
        release(room)
    return room


def release(array: NDArray[Any]) -> None:
    """Let go of the pages of a mapped file: the system keeps what is in them, and the process need not."""
    mapped = getattr(array, "_mmap", None)
    if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)
