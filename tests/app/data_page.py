"""The Data page opened in a test, on a corpus and question sets that are kept by name."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from config import ROOT
from corpus import library, saved_questions
from corpus.question_rows import QuestionRow
from tests.app.test_pages import texts

QUOTE = "The pump stops after nine minutes."


def opened(**query) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    for name, value in query.items():
        app.query_params[name] = value
    app.switch_page("pages/data.py").run()
    assert not app.exception
    return app


def plain(elements) -> str:
    return texts(elements).replace("\\", "")


def row(name, question="Why?", quote=QUOTE, start=8, tags=()):
    passage = {"document": "manual.md", "start": start, "end": start + len(quote), "quote": quote}
    return QuestionRow(name, question, None, (passage,), tags)


def make(home, *rows, title="Asked"):
    return saved_questions.create_set(title, home, rows, about="saved:pump-papers")


def kept(home, name="asked"):
    return {one.id: one for one in library.open_set(name, home).rows}
