"""Labels and corrected means on the Judge page, and what Evaluate tells of a language model as the judge."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from config import ROOT
from core.types import Support
from evaluation.exchange import Exchange
from evaluation.judges.judge import judgement_of
from evaluation.label_design import frame_of
from evaluation.label_files import labels_jsonl
from evaluation.labels import Label, add_label, read_labels
from evaluation.outcomes import Found, Outcome, Replied
from evaluation.runs import load_run
from tests.app.conftest import settle
from tests.app.runs_on_disk import write_run
from tests.app.test_pages import texts
from tests.generation.fake_endpoint import Fail, FakeEndpoint, Request


@pytest.fixture
def folder(app_home: Path) -> Path:
    """A run of 20 questions with three context sentences each, judged without models."""
    outcomes = []
    for number in range(20):
        exchange = Exchange(f"What is {number}?", {"0a": f"It is {number}.", "0b": "Tea.", "1a": "Red."}, {"a": "Yes."})
        judgement = judgement_of(
            "local", exchange, "sentence", relevant=["0a"], utilized=["0a"], support={"a": Support(("0a",), True)}
        )
        place = Found(1, "c", "a.md", 0, 9, 0, 9, 0.5, "cosine similarity")
        outcomes.append(
            Outcome(
                f"q{number}",
                exchange.question,
                "measured",
                found=(place, replace(place, rank=2, start=10, end=14)),
                context=exchange.context,
                response=exchange.response or {},
                answer=Replied("Yes.", "m"),
                judgement=judgement,
            )
        )
    return write_run(app_home, "judged", outcomes)


def judge_page(**query: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.switch_page("pages/judge.py").run()
    assert not app.exception, app.exception
    return app


def label_all(folder: Path, number: int) -> None:
    for drawn in frame_of(load_run(folder).outcomes, "relevant").to_label(number):
        add_label(folder, Label(drawn.question_id, drawn.key, "relevant", drawn.key != "1a"))


def said(app: AppTest) -> str:
    return f"{texts(app.markdown)} {texts(app.caption)} {texts(app.subheader)}".replace("\\", "")


def test_without_runs_the_page_says_where_to_make_one(app_home: Path) -> None:
    assert "no run yet" in texts(judge_page().info)


def test_sentences_are_labeled_one_by_one_and_taken_back(folder: Path) -> None:
    page = judge_page(run="judged")
    assert not page.metric and "Label 25 sentences" in said(page)
    for value in (True, False, None):
        page.button(key=f"judge-label-{value}").click().run()
        assert not page.exception and not page.error
    assert sorted(map(str, read_labels(folder).values())) == ["False", "None", "True"]
    assert "23 more labels needed (2 of 25)" in said(page)
    assert "F1 of sentences (relevance), AUROC (relevance): 25 labels are needed, there are 2" in said(page)
    assert not [each for each in page.dataframe if "constant" in each.value], "no figure rests on two labels"
    page.button(key="judge-undo-relevant").click().run()
    assert None not in read_labels(folder).values() and len(read_labels(folder)) == 2
    page.segmented_control(key="judge-kind").set_value("supported").run()
    assert "Do the passages support everything" in said(page)
    assert page.query_params["kind"] in ("supported", ["supported"])


def test_enough_labels_correct_the_mean_and_tell_what_the_judge_is_worth(folder: Path) -> None:
    label_all(folder, 40)
    page = judge_page(run="judged")
    assert "from 40 labels" in said(page) and "Sentence by sentence it reaches F1" in said(page)
    assert "too strict" in said(page)
    (metric,) = page.metric
    assert metric.label == "Relevance" and 0.5 < float(metric.value) < 0.8
    (table,) = [each.value for each in page.dataframe if "constant" in each.value]
    figures = table.set_index(["of", "measure"])
    by_sentence = figures.loc[("relevance", "F1 of sentences")]
    assert float(by_sentence["judge"]) < float(by_sentence["constant"])
    assert figures.loc[("relevance", "AUROC"), "constant"] == "0.50"
    (differing,) = [each.value for each in page.dataframe if "you" in each.value]
    assert set(differing["sentence"]) == {"Tea."} and set(differing["judge"]) == {"no"}


def test_a_whole_question_is_labeled_and_its_score_compared(folder: Path) -> None:
    page = judge_page(run="judged", way="whole", id="q7", kind="relevant")
    assert "0 of 3 sentences of this question" in [each.proto.text for each in page.get("progress")]
    add_label(folder, Label("q7", "0a", "relevant", True))
    page.run().button(key="judge-rest-no").click().run()
    assert read_labels(folder) == {
        ("q7", "0a", "relevant"): True,
        ("q7", "0b", "relevant"): False,
        ("q7", "1a", "relevant"): False,
    }
    after = page.selectbox(key="judge-id").value
    assert after != "q7" and "10 questions labeled whole are needed, there is 1" in said(page)
    page.button(key="judge-previous").click().run()
    assert page.selectbox(key="judge-id").value == "q7" and not page.exception
    assert "Your labels make 0.33 of this question, the judge 0.33" in said(page)
    page.button(key="judge-next").click().run()
    assert page.selectbox(key="judge-id").value == after and not page.exception


def test_labels_leave_and_come_back(folder: Path) -> None:
    label_all(folder, 3)
    kept = labels_jsonl(read_labels(folder))
    page = judge_page(run="judged")
    page.button(key="judge-delete").click().run()
    assert read_labels(folder) == {}
    page.file_uploader(key="judge-upload").set_value(
        ("labels.jsonl", kept + b'{"odd": 1}\n', "application/jsonl")
    ).run()
    assert "1 row left out: no label" in texts(page.warning).replace("\\", "")
    page.button(key="judge-import").click().run()
    assert len(read_labels(folder)) == 3 and not page.exception


def test_a_stale_address_and_damaged_labels_are_told(folder: Path) -> None:
    page = judge_page(run="gone", kind="nice", way="odd", id="q99")
    assert "Not among the runs on this machine: gone" in said(page)
    (folder / "labels.jsonl").write_text('{"question_id": 1}\n', encoding="utf-8")
    page.run()
    assert "is no label" in texts(page.error).replace("\\", "")
    assert not page.exception


VERDICT = {
    "all_relevant_sentence_keys": ["0a"],
    "sentence_support_information": [
        {"response_sentence_key": key, "supporting_sentence_keys": ["0a"], "fully_supported": True} for key in "abcdef"
    ],
    "all_utilized_sentence_keys": ["0a"],
    "verdict": "correct",
    "explanation": "said",
}


def test_calls_noise_and_cautions_of_a_language_model_are_told(app: AppTest) -> None:
    failing = True

    def script(request: Request) -> Fail | str:
        return Fail(400, "too hard") if failing and "warranty" in request.prompt else json.dumps(VERDICT)

    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    page = settle(app).switch_page("pages/evaluate.py").run()
    page.selectbox(key="evaluate-model").set_value("extractive").run()
    with FakeEndpoint(script) as endpoint:
        page.selectbox(key="evaluate-judge").set_value("llm").run()
        page.selectbox(key="evaluate-judge-model").set_value("custom").run()
        page.text_input(key="evaluate-judge-model-name").set_value("tiny-1b").run()
        page.text_input(key="evaluate-judge-model-url").set_value(endpoint.base_url).run()
        assert "prompt tokens, price not known" in texts(page.caption).replace("\\", "")
        assert "looks weak (1 billion" in texts(page.warning).replace("\\", "")
        assert not endpoint.requests
        page.button(key="evaluate-start").click().run()
        settle(page)
        assert "Judge noise (" in texts(page.caption).replace("\\", "")
        assert "questions failed" in texts(page.warning)
        assert "try those that failed once more" in texts(page.caption)
        asked, failing = len(endpoint.requests), False
        page.button(key="evaluate-start").click().run()
        settle(page)
        assert "questions failed" not in texts(page.warning)
        assert 0 < len(endpoint.requests) - asked < asked
