"""Why a run lost evidence, on its page: the causes, then each question's evidence in its document."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.counted import counted
from evaluation.causes import CAUSES
from evaluation.loss_tables import cause_shares, losses_csv, nowhere_in_words, read_losses
from evaluation.losses import Loss, LossReport
from evaluation.outcomes import Outcome
from evaluation.runs import LoadedRun
from ui import places, question_pick
from ui.evidence_marks import KINDS, in_document, why_lost
from ui.literal import literal
from ui.marked_text import legend
from ui.run_documents import searched_by
from ui.shell import reader_errors
from ui.tables import frame


def show(run: LoadedRun) -> None:
    """The table of causes and one question at a time; nothing for a run whose losses were not explained."""
    with reader_errors():
        report = read_losses(run.folder)
        if report is None or not report.questions:
            return
        st.subheader("Where evidence was lost", anchor=False)
        if not report.losses:
            st.success(
                f"Nothing was lost: all evidence of {counted(report.questions, 'question')} came back.", icon="✅"
            )
            return
        _causes(report)
        _one_question(run, report)
        name = f"{run.name}-losses.csv"
        content = losses_csv(report.losses, bom=True)
        st.download_button("Losses (CSV)", content, name, "text/csv", key="evaluate-download-losses", on_click="ignore")


def _causes(report: LossReport) -> None:
    lost = len({loss.question_id for loss in report.losses})
    share_lost = report.characters / report.evidence if report.evidence else 0
    nowhere = f", and {nowhere_in_words(report)}" if report.nowhere else ""
    st.markdown(
        f"**{share_lost:.0%}** of the evidence did not come back "
        f"({report.characters:,} of {counted(report.evidence, 'character')}{nowhere}; in {lost:,} of "
        f"{counted(report.questions, 'question')}). Each lost character has one cause, proven by searching without it."
    )
    rows = [
        {
            "cause": CAUSES[row.cause].label,
            "share": row.share,
            "characters": row.characters,
            "questions": row.questions,
            "how it is proven": CAUSES[row.cause].proof,
            "what helps": CAUSES[row.cause].advice,
        }
        for row in cause_shares(report)
    ]
    config = {name: st.column_config.NumberColumn(format="localized") for name in ("characters", "questions")}
    config["share"] = st.column_config.ProgressColumn(format="percent", min_value=0, max_value=1)
    st.dataframe(frame(rows), hide_index=True, column_config=config, height=38 + 35 * len(rows))
    if report.failed:
        name, reason = report.failed[0]
        told = f"{counted(len(report.failed), 'question')} could not be explained; {name} because: {reason}"
        st.warning(literal(told))


@st.fragment
def _one_question(run: LoadedRun, report: LossReport) -> None:
    """What was lost of one question, and where it stands."""
    asked = {outcome.question_id: outcome for outcome in run.outcomes}
    by_question: dict[str, list[Loss]] = {}
    for loss in report.losses:
        if loss.question_id in asked:
            by_question.setdefault(loss.question_id, []).append(loss)
    if not by_question:
        return
    wanted = st.segmented_control(
        "Lost because", list(_present(report)), format_func=lambda name: CAUSES[name].label, key="results-loss-cause"
    )
    names = [name for name, own in by_question.items() if wanted is None or any(loss.cause == wanted for loss in own)]
    chosen = st.selectbox(
        "A question that lost evidence",
        names,
        format_func=lambda name: f"{name}: {asked[name].question}",
        key=f"results-loss-{run.name}-{wanted}",
    )
    if chosen is None:
        return
    losses = by_question[chosen]
    query = question_pick.address([run.name], chosen, which="lost")
    st.page_link(places.QUESTION, label="Open this question", icon=":material/search:", query_params=query)
    for loss in losses:
        st.markdown(_told(loss))
    _in_documents(run, report, asked[chosen], losses)


def _present(report: LossReport) -> list[str]:
    return [cause for cause in CAUSES if any(loss.cause == cause for loss in report.losses)]


def _told(loss: Loss) -> str:
    cause = CAUSES[loss.cause].label
    also = f" It would also be back without this: {', '.join(CAUSES[name].label.lower() for name in loss.also)}."
    place = loss.note or (f"rank {loss.rank:,}" if loss.rank else "")
    where = f"{loss.document}: {place}" if place else loss.document
    return f"- **{cause}**: {counted(loss.characters, 'character')} ({literal(where)}).{also if loss.also else ''}"


def _in_documents(run: LoadedRun, report: LossReport, outcome: Outcome, losses: Sequence[Loss]) -> None:
    """The evidence in its documents, if those are still what was searched."""
    searched = searched_by(run)
    if searched.reason:
        st.caption(literal(f"Its documents cannot be shown: {searched.reason}"))
        return
    legend(KINDS)
    for number, passage in enumerate(report.annotated.get(outcome.question_id, ())):
        document = searched.documents.get(passage.document_id)
        if document is not None:
            st.markdown(f"**{literal(document.name)}**")
            why = why_lost(passage.span, [loss for loss in losses if loss.document == document.id])
            in_document(document, passage.span, why, searched, f"results-loss-{outcome.question_id}-{number}")
