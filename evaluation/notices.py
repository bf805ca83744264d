"""What a reader must know before trusting one answer: weak retrieval, no support, nothing cited. Unlike remarks.py,
which speaks of runs.

Retrieval counts as weak where the closest passage is far and few of the question's words stand in what was found.
On the bundled sample (179 questions that it answers, 20 that no document of it could, three chunkings) this warns of
0 to 3 in 100 answerable questions, and of 80 to 90 in 100 of the others. Cosines of other encoders than the bundled
ones lie elsewhere; there, as with BM25 alone, the words decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.counted import counted
from core.types import Answer, Hit, Judgement
from generation.wording import terms

Level = Literal["warning", "note"]
# Where cosines mean what was measured.
_MEASURED_ENCODERS = ("minilm", "mpnet")
_FAR, _FEW, _VERY_FEW = 0.30, 0.5, 1 / 3


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning speaks against the answer; a note only tells something about it."""

    level: Level
    text: str


def notices(
    query: str, hits: Sequence[Hit], encoder: str, answer: Answer | None, judgement: Judgement | None
) -> tuple[Notice, ...]:
    """What to know of one answer, the gravest first; nothing where all is well or nothing can be said yet."""
    said = [Notice("warning", text) for text in (weakness(query, hits, encoder),) if text]
    if answer is None:
        return tuple(said)
    if judgement is not None and judgement.scores.get("abstained"):
        return (*said, Notice("note", "The answer says that the passages do not hold what was asked."))
    said += _support(answer, judgement)
    if unread := unread_ranks(hits, answer):
        ranks = ", ".join(f"[{rank}]" for rank in unread)
        said.append(Notice("note", f"The model did not read all of {ranks}: its window was full."))
    return tuple(said)


def weakness(query: str, hits: Sequence[Hit], encoder: str) -> str:
    """Why retrieval looks weak, empty where it does not. `encoder` is the collection's."""
    if not hits:
        return "Nothing was found for this question."
    wanted = set(terms(query))
    found = wanted & {term for hit in hits for term in terms(hit.text)}
    share = len(found) / len(wanted) if wanted else 1.0
    cosines = [hit.channels["dense"] for hit in hits if "dense" in hit.channels]
    words = f"{len(found):,} of the question's {counted(len(wanted), 'word')} stand in the passages"
    if not cosines or encoder not in _MEASURED_ENCODERS:
        return f"Retrieval looks weak: {words}." if share < _VERY_FEW else ""
    if max(cosines) < _FAR and share < _FEW:
        return (
            f"Retrieval was weak: the closest passage has a cosine of {max(cosines):.2f}, and {words}. "
            "The answer may well not be in this collection."
        )
    return ""


def unread_ranks(hits: Sequence[Hit], answer: Answer) -> tuple[int, ...]:
    """Ranks of passages that the prompt does not hold whole; none where no prompt was written."""
    return tuple(hit.rank for hit in hits if hit.text not in answer.prompt) if answer.prompt else ()


def _support(answer: Answer, judgement: Judgement | None) -> list[Notice]:
    """Sentences without support, or, where nothing was judged, an answer without a citation."""
    verdicts = [one.supported for one in judgement.support.values()] if judgement else []
    lacking, judged = verdicts.count(False), len(verdicts)
    if judged and lacking == judged:
        return [Notice("warning", "Nothing in the passages supports this answer. Do not rely on it.")]
    if lacking:
        are = "is" if lacking == 1 else "are"
        told = f"{lacking:,} of {counted(judged, 'sentence')} {are} not supported by the passages: check before use."
        return [Notice("warning", told)]
    if not answer.citations:
        return [Notice("note", "The answer cites no passage.")]
    return []
