"""Outcomes as they are written to disk and read back."""

from __future__ import annotations

import json

from core.types import Judgement, Support
from evaluation.outcomes import Outcome, judgement_from_json, outcome_from_json, outcome_to_json


def test_probabilities_come_back_from_disk():
    judgement = Judgement(
        "local",
        "measured",
        support={"a": Support(("0a",), True)},
        scores={"relevance_to_question": 0.25},
        probabilities={"relevant": {"0a": 0.9, "0b": 0.1}, "supported": {"a": 0.75}},
    )
    outcome = Outcome("q1", "Which?", "measured", judgement=judgement)
    assert outcome_from_json(json.loads(json.dumps(outcome_to_json(outcome)))) == outcome
    assert outcome.score("relevance_to_question") == 0.25


def test_a_judgement_written_without_probabilities_has_none():
    line = {"judge": "gold", "status": "measured", "relevant": ["0a"], "utilized": [], "support": {}, "scores": {}}
    assert judgement_from_json(line).probabilities == {}
