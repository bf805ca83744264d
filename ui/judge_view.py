"""What the labels say of a judge: the words, its means corrected, its agreement beside a constant, its calibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.counted import counted
from evaluation.corrected import ENOUGH, Corrected
from evaluation.export import Cell
from evaluation.judge_words import KIND_NAMES, in_words, leaning
from evaluation.judges import JUDGES
from evaluation.judges.noise import noise_of
from evaluation.label_panel import Dispute
from evaluation.metrics import METRICS
from evaluation.panel import CONSTANT, Panel, calibration_csv, panel_csv
from evaluation.runs import LoadedRun
from evaluation.trust import cautions
from ui import charts, judge_charts, places, question_pick
from ui.judge_found import Found
from ui.judge_pick import Checked
from ui.literal import literal
from ui.tables import frame

_MEASURES: Mapping[str, tuple[str, str]] = {
    "f1": ("F1 of sentences", "2 TP / (2 TP + FP + FN): 1 is perfect, more is better."),
    "auroc": ("AUROC", "Chance that a yes is scored above a no: 0.5 is guessing, 1 is perfect."),
    "rmse": ("RMSE of questions", "Typical error of a question's score: 0 is perfect. Needs questions labeled whole."),
    "calibration error": ("Calibration error", "Mean distance of probability and share of yes: 0 is perfect."),
}
_SHOWN_DISPUTES = 100


def verdict(checked: Checked, found: Found) -> None:
    """Whether this judge can be trusted, and what is known of it without labels."""
    name = str(checked.run.plan["judge"]["name"])
    kind = next((one for one in JUDGES.values() if one.name == name), None)
    with st.container(border=True, key="judge-verdict"):
        st.markdown(
            f"**Can this judge be trusted? {kind.label if kind else literal(name)}**",
            help=kind.summary if kind else None,
        )
        for sentence in in_words(found.corrected, found.panel):
            st.markdown(f"- {literal(sentence)}")
        for caution in cautions(checked.run):
            st.warning(literal(f"Note: {caution}."))
        noise = noise_of(checked.run.folder)
        if noise is not None:
            st.caption(literal(noise.sentence))


def corrected(run: LoadedRun, found: Found) -> None:
    """A card a metric and the chart; below enough labels, how many are missing."""
    shown = [one for one in found.corrected if one.labeled]
    if not shown:
        return
    st.subheader("TRACe corrected by your labels", anchor=False)
    st.caption(f"The means over these {counted(len(run.outcomes), 'question')}, had every sentence been labeled.")
    with st.container(horizontal=True, gap="small"):
        for one in shown:
            with st.container(border=True, width=230):
                value = f"{one.corrected.mean:.2f}" if one.corrected else "–"
                st.metric(METRICS[one.metric].label, value, help=METRICS[one.metric].help)
                st.caption(_basis(one))
    if any(one.corrected for one in shown):
        figure = judge_charts.corrections(shown)
        st.plotly_chart(figure, config=charts.CONFIG, key="judge-corrections", alt="Means by judge, labels and both")
    st.caption(
        "Completeness and adherence as yes or no are not corrected: that would take labels of every sentence of a "
        "question or an answer."
    )


def _basis(one: Corrected) -> str:
    judge = f"the judge alone: {one.judge:.2f}" if one.judge is not None else ""
    if one.corrected is None:
        return f"{counted(ENOUGH - one.labeled, 'more label')} needed ({one.labeled:,} of {ENOUGH})  \n{judge}"
    interval = f"95\u00a0%: {one.corrected.low:.2f} to {one.corrected.high:.2f}"
    return f"{interval}  \n{judge}, {leaning(one)}  \nfrom {counted(one.labeled, 'label')}"


def agreement(found: Found) -> None:
    """Every measure beside a judge that always says the same, and the files; of too few labels, what is missing."""
    if not found.panel.rows:
        return
    st.subheader("Agreement with your labels", anchor=False)
    if missing := _missing(found.panel):
        st.caption(f"{missing}. With fewer, a judge agrees or disagrees by luck.")
    rows = _rows(found.panel)
    if not rows:
        return
    st.caption("A judge is worth its cost where it beats the constant, which reads nothing and always says the same.")
    text = st.column_config.TextColumn
    config = {
        "judge": text("this judge"),
        "interval": text("95\u00a0%", help="Interval when the questions are drawn anew."),
        "constant": text("constant", help="One that reads nothing and always says the same."),
        "n": st.column_config.NumberColumn("questions", format="localized", help="Questions that the figure rests on."),
        "what it is": text(width="large"),
    }
    st.dataframe(frame(rows), hide_index=True, height="content", column_config=config)
    with st.container(horizontal=True):
        for label, content, name in (
            ("Agreement (CSV)", panel_csv(found.panel), "agreement.csv"),
            ("Calibration (CSV)", calibration_csv(found.panel), "calibration.csv"),
        ):
            st.download_button(label, content, name, "text/csv", key=f"judge-download-{name}", on_click="ignore")


def _missing(panel: Panel) -> str:
    """What is needed before the other figures can be told, each reason once."""
    by_reason: dict[str, list[str]] = {}
    for row in panel.rows:
        if row.judge == panel.judge and row.found.value is None:
            by_reason.setdefault(row.found.reason, []).append(f"{_MEASURES[row.measure][0]} ({_named(row.metric)})")
    return "; ".join(f"{', '.join(names)}: {reason}" for reason, names in by_reason.items())


def _rows(panel: Panel) -> list[dict[str, Cell]]:
    """The figures of this judge that can be told."""
    constants = {(row.metric, row.measure): row.found for row in panel.rows if row.judge == CONSTANT}
    rows: list[dict[str, Cell]] = []
    for row in panel.rows:
        if row.judge != panel.judge or row.found.value is None:
            continue
        beside = constants.get((row.metric, row.measure))
        label, meaning = _MEASURES[row.measure]
        rows.append(
            {
                "of": _named(row.metric),
                "measure": label,
                "judge": f"{row.found.value:.2f}",
                "interval": f"{row.found.low:.2f} to {row.found.high:.2f}" if row.found.low is not None else "",
                "constant": _number(beside.value) if beside else "",
                "n": row.found.n,
                "what it is": meaning,
            }
        )
    return rows


def _number(value: float | None) -> str:
    return "not known" if value is None else f"{value:.2f}"


def _named(metric: str) -> str:
    """A kind of sentence, a metric, or what else the panel measures."""
    names = {str(kind): name for kind, name in KIND_NAMES.items()}
    return names.get(metric) or (METRICS[metric].label.lower() if metric in METRICS else metric)


def calibration(found: Found) -> None:
    """Whether its probabilities mean what they say."""
    if not found.panel.calibration:
        return
    st.subheader("Calibration", anchor=False)
    figure = judge_charts.calibration(found.panel.calibration)
    st.plotly_chart(figure, config=charts.CONFIG, key="judge-calibration", alt="Probability against share of yes")
    st.caption("Above the dotted line the judge says yes too seldom, below it too often. Larger marks rest on more.")


def differences(run: LoadedRun, found: Sequence[Dispute]) -> None:
    """Sentences on which judge and reader differ; a tick opens the question."""
    if not found:
        return
    st.subheader(f"Where you and the judge differ: {counted(len(found), 'sentence')}", anchor=False)
    st.caption("The judge's surest mistakes first. Tick a row to open its question.")
    rows: list[dict[str, Cell]] = [
        {
            "of": KIND_NAMES[one.kind],
            "sentence": one.sentence,
            "you": "yes" if one.label else "no",
            "judge": "no" if one.label else "yes",
            "its probability": f"{one.chance:.2f}" if one.chance is not None else "",
            "question": one.question,
            "id": one.question_id,
        }
        for one in found[:_SHOWN_DISPUTES]
    ]
    ticked = st.dataframe(
        frame(rows),
        hide_index=True,
        height=min(320, 38 + 35 * len(rows)),
        on_select="rerun",
        selection_mode="single-row",
        key=f"judge-differences-{run.name}-{len(rows)}",
        column_config={
            "sentence": st.column_config.TextColumn(width="large"),
            "its probability": st.column_config.TextColumn(help="The judge's probability of yes, where it gives one."),
        },
    )
    for row in ticked.selection.rows:
        if row < len(rows):
            query = question_pick.address([run.name], found[row].question_id)
            st.switch_page(places.QUESTION, query_params=query)
