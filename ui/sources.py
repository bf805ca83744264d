"""Step 1 of the sidebar: where documents come from. Uploads stay in the session that made them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from config import settings
from core.errors import ChunkTraceError
from corpus.files import KINDS
from corpus.load import Corpus, load, load_uploads
from corpus.samples import samples
from ui import resources

SAMPLE, UPLOAD, FOLDER, RAGBENCH = "Bundled sample", "Upload files", "Folder or file on this machine", "RAGBench subset"
SUBSETS = (
    "covidqa", "cuad", "delucionqa", "emanual", "expertqa", "finqa", "hagrid", "hotpotqa", "msmarco", "pubmedqa",
    "tatqa", "techqa",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """What the user pointed at. `name` names its collections, `key` changes when another thing is pointed at, `load`
    reads it, `questions` names the questions it brings, and `waits` says what is still missing.
    """

    name: str
    key: str
    load: Callable[[], Corpus]
    questions: str = ""
    quick: bool = False
    waits: str = ""


def show() -> Source:
    """The widgets of step 1."""
    kind = st.selectbox("Documents", [SAMPLE, UPLOAD, FOLDER, RAGBENCH], key="data-source", help="Where to load from.")
    return {SAMPLE: _sample, UPLOAD: _upload, FOLDER: _folder, RAGBENCH: _ragbench}[kind]()


def _sample() -> Source:
    known = {one.name: one for one in samples()}
    name = st.selectbox("Sample", list(known), format_func=lambda each: known[each].label, key="data-sample")
    st.caption(known[name].summary)
    data = f"sample:{name}"
    return Source(name, data, lambda: resources.bundled_corpus(data), questions=data, quick=True)


def _upload() -> Source:
    files = st.file_uploader(
        "Files",
        type=sorted(kind.lstrip(".") for kind in KINDS),
        accept_multiple_files=True,
        key="data-upload",
        max_upload_size=settings().max_upload_mb,
        help="Text, Markdown, tables, web pages, PDF and Office files. They stay on this machine.",
    )
    if not files:
        return Source("", "", _nothing, waits="Upload at least one file.")
    first = Path(files[0].name).stem
    name = st.text_input(
        "Name of the corpus", first if len(files) == 1 else f"{first}-and-{len(files) - 1}-more", key="data-name"
    )
    key = "|".join([name, *(file.file_id for file in files)])
    contents = [(file.name, file.getvalue()) for file in files]
    return Source(name, key, lambda: _uploaded(key, name, contents), quick=True)


def _uploaded(key: str, name: str, contents: list[tuple[str, bytes]]) -> Corpus:
    """Converted once a session; another session never sees it."""
    held = st.session_state.get("data-uploaded")
    if held is None or held[0] != key:
        held = (key, load_uploads(contents, name, settings().max_upload_mb))
        st.session_state["data-uploaded"] = held
    return held[1]


def _folder() -> Source:
    path = st.text_input(
        "Path", key="data-path", placeholder="/home/me/documents", help="A folder or one file."
    ).strip()
    if not path:
        return Source("", "", _nothing, waits="Type the path of a folder or file.")
    return Source(Path(path).stem, path, lambda: load(path, limit_mb=settings().max_upload_mb))


def _ragbench() -> Source:
    subset = st.selectbox("Subset", SUBSETS, key="data-subset")
    split = st.selectbox("Split", ("validation", "test", "train"), key="data-split")
    data = f"ragbench:{subset}:{split}"
    if settings().ragbench is None:
        st.caption(
            "Downloaded from the data set's hub when you build. CHUNKTRACE_RAGBENCH names a local folder instead."
        )
    return Source(subset, data, lambda: load(data, ragbench=settings().ragbench), questions=data)


def _nothing() -> Corpus:
    raise ChunkTraceError("No documents are chosen yet.")
