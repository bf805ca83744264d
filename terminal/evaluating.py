"""One evaluation on the command line: checked before any work, run, and told. Its command only names the steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import ChunkTraceError, SettingError
from terminal import judging
from terminal.afterwards import check_labels, check_scenarios, kept_for_later
from terminal.encoders import encoder_of
from terminal.labeling import correction_lines, label_run
from terminal.output import show
from terminal.progress import follow, warn
from terminal.reports import run_lines
from terminal.scenario_reports import ask_scenarios, scenarios_json, scenarios_lines

if TYPE_CHECKING:
    from config import Settings
    from core.calls import Calls
    from core.types import RetrievalSpec
    from corpus.questions import QuestionSet
    from embedding.encoder import Encoder
    from evaluation.judges.judge import Judge
    from evaluation.labels import Kind
    from evaluation.runs import LoadedRun
    from evaluation.scenarios.scenario import Scenario
    from evaluation.scenarios.summary import ScenarioSummary
    from retrieval.card import CollectionCard
    from retrieval.collection import Collection
    from terminal.judging import Model


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: how to search, who answers and judges, and what comes after the run."""

    given: Settings
    folder: Path
    spec: RetrievalSpec
    answering: Model | None
    judge: str
    judge_model: str | None
    scenarios: Sequence[Scenario]
    limit: int | None
    losses: bool | None
    repeat: int
    label: int | None
    label_kind: Kind

    def __post_init__(self) -> None:
        """Refuse what the run could not do once it is there. Raises SettingError or LoadError."""
        answered = self.answering is not None
        if self.scenarios and not answered:
            raise SettingError("--scenario shows what a model does: name one that answers, such as --model local.")
        if self.label is not None:
            check_labels(self.folder, self.label_kind, answered=answered, judge=self.judge)


@dataclass(frozen=True, slots=True)
class Staff:
    """What was loaded to do it: the judge, the model it asks, and the encoder of the questions."""

    judge: Judge
    grading: Model | None
    encoder: Encoder | None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The run, its scenarios, and what went wrong after the run."""

    run: LoadedRun
    scenarios: tuple[ScenarioSummary, ...]
    failures: list[ChunkTraceError]


def staff_of(wanted: Wanted, card: CollectionCard) -> Staff:
    """Load who judges and what reads the questions. Raises ChunkTraceError where something is missing."""
    from evaluation.judges.ready import judge_of

    grading = judging.judge_model(wanted.judge_model, wanted.judge, wanted.answering, wanted.given)
    judge = judge_of(wanted.judge, grading, wanted.given.home)
    return Staff(judge, grading, encoder_of(card, wanted.spec, wanted.given.home))


def questions_of(wanted: Wanted, source: str, opened: Collection) -> QuestionSet:
    """The questions, with what was left out told; refused where no scenario can be asked with them."""
    from corpus.questions import load_questions

    documents = tuple(opened.documents.values())
    asked = load_questions(source, documents, ragbench=wanted.given.ragbench, home=wanted.given.home)
    warn(asked.problems)
    if wanted.scenarios:
        check_scenarios(wanted.folder, asked.questions[: wanted.limit])
    return asked


def calls_of(wanted: Wanted, staff: Staff, opened: Collection, asked: QuestionSet) -> Calls | None:
    """What the judge would be asked; None where it asks nobody."""
    return judging.calls_of_run(
        opened,
        wanted.spec,
        staff.grading,
        wanted.given,
        questions=asked.questions[: wanted.limit],
        folder=wanted.folder,
        answered=wanted.answering is not None,
        repeat=wanted.repeat,
        scenarios=wanted.scenarios,
    )


def evaluated(wanted: Wanted, staff: Staff, opened: Collection, asked: QuestionSet) -> Evaluated:
    """The run with progress, and its scenarios; an error of these is put aside, so that the run is told first."""
    from evaluation.run import evaluate

    work = evaluate(
        opened,
        staff.encoder,
        asked.questions,
        wanted.spec,
        staff.judge,
        wanted.answering,
        wanted.folder,
        question_set=asked.name,
        limit=wanted.limit,
        retry_failed=True,
        losses=wanted.losses,
        unplaced=asked.unplaced,
    )
    run = follow(work)
    tried: tuple[ScenarioSummary, ...] = ()
    failures: list[ChunkTraceError] = []
    with kept_for_later(failures):
        if wanted.scenarios:
            parts = (opened, staff.encoder, wanted.spec, staff.judge, wanted.answering)
            tried = ask_scenarios(run, asked.questions, wanted.scenarios, parts, asked.unplaced)
    return Evaluated(run, tried, failures)


def tell(wanted: Wanted, staff: Staff, done: Evaluated, calls: Calls | None, *, as_json: bool) -> None:
    """Show the run and what came after it. Raises the first error that was put aside, or where all questions failed."""
    judging.tell_trust(done.run, staff.grading, wanted.given, wanted.repeat)
    value, said = judging.run_json(done.run, calls), run_lines(done.run)
    with kept_for_later(done.failures):
        if wanted.label is not None:
            corrected = label_run(done.run, wanted.label_kind, wanted.label)
            value |= {"corrected": list(map(asdict, corrected))}
            said += f"\n{correction_lines(corrected)}"
    if done.scenarios:
        value |= {"scenarios": scenarios_json(done.scenarios)}
        said += f"\n\n{scenarios_lines(done.scenarios, wanted.folder)}"
    show(as_json, value, said)
    if all(outcome.status == "failed" for outcome in done.run.outcomes):
        raise ChunkTraceError(f"every question failed; the first because: {done.run.outcomes[0].reason}")
    if done.failures:
        raise done.failures[0]
