"""The chunks of one document for the Chunks page: cut at once and remembered, or in the queue where that encodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import streamlit as st

from chunking_strategies import STRATEGIES, chunk_document, local_tools, prepare
from core.events import Event, Finished
from core.hashing import key_of
from core.parameters import parameters_of
from core.types import Chunk, ChunkSpec, Document, Question
from embedding.encoder import Encoder
from evaluation.inspection import Inspection, inspect
from ui import job_panel, resources
from ui.literal import literal
from ui.work import Told


def cut_now(document: Document, spec: ChunkSpec, key: str) -> list[Chunk] | None:
    """The chunks of a document; where it must be encoded first, a button until that is done."""
    asked = f"{key}-cut-{document.sha256}-{spec.key}"
    if _encodes(spec) and not st.session_state.get(asked):
        part = STRATEGIES[spec.strategy]
        st.info(literal(f"{part.label} encodes the text before it cuts, so it does not follow the sliders at once."))
        if st.button("Cut this document", key=f"{key}-cut", type="primary"):
            job, new = resources.jobs().submit(asked, f"Cut {document.name}", _prepared(document, spec, asked))
            if new:
                job_panel.mine(job)
                st.rerun()
            st.caption("This document is being cut already.")
        return None
    return _cut(document.id, document.sha256, spec.key, document, spec)


def inspected(
    document: Document,
    chunks: Sequence[Chunk],
    spec: ChunkSpec,
    questions: Sequence[Question],
    encoder: Encoder | None,
    version: str = "",
) -> Inspection:
    """The inspection of these chunks, remembered; `version` tells stored chunks from those that are cut now."""
    about = [question for question in questions if any(e.document_id == document.id for e in question.evidence)]
    asked = [[one.id, one.text, [[e.document_id, e.start, e.end] for e in one.evidence]] for one in about]
    key = key_of([document.id, document.sha256, spec.key, version, encoder.spec.key if encoder else "", asked])
    return _inspected(key, document, chunks, spec, about, encoder)


def _encodes(spec: ChunkSpec) -> bool:
    """What a language model would write is left out here, so a strategy that asks one cuts at once."""
    part = STRATEGIES[spec.strategy]
    asks = any(knob.kind == "model" for knob in parameters_of(part.params))
    return part.prepare is not None and not asks


def _prepared(document: Document, spec: ChunkSpec, asked: str) -> Callable[[], Iterator[Event]]:
    def start() -> Iterator[Event]:
        yield from prepare([document], spec, local_tools().silent)
        yield Finished(Told("it is shown on the Chunks page.", {asked: True}))

    return start


@st.cache_resource(max_entries=24, show_spinner="Cutting the document…")
def _cut(name: str, text_key: str, spec_key: str, _document: Document, _spec: ChunkSpec) -> list[Chunk]:
    return chunk_document(_document, _spec, local_tools().silent)


@st.cache_resource(max_entries=24, show_spinner="Measuring the chunks…")
def _inspected(
    key: str,
    _document: Document,
    _chunks: Sequence[Chunk],
    _spec: ChunkSpec,
    _questions: Sequence[Question],
    _encoder: Encoder | None,
) -> Inspection:
    return inspect(_document, _chunks, _spec, _questions, _encoder)
