"""Step 1 of the sidebar: where documents come from. Uploads stay in the session that made them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from config import settings
from core.counted import counted
from core.errors import ChunkTraceError
from corpus.files import KINDS
from corpus.library import SAVED, list_corpora
from corpus.load import Corpus, load, load_uploads
from corpus.samples import samples
from ui import places, resources

SAMPLE, UPLOAD, FOLDER, RAGBENCH = "Bundled sample", "Upload files", "Folder or file on this machine", "RAGBench subset"
KEPT = "Saved on this machine"
SIDEBAR = "sidebar"
HELD = "data-held-files"  # what was uploaded on the Data page
SUBSETS = (
    "covidqa", "cuad", "delucionqa", "emanual", "expertqa", "finqa", "hagrid", "hotpotqa", "msmarco", "pubmedqa",
    "tatqa", "techqa",
)  # fmt: skip
SPLITS = ("validation", "test", "train")
_WANTED = "data-wanted"


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
    for key, value in st.session_state.pop(_WANTED, {}).items():
        st.session_state[key] = value
    makers = {SAMPLE: _sample, KEPT: _kept, UPLOAD: _upload, FOLDER: _folder, RAGBENCH: _ragbench}
    kind = st.selectbox(
        "Documents", list(makers), key="data-source", persist_state="session", help="Where to load from."
    )
    return makers[kind]()


def point_at(data: str) -> bool:
    """Choose documents by their DATA string with the next run; False where there are none of that name here.

    What would have to be fetched is not: opening an address never leaves this machine.
    """
    kind, _, name = data.partition(":")
    if kind == "sample" and name in {one.name for one in samples()}:
        wanted = {"data-source": SAMPLE, "data-sample": name}
    elif data.startswith(SAVED) and name in {card.name for card in list_corpora(resources.home())}:
        wanted = {"data-source": KEPT, "data-saved": name}
    elif kind == "ragbench" and name.partition(":")[0] in SUBSETS and settings().ragbench is not None:
        subset, _, split = name.partition(":")
        wanted = {"data-source": RAGBENCH, "data-subset": subset, "data-split": split if split in SPLITS else SPLITS[0]}
    else:
        return False
    st.session_state[_WANTED] = wanted
    return True


def address_of(source: Source) -> str:
    """The DATA string that `point_at` takes; empty for uploads and folders, which are this session's own."""
    kind, _, rest = source.key.partition(":")
    if kind == "saved":
        return f"{SAVED}{source.name}"
    return source.key if rest and kind in ("sample", "ragbench") else ""


def _sample() -> Source:
    known = {one.name: one for one in samples()}
    name = st.selectbox(
        "Sample", list(known), format_func=lambda each: known[each].label, key="data-sample", persist_state="session"
    )
    st.caption(known[name].summary)
    data = f"sample:{name}"
    return Source(name, data, lambda: resources.bundled_corpus(data), questions=data, quick=True)


def _kept() -> Source:
    """A corpus of the Data page."""
    cards = {card.name: card for card in list_corpora(resources.home())}
    if not cards:
        st.page_link(places.DATA, label="Save documents on the Data page", icon=":material/folder:")
        return Source("", "", _nothing, waits="No documents are saved on this machine yet.")
    if st.session_state.get("data-saved") not in cards:
        st.session_state.pop("data-saved", None)
    name = str(
        st.selectbox(
            "Corpus", list(cards), format_func=lambda each: cards[each].title, key="data-saved", persist_state="session"
        )
    )
    card = cards[name]
    st.caption(f"{counted(card.documents, 'document')}, {card.characters:,} characters")
    return Source(name, f"{SAVED}{name}:{card.key}", lambda: resources.saved_corpus(name), quick=True)


def _upload() -> Source:
    files = st.file_uploader(
        "Files",
        type=sorted(kind.lstrip(".") for kind in KINDS),
        accept_multiple_files=True,
        key="data-upload",
        max_upload_size=settings().max_upload_mb,
        help="Text, Markdown, tables, web pages, PDF and Office files. They stay on this machine.",
    )
    if not files and st.session_state.get(HELD):
        files = st.session_state[HELD]
        st.caption(f"{counted(len(files), 'file')} that you uploaded on the Data page")
    if not files:
        return Source("", "", _nothing, waits="Upload at least one file.")
    first = Path(files[0].name).stem
    name = st.text_input(
        "Name of the corpus",
        first if len(files) == 1 else f"{first}-and-{len(files) - 1}-more",
        key="data-name",
        persist_state="session",
    )
    there = {"view": "documents", "corpus": SIDEBAR}
    st.page_link(places.DATA, label="Look at them and save them", icon=":material/folder:", query_params=there)
    return uploaded(files, name, "data-uploaded")


def uploaded(files: Sequence[UploadedFile], name: str, slot: str) -> Source:
    """Uploads as a source, converted once and held by this session alone, in its `slot`."""
    key = "|".join([name, *(file.file_id for file in files)])
    contents = [(file.name, file.getvalue()) for file in files]
    load_it = held(slot, key, lambda: load_uploads(contents, name, settings().max_upload_mb))
    return Source(name, key, load_it, quick=True)


def held(slot: str, key: str, load_it: Callable[[], Corpus]) -> Callable[[], Corpus]:
    """A loader that loads once while the key stays the same; another session never sees what it holds."""

    def loaded() -> Corpus:
        kept = st.session_state.get(slot)
        if kept is None or kept[0] != key:
            with st.spinner("Reading the documents…"):
                kept = (key, load_it())
            st.session_state[slot] = kept
        return kept[1]

    return loaded


def _folder() -> Source:
    path = st.text_input(
        "Path", key="data-path", persist_state="session", placeholder="/home/me/documents", help="A folder or one file."
    ).strip()
    if not path:
        return Source("", "", _nothing, waits="Type the path of a folder or file.")
    return Source(Path(path).stem, path, lambda: load(path, limit_mb=settings().max_upload_mb))


def _ragbench() -> Source:
    subset = st.selectbox("Subset", SUBSETS, key="data-subset", persist_state="session")
    split = st.selectbox("Split", SPLITS, key="data-split", persist_state="session")
    data = f"ragbench:{subset}:{split}"
    if settings().ragbench is None:
        st.caption(
            "Downloaded from the data set's hub when you build. CHUNKTRACE_RAGBENCH names a local folder instead."
        )
    return Source(subset, data, lambda: load(data, ragbench=settings().ragbench), questions=data)


def _nothing() -> Corpus:
    raise ChunkTraceError("No documents are chosen yet.")
