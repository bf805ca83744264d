"""One answer: its text with support and citations marked, warnings, scores, and its sources as buttons."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import replace

import streamlit as st

from core.spans import Span
from core.text import shortened
from core.types import Answer, Judgement
from evaluation.metrics import METRICS, TRACE
from evaluation.notices import notices
from evaluation.peek import Line
from evaluation.places import cited_places, response_places
from ui import chat_retrieval
from ui.chat_log import Said, Turn
from ui.drawer import is_open, source_drawer
from ui.literal import literal
from ui.marked_text import Mark, legend, marked_text
from ui.trace_marks import ANSWER_LEGEND, answer_marks

_LABEL, _QUOTE = 48, 280


def show(turn: Turn, said: Said, key: str, *, colored: bool, hidden: bool) -> None:
    """The answer; `hidden` keeps back what would tell the two of a blind comparison apart."""
    clicked = _text(said, key, colored=colored)
    if said.error:
        st.error(literal(said.error))
    pressed = _citations(said.answer, said, key) if said.answer else ""
    _open(said, clicked or pressed, hidden=hidden)
    if hidden:
        return
    _warn(turn, said)
    if said.answer:
        _scores(said, key)
        st.caption(literal(_facts(said.answer)))


def _warn(turn: Turn, said: Said) -> None:
    """What speaks against the answer, or against the retrieval where an answer was stopped."""
    for notice in notices(turn.query, said.hits, said.side.card.encoder, said.answer, said.judgement):
        if notice.level == "warning":
            st.warning(literal(notice.text), icon="⚠️")
        else:
            st.caption(literal(notice.text))


def _text(said: Said, key: str, *, colored: bool) -> str:
    """The text; the id of a citation that was clicked in it."""
    if not said.text:
        if not said.error:
            st.caption("Stopped before the answer began.")
        return ""
    if said.answer is None:
        st.markdown(literal(said.text))
        if not said.error:
            st.caption("Stopped: this is what was written until then.")
        return ""
    support = _support_marks(said.answer, said.judgement) if colored else []
    legend(ANSWER_LEGEND, support)
    marks = [*support, *_citation_marks(said.answer)]
    # Scores may come while the browser still draws the text without them, and it would keep that: hence two keys.
    state = "scored" if support else "plain"
    return marked_text(said.answer.text, marks, key=f"chat-answer-{key}-{state}", title="Answer").clicked


def _support_marks(answer: Answer, judgement: Judgement | None) -> list[Mark]:
    """Sentences by their support. A click on the text is for its citations, so these do not answer one."""
    lines = [Line(key, span) for key, span in response_places(answer).items()]
    return [replace(mark, id="") for mark in answer_marks(lines, judgement) if mark.kind]


def _citation_marks(answer: Answer) -> list[Mark]:
    return [
        Mark(span.start, span.end, "cited", id=str(answer.citations.index(cited[0])), tip="Open the source")
        for span, cited in cited_places(answer)
    ]


def _citations(answer: Answer, said: Said, key: str) -> str:
    """A small button for each cited passage; the number of the citation that was pressed."""
    first: dict[int, int] = {}
    for number, citation in enumerate(answer.citations):
        first.setdefault(citation.marker, number)
    pressed = ""
    with st.container(horizontal=True, gap="small", key=f"chat-citations-{key}"):
        for marker, number in sorted(first.items()):
            citation = answer.citations[number]
            document = said.documents[citation.document_id]
            label = literal(shortened(f"[{marker}] {document.name}", _LABEL))
            quote = literal(shortened(document.text[citation.start : citation.end], _QUOTE))
            if st.button(label, key=f"chat-cite-{key}-{marker}", help=quote, icon="📄", width="content"):
                pressed = str(number)
    return pressed


def _open(said: Said, number: str, *, hidden: bool) -> None:
    """The source of a citation in the drawer, with whatever else is cited or was returned of that document.

    Where passages begin and end would tell the two of a blind comparison apart.
    """
    cited = said.answer.citations if said.answer else ()
    if not number.isdecimal() or int(number) >= len(cited):
        return
    citation = cited[int(number)]
    document = said.documents[citation.document_id]
    marks = [
        Mark(one.start, one.end, "chosen" if one == citation else "cited", tip=f"Cited as [{one.marker}]")
        for one in cited
        if one.document_id == document.id
    ]
    around = [] if hidden else chat_retrieval.document_marks(said, document.id)
    span, title = Span(citation.start, citation.end), f"Source [{citation.marker}]"
    source_drawer(document, span, title, [*around, *marks], chat_retrieval.SOURCE_LEGEND)


def _scores(said: Said, key: str) -> None:
    """TRACe of this answer, or that it is on its way."""
    if said.judging is not None:
        _wait(said.judging)
    elif said.unscored:
        st.caption(literal(f"Not scored: {said.unscored}"))
    elif said.judgement is not None:
        with st.container(horizontal=True, gap="small", key=f"chat-scores-{key}"):
            for name in TRACE:
                text, tip = _score(name, said.judgement.scores, said.judgement.judge)
                st.markdown(f":small[{text}]", help=tip, width="content")


@st.fragment(run_every=0.4)
def _wait(judging: Future[Judgement]) -> None:
    """Look until the scores are there; then the page is drawn with them, unless something is read over it."""
    if judging.done() and not is_open():
        st.rerun()
    st.caption("⏳ Scoring the answer…")


def _score(name: str, scores: Mapping[str, float | bool | None], judge: str) -> tuple[str, str]:
    metric, value = METRICS[name], scores.get(name)
    told = (
        "not measured" if value is None else ("yes" if value else "no") if isinstance(value, bool) else f"{value:.2f}"
    )
    low, high = scores.get(f"{name}_low"), scores.get(f"{name}_high")
    within = "" if low is None or high is None else f" Likely between {low:.2f} and {high:.2f}."
    return f"{metric.label} **{told}**", f"{metric.help} Estimated by the judge {judge}.{within}"


def _facts(answer: Answer) -> str:
    tokens = "" if not answer.prompt_tokens else f" · {answer.prompt_tokens:,} tokens read"
    tokens += "" if not answer.completion_tokens else f", {answer.completion_tokens:,} written"
    cost = "" if not answer.cost else f" · US$ {answer.cost:.5f}"
    notes = "".join(f" · {note}" for note in answer.notes)
    return f"{answer.model} · {answer.seconds:.1f} s{tokens}{cost}{notes}"
