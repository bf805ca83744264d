"""Why annotated evidence was not retrieved: each lost character with one cause, proven by searching without it.

Unlike evidence.py, which says how much was lost. The searches without a cause are in counterfactuals.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from core.events import Progress
from core.spans import Span, intersect, length, overlaps, subtract
from core.text import is_blank
from core.types import Evidence, Question, RetrievalSpec
from corpus.questions import Unplaced
from evaluation.causes import CAUSES, PARSER, RANKED_LOW
from evaluation.copies import where_returned
from evaluation.counterfactuals import REMOVALS
from evaluation.evidence import Passage, by_document, passages_of, returned_by
from evaluation.scene import Case, Scene, Searched, as_it_is
from retrieval.passages import passages

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from retrieval.collection import Collection

# Joining passages takes time with the square of their number; what stands lower is not searched for once more.
_DEEPEST = 1000
_NOTE = 60
STAGE = "Explaining lost evidence"

Spans = Mapping[str, Sequence[Span]]


@dataclass(frozen=True, slots=True)
class Loss:
    """A range of evidence that was not retrieved, and why. `start` and `end` are None for what is in no document.

    The characters of what is in no document are those of its quote; 0 where a range was given alone.
    `rank` is the place of the first chunk that would return it, None where none is found. `also` names further causes
    without any one of which it would have been retrieved as well.
    """

    question_id: str
    document: str
    start: int | None
    end: int | None
    characters: int
    cause: str
    rank: int | None = None
    also: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class LossReport:
    """All losses of a run; `evidence` counts the characters that should have been retrieved, as recall does.

    Evidence that is in no document cannot be retrieved, and is counted apart: it is part of the losses alone.
    `failed` holds the questions that could not be explained, with the reason; their losses are not counted. `annotated`
    has the whole evidence of each question that lost some, to show what was lost of it.
    """

    losses: tuple[Loss, ...]
    evidence: int
    questions: int
    failed: tuple[tuple[str, str], ...] = ()
    annotated: Mapping[str, tuple[Passage, ...]] = field(default_factory=dict)

    @property
    def characters(self) -> int:
        """Characters of the documents that were lost, of `evidence`."""
        return sum(loss.characters for loss in self.losses if loss.start is not None)

    @property
    def nowhere(self) -> tuple[Loss, ...]:
        """Evidence passages that are in no document as loaded."""
        return tuple(loss for loss in self.losses if loss.start is None)

    @property
    def nowhere_characters(self) -> int:
        """Their characters, by the quotes."""
        return sum(loss.characters for loss in self.nowhere)


def explain(
    collection: Collection,
    encoder: Encoder | None,
    questions: Sequence[Question],
    retrieval: RetrievalSpec,
    unplaced: Sequence[Unplaced] = (),
) -> Generator[Progress, None, LossReport]:
    """The losses of these questions; progress in questions. A question that fails is kept with its reason.

    `unplaced` is evidence that could not be found in the documents. Costs about four searches for each question that
    lost evidence, and encodes a few texts for it.
    """
    scene = Scene(collection, encoder, retrieval)
    asked = [question for question in questions if question.evidence]
    ids = {question.id for question in questions}
    missing = [piece for piece in unplaced if piece.question_id in ids]
    losses = [_not_in_text(piece) for piece in missing]
    evidence = 0
    failed: list[tuple[str, str]] = []
    yield Progress(STAGE, 0, len(asked))
    for done, question in enumerate(asked, start=1):
        try:
            losses += losses_of(question, scene)
            evidence += sum(map(length, by_document(passages_of(question.evidence)).values()))
        except Exception as error:  # a defect here must not cost the run that is explained
            failed.append((question.id, " ".join(f"{type(error).__name__}: {error}".split())))
        yield Progress(STAGE, done, len(asked), question.text[:_NOTE])
    told = {question.id for question in asked} | {piece.question_id for piece in missing}
    lost = {loss.question_id for loss in losses}
    annotated = {question.id: tuple(passages_of(question.evidence)) for question in asked if question.id in lost}
    return LossReport(tuple(losses), evidence, len(told), tuple(failed), annotated)


def losses_of(question: Question, scene: Scene) -> list[Loss]:
    """The losses of one question, in the order of their causes.

    A character gets the first cause, in the order of CAUSES, without which it is retrieved; what none explains was
    ranked low. So every lost character has exactly one cause.
    """
    searched = as_it_is(question, scene)
    lost = _lost(question.evidence, searched, scene)
    if not lost:
        return []
    case = Case(question, scene, searched.ranking, lost)
    found = {PARSER: _in_no_chunk(lost, scene)}
    for cause, removal in REMOVALS.items():
        without = removal(case)
        if without is not None:
            found[cause] = _minus(lost, _lost(question.evidence, without, scene))
    losses: list[Loss] = []
    left: Spans = lost
    for cause in CAUSES:
        explained = left if cause == RANKED_LOW else _common(left, found.get(cause, {}))
        left = _minus(left, explained)
        losses += [
            loss
            for document, spans in explained.items()
            for span in spans
            for loss in _told(document, span, cause, case, found)
        ]
    return losses


def _told(document: str, span: Span, cause: str, case: Case, found: Mapping[str, Spans]) -> list[Loss]:
    """One loss a stretch that the same chunk would return."""
    losses = []
    for part, rank in _ranked_parts(document, span, case):
        also = tuple(
            other for other, spans in found.items() if other != cause and not subtract([part], spans.get(document, ()))
        )
        note = _why_low(document, part, rank, case) if cause == RANKED_LOW else ""
        losses.append(Loss(case.question.id, document, *part, part.length, cause, rank, also, note))
    return losses


def _ranked_parts(document: str, span: Span, case: Case) -> list[tuple[Span, int | None]]:
    """The span in parts by the first chunk of the ranking that would return each, with its place there."""
    left, parts = [span], []
    for rank, ranked in enumerate(case.ranking, start=1):
        if not left:
            break
        chunk = case.scene.ground.chunks[ranked.chunk_id]
        if chunk.document_id != document:
            continue
        within = case.scene.returned(chunk)
        if overlaps(within, span):
            parts += [(part, rank) for part in intersect(left, [within])]
            left = subtract(left, [within])
    return sorted([*parts, *((part, None) for part in left)])


def _why_low(document: str, part: Span, rank: int | None, case: Case) -> str:
    """What to say of a range that no other cause explains; its rank is checked by asking for as many passages."""
    spec, ground = case.scene.retrieval, case.scene.ground
    if rank is None:
        blank = is_blank(ground.documents[document].text[part.start : part.end])
        return "white space between chunks" if blank else "no chunk that holds it shares a word with the question"
    if rank > _DEEPEST:
        return f"rank {rank:,} of {len(case.ranking):,}"
    if spec.document_share < 1:
        shared = passages(case.ranking, ground.chunks, ground.documents, replace(spec, document_share=1.0))
        if not subtract([part], by_document(returned_by(shared)).get(document, ())):
            return f"rank {rank:,}, passed over because its document had its share already"
    deep = replace(spec, k=rank, token_budget=None, document_share=1.0)
    hits = passages(case.ranking, ground.chunks, ground.documents, deep)
    held = not subtract([part], by_document(returned_by(hits)).get(document, ()))
    return f"rank {rank:,} of {len(case.ranking):,}" + ("" if held else ", where a passage that reads the same stands")


def _in_no_chunk(lost: Spans, scene: Scene) -> dict[str, list[Span]]:
    """Lost characters that no chunk would return; white space between chunks is the boundary's."""
    bare = {name: subtract(spans, scene.ground.returnable.get(name, ())) for name, spans in lost.items()}
    texts = scene.ground.documents
    return {
        name: [span for span in spans if not is_blank(texts[name].text[span.start : span.end])]
        for name, spans in bare.items()
    }


def _lost(evidence: Iterable[Evidence], searched: Searched, scene: Scene) -> dict[str, list[Span]]:
    """Evidence that these hits do not return, by document; what a copy of it returned is not lost."""
    placed = where_returned(evidence, searched.hits, searched.returnable, scene.ground.documents)
    wanted, returned = by_document(passages_of(placed)), by_document(returned_by(searched.hits))
    lost = {name: subtract(spans, returned.get(name, ())) for name, spans in wanted.items()}
    return {name: spans for name, spans in lost.items() if spans}


def _not_in_text(piece: Unplaced) -> Loss:
    return Loss(piece.question_id, piece.document, None, None, len(piece.quote.strip()), PARSER, note=piece.reason)


def _minus(left: Spans, right: Spans) -> dict[str, list[Span]]:
    return {name: subtract(spans, right.get(name, ())) for name, spans in left.items()}


def _common(left: Spans, right: Spans) -> dict[str, list[Span]]:
    return {name: intersect(spans, right.get(name, ())) for name, spans in left.items()}
