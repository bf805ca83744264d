"""Evidence metrics and curves once more, one character at a time.

Shares no code with the product but how tokens are counted and sentences are found.

A passage is (document, start, end); a set of characters holds (document, position).
"""

from __future__ import annotations

from itertools import combinations, pairwise
from math import log

from core.sentences import sentences


def letters(passages):
    found = set()
    for document, start, end in passages:
        for position in range(start, end):
            found.add((document, position))
    return found


def recall(evidence, returned):
    wanted = letters(evidence)
    return len(wanted & letters(returned)) / len(wanted)


def precision(evidence, returned):
    given = letters(returned)
    return len(letters(evidence) & given) / len(given) if given else None


def iou(evidence, returned):
    wanted, given = letters(evidence), letters(returned)
    return len(wanted & given) / len(wanted | given)


def mrr(evidence, returned):
    wanted = letters(evidence)
    for place, passage in enumerate(returned):
        if letters([passage]) & wanted:
            return 1 / (place + 1)
    return 0.0


def ndcg(evidence, returned):
    wanted, gained, seen = letters(evidence), 0.0, set()
    for place, passage in enumerate(returned):
        new = (letters([passage]) & wanted) - seen
        gained += len(new) * log(2) / log(place + 2)
        seen |= new
    in_documents = {}
    for document, _ in wanted:
        in_documents[document] = in_documents.get(document, 0) + 1
    best = 0.0
    for place, size in enumerate(sorted(in_documents.values(), reverse=True)):
        best += size * log(2) / log(place + 2)
    return gained / best


def severed(evidence, chunks):
    cut = 0
    for passage in evidence:
        if not any(letters([passage]) <= letters([chunk]) for chunk in chunks):
            cut += 1
    return cut / len(evidence)


def precision_omega(evidence, chunks):
    reachable, best = letters(evidence) & letters(chunks), None
    if not reachable:
        return None
    for size in range(1, len(chunks) + 1):
        for chosen in combinations(chunks, size):
            given = letters(chosen)
            if reachable <= given:
                value = len(reachable) / len(given)
                best = value if best is None else max(best, value)
    return best


def area(points):
    """Trapezoids of recall over the logarithm of the budget, over the whole width."""
    total = 0.0
    for (low, before), (high, after) in pairwise(points):
        total += (log(high) - log(low)) * (before + after) / 2
    return total / (log(points[-1][0]) - log(points[0][0]))


def returned_within(ranking, texts, tokens, *, k=None, budget=None):
    """What search hands on: `ranking` has (document, start, end, parent or None), best first; texts are all different.

    Parents that share characters are one passage under the best of their chunks. The first chunk whose passages would
    be too many, or have too many tokens, ends it; of its parent as many sentences around the chunk stay as fit.
    """
    taken = []  # [document, characters, from a parent]
    for document, start, end, parent in ranking:
        low, high = parent or (start, end)
        trial = _with(taken, document, low, high, parent)
        if _fits(trial, texts, tokens, k, budget):
            taken = trial
            continue
        for low, high in _around(texts[document], start, end, parent) if parent else []:
            trial = _with(taken, document, low, high, parent)
            if not _fits(trial, texts, tokens, k, budget):
                break
            taken = trial
        break
    return [(d, min(s), max(s) + 1) for d, s, _ in taken]


def _with(taken, document, low, high, parent):
    own = set(range(low, high))
    if parent and any(d == document and grows and own <= there for d, there, grows in taken):
        return taken
    trial = [(d, set(there), grows) for d, there, grows in taken]
    if not parent:
        return [*trial, (document, own, False)]
    touching = [row for row in trial if row[0] == document and row[2] and row[1] & own]
    for row in touching:
        own |= row[1]
    if not touching:
        return [*trial, (document, own, True)]
    trial[trial.index(touching[0])] = (document, own, True)
    return [row for row in trial if row not in touching[1:] or row[1] is own]


def _fits(trial, texts, tokens, k, budget):
    if k is not None:
        return len(trial) <= k
    return sum(tokens(texts[d][min(s) : max(s) + 1]) for d, s, _ in trial) <= budget


def _around(text, start, end, parent):
    """The chunk, then a sentence more after it and before it in turn."""
    found = [(one.start, one.end) for one in sentences(text, *parent)]
    before, after = [one for one in found if one[0] < start], [one for one in found if one[1] > end]
    yield start, end
    while before or after:
        if after:
            end = after.pop(0)[1]
            yield start, end
        if before:
            start = before.pop()[0]
            yield start, end
