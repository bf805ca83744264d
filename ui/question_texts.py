"""A run's answer, passages and judge for one question, in marked text. Unlike question_evidence.py, what came back."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.spans import Span
from core.types import Judgement
from evaluation.judges import JUDGES
from evaluation.peek import SeenPassage
from evaluation.ranking_diff import also_in, matches
from ui import judge_pick, places, question_pick
from ui.drawer import source_drawer
from ui.literal import literal
from ui.marked_text import Mark, marked_text
from ui.question_column import Column, Shown
from ui.trace_marks import answer_marks, passage_marks, support_words

_HEIGHT = 170
# The rest of a long list waits behind a click.
_FIRST = 5


def answer(column: Column, sentence: str) -> None:
    """The answer's sentences by their support; a click tells what one rests on."""
    outcome = column.outcome
    if column.answer is None or outcome is None:
        st.caption(literal(outcome.reason if outcome and outcome.reason else "No answer was generated."))
        return
    chosen = _chosen(column, sentence)
    words = column.explained.sentences if column.explained else {}
    with st.container(border=True):
        marks = answer_marks(column.answer.lines, outcome.judgement, chosen=chosen, says=lambda key: words.get(key, ""))
        touch = marked_text(
            column.answer.text, marks, key=f"question-answer-{column.letter}", title=f"Answer of {column.name}"
        )
        if touch.clicked:
            picked = "" if touch.clicked == chosen else f"{column.letter}.{touch.clicked}"
            question_pick.look_at(picked)
            st.rerun()
        if chosen and outcome.judgement is not None:
            told = f"{support_words(outcome.judgement.support.get(chosen))} {words.get(chosen, '')}"
            st.markdown(f"**{chosen}**: {literal(told.strip())}")
        st.caption(_made(column))


def passages(column: Column, shown: Shown, sentence: str) -> None:
    """The passages by rank, each with what it brings of the evidence."""
    if not column.passages:
        st.caption("Nothing was retrieved.")
        return
    chosen = _chosen(column, sentence)
    judgement = column.outcome.judgement if column.outcome else None
    support = judgement.support.get(chosen) if judgement and chosen else None
    keys = support.keys if support else ()
    for seen in column.passages[:_FIRST]:
        _passage(column, seen, shown, keys)
    if rest := column.passages[_FIRST:]:
        with st.expander(f"{len(rest):,} more", key=f"question-more-{column.letter}"):
            for seen in rest:
                _passage(column, seen, shown, keys)


def judged(column: Column) -> None:
    """Who judged, how, and what a language model said of its verdicts."""
    if column.outcome is None:
        return
    name = str(column.run.plan["judge"]["name"])
    kind = next((one for one in JUDGES.values() if one.name == name), None)
    st.markdown(f"**{kind.label if kind else literal(name)}**", help=kind.summary if kind else None)
    if column.outcome.judgement and column.outcome.judgement.reason:
        st.caption(literal(column.outcome.judgement.reason))
    query = judge_pick.address(column.run.name)
    st.page_link(places.JUDGE, label="Check this judge", icon=":material/fact_check:", query_params=query)
    if column.explained is None:
        st.caption("It gives no reasons in words." if name != "llm" else "Its replies hold no explanation.")
        return
    for title, words in (("Relevance", column.explained.relevance), ("Support", column.explained.overall)):
        if words:
            st.markdown(f"**{title}:** {literal(words)}")
    for key, words in column.explained.sentences.items():
        st.caption(literal(f"{key}: {words}"))


def _passage(column: Column, seen: SeenPassage, shown: Shown, keys: Sequence[str]) -> None:
    found, key = seen.found, f"question-passage-{column.letter}-{seen.found.rank}"
    judgement = column.outcome.judgement if column.outcome else None
    with st.container(border=True):
        st.markdown(f"**{found.rank:,}** · {literal(found.document)}")
        st.caption(literal(f"{found.score_kind} {found.score:.3g}{_elsewhere(column, seen, shown)}"))
        if seen.share is not None:
            new = f", {seen.new:.0%} for the first time" if seen.new and seen.new < seen.share else ""
            told = f"{seen.share:.0%} of the evidence{new}" if seen.share else "no evidence"
            st.progress(min(1.0, seen.share), text=told)
        marks = passage_marks(seen.lines, judgement, keys)
        marks += [Mark(*span, "evidence", tip="annotated evidence") for span in seen.evidence]
        focus = _first(seen, keys, judgement)
        marked_text(
            seen.text, marks, key=key, title=f"Passage {found.rank} of {column.name}", height=_HEIGHT, focus=focus
        )
        document = column.searched.documents.get(found.document)
        if document is not None and st.button(
            "Source", key=f"{key}-source", type="tertiary", icon=":material/menu_open:", help="Open the document here"
        ):
            place = Span(found.returned_start, found.returned_end)
            evidence = [
                Mark(*one.span, "evidence") for one in shown.evidence or () if one.document_id == found.document
            ]
            source_drawer(document, place, literal(document.name), [Mark(*place, "returned"), *evidence])


def _first(seen: SeenPassage, keys: Sequence[str], judgement: Judgement | None) -> Span | None:
    """Where to begin to read: what the chosen sentence rests on, the evidence, else what helps or was used."""
    wanted = [line.span for line in seen.lines if line.key in keys]
    told = {*judgement.relevant, *judgement.utilized} if judgement else set()
    marked = [line.span for line in seen.lines if line.key in told]
    return next(iter([*wanted, *seen.evidence, *marked]), None)


def _elsewhere(column: Column, seen: SeenPassage, shown: Shown) -> str:
    """At which ranks the other runs returned the same text."""
    told = []
    for other in shown.columns:
        if other.letter == column.letter or other.outcome is None:
            continue
        ranks = [str(match.theirs) for match in matches([seen.found], other.outcome.found)]
        share = also_in(seen.found, other.outcome.found)
        told.append(f"in {other.letter} at {', '.join(ranks)} ({share:.0%})" if ranks else f"not in {other.letter}")
    return " · " + " · ".join(told) if told else ""


def _chosen(column: Column, sentence: str) -> str:
    """The key of the chosen sentence, if it is one of this column's answer."""
    letter, _, key = sentence.partition(".")
    return key if letter == column.letter else ""


def _made(column: Column) -> str:
    reply = column.outcome.answer if column.outcome else None
    if reply is None:
        return ""
    tokens = f" · {reply.completion_tokens:,} tokens" if reply.completion_tokens else ""
    return literal(f"{reply.model} · {reply.seconds:.1f} s{tokens}")
