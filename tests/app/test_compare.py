"""The Compare page on runs that lie on disk: words, leaderboard, forest, settings, files."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from corpus.questions import load_rows
from evaluation.runs import load_run
from tests.evaluation.compared import run_of, written
from ui.question_rows import set_of

RNG = np.random.default_rng(4)
BASE = RNG.uniform(0.2, 0.7, size=40)


@pytest.fixture
def runs(app_home: Path) -> Path:
    home = app_home / "runs"
    for strategy, gain in (("fixed", 0.0), ("markdown", 0.15)):
        for size, more in ((256, 0.0), (512, 0.05)):
            name = f"{strategy}-{size}"
            settings = {"strategy": strategy, "parameters": {"chunk_size": size, "overlap": 50}}
            scores = np.clip(BASE + gain + more + RNG.normal(0, 0.03, size=40), 0, 1)
            written(run_of(name, list(scores), collection=settings), home)
    written(run_of("broken", list(BASE), failed=set(range(20))), home)
    return home


@pytest.fixture
def page(app: AppTest, runs: Path) -> AppTest:
    app.switch_page("pages/compare.py").run()
    names = ["fixed-256", "fixed-512", "markdown-256", "markdown-512", "broken"]
    app.multiselect(key="compare-runs").set_value(names).run()
    return app.selectbox(key="compare-baseline").set_value("fixed-256").run()


def told(elements: object) -> str:
    return " ".join(str(element.value) for element in elements).replace("\\", "")


def test_the_page_says_who_is_best_and_by_how_much(page: AppTest) -> None:
    assert not page.exception and not page.error
    assert "markdown-512 is best (evidence recall" in told(page.success)
    board = page.dataframe[0].value
    assert list(board["name"]) == ["markdown-512", "markdown-256", "fixed-512", "fixed-256", "broken"]
    assert list(board["verdict"]) == ["▲ better", "▲ better", "▲ better", "◆ baseline", "not ranked"]
    assert board["delta"].iloc[0] == pytest.approx(0.2, abs=0.03)
    assert board["questions"].iloc[0] == "40 of 40"
    assert "20 of 40 questions failed" in board["remark"].iloc[-1]
    wins, ties, losses = (int(number) for number in board["counts"].iloc[0].split(" / "))
    assert wins + ties + losses == 40 and wins > losses
    cards = {card.label: card.value for card in page.metric}
    assert cards["Improved"] == str(wins) and cards["Regressed"] == str(losses)


def test_views_show_what_the_verdict_rests_on(page: AppTest) -> None:
    def view(name: str) -> AppTest:
        shown = page.segmented_control(key="compare-view").set_value(name).run()
        assert not shown.exception and not shown.error
        return shown

    assert len(view("differences").get("plotly_chart")) == 1
    assert "None of these runs has an evidence curve" in told(view("budgets").info)
    assert "Worth a look" in told(view("tradeoff").markdown)
    metrics = view("metrics").dataframe[1].value
    assert metrics["metric"].iloc[0] == "Evidence recall" and metrics["change"].iloc[0].startswith("▲ +0.")
    settings = view("settings")
    assert list(settings.dataframe[1].value.columns) == ["rank", "run", "strategy", "chunk size"]
    assert "Strategy carries" in told(settings.markdown)
    settings.toggle(key="compare-all-settings").set_value(True).run()
    assert "overlap" in settings.dataframe[1].value.columns


def test_a_winner_is_handed_on_as_plan_commands_and_program(page: AppTest) -> None:
    page.segmented_control(key="compare-view").set_value("report").run()
    assert not page.exception and not page.error
    keys = {button.key for button in page.get("download_button")}
    assert {"compare-leaderboard", "compare-download", "compare-report", "compare-recipe-py"} <= keys
    assert "**The winning configuration**, to use elsewhere" in told(page.markdown)
    page.text_input(key="compare-data-markdown-512").set_value("./my docs").run()
    plan, commands, program = (str(code.value) for code in page.code)
    assert "data: ./my docs" in plan and "chunk_size: [512]" in plan
    assert "--data './my docs' --strategy markdown --chunk-size 512" in commands
    assert "DATA = './my docs'" in program


def test_without_a_winner_the_leader_is_called_no_more_than_that(app: AppTest, app_home: Path) -> None:
    for strategy in ("fixed_size", "recursive"):
        noise = RNG.normal(0, 0.3, size=40)
        scores = np.clip(BASE + noise - noise.mean(), 0, 1)
        name = f"workshop-handbook_{strategy}_minilm"
        written(run_of(name, list(scores), collection={"strategy": strategy}), app_home / "runs")
    app.switch_page("pages/compare.py")
    app.query_params["view"] = "report"
    app.run()
    assert not app.exception and not app.error
    assert set(app.dataframe[0].value["name"]) == {"fixed_size", "recursive"}
    assert "Every name begins with workshop-handbook_ and ends in _minilm, which is left out" in told(app.caption)
    (open_verdict,) = set(app.dataframe[0].value["verdict"]) - {"◆ baseline"}
    assert open_verdict == "? cannot tell yet"
    assert any("more question" in str(cell) for cell in app.dataframe[0].value["missing"])
    assert "**The leading configuration**, to use elsewhere" in told(app.markdown)
    assert "There is no winner yet: 1 other run may be as good or better" in told(app.caption)
    chosen = app.selectbox(key="compare-winner")
    names = {f"workshop-handbook_{each}_minilm" for each in ("fixed_size", "recursive")}
    chosen.set_value((names - {chosen.value}).pop()).run()
    assert "**Another configuration**, to use elsewhere" in told(app.markdown)


def test_a_question_set_is_known_by_its_text_not_by_its_name(app_home: Path) -> None:
    rows = load_rows("sample:faq").rows
    run = run_of("mine", [0.5] * len(rows), questions={"name": "faq"})
    asked = [
        replace(one, question_id=row.id, question=row.question) for one, row in zip(run.outcomes, rows, strict=True)
    ]
    ours = written(replace(run, outcomes=tuple(asked)), app_home / "runs")
    others = written(run_of("theirs", [0.5] * len(rows), questions={"name": "faq"}), app_home / "runs")
    assert set_of(load_run(ours)) == "sample:faq" and set_of(load_run(others)) == ""


def test_metric_margin_and_baseline_can_be_chosen(page: AppTest) -> None:
    page.selectbox(key="compare-metric").set_value("mrr").run()
    page.toggle(key="compare-against-one").set_value(True).run()
    page.number_input(key="compare-margin").set_value(0.3).run()
    page.selectbox(key="compare-baseline").set_value("fixed-512").run()
    assert not page.exception and not page.error
    assert page.dataframe[0].value.set_index("name")["verdict"]["fixed-512"] == "◆ baseline"
    page.segmented_control(key="compare-view").set_value("differences").run()
    assert len(page.dataframe[1].value) == 3, "three runs against the baseline"
    page.selectbox(key="compare-pairs-metric-mrr").set_value("context_tokens").run()
    assert list(page.dataframe[1].value["ties"]) == [40, 40, 40]


def test_questions_are_filtered_and_lead_to_their_page(page: AppTest) -> None:
    def listed(which: str) -> object:
        return page.segmented_control(key="compare-filter").set_value(which).run().dataframe[1].value

    page.selectbox(key="compare-candidate").set_value("fixed-512").run()
    worse, better = listed("regressed"), listed("improved")
    assert (worse["change"] < 0).all() and (better["change"] > 0).all()
    cards = {card.label: card.value for card in page.metric}
    assert (len(worse), len(better)) == (int(cards["Regressed"]), int(cards["Improved"]))
    assert list(worse["change"]) == sorted(worse["change"]), "the largest loss first"
    page.text_input(key="compare-search").set_value("q13").run()
    assert {"q13"} >= set(page.dataframe[1].value["question_id"]) if len(page.dataframe) > 1 else page.info


def test_the_address_says_what_is_shown_and_brings_it_back(app: AppTest, runs: Path) -> None:
    app.switch_page("pages/compare.py")
    app.query_params.update({"run": ["fixed-256", "fixed-512", "gone"], "view": "settings", "with": "nobody"})
    app.query_params.update({"baseline": "fixed-512", "margin": "much", "filter": "odd", "metric": "colour"})
    app.run()
    assert not app.exception and not app.error
    assert "Not among the runs on this machine: gone" in told(app.caption)
    assert app.dataframe[0].value.set_index("name")["verdict"]["fixed-512"] == "◆ baseline"
    assert app.segmented_control(key="compare-view").value == "settings"
    app.segmented_control(key="compare-view").set_value("tradeoff").run()
    assert app.query_params["view"] in ("tradeoff", ["tradeoff"])
    assert app.query_params["run"] == ["fixed-256", "fixed-512"]
    app.switch_page("pages/home.py").run()
    app.switch_page("pages/compare.py").run()
    assert app.segmented_control(key="compare-view").value == "tradeoff", "the page is as it was left"


def test_what_differs_that_should_not_is_told_once(app: AppTest, runs: Path) -> None:
    for name in ("other-1", "other-2"):
        written(run_of(name, list(BASE), questions={"name": "another", "key": "z"}, judge={"name": "gold"}), runs)
    app.switch_page("pages/compare.py")
    app.query_params["run"] = ["fixed-256", "fixed-512", "other-1", "other-2"]
    app.run()
    warnings = [str(one.value).replace("\\", "") for one in app.warning]
    assert sum("different question sets: set, 40 questions" in one for one in warnings) == 1
    assert sum("different judges" in one for one in warnings) == 1


def test_what_cannot_be_compared_is_told(page: AppTest) -> None:
    page.multiselect(key="compare-runs").set_value(["fixed-256"]).run()
    assert "Choose at least two runs" in told(page.info)
    page.multiselect(key="compare-runs").set_value(["broken", "fixed-256"]).run()
    page.selectbox(key="compare-baseline").set_value("broken").run()
    page.toggle(key="compare-against-one").set_value(True).run()
    assert "The baseline broken cannot be compared" in told(page.error)


def test_without_runs_the_page_says_what_to_do(app: AppTest) -> None:
    app.switch_page("pages/compare.py").run()
    assert not app.exception and "comparing needs two" in told(app.info)


def test_the_start_page_shows_a_tours_runs_in_words(app: AppTest, runs: Path) -> None:
    app.session_state["home-tour"] = ["fixed-256", "markdown-512"]
    app.switch_page("pages/home.py").run()
    assert not app.exception and not app.error
    assert "markdown-512 is best (evidence recall" in told(app.success)
    assert len(app.get("plotly_chart")) == 2


def test_the_leading_configuration_is_set_up_in_the_sidebar(page: AppTest) -> None:
    page.segmented_control(key="compare-view").set_value("report").run()
    page.text_input(key="compare-data-markdown-512").set_value("sample:faq").run()
    page.button(key="compare-recipe-use").click().run()
    assert not page.exception
    assert (page.selectbox(key="chunk-strategy").value, page.selectbox(key="data-sample").value) == ("markdown", "faq")
    assert (page.number_input(key="chunk-size").value, page.number_input(key="chunk-overlap").value) == (512, 50)
