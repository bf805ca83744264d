"""What the encoder never sees: whole words past its limit, in characters."""

import pytest

from core.types import Chunk
from embedding.limits import characters_read, limit_report
from tests.fakes import HashEncoder


def chunk(text: str, context: str = "") -> Chunk:
    return Chunk("id", "a.txt", 0, len(text), text, context)


def test_counts_by_hand():
    """Ten pieces hold eight words of "wwww " (4 letters and a blank); twelve words are 59 characters."""
    encoder = HashEncoder(max_pieces=10)
    long, short = " ".join(["wwww"] * 12), " ".join(["wwww"] * 8)
    report = limit_report(encoder, [chunk(long), chunk(short)])
    assert (report.limit, report.chunks, report.beyond_chunks) == (10, 2, 1)
    read = len("wwww " * 8)  # the blank after the eighth word still fits
    assert report.beyond_share == pytest.approx((len(long) - read) / (len(long) + len(short)))
    assert "1 of 2 chunks exceed the 10 word pieces" in report.sentence


def test_context_counts_because_the_encoder_reads_it():
    encoder = HashEncoder(max_pieces=10)
    assert limit_report(encoder, [chunk("w " * 8)]).beyond_chunks == 0
    assert limit_report(encoder, [chunk("w " * 8, context="Heading")]).beyond_chunks == 1


def test_nothing_beyond_says_nothing():
    report = limit_report(HashEncoder(), [chunk("short")])
    assert (report.beyond_chunks, report.beyond_share, report.sentence) == (0, 0.0, "")


def test_no_chunks():
    assert limit_report(HashEncoder(), []).beyond_share == 0.0


def test_characters_read_is_a_cut_that_fits():
    encoder = HashEncoder(max_pieces=7)
    texts = ["one two three four five six seven", "one", ""]
    assert characters_read(encoder, texts) == [len("one two three four five "), 3, 0]
