"""What the first bytes of a file say it is, whatever its name says."""

from __future__ import annotations

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"PK\x07\x08", "a zip archive"),
    (b"%PDF-", "a PDF"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"\x7fELF", "an executable"),
    (b"\xca\xfe\xba\xbe", "an executable"),
    (b"\xcf\xfa\xed\xfe", "an executable"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh9", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old binary or password-protected Office file"),
    (b"SQLite format 3\x00", "a SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"{\\rtf", "an RTF file"),
)


def content_of(start: bytes) -> str | None:
    """What the content is, in words ("a zip archive"), or None where nothing speaks against text."""
    for signature, words in _SIGNATURES:
        if start.startswith(signature):
            return words
    # MZ alone could begin a sentence; an executable has NUL bytes in its header.
    if start.startswith(b"MZ") and b"\x00" in start[:64]:
        return "an executable"
    return None
