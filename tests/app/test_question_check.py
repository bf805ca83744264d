"""The check of a question set on the Evaluate page."""

from __future__ import annotations

import json

from streamlit.testing.v1 import AppTest

PAGE = """
import json
from core.types import Document
from corpus.questions import parse_rows
from ui import question_check

rows = parse_rows({text!r}, "asked.jsonl", "jsonl")
question_check.show(rows, (Document.from_text({document!r}, "a.md"),), "key")
"""
DOCUMENT = "The pump stops after nine minutes. It starts again by itself.\n"


def page(questions, document=DOCUMENT):
    text = "".join(json.dumps(one) + "\n" for one in questions)
    app = AppTest.from_string(PAGE.format(text=text, document=document), default_timeout=60).run()
    assert not app.exception
    return app


def sound(quote="The pump stops after nine minutes."):
    return {"id": "one", "question": "When does it halt?", "evidence": [{"document": "a.md", "quote": quote}]}


def test_a_sound_set_says_so():
    app = page([sound()])
    assert app.expander[0].label == "Question set check: nothing found"
    assert any("1 passage of evidence, all in place" in one.value for one in app.caption)
    assert any("no language model was given" in one.value.replace("\\", "") for one in app.caption)


def test_findings_are_a_table_with_what_to_do():
    app = page([sound(), {"id": "two", "question": "Why?"}, sound("It never stops.") | {"id": "three"}])
    assert app.expander[0].label == "Question set check: 1 error, 2 warnings"
    table = app.dataframe[0].value
    assert list(table["question"]) == ["three", "two", "three"]
    assert table["what to do"].str.len().min() > 10


def test_evidence_that_moved_is_shown_with_its_new_place():
    first = page(
        [
            sound()
            | {"evidence": [{"document": "a.md", "start": 0, "end": 34, "quote": "The pump stops after nine minutes."}]}
        ],
        "New.\n\n" + DOCUMENT,
    )
    assert any("1 moved" in one.value for one in first.warning)
    assert list(first.dataframe[-1].value["start"]) == [6]
