"""The four TRACe scores from sentence keys, as the RAGBench data defines them. Unlike a judge, decides nothing.

Source: RAGBench (Friel, Belyi, Sanyal 2024, arXiv 2407.11005), sections 3 and 4. The paper sums over lengths; the
released scores count sentences, which is the default here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.types import Support

Unit = Literal["sentence", "length"]
UNITS: tuple[Unit, ...] = ("sentence", "length")
# A response sentence may rest on one of these instead of context sentences.
SPECIAL_SUPPORT = ("general", "supported_without_sentence", "well_known_fact", "numerical_reasoning")


@dataclass(frozen=True, slots=True)
class CleanKeys:
    """Known keys, each once, in the order given; how many were unknown and how many repeated."""

    keys: tuple[str, ...]
    unknown: int = 0
    repeated: int = 0


@dataclass(frozen=True, slots=True)
class TraceScores:
    """Scores in [0, 1], None where they cannot be measured; adherence is all or nothing, its share is graded."""

    relevance: float | None
    utilization: float | None
    completeness: float | None
    adherence: bool | None
    adherence_share: float | None


def letters(index: int) -> str:
    """The letters of the sentence at this index.

    >>> [letters(index) for index in (0, 25, 26, 27, 701, 702)]
    ['a', 'z', 'aa', 'ab', 'zz', 'aaa']
    """
    key, rest = "", index + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        key = chr(ord("a") + letter) + key
    return key


def context_keys(contexts: Sequence[Sequence[str]]) -> list[str]:
    """One key a sentence, over all chunks: chunk number, then letters.

    >>> context_keys([["One.", "Two."], ["Three."]])
    ['0a', '0b', '1a']
    """
    return [f"{number}{letters(index)}" for number, chunk in enumerate(contexts) for index in range(len(chunk))]


def response_keys(sentences: Sequence[str]) -> list[str]:
    """One key a response sentence: a, b, ... z, aa, ab, ..."""
    return [letters(index) for index in range(len(sentences))]


def clean_keys(keys: Iterable[str], known: Mapping[str, str]) -> CleanKeys:
    """What remains of a judge's list when unknown and repeated keys are dropped."""
    kept: dict[str, None] = {}
    unknown = repeated = 0
    for key in keys:
        if key not in known:
            unknown += 1
        elif key in kept:
            repeated += 1
        else:
            kept[key] = None
    return CleanKeys(tuple(kept), unknown, repeated)


def trace_scores(
    sentences: Mapping[str, str],
    relevant: Iterable[str],
    utilized: Iterable[str] | None,
    support: Mapping[str, Support] | None,
    unit: Unit = "sentence",
) -> TraceScores:
    """TRACe over context sentences {key: text}, in order.

    With R the relevant and U the utilized keys (known ones, each once) and |X| the number of sentences of X, or
    their characters with unit "length": relevance = |R|/n, utilization = |U|/n, completeness = |R and U|/|R|,
    adherence = every response sentence is supported. `utilized` and `support` are None where there is no response.
    """
    found = set(clean_keys(relevant, sentences).keys)
    used = None if utilized is None else set(clean_keys(utilized, sentences).keys)
    whole = _size(sentences, sentences, unit)
    return TraceScores(
        relevance=_ratio(_size(found, sentences, unit), whole),
        utilization=None if used is None else _ratio(_size(used, sentences, unit), whole),
        completeness=None
        if used is None
        else _ratio(_size(found & used, sentences, unit), _size(found, sentences, unit)),
        adherence=None if support is None else adherence(support),
        adherence_share=None if support is None else adherence_share(support),
    )


def adherence(support: Mapping[str, Support]) -> bool | None:
    """Whether every response sentence is supported; None when that hangs on a sentence that was not judged."""
    verdicts = [sentence.supported for sentence in support.values()]
    if False in verdicts:
        return False
    return True if verdicts and None not in verdicts else None


def adherence_share(support: Mapping[str, Support]) -> float | None:
    """The share of judged response sentences that are supported; None when none was judged."""
    verdicts = [sentence.supported for sentence in support.values() if sentence.supported is not None]
    return _ratio(sum(verdicts), len(verdicts))


def _size(keys: Iterable[str], sentences: Mapping[str, str], unit: Unit) -> int:
    return sum(1 if unit == "sentence" else len(sentences[key]) for key in keys)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
