"""From a language model's reply to sentence keys: strict JSON first, then repair. A missing verdict stays missing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import json_repair

from core.errors import JudgeError
from core.types import Support

_AROUND_KEYS = " \t\r\n[](){}.,:;'\"`"
_RELEVANT = "all_relevant_sentence_keys"
_OBJECT_STARTS = re.compile(r'\{\s*"')
_WORDS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reply said, before its context keys are checked; support has exactly the response's sentences.

    `dropped` counts verdicts on response sentences that do not exist or were judged before.
    """

    relevant: tuple[str, ...]
    utilized: tuple[str, ...] | None
    support: Mapping[str, Support] | None
    dropped: int = 0


def read_verdict(text: str, response: Mapping[str, str] | None) -> Verdict:
    """The verdict in a reply. Raises JudgeError that says what is missing, in words a model can act on."""
    reply = read_object(text, _RELEVANT)
    relevant = _keys(reply, _RELEVANT)
    if response is None:
        return Verdict(relevant, None, None)
    support, dropped = _support(reply, response)
    return Verdict(relevant, _keys(reply, "all_utilized_sentence_keys"), support, dropped)


def read_object(text: str, wanted: str) -> dict[str, Any]:
    """The JSON object in a reply: valid, with or without prose around it, or repaired. JudgeError when there is none.

    Only an object with the field `wanted` is taken as valid: inside a damaged reply, its inner objects are valid too.
    A reply that ends before its last brace is not completed: what was cut off is not known.
    """
    found = _embedded(text, wanted) or _repaired(text)
    if found is None:
        raise JudgeError("judge invalid: the reply holds no JSON object")
    return found


def _embedded(text: str, wanted: str) -> dict[str, Any] | None:
    """The longest valid object with the wanted field that begins at some brace of the text."""
    decoder, best, size, position = json.JSONDecoder(), None, 0, 0
    while start := _OBJECT_STARTS.search(text, position):
        try:
            value, position = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            position = start.start() + 1
        else:
            if wanted in value and position - start.start() > size:
                best, size = value, position - start.start()
    return best


def _repaired(text: str) -> dict[str, Any] | None:
    first, last = text.find("{"), text.rfind("}")
    if not 0 <= first < last:
        return None
    try:
        value = json_repair.loads(text[first : last + 1])
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value else None


def _keys(reply: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = reply.get(name)
    if not isinstance(value, list):
        raise JudgeError(f"judge invalid: {name} is missing or is no list")
    return tuple(str(key).strip(_AROUND_KEYS) for key in value)


def _support(reply: Mapping[str, Any], response: Mapping[str, str]) -> tuple[dict[str, Support], int]:
    """Support by response key, matched by key and never by position, and how many verdicts were dropped."""
    entries = reply.get("sentence_support_information")
    if not isinstance(entries, list):
        raise JudgeError("judge invalid: sentence_support_information is missing or is no list")
    support: dict[str, Support] = {}
    dropped = 0
    for entry in entries:
        key = str(entry.get("response_sentence_key")).strip(_AROUND_KEYS) if isinstance(entry, dict) else ""
        if key not in response or key in support:
            dropped += 1
            continue
        supported = _truth(entry.get("fully_supported"))
        if supported is not None:
            support[key] = Support(_keys(entry, "supporting_sentence_keys"), supported)
    if len(support) < len(response):
        missing = ", ".join(key for key in response if key not in support)
        raise JudgeError(
            f"judge invalid ({len(support)} of {len(response)}): no verdict on response sentence {missing}"
        )
    return {key: support[key] for key in response}, dropped


def _truth(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    return _WORDS.get(value.strip().lower()) if isinstance(value, str) else None
