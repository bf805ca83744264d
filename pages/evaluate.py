"""Score a collection with TRACe over a question set."""

import streamlit as st

from evaluation.judges import JUDGES
from ui import choices, empty, job_panel, question_sets, resources, results, work
from ui.labels import full
from ui.literal import literal
from ui.shell import page, reader_errors

page("Evaluate", "Ask a whole question set and score the answers with TRACe.")
cards = resources.complete_collections()
if not cards:
    empty.no_collection()
    st.stop()

with reader_errors():
    with st.container(border=True, key="evaluate-settings"):
        left, middle, right = st.columns(3)
        with left:
            card = choices.collection("evaluate-collection", cards)
            asked = question_sets.show(card)
            question_sets.tell(asked)
        with middle:
            retrieval = choices.retrieval("evaluate", card)
        with right:
            judge = st.selectbox(
                "Judge", list(JUDGES), format_func=lambda name: JUDGES[name].label, key="evaluate-judge"
            )
            st.caption(JUDGES[judge].summary)
            answers = choices.model("evaluate", (choices.LOCAL, choices.EXTRACTIVE, choices.NONE))
            grader = choices.model("evaluate-judge", (), "Judged by") if JUDGES[judge].needs == "model" else None
        st.caption(choices.describe(card))
        limit = st.slider(
            "How many of the questions", 1, max(2, len(asked.questions)), max(2, len(asked.questions)),
            key=f"evaluate-limit-{asked.name}-{len(asked.questions)}", disabled=len(asked.questions) < 2,
        )  # fmt: skip
        waits = asked.waits or answers.waits or (grader.waits if grader else "")
        started = st.button("Evaluate", key="evaluate-start", type="primary", disabled=bool(waits))
        if waits:
            st.caption(literal(waits))
    if started:
        wanted = work.Evaluation(
            collection=card.name,
            questions=asked.questions[:limit],
            question_set=asked.name,
            retrieval=retrieval,
            judge=judge,
            model=None if answers.name == choices.NONE else answers.load(),
            judge_model=grader.load() if grader else None,
        )
        job, new = resources.jobs().submit(f"evaluate:{wanted}", f"Evaluate {card.display}", work.evaluate(wanted))
        if new:
            job_panel.mine(job)
            st.rerun()
        st.info("This evaluation is running already.")

    runs = {run.name: run for run in resources.runs() if run.plan["collection"]["name"] == card.name}
    if not runs:
        st.info("No run of this collection yet. Press Evaluate: the result appears here.")
        st.stop()
    if st.session_state.get("evaluate-run") not in runs:
        st.session_state.pop("evaluate-run", None)
    chosen = st.selectbox("Result", list(runs), format_func=lambda name: full(runs[name]), key="evaluate-run")
    run = runs[chosen]
    if not run.complete:
        st.warning(
            f"Unfinished: {len(run.outcomes):,} of {run.total:,} questions. Evaluate with the same settings to go on."
        )
    if run.outcomes:
        results.show(run)
