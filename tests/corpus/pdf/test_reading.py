"""PDFs: their paragraphs, and files that must not be unpacked."""

from __future__ import annotations

import struct
import zlib

import pytest

from core.errors import LoadError
from corpus.load import load_uploads
from tests.corpus.files import pdf, pdf_of_paragraphs
from tests.corpus.test_formats import NOISE, failure


def test_pdf():
    document = load_uploads([("a.pdf", pdf("Warranty is two years.", "Second page."))]).documents[0]
    assert " ".join(document.text.split()) == "Warranty is two years. Second page."
    assert document.media_type == "text/plain"


PARAGRAPHS = (
    (
        "The garden was founded in 2009 on the site of a former",
        "railway depot, to give residents of three streets a",
        "place.",
    ),
    ("The garden is owned by the town and leased for one", "symbolic euro a year, until the end of 2034."),
    ("Members come from many walks of life, and the rules", "that follow are written for all of them."),
)


@pytest.mark.parametrize("leading", [13.8, 18, 21, 24, 30])
def test_lines_of_a_pdf_stay_one_paragraph_however_wide_they_stand(leading: float):
    content = pdf_of_paragraphs(PARAGRAPHS, leading, between=12)
    document = load_uploads([("a.pdf", content)]).documents[0]
    paragraphs = [" ".join(part.split()) for part in document.text.split("\n\n")]
    assert paragraphs == [" ".join(lines) for lines in PARAGRAPHS]


@pytest.mark.parametrize("between", [6, 12])
def test_short_lines_that_stand_apart_stay_apart(between: float):
    items = [
        ("Gloves",),
        ("A spade with a long handle that nobody else has borrowed",),
        ("Seeds",),
        ("Twine",),
        ("Water",),
    ]
    document = load_uploads([("a.pdf", pdf_of_paragraphs(items, 21, between))]).documents[0]
    assert document.text.split("\n\n") == [item for (item,) in items]


def test_a_deflated_pdf():
    document = load_uploads([("a.pdf", pdf("Warranty is two years.", deflated=True))], limit_mb=1).documents[0]
    assert document.text.strip() == "Warranty is two years."


@pytest.mark.parametrize(
    ("times", "begins"), [(1, b"stream\n"), (2, b"stream\r\n"), (1, b"stream\r"), (1, b"stream x\n")]
)
def test_a_pdf_that_would_unpack_to_far_more_is_refused(times: int, begins: bytes):
    packed = bytes(5 * 2**20)
    for _ in range(times):
        packed = zlib.compress(packed, 9)
    content = pdf("Warranty is two years.") + b"\n" + begins + packed + b"\nendstream\n"
    with pytest.raises(LoadError, match=r"a\.pdf: refused, it would unpack to more than 4 MB; a bomb\?"):
        load_uploads([("a.pdf", content)], limit_mb=1)
    assert load_uploads([("a.pdf", content)], limit_mb=2).documents


def test_streams_of_a_pdf_that_lie_inside_each_other_are_refused():
    """The first block of each stream holds the beginnings of those after it; then all read on to the same end."""
    lengths = [14 * number for number in reversed(range(20))]
    starts = b"".join(b"stream\n\x78\x01\x00" + struct.pack("<HH", length, 65535 - length) for length in lengths)
    content = pdf("Warranty is two years.") + starts + zlib.compress(NOISE * 200, 0)[2:]
    assert "its streams lie inside each other" in failure("a.pdf", content)
