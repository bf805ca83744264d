"""The bundled samples keep their promises: quotes that exist once, sound tags, clean files."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
DOCUMENTS = sorted((SAMPLES / "documents").iterdir())
FILES = [*DOCUMENTS, SAMPLES / "questions.jsonl", SAMPLES / "samples.json"]
KINDS = {"manual", "handbook", "tickets", "log", "essay", "faq", "german", "japanese"}
SORTS = {
    "lookup",
    "table",
    "number",
    "procedure",
    "comparison",
    "multi-passage",
    "reason",
    "definition",
    "exception",
    "unanswerable",
}


def read_questions() -> list[dict[str, Any]]:
    lines = (SAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def read_samples() -> list[dict[str, Any]]:
    return json.loads((SAMPLES / "samples.json").read_text(encoding="utf-8"))


QUESTIONS = read_questions()
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in DOCUMENTS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_are_plain_utf8_with_unix_line_ends(path: Path) -> None:
    raw = path.read_bytes()
    raw.decode("utf-8")
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in raw
    assert raw.endswith(b"\n")


def test_the_documents_are_large_enough_to_compare_strategies_on() -> None:
    assert sum(path.stat().st_size for path in DOCUMENTS) >= 150_000


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_every_quote_occurs_exactly_once_in_its_document(question: dict[str, Any]) -> None:
    for evidence in question["evidence"]:
        quote = evidence["quote"]
        assert quote.strip()
        assert TEXTS[evidence["document"]].count(quote) == 1


def test_ids_and_question_texts_are_unique() -> None:
    assert len(QUESTIONS) >= 150
    for field in ("id", "question"):
        assert [value for value, n in Counter(q[field] for q in QUESTIONS).items() if n > 1] == []


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_tags_name_the_kind_of_document_and_of_question(question: dict[str, Any]) -> None:
    kind, sort = question["tags"][:2]
    assert kind in KINDS
    assert sort in SORTS
    assert question["id"].startswith(kind + "-")
    if sort == "multi-passage":
        assert len(question["evidence"]) >= 2


def test_only_unanswerable_questions_lack_answer_and_evidence() -> None:
    unanswerable = [q for q in QUESTIONS if q["tags"][1] == "unanswerable"]
    assert len(unanswerable) >= 15
    for question in QUESTIONS:
        if question in unanswerable:
            assert question["answer"] is None and question["evidence"] == []
        else:
            assert question["answer"] and question["evidence"]


def test_every_kind_of_document_and_of_question_is_asked_about() -> None:
    assert {q["tags"][0] for q in QUESTIONS} == KINDS
    assert {q["tags"][1] for q in QUESTIONS} == SORTS


def test_samples_name_existing_documents_and_leave_none_out() -> None:
    samples = read_samples()
    assert all(set(sample) == {"name", "label", "summary", "documents"} for sample in samples)
    names = [sample["name"] for sample in samples]
    assert len(names) == len(set(names)) and set(names) >= KINDS
    assert {name for sample in samples for name in sample["documents"]} == set(TEXTS)
    assert set(samples[0]["documents"]) == set(TEXTS)


def test_tickets_are_well_formed_csv_with_line_breaks_inside_cells() -> None:
    with (SAMPLES / "documents" / "tickets.csv").open(encoding="utf-8", newline="") as file:
        header, *records = list(csv.reader(file, strict=True))
    assert len(records) >= 400
    assert {len(record) for record in records} == {len(header)}
    assert len({record[0] for record in records}) == len(records)
    assert sum(any("\n" in cell for cell in record) for record in records) >= 50
    assert any('"' in cell for record in records for cell in record)
    serials = [record[header.index("serial")] for record in records]
    assert all(serial.startswith("0") for serial in serials)


def test_the_essay_has_no_headings() -> None:
    assert not any(line.startswith("#") for line in TEXTS["essay.txt"].splitlines())
