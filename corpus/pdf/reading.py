"""The text of a PDF, and whether its pages have any: scans and locked files are named, not indexed as nothing.

PDFium says which characters there are and where; what is a line, a column, a table and a paragraph is told by geometry.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from core.errors import LoadError
from corpus.pdf.layout import blocks_of
from corpus.pdf.paragraphs import text_of
from corpus.pdf.rules import Rules, page_rules
from corpus.pdf.running import without_running
from corpus.pdf.streams import check_streams
from corpus.pdf.words import Word, page_words

# PDFium is not safe to enter from two threads.
_PDFIUM = threading.Lock()
# So many headers and footers are named.
_NAMED = 2


def read_pdf(content: bytes, limit_mb: int) -> tuple[str, tuple[str, ...]]:
    """The text, and warnings such as "3 of 10 pages had text". Raises LoadError in one line."""
    if b"%PDF-" not in content[:1024]:
        raise LoadError("content is not a PDF")
    check_streams(content, limit_mb)
    with _PDFIUM:
        pages = list(_pages(content))
    with_text = sum(bool(words) for words, _ in pages)
    if not with_text:
        raise LoadError("no extractable text (a scanned PDF?)")
    kept, running = without_running([words for words, _ in pages])
    text = text_of([block for words, (_, rules) in zip(kept, pages, strict=True) for block in blocks_of(words, rules)])
    notes = (f"{with_text} of {len(pages)} pages had text",) if with_text < len(pages) else ()
    return text, (*notes, *_told(running))


def _told(running: tuple[str, ...]) -> Iterator[str]:
    if running:
        named = [f'"{text}"' for text in running if not text.isdecimal()]
        numbers = ["page numbers"] if len(named) < len(running) else []
        more = [f"{len(named) - _NAMED} more"] if len(named) > _NAMED else []
        yield f"left out what most pages repeat: {', '.join(named[:_NAMED] + more + numbers)}"


def _pages(content: bytes) -> Iterator[tuple[list[Word], Rules]]:
    """Words and drawn lines page by page. Raises LoadError where the file cannot be opened, or has no page."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise LoadError("is password-protected; save it without a password") from None
        raise LoadError("is not a readable PDF") from error
    try:
        if not len(document):
            raise LoadError("is not a readable PDF")
        for number in range(len(document)):
            yield _page(document, number)
    finally:
        document.close()


def _page(document: Any, number: int) -> tuple[list[Word], Rules]:
    """Nothing where PDFium cannot read the page."""
    import pypdfium2

    try:
        page = document[number]
        textpage = page.get_textpage()
    except pypdfium2.PdfiumError:
        return [], Rules()
    try:
        return page_words(textpage), page_rules(page)
    finally:
        textpage.close()
        page.close()
