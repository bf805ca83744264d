"""What the labels of a run say of its judge, computed once for each state of both. Draws nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from evaluation.corrected import Corrected, corrected_by_frames
from evaluation.label_design import Frame
from evaluation.label_panel import Dispute, disputes, label_panel
from evaluation.labels import KINDS, LABELS, Place, read_labels
from evaluation.outcomes import Outcome
from evaluation.panel import Panel
from ui.judge_pick import Checked


@dataclass(frozen=True, slots=True)
class Found:
    """All that is computed from the labels of a run; `asked` are the outcomes that have any."""

    labels: Mapping[Place, bool | None]
    asked: tuple[Outcome, ...]
    corrected: tuple[Corrected, ...]
    panel: Panel
    disputes: tuple[Dispute, ...]


def found_of(checked: Checked) -> Found:
    """The labels and what they say, computed once for each state of run and labels."""
    path = checked.run.folder / LABELS
    stamp = (path.stat().st_mtime_ns, path.stat().st_size) if path.is_file() else (0, 0)
    return _found(str(checked.run.folder), checked.run.state, stamp, checked)


@st.cache_resource(max_entries=8, show_spinner="Comparing the judge with your labels …")
def _found(folder: str, state: str, stamp: tuple[int, int], _checked: Checked) -> Found:
    run = _checked.run
    labels = read_labels(run.folder)
    empty = {kind: _checked.frames.get(kind) or Frame(kind, {}) for kind in KINDS}
    corrected = corrected_by_frames(list(empty.values()), labels)
    names = dict.fromkeys(place[0] for place in labels)
    asked = [outcome for name in names if (outcome := run.outcome(name)) is not None]
    panel = label_panel(str(run.plan["judge"]["name"]), asked, labels)
    return Found(labels, tuple(asked), tuple(corrected), panel, tuple(disputes(asked, labels)))
