"""Chunks that say nearly the same as another one. What two neighbors share by overlap does not count.

MinHash with locality-sensitive hashing (Broder, "On the resemblance and containment of documents", 1997) proposes
pairs; the Jaccard index of their sets of three words in a row decides.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from core.spans import Span, overlaps
from core.types import Chunk, Document
from evaluation.checks.anatomy import Specimen
from evaluation.checks.finding import Finding, found, place

ALIKE = 0.8
_WORDS_IN_A_ROW = 3
# 21 bands of 6 hashes propose 99.8 % of the pairs at 0.8, and a quarter of those at 0.5.
_BANDS, _ROWS = 21, 6
# Chunks of a few words, such as a lone heading, are alike by chance.
_FEWEST_WORDS = 8
# Among very many copies a chunk is compared with this many at most; one that is alike is enough.
_MOST_COMPARED = 50
_WORD = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]|\w+")

Shingles = frozenset[int]


@dataclass(frozen=True, slots=True)
class _Member:
    document: Document
    chunk: Chunk
    shingles: Shingles


def near_duplicates(specimens: Sequence[Specimen]) -> Finding:
    """Chunks with another one whose Jaccard index is at least 0.8, of all chunks long enough to be compared."""
    members = [
        _Member(specimen.document, chunk, shingles)
        for specimen in specimens
        for chunk in specimen.chunks
        if (shingles := shingles_of(chunk.text))
    ]
    examples = []
    for member, candidates in _candidates(members):
        twin = next(
            (
                other
                for other in candidates
                if _apart(member, other) and alike(member.shingles, other.shingles) >= ALIKE
            ),
            None,
        )
        if twin is not None:
            likeness = 100 * alike(member.shingles, twin.shingles)
            note = f"{likeness:.0f} % like {twin.document.name} [{twin.chunk.start}, {twin.chunk.end})"
            examples.append(place(member.document, member.chunk.start, member.chunk.end, note=note))
    return found("near_duplicates", len(examples), len(members), examples, "no chunk is long enough to be compared")


def shingles_of(text: str) -> Shingles:
    """Checksums of all runs of three words, whatever their case; none for a text of fewer than eight words."""
    words = _WORD.findall(text.casefold())
    if len(words) < _FEWEST_WORDS:
        return frozenset()
    runs = zip(*(words[first:] for first in range(_WORDS_IN_A_ROW)), strict=False)
    return frozenset(zlib.crc32(" ".join(run).encode("utf-8", "replace")) for run in runs)


def alike(left: Shingles, right: Shingles) -> float:
    """The Jaccard index of two sets; neither may be empty."""
    both = len(left & right)
    return both / (len(left) + len(right) - both)


def _candidates(members: Sequence[_Member]) -> Iterator[tuple[_Member, Iterator[_Member]]]:
    """Each chunk with those that may be like it, in their order; equal ones are hashed once."""
    # Imports scipy's integration, which takes a second and which nothing else at the app's start needs.
    from datasketch import MinHash, MinHashLSH

    equal: dict[Shingles, list[_Member]] = {}
    for member in members:
        equal.setdefault(member.shingles, []).append(member)
    groups = list(equal)
    hashes = MinHash.bulk(groups, num_perm=_BANDS * _ROWS, hashfunc=_as_it_is)
    lsh = MinHashLSH(num_perm=_BANDS * _ROWS, params=(_BANDS, _ROWS))
    for number, signature in enumerate(hashes):
        lsh.insert(number, signature)
    for number, (group, signature) in enumerate(zip(groups, hashes, strict=True)):
        near = [number, *sorted(other for other in lsh.query(signature) if other != number)][:_MOST_COMPARED]
        for member in equal[group]:
            yield member, (other for each in near for other in equal[groups[each]] if other is not member)


def _as_it_is(checksum: int) -> int:
    return checksum


def _apart(left: _Member, right: _Member) -> bool:
    """Whether the two share no character of the source."""
    spans = [Span(member.chunk.start, member.chunk.end) for member in (left, right)]
    return left.document.id != right.document.id or not overlaps(*spans)
