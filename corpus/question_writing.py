"""Questions as JSONL that question_rows.py reads. Unlike evaluation/export.py, keeps lists and places as they are."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from core.files import write_atomic
from corpus.question_rows import QuestionRow


def questions_jsonl(rows: Iterable[QuestionRow]) -> bytes:
    """One object a line, UTF-8."""
    lines = (
        json.dumps(
            {
                "id": row.id,
                "question": row.question,
                "answer": row.answer,
                "evidence": list(row.evidence),
                "tags": list(row.tags),
            },
            ensure_ascii=False,
        )
        for row in rows
    )
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def write_questions(path: Path, rows: Iterable[QuestionRow]) -> None:
    """The file whole, or not there at all."""
    write_atomic(path, questions_jsonl(rows))
