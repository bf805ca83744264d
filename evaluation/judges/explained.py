"""What a language model as the judge said of its verdicts. Unlike llm_reply.py, reads no verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.errors import JudgeError
from evaluation.judges.llm_json import bare, read_object

_RELEVANT = "all_relevant_sentence_keys"


@dataclass(frozen=True, slots=True)
class Explained:
    """The judge's own words: on what is relevant, on the answer as a whole, and on answer sentences by their keys."""

    relevance: str = ""
    overall: str = ""
    sentences: Mapping[str, str] = field(default_factory=dict)


def explained(replies: Sequence[str]) -> Explained | None:
    """The explanations in the last reply that holds a verdict; None where none does, or it explains nothing."""
    for reply in reversed(replies):
        try:
            fields = read_object(reply, _RELEVANT).fields
        except JudgeError:
            continue
        relevance, overall = (_words(fields.get(f"{name}_explanation")) for name in ("relevance", "overall_supported"))
        found = Explained(relevance, overall, _on_sentences(fields.get("sentence_support_information")))
        return found if relevance or overall or found.sentences else None
    return None


def _on_sentences(entries: Any) -> dict[str, str]:
    if not isinstance(entries, list):
        return {}
    told = {
        bare(str(entry.get("response_sentence_key"))): _words(entry.get("explanation"))
        for entry in entries
        if isinstance(entry, dict)
    }
    return {key: words for key, words in told.items() if words}


def _words(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
