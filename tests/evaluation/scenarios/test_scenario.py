"""How scenarios are written, what is altered, and what an outcome is called."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingError
from core.spans import Span
from core.types import Chunk, Evidence, Hit, Support
from evaluation.exchange import Exchange
from evaluation.judges.judge import ABSTAINED, judgement_of
from evaluation.scenarios.altering import alterations, names_in
from evaluation.scenarios.labels import label_of
from evaluation.scenarios.scenario import Scenario, scenarios_of
from evaluation.scenarios.shown import covers_all, mixed


def test_scenarios_as_they_are_written():
    found = scenarios_of(["withheld", "noisy:50%", "noisy:0.5", "contradicting"])
    assert found == (
        Scenario("withheld"),
        Scenario("noisy", 0.5),
        Scenario("contradicting", 0.25),
        Scenario("contradicting", 0.5),
    )


@pytest.mark.parametrize("text", ["noisy:0", "noisy:150%", "noisy:much", "noisy:-1", "withheld:0.5", "silent"])
def test_what_means_no_scenario_is_refused(text):
    with pytest.raises(SettingError):
        scenarios_of([text])


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("It lasts 90 days in TW-110.", "It lasts 11 days in TW-110."),
        ("Add 2.5 cl.", "Add 3.6 cl."),
        ("The door must be shut.", "The door must not be shut."),
        ("Doors must not be shut.", "Doors must be shut."),
        ("Die Tür ist nicht auf, und der Rest auch.", "Die Tür ist auf, und der Rest auch."),
        ("部屋に入れません。", "部屋に入れます。"),
    ],
)
def test_an_alteration_by_hand(text, first):
    assert next(alterations(text, Span(0, len(text)))).text == first


def test_a_name_is_replaced_by_another_one():
    names = names_in(["Ask Ann or Bo. The Shop opens, says Cy."])
    assert names == ["Ann", "Bo", "Shop", "Cy"]
    found = next(alterations("The shop belongs to Ann.", Span(0, 24), names))
    assert (found.text, found.repeatable) == ("The shop belongs to Bo.", True)


def test_where_nothing_can_be_altered_there_is_nothing():
    assert list(alterations("No.", Span(0, 3))) == []


@given(st.text(alphabet="ab 0123456789.,:-", max_size=40), st.data())
def test_an_alteration_stays_within_its_range(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for one in alterations(text, Span(start, end)):
        assert one.text != text
        assert one.text[:start] == text[:start]
        assert one.text.endswith(text[end:])
        assert len(one.before) == len(one.after)
        assert not set(zip(one.before, one.after, strict=True)) & {(digit, digit) for digit in "0123456789"}


@pytest.mark.parametrize(
    ("answerable", "abstained", "correct", "misled", "label"),
    [
        (False, True, None, False, "correct abstention"),
        (False, False, True, False, "hallucinated"),
        (True, True, False, False, "false abstention"),
        (True, False, True, False, "answered correctly"),
        (True, False, False, False, "answered wrongly"),
        (True, False, False, True, "misled"),
        (True, False, None, False, "answered, not checked"),
    ],
)
def test_outcomes_by_name(answerable, abstained, correct, misled, label):
    assert label_of(answerable=answerable, abstained=abstained, correct=correct, misled=misled) == label


def test_e11_an_answer_that_cannot_tell_is_an_abstention():
    """E11: no unsupported claim, so adherence is 1; it is labeled, and counted as a correct abstention."""
    said = "I cannot find this in the documents."
    exchange = Exchange("Who is the owner?", {"0a": "The shop opens at 9."}, {"a": said})
    support = {"a": Support((), False)}
    judgement = judgement_of("any", exchange, "sentence", relevant=(), utilized=("0a",), support=support)
    assert judgement.scores["adherence"] is True
    assert judgement.scores["abstained"] is True
    assert judgement.reason.startswith(ABSTAINED)
    assert label_of(answerable=False, abstained=True, correct=None) == "correct abstention"


def hit(rank, document, start, end, text):
    return Hit(rank, Chunk(f"{document}{start}", document, start, end, text), 1.0, "x", {}, Span(start, end), text)


TEXT = "abcdefghijklmnopqrst"
HITS = [hit(rank, "d", start, start + 4, TEXT[start : start + 4]) for rank, start in enumerate((0, 4, 8, 12), start=1)]
PIECE = Evidence("d", 12, 16, TEXT[12:16])


@given(st.integers(0, 4), st.integers())
def test_mixing_keeps_the_number_and_gives_evidence_up_last(number, seed):
    others = [hit(0, "n", 10 * n, 10 * n + 1, "?") for n in range(number)]
    shown = mixed(HITS, others, [PIECE], random.Random(seed))
    assert [one.rank for one in shown] == [1, 2, 3, 4]
    assert sum(one.chunk.document_id == "n" for one in shown) == number
    assert any(one.returned.start == 12 for one in shown) == (number < 4)
    own = [one.returned.start for one in shown if one.chunk.document_id == "d"]
    assert own == sorted(own)


def test_what_is_shown_of_the_evidence():
    assert covers_all([PIECE], HITS) is True
    assert covers_all([PIECE], HITS[:3]) is False
    assert covers_all([Evidence("d", 10, 18, TEXT[10:18])], HITS) is None
    assert covers_all([Evidence("d", 2, 10, TEXT[2:10])], HITS) is True
    copy = hit(1, "other", 0, 6, "x " + TEXT[12:16])
    assert covers_all([PIECE], [copy]) is True
