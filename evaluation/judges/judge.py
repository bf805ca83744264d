"""What every judge is: a function from an exchange to a judgement, with the settings that change its verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from core.hashing import key_of
from core.types import Judgement, Support
from evaluation.exchange import Exchange
from evaluation.judges.wording import abstains
from evaluation.trace import SPECIAL_SUPPORT, Unit, clean_keys, trace_scores
from generation.chat import Reply

if TYPE_CHECKING:
    from evaluation.references.correctness import Compare

NO_ANSWER = "no answer was generated"
EMPTY_ANSWER = "the response is empty"
NO_CONTEXT = "no context sentences"
ABSTAINED = "abstained"


# Receives every reply of a language model as it comes, so that it is kept also when it turns out invalid.
Keep = Callable[[Reply], None]


@dataclass(frozen=True, slots=True)
class Judge:
    """`assess` raises JudgeError where it can say nothing; `settings` are shown where two runs are compared.

    `compare` says whether an answer is correct beside its reference; None for a judge that cannot tell.
    """

    name: str
    settings: Mapping[str, str | int | float]
    assess: Callable[[Exchange, Unit, Keep], Judgement]
    compare: Compare | None = None

    @property
    def key(self) -> str:
        """Hash of everything that changes a judgement."""
        return key_of([self.name, dict(self.settings)])


def judgement_of(
    judge: str,
    exchange: Exchange,
    unit: Unit,
    *,
    relevant: Iterable[str],
    utilized: Iterable[str] | None,
    support: Mapping[str, Support] | None,
    notes: Iterable[str] = (),
    probabilities: Mapping[str, Mapping[str, float]] | None = None,
    **graded: float | bool | None,
) -> Judgement:
    """A measured judgement from a judge's keys: unknown and repeated ones are dropped and counted, the rest is scored.

    An answer that only says that the sources hold none claims nothing: whatever the judge, it uses no sentence by the
    keys, no sentence of it is unsupported, and the reason is "abstained". `graded` is what the judge says beyond the
    keys, or instead: an expected relevance, or utilization, takes the place of the share of keys.
    """
    said = list((exchange.response or {}).values())
    abstained = bool(said) and all(abstains(sentence) for sentence in said)
    if abstained and support is not None:
        utilized, support = (), {key: Support(("general",), True) for key in support}
    found = clean_keys(relevant, exchange.context)
    used = None if utilized is None else clean_keys(utilized, exchange.context)
    kept, lost = (None, 0) if support is None else _clean_support(support, exchange.context)
    scores = trace_scores(exchange.context, found.keys, used.keys if used else None, kept, unit)
    unknown = found.unknown + (used.unknown if used else 0) + lost
    repeated = found.repeated + (used.repeated if used else 0)
    reasons = [*([ABSTAINED] if abstained else []), *notes, *_reasons(exchange, unknown, repeated)]
    return Judgement(
        judge=judge,
        status="measured" if exchange.context or exchange.response else "not measured",
        reason="; ".join(reasons),
        relevant=found.keys,
        utilized=used.keys if used else (),
        support=kept or {},
        scores={**asdict(scores), "abstained": abstained if said else None, **graded},
        dropped_keys=unknown + repeated,
        probabilities=probabilities or {},
    )


def without_context(judge: str, exchange: Exchange, unit: Unit, notes: Iterable[str] = ()) -> Judgement:
    """The judgement where nothing was shown: nothing is relevant or used, and no claim is supported."""
    if exchange.response is None:
        return judgement_of(judge, exchange, unit, relevant=(), utilized=None, support=None)
    support = {key: Support((), False) for key in exchange.response}
    return judgement_of(judge, exchange, unit, relevant=(), utilized=(), support=support, notes=notes)


def _reasons(exchange: Exchange, unknown: int, repeated: int) -> list[str]:
    reasons = [] if exchange.context else [NO_CONTEXT]
    if not exchange.response:
        reasons.append(NO_ANSWER if exchange.response is None else EMPTY_ANSWER)
    if unknown or repeated:
        reasons.append(f"dropped {unknown} unknown and {repeated} repeated sentence keys")
    return reasons


def _clean_support(support: Mapping[str, Support], context: Mapping[str, str]) -> tuple[dict[str, Support], int]:
    """Support with known or special keys only, and how many unknown ones were dropped."""
    known = {**context, **dict.fromkeys(SPECIAL_SUPPORT, "")}
    cleaned = {key: clean_keys(sentence.keys, known) for key, sentence in support.items()}
    kept = {key: Support(cleaned[key].keys, sentence.supported) for key, sentence in support.items()}
    return kept, sum(keys.unknown for keys in cleaned.values())
