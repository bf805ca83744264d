"""Facts of a corpus before it is cut, and words found in a text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.tokens import count_tokens
from corpus.load import load_uploads
from corpus.preview import facts, occurrences


def test_facts_are_counted_and_notices_stand_beside_their_document():
    files = [("a.md", b"The lid is bent."), ("t.csv", b"id;note\n1;x\n2\n"), ("scan.pdf", b"%PDF-1.4"), ("e.txt", b"")]
    told = facts(load_uploads(files))
    assert [(one.id, one.characters, one.tokens) for one in told.documents] == [
        ("a.md", 16, count_tokens("The lid is bent.")),
        ("t.csv", 14, count_tokens("id;note\n1;x\n2\n")),
    ]
    assert (told.characters, told.tokens) == (30, sum(one.tokens for one in told.documents))
    assert told.kinds == {"Markdown": 1, "CSV": 1}
    assert "semicolons" in told.documents[1].reading
    assert "1 row has more or fewer than 2 fields" in told.documents[1].notices[0]
    assert [problem.name for problem in told.left_out] == ["scan.pdf", "e.txt"]


@given(st.text(alphabet="aB \n\tß.", max_size=30), st.text(alphabet="aB ß.", min_size=1, max_size=4))
def test_every_place_holds_the_words_and_none_overlap(text, words):
    found = occurrences(text, words)
    for span in found:
        assert text[span.start : span.end].casefold().split() == words.casefold().split()
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert bool(found) == (bool(words.split()) and bool(occurrences(text, words, most=1)))


def test_places_are_bounded():
    assert len(occurrences("a " * 50, "a", most=7)) == 7
