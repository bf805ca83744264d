"""Files that are not plain text to Markdown, by the local converters of markitdown. No network, plugin or model.

Workbooks and PDFs have their own readers (workbook.py, pdf/).
"""

from __future__ import annotations

import io
import re
import warnings
from dataclasses import dataclass, field
from typing import Any

from core.errors import LoadError
from corpus.archive import check_archive
from corpus.decode import decode, unix_lines
from corpus.sniff import content_of

CONVERTED = (".html", ".htm", ".pdf", ".docx", ".pptx", ".xlsx")
_MARKDOWN = "text/markdown"
# Tables without a head take their first row for it; names such as room_2 stay as they are, so that quotes are found.
_OPTIONS: dict[str, Any] = {"table_infer_header": True, "escape_asterisks": False, "escape_underscores": False}
# Styles of Word that the converter does not know.
_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='HTML Preformatted'] => pre:separator('\\n')"
# Text of a slide on the line after a table, which would be read as one of its rows.
_AFTER_TABLE = re.compile(r"^(\|.*\|)\n(?=[^|\n])", re.MULTILINE)
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Converted:
    """The text shown and indexed, what was learned on the way, and warnings.

    `media_type` is that of the text, not of the file; empty where the file's name is right.
    """

    text: str
    media_type: str = ""
    meta: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def convert(content: bytes, suffix: str, limit_mb: int) -> Converted:
    """The Markdown text of a file of one of the CONVERTED kinds. Raises LoadError with the reason in one line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if suffix in (".html", ".htm"):
            return _html(content)
        if suffix == ".pdf":
            from corpus.pdf.reading import read_pdf  # here and below, because other documents need not wait for it

            text, notes = read_pdf(content, limit_mb)
            return Converted(_tidy(text), "text/plain", warnings=notes)
        return _office(content, suffix, limit_mb)


def _html(content: bytes) -> Converted:
    from markitdown.converters import HtmlConverter

    found = content_of(content)
    if found is not None:
        raise LoadError(f"content is {found}, not a web page")
    text, encoding = _html_text(content)
    try:
        result = HtmlConverter().convert_string(text, **_OPTIONS)
    except Exception as error:
        raise LoadError(f"could not be read as a web page ({_short(error)})") from error
    title = (result.title or "").strip()
    meta = {"encoding": encoding} | ({"title": title} if title else {})
    return Converted(_tidy(result.markdown), _MARKDOWN, meta)


def _html_text(content: bytes) -> tuple[str, str]:
    """Text and encoding: UTF-8 and marks first, then what the page declares, then the guess of decode.py."""
    decoded = decode(content)
    declared = _CHARSET.search(content[:4096])
    if declared is not None and not decoded.encoding.startswith("utf"):
        try:
            encoding = declared[1].decode("ascii")
            return content.decode(encoding), encoding.lower()
        except (LookupError, UnicodeDecodeError):
            pass
    return decoded.text, decoded.encoding


def _office(content: bytes, suffix: str, limit_mb: int) -> Converted:
    found = content_of(content)
    if found != "a zip archive":
        raise LoadError(f"content is {found or 'not a zip container'}, not a {suffix} file")
    check_archive(content, limit_mb)
    try:
        if suffix == ".xlsx":
            from corpus.workbook import workbook_text

            return Converted(_tidy(workbook_text(content)), _MARKDOWN)
        return Converted(_tidy(_by_markitdown(content, suffix)), _MARKDOWN)
    except Exception as error:
        raise LoadError(f"could not be read as {suffix} ({_short(error)})") from error


def _by_markitdown(content: bytes, suffix: str) -> str:
    from markitdown import StreamInfo
    from markitdown.converters import DocxConverter, PptxConverter

    stream, info = io.BytesIO(content), StreamInfo(extension=suffix)
    if suffix == ".docx":
        return DocxConverter().convert(stream, info, style_map=_STYLES, **_OPTIONS).markdown
    return _AFTER_TABLE.sub(r"\1\n\n", PptxConverter().convert(stream, info, **_OPTIONS).markdown)


def _tidy(text: str) -> str:
    """LF line ends, page feeds as line ends, nothing blank at either end."""
    return unix_lines(text).replace("\f", "\n").strip()


def _short(error: Exception) -> str:
    """The error's first line, cut to what fits a message."""
    line = next(iter(str(error).strip().splitlines()), "") or type(error).__name__
    return line if len(line) <= 120 else line[:119] + "…"
