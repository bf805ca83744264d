"""Bytes to text: which encoding a file is in, and the text with line ends as LF.

Tried in this order: byte order mark, UTF-16 by where its NUL bytes lie, UTF-8, then a guess among legacy encodings.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from core.errors import LoadError

_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is the beginning of this one
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 65_536
_BINARY_SHARE = 0.01
_TEXT_CONTROLS = "\t\n\r\f\v\b\x1b\x85"
# Encodings in which any bytes pass for rare characters; they are told by their marks and NUL bytes instead.
_WIDE = ["utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le"]
# Letters and marks that are common in texts of each encoding: what tells Polish from mis-read French.
_WESTERN = "äöüÄÖÜßéèêëàâçîïôûùñáíóúãõåæøœìòÉÀÇÁÍÓÚÑÅÆØÊ¿¡ºª“”‘’„–—…€«»°£§©®™•·×½¼±²µ\xa0"
_CENTRAL = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽőűŐŰöüäÖÜÄßľĺôăâîşţđĐ“”‘’„–—…€«»°§©®™•·×\xa0"
_FAMILY = {"cp1252": set(_WESTERN), "cp1250": set(_CENTRAL), "cp1254": set(_WESTERN) - set("ìò") | set("ğışİĞŞ")}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and the encoding it was in; `warning` is empty where nothing was lost."""

    text: str
    encoding: str
    warning: str = ""


def decode(content: bytes) -> Decoded:
    """The text of a file. CRLF and CR become LF, a byte order mark is dropped, a genuine U+FFFD stays.

    Raises LoadError where the content is not text in any known encoding.
    """
    decoded = _with_mark(content) or _utf16_without_mark(content) or _utf8(content) or _legacy(content)
    if _looks_binary(decoded.text):
        raise LoadError("content is binary, not text")
    return Decoded(unix_lines(decoded.text), decoded.encoding, decoded.warning)


def unix_lines(text: str) -> str:
    """Every CRLF and CR as LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _with_mark(content: bytes) -> Decoded | None:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return Decoded(content.decode(encoding), encoding)
            except UnicodeDecodeError as error:
                raise LoadError(f"begins as {encoding} but is not valid at byte {error.start:,}") from None
    return None


def _utf16_without_mark(content: bytes) -> Decoded | None:
    """Latin letters, digits and line ends in UTF-16 have their NUL byte always on the same side."""
    sample = content[:_SAMPLE]
    nuls = sample.count(0)
    if not nuls:
        return None
    odd = sample[1::2].count(0)
    if 4 * nuls < len(sample) and _is_utf8_text(sample.replace(b"\0", b"")):
        raise LoadError("content has NUL bytes between its text")
    if len(content) % 2 == 0 and max(odd, nuls - odd) >= 0.95 * nuls:
        encoding = "utf-16-le" if odd > nuls - odd else "utf-16-be"
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            text = "\x00"
        if "\x00" not in text and not _looks_binary(text):
            return Decoded(text, encoding)
    raise LoadError("content is binary (it has NUL bytes), not text")


def _is_utf8_text(content: bytes) -> bool:
    try:
        return not _looks_binary(content.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _utf8(content: bytes) -> Decoded | None:
    """UTF-8, or nearly: a few broken bytes among many good sequences are replaced, and said."""
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        near = content[: error.start + _SAMPLE]
    # The part up to the first trouble decides cheaply; its cut end may break one character of three bytes.
    if not _mostly_utf8(near, 3) or not _mostly_utf8(content, 0):
        return None
    broken = _broken_bytes(content)
    words = f"{broken:,} {'byte is' if broken == 1 else 'bytes are'} not valid UTF-8 and shown as \ufffd"
    return Decoded(content.decode("utf-8", "replace"), "utf-8", words)


def _mostly_utf8(content: bytes, forgiven: int) -> bool:
    sequences = sum(character > "\x7f" for character in content.decode("utf-8", "ignore"))
    return sequences >= 10 * max(0, _broken_bytes(content) - forgiven) and sequences > 0


def _broken_bytes(content: bytes) -> int:
    return len(content) - len(content.decode("utf-8", "ignore").encode("utf-8"))


def _legacy(content: bytes) -> Decoded:
    """An encoding from before Unicode. Text that is mostly ASCII with lone accented letters is Latin."""
    guess = None if _is_latin(content[:_SAMPLE]) else _guess(content)
    for encoding in (guess, _latin_encoding(content[:_SAMPLE]), "cp1252", "latin-1"):
        if encoding is not None:
            try:
                return Decoded(content.decode(encoding), encoding)
            except UnicodeDecodeError:
                continue
    raise LoadError("content is not text in a known encoding")


def _is_latin(sample: bytes) -> bool:
    """Whether high bytes are the minority of the letters and mostly stand alone, unlike in other scripts."""
    high = sum(byte > 127 for byte in sample)
    letters = high + sum(chr(byte).isalpha() for byte in sample if byte < 128)
    paired = sum(left > 127 and right > 127 for left, right in pairwise(sample))
    return high <= 0.5 * letters and paired <= 0.4 * high


def _latin_encoding(sample: bytes) -> str:
    """The Latin code page in which most high bytes are everyday letters; cp1252 when they are equal."""
    high = bytes(byte for byte in sample if byte > 127)
    return max(_FAMILY, key=lambda page: sum(character in _FAMILY[page] for character in high.decode(page, "ignore")))


def _guess(content: bytes) -> str | None:
    """charset-normalizer's best guess, for scripts other than Latin."""
    from charset_normalizer import from_bytes

    best = from_bytes(content[:_SAMPLE], cp_exclusion=_WIDE).best() or from_bytes(content, cp_exclusion=_WIDE).best()
    return best.encoding if best is not None else None


def _looks_binary(text: str) -> bool:
    """More than a stray character in a hundred that no text has."""
    sample = text[:_SAMPLE]
    # Each character is looked up once, however often it stands there.
    odd = sum(
        times
        for character, times in Counter(sample).items()
        if character not in _TEXT_CONTROLS and unicodedata.category(character) in ("Cc", "Cn", "Cs")
    )
    return odd > _BINARY_SHARE * len(sample)
