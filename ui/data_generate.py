"""Questions made from documents on the Data page, by templates or in a model's words. Unlike data_add.py, not given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import streamlit as st

from core.counted import counted
from core.errors import ChunkTraceError
from core.events import Event, Finished, Progress
from core.types import Document
from corpus.library import SAVED
from corpus.question_rows import row_of
from corpus.saved_questions import add_rows
from evaluation.questions.generate import generate
from evaluation.questions.rewritten import Rewritten, expected, places, rewrite
from evaluation.questions.strata import STRATA
from generation.chat import ChatModel
from generation.models import chatting
from generation.reply_cache import ReplyCache
from ui import choices, job_panel, resources, work
from ui.data_sets import Chosen
from ui.literal import literal

_TEMPLATES, _MODEL = "Templates, no model", "A language model"


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many questions of which kinds, and who words them; `waits` says what is still missing."""

    count: int
    strata: tuple[str, ...]
    seed: int
    model: choices.ModelChoice | None
    waits: str = ""


def show(chosen: Chosen) -> None:
    """The form, what it will cost, and the button; the questions come into this set, marked as not reviewed."""
    if not chosen.documents:
        st.info("Choose the documents that the set asks about, above: questions are made from their text.")
        return
    wanted = form(chosen.corpus.key, chosen.documents)
    label = f"Generate {counted(wanted.count, 'question')}"
    st.button(
        label,
        key="data-generate",
        type="primary",
        icon="✨",
        disabled=bool(wanted.waits),
        on_click=start,
        args=(chosen.name.removeprefix(SAVED), chosen.documents, wanted),
    )
    if wanted.waits:
        st.caption(literal(wanted.waits))


def form(key: str, documents: Sequence[Document]) -> Wanted:
    """How many, of which kinds, in whose words; for a model, how many calls it takes."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        count = int(st.number_input("How many", 1, 500, 20, key="data-generate-count", width=120) or 20)
        other = "Another number asks about other places of the same documents."
        seed = int(st.number_input("Variation", 0, 9_999, 0, key="data-generate-seed", width=120, help=other) or 0)
        words = st.segmented_control(
            "In whose words", [_TEMPLATES, _MODEL], default=_TEMPLATES, key="data-generate-words", required=True
        )
    strata = st.pills(
        "Kinds, in equal parts",
        list(STRATA),
        selection_mode="multi",
        default=list(STRATA),
        format_func=lambda name: STRATA[name].label,
        key="data-generate-strata",
        wrap=True,
        help="  \n".join(f"{one.label}: {one.help}" for one in STRATA.values()),
    )
    names = tuple(strata)
    if not names:
        return Wanted(count, (), seed, None, "Choose at least one kind of question.")
    if words == _TEMPLATES:
        st.caption("Evidence is exact. The wording is plain, and kinder to word search than that of people.")
        return Wanted(count, names, seed, None)
    model = choices.model("data-generate", (choices.LOCAL,), "Model")
    if not model.waits:
        _cost(key, documents, Wanted(count, names, seed, model))
    return Wanted(count, names, seed, model, model.waits)


def _cost(key: str, documents: Sequence[Document], wanted: Wanted) -> None:
    if wanted.model is None:
        return
    model = chatting(wanted.model.load())
    asked = _places(key, wanted.count, wanted.strata, wanted.seed, documents)
    st.caption(literal(expected(asked, model, ReplyCache(resources.home(), "questions")).sentence))


@st.cache_data(max_entries=4, show_spinner="Looking for places to ask about…")
def _places(key: str, count: int, strata: tuple[str, ...], seed: int, _documents: Sequence[Document]) -> list:  # type: ignore[type-arg]
    return places(_documents, count, strata, seed)


def start(name: str, documents: Sequence[Document], wanted: Wanted) -> None:
    """Queue the work. The model is loaded now, because its key is the session's. For callbacks."""
    try:
        model = chatting(wanted.model.load()) if wanted.model is not None else None
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return
    title = f"Generate questions for {name}"
    job, new = resources.jobs().submit(f"questions:{name}", title, lambda: _events(name, documents, wanted, model))
    if new:
        job_panel.mine(job)


def _events(name: str, documents: Sequence[Document], wanted: Wanted, model: ChatModel | None) -> Iterator[Event]:
    """Make the questions and write them into the set."""
    home = resources.home()
    yield Progress("looking for places to ask about", 0, 0)
    if model is None:
        made = generate(documents, wanted.count, wanted.strata, wanted.seed)
        questions, notes = made.questions, made.notes
    else:
        asked = places(documents, wanted.count, wanted.strata, wanted.seed)
        written: Rewritten | None = None
        for event in rewrite(asked, wanted.count, model, ReplyCache(home, "questions")):
            if isinstance(event, Finished):
                written = event.result
            else:
                yield event
        questions, notes = (written.questions, written.notes) if written else ((), ())
    done = add_rows(name, [row_of(question) for question in questions], home)
    again = f", {done.repeated:,} were in the set already" if done.repeated else ""
    chosen = {"data-set": f"{SAVED}{name}", "data-part": "questions", "data-show": "unreviewed"}
    yield Finished(work.Told(f"{counted(done.added, 'question')} to review{again}.", chosen, tuple(notes)))
