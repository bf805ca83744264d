"""Many configurations on the Evaluate page: a plan is made, costed, started, followed, stopped and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from config import ROOT
from core.types import Document
from corpus.library import save_corpus
from corpus.question_rows import QuestionRow
from corpus.saved_questions import create_set
from corpus.types import Corpus
from experiments.plan import SweepPlan
from experiments.saved import list_sweeps, open_sweep, plan_of_sweep, save_plan
from tests.app.conftest import settle
from tests.app.test_pages import texts

SMALL = {
    "data": "sample:faq",
    "strategies": [{"name": "recursive", "chunk_size": [64, 128], "overlap": 0}],
    "retrievers": ["bm25"],
    "budgets": [256],
    "limits": {"questions": 6},
}


def visit(app: AppTest, view: str, sweep: str = "") -> AppTest:
    """The Evaluate page by its address."""
    app.switch_page("pages/evaluate.py")
    app.query_params["view"] = view
    if sweep:
        app.query_params["sweep"] = sweep
    return app.run()


@pytest.fixture
def sweeps(app: AppTest) -> AppTest:
    """The page with its plan builder."""
    return visit(app, "sweep")


def told(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def test_the_first_plan_tells_what_it_will_take_and_is_ready_to_start(sweeps: AppTest) -> None:
    assert not sweeps.exception and not sweeps.error and not sweeps.warning
    assert told(sweeps)["Configurations"] == "29 → 3" and told(sweeps)["Model calls"] == "0"
    assert "The time is a guess" in texts(sweeps.caption).replace("\\", "")
    assert not sweeps.button(key="evaluate-plan-begin").disabled


def test_a_preset_fills_the_form_and_what_is_changed_counts(sweeps: AppTest) -> None:
    sweeps.pills(key="evaluate-preset").set_value("size-and-overlap").run()
    assert sweeps.multiselect(key="evaluate-plan-strategies").value == ["recursive"]
    assert told(sweeps)["Configurations"] == "12"
    sweeps.multiselect(key="evaluate-plan-recursive-chunk_size").set_value(["128", "300"]).run()
    assert told(sweeps)["Configurations"] == "6" and not sweeps.exception
    sweeps.multiselect(key="evaluate-plan-strategies").set_value(["recursive", "sparse"]).run()
    assert told(sweeps)["Configurations"] == "12" and not sweeps.exception
    assert sweeps.multiselect(key="evaluate-plan-sparse-chunk_size").value == ["128", "300"], "added with equal sizes"


def test_a_mistake_is_told_and_blocks_the_start(sweeps: AppTest) -> None:
    sweeps.pills(key="evaluate-preset").set_value("first-look").run()
    sweeps.multiselect(key="evaluate-plan-recursive-overlap").set_value(["300"]).run()
    assert "overlap 300 must be smaller than chunk size 256" in texts(sweeps.warning).replace("\\", "")
    assert sweeps.button(key="evaluate-plan-begin").disabled
    sweeps.multiselect(key="evaluate-plan-recursive-overlap").set_value(["much"]).run()
    assert "Overlap must be a whole number" in texts(sweeps.warning).replace("\\", "")
    sweeps.multiselect(key="evaluate-plan-strategies").set_value([]).run()
    assert "Choose at least one strategy" in texts(sweeps.warning) and not sweeps.exception


def test_questions_about_other_documents_are_warned_about_before_they_are_asked(app: AppTest, app_home: Path) -> None:
    passage = {"document": "moon.md", "quote": "It is made of cheese."}
    rows = [QuestionRow("q1", "What is it made of?", None, (passage,), ())]
    set_name = create_set("Moon", app_home, rows)
    visit(app, "sweep")
    app.selectbox(key="evaluate-plan-questions").set_value(f"saved:{set_name}").run()
    assert not app.exception and not app.error
    assert "the questions seem to be about others" in texts(app.warning)
    assert not app.button(key="evaluate-plan-begin").disabled, "a warning, no ban"


def test_a_context_that_holds_small_documents_is_told_and_mended_by_one_press(app: AppTest, app_home: Path) -> None:
    document = Document.from_text("The pump stops after nine minutes. The mast leans north.", "a.txt")
    save_corpus(Corpus("x", (document,)), "Small", app_home)
    create_set("Asked", app_home, [QuestionRow("q1", "When?", None, (), ())], about="saved:small")
    visit(app, "sweep")
    assert "a context of 2,048 holds most of them" in texts(app.warning)
    app.button(key="evaluate-plan-better").click().run()
    assert app.multiselect(key="evaluate-plan-budgets").value == ["64"]
    assert not app.warning
    assert not app.exception


def test_without_a_collection_many_configurations_are_one_press_away(app: AppTest) -> None:
    visit(app, "run")
    app.button(key="evaluate-to-sweep").click().run()
    assert app.button(key="evaluate-plan-begin")
    assert not app.exception


def test_a_sweep_from_the_form_to_its_table_and_results(sweeps: AppTest, app_home: Path) -> None:
    sweeps.pills(key="evaluate-preset").set_value("first-look").run()
    sweeps.selectbox(key="evaluate-plan-data").set_value("sample:faq")
    sweeps.multiselect(key="evaluate-plan-strategies").set_value(["recursive"])
    sweeps.multiselect(key="evaluate-plan-retrievers").set_value(["bm25"])
    sweeps.multiselect(key="evaluate-plan-recursive-chunk_size").set_value(["64", "128"])
    sweeps.number_input(key="evaluate-plan-limit").set_value(6).run()
    assert told(sweeps)["Questions asked"] == "12"
    sweeps.button(key="evaluate-plan-begin").click().run()
    assert not sweeps.exception and not sweeps.error
    assert sweeps.selectbox(key="evaluate-sweep").value == "faq"
    settle(sweeps)
    assert not sweeps.exception and not sweeps.error
    (saved,) = list_sweeps(app_home)
    assert saved.finished and len(saved.runs) == 2
    table = sweeps.dataframe[0].value
    assert list(table["state"]) == ["● done"] * 2 and list(table["done"]) == [6, 6]
    name = saved.runs[0].name
    sweeps.selectbox(key="evaluate-configuration").set_value(name).run()
    assert not sweeps.exception and "Evidence recall" in {metric.label for metric in sweeps.metric}
    sweeps.switch_page("pages/question.py")
    sweeps.query_params["run"] = f"{saved.name}/{name}"
    sweeps.run()
    assert not sweeps.exception and not sweeps.error
    assert "cannot be shown" not in texts(sweeps.caption), "a sweep's documents are those of its plan"


def test_a_stopped_sweep_goes_on_and_a_new_plan_starts_from_it(app: AppTest, app_home: Path) -> None:
    saved = save_plan("mine", SweepPlan.model_validate(SMALL), app_home)
    visit(app, "sweep", "mine")
    assert "has not begun" in texts(app.info)
    app.button(key="evaluate-sweep-go-on").click().run()
    settle(app)
    assert not app.exception and open_sweep("mine", app_home).finished
    assert "evaluate-sweep-go-on" not in {button.key for button in app.button}
    app.button(key="evaluate-sweep-again").click().run()
    assert app.selectbox(key="evaluate-sweep").value == ""
    assert app.multiselect(key="evaluate-plan-recursive-chunk_size").value == ["64", "128"]
    assert app.number_input(key="evaluate-plan-limit").value == 6
    app.button(key="evaluate-plan-begin").click().run()
    settle(app)
    again = next(one for one in list_sweeps(app_home) if one.name != "mine")
    assert plan_of_sweep(again).plan.strategies == plan_of_sweep(saved).plan.strategies and again.finished


def test_an_address_of_a_sweep_that_is_gone_shows_a_new_plan(app: AppTest) -> None:
    visit(app, "sweep", "gone<b>")
    assert not app.exception and "which is not here" in texts(app.caption)
    assert app.button(key="evaluate-plan-begin")


def test_the_queue_tells_what_has_ended(app: AppTest, app_home: Path) -> None:
    save_plan("mine", SweepPlan.model_validate(SMALL), app_home)
    visit(app, "queue")
    assert "Nothing is running" in texts(app.info)
    visit(app, "sweep", "mine")
    app.button(key="evaluate-sweep-go-on").click().run()
    settle(app)
    app.segmented_control(key="evaluate-view").set_value("queue").run()
    assert "2 of 2 configurations evaluated to the end" in " ".join(app.dataframe[0].value["what came of it"])


def test_a_cold_visit_by_address_works(app_home: Path) -> None:
    page = AppTest.from_file(str(ROOT / "pages" / "evaluate.py"), default_timeout=60)
    page.query_params["view"] = "sweep"
    page.run()
    assert not page.exception and told(page)["Configurations"] == "29 → 3"
