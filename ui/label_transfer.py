"""Labels out of a run and back into it, and away: files, and the button that deletes them."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from config import settings
from core.counted import counted
from evaluation.label_files import labels_csv, labels_jsonl, parse_labels
from evaluation.labels import Label, add_labels, delete_labels
from evaluation.runs import LoadedRun
from ui import removal
from ui.judge_found import Found
from ui.literal import literal


def show(run: LoadedRun, found: Found) -> None:
    """Downloads where there are labels, an upload, and deletion."""
    st.subheader("Labels as files", anchor=False)
    st.caption("Labels are kept with the run on this machine. Carry them elsewhere, or let a colleague label.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if found.labels:
            for label, content, kind, media in (
                ("Labels (CSV)", labels_csv(found.asked, found.labels, bom=True), "csv", "text/csv"),
                ("Labels (JSONL)", labels_jsonl(found.labels), "jsonl", "application/jsonl"),
            ):
                name = f"{run.folder.name}-labels.{kind}"
                st.download_button(label, content, name, media, key=f"judge-labels-{kind}", on_click="ignore")
            with st.popover("Delete all labels"):
                removal.button("judge-delete", delete_labels, run.folder)
    file = st.file_uploader(
        "Add labels from a file",
        type=["csv", "jsonl"],
        key="judge-upload",
        help="The columns question_id, key, kind (relevant, utilized, supported) and label (yes, no, skipped).",
        max_upload_size=settings().max_upload_mb,
    )
    if file is not None:
        _offer(run, file.name, file.getvalue())


def _offer(run: LoadedRun, name: str, content: bytes) -> None:
    """What the file holds for this run, and the button that takes it in."""
    kind = "jsonl" if name.lower().endswith("jsonl") else "csv"
    read = parse_labels(content.decode("utf-8-sig", "replace"), kind, run.outcome)
    for reason, count in read.left_out.items():
        st.warning(literal(f"{counted(count, 'row')} left out: {reason}."))
    st.button(
        f"Add {counted(len(read.labels), 'label')}",
        key="judge-import",
        type="primary",
        disabled=not read.labels,
        on_click=_take,
        args=(run.folder, read.labels),
    )
    st.caption("A label of a sentence that has one already replaces it.")


def _take(folder: Path, labels: tuple[Label, ...]) -> None:
    add_labels(folder, labels)
