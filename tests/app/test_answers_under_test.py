"""Reference answers and scenarios of a run on the page."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

PAGE = """
from pathlib import Path
from evaluation.outcomes import Outcome, Replied
from evaluation.references.compared import compared
from evaluation.runs import LoadedRun
from evaluation.summary import summarize
from ui import reference_view, results, scenario_view

answer = compared("When?", "At nine.", "At 9.") if {referenced} else None
outcome = Outcome("q1", "When?", "measured", answer=Replied("At 9.", "m"), compared=answer)
run = LoadedRun(Path({folder!r}), {{"questions": {{"count": 1}}}}, {{}}, (outcome,))
reference_view.show(run, {{one.metric: one for one in summarize(run.outcomes)}}, results.cards)
scenario_view.show(run)
"""
SCENARIOS = """scenario,rate,measure,share,low,high,number,n,missing
as-retrieved,0.0,answered_correctly,0.5,0.1,0.9,1,2,0
noisy,0.25,answered_correctly,1.0,0.3,1.0,2,2,0
noisy,0.25,misled,,,,0,0,2
"""


def page(folder, referenced=True):
    app = AppTest.from_string(PAGE.format(folder=str(folder), referenced=referenced), default_timeout=60).run()
    assert not app.exception
    return app


def test_answers_stand_beside_their_references(tmp_path):
    app = page(tmp_path)
    assert [one.label for one in app.metric] == ["ROUGE-1", "ROUGE-L", "BLEU", "Reference words"]
    assert app.metric[3].value == "1.00"
    assert any("only a language model as the judge" in one.value for one in app.caption)
    assert list(app.dataframe[0].value["reference"]) == ["At nine."]


def test_scenarios_are_a_table_with_one_row_each(tmp_path):
    (tmp_path / "scenarios.csv").write_bytes(SCENARIOS.replace("\n", "\r\n").encode())
    (tmp_path / "scenario_answers.csv").write_bytes(b"scenario\r\n")
    table = page(tmp_path, referenced=False).dataframe[0].value
    assert list(table["scenario"]) == ["As retrieved", "Noise, 25%"]
    assert list(table["correct"]) == ["1 of 2 (10–90\u00a0%)", "2 of 2 (30–100\u00a0%)"]
    assert list(table["misled"]) == ["–", "–"]


def test_a_run_without_either_shows_nothing(tmp_path):
    app = page(tmp_path, referenced=False)
    assert len(app.subheader) == 0
