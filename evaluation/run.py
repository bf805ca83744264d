"""An evaluation as long work: each question is finished and on disk before the next one begins.

Killing it loses at most the question in hand; the same plan in the same folder goes on where it ended. What happens
to one question is in pipeline.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingError
from core.events import Event, Finished, Progress
from core.locked import locked
from core.tokens import encoding
from core.types import Question, RetrievalSpec
from corpus.questions import Unplaced
from evaluation.journal import Journal
from evaluation.judges.judge import Judge
from evaluation.loss_tables import LOSSES, write_losses
from evaluation.losses import explain
from evaluation.outcomes import Outcome, outcome_to_json
from evaluation.pipeline import Pipeline, outcome_of
from evaluation.plans import OUTCOMES, begin, plan_of
from evaluation.reordered import reordered
from evaluation.ruler import RulerFinding, ruler_record, verify
from evaluation.runs import LoadedRun, finish
from evaluation.stored import hold_outcomes, read_outcomes
from evaluation.trace import Unit
from generation.chat import ChatModel
from retrieval.collections import check_encoder
from retrieval.rerank import BM25
from retrieval.search import check_retrieval

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from generation.extractive import ExtractiveModel
    from retrieval.collection import Collection

LOCK = ".lock"
_NOTE = 60
# Retrieval by words is indexed anew for each question whose evidence is cut; a second for as many chunks.
_QUICKLY_EXPLAINED = 20_000


def evaluate(
    collection: Collection,
    encoder: Encoder | None,
    questions: Sequence[Question],
    retrieval: RetrievalSpec,
    judge: Judge,
    model: ChatModel | ExtractiveModel | None,
    out: Path,
    *,
    question_set: str = "",
    unit: Unit = "sentence",
    limit: int | None = None,
    retry_failed: bool = False,
    losses: bool | None = None,
    unplaced: Sequence[Unplaced] = (),
) -> Generator[Event[LoadedRun], None, None]:
    """Evaluate the questions on the collection into the folder `out`; Finished holds the LoadedRun.

    Without a model no answers are generated, and only what needs none is measured. `limit` takes the first so many
    questions; `retry_failed` does the failed ones of an earlier start again. A failing question is kept with its
    reason. `losses` explains lost evidence, by default where that is quick;
    `unplaced` is evidence that is not in the documents. Raises SettingError for an empty question set, repeated ids,
    settings that cannot work, or a folder that holds another plan or where somebody is at work; CollectionError for an
    encoder that did not make the collection; ModelMissing without the ranks to count tokens by.
    """
    asked = _asked(questions, limit)
    _check_retriever(collection, encoder, retrieval)
    plan = plan_of(collection, asked, retrieval, judge, model, question_set=question_set, unit=unit)
    pipeline = Pipeline(collection, encoder, retrieval, judge, model, unit)
    busy = SettingError(f"{out}: another evaluation is at work in this folder: wait for its end, or choose another.")
    with locked(out / LOCK, busy):
        begin(out, plan)
        done = {one.question_id for one in read_outcomes(out) if not (retry_failed and one.status == "failed")}
        yield from _ask(asked, pipeline, out, frozenset(done), Counter(piece.question_id for piece in unplaced))
        outcomes = hold_outcomes(out)
        wanted = _quickly_explained(collection, retrieval) if losses is None else losses
        if wanted and not (len(done) == len(asked) and (out / LOSSES).is_file()):
            report = yield from explain(collection, encoder, _searched(asked, outcomes), retrieval, unplaced)
            if report.questions:
                write_losses(out, report)
        yield Finished(finish(out, outcomes, ruler_record(_ruler(asked, pipeline, outcomes))))


def _ask(
    asked: Sequence[Question], pipeline: Pipeline, out: Path, done: frozenset[str], nowhere: Mapping[str, int]
) -> Iterator[Progress]:
    """Ask what is not done yet; `nowhere` counts evidence of a question that is in no document."""
    yield Progress("evaluate", len(done), len(asked), f"{len(done)} were done before" if done else "")
    open_ones = [question for question in asked if question.id not in done]
    with Journal(out / OUTCOMES) as journal:
        pipeline.warm_up(open_ones)
        for number, question in enumerate(open_ones, start=len(done) + 1):
            journal.append(outcome_to_json(outcome_of(question, pipeline, nowhere.get(question.id, 0))))
            yield Progress("evaluate", number, len(asked), question.text[:_NOTE])


def _quickly_explained(collection: Collection, retrieval: RetrievalSpec) -> bool:
    """Whether searching four times more for each question that lost evidence takes no time to speak of."""
    reads_all = retrieval.mode == "rerank" and retrieval.reranker != BM25  # a cross-encoder reads every candidate anew
    return len(collection.chunks) <= _QUICKLY_EXPLAINED and not reads_all


def _searched(asked: Sequence[Question], outcomes: Sequence[Outcome]) -> list[Question]:
    """The questions that can be explained: a search that failed retrieved nothing, for a reason of its own."""
    unsearched = {one.question_id for one in outcomes if one.status == "failed" and one.evidence is None}
    return [question for question in asked if question.id not in unsearched]


def _ruler(asked: Sequence[Question], pipeline: Pipeline, outcomes: Sequence[Outcome]) -> tuple[RulerFinding, ...]:
    """Checks of the metrics on what was just measured."""
    searched = {outcome.question_id for outcome in outcomes if outcome.evidence is not None}
    once_more = [question for question in asked if question.id in searched]
    return verify(asked, outcomes, reordered(pipeline.collection, pipeline.encoder, once_more, pipeline.retrieval))


def _check_retriever(collection: Collection, encoder: Encoder | None, retrieval: RetrievalSpec) -> None:
    """Refuse at once what would fail on every question."""
    check_retrieval(retrieval)
    encoding()  # raises ModelMissing when context tokens could not be counted
    if retrieval.mode != "bm25":
        if encoder is None:
            raise SettingError(f"The retriever {retrieval.mode} needs the encoder {collection.card.encoder}.")
        check_encoder(collection.card, encoder.spec)


def _asked(questions: Sequence[Question], limit: int | None) -> list[Question]:
    if limit is not None and limit < 1:
        raise SettingError(f"limit must be at least 1, but is {limit}.")
    asked = list(questions[:limit])
    if not asked:
        raise SettingError("The question set is empty: there is nothing to evaluate.")
    seen: set[str] = set()
    for question in asked:
        if question.id in seen:
            raise SettingError(f"Question id {question.id!r} occurs twice: give every question its own id.")
        seen.add(question.id)
    return asked
