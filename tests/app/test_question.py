"""The Question page: its address, the walk through a filter, and what it says of evidence, answers and judges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from config import ROOT
from evaluation.losses import Loss
from tests.app.runs_on_disk import WANTED, outcome, write_run
from tests.app.test_pages import texts

REPLY = json.dumps(
    {
        "relevance_explanation": "The first sentence names the hour.",
        "all_relevant_sentence_keys": ["0a"],
        "overall_supported_explanation": "The age is nowhere.",
        "sentence_support_information": [{"response_sentence_key": "b", "explanation": "No passage tells the age."}],
    }
)


@pytest.fixture
def runs(app_home: Path) -> Path:
    """A run that found everything, and an older one that lost q2 and failed q3."""
    good = [outcome(f"q{number}", [(0, 20), (21, 31)]) for number in (1, 2, 3)]
    bad = [
        outcome("q1", [(0, 20)]),
        outcome("q2", [(21, 31), (32, 50)], supported=False, replies=[REPLY]),
        outcome("q3", [], status="failed"),
    ]
    lost = [Loss("q2", "shop.md", 0, len(WANTED), len(WANTED), "ranked low", 7, note="rank 7 of 9")]
    write_run(app_home, "wide", good, created="2026-02-01T00:00:00+00:00")
    write_run(app_home, "narrow", bad, lost, judge="llm")
    return app_home


def opened(**query: object) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.switch_page("pages/question.py").run()
    assert not app.exception, app.exception
    return app


def addressed(app: AppTest, name: str) -> list[str]:
    """A part of the address, which is a text where it has one value."""
    value = app.query_params[name]
    return [value] if isinstance(value, str) else list(value)


def said(app: AppTest) -> str:
    return f"{texts(app.markdown)} {texts(app.caption)} {texts(app.subheader)}".replace("\\", "")


def test_without_runs_the_page_says_where_to_make_one(app_home: Path) -> None:
    app = opened()
    assert "no run yet" in texts(app.info)


def test_a_lost_question_is_explained_beside_the_run_that_found_it(runs: Path) -> None:
    app = opened(run=["wide", "narrow"], id="q2")
    words = said(app)
    assert "A brought back all of the evidence, B nothing" in words
    assert "20 characters: ranked low (rank 7 of 9)" in words and "Try another retriever" in words
    assert "1 of 2 sentences of the answer of B has no support" in words
    assert "At 9." in words and "The first sentence names the hour." in words
    assert "did not come back" in words and "came back at rank 1" in words
    table = next(each.value for each in app.dataframe if "meaning" in each.value)
    assert table.set_index("score").loc["Evidence recall"].tolist()[:2] == ["1.00", "0.00 -1.00 ▼ worse"]


def test_next_and_previous_walk_the_filter_and_the_address_follows(runs: Path) -> None:
    app = opened(run=["wide", "narrow"])
    assert app.selectbox(key="question-id").value == "q1" and app.button(key="question-previous").disabled
    app.button(key="question-next").click().run()
    assert addressed(app, "id") == ["q2"]
    app.segmented_control(key="question-filter").set_value("failed").run()
    assert app.selectbox(key="question-id").value == "q3" and addressed(app, "filter") == ["failed"]
    assert app.button(key="question-next").disabled and app.button(key="question-previous").disabled
    assert "B failed: the model did not reply" in said(app)
    app.segmented_control(key="question-filter").set_value("regressed").run()
    assert app.selectbox(key="question-id").value == "q2"


def test_an_address_of_things_that_are_gone_falls_back_and_says_so(runs: Path) -> None:
    app = opened(run=["gone", "narrow"], id="q99", filter="nice", metric="beauty", sentence="Z.zz")
    assert "Not among the runs on this machine: gone." in said(app) and "no question q99" in said(app)
    assert app.multiselect(key="question-runs").value == ["narrow"]
    assert app.selectbox(key="question-id").value == "q1"
    app.multiselect(key="question-runs").set_value(["narrow", "wide"]).run()
    assert addressed(app, "run") == ["narrow", "wide"]


def test_a_chosen_sentence_tells_what_it_rests_on(runs: Path) -> None:
    app = opened(run=["narrow"], id="q2", sentence="A.b")
    assert "b: Nothing supports it. No passage tells the age." in said(app).replace("**", "")


def test_hostile_text_is_shown_as_it_is(app_home: Path) -> None:
    hostile = "<img src=x onerror=alert(1)> costs $5 and $7 :red[x] [y](javascript:alert(1))"
    write_run(app_home, "evil", [outcome("q$1$", [(0, 20)], question=hostile)])
    app = opened(run="evil")
    shown = texts(app.subheader)
    assert "\\<img" in shown and "\\$5" in shown and "\\:red\\[x" in shown
