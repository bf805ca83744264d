"""A conversation as a file to keep: Markdown for people, JSON for programs, both with the sources of every answer.

Unlike tables.py, which holds runs, there is no question set behind it. Texts are shown as they are, whatever markup
they hold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from core.markdown import literal
from core.spans import Span, overlaps
from core.types import Answer, Hit, Judgement, RetrievalSpec
from evaluation.metrics import METRICS, TRACE


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer with what it was made from. `answer` is None where it was stopped or failed; `error` says why."""

    collection: str
    retrieval: RetrievalSpec
    model: str
    text: str
    hits: tuple[Hit, ...] = ()
    answer: Answer | None = None
    judgement: Judgement | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A question, what was searched for it, and one reply or two; `vote` is what was preferred, "" without a vote."""

    question: str
    query: str
    replies: tuple[Reply, ...]
    vote: str = ""


def transcript_markdown(title: str, conversation: Sequence[Exchanged]) -> str:
    """The conversation as Markdown."""
    parts = [f"# {literal(title)}"]
    for number, exchanged in enumerate(conversation, start=1):
        parts.append(f"## {number}. {literal(exchanged.question)}")
        if exchanged.query != exchanged.question:
            parts.append(f"Searched for: {literal(exchanged.query)}")
        for reply in exchanged.replies:
            parts += _reply(reply, named=len(exchanged.replies) > 1)
        if exchanged.vote:
            parts.append(f"Vote: {literal(exchanged.vote)}")
    return "\n\n".join(parts) + "\n"


def transcript_json(title: str, conversation: Sequence[Exchanged]) -> str:
    """The conversation as JSON: title, exchanges with replies, each with its sources, citations and scores."""
    exchanges = [
        {
            "question": exchanged.question,
            "searched_for": exchanged.query,
            "vote": exchanged.vote or None,
            "replies": [_reply_record(reply) for reply in exchanged.replies],
        }
        for exchanged in conversation
    ]
    return json.dumps({"title": title, "exchanges": exchanges}, indent=2, ensure_ascii=False)


def cited_ranks(reply: Reply) -> tuple[int, ...]:
    """Ranks of the passages that the answer cites, in order."""
    return tuple(sorted({citation.marker for citation in reply.answer.citations})) if reply.answer else ()


def _reply(reply: Reply, *, named: bool) -> list[str]:
    parts = [f"### {literal(reply.collection)}"] if named else []
    parts.append(literal(reply.text or "(no answer)"))
    if reply.error:
        parts.append(f"Error: {literal(reply.error)}")
    facts = [literal(reply.collection), f"retriever {reply.retrieval.mode}", literal(reply.model)]
    parts.append("*" + " · ".join([*facts, *_scores(reply.judgement)]) + "*")
    cited = cited_ranks(reply)
    for hit in reply.hits:
        place = f"{literal(hit.chunk.document_id)}, characters {hit.returned.start:,} to {hit.returned.end:,}"
        mark = ", cited" if hit.rank in cited else ""
        parts.append(f"**\\[{hit.rank}\\]** {place} ({hit.score_kind} {hit.score:.3f}{mark})")
        parts.append("\n".join(f"> {literal(line)}" for line in hit.text.splitlines()))
    return parts


def _scores(judgement: Judgement | None) -> list[str]:
    if judgement is None:
        return []
    known = ((METRICS[name].label.lower(), judgement.scores.get(name)) for name in TRACE)
    told = [f"{label} {'yes' if value else 'no'}" if isinstance(value, bool) else f"{label} {value:.2f}"
            for label, value in known if value is not None]  # fmt: skip
    return [*told, f"judge {judgement.judge}"]


def _reply_record(reply: Reply) -> dict[str, Any]:
    answer, judgement = reply.answer, reply.judgement
    return {
        "collection": reply.collection,
        "retrieval": asdict(reply.retrieval),
        "model": reply.model,
        "answer": reply.text,
        "finished": answer is not None,
        "error": reply.error or None,
        "seconds": answer.seconds if answer else None,
        "cost": answer.cost if answer else None,
        "notes": list(answer.notes) if answer else [],
        "citations": [asdict(citation) for citation in answer.citations] if answer else [],
        "scores": dict(judgement.scores) if judgement else None,
        "judge": judgement.judge if judgement else None,
        "sources": [_source(hit, reply) for hit in reply.hits],
    }


def _source(hit: Hit, reply: Reply) -> Mapping[str, Any]:
    cited = reply.answer.citations if reply.answer else ()
    own = [
        Span(citation.start, citation.end)
        for citation in cited
        if citation.document_id == hit.chunk.document_id and overlaps(Span(citation.start, citation.end), hit.returned)
    ]
    return {
        "rank": hit.rank,
        "document": hit.chunk.document_id,
        "start": hit.returned.start,
        "end": hit.returned.end,
        "chunk": hit.chunk.id,
        "score": float(hit.score),
        "score_kind": hit.score_kind,
        "channels": {name: float(score) for name, score in hit.channels.items()},
        "cited": [list(span) for span in own],
        "text": hit.text,
    }
