"""The Chat page as a person goes through it, without a browser: two collections of the FAQ, and its own sentences."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from streamlit.runtime.scriptrunner import StopException
from streamlit.testing.v1 import AppTest

from chunking_strategies import chunk_spec
from config import ROOT
from core.errors import GenerationError
from core.types import Judgement
from corpus.load import load
from embedding.transformer import load_encoder
from evaluation.votes import FILE, read_votes
from retrieval.build import build
from tests.fakes import result_of
from ui.chat_log import Turn

WARRANTY, OFF_TOPIC = "How long is the warranty of a Wren?", "What is the capital of France?"
EXTRACTIVE = "Extractive (no model)"


@pytest.fixture(scope="session")
def faq_collections(tmp_path_factory: pytest.TempPathFactory, models_home: Path) -> Path:
    """A folder with two collections of the FAQ."""
    home = tmp_path_factory.mktemp("faq")
    encoder, corpus = load_encoder("minilm", models_home), load("sample:faq")
    for strategy, name in (("section", "faq_sections"), ("fixed-size", "faq_windows")):
        result_of(build(corpus, chunk_spec(strategy, {}), encoder, home, name))
    return home


@pytest.fixture
def chat(app_home: Path, faq_collections: Path) -> AppTest:
    """The Chat page at the first of the two, not run yet, so that a test may choose its address."""
    for folder in ("collections", "vectors"):
        if (faq_collections / folder).is_dir():
            shutil.copytree(faq_collections / folder, app_home / folder)
    page = AppTest.from_file(str(ROOT / "pages" / "chat.py"), default_timeout=60)
    page.query_params["chat-collection"] = "faq_sections"
    page.query_params["chat-other"] = "faq_windows"
    page.query_params["chat-model"] = EXTRACTIVE
    return page


def texts(elements: object) -> str:
    return " ".join(str(element.value) for element in elements).replace("\\", "")  # type: ignore[attr-defined]


def turns(app: AppTest) -> list[Turn]:
    return [turn for log in app.session_state["chat-logs"].values() for turn in log]


def ask(app: AppTest, question: str) -> AppTest:
    """Ask and wait until the answers are scored."""
    app.chat_input(key="chat-input").set_value(question).run()
    for turn in turns(app):
        for said in turn.said:
            if said.judging:
                said.judging.exception(timeout=60)
    app.run()
    assert not app.exception and not app.error
    return app


def press(app: AppTest, label: str) -> AppTest:
    """Press the first button whose label holds these words."""
    found = [button for button in app.button if label in button.label.replace("\\", "")]
    found[0].click().run()
    assert not app.exception
    return app


def labels(app: AppTest) -> str:
    return " ".join(button.label for button in app.button).replace("\\", "")


def test_an_answer_is_scored_and_its_citation_opens_the_source(chat: AppTest) -> None:
    chat.run()
    assert "How" in labels(chat)  # questions to begin with
    ask(chat, WARRANTY)
    shown = texts(chat.markdown)
    assert all(f"{name} **" in shown for name in ("Relevance", "Utilization", "Completeness", "Adherence"))
    press(chat, "[1] faq.md")
    assert "faq.md · characters" in texts(chat.caption)
    chat.run()
    assert "faq.md · characters" not in texts(chat.caption), "the drawer opens once"


def test_scores_that_come_while_a_source_is_read_wait(chat: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    judging: Future[Judgement] = Future()
    monkeypatch.setattr("ui.chat_judging.start", lambda *_: judging)
    monkeypatch.setattr("ui.chat_log.Said.settle", lambda _: None)  # what comes is seen by the wait alone
    chat.run().chat_input(key="chat-input").set_value(WARRANTY).run()
    judging.set_exception(GenerationError("The judge is ill."))
    press(chat, "[1] faq.md")
    assert "faq.md · characters" in texts(chat.caption) and "Scoring the answer" in texts(chat.caption)


def test_the_retrieval_panel_tells_what_was_left_out(chat: AppTest) -> None:
    chat.query_params["chat-k"] = "2"
    ask(chat.run(), WARRANTY)
    (turn,) = turns(chat)
    panel = next(each for each in chat.expander if each.label.startswith("Retrieval: 2 passages"))
    assert not list(chat.dataframe), "what is closed is not drawn"
    chat.session_state[f"chat-retrieval-{turn.id}-0"] = True
    chat.run()
    assert panel.label and "Context:" in texts(chat.markdown)
    left_out = next(table.value for table in chat.dataframe if "why" in table.value)
    assert left_out["why"].iloc[0] == "after the first 2" and list(left_out["rank"]) == [3, 4, 5, 6]


def test_what_the_documents_do_not_hold_is_warned_of(chat: AppTest) -> None:
    ask(chat.run(), OFF_TOPIC)
    assert "Retrieval was weak" in texts(chat.warning)


def test_a_follow_up_is_searched_with_what_it_leans_on(chat: AppTest) -> None:
    ask(ask(chat.run(), WARRANTY), "And since when?")
    assert f"Searched for: {WARRANTY} And since when?" in texts(chat.caption)


def test_two_sides_answer_under_their_names(chat: AppTest) -> None:
    chat.query_params["chat-mode"] = "Two side by side"
    ask(chat.run(), WARRANTY)
    (turn,) = turns(chat)
    assert [said.side.card.display for said in turn.said] == ["faq_sections", "faq_windows"]
    assert all(said.answer for said in turn.said)
    assert "**faq_sections**" in texts(chat.markdown) and "**faq_windows**" in texts(chat.markdown)


def test_a_blind_vote_shows_whose_the_answers_were_and_counts(chat: AppTest, app_home: Path) -> None:
    chat.query_params["chat-mode"] = "Blind A/B"
    ask(chat.run(), WARRANTY)
    (turn,) = turns(chat)
    assert "Answer 1" in texts(chat.markdown) and "faq_" not in texts(chat.markdown)
    assert "Relevance" not in texts(chat.markdown)
    press(chat, "[1] faq.md")
    assert "retrieved besides" not in " ".join(str(each.proto) for each in chat.get("html"))
    chat.run()
    assert not any(each.label.startswith("Retrieval:") for each in chat.expander)
    press(chat, "Answer 2 is better")
    winner = turn.shown[1].side.card.display
    assert f"**Answer 2: {winner}** 👍 preferred" in texts(chat.markdown)
    assert f"Cannot tell yet: {winner} is preferred in 1 of 1 decided vote" in texts(chat.markdown)
    assert "Relevance **" in texts(chat.markdown)
    (vote,) = read_votes(app_home)
    assert (vote.question, vote.winner().collection) == (WARRANTY, winner)  # type: ignore[union-attr]
    assert vote.first.scores["relevance"] is not None
    press(chat, "Take back")
    assert "faq_" not in texts(chat.markdown) and read_votes(app_home) == []


def test_the_order_of_a_blind_comparison_is_not_always_the_same(chat: AppTest) -> None:
    chat.query_params["chat-mode"] = "Blind A/B"
    chat.query_params["chat-judge"] = "Not at all"
    chat.run()
    for _ in range(12):
        chat.chat_input(key="chat-input").set_value(WARRANTY).run()
    assert {turn.order for turn in turns(chat)} == {(0, 1), (1, 0)}


def test_a_damaged_file_of_votes_is_told_and_the_chat_goes_on(chat: AppTest, app_home: Path) -> None:
    (app_home / "votes").mkdir()
    (app_home / "votes" / FILE).write_text('{"id": 3}\n')
    chat.query_params["chat-mode"] = "Blind A/B"
    chat.run()
    assert "delete that line" in texts(chat.error)
    chat.chat_input(key="chat-input").set_value(WARRANTY).run()
    assert not chat.exception and turns(chat)[0].said[0].answer


def test_two_equal_sides_are_refused_before_anything_is_asked(chat: AppTest) -> None:
    chat.query_params["chat-mode"] = "Two side by side"
    chat.query_params["chat-other"] = "faq_sections"
    chat.run()
    assert "Both sides are the same" in texts(chat.warning)
    assert chat.chat_input(key="chat-input").disabled
    chat.selectbox(key="chat-other-retriever-faq_sections").set_value("bm25").run()
    assert not chat.warning and not chat.chat_input(key="chat-input").disabled


def test_saving_as_a_test_question_offers_what_was_cited(chat: AppTest) -> None:
    ask(chat.run(), WARRANTY)
    press(chat, "Save as test question")
    (said,) = turns(chat)[0].said
    ticked = [box for box in chat.checkbox if str(box.key).startswith("chat-save-")]
    assert said.answer and len(ticked) == len(said.answer.citations) and all(box.value for box in ticked)
    assert WARRANTY in [area.value for area in chat.text_area]


def test_a_stopped_answer_keeps_what_was_written(chat: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopping(*_: object, **__: object) -> Iterator[str]:
        yield "Two years and"
        raise StopException

    monkeypatch.setattr("ui.chat.answered", stopping)
    chat.run().chat_input(key="chat-input").set_value(WARRANTY).run()
    chat.run()
    assert "Two years and" in texts(chat.markdown) and "Stopped: this is what was written" in texts(chat.caption)


def test_an_answer_to_a_suggestion_can_be_stopped_too(chat: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopping(*_: object, **__: object) -> Iterator[str]:
        yield "Two years and"
        raise StopException

    monkeypatch.setattr("ui.chat.answered", stopping)
    chat.run().button(key="chat-suggested-0").click().run()
    assert "Stop" in [button.label for button in chat.button], "while it is being written"
    chat.run()
    assert "Stopped: this is what was written" in texts(chat.caption)
    assert "Stop" not in [button.label for button in chat.button]


def test_a_model_that_fails_is_told_in_its_turn(chat: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> Iterator[str]:
        raise GenerationError("The server cannot be reached.")
        yield ""

    monkeypatch.setattr("ui.chat.answered", failing)
    chat.run().chat_input(key="chat-input").set_value(WARRANTY).run()
    assert not chat.exception and "The server cannot be reached." in texts(chat.error)
    monkeypatch.undo()
    press(chat, "Ask again")
    assert [bool(turn.said[0].answer) for turn in turns(chat)] == [False, True]


@pytest.mark.parametrize("name", ["chat-mode", "chat-collection", "chat-other", "chat-model", "chat-judge", "chat-k"])
def test_a_mistyped_address_falls_back(chat: AppTest, name: str) -> None:
    chat.query_params[name] = "no <such> $thing"
    chat.run()
    assert not chat.exception and not chat.error
    if name == "chat-collection":
        assert "There is no collection no <such> $thing" in texts(chat.caption)


def test_a_new_conversation_forgets_the_old_one(chat: AppTest) -> None:
    ask(chat.run(), WARRANTY)
    press(chat, "New conversation")
    assert turns(chat) == [] and WARRANTY not in texts(chat.markdown)
