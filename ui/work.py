"""The app's long work, put together from the domain's parts. Each function returns what the queue starts later."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chunking.tools import Tools
from core.counted import counted
from core.events import Event, Finished, Progress
from core.types import ChunkSpec, Method, Question, RetrievalSpec
from corpus.load import Corpus
from corpus.questions import Unplaced
from embedding.sources import encoder_by, load_again, remember_source
from evaluation.judges.noise import SAMPLE, measure_noise, noise_sample
from evaluation.judges.ready import judge_again, judge_of
from evaluation.pipeline import Pipeline
from evaluation.plans import plan_of
from evaluation.run import evaluate as evaluate_questions
from evaluation.runs import LoadedRun
from evaluation.scenarios.run import run_scenarios
from evaluation.scenarios.scenario import scenarios_of
from generation.chat import ChatModel
from generation.extractive import ExtractiveModel
from retrieval.build import BuildResult
from retrieval.build import build as build_collection
from retrieval.collections import open_collection
from retrieval.naming import safe_name
from ui.resources import home
from ui.sources import Source

Start = Callable[[], Iterator[Event]]
Steps = Generator[Event, None, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """The end of a job: a sentence and warnings for the reader, and what the pages shall show next, by widget key."""

    sentence: str
    chosen: Mapping[str, object] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything an evaluation is asked to do. `questions` come with the documents' names they refer to.

    `scenarios` are asked afterwards, by name.
    """

    collection: str
    questions: Sequence[Question]
    question_set: str
    retrieval: RetrievalSpec
    judge: str
    model: ChatModel | ExtractiveModel | None
    judge_model: ChatModel | None = None
    unplaced: Sequence[Unplaced] = ()
    scenarios: Sequence[str] = ()


def build(
    source: Source,
    spec: ChunkSpec,
    encoder: str,
    name: str | None,
    tools: Tools | None = None,
    method: Method = "standard",
) -> Start:
    """Load the documents and build the collection. Uploads are read now, because the session holds them."""
    corpus = source.load() if source.quick else None

    def start() -> Iterator[Event]:
        yield Progress("loading the documents", 0, 0)
        documents = corpus or source.load()
        result = yield from build_steps(documents, spec, encoder, name, tools, method)
        warnings = (*documents.notices, *result.warnings)
        yield Finished(Told(build_sentence(result), _shown(result.collection), warnings))

    return start


def evaluate(wanted: Evaluation) -> Start:
    """Evaluate a collection into a run whose folder follows from its plan, so that the same work resumes."""

    def start() -> Iterator[Event]:
        run = yield from evaluation_steps(wanted)
        told = f"{counted(len(run.outcomes), 'question')} {'is' if len(run.outcomes) == 1 else 'are'} scored"
        yield Finished(Told(told, {"evaluate-run": run.name}))

    return start


def build_steps(
    corpus: Corpus,
    spec: ChunkSpec,
    encoder: str,
    name: str | None,
    tools: Tools | None = None,
    method: Method = "standard",
) -> Generator[Event, None, BuildResult]:
    """The build's progress; returns its result."""
    yield Progress("loading the embedding model", 0, 0)
    loaded = encoder_by(encoder, method, home())
    remember_source(loaded.spec, encoder, home())
    for event in build_collection(corpus, spec, loaded, home(), name, tools):
        if isinstance(event, Finished):
            result: BuildResult = event.result
            return result
        yield event
    raise RuntimeError("the build ended without a result")


def evaluation_steps(wanted: Evaluation) -> Generator[Event, None, LoadedRun]:
    """The evaluation's progress; returns the finished run. Questions that failed before are tried again, and a
    language model judges a few again, to tell its noise.
    """
    yield Progress("loading the embedding model", 0, 0)
    collection = open_collection(wanted.collection, home())
    try:
        encoder = load_again(collection.card.recipe.embedding, home())
        judge = judge_of(wanted.judge, wanted.judge_model, home())
        plan = plan_of(
            collection,
            wanted.questions,
            wanted.retrieval,
            judge,
            wanted.model,
            question_set=wanted.question_set,
            unit="sentence",
        )
        for event in evaluate_questions(
            collection,
            encoder,
            wanted.questions,
            wanted.retrieval,
            judge,
            wanted.model,
            home() / "runs" / run_name(plan),
            question_set=wanted.question_set,
            retry_failed=True,
            unplaced=wanted.unplaced,
        ):
            if isinstance(event, Finished):
                run: LoadedRun = event.result
                yield from _noise_steps(run, wanted)
                parts = Pipeline(collection, encoder, wanted.retrieval, judge, wanted.model, "sentence")
                yield from _scenario_steps(run, wanted, parts)
                return run
            yield event
    finally:
        collection.close()
    raise RuntimeError("the evaluation ended without a result")


def _noise_steps(run: LoadedRun, wanted: Evaluation) -> Iterator[Event]:
    if wanted.judge_model is not None and noise_sample(run.outcomes, SAMPLE):
        again = judge_again(wanted.judge_model, home())
        yield from (event for event in measure_noise(run, again, SAMPLE) if isinstance(event, Progress))


def _scenario_steps(run: LoadedRun, wanted: Evaluation, parts: Pipeline) -> Iterator[Event]:
    if wanted.scenarios:
        asked = run_scenarios(run, wanted.questions, scenarios_of(wanted.scenarios), parts, wanted.unplaced)
        yield from (event for event in asked if isinstance(event, Progress))


def run_name(plan: Mapping[str, Any]) -> str:
    """A readable folder name that only the same plan has."""
    retrieval = plan["retrieval"]
    amount = f"{retrieval['token_budget']}tok" if retrieval["token_budget"] else f"k{retrieval['k']}"
    model = str(plan["model"] or "no-model").split(" ")[0]
    readable = "-".join([plan["collection"]["name"], retrieval["mode"], amount, plan["judge"]["name"], model])
    return f"{safe_name(readable)[:100]}-{plan['key'][:6]}"


def build_sentence(result: BuildResult) -> str:
    """What a build did, and what the strategy tells, in one line."""
    return (
        f"{counted(result.chunks, 'chunk')} of {counted(result.documents, 'document')} in {result.seconds:.1f} s "
        f"({result.encoded:,} encoded, {result.reused:,} reused)." + "".join(f" {note}." for note in result.notes)
    )


def _shown(collection: str) -> dict[str, object]:
    return {"chat-collection": collection, "evaluate-collection": collection, "chunks-collection": collection}
