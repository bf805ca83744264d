"""What labels say of a judge, in words."""

from __future__ import annotations

from dataclasses import replace

from evaluation.agreement import Measured
from evaluation.corrected import Corrected, Estimate
from evaluation.judge_words import in_words, leaning
from evaluation.panel import CONSTANT, Agreement, Panel

FOUND = Corrected("relevance", 30, 32, 20, 0.6, None, Estimate(0.4, 0.3, 0.5))
EMPTY = [Corrected(metric, 0, 0, 0, 0.5, None, None, "none") for metric in ("utilization", "adherence_share")]


def panel(own: Measured) -> Panel:
    always = Agreement(CONSTANT, "relevant", "f1", Measured(0.6))
    return Panel("local", (Agreement("local", "relevant", "f1", own), always), {})


def test_a_judge_that_says_too_much_is_called_generous():
    (said,) = in_words([FOUND, *EMPTY], panel(Measured(0.8, 0.7, 0.9)))
    assert said == (
        "Relevance is 0.40 (95 %: 0.30 to 0.50) by 30 labels; the judge's 0.60 is too generous. "
        "Sentence by sentence it reaches F1 0.80, where always saying yes reaches 0.60."
    )
    assert "no better than that" in in_words([FOUND, *EMPTY], panel(Measured(0.8, 0.55, 0.9)))[0]
    assert leaning(replace(FOUND, judge=0.1)) == "too strict"
    assert leaning(replace(FOUND, judge=0.45)) == "within the interval"


def test_before_there_are_enough_labels_it_says_how_many_are_missing():
    few = replace(FOUND, labeled=5, corrected=None)
    (said,) = in_words([few, *EMPTY], Panel("local", (), {}))
    assert said.startswith("5 sentences labeled so far. Label 20 more (about 4 minutes)")
    (said,) = in_words([replace(few, labeled=0), *EMPTY], Panel("local", (), {}))
    assert said.startswith("Nothing is labeled yet. Label 25 sentences")
