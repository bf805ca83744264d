"""Which documents and questions a plan asks, as the plan names them. Unlike sources.py, loads nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from config import settings
from core.counted import counted
from core.files import user_path
from corpus.library import SAVED, list_corpora, list_sets
from corpus.load import SAMPLE
from corpus.questions import RAGBENCH
from corpus.samples import samples
from ui import places, resources

OWN, PATH = "own", "path"


@dataclass(frozen=True, slots=True)
class Named:
    """DATA and QUESTIONS of a plan; the latter empty where the data bring their own. `waits` says what is missing."""

    data: str
    questions: str = ""
    waits: str = ""


def labels() -> dict[str, str]:
    """What can be named without typing, with labels: what is saved, samples, and the subsets of a local RAGBench."""
    known = {f"{SAVED}{card.name}": f"📁 {card.title}" for card in list_corpora(resources.home())}
    known |= {f"{SAMPLE}{one.name}": f"🧩 Sample: {one.label}" for one in samples()}
    root = settings().ragbench
    subsets = sorted(path.name for path in root.iterdir() if any(path.glob("validation*"))) if root else []
    return known | {f"{RAGBENCH}{name}:validation": f"RAGBench {name} (validation)" for name in subsets}


def show(key: str) -> Named:
    """The two choices, side by side."""
    known = labels()
    left, right = st.columns(2)
    with left:
        data = _documents(key, known)
        st.page_link(places.DATA, label="Add documents or questions on the Data page", icon="📁")
    with right:
        questions, waits = _questions(key, data)
    return Named(data, questions, waits if data else "Type the path of the documents.")


def _from_here(path: str) -> str:
    """A path that holds wherever the plan lies; what is no path stays as it is."""
    place = user_path(path)
    return str(place.absolute()) if path and place.exists() else path


def first() -> str:
    """The documents that a new plan starts from: what the user saved, else the first sample."""
    return next(iter(labels()))


def fill(key: str, data: str, questions: str) -> None:
    """Let the choices show what a plan names."""
    known, sets = labels(), _sets("")
    st.session_state[f"{key}-data"] = data if data in known else PATH
    st.session_state[f"{key}-data-path"] = "" if data in known else data
    st.session_state[f"{key}-questions"] = questions if questions in sets else PATH if questions else OWN
    st.session_state[f"{key}-questions-path"] = "" if questions in sets else questions


def _documents(key: str, known: dict[str, str]) -> str:
    chosen = st.selectbox(
        "Documents",
        [*known, PATH],
        format_func=lambda each: known.get(each, "Folder or file on this machine"),
        key=f"{key}-data",
        persist_state="session",
        help="What is chunked. All configurations get the same documents.",
    )
    if chosen != PATH:
        return str(chosen)
    path = st.text_input(
        "Path of the documents",
        key=f"{key}-data-path",
        persist_state="session",
        placeholder="/home/me/documents",
        help="A folder, or one file.",
    )
    return _from_here(path.strip())


def _questions(key: str, data: str) -> tuple[str, str]:
    """QUESTIONS, and what is still missing."""
    sets = _sets(data)
    own = {OWN: "Those that come with the documents"} if data.startswith((SAMPLE, RAGBENCH)) else {}
    known = own | sets | {PATH: "A file on this machine"}
    if st.session_state.get(f"{key}-questions") not in known:
        st.session_state.pop(f"{key}-questions", None)
    chosen = st.selectbox(
        "Questions",
        list(known),
        format_func=lambda each: known[each],
        key=f"{key}-questions",
        persist_state="session",
        help="Every configuration is asked the same questions. Evidence in them makes recall measurable.",
    )
    if chosen in sets:
        return str(chosen), ""
    if chosen == OWN:
        return "", ""
    path = st.text_input(
        "Path of the questions",
        key=f"{key}-questions-path",
        persist_state="session",
        placeholder="/home/me/questions.csv",
        help="CSV or JSONL with a column question; evidence and answer are optional.",
    )
    return _from_here(path.strip()), "" if path.strip() else "Type the path of the question file."


def _sets(data: str) -> dict[str, str]:
    """The saved question sets by QUESTIONS, those about these documents first."""
    cards = sorted(list_sets(resources.home()), key=lambda card: card.about != data)
    return {f"{SAVED}{card.name}": f"📁 {card.title} ({counted(card.questions, 'question')})" for card in cards}


def name_of(data: str) -> str:
    """A short name of the documents, for a sweep on them."""
    kind = next((each for each in (SAMPLE, SAVED, RAGBENCH) if data.startswith(each)), "")
    return Path(data.removeprefix(kind).partition(":")[0] if kind else data).stem or "sweep"
