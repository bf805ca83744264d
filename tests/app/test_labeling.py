"""Labels, corrected means and what is told of a language model as the judge, on the Evaluate page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.files import write_json
from core.types import Support
from evaluation.exchange import Exchange
from evaluation.journal import Journal
from evaluation.judges.judge import judgement_of
from evaluation.label_design import frame_of
from evaluation.labels import Label, add_label, read_labels
from evaluation.outcomes import Outcome, Replied, outcome_to_json
from evaluation.plans import OUTCOMES, PLAN
from evaluation.runs import load_run
from tests.app.conftest import settle
from tests.app.test_pages import texts
from tests.generation.fake_endpoint import Fail, FakeEndpoint, Request


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run of 20 questions with three context sentences each, judged without models."""
    outcomes = []
    for number in range(20):
        exchange = Exchange(f"What is {number}?", {"0a": f"It is {number}.", "0b": "Tea.", "1a": "Red."}, {"a": "Yes."})
        judgement = judgement_of(
            "local", exchange, "sentence", relevant=["0a"], utilized=["0a"], support={"a": Support(("0a",), True)}
        )
        outcomes.append(
            Outcome(
                f"q{number}",
                exchange.question,
                "measured",
                context=exchange.context,
                response=exchange.response or {},
                answer=Replied("Yes.", "m"),
                judgement=judgement,
            )
        )
    plan = {
        "key": "k",
        "collection": {"name": "c", "chunk_set": "s"},
        "questions": {"name": "asked", "count": 20},
        "retrieval": {"mode": "bm25"},
        "judge": {"name": "local"},
        "model": "m",
    }
    write_json(tmp_path / PLAN, plan)
    with Journal(tmp_path / OUTCOMES) as journal:
        for outcome in outcomes:
            journal.append(outcome_to_json(outcome))
    return tmp_path


def labeling_page(folder: Path) -> AppTest:
    """Only the part of the page that labels."""

    def script(folder: str) -> None:
        from pathlib import Path

        from evaluation.runs import load_run
        from ui import trust

        trust.show(load_run(Path(folder)))

    return AppTest.from_function(script, default_timeout=60, args=(str(folder),)).run()


def test_sentences_are_labeled_one_by_one_and_correct_the_means(folder: Path) -> None:
    page = labeling_page(folder)
    assert not page.metric
    for value in (True, False, None):
        page.button(key=f"labeling-{folder.name}-relevant-{value}").click().run()
        assert not page.exception and not page.error
    assert sorted(map(str, read_labels(folder).values())) == ["False", "None", "True"]
    assert "2 of 25 labels" in texts(page.caption)
    frame = frame_of(load_run(folder).outcomes, "relevant")
    for drawn in frame.to_label(40):
        add_label(folder, Label(drawn.question_id, drawn.key, "relevant", drawn.key != "1a"))
    page.run()
    assert "from 40 labels" in texts(page.caption) and "Agreement of the judge with your labels" in texts(page.caption)
    (metric,) = page.metric
    assert metric.label == "Relevance" and 0.5 < float(metric.value) < 0.8
    page.segmented_control(key=f"labeling-kind-{folder.name}").set_value("supported").run()
    assert "Do the passages support everything" in texts(page.markdown)
    assert not page.exception


def test_damaged_labels_are_told(folder: Path) -> None:
    (folder / "labels.jsonl").write_text('{"question_id": 1}\n', encoding="utf-8")
    page = labeling_page(folder)
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
