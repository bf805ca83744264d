"""What a model did as retrieval failed, as JSON and as lines for people. Unlike reports.py, compares scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.counted import counted
from terminal.output import table, wrapped
from terminal.progress import follow, note

if TYPE_CHECKING:
    from core.types import Question, RetrievalSpec
    from corpus.questions import Unplaced
    from embedding.encoder import Encoder
    from evaluation.judges.judge import Judge
    from evaluation.runs import LoadedRun
    from evaluation.scenarios.scenario import Scenario
    from evaluation.scenarios.summary import ScenarioSummary, Share
    from generation.models import ChatModel, ExtractiveModel
    from retrieval.collection import Collection

    Parts = tuple[Collection, Encoder | None, RetrievalSpec, Judge, ChatModel | ExtractiveModel | None]

_SHOWN = ("correct_abstention", "false_abstention", "answered_correctly", "misled", "noticed")
_HEADINGS = ("scenario", "asked", "abstained rightly", "abstained wrongly", "correct", "misled", "noticed")


def ask_scenarios(
    run: LoadedRun,
    questions: Sequence[Question],
    scenarios: Sequence[Scenario],
    parts: Parts,
    unplaced: Sequence[Unplaced] = (),
) -> tuple[ScenarioSummary, ...]:
    """Ask the run's questions under the scenarios, with progress, once what it takes is told."""
    from evaluation.pipeline import Pipeline
    from evaluation.scenarios.run import expected, run_scenarios

    note(expected(run, questions, scenarios, parts[3]))
    return follow(run_scenarios(run, questions, scenarios, Pipeline(*parts, "sentence"), unplaced))


def scenarios_json(summaries: Sequence[ScenarioSummary]) -> list[dict[str, Any]]:
    """The summaries as `evaluate --json` shows them."""
    return [asdict(summary) for summary in summaries]


def scenarios_lines(summaries: Sequence[ScenarioSummary], folder: Path) -> str:
    """One row a scenario; what could not be counted, and why."""
    rows = [
        [_name(one), f"{one.questions:,}", *(_share(one.share(measure)) for measure in _SHOWN)] for one in summaries
    ]
    parts = [table(_HEADINGS, rows, numbers=range(1, len(_HEADINGS)))]
    parts.append(
        wrapped(
            "Abstained rightly: of the questions that nothing shown answers; the model answered the others, that is, "
            "hallucinated. Abstained wrongly, correct, misled: of those whose evidence was shown. Noticed: bad answers "
            "that adherence calls unsupported. Each with its 95 % interval."
        )
    )
    for one in summaries:
        if one.note:
            parts.append(f"{_name(one)}: no question was asked ({one.note}).")
        parts += [
            f"{_name(one)}: {counted(number, 'question')} not counted ({reason})."
            for reason, number in one.reasons.items()
        ]
    return "\n".join([*parts, f"Files in {folder}: scenarios.csv, scenario_answers.csv."])


def _name(one: ScenarioSummary) -> str:
    return f"{one.scenario} {one.rate:.0%}" if one.rate else one.scenario


def _share(share: Share) -> str:
    if share.share is None or share.low is None or share.high is None:
        return "-"
    return f"{share.number:,} of {share.n:,} ({100 * share.low:.0f}-{100 * share.high:.0f} %)"
