"""One question, end to end: search, answer, judge, evidence. Whatever fails, the outcome keeps what was reached."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from core.counted import counted
from core.errors import ChunkTraceError
from core.text import is_blank, without_surrogates
from core.types import Answer, Hit, Judgement, Question, RetrievalSpec, Status
from embedding.encoding import encode_query
from evaluation.copies import where_returned
from evaluation.curves import EvidenceCurve, Ground, curve_of, ground_of
from evaluation.evidence import EvidenceScores, evidence_scores, passages_of
from evaluation.exchange import Exchange, exchange_of, said_in
from evaluation.judges.judge import Judge
from evaluation.outcomes import Outcome, found_of, replied_of
from evaluation.references.compared import Compared, compared
from evaluation.trace import Unit
from generation.answer import answer, answer_of
from generation.chat import ChatModel, Reply
from retrieval.ranking import Reread
from retrieval.search import ranked
from retrieval.walk import limit_of

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from generation.extractive import ExtractiveModel
    from retrieval.collection import Collection


@dataclass(frozen=True)
class Pipeline:
    """The parts that every question of a run goes through."""

    collection: Collection
    encoder: Encoder | None
    retrieval: RetrievalSpec
    judge: Judge
    model: ChatModel | ExtractiveModel | None
    unit: Unit

    @cached_property
    def ground(self) -> Ground:
        """What every question is searched in."""
        return ground_of(self.collection, self.retrieval)

    def warm_up(self, questions: Sequence[Question]) -> None:
        """Search and compare once for nothing, so that loading the index and the models is no question's time.

        What fails here fails again, and is told, where it counts.
        """
        for question in questions[:1]:
            with suppress(Exception):
                self.encode(question)
                list(ranked(self.collection, self.encoder, question.text, self.retrieval))
        reference = next((question.answer for question in questions if question.answer), None)
        if self.model is not None and reference:
            with suppress(Exception):
                compared("", reference, reference)

    def encode(self, question: Question) -> None:
        """Put the question's vector into the cache, which searches it from there.

        It is not part of the search's time: only the first of all runs that ask a question has to encode it.
        """
        if self.retrieval.mode != "bm25" and self.encoder is not None and not is_blank(question.text):
            encode_query(self.encoder, without_surrogates(question.text), self.collection.cache)


@dataclass(slots=True)
class _Draft:
    """What is known of a question so far."""

    hits: Sequence[Hit] = ()
    context_tokens: int | None = None
    evidence: EvidenceScores | None = None
    curve: EvidenceCurve | None = None
    answer: Answer | None = None
    exchange: Exchange | None = None
    compared: Compared | None = None
    replies: list[Reply] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[step] = round(time.perf_counter() - started, 4)


def outcome_of(question: Question, pipeline: Pipeline, unplaced: int = 0) -> Outcome:
    """The outcome of one question; an error of any part becomes its reason, so that the other questions go on.

    So many further evidence passages are in no document: the evidence scores leave them out, and the reason says so.
    """
    done = _reached(question, pipeline)
    if not unplaced:
        return done
    total = counted(len(question.evidence) + unplaced, "evidence passage")
    missing = f"{unplaced:,} of {total} {'was' if unplaced == 1 else 'were'} not found in the documents"
    return replace(done, reason="; ".join(filter(None, (done.reason.rstrip("."), missing))))


def _reached(question: Question, pipeline: Pipeline) -> Outcome:
    draft = _Draft()
    try:
        judgement = _assess(question, pipeline, draft)
    except ChunkTraceError as error:
        return _outcome(question, draft, None, "failed", str(error))
    except Exception as error:  # a defect in one part must not cost the questions that are done
        return _outcome(question, draft, None, "failed", f"{type(error).__name__}: {error}")
    return _outcome(question, draft, judgement, judgement.status, judgement.reason)


def _assess(question: Question, pipeline: Pipeline, draft: _Draft) -> Judgement:
    ground = pipeline.ground
    pipeline.encode(question)
    with draft.timed("search"):
        ranking = Reread(ranked(pipeline.collection, pipeline.encoder, question.text, pipeline.retrieval))
        walk = ground.walk(ranking, pipeline.retrieval)
        draft.hits = walk.within(*limit_of(pipeline.retrieval))
    draft.context_tokens = walk.tokens(draft.hits)
    placed = where_returned(question.evidence, draft.hits, ground.returnable, ground.documents)
    draft.evidence = evidence_scores(question.evidence, draft.hits, ground.returnable, placed)
    with draft.timed("curve"):
        draft.curve = curve_of(question.evidence, walk, ground)
    if pipeline.model is not None:
        with draft.timed("answer"):
            draft.answer = answer_of(answer(question.text, draft.hits, pipeline.model))
    if draft.answer is not None and question.answer:
        with draft.timed("compare"):
            draft.compared = compared(question.text, question.answer, said_in(draft.answer), pipeline.judge.compare)
    draft.exchange = exchange_of(replace(question, evidence=tuple(placed)), draft.hits, draft.answer)
    with draft.timed("judge"):
        return pipeline.judge.assess(draft.exchange, pipeline.unit, draft.replies.append)


def _outcome(question: Question, draft: _Draft, judgement: Judgement | None, status: Status, reason: str) -> Outcome:
    exchange = draft.exchange
    costs = [reply.cost for reply in draft.replies]
    return Outcome(
        question_id=question.id,
        question=question.text,
        status=status,
        reason=" ".join(reason.split()),
        found=found_of(draft.hits),
        context=exchange.context if exchange else {},
        context_tokens=draft.context_tokens,
        evidence=draft.evidence,
        curve=draft.curve,
        answer=replied_of(draft.answer) if draft.answer else None,
        response=(exchange.response or {}) if exchange else {},
        judgement=judgement,
        judge_replies=tuple(reply.text for reply in draft.replies),
        judge_cost=sum(cost for cost in costs if cost is not None) if costs and None not in costs else None,
        tags=question.tags,
        seconds=draft.seconds,
        compared=draft.compared,
        evidence_documents=tuple(dict.fromkeys(passage.document_id for passage in question.evidence)),
        annotated=tuple(passages_of(question.evidence)),
        reference=question.answer or None,
    )
