"""Questions that ask the same thing. Two that differ in a number, a name, the answer or the passage do not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from core.spans import Span, overlaps
from core.text import normalized
from core.types import Evidence
from corpus.question_rows import QuestionRow
from evaluation.judges.wording import names, numbers
from evaluation.questions.finding import Finding
from generation.wording import terms

# Jaccard similarity of topical words from which two questions ask alike, and the fewest words that can tell.
ALIKE = 0.8
_TELLING = 4


def check_repeats(rows: Sequence[QuestionRow], evidence: Mapping[str, Sequence[Evidence]]) -> Iterator[Finding]:
    """A finding on each question that repeats an earlier one; `evidence` is by question id."""
    first: dict[str, QuestionRow] = {}
    repeated: set[str] = set()
    for row in rows:
        text = normalized(row.question).casefold()
        earlier = first.setdefault(text, row)
        if earlier is not row:
            repeated.add(row.id)
            yield Finding(row.id, "duplicate", f"is the same text as {earlier.id}")
    kept = [row for row in rows if row.id not in repeated]
    for earlier, later, alike in _pairs(kept):
        if _same_aim(earlier, later, evidence):
            yield Finding(later.id, "duplicate", f"is nearly the same as {earlier.id} ({alike:.0%} of the words)")


def _pairs(rows: Sequence[QuestionRow]) -> Iterator[tuple[QuestionRow, QuestionRow, float]]:
    """Pairs with similar words, found exactly and without comparing all with all.

    Two sets with Jaccard similarity t share a word among their |set| - ceil(t |set|) + 1 rarest ones (prefix filter:
    Bayardo et al., "Scaling up all pairs similarity search", WWW 2007).
    """
    words = [frozenset(terms(row.question)) for row in rows]
    frequency = Counter(word for one in words for word in one)
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for later, one in enumerate(words):
        if len(one) < _TELLING:
            continue
        rarest = sorted(one, key=lambda word: (frequency[word], word))
        prefix = rarest[: len(one) - ceil(ALIKE * len(one)) + 1]
        for earlier in sorted({number for word in prefix for number in holders[word]}):
            alike = len(one & words[earlier]) / len(one | words[earlier])
            if alike >= ALIKE:
                yield rows[earlier], rows[later], alike
        for word in prefix:
            holders[word].append(later)


def _same_aim(one: QuestionRow, other: QuestionRow, evidence: Mapping[str, Sequence[Evidence]]) -> bool:
    if numbers(one.question) != numbers(other.question) or names(one.question) != names(other.question):
        return False
    if one.answer and other.answer and normalized(one.answer).casefold() != normalized(other.answer).casefold():
        return False
    here, there = evidence.get(one.id, ()), evidence.get(other.id, ())
    if not here or not there:
        return not here and not there
    return any(
        left.document_id == right.document_id and overlaps(Span(left.start, left.end), Span(right.start, right.end))
        for left in here
        for right in there
    )
