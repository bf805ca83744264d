"""A question, its evidence and its answer held side by side, word by word. Unlike repeats.py, within one question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.sentences import sentences
from core.types import Evidence
from corpus.question_rows import QuestionRow
from evaluation.judges.wording import longest_run, numbers
from evaluation.questions.finding import Finding
from evaluation.references.words import as_digits
from generation.wording import terms

# A question copies a sentence when nearly all of its topical words stand there, or most of them in one run.
_SHARED, _RUN = 0.9, 0.6
_FEWEST_SHARED, _FEWEST_IN_RUN = 5, 5
_SHOWN = 80


def check_leak(row: QuestionRow, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """A finding where the question is a copy or near copy of a sentence of its evidence."""
    asked = terms(row.question)
    for passage in evidence:
        for span in sentences(passage.quote):
            sentence = passage.quote[span.start : span.end]
            told = terms(sentence)
            shared = len(set(asked) & set(told))
            run = longest_run(asked, told)
            copied = run >= _FEWEST_IN_RUN and run / len(asked) >= _RUN
            if copied or (shared >= _FEWEST_SHARED and shared / len(set(asked)) >= _SHARED):
                share = f"{shared} of its {len(set(asked))} topical words, {run} of them in a row"
                yield Finding(row.id, "leak", f"has {share}, from “{_shown(sentence)}”")
                return


def check_answer(row: QuestionRow, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """A finding where the evidence holds no topical word of the answer, or lacks a number of it."""
    if not row.answer or not evidence:
        return
    told = " ".join([*(passage.quote for passage in evidence), row.question])
    missing = sorted(numbers(row.answer) - numbers(as_digits(told)))
    said = set(terms(as_digits(row.answer)))
    if missing:
        yield Finding(row.id, "answer", f"the evidence does not hold the answer's {', '.join(missing)}")
    elif len(said) > 1 and not said & set(terms(as_digits(told))):
        yield Finding(row.id, "answer", "the evidence holds no topical word of the answer")


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
