"""The JSON object in a language model's reply: valid, with or without prose around it, or repaired.

Where a reply could be read in two ways it is invalid: a verdict is what the judge said, never our guess at it. Which
fields a verdict needs is in llm_reply.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import json_repair

from core.errors import JudgeError

_AROUND_KEYS = " \t\r\n[](){}.,:;'\"`“”"
_OBJECT_STARTS = re.compile(r'\{\s*"')
_LOOSE_STARTS = re.compile(r"\{\s*[\"'“]")
# What may follow a list in an object, damaged as its other parts may be: its end, or the next name.
_LIST_ENDS = re.compile(r"\s*,?\s*(?:\}|//|$|[\"'“]?\w+[\"'”]?\s*:)")
# Beyond any limit that a reply is given, and any depth that it needs; reading more could take minutes.
_LONGEST, _DEEPEST = 400_000, 100
_REPAIRS = 3


@dataclass(frozen=True, slots=True)
class Found:
    """The JSON object of a reply; `repaired` is the text that it was made from where it was not valid."""

    fields: Mapping[str, Any]
    repaired: str = ""


def read_object(text: str, wanted: str) -> Found:
    """The JSON object with the field `wanted`.

    A reply that ends before its last brace is not completed: what was cut off is not known. Raises JudgeError where
    there is no such object, or where there are two that differ.
    """
    if len(text) > _LONGEST:
        raise JudgeError(f"judge invalid: the reply is longer than {_LONGEST:,} characters")
    if (
        max(accumulate((letter in "{[") - (letter in "}]") for letter in text if letter in "{}[]"), default=0)
        > _DEEPEST
    ):
        raise JudgeError("judge invalid: the reply is nested too deeply")
    found = list(_embedded(text, wanted))
    if found:
        return Found(_only(found, wanted))
    repaired = next(filter(None, (list(_holders(value, wanted)) for value in _repaired(text))), None)
    if repaired is None:
        raise JudgeError(f"judge invalid: the reply holds no JSON object with {wanted}")
    fields = _only(repaired, wanted)
    for name in fields:
        # Names of inner objects recur; those of the object itself must not.
        if len(re.findall(rf"[\"'“]{re.escape(name)}[\"'”]\s*:", text)) > 1:
            raise JudgeError(f"judge invalid: the reply gives {name} more than once")
    return Found(fields, repaired=text)


def keys_in(found: Found, fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The sentence keys of a list field of the object, or of one inside it.

    What is no text is no key, and stays in the list as "", one that is unknown. Raises JudgeError where there is no
    list, or where repairing may have lost a part of it.
    """
    value = fields.get(name)
    if not isinstance(value, list):
        raise JudgeError(f"judge invalid: {name} is missing or is no list")
    keys = tuple(bare(key) if isinstance(key, str) else "" for key in value)
    if found.repaired and keys not in _written(found.repaired, name):
        raise JudgeError(f"judge invalid: {name} is damaged")
    return keys


def bare(key: str) -> str:
    """A key without the quotes, brackets and points around it.

    >>> bare("[0a]."), bare("'b'")
    ('0a', 'b')
    """
    return key.strip(_AROUND_KEYS)


def _written(text: str, name: str) -> list[tuple[str, ...]]:
    """The lists of that name as they stand in a damaged text, for those that are whole themselves."""
    lists = []
    for match in re.finditer(rf"{re.escape(name)}[\"'”]?\s*:\s*\[([^\[\]{{}}:]*)\]", text):
        if _LIST_ENDS.match(text, match.end()):
            lists.append(tuple(bare(key) for key in match[1].split(",") if bare(key)))
    return lists


def _embedded(text: str, wanted: str) -> Iterator[dict[str, Any]]:
    """Valid objects with the wanted field, at whatever depth of the values that begin at some brace of the text."""
    decoder, position = json.JSONDecoder(object_pairs_hook=_once, parse_constant=lambda name: None), 0
    while start := _OBJECT_STARTS.search(text, position):
        try:
            value, position = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            position = start.start() + 1
        else:
            yield from _holders(value, wanted)


def _holders(value: Any, wanted: str) -> Iterator[dict[str, Any]]:
    """The outermost objects of a value that have the wanted field."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict) and wanted in one:
            yield one
        elif isinstance(one, (dict, list)):
            waiting.extend(one.values() if isinstance(one, dict) else one)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object, unless a name in it has two values: the parser would keep the last one."""
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made and made[name] != value:
            raise JudgeError(f"judge invalid: the reply gives {name} more than once")
        made[name] = value
    return made


def _only(found: list[dict[str, Any]], wanted: str) -> dict[str, Any]:
    if any(other != found[0] for other in found[1:]):
        raise JudgeError(f"judge invalid: the reply gives {wanted} more than once")
    return found[0]


def _repaired(text: str) -> Iterator[Any]:
    """What a lenient parser makes of the text from a brace on, up to the last closing one."""
    last = text.rfind("}")
    starts = dict.fromkeys([text.find("{"), *(match.start() for match in _LOOSE_STARTS.finditer(text))])
    for start in [start for start in starts if 0 <= start < last][:_REPAIRS]:
        try:
            yield json_repair.loads(text[start : last + 1])
        except (ValueError, RecursionError):
            continue
