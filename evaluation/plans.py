"""What a run will do, written before it begins. Unlike run.json, which says what it did."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import LoadError, SettingError
from core.files import read_json, write_json
from core.hashing import key_of
from core.types import Chunk, Question, RetrievalSpec
from evaluation.trace import Unit

if TYPE_CHECKING:
    from evaluation.judges.judge import Judge
    from generation.chat import ChatModel
    from generation.extractive import ExtractiveModel
    from retrieval.collection import Collection

PLAN, OUTCOMES = "plan.json", "outcomes.jsonl"
# Raised when a metric's definition changes, so that old and new numbers are not compared as equals.
METRIC_VERSION = 3
# What every reader of a plan takes for granted.
_NEEDED = {
    "collection": ("name", "chunk_set"),
    "questions": ("name", "count"),
    "judge": ("name",),
    "retrieval": ("mode",),
}


def plan_of(
    collection: Collection,
    questions: Sequence[Question],
    retrieval: RetrievalSpec,
    judge: Judge,
    model: ChatModel | ExtractiveModel | None,
    *,
    question_set: str,
    unit: Unit,
) -> dict[str, Any]:
    """Everything that changes a run's numbers, as JSON; its `key` is a hash of the rest."""
    card = collection.card
    plan: dict[str, Any] = {
        "metric_version": METRIC_VERSION,
        "collection": {
            "name": card.name,
            "strategy": card.strategy,
            "parameters": card.parameters,
            "encoder": card.encoding,
            "recipe": card.recipe.key,
            "chunks": len(collection.chunks),
            **_chunk_keys(collection.chunks),
        },
        "questions": {"name": question_set, "key": questions_key(questions), "count": len(questions)},
        "retrieval": asdict(retrieval),
        "judge": {"name": judge.name, **judge.settings},
        "model": model.name if model else None,
        "unit": unit,
    }
    return {**plan, "key": key_of(plan)}


def begin(out: Path, plan: Mapping[str, Any]) -> None:
    """Write the plan into the folder, or find the same one there. Raises SettingError for another one, or for files of
    another origin.
    """
    if not (out / PLAN).exists():
        if (out / OUTCOMES).exists():
            raise SettingError(f"{out} holds outcomes without a plan: choose another folder for this run.")
        write_json(out / PLAN, {**plan, "created": datetime.now(UTC).isoformat(timespec="seconds")})
        return
    there = read_plan(out)
    if there.get("key") != plan["key"]:
        differing = ", ".join(differences(there, plan)) or "its version"
        raise SettingError(f"{out} holds another run (it differs in {differing}): choose another folder for this one.")


def read_plan(folder: Path) -> Mapping[str, Any]:
    """The plan of a run. Raises LoadError where the file holds none, such as one that was cut off or edited."""
    plan = read_json(folder / PLAN)
    if lacking := _lacking(plan):
        raise LoadError(f"{folder / PLAN} is damaged ({lacking}): evaluate anew into another folder.")
    found: Mapping[str, Any] = plan
    return found


def _lacking(plan: Any) -> str:
    """What keeps the content of a file from being a plan; empty for a plan."""
    if not isinstance(plan, dict):
        return "it is no JSON object"
    for name, fields in _NEEDED.items():
        part = plan.get(name)
        absent = [field for field in fields if not isinstance(part, dict) or field not in part]
        if absent:
            return f"it has no {name} with {absent[0]}"
    return "" if isinstance(plan["questions"]["count"], int) else "its number of questions is no number"


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Names of the fields in which two plans differ, with a dot for inner ones; not when and under which key."""
    return _differing({**one, "key": "", "created": ""}, {**other, "key": "", "created": ""})


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    names: list[str] = []
    for name in sorted({*one, *other}):
        ours, theirs = one.get(name), other.get(name)
        if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
            names += [f"{name}.{inner}" for inner in _differing(ours, theirs)]
        elif ours != theirs:
            names.append(name)
    return names


def questions_key(questions: Iterable[Question]) -> str:
    """Hash of the questions with their evidence."""
    return key_of([asdict(question) for question in questions])


def chunk_set_key(chunks: Iterable[Chunk]) -> str:
    """Hash of where the chunks lie, whatever strategy and settings made them."""
    return key_of(sorted(map(_place, chunks)))


def _chunk_keys(chunks: Iterable[Chunk]) -> dict[str, str]:
    """chunk_set, and a hash of what is indexed beside or instead of the chunks' own texts, where anything is."""
    places, added = [], []
    for one in chunks:
        places.append(_place(one))
        if one.context or one.summary:
            added.append([one.document_id, one.start, one.end, one.context, one.summary])
    return {"chunk_set": key_of(sorted(places)), **({"added": key_of(sorted(added))} if added else {})}


def _place(chunk: Chunk) -> list[str | int]:
    return [chunk.document_id, chunk.start, chunk.end, *chunk.returned]
