"""An inspection in a few numbers and in a sentence. Unlike the inspection, nothing here is measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

from chunking.strategy import UNIT_NAMES
from core.counted import counted
from core.spans import length
from evaluation.inspection import Fate, Inspection

FATES: dict[Fate, str] = {
    "whole": "in one chunk",
    "parent": "whole only with its parent",
    "severed": "cut apart",
    "outside": "in no chunk",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """Sizes in `unit`; `overlap` is the mean of what neighbors really share, in characters, None without neighbors.

    `unread` is the share of the document's characters that no vector stands for, None where the encoder's limit is
    not known. Of `evidence` passages, `whole` can be returned whole, `unread_evidence` have a part that is not read.
    """

    unit: str
    chunks: int
    smallest: int
    median: float
    largest: int
    overlap: float | None
    oversized: int
    unread: float | None
    evidence: int
    whole: int
    unread_evidence: int


def facts_of(inspection: Inspection) -> Facts | None:
    """The numbers; None for a document without chunks."""
    sizes = [one.size for one in inspection.chunks]
    if not sizes:
        return None
    fates = Counter(fate.fate for fate in inspection.fates)
    shared = [one.shared for one in inspection.chunks[1:]]
    unread = length(inspection.unread) / len(inspection.document.text)
    return Facts(
        unit=str(dict(inspection.spec.parameters)["unit"]),
        chunks=len(sizes),
        smallest=min(sizes),
        median=median(sizes),
        largest=max(sizes),
        overlap=fmean(shared) if shared else None,
        oversized=sum(one.chunk.overflow and not one.chunk.summary for one in inspection.chunks),
        unread=None if inspection.reads is None else unread,
        evidence=len(inspection.fates),
        whole=fates["whole"] + fates["parent"],
        unread_evidence=sum(fate.unread > 0 for fate in inspection.fates),
    )


def verdict(sides: Sequence[tuple[str, Facts]]) -> str:
    """What there is to know first, in a sentence or two: of one side, or of several beside each other."""
    if len(sides) == 1:
        return _of_one(sides[0][1])
    if not sides[0][1].evidence:
        return "; ".join(f"{name} makes {_count_and_size(facts)}" for name, facts in sides) + "."
    ranked = sorted(sides, key=lambda side: -side[1].whole)
    passages = counted(sides[0][1].evidence, "passage")
    if ranked[0][1].whole == ranked[-1][1].whole:
        kept = f"Both keep {ranked[0][1].whole:,} of {passages} of evidence whole."
    else:
        others = ", ".join(f"{name} {facts.whole:,}" for name, facts in ranked[1:])
        kept = f"{ranked[0][0]} keeps {ranked[0][1].whole:,} of {passages} of evidence whole, {others}."
    unread = [f"{facts.unread_evidence:,} of {name}" for name, facts in sides if facts.unread_evidence]
    return f"{kept} Partly beyond what the encoder reads: {', '.join(unread)}." if unread else kept


def _of_one(facts: Facts) -> str:
    if not facts.evidence:
        return f"{_count_and_size(facts)}."
    passages = counted(facts.evidence, "passage")
    cut = facts.evidence - facts.whole
    if cut:
        are, them = ("is", "it") if cut == 1 else ("are", "them")
        whole = f"{cut:,} of {passages} of evidence {are} cut apart: no chunk holds {them} whole"
    else:
        whole = (
            "The one passage of evidence is whole" if facts.evidence == 1 else f"All {passages} of evidence are whole"
        )
    lie = "lies" if facts.unread_evidence == 1 else "lie"
    unread = f"; {facts.unread_evidence:,} {lie} partly beyond what the encoder reads" if facts.unread_evidence else ""
    return f"{whole}{unread}."


def _count_and_size(facts: Facts) -> str:
    return f"{counted(facts.chunks, 'chunk')} of {facts.median:,.0f} {UNIT_NAMES[facts.unit]} in the middle"
