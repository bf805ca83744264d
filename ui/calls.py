"""What a strategy would ask of a language model, shown beside the button that builds. Nothing is asked here."""

from __future__ import annotations

import streamlit as st

from chunking_strategies import expected_calls
from core.calls import Calls
from core.errors import ChunkTraceError
from core.types import ChunkSpec
from ui.choices import ModelChoice
from ui.literal import literal
from ui.sources import Source

# Long enough for clicks in a row, short enough for the calls of a build that has ended meanwhile.
_SECONDS = 20


def show(source: Source, spec: ChunkSpec, writer: ModelChoice) -> None:
    """The number of calls and their price; for documents that take time to load, only when that is wanted."""
    if not source.quick and not st.button("Count the calls", key="collection-calls", width="stretch"):
        st.caption("A language model writes one context a chunk. Count the calls before you build.")
        return
    try:
        counted = _counted(source.key, spec, (writer.input_price, writer.output_price), source, writer)
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return
    if counted:
        st.caption(literal(counted.sentence))


@st.cache_data(max_entries=8, ttl=_SECONDS, show_spinner="Counting the calls…")
def _counted(
    key: str, spec: ChunkSpec, prices: tuple[float | None, float | None], _source: Source, _writer: ModelChoice
) -> Calls | None:
    return expected_calls(_source.load().documents, spec, _writer.tools())
