"""Is an Office file (a zip container) safe to open? Answered from its directory and one bounded pass."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from core.errors import LoadError

MOST_ENTRIES = 10_000
TIMES_LIMIT = 4
HIGHEST_RATIO = 200
_RATIO_FROM_BYTES = 1_000_000
_WINDOW = 65_536
_XML = (".xml", ".rels", ".vml")
_LOCAL_HEADER = struct.Struct("<4s22xHH")


def check_archive(content: bytes, limit_mb: int) -> None:
    """Refuse a container that would unpack to too much, or that is not an intact Office file.

    Unpacked, its XML may be as large as `limit_mb` (parsers hold it in memory many times over), everything with
    its images 4 times that, and a large entry 200 times its packed size. The directory is checked first, so a
    plain bomb costs nothing; then every entry is unpacked in windows of 64 KB that are thrown away, because the
    sizes in the directory are only claims. Raises LoadError.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
        raise LoadError(f"damaged Office file ({error})") from None
    _check_directory(entries, limit_mb)
    for entry in entries:
        _check_entry(entry, content)


def _check_directory(entries: list[zipfile.ZipInfo], limit_mb: int) -> None:
    if len(entries) > MOST_ENTRIES:
        raise LoadError(f"refused, it holds {len(entries):,} packed files (at most {MOST_ENTRIES:,})")
    xml = sum(entry.file_size for entry in entries if entry.filename.lower().endswith(_XML))
    total = sum(entry.file_size for entry in entries)
    for what, size, most in (("its XML", xml, limit_mb), ("it", total, TIMES_LIMIT * limit_mb)):
        if size > most * 2**20:
            raise LoadError(
                f"refused, {what} would unpack to {size / 2**20:,.0f} MB (at most {most:,} MB); a zip bomb?"
            )
    for entry in entries:
        if entry.file_size > max(_RATIO_FROM_BYTES, HIGHEST_RATIO * entry.compress_size):
            raise LoadError(
                f"refused, {entry.filename} would unpack to more than {HIGHEST_RATIO} times its size; a zip bomb?"
            )
        if entry.flag_bits & 1:
            raise LoadError("is password-protected; save it without a password")
    if not any(entry.filename == "[Content_Types].xml" for entry in entries):
        raise LoadError("content is a zip archive, but not an Office file")


def _check_entry(entry: zipfile.ZipInfo, content: bytes) -> None:
    """Unpack one entry window by window: it must end where the directory says, and declare no entities."""
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise LoadError(f"damaged Office file ({entry.filename} is packed in an unusual way)")
    start = _packed_start(entry, content)
    packed = memoryview(content)[start : start + entry.compress_size]
    if entry.compress_type == zipfile.ZIP_STORED:
        first, size = bytes(packed[:_WINDOW]), len(packed)
    else:
        first, size = _unpacked(packed, entry)
    if size != entry.file_size:
        raise LoadError(f"refused, {entry.filename} unpacks to another size than the file claims; a zip bomb?")
    # Office XML never has a document type; one that has is after entities (a bomb, or a file on this machine).
    if entry.filename.lower().endswith(_XML) and b"<!DOCTYPE" in first.replace(b"\x00", b"").upper():
        raise LoadError(f"refused, {entry.filename} declares XML entities")


def _packed_start(entry: zipfile.ZipInfo, content: bytes) -> int:
    header = content[entry.header_offset : entry.header_offset + _LOCAL_HEADER.size]
    if len(header) < _LOCAL_HEADER.size or not header.startswith(b"PK\x03\x04"):
        raise LoadError(f"damaged Office file ({entry.filename} is not where the directory says)")
    _, name_length, extra_length = _LOCAL_HEADER.unpack(header)
    return int(entry.header_offset + _LOCAL_HEADER.size + name_length + extra_length)


def _unpacked(packed: memoryview, entry: zipfile.ZipInfo) -> tuple[bytes, int]:
    """The first window and the true size of a deflated entry; gives up one byte past the claimed size."""
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    first, pending = b"", b""
    size = position = 0
    try:
        while not inflate.eof and size <= entry.file_size:
            if not pending:
                pending = bytes(packed[position : position + _WINDOW])
                position += _WINDOW
            window = inflate.decompress(pending, _WINDOW)
            if not window and not pending:
                break
            pending = inflate.unconsumed_tail
            first = first or window
            size += len(window)
    except zlib.error as error:
        raise LoadError(f"damaged Office file ({entry.filename}: {error})") from None
    return first, size
