"""One question looked at closely: texts and evidence in them, what became of each passage, and rankings compared."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.spans import Span
from core.types import Document
from evaluation.evidence import Passage
from evaluation.exchange import Exchange
from evaluation.fates import fates_of, known_evidence, losses_of_question
from evaluation.losses import Loss, LossReport
from evaluation.outcomes import Found, Outcome
from evaluation.peek import seen_answer, seen_passages
from evaluation.ranking_diff import also_in, matches, same_text
from evaluation.trace import context_keys

TEXT = "It opens at 9. It is red.\n\nTea is sold. Ann owns it."
DOCUMENTS = {"a.md": Document.from_text(TEXT, "a.md")}


def found(rank, start, end, document="a.md"):
    return Found(rank, f"{document}{start}", document, start, end, start, end, 0.5, "cosine similarity")


def outcome(*hits, context=None, annotated=None):
    exchange = Exchange("?", context or {}, {"a": "At 9.", "b": "It is red."})
    return Outcome(
        "q", "?", "measured", found=hits, context=exchange.context, response=exchange.response, annotated=annotated
    )


def test_passages_by_hand():
    one = outcome(
        found(1, 0, 25), found(2, 15, 52), context={"0a": "It opens at 9.", "0b": "It is red.", "1a": "another text"}
    )
    evidence = [Passage("a.md", Span(9, 25)), Passage("b.md", Span(0, 16))]
    first, second = seen_passages(one, DOCUMENTS, evidence)
    assert first.exact and first.text == TEXT[:25] and first.evidence == (Span(9, 25),)
    assert [(line.key, first.text[line.span.start : line.span.end]) for line in first.lines] == [
        ("0a", "It opens at 9."),
        ("0b", "It is red."),
    ]
    assert first.share == first.new == 0.5
    # The document was edited since: the judged sentences are shown, and no place in them is claimed.
    assert not second.exact and second.text == "another text" and second.evidence == ()
    assert second.share == 10 / 32 and second.new == 0.0


def test_without_documents_or_evidence_the_sentences_are_joined():
    one = outcome(found(1, 0, 25), context={"0a": "One.", "0b": "Two."})
    (seen,) = seen_passages(one, {}, None)
    assert (seen.text, seen.exact, seen.share, seen.new) == ("One. Two.", False, None, None)
    answer = seen_answer(one)
    assert answer is not None and answer.text == "At 9. It is red."
    assert [answer.text[line.span.start : line.span.end] for line in answer.lines] == ["At 9.", "It is red."]
    assert seen_answer(Outcome("q", "?", "failed")) is None


places = st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)), max_size=6).map(
    lambda pairs: [found(rank, start, start + size) for rank, (start, size) in enumerate(pairs, start=1)]
)
spans = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), min_size=1, max_size=3).map(
    lambda pairs: [Passage("a.md", Span(start, start + size)) for start, size in pairs]
)


@settings(deadline=None, max_examples=40)
@given(places, spans)
def test_what_is_new_in_each_passage_adds_up_to_the_recall(hits, evidence):
    seen = seen_passages(outcome(*hits), DOCUMENTS, evidence)
    wanted = {place for passage in evidence for place in range(*passage.span)}
    got = {place for hit in hits for place in range(hit.returned_start, hit.returned_end)}
    assert abs(sum(one.new for one in seen) - len(wanted & got) / len(wanted)) < 1e-9
    for one in seen:
        assert 0 <= one.new <= one.share <= 1
    for fate in fates_of(outcome(*hits), evidence, ()):
        inside = set(range(*fate.passage.span))
        assert abs(fate.share - len(inside & got) / len(inside)) < 1e-9
        assert (fate.found == "none") == (not fate.ranks)


@settings(deadline=None, max_examples=40)
@given(places, places)
def test_matches_are_the_same_from_either_side(ours, theirs):
    there = {(one.ours, one.theirs, one.of_ours, one.of_theirs) for one in matches(ours, theirs)}
    back = {(one.theirs, one.ours, one.of_theirs, one.of_ours) for one in matches(theirs, ours)}
    assert there == back
    assert same_text(ours, theirs) == same_text(theirs, ours)
    assert same_text(ours, ours) == (1.0 if ours else None)
    assert all(also_in(one, ours) == 1.0 for one in ours)


def test_rankings_by_hand():
    ours, theirs = [found(1, 0, 10), found(2, 0, 10, "b.md")], [found(1, 90, 99), found(2, 5, 25), found(3, 0, 1)]
    (one, two) = matches(ours, theirs)
    assert (one.ours, one.theirs, one.of_ours, one.of_theirs, one.shared) == (1, 2, 0.5, 0.25, 0.5)
    assert (two.theirs, two.of_ours, two.shared) == (3, 0.1, 1.0)
    assert also_in(ours[0], theirs) == 0.6 and also_in(ours[1], theirs) == 0.0
    assert same_text(ours, theirs) == 6 / (10 + 10 + 9 + 15 + 1 - 1)


def test_a_fate_knows_its_losses_and_what_came_back_as_a_copy():
    evidence = [Passage("a.md", Span(0, 10)), Passage("a.md", Span(20, 30))]
    loss = Loss("q", "a.md", 6, 10, 4, "boundary", 3)
    first, second = fates_of(outcome(found(1, 0, 6)), evidence, [loss])
    assert (first.found, first.share, first.ranks, first.losses, first.elsewhere) == ("part", 0.6, (1,), (loss,), False)
    # Nothing of the second was lost, though its own place did not come back.
    assert (second.found, second.ranks, second.elsewhere) == ("whole", (), True)


def test_evidence_is_known_from_the_run_or_from_its_losses():
    evidence = (Passage("a.md", Span(0, 10)),)
    report = LossReport((Loss("q", "a.md", 0, 10, 10, "budget"),), 10, 1, annotated={"q": evidence})
    assert known_evidence("q", [outcome(annotated=evidence)], [None]) == evidence
    assert known_evidence("q", [outcome()], [None, report]) == evidence
    assert known_evidence("r", [outcome()], [report, None]) is None
    assert known_evidence("q", [Outcome("q", "?", "measured", evidence_documents=())], []) == ()
    assert losses_of_question(report, "q") == report.losses and losses_of_question(None, "q") == ()


def test_keys_of_a_context_belong_to_their_passages():
    keys = context_keys([["x"] * 30, ["y"]])
    context = dict.fromkeys(keys[:-1], "x") | {keys[-1]: "y"}
    first, second = seen_passages(outcome(found(1, 0, 5), found(2, 6, 9), context=context), {}, None)
    assert len(first.lines) == 30 and second.text == "y"
