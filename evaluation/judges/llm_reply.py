"""From a language model's reply to sentence keys: strict JSON first, then repair. A missing verdict stays missing.

Where a reply could be read in two ways it is invalid: a verdict is what the judge said, never our guess at it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import json_repair

from core.errors import JudgeError
from core.types import Support
from evaluation.exchange import Exchange

_AROUND_KEYS = " \t\r\n[](){}.,:;'\"`"
_PLAUSIBLE_KEY = re.compile(r"[\w ./-]{1,40}")
_RELEVANT, _UTILIZED = "all_relevant_sentence_keys", "all_utilized_sentence_keys"
_SUPPORT, _OVERALL = "sentence_support_information", "overall_supported"
_OBJECT_STARTS = re.compile(r'\{\s*"')
_LOOSE_STARTS = re.compile(r"\{\s*[\"'“]")
_WORDS = {"true": True, "yes": True, "false": False, "no": False}
# Beyond any limit that a reply is given; reading more could take minutes.
_LONGEST = 400_000
_REPAIRS = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reply said, before its context keys are checked; support has exactly the response's sentences.

    `dropped` counts verdicts on response sentences that do not exist or were judged alike before; `overall` is what
    the reply says of the answer as a whole, None where it says nothing.
    """

    relevant: tuple[str, ...]
    utilized: tuple[str, ...] | None
    support: Mapping[str, Support] | None
    dropped: int = 0
    overall: bool | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know beside the scores, in the reader's words."""
        said = []
        if self.dropped:
            said.append(f"dropped {self.dropped} verdicts on unknown or repeated response sentences")
        each = [sentence.supported for sentence in (self.support or {}).values()]
        if self.overall is not None and each and self.overall != all(each):
            said.append("the judge's word on the whole answer differs from its verdicts on the sentences")
        return tuple(said)


@dataclass(frozen=True, slots=True)
class Found:
    """The JSON object of a reply, and whether it had to be repaired."""

    fields: Mapping[str, Any]
    repaired: bool = False


def read_verdict(text: str, exchange: Exchange) -> Verdict:
    """The verdict in a reply. Raises JudgeError that says what is missing, in words a model can act on."""
    reply = read_object(text, _RELEVANT)
    relevant = _known(_keys(reply, reply.fields, _RELEVANT), exchange.context, _RELEVANT)
    if exchange.response is None:
        return Verdict(relevant, None, None)
    support, dropped = _support(reply, exchange.response)
    utilized = _known(_keys(reply, reply.fields, _UTILIZED), exchange.context, _UTILIZED)
    return Verdict(relevant, utilized, support, dropped, _truth(reply.fields.get(_OVERALL)))


def read_object(text: str, wanted: str) -> Found:
    """The JSON object with the field `wanted`: valid, with or without prose around it, or repaired.

    A reply that ends before its last brace is not completed: what was cut off is not known. Raises JudgeError where
    there is no such object, or where there are two that differ.
    """
    if len(text) > _LONGEST:
        raise JudgeError(f"judge invalid: the reply is longer than {_LONGEST:,} characters")
    found = list(_embedded(text, wanted))
    if found:
        return Found(_only(found, wanted))
    repaired = next(filter(None, (list(_holders(value, wanted)) for value in _repaired(text))), None)
    if repaired is None:
        raise JudgeError(f"judge invalid: the reply holds no JSON object with {wanted}")
    for name in (wanted, _RELEVANT, _UTILIZED, _SUPPORT):
        if len(re.findall(rf"[\"'“]{name}[\"'”]\s*:", text)) > 1:
            raise JudgeError(f"judge invalid: the reply gives {name} more than once")
    return Found(_only(repaired, wanted), repaired=True)


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


def _keys(reply: Found, fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The keys of a list. What is no text is no key, and stays in the list as one that is unknown."""
    value = fields.get(name)
    if not isinstance(value, list):
        raise JudgeError(f"judge invalid: {name} is missing or is no list")
    keys = tuple(key.strip(_AROUND_KEYS) if isinstance(key, str) else "" for key in value)
    # In a repaired reply other parts of it may have slipped into a list, and keys of the list may be lost in them.
    if reply.repaired and not all(_PLAUSIBLE_KEY.fullmatch(key) for key in keys):
        raise JudgeError(f"judge invalid: {name} is damaged")
    return keys


def _known(keys: tuple[str, ...], context: Mapping[str, str], name: str) -> tuple[str, ...]:
    """The keys, unless there are some and none exists: a list about another text is no verdict on this one."""
    if keys and not any(key in context for key in keys):
        raise JudgeError(f"judge invalid: none of the {len(keys)} keys of {name} exists, such as {keys[0]!r:.24}")
    return keys


def _support(reply: Found, response: Mapping[str, str]) -> tuple[dict[str, Support], int]:
    """Support by response key, matched by key and never by position, and how many verdicts were dropped."""
    entries = reply.fields.get(_SUPPORT)
    if not isinstance(entries, list):
        raise JudgeError(f"judge invalid: {_SUPPORT} is missing or is no list")
    support: dict[str, Support] = {}
    dropped = 0
    for entry in entries:
        key = str(entry.get("response_sentence_key")).strip(_AROUND_KEYS) if isinstance(entry, dict) else ""
        supported = _truth(entry.get("fully_supported")) if key in response else None
        if key in support and supported not in (None, support[key].supported):
            raise JudgeError(f"judge invalid: two different verdicts on response sentence {key}")
        if key not in response or key in support:
            dropped += 1
        elif supported is not None:
            support[key] = Support(_keys(reply, entry, "supporting_sentence_keys"), supported)
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
