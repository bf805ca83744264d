"""The app's pages as a person goes through them, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from chunking_strategies import STRATEGIES
from config import ROOT
from core.parameters import parameters_of
from retrieval.collections import list_collections
from tests.app.conftest import settle
from ui.sources import FOLDER, SIDEBAR

PAGES = sorted(path.name for path in (ROOT / "pages").glob("*.py"))


def texts(elements: object) -> str:
    return " ".join(str(element.value) for element in elements)  # type: ignore[attr-defined]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_on_an_empty_state(app: AppTest, page: str) -> None:
    shown = app.switch_page(f"pages/{page}").run()
    assert not shown.exception and not shown.error
    assert shown.title


@pytest.mark.parametrize("page", PAGES)
def test_a_deep_link_on_a_cold_server_gets_the_frame(app_home: Path, page: str) -> None:
    """Streamlit runs the page's file alone then; the page draws the frame itself."""
    shown = AppTest.from_file(str(ROOT / "pages" / page), default_timeout=60).run()
    assert not shown.exception
    assert shown.session_state["shell-routed"]


def test_a_size_beyond_what_the_encoder_reads_is_told_before_the_build(app: AppTest) -> None:
    app.selectbox(key="chunk-strategy").set_value("recursive").run()
    app.number_input(key="chunk-size").set_value(512).run()
    assert "The encoder reads 256 word pieces" in texts(app.sidebar.caption)
    app.number_input(key="chunk-size").set_value(200).run()
    assert "The encoder reads 256 word pieces" not in texts(app.sidebar.caption)


def test_documents_of_a_folder_are_read_when_asked_for_and_stay(app: AppTest, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("A single line.", encoding="utf-8")
    app.switch_page("pages/data.py").run()
    app.selectbox(key="data-source").set_value(FOLDER).run()
    app.text_input(key="data-path").set_value(str(tmp_path)).run()
    app.selectbox(key="data-corpus").set_value(SIDEBAR).run()
    app.button(key="data-read").click().run()
    app.run()
    assert not app.exception and not any(button.key == "data-read" for button in app.button)


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_form_draws_every_strategys_parameters(app: AppTest, name: str) -> None:
    app.selectbox(key="chunk-strategy").set_value(name).run()
    assert not app.exception
    drawn = {element.key for kind in (app.number_input, app.selectbox, app.toggle, app.text_input) for element in kind}
    parameters = parameters_of(STRATEGIES[name].params)
    defaults = {parameter.name: parameter.default for parameter in parameters}
    for parameter in parameters[2:]:
        key = f"chunk-{name}-{parameter.name}"
        # What follows a setting is another widget where that setting is another one.
        there = any(each == key or str(each).startswith(f"{key}-") for each in drawn)
        assert there == parameter.matters(defaults)
    assert app.number_input(key="chunk-size").value == 512
    assert app.number_input(key="chunk-overlap").value == 50


def test_a_late_collection_is_built_and_named_as_such(app: AppTest, app_home: Path) -> None:
    app.selectbox(key="data-sample").set_value("faq").run()
    app.selectbox(key="encoder-method").set_value("late").run()
    assert app.text_input(key="collection-name").placeholder.endswith("_minilm_late")
    app.button(key="collection-build").click().run()
    settle(app)
    assert not app.exception and not app.error
    (card,) = list_collections(app_home)
    assert (card.embedding, card.complete) == ("late", True) and card.name.endswith("_minilm_late")
    app.switch_page("pages/chat.py").run()
    assert "minilm, late" in texts(app.caption).replace("\\", "")


def test_c01_settings_that_cannot_work_are_told_and_block_the_button(app: AppTest) -> None:
    app.number_input(key="chunk-size").set_value(40).run()
    assert "overlap 50 must be smaller than chunk size 40" in texts(app.error).replace("\\", "")
    assert app.button(key="collection-build").disabled


def test_from_a_sample_to_an_answer_a_score_and_the_files(app: AppTest, app_home: Path) -> None:
    app.selectbox(key="data-sample").set_value("faq").run()
    app.selectbox(key="chunk-strategy").set_value("entity-based").run()
    app.button(key="collection-build").click().run()
    settle(app)
    assert not app.exception and not app.error
    assert "chunks of 1 document" in texts(app.success).replace("\\", "")
    (card,) = list_collections(app_home)
    assert card.name == "faq_entity_based_minilm" and card.complete

    app.switch_page("pages/chat.py").run()
    assert app.selectbox(key="chat-collection").value == card.name
    app.selectbox(key="chat-model").set_value("extractive").run()
    app.chat_input(key="chat-input").set_value("How long is the warranty?").run()
    assert not app.exception and not app.error
    (turn,) = next(iter(app.session_state["chat-logs"].values()))
    assert "[1]" in turn.said[0].text
    assert any("[1]" in button.label.replace("\\", "") for button in app.button)

    app.switch_page("pages/evaluate.py").run()
    assert app.selectbox(key="evaluate-questions").value == "sample:faq"
    app.selectbox(key="evaluate-model").set_value("extractive").run()
    app.selectbox(key="evaluate-judge").set_value("local").run()
    app.button(key="evaluate-start").click().run()
    settle(app)
    assert not app.exception and not app.error
    assert {metric.label for metric in app.metric} >= {"Relevance", "Utilization", "Completeness", "Adherence"}
    (run,) = (app_home / "runs").iterdir()
    assert {path.name for path in run.iterdir()} >= {
        "run.json",
        "questions.csv",
        "contexts.csv",
        "metrics.csv",
        "summary.csv",
    }


def test_the_questions_of_the_chat_can_be_evaluated(app: AppTest) -> None:
    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    settle(app).switch_page("pages/chat.py").run()
    app.selectbox(key="chat-model").set_value("extractive").run()
    app.chat_input(key="chat-input").set_value("How long is the warranty?").run()
    app.switch_page("pages/evaluate.py").run()
    app.selectbox(key="evaluate-questions").set_value("Questions asked in Chat").run()
    app.selectbox(key="evaluate-model").set_value("none").run()
    app.button(key="evaluate-start").click().run()
    settle(app)
    assert not app.exception and not app.error
    assert "1 of 1 questions" in texts(app.caption)


def test_u04_another_session_sees_no_chat_and_no_upload(app: AppTest) -> None:
    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    settle(app).switch_page("pages/chat.py").run()
    app.selectbox(key="chat-model").set_value("extractive").run()
    app.chat_input(key="chat-input").set_value("How long is the warranty?").run()
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run().switch_page("pages/chat.py").run()
    assert "warranty" not in texts(other.markdown)


def test_i24_a_collection_deleted_elsewhere_is_told(app: AppTest, app_home: Path) -> None:
    from retrieval.collections import delete_collection

    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    settle(app).switch_page("pages/chat.py").run()
    delete_collection(list_collections(app_home)[0].name, app_home)
    app.chat_input(key="chat-input").set_value("How long is the warranty?").run()
    assert not app.exception
    assert "There is no collection yet" in texts(app.info)


def test_a_damaged_run_is_told_and_a_result_can_be_deleted(app: AppTest, app_home: Path) -> None:
    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    settle(app).switch_page("pages/evaluate.py").run()
    app.selectbox(key="evaluate-judge").set_value("gold").run()
    app.selectbox(key="evaluate-model").set_value("none").run()
    app.button(key="evaluate-start").click().run()
    settle(app)
    (run,) = (app_home / "runs").iterdir()
    broken = app_home / "runs" / "broken"
    broken.mkdir()
    (broken / "plan.json").write_text("{")
    assert "cannot be read as JSON" in texts(app.run().warning)
    app.button(key="evaluate-delete").click().run()
    assert not run.exists() and not app.exception
    assert "No run of this collection yet" in texts(app.info)
