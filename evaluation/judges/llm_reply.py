"""From a language model's reply to sentence keys and verdicts. A missing verdict stays missing, and the reply invalid.

How its JSON is found is in llm_json.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import JudgeError
from core.types import Support
from evaluation.exchange import Exchange
from evaluation.judges.llm_json import Found, bare, keys_in, read_object

_RELEVANT, _UTILIZED = "all_relevant_sentence_keys", "all_utilized_sentence_keys"
_SUPPORT, _OVERALL = "sentence_support_information", "overall_supported"
_WORDS = {"true": True, "yes": True, "false": False, "no": False}


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


def read_verdict(text: str, exchange: Exchange) -> Verdict:
    """The verdict in a reply. Raises JudgeError that says what is missing, in words a model can act on."""
    reply = read_object(text, _RELEVANT)
    relevant = _about(exchange.context, keys_in(reply, reply.fields, _RELEVANT), _RELEVANT)
    if exchange.response is None:
        return Verdict(relevant, None, None)
    support, dropped = _support(reply, exchange.response)
    utilized = _about(exchange.context, keys_in(reply, reply.fields, _UTILIZED), _UTILIZED)
    return Verdict(relevant, utilized, support, dropped, _truth(reply.fields.get(_OVERALL)))


def _about(context: Mapping[str, str], keys: tuple[str, ...], name: str) -> tuple[str, ...]:
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
        key = bare(str(entry.get("response_sentence_key"))) if isinstance(entry, dict) else ""
        supported = _truth(entry.get("fully_supported")) if key in response else None
        if key in support and supported not in (None, support[key].supported):
            raise JudgeError(f"judge invalid: two different verdicts on response sentence {key}")
        if key not in response or key in support:
            dropped += 1
        elif supported is not None:
            support[key] = Support(keys_in(reply, entry, "supporting_sentence_keys"), supported)
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
