"""One run's view of a question, put together from what the run kept and the documents at hand. Draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import streamlit as st

from core.errors import ChunkTraceError
from evaluation.evidence import Passage
from evaluation.fates import Fate, fates_of, known_evidence, losses_of_question
from evaluation.judges.explained import Explained, explained
from evaluation.loss_tables import LOSSES, read_losses
from evaluation.losses import Loss, LossReport
from evaluation.outcomes import Outcome
from evaluation.peek import SeenPassage, SeenText, seen_answer, seen_passages
from evaluation.runs import LoadedRun
from ui.question_pick import Pick
from ui.run_documents import Searched, searched_by

Color = Literal["blue", "orange", "green", "violet", "yellow", "red"]
COLORS: tuple[Color, ...] = get_args(Color)


@dataclass(frozen=True, slots=True)
class Column:
    """`letter` stands for the run where its name is too long. `outcome` is None where the run did not ask."""

    letter: str
    color: Color
    name: str
    run: LoadedRun
    outcome: Outcome | None
    searched: Searched
    losses: tuple[Loss, ...] = ()
    fates: tuple[Fate, ...] = ()
    passages: tuple[SeenPassage, ...] = ()
    answer: SeenText | None = None
    explained: Explained | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """The columns, what is known of the question itself, and what could not be read."""

    columns: tuple[Column, ...]
    evidence: tuple[Passage, ...] | None
    reference: str
    problems: tuple[str, ...]


def shown_of(pick: Pick) -> Shown:
    """Everything that is shown of the question, a column a run."""
    reports = [_report(run) for run in pick.runs]
    good = [report if isinstance(report, LossReport) else None for report in reports]
    asked = [outcome for outcome in pick.row if outcome is not None]
    evidence = known_evidence(pick.id, asked, good)
    columns = [_column(number, pick, report, evidence) for number, report in enumerate(good)]
    references = [one.reference or (one.compared.reference if one.compared else "") for one in asked]
    reference = next(filter(None, references), "")
    return Shown(tuple(columns), evidence, reference, tuple(each for each in reports if isinstance(each, str)))


def _column(number: int, pick: Pick, report: LossReport | None, evidence: Sequence[Passage] | None) -> Column:
    outcome, run = pick.row[number], pick.runs[number]
    letter, color, name = "ABCDEF"[number], COLORS[number], pick.names[number]
    searched = searched_by(run)
    if outcome is None:
        return Column(letter, color, name, run, None, searched)
    losses = losses_of_question(report, pick.id)
    return Column(
        letter,
        color,
        name,
        run,
        outcome,
        searched,
        losses,
        fates_of(outcome, evidence or (), losses),
        seen_passages(outcome, searched.documents, evidence),
        seen_answer(outcome),
        explained(outcome.judge_replies),
    )


def _report(run: LoadedRun) -> LossReport | str | None:
    path = run.folder / LOSSES
    return _read(str(run.folder), path.stat().st_mtime_ns) if path.is_file() else None


@st.cache_resource(max_entries=24, show_spinner=False)
def _read(folder: str, stamp: int) -> LossReport | str | None:
    try:
        return read_losses(Path(folder))
    except ChunkTraceError as error:
        return str(error)
