"""Annotated evidence as the judge. Unlike the others it reads no words, so it says nothing about the answer."""

from __future__ import annotations

from core.types import Judgement
from evaluation.exchange import Exchange
from evaluation.judges.judge import Judge, Keep, judgement_of
from evaluation.trace import Unit

NO_EVIDENCE = "no annotated evidence"
SILENT = "gold evidence says nothing about the answer"


def gold_judge() -> Judge:
    """Relevant are the context sentences that share a character with annotated evidence.

    Utilization, completeness and adherence are not measured: evidence is annotated for questions, not for replies.
    """
    return Judge("gold", {"version": 1}, _assess)


def _assess(exchange: Exchange, unit: Unit, keep: Keep) -> Judgement:
    if exchange.evidence_keys is None:
        return Judgement("gold", "not measured", NO_EVIDENCE)
    notes = () if exchange.response is None else (SILENT,)
    return judgement_of(
        "gold", exchange, unit, relevant=exchange.evidence_keys, utilized=None, support=None, notes=notes
    )
