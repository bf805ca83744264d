"""The questions of the baseline and a candidate, filtered to those that matter; each leads to the Question page."""

from __future__ import annotations

import streamlit as st

from core.counted import counted
from core.hashing import key_of
from evaluation.export import Cell, to_csv
from evaluation.metrics import METRICS
from evaluation.question_list import ALL, FILTERS, listed
from ui import places
from ui.compare_focus import Focus
from ui.literal import literal
from ui.question_pick import address
from ui.tables import frame

_FILTER, _SEARCH = "compare-filter", "compare-search"
_COLUMNS = ("question_id", "question", "baseline", "candidate", "change", "note")


def show(focus: Focus) -> None:
    """The filters with their counts, the list, and the way to one question."""
    table, metric = focus.questions, focus.family.metric
    counts = {name: int(one.keeps(table, metric).sum()) for name, one in FILTERS.items()}
    offered = [name for name, count in counts.items() if count or name == ALL]
    if st.session_state.get(_FILTER) not in offered:
        st.session_state[_FILTER] = next((name for name in ("different", ALL) if name in offered), ALL)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        which = st.segmented_control(
            "Questions",
            offered,
            format_func=lambda name: f"{FILTERS[name].label} {counts[name]:,}",
            required=True,
            key=_FILTER,
            help="\n".join(f"- **{FILTERS[name].label}**: {FILTERS[name].help}" for name in offered),
        )
        words = st.text_input("Search", key=_SEARCH, placeholder="words of a question", width=240)
    rows = listed(table, which or ALL, metric, words or "")
    if not rows:
        st.info("No question has all of these words." if words else "There is no such question.")
        return
    names = {"baseline": focus.baseline.name, "candidate": focus.candidate.name}
    place = _list(rows, metric, names, f"{focus.baseline.run.state}{focus.candidate.run.state}{which}{words}")
    picked = rows[place if place is not None and place < len(rows) else 0]
    _ways(focus, rows, str(picked["question_id"]), which or ALL)
    st.caption("Select a row to open it; the Question page then walks through this same list.")


def _ways(focus: Focus, rows: list[dict[str, Cell]], question_id: str, which: str) -> None:
    """To the Question page, and to a file of what is listed."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link(
            places.QUESTION,
            label=f"Open {literal(question_id)} side by side",
            icon="🔎",
            query_params=address(list(focus.highlighted), question_id, which=which, metric=focus.family.metric),
        )
        st.download_button(
            f"These {counted(len(rows), 'question')} (CSV)" if len(rows) > 1 else "This question (CSV)",
            lambda: to_csv(_COLUMNS, rows, bom=True),
            f"{which}-questions.csv",
            "text/csv",
            key="compare-questions-download",
            on_click="ignore",
        )


def _list(rows: list[dict[str, Cell]], metric: str, names: dict[str, str], state: str) -> int | None:
    """The table; the place of the row that is selected in it."""
    count = METRICS[metric].kind == "count"
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    label = METRICS[metric].label
    columns = [name for name in _COLUMNS if any(row[name] not in (None, "") for row in rows)]
    event = st.dataframe(
        frame(rows, columns),
        hide_index=True,
        height=min(420, 38 + 35 * len(rows)),
        key=f"compare-questions-{key_of([state, metric])}",
        on_select="rerun",
        selection_mode="single-row",
        placeholder="–",
        column_config={
            "question_id": text("id", pinned=True, width=120),
            "question": text("question", width=360),
            "baseline": number(
                "◆ baseline",
                format="localized" if count else "%.2f",
                help=f"{label} of {names['baseline']}",
                width=85,
            ),
            "candidate": number(
                "this run",
                format="localized" if count else "%.2f",
                help=f"{label} of {names['candidate']}",
                width=80,
            ),
            "change": number("Δ", format="localized" if count else "%+.2f", help="The run less the baseline", width=70),
            "note": text("why it failed", width=260),
        },
    )
    picked = event["selection"]["rows"]
    return int(picked[0]) if picked else None
