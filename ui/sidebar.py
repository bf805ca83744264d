"""The sidebar's four numbered steps: data, strategy, embedding model, build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from chunking.tools import Tools
from chunking_strategies import STRATEGIES, chunk_spec, local_tools
from config import settings
from core.errors import ChunkTraceError
from core.parameters import Parameter, Value, parameters_of
from core.types import ChunkSpec, Method
from corpus.names import corpus_name
from retrieval.collections import list_collections
from retrieval.naming import collection_name
from ui import calls, choices, forms, job_panel, resources, sources
from ui.choices import ModelChoice
from ui.literal import literal

ENCODERS = {
    "minilm": "MiniLM (fast)",
    "mpnet": "mpnet (larger)",
}
# Word pieces of a chunk that the bundled encoders read, told here so that no model is loaded to draw the sidebar.
_READS = {"minilm": 256, "mpnet": 384}
METHODS: dict[Method, str] = {
    "standard": "Each chunk alone (standard)",
    "late": "In its document (late chunking)",
}
OTHER_ENCODER = "Another model (folder or hub name)"
_SIZE_KEYS = {"chunk_size": "chunk-size", "overlap": "chunk-overlap"}


@dataclass(frozen=True, slots=True)
class Selection:
    """What the sidebar holds. `spec` is None, and `problem` says why, where the settings cannot work."""

    source: sources.Source
    spec: ChunkSpec | None
    problem: str
    encoder: str
    writer: ModelChoice | None = None
    method: Method = "standard"

    def tools(self) -> Tools:
        """What the strategy may use: with the model that was chosen for it, and its key."""
        return self.writer.tools() if self.writer else local_tools()


def show() -> Selection:
    """Draw the steps; pressing the button of step 4 queues the build."""
    st.markdown("### 🧩 ChunkTrace")
    st.subheader("1. Data", anchor=False)
    source = sources.show()
    st.subheader("2. Chunking strategy", anchor=False)
    spec, problem, writer = _strategy()
    st.subheader("3. Embedding model", anchor=False)
    encoder = _encoder()
    method = _method()
    st.subheader("4. Collection", anchor=False)
    selection = Selection(source, spec, problem, encoder, writer, method)
    _build(selection)
    return selection


def take_over(strategy: str, values: Mapping[str, Value]) -> None:
    """Let step 2 show these settings, others as the strategy has them. For callbacks.

    The encoder of step 3 stays, and so does a model, whose key is asked for here.
    """
    st.session_state["chunk-strategy"] = strategy
    for knob in parameters_of(STRATEGIES[strategy].params):
        if knob.name not in ("encoder", "model"):
            key = _SIZE_KEYS.get(knob.name, f"chunk-{strategy}-{knob.name}")
            st.session_state[key] = values.get(knob.name, knob.default)


def take_over_encoder(encoder: str, method: Method) -> None:
    """The same of step 3."""
    known = encoder in ENCODERS
    st.session_state["encoder"] = encoder if known else OTHER_ENCODER
    st.session_state["encoder-method"] = method
    if not known:
        st.session_state["encoder-other"] = encoder


def _strategy() -> tuple[ChunkSpec | None, str, ModelChoice | None]:
    name = st.selectbox(
        "Strategy",
        list(STRATEGIES),
        format_func=lambda each: STRATEGIES[each].label,
        key="chunk-strategy",
        persist_state="session",
    )
    for problem in STRATEGIES.problems:
        st.warning(literal(problem))
    strategy = STRATEGIES[name]
    st.caption(f"{strategy.summary} Good for: {strategy.best_for[0].lower()}{strategy.best_for[1:]}.")
    knobs = parameters_of(strategy.params)
    encoder = _chosen_encoder()
    start = {knob.name: getattr(settings(), knob.setting) for knob in knobs if knob.setting} | {"encoder": encoder}
    # The key holds the encoder of step 3, so that another choice there is followed here.
    keys = _SIZE_KEYS | {"encoder": f"chunk-{name}-encoder-{encoder}"}
    writer: ModelChoice | None = None

    def model(knob: Parameter) -> str:
        nonlocal writer
        chosen = choices.model(f"chunk-{name}", (choices.OUTLINE, choices.LOCAL), knob.label)
        writer = chosen if chosen.name != choices.OUTLINE else None
        return chosen.name

    values = forms.draw(knobs, keys, f"chunk-{name}", start, model)
    _overlap_hint(values)
    _limit_hint(values, encoder)
    if writer and writer.waits:
        return None, writer.waits, writer
    try:
        return chunk_spec(name, values), "", writer
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return None, str(error), writer


def _overlap_hint(values: Mapping[str, Value]) -> None:
    """The usual range of an overlap, where the chosen one lies outside it."""
    share = int(values["overlap"]) / max(1, int(values["chunk_size"]))
    if share < 0.05:
        st.caption("💡 Little overlap: a thought that crosses a boundary may be lost. 10 to 20 % is usual.")
    elif 0.25 < share < 1:
        st.caption("💡 Much overlap: more chunks that say the same. 10 to 20 % is usual.")


def _limit_hint(values: Mapping[str, Value], encoder: str) -> None:
    """Before a build, that a chunk of this size is longer than what the encoder reads of it."""
    limit = _READS.get(encoder, 0)
    size, unit = int(values["chunk_size"]), values["unit"]
    if limit and size > limit and unit in ("tokens", "words", "pieces"):
        st.caption(
            f"💡 The encoder reads {limit:,} word pieces of a chunk, and a chunk may have {size:,} {unit}: the rest is "
            "not in its vector. Smaller chunks, or late chunking below, avoid that."
        )


def _encoder() -> str:
    name = st.selectbox(
        "Encoder",
        [*ENCODERS, OTHER_ENCODER],
        format_func=lambda each: ENCODERS.get(each, each),
        index=list(ENCODERS).index(settings().embedding_model) if settings().embedding_model in ENCODERS else 0,
        key="encoder",
        persist_state="session",
        help="MiniLM reads 256 word pieces of a chunk, mpnet 384. What lies beyond is not in the vector; the build "
        "says how much that is.",
    )
    if name == OTHER_ENCODER:
        return st.text_input(
            "Folder or hub name", key="encoder-other", persist_state="session", placeholder="intfloat/e5-small-v2"
        ).strip()
    return name


def _method() -> Method:
    return st.selectbox(
        "How chunks are read",
        list(METHODS),
        format_func=lambda each: METHODS[each],
        key="encoder-method",
        persist_state="session",
        help="Alone: the encoder sees the chunk and nothing else, up to its limit. In its document: the whole document "
        "is read once, and each chunk's vector is taken from there; nothing is beyond the limit.",
    )


def _chosen_encoder() -> str:
    """What step 3 says, which is drawn after the strategy that starts from it."""
    name = str(st.session_state.get("encoder", settings().embedding_model))
    return str(st.session_state.get("encoder-other", "")).strip() if name == OTHER_ENCODER else name


def _build(selection: Selection) -> None:
    waits = selection.source.waits or selection.problem or ("" if selection.encoder else "Name an embedding model.")
    name = st.text_input(
        "Name (optional)",
        key="collection-name",
        persist_state="session",
        placeholder="" if waits else _proposed(selection),
        help="Left empty, the collection is named by corpus, strategy and encoder.",
    ).strip()
    pressed = st.button(
        "Load data & create collection",
        key="collection-build",
        type="primary",
        width="stretch",
        disabled=bool(waits),
        help=waits or None,
    )
    if selection.source.waits or (selection.writer and selection.problem):
        st.caption(literal(selection.source.waits or selection.problem))
    if not waits and selection.spec and selection.writer:
        calls.show(selection.source, selection.spec, selection.writer)
    if not waits and selection.spec and (name or _proposed(selection)) in _taken():
        _what_would_change(selection, selection.spec, name)
    if pressed and selection.spec:
        _queue(selection, selection.spec, name)


def _taken() -> set[str]:
    return {each for card in list_collections(resources.home()) for each in (card.name, card.display)}


def _what_would_change(selection: Selection, spec: ChunkSpec, name: str) -> None:
    """Before a build touches a collection that is there already: what it would keep, add and delete."""
    st.caption("A collection of this name is there already. The same recipe writes only what changed.")
    if not st.button("What would change?", key="collection-plan", width="stretch"):
        return
    # Here and below, because the first page need not wait for what a press of a button needs.
    from embedding.sources import encoder_by
    from retrieval.plan import plan

    try:
        corpus = selection.source.load()
        changes = plan(
            corpus,
            spec,
            encoder_by(selection.encoder, selection.method, resources.home()).spec,
            resources.home(),
            name or None,
            selection.tools(),
        )
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return
    if changes.exists:
        st.info(literal(f"A build of {changes.display} {changes.sentence}."))
    else:
        st.info(literal(f"Another recipe holds the name: {changes.display} is built, with {changes.add:,} chunks."))


def _queue(selection: Selection, spec: ChunkSpec, name: str) -> None:
    from ui import work

    try:
        start = work.build(selection.source, spec, selection.encoder, name or None, selection.tools(), selection.method)
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return
    title = f"Build {name or _proposed(selection)}"
    key = f"build:{selection.source.key}:{spec.key}:{selection.encoder}:{selection.method}:{name}"
    job, new = resources.jobs().submit(key, title, start)
    if new:
        job_panel.mine(job)
        st.rerun()
    st.info("This collection is being built already.")


def _proposed(selection: Selection) -> str:
    """The name by recipe that the collection gets when the user gives none."""
    strategy = selection.spec.strategy if selection.spec else ""
    encoder = Path(selection.encoder).name
    return collection_name(corpus_name(selection.source.name), strategy, encoder, method=selection.method)
