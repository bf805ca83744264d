"""All sentences of one question, labeled by clicking them: yes, no, open again. Unlike labeling.py, in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

import streamlit as st

from core.counted import counted
from core.types import Document
from evaluation.label_design import Frame
from evaluation.label_items import ASKED_OF_ALL
from evaluation.labels import Kind, Label, Place, add_label, add_labels, forget_label
from evaluation.outcomes import Outcome
from evaluation.peek import Line, SeenText, seen_answer, seen_passages
from evaluation.question_list import place_of
from evaluation.runs import LoadedRun
from ui import judge_pick
from ui.judge_pick import NAMES
from ui.labeling import NO
from ui.literal import literal
from ui.marked_text import Kind as MarkKind
from ui.marked_text import Mark, legend, marked_text
from ui.run_documents import searched_by

_YES: Mapping[Kind, MarkKind] = {"relevant": "relevant", "utilized": "used", "supported": "supported"}
_OPEN: MarkKind = ""
_NOT: MarkKind = "beyond"
_HEIGHT = 300
Labels = Mapping[Place, bool | None]
Documents = Mapping[str, Document]


def show(run: LoadedRun, frame: Frame, labels: Labels) -> None:
    """The question in hand: every click is on disk before the page shows it."""
    texts = dict(zip(run.columns.question_ids, run.columns.questions, strict=True))
    # In the order of the draws, so that what is labeled here counts for the corrected mean as soon as it can.
    ids = list(dict.fromkeys([*(drawn.question_id for drawn in frame.to_label(_first(frame))), *frame.predictions]))
    name, kind = judge_pick.question(ids, {each: texts[each] for each in ids}), frame.kind
    outcome = run.outcome(name)
    if outcome is None:
        return
    keys = list(frame.predictions[name])
    done = [key for key in keys if (name, key, kind) in labels]
    st.progress(len(done) / len(keys), text=f"{len(done):,} of {counted(len(keys), 'sentence')} of this question")
    _compared([labels.get((name, key, kind)) for key in keys], list(frame.predictions[name].values()))
    st.markdown(f"**Question:** {literal(outcome.question)}")
    if kind == "utilized":
        st.markdown(f"**Answer:** {literal(' '.join(outcome.response.values()))}")
    st.markdown(f"**{ASKED_OF_ALL[kind]}** A click says yes, a second one no, a third takes it back.")
    legend({_YES[kind]: f"✓ {NAMES[kind].lower()}", _NOT: f"✗ {NO[kind].lower()}", _OPEN: "not said yet"})
    # Above the texts, which may be long; the keys work from anywhere.
    _buttons(run.folder, name, kind, [key for key in keys if key not in done], ids)
    documents = searched_by(run).documents
    for number, (title, text) in enumerate(_texts(outcome, kind, documents)):
        _clickable(run.folder, outcome, kind, labels, (number, title, text))
    if kind == "supported":
        _passages(outcome, documents)


def _first(frame: Frame) -> int:
    return min(200, frame.sentences)


def _texts(outcome: Outcome, kind: Kind, documents: Documents) -> Iterable[tuple[str, SeenText]]:
    if kind == "supported":
        answer = seen_answer(outcome)
        return [("Answer", answer)] if answer else []
    return [
        (f"Passage {seen.found.rank}: {seen.found.document}", SeenText(seen.text, seen.lines))
        for seen in seen_passages(outcome, documents, None)
    ]


def _clickable(folder: Path, outcome: Outcome, kind: Kind, labels: Labels, part: tuple[int, str, SeenText]) -> None:
    number, title, text = part
    with st.container(border=True):
        st.caption(literal(title))
        touch = marked_text(
            text.text,
            [_mark(line, labels, (outcome.question_id, line.key, kind)) for line in text.lines],
            key=f"judge-click-{kind}-{outcome.question_id}-{number}",
            title=title,
            height=_HEIGHT,
        )
    if touch.clicked and touch.clicked in {line.key for line in text.lines}:
        _click(folder, (outcome.question_id, touch.clicked, kind), labels)
        st.rerun()


def _mark(line: Line, labels: Labels, place: Place) -> Mark:
    if place not in labels:
        return Mark(*line.span, _OPEN, id=line.key, tip="not said yet")
    value = labels[place]
    if value is None:
        return Mark(*line.span, _OPEN, id=line.key, tip="skipped", label="–")
    kind = place[2]
    told = NAMES[kind] if value else NO[kind]
    return Mark(*line.span, _YES[kind] if value else _NOT, id=line.key, tip=told.lower(), label="✓" if value else "✗")


def _click(folder: Path, place: Place, labels: Labels) -> None:
    """Yes, then no, then as if nothing had been said."""
    match labels.get(place):
        case True:
            add_label(folder, Label(*place, False))
        case False:
            forget_label(folder, place)
        case None:
            add_label(folder, Label(*place, True))


def _passages(outcome: Outcome, documents: Documents) -> None:
    with st.container(border=True, height=_HEIGHT):
        for seen in seen_passages(outcome, documents, None):
            st.caption(literal(f"[{seen.found.rank}] {seen.text}"))


def _compared(said: Sequence[bool | None], judge: Sequence[float]) -> None:
    """The question's score by the labels and by the judge, once every sentence has a yes or no."""
    known = [value for value in said if value is not None]
    if len(known) == len(said):
        st.caption(f"Your labels make {fmean(known):.2f} of this question, the judge {fmean(judge):.2f}.")


def _buttons(folder: Path, name: str, kind: Kind, left: Sequence[str], ids: Sequence[str]) -> None:
    """What is left is no, and on; or to another question."""
    place = place_of(name, ids, ids)
    rest = [Label(name, key, kind, False) for key in left]
    with st.container(horizontal=True):
        st.button(
            f"The other {len(left):,}: {NO[kind].lower()}, and next" if left else "All labeled",
            key="judge-rest-no",
            type="primary",
            disabled=not left,
            shortcut="N",
            on_click=_save_and_go,
            args=(folder, rest, place.after),
        )
        for label, target, shortcut in (("Previous question", place.before, "K"), ("Next question", place.after, "J")):
            st.button(
                label,
                key=f"judge-{label.split()[0].lower()}",
                disabled=target is None,
                shortcut=shortcut,
                on_click=judge_pick.go,
                args=(target,),
            )


def _save_and_go(folder: Path, labels: Sequence[Label], target: str | None) -> None:
    add_labels(folder, labels)
    if target is not None:
        judge_pick.go(target)
