"""The comparison as one page to hand on, and one of its configurations as a plan, commands and a program."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from chunking_strategies import STRATEGIES
from core.errors import ChunkTraceError
from core.files import read_json
from corpus.library import SAVED, list_corpora
from embedding.sources import source_of
from evaluation.family import Family, compare_family
from evaluation.leader import Leader, leader_of
from evaluation.leader_words import missing_of, title_of
from evaluation.leaderboard import comparisons_csv, leaderboard_csv
from evaluation.report import report_html
from evaluation.runs import LoadedRun
from experiments.folders import SWEEP
from experiments.recipes import Recipe, recipe_commands, recipe_of, recipe_plan, recipe_program
from retrieval.collections import find_card
from retrieval.naming import safe_name
from ui import question_rows, resources, sidebar, sources
from ui.compare_focus import Focus
from ui.literal import literal

_CHOSEN = "compare-winner"
# From so many scores on (questions x pairs) all metrics of all pairs take minutes.
_LARGE = 100_000


def show(focus: Focus) -> None:
    """The downloads, then the recipe of a run, by default the first one."""
    st.markdown("**The report**: verdict, tables, charts and the first run's recipe in one file that opens anywhere.")
    leader = leader_of(focus.family)
    entries = {entry.run.name: entry for entry in focus.family.entries}
    if st.session_state.get(_CHOSEN) not in entries:
        st.session_state[_CHOSEN] = leader.entry.run.name
    chosen = entries[st.session_state[_CHOSEN]].run
    _files(focus, _given(leader.entry.run))
    _title(leader, chosen)
    given = _given(chosen)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Configuration of", list(entries), format_func=lambda name: entries[name].name, key=_CHOSEN, width=290
        )
        data = st.text_input(
            "Documents",
            given["data"],
            key=f"compare-data-{chosen.name}",
            placeholder="./my-documents",
            help="A file or folder, saved:NAME, sample:NAME or ragbench:SUBSET, as the plan and the commands name it.",
            width=220,
        )
        questions = st.text_input(
            "Question set",
            given["questions"],
            key=f"compare-question-set-{chosen.name}",
            placeholder="questions.csv",
            help="A .csv or .jsonl file, saved:NAME or sample:NAME.",
            width=220,
        )
    if not (data and questions):
        st.caption("Where these documents or questions lie is not known: name them above, or replace the words below.")
    recipe = recipe_of(chosen, data.strip(), questions.strip(), given["encoder"])
    _recipe(recipe)
    if recipe.strategy in STRATEGIES:
        st.button(
            "Set it up in the sidebar",
            key="compare-recipe-use",
            icon="⬅️",
            on_click=_use,
            args=(recipe,),
            help="Puts documents, strategy and encoder into the sidebar, whose last button builds the collection "
            "for Chat.",
        )


def _title(leader: Leader, chosen: LoadedRun) -> None:
    """What the chosen configuration is, and where there is no winner, why."""
    first = chosen.name == leader.entry.run.name
    st.markdown(f"**{title_of(leader) if first else 'Another configuration'}**, to use elsewhere")
    if missing := missing_of(leader):
        st.caption(literal(missing))


def _whole(focus: Focus) -> Family:
    """The same family with every pair by every metric."""
    family, pick = focus.family, focus.pick
    names = {entry.run.name: entry.name for entry in family.entries}
    return compare_family(
        pick.runs,
        baseline=family.baseline if pick.against_one else None,
        metric=pick.metric,
        margin=family.margin,
        names=[names[run.name] for run in pick.runs],
    )


def _report(focus: Focus, family: Family, given: Mapping[str, str]) -> bytes:
    """The page, with what makes the first run again."""
    recipe = recipe_of(leader_of(family).entry.run, given["data"], given["questions"], given["encoder"])
    appendix = {"Plan (YAML)": recipe_plan(recipe), "Commands": recipe_commands(recipe)}
    return report_html(family, recipes=appendix).encode("utf-8", "replace")


def _files(focus: Focus, given: Mapping[str, str]) -> None:
    """Made when asked for: all metrics of all pairs take their time."""
    family = focus.family
    large = len(family.pairs) * max(len(entry.run.columns) for entry in family.entries) > _LARGE
    with st.container(horizontal=True):
        st.download_button(
            "Report (HTML)",
            lambda: _report(focus, family if large else _whole(focus), given),
            "chunktrace-report.html",
            "text/html",
            key="compare-report",
            on_click="ignore",
            type="primary",
            help="With so many questions its table of pairs is by the ranking metric alone." if large else None,
            icon=":material/description:",
        )
        st.download_button(
            "Leaderboard (CSV)",
            lambda: leaderboard_csv(family, bom=True),
            "leaderboard.csv",
            "text/csv",
            key="compare-leaderboard",
            on_click="ignore",
        )
        st.download_button(
            "All comparisons (CSV)",
            lambda: comparisons_csv(_whole(focus), bom=True),
            "comparisons.csv",
            "text/csv",
            key="compare-download",
            on_click="ignore",
            help="Every pair by every metric; with so many questions this takes minutes." if large else None,
        )


def _recipe(recipe: Recipe) -> None:
    parts = (
        ("Plan (YAML)", recipe_plan(recipe), "yaml", "For the plan builder of Evaluate, and for cli.py sweep."),
        ("Commands", recipe_commands(recipe), "sh", "They build the collection and evaluate it again."),
        ("Python", recipe_program(recipe), "py", "Builds the collection and searches it, without the app."),
    )
    for tab, (_, text, kind, says) in zip(st.tabs([label for label, *_ in parts]), parts, strict=True):
        with tab:
            # Without colors, which do not stand out enough from the background.
            st.code(text, language=None, wrap_lines=True)
            with st.container(horizontal=True, vertical_alignment="center"):
                name = f"{safe_name(recipe.name)}.{kind}"
                st.download_button(
                    name, text.encode(), name, "text/plain", key=f"compare-recipe-{kind}", on_click="ignore"
                )
                st.caption(says)


def _use(recipe: Recipe) -> None:
    """The sidebar's widgets take over what they can show."""
    sources.point_at(recipe.data)
    sidebar.take_over(recipe.strategy, recipe.parameters)
    sidebar.take_over_encoder(recipe.encoder, recipe.method)
    st.toast("The sidebar's steps have this configuration: its last button builds it.", icon="⬅️")


def _given(run: LoadedRun) -> dict[str, str]:
    """Where a run's documents and questions come from and what loads its encoder, as far as it is still known."""
    asked = question_rows.set_of(run)
    if run.sweep:
        return _of_sweep(run) | {"encoder": ""}
    try:
        card = find_card(run.plan["collection"]["name"], resources.home())
    except ChunkTraceError:
        return {"data": "", "questions": asked, "encoder": ""}
    kept = {each.key: f"{SAVED}{each.name}" for each in list_corpora(resources.home())}
    data = resources.sample_of(card.recipe.corpus, card.recipe.corpus_key) or kept.get(card.recipe.corpus_key, "")
    return {"data": data, "questions": asked, "encoder": source_of(card.recipe.embedding, resources.home())}


def _of_sweep(run: LoadedRun) -> dict[str, str]:
    try:
        plan = read_json(run.folder.parent.parent / SWEEP)["plan"]
        return {"data": str(plan["data"]), "questions": str(plan["questions"] or plan["data"])}
    except (ChunkTraceError, KeyError, TypeError):
        return {"data": "", "questions": ""}
