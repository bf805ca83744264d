"""The documents of a corpus on the Data page: how many and how large, what the loader said, and each one's text."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.counted import counted
from core.types import Document
from corpus.library import SAVED
from corpus.preview import CorpusFacts, facts, occurrences
from corpus.types import Corpus
from ui import address, data_changes, data_sources, places
from ui.literal import literal
from ui.marked_text import Mark, marked_text
from ui.sources import KEPT, SAMPLE, UPLOAD, Source
from ui.tables import frame

_PAGE = 12_000
_HEIGHT = 420
_SAID = 8  # notices that are seen without opening anything
_READ = "data-documents-read"
_TOKENS = "Tokens of OpenAI's cl100k encoding: what chunk sizes and context budgets count."


def show(source: Source) -> dict[str, str]:
    """The view; returns the defaults of what it keeps in the address."""
    data_changes.add()
    there = data_sources.offered(source)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        address.take("data", "corpus", there.labels, there.first)
        name = st.selectbox("Documents", list(there.labels), format_func=there.labels.__getitem__, key="data-corpus")
        if name in there.saved:
            data_changes.menu(name, there)
    defaults = {"corpus": there.first, "document": ""}
    if name in there.session and not there.session[name].quick and not _wanted(there.session[name]):
        return defaults
    corpus = there.corpus(name)
    told = _facts(corpus.key, corpus)
    _numbers(told)
    st.caption(literal(f"Kinds: {' · '.join(f'{count:,} {kind}' for kind, count in told.kinds.items())}"))
    if name in there.session:
        data_changes.save(corpus, there.session[name], there)
    _next_steps(name, corpus, there)
    _notices(told)
    defaults["document"] = corpus.documents[0].id
    _documents(corpus.documents, told)
    return defaults


@st.cache_data(max_entries=16, show_spinner="Counting tokens…")
def _facts(key: str, _corpus: Corpus) -> CorpusFacts:
    return facts(_corpus)


def _wanted(source: Source) -> bool:
    """Whether documents that take time to load were asked for."""
    if st.session_state.get(_READ) != source.key:
        st.info("These documents are read when you ask for it, because a folder or a data set may be large.")
        if not st.button("Read the documents", key="data-read", type="primary"):
            return False
        st.session_state[_READ] = source.key
        st.rerun()
    return True


def _numbers(told: CorpusFacts) -> None:
    with st.container(horizontal=True, key="data-numbers"):
        st.metric("Documents", f"{len(told.documents):,}", help="Files, records or pages that could be read as text.")
        st.metric("Characters", f"{told.characters:,}", help="Characters of text, in which offsets are counted.")
        tokens = f"{told.tokens:,}" if told.tokens is not None else "not counted"
        st.metric("Tokens", tokens, help=told.reason or _TOKENS)


def _next_steps(name: str, corpus: Corpus, there: data_sources.Offered) -> None:
    """What one does with documents next, and which collections hold them already."""
    built = data_sources.built_from(name, corpus.name, corpus.key)
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button("See how they are cut", key="data-to-chunks", icon="🧩", on_click=_to_sidebar, args=(name,)):
            st.switch_page(places.CHUNKS)
        if name not in there.session:
            st.button("Questions about them", key="data-to-questions", icon="❓", on_click=_to_questions, args=(name,))
        if built:
            earlier = sum(card.recipe.corpus_key != corpus.key for card in built)
            state = f", {earlier:,} of them from an earlier state" if earlier else ""
            names = ", ".join(card.display for card in built[:3]) + (" …" if len(built) > 3 else "")
            st.caption(literal(f"In {counted(len(built), 'collection')}{state}: {names}"))


def _to_sidebar(name: str) -> None:
    """Choose the same documents in the sidebar, whose settings the Chunks page shows."""
    if name.startswith(SAVED):
        st.session_state["data-source"], st.session_state["data-saved"] = KEPT, name.removeprefix(SAVED)
    elif name == data_sources.UPLOAD:
        st.session_state["data-source"] = UPLOAD
    elif name.startswith("sample:"):
        st.session_state["data-source"], st.session_state["data-sample"] = SAMPLE, name.removeprefix("sample:")


def _to_questions(name: str) -> None:
    st.session_state["data-view"] = "questions"
    st.session_state["data-wanted-about"] = name


def _notices(told: CorpusFacts) -> None:
    if told.left_out:
        read, failed = len(told.documents), sum(problem.kind == "failed" for problem in told.left_out)
        if failed:
            st.warning(f"{read:,} of {read + failed:,} documents could be read.", icon="⚠️")
    said = [f"✕ {problem}" for problem in told.left_out]
    said += [f"⚠ {one.id}: {notice}" for one in told.documents for notice in one.notices]
    for line in said[:_SAID]:
        st.caption(literal(line))
    if len(said) > _SAID:
        with st.expander(f"{len(said) - _SAID:,} more notices"):
            st.text("\n".join(said[_SAID:]))


def _documents(documents: Sequence[Document], told: CorpusFacts) -> None:
    """The table, and the text of the document chosen in it or in the box above the text."""
    by_id = {document.id: document for document in documents}
    address.take("data", "document", by_id, documents[0].id)
    table, text = st.columns([1, 1], gap="medium")
    with text:
        name = str(st.selectbox("Document", list(by_id), key="data-document"))
        _text(by_id[name])
    with table:
        _table(told, list(by_id))


def _table(told: CorpusFacts, ids: list[str]) -> None:
    rows = [
        {
            "document": one.id,
            "tokens": one.tokens,
            "characters": one.characters,
            "kind": one.kind,
            "read as": one.reading,
        }
        for one in told.documents
    ]
    columns = [name for name in rows[0] if name != "read as" or any(row[name] for row in rows)]
    key = f"data-table-{hash(tuple(ids))}"
    number = st.column_config.NumberColumn(format="localized")
    st.dataframe(
        frame(rows, columns),
        hide_index=True,
        height=min(_HEIGHT + 130, 38 + 35 * len(rows)),
        column_config={
            "document": st.column_config.TextColumn(width=130),
            "tokens": number,
            "characters": number,
        },
        on_select=lambda: _chosen(key, ids),
        selection_mode="single-row",
        key=key,
    )
    st.caption("Choose a row to read its text.")


def _chosen(key: str, ids: list[str]) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    if rows and rows[0] < len(ids):
        st.session_state["data-document"] = ids[rows[0]]


def _text(document: Document) -> None:
    """One part of the text at a time, because a browser should not be given a book, with what was looked for."""
    parts = max(1, -(-len(document.text) // _PAGE))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = st.text_input("Find in it", key="data-find", placeholder="words", width=220)
        found = occurrences(document.text, words)
        number, part = 0, 1
        if len(found) > 1:
            label = f"Place of {len(found):,}"
            number = int(st.number_input(label, 1, len(found), key="data-find-place", width=130)) - 1
        if found:
            part = found[number].start // _PAGE + 1
        elif parts > 1:
            key = f"data-part-{document.sha256[:12]}"
            part = int(st.number_input(f"Part (1 to {parts:,})", 1, parts, key=key, width=130))
    if words and not found:
        st.caption("These words are not in this document.")
    start = (part - 1) * _PAGE
    end = min(len(document.text), start + _PAGE)
    with st.container(border=True, key="data-text-box"):
        marked_text(
            document.text,
            [Mark(span.start, span.end, "found") for span in found if span.start < end and span.end > start],
            key="data-text",
            title=document.name,
            start=start,
            end=end,
            height=_HEIGHT,
            focus=found[number] if found else None,
        )
