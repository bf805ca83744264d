"""The text of a PDF, and whether its pages have any: scans and locked files are named, not indexed as nothing."""

from __future__ import annotations

import io
import logging
import re
import threading
from typing import Any

from core.errors import LoadError
from corpus.pdf_lines import USUAL_SHARE, line_share
from corpus.pdf_streams import check_streams

# PDFium is not safe to enter from two threads.
_PDFIUM = threading.Lock()
_TABLE_ROW = re.compile(r"^\|", re.MULTILINE)


def read_pdf(content: bytes, limit_mb: int) -> tuple[str, tuple[str, ...]]:
    """Text by markitdown, and warnings such as "3 of 10 pages had text". Raises LoadError in one line."""
    if b"%PDF-" not in content[:1024]:
        raise LoadError("content is not a PDF")
    check_streams(content, limit_mb)
    pages = _page_texts(content)
    with_text = sum(bool(page.strip()) for page in pages)
    if pages and not with_text:
        raise LoadError("no extractable text (a scanned PDF?)")
    text = _extract(content)
    if not text.strip():
        # pdfminer, below markitdown, reads slightly damaged files as blank pages; PDFium mends them.
        text = "\n\n".join(pages)
    if not text.strip():
        raise LoadError("is not a readable PDF")
    if with_text < len(pages):
        return text, (f"{with_text} of {len(pages)} pages had text",)
    return text, ()


def _page_texts(content: bytes) -> list[str]:
    """Plain text page by page; nothing where PDFium cannot open the file, which markitdown still may."""
    import pypdfium2

    with _PDFIUM:
        try:
            document = pypdfium2.PdfDocument(content)
        except pypdfium2.PdfiumError as error:
            if "password" in str(error).lower():
                raise LoadError("is password-protected; save it without a password") from None
            return []
        try:
            return [_page_text(document, number) for number in range(len(document))]
        finally:
            document.close()


def _page_text(document: Any, number: int) -> str:
    import pypdfium2

    try:
        return str(document[number].get_textpage().get_text_bounded())
    except pypdfium2.PdfiumError:
        return ""


def _extract(content: bytes) -> str:
    """By markitdown; where lines stand wide and there is no table, by pdfminer with their own distance."""
    from markitdown import StreamInfo
    from markitdown.converters import PdfConverter

    # pdfminer reports every oddity of a font on the log.
    logging.getLogger("pdfminer").setLevel(logging.ERROR)
    try:
        text = str(PdfConverter().convert(io.BytesIO(content), StreamInfo(extension=".pdf")).markdown)
        share = USUAL_SHARE if _TABLE_ROW.search(text) else line_share(content)
        return text if share == USUAL_SHARE else _with_lines_joined(content, share)
    except Exception as error:
        raise LoadError(f"is not a readable PDF ({type(error).__name__})") from error


def _with_lines_joined(content: bytes, share: float) -> str:
    """The text whose paragraphs are of lines that stand apart by this share of their height at most."""
    from pdfminer.high_level import extract_text
    from pdfminer.layout import LAParams

    return extract_text(io.BytesIO(content), laparams=LAParams(line_margin=share))
