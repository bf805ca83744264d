"""What a person sees of one drawn sentence: the question, the answer, and the sentence where it stands.

Unlike label_design.py, chooses nothing. The judge's own verdict is left out, so that nobody is led by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.label_design import Drawn, Frame
from evaluation.labels import Kind, Label, Place
from evaluation.outcomes import Outcome

ASKED: Mapping[Kind, str] = {
    "relevant": "Does the marked sentence help to answer the question?",
    "utilized": "Does the answer use what the marked sentence says?",
    "supported": "Do the passages support everything that the marked sentence of the answer says?",
}
ASKED_OF_ALL: Mapping[Kind, str] = {
    "relevant": "Which sentences help to answer the question?",
    "utilized": "Which sentences does the answer use?",
    "supported": "Which sentences of the answer do the passages support in full?",
}


@dataclass(frozen=True, slots=True)
class LabelItem:
    """`before`, `sentence` and `after` are the passage, or the answer, that holds the sentence; `passages` are the
    texts that an answer's sentence must be supported by, empty for other kinds.
    """

    drawn: Drawn
    kind: Kind
    question: str
    answer: str
    before: str
    sentence: str
    after: str
    passages: tuple[str, ...] = ()

    def label(self, value: bool | None) -> Label:
        """The label that an answer to it gives; None skips it."""
        return Label(self.drawn.question_id, self.drawn.key, self.kind, value)


def waiting(
    outcomes: Sequence[Outcome], frame: Frame, labels: Mapping[Place, bool | None], number: int
) -> tuple[LabelItem, ...]:
    """Of the first `number` sentences to label, those that nobody was asked about yet, in order."""
    by_id = {outcome.question_id: outcome for outcome in outcomes}
    return tuple(
        item_of(by_id[drawn.question_id], drawn, frame.kind)
        for drawn in frame.to_label(number)
        if (drawn.question_id, drawn.key, frame.kind) not in labels
    )


def item_of(outcome: Outcome, drawn: Drawn, kind: Kind) -> LabelItem:
    """What is shown of one drawn sentence of this outcome."""
    chunks: dict[str, dict[str, str]] = {}
    for key, sentence in outcome.context.items():
        chunks.setdefault(_chunk(key), {})[key] = sentence
    around = outcome.response if kind == "supported" else chunks[_chunk(drawn.key)]
    place = list(around).index(drawn.key)
    texts = list(around.values())
    return LabelItem(
        drawn,
        kind,
        outcome.question,
        " ".join(outcome.response.values()),
        before=" ".join(texts[:place]),
        sentence=texts[place],
        after=" ".join(texts[place + 1 :]),
        passages=tuple(" ".join(chunk.values()) for chunk in chunks.values()) if kind == "supported" else (),
    )


def _chunk(key: str) -> str:
    """The number of the chunk that a sentence key names."""
    return key.rstrip("abcdefghijklmnopqrstuvwxyz")
