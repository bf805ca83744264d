"""Extracts that a reader can work out."""

from __future__ import annotations

from generation.extractive import NOTHING_SHARED, extract
from tests.generation.hits import hits_of

MANUAL = "The pump weighs nine kilograms. The warranty lasts for two years. Paint is not covered."
LEAFLET = "Colors are red and blue. Claims under the warranty need the receipt of the pump."


def test_sentences_come_in_reading_order_with_their_markers():
    """Both words of the question are in the leaflet's sentence, one in each of two others, which fall below 0.6."""
    found = extract("Warranty of the pump?", hits_of(MANUAL, LEAFLET))
    assert found.text == "Claims under the warranty need the receipt of the pump. [2]"
    start = LEAFLET.index("Claims")
    assert [(cited.marker, cited.document_id, cited.start, cited.end) for cited in found.citations] == [
        (2, "d2.txt", start, len(LEAFLET))
    ]


def test_near_equals_are_all_given_three_at_most():
    hits = hits_of("A fox ran. It slept.", "A fox ate. A fox hid.", "A fox won.")
    assert extract("fox?", hits).text == "A fox ran. [1] A fox ate. [2] A fox hid. [2]"


def test_offsets_are_those_of_the_document():
    [citation] = extract("How long does the warranty last?", hits_of(MANUAL, offset=100)).citations
    start = 100 + MANUAL.index("The warranty")
    assert (citation.start, citation.end) == (start, start + len("The warranty lasts for two years."))


def test_the_same_sentence_of_two_overlapping_chunks_is_given_once():
    assert extract("warranty", hits_of(MANUAL, MANUAL)).text == "The warranty lasts for two years. [1]"


def test_a_heading_that_repeats_the_question_is_no_answer():
    assert extract("warranty", hits_of("# Warranty\n\nThe warranty lasts for two years.")).text == (
        "The warranty lasts for two years. [1]"
    )
    assert extract("warranty", hits_of("# Warranty")).text == "# Warranty [1]"


def test_a_question_in_the_text_brings_its_answer():
    faq = "How long is the warranty? Two years from purchase. How heavy is it? Nine kilograms."
    assert extract("How long is the warranty?", hits_of(faq)).text == (
        "How long is the warranty? Two years from purchase. [1]"
    )


def test_it_says_so_when_no_word_is_shared():
    found = extract("Who invented gunpowder?", hits_of(MANUAL))
    assert (found.text, found.citations) == (NOTHING_SHARED, ())


def test_a_long_row_is_cut_at_a_word():
    row = "serial 4711, " + "valve ok, " * 200
    text = extract("serial 4711", hits_of(row)).text
    assert (
        len(text) < 620 and text.startswith("serial 4711, valve ok,") and text.endswith((" valve … [1]", " ok, … [1]"))
    )


def test_japanese():
    text = "色は赤です。保証期間は三年です。"
    assert extract("保証期間は何年ですか", hits_of(text)).text == "保証期間は三年です。 [1]"
