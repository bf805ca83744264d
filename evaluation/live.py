"""One answer judged as it comes, in a conversation. Unlike pipeline.py, which asks and answers a question set."""

from __future__ import annotations

from collections.abc import Sequence

from core.types import Answer, Hit, Judgement, Question
from evaluation.exchange import exchange_of
from evaluation.judges.judge import Judge


def judged(query: str, hits: Sequence[Hit], answer: Answer, judge: Judge) -> Judgement:
    """TRACe of one answer. `query` is the question as it was searched, which stands alone. Raises JudgeError."""
    return judge.assess(exchange_of(Question("", query), hits, answer), "sentence", lambda reply: None)
