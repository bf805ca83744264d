"""Question sets as their makers released them, written out as documents and questions that the product reads."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def write_out(released: Path, out: Path, share: float = 1.0, most: int | None = None) -> tuple[Path, Path]:
    """The folder of documents and the file of questions, made in `out` from a chroma_eval or covid_qa folder.

    `share` keeps so much of the documents from their beginning (of many, the first ones), and the questions whose
    evidence is whole in it; `most` of these, taken evenly.
    """
    texts, rows = _chroma(released) if (released / "corpora").is_dir() else _covid(released)
    if len(texts) > 20:
        kept = set(list(texts)[: max(1, round(share * len(texts)))])
        texts = {name: text for name, text in texts.items() if name in kept}
    else:
        texts = {name: text[: round(share * len(text))] for name, text in texts.items()}
    rows = [row for row in rows if all(_inside(texts, piece) for piece in row["evidence"])]
    if most is not None and len(rows) > most:
        rows = [rows[place * len(rows) // most] for place in range(most)]
    documents, questions = out / "documents", out / "questions.jsonl"
    documents.mkdir(parents=True)
    for name, text in texts.items():
        (documents / name).write_bytes(text.encode("utf-8"))
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return documents, questions


def _inside(texts: dict[str, str], piece: Row) -> bool:
    return piece["document"] in texts and piece["end"] <= len(texts[piece["document"]])


def _chroma(folder: Path) -> tuple[dict[str, str], list[Row]]:
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted((folder / "corpora").iterdir())}
    rows = []
    with (folder / "questions.csv").open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file)):
            pieces = [
                {"document": f"{row['corpus_id']}.md", "start": one["start_index"], "end": one["end_index"]}
                for one in json.loads(row["references"])
            ]
            rows.append({"id": f"q{number}", "question": row["question"], "evidence": pieces})
    return texts, rows


def _covid(folder: Path) -> tuple[dict[str, str], list[Row]]:
    articles = json.loads(gzip.decompress(next(folder.glob("*.json.gz")).read_bytes()))["data"]
    texts: dict[str, str] = {}
    rows: list[Row] = []
    for number, paragraph in enumerate(one for article in articles for one in article["paragraphs"]):
        name, text = f"{number:03}.txt", paragraph["context"].replace("\r\n", "\n").replace("\r", "\n")
        texts[name] = text
        rows += _covid_rows(name, text, paragraph["qas"], len(rows))
    return texts, rows


def _covid_rows(name: str, text: str, asked: list[Row], before: int) -> Iterator[Row]:
    """Questions whose answer stands where it is said to, or elsewhere in the text."""
    for number, one in enumerate(asked, start=before):
        quote = one["answers"][0]["text"]
        said = one["answers"][0]["answer_start"]
        start = said if text[said : said + len(quote)] == quote else text.find(quote)
        if quote and start >= 0:
            place = {"document": name, "start": start, "end": start + len(quote)}
            yield {"id": f"q{number}", "question": one["question"], "evidence": [place]}
