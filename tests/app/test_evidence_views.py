"""What the Evaluate and Compare pages show of evidence: curves, causes of losses, the ruler's checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evaluation.causes import CAUSES
from evaluation.loss_tables import LOSSES, read_losses
from evaluation.runs import RUN
from tests.app.conftest import settle


def texts(elements: object) -> str:
    return " ".join(str(element.value) for element in elements).replace("\\", "")  # type: ignore[attr-defined]


@pytest.fixture
def evaluated(app: AppTest) -> AppTest:
    """The Evaluate page with one run of the FAQ's questions, made without a language model."""
    app.selectbox(key="data-sample").set_value("faq").run()
    app.number_input(key="chunk-size").set_value(200).run()
    app.button(key="collection-build").click().run()
    settle(app).switch_page("pages/evaluate.py").run()
    app.selectbox(key="evaluate-judge").set_value("gold").run()
    app.selectbox(key="evaluate-model").set_value("none").run()
    app.number_input(key="evaluate-k").set_value(1).run()
    app.button(key="evaluate-start").click().run()
    settle(app)
    assert not app.exception and not app.error
    return app


def folder_of(home: Path) -> Path:
    (run,) = (home / "runs").iterdir()
    return run


def test_curves_losses_and_the_ruler_are_shown_and_their_files_written(evaluated: AppTest, app_home: Path) -> None:
    run = folder_of(app_home)
    assert {path.name for path in run.iterdir()} >= {"curves.csv", "budgets.csv", "losses.csv", LOSSES}
    assert {"Evidence against tokens", "Where evidence was lost"} <= {each.value for each in evaluated.subheader}
    assert "With **2,048 tokens**, retrieval brings back" in texts(evaluated.markdown)
    assert any(each.label == "The ruler: 8 of 8 checks hold" for each in evaluated.expander)
    causes = next(table.value for table in evaluated.dataframe if "how it is proven" in table.value)
    assert list(causes["cause"]) == [cause.label for cause in CAUSES.values()]
    assert causes["share"].sum() == pytest.approx(1)
    report = read_losses(run)
    assert report is not None and causes["characters"].sum() == report.characters > 0
    # One question in its document, with what of it was lost.
    assert "ct-k-lost" in shown_html(evaluated)
    assert CAUSES[report.losses[0].cause].label in texts(evaluated.markdown)
    evaluated.toggle(key="results-curve-by").set_value(True).run()
    evaluated.selectbox(key="results-curve-metric").set_value("precision").run()
    assert not evaluated.exception
    assert any(list(table.value.columns[:1]) == ["k"] for table in evaluated.dataframe)


def test_a_broken_check_is_an_error_and_an_older_run_shows_nothing_of_this(evaluated: AppTest, app_home: Path) -> None:
    path = folder_of(app_home) / RUN
    record = json.loads(path.read_text(encoding="utf-8"))
    record["ruler"][1] |= {"verdict": "broken", "question_id": "faq-001", "reason": "ndcg is 1.7"}
    path.write_text(json.dumps(record), encoding="utf-8")
    evaluated.run()
    assert "Metrics lie within their range is not so. Question faq-001: ndcg is 1.7" in texts(evaluated.error)
    assert any(each.label == "The ruler: 7 of 8 checks hold" for each in evaluated.expander)
    # A run of an older program has none of this.
    run = folder_of(app_home)
    (run / LOSSES).unlink()
    del record["ruler"]
    path.write_text(json.dumps(record), encoding="utf-8")
    journal = run / "outcomes.jsonl"
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    journal.write_text("".join(json.dumps({**line, "curve": None}) + "\n" for line in lines), encoding="utf-8")
    evaluated.run()
    assert not evaluated.exception and not evaluated.error
    assert not {"Evidence against tokens", "Where evidence was lost"} & {each.value for each in evaluated.subheader}


def shown_html(app: AppTest) -> str:
    return " ".join(str(element.proto.body) for element in app.get("html"))
