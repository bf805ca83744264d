"""The Compare page on runs that lie on disk: words, leaderboard, forest, settings, files."""

from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from tests.evaluation.compared import run_of, written

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
    return app.multiselect(key="compare-runs").set_value(names).run()


def told(elements: object) -> str:
    return " ".join(str(element.value) for element in elements).replace("\\", "")


def test_the_page_says_who_is_best_and_which_setting_carries_it(page: AppTest) -> None:
    assert not page.exception and not page.error
    words = told(page.markdown)
    assert "markdown-512 is best (evidence recall" in words
    assert "Strategy carries" in words
    board = page.dataframe[0].value
    assert list(board["name"]) == ["markdown-512", "markdown-256", "fixed-512", "fixed-256", "broken"]
    assert list(board["verdict"]) == ["better", "better", "better", "baseline", "not ranked"]
    assert "20 of 40 questions failed" in board["remark"].iloc[-1]
    keys = {button.key for button in page.get("download_button")}
    assert {"compare-leaderboard", "compare-download", "compare-report"} <= keys
    assert len(page.get("plotly_chart")) >= 2


def test_metric_margin_and_baseline_can_be_chosen(page: AppTest) -> None:
    page.selectbox(key="compare-metric").set_value("mrr").run()
    page.toggle(key="compare-against-one").set_value(True).run()
    page.number_input(key="compare-margin").set_value(0.3).run()
    assert not page.exception and not page.error
    assert len(page.dataframe[1].value) == 3, "three runs against the baseline"
    page.selectbox(key="compare-pairs-metric").set_value("context_tokens").run()
    assert list(page.dataframe[1].value["ties"]) == [40, 40, 40]


def test_what_cannot_be_compared_is_told(page: AppTest) -> None:
    page.multiselect(key="compare-runs").set_value(["fixed-256"]).run()
    assert "Choose at least two runs" in told(page.info)
    page.multiselect(key="compare-runs").set_value(["broken", "fixed-256"]).run()
    page.toggle(key="compare-against-one").set_value(True).run()
    assert "The baseline broken cannot be compared" in told(page.error)


def test_the_start_page_shows_a_tours_runs_in_words(app: AppTest, runs: Path) -> None:
    app.session_state["home-tour"] = ["fixed-256", "markdown-512"]
    app.switch_page("pages/home.py").run()
    assert not app.exception and not app.error
    assert "markdown-512 is best (evidence recall" in told(app.markdown)
    assert len(app.get("plotly_chart")) == 2
