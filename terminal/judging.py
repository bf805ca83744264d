"""Who judges on the command line: what that would take, told before, and what to know of it, told after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.counted import counted
from core.errors import SettingError
from core.files import write_atomic
from terminal.output import interval, number, table
from terminal.progress import follow, note, warn
from terminal.requests import language_model

if TYPE_CHECKING:
    from config import Settings
    from core.calls import Calls
    from core.types import Question, RetrievalSpec
    from corpus.ragbench_records import RagbenchRecord
    from evaluation.panel import Panel
    from evaluation.runs import LoadedRun
    from evaluation.scenarios.scenario import Scenario
    from evaluation.score import ScoredRecord
    from generation.chat import ChatModel
    from generation.extractive import ExtractiveModel
    from retrieval.collection import Collection

    Model = ChatModel | ExtractiveModel


def judge_model(name: str | None, judge: str, answering: Model | None, given: Settings) -> Model | None:
    """The model of the llm judge: the one named, else the one that answers; None for judges that ask none."""
    if judge == "llm":
        return answering if name is None else language_model(name, given)
    if name is not None:
        raise SettingError(f"--judge-model is for the llm judge; the judge {judge} asks no model.")
    return None


def calls_of_run(
    opened: Collection,
    spec: RetrievalSpec,
    grading: Model | None,
    given: Settings,
    *,
    questions: Sequence[Question],
    folder: Path,
    answered: bool,
    repeat: int,
    scenarios: Sequence[Scenario] = (),
) -> Calls | None:
    """What the judge of a run would be asked, questions that are done already left out; None where it asks nobody."""
    if grading is None:
        return None
    from evaluation.judges.llm_calls import planned_calls
    from evaluation.judges.ready import asking_of
    from evaluation.stored import read_outcomes

    done = [outcome for outcome in read_outcomes(folder) if outcome.status == "measured"]
    return planned_calls(
        opened,
        spec,
        asking_of(grading, given.home).model,
        questions,
        answered=answered,
        done=min(len(done), len(questions)),
        repeated=repeat,
        scenarios=scenarios,
    )


def calls_of_records(records: Sequence[RagbenchRecord], grading: Model | None, given: Settings) -> Calls | None:
    """What the judge of records would be asked; None where it asks nobody."""
    if grading is None:
        return None
    from evaluation.judges.llm_calls import calls_for
    from evaluation.judges.ready import asking_of
    from evaluation.records import exchange_of_record

    return calls_for([exchange_of_record(record) for record in records], [asking_of(grading, given.home)])


def calls_json(calls: Calls | None) -> dict[str, Any]:
    """What a dry run shows programs."""
    return {"calls": asdict(calls) if calls else None}


def calls_lines(calls: Calls | None) -> str:
    """What a dry run says."""
    return (calls.sentence if calls else "The judge asks no language model.") + "\nNothing was asked."


def tell_trust(run: LoadedRun, grading: Model | None, given: Settings, repeat: int) -> None:
    """Judge a few questions again where a language model judges, and tell what to know of the judge."""
    from evaluation.judges.noise import measure_noise, noise_sample
    from evaluation.judges.ready import judge_again
    from evaluation.trust import cautions

    if grading is not None and repeat and noise_sample(run.outcomes, repeat):
        note(follow(measure_noise(run, judge_again(grading, given.home), repeat)).sentence)
    warn(cautions(run))


def cautions_of_records(
    judge: str, records: Sequence[RagbenchRecord], scored: Sequence[ScoredRecord], grading: Model | None
) -> list[str]:
    """What to know of the judge of records: what it was trained on, who answered, and how much it judged."""
    from evaluation.comparable import LEAST_COVERAGE
    from evaluation.trust import model_cautions

    names = dict.fromkeys(record.generation_model_name for record in records)
    found = [caution for name in names if grading is not None for caution in model_cautions(grading.name, name)]
    failed = sum(row.judgement.status == "failed" for row in scored)
    if failed > (1 - LEAST_COVERAGE) * len(scored):
        found.append(
            f"{failed:,} of {len(scored):,} records failed: the means are of what is left, which may be the easier ones"
        )
    return list(dict.fromkeys([*trained_on(judge, records), *found]))


def trained_on(judge: str, records: Sequence[RagbenchRecord]) -> list[str]:
    """That the judge was trained on some of these records, so that its scores here are better than elsewhere."""
    if judge not in ("local", "local-wording"):
        return []
    from evaluation.judges.training_records import count_trained_on

    seen = count_trained_on(records)
    if not seen:
        return []
    return [
        f"the judge was trained on {seen:,} of {counted(len(records), 'record')} that it scored: how well it agrees "
        "with their labels says little of others"
    ]


def check_panel(judge: str) -> None:
    """Refuse to compare the stored labels with themselves."""
    if judge == "stored":
        raise SettingError(
            "--panel compares a judge with the stored labels, and the stored labels agree with themselves: name "
            "another judge, such as --judge local."
        )


def run_json(run: LoadedRun, calls: Calls | None) -> dict[str, Any]:
    """A run as `evaluate --json` shows it."""
    from evaluation.judges.noise import noise_of
    from evaluation.summary import summarize
    from evaluation.tables import SUMMARY_COLUMNS
    from evaluation.trust import cautions

    noise = noise_of(run.folder)
    return {
        "out": str(run.folder),
        "questions": len(run.outcomes),
        "failed": sum(outcome.status == "failed" for outcome in run.outcomes),
        "summary": [{name: getattr(one, name) for name in SUMMARY_COLUMNS} for one in summarize(run.outcomes)],
        "noise": asdict(noise) if noise else None,
        "cautions": cautions(run),
    } | calls_json(calls)


def write_panel(
    judge: str, records: Sequence[RagbenchRecord], scored: Sequence[ScoredRecord], out: Path
) -> tuple[Panel, Path]:
    """Write the panel and its calibration beside the table of scores; the panel and its file."""
    from evaluation.panel import calibration_csv, panel_csv
    from evaluation.record_panel import record_panel

    panel = record_panel(judge, records, [row.judgement for row in scored], "; ".join(trained_on(judge, records)))
    file = out.with_suffix(".panel.csv")
    write_atomic(file, panel_csv(panel))
    if panel.calibration:
        write_atomic(out.with_suffix(".calibration.csv"), calibration_csv(panel))
    return panel, file


def panel_lines(panel: Panel) -> str:
    """The panel for people."""
    cells = [
        [
            row.metric,
            row.measure,
            row.judge,
            number(row.found.value),
            interval(row.found.low, row.found.high),
            f"{row.found.n:,}",
        ]
        for row in panel.rows
    ]
    said = "Agreement with the records' own labels (rmse: less is better; auroc and f1: more):"
    return f"{said}\n{table(('of', 'measure', 'judge', 'value', '95 % interval', 'n'), cells, numbers=(3, 4, 5))}"
