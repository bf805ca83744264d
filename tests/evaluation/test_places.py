"""Ranges of sentences are those of the texts that a judge reads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.spans import Span
from core.types import Answer, Citation, Question
from evaluation.exchange import exchange_of, keyed_response
from evaluation.places import cited_places, context_places, response_places
from generation.citations import strip_markers
from tests.generation.hits import hits_of

WORDS = st.lists(
    st.sampled_from(["It opens at 9.", "No!", "[1]", " [2][3]", "[7]", "\n\n", " ", "Ünïcode 𝕏 text", "。", "[1, 2]"]),
    max_size=12,
).map("".join)


def answered(text: str, *markers: int) -> Answer:
    return Answer(text, tuple(Citation(n, f"c{n}", f"d{n}.txt", 0, n) for n in markers), "", "m", None, None, 0.0)


def test_a_sentence_of_the_answer_is_found_around_its_markers():
    answer = answered("It opens [1] at 9. It is red. [2]", 1, 2)
    assert response_places(answer) == {"a": Span(0, 18), "b": Span(19, 29)}


@given(WORDS)
def test_law_response_ranges_hold_the_judged_sentences(text):
    answer = answered(text, 1, 2, 3)
    places, judged = response_places(answer), keyed_response(answer)
    assert list(places) == list(judged)
    ends = [0]
    for key, span in places.items():
        assert strip_markers(text[span.start : span.end], {1, 2, 3}) == judged[key].strip()
        assert ends[-1] <= span.start < span.end
        ends.append(span.end)


@given(st.lists(st.text(alphabet="ab. \n!", max_size=30), max_size=4))
def test_law_context_ranges_hold_the_judged_sentences(texts):
    hits = hits_of(*texts)
    context = exchange_of(Question("q", "?"), hits, None).context
    found = context_places(hits)
    assert {key: hits[one.hit].text[one.span.start : one.span.end] for key, one in found.items()} == context


def test_markers_lead_to_the_citations_that_they_stand_for():
    answer = answered("Nine [1]. Red [2, 3]. See [7].", 1, 2, 3)
    assert [(answer.text[slice(*span)], [one.marker for one in cited]) for span, cited in cited_places(answer)] == [
        ("[1]", [1]),
        ("[2, 3]", [2, 3]),
    ]
