"""Questions that a language model answers without any document. Unlike the other checks, this one asks a model.

Such a question cannot tell a good retrieval from none. What the model says is held beside the reference answer by its
words and numbers (references/words.py); without a reference nothing can be said.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from core.calls import Calls
from core.counted import counted
from core.errors import GenerationError
from core.events import Event, Finished, Progress
from core.hashing import key_of
from core.tokens import count_tokens
from corpus.question_rows import QuestionRow, RowSet
from evaluation.questions.finding import Checked, Finding, LintReport
from evaluation.questions.lint import in_order
from evaluation.references.words import reference_words, says_reference
from generation.chat import ChatModel, Message
from generation.reply_cache import ReplyCache

REPLY_TOKENS = 120
_RULES = "Answer in one short sentence, from what you know. If you do not know, say only: I do not know."
_SHOWN = 80
_FAILURES_IN_A_ROW = 3


def with_easy(
    report: LintReport, given: RowSet, model: ChatModel, cache: ReplyCache
) -> Generator[Event[LintReport], None, None]:
    """The report with the questions that the model answers unaided. Replies are kept, so that none is asked twice.

    Three calls in a row that fail end the asking; what was not asked is told.
    """
    telling = [row for row in given.rows if _can_tell(row)]
    findings: list[Finding] = []
    done, failure, in_a_row = 0, "", 0
    for number, row in enumerate(telling, 1):
        try:
            reply = _reply(row, model, cache)
        except GenerationError as error:
            failure, in_a_row = str(error).rstrip("."), in_a_row + 1
            if in_a_row == _FAILURES_IN_A_ROW:
                break
            continue
        done, in_a_row = done + 1, 0
        if says_reference(row.question, row.answer or "", reply):
            findings.append(Finding(row.id, "easy", f"{model.name} says without any document: “{_shown(reply)}”"))
        yield Progress("ask without documents", number, len(telling), row.question[:60])
    total = len(given.rows)
    reasons = [f"{counted(len(telling) - done, 'question')} could not be asked ({failure})"] if failure else []
    if len(telling) < total:
        reasons.append(f"{counted(total - len(telling), 'question')} without a reference answer that tells anything")
    state = Checked("easy", "measured" if done else "not measured", done, total, "; ".join(reasons))
    checked = (*(one for one in report.checked if one.check != "easy"), state)
    yield Finished(replace(report, findings=in_order([*report.findings, *findings], given), checked=checked))


def expected(given: RowSet, model: ChatModel, cache: ReplyCache) -> Calls:
    """What asking would take. Nothing is called."""
    asked = [row for row in given.rows if _can_tell(row)]
    new = [row for row in asked if cache.get(model.name, _key(row)) is None]
    prompt = sum(count_tokens(message.content) for row in new for message in _messages(row))
    cost = model.price.of(prompt, REPLY_TOKENS * len(new))
    return Calls(model.name, len(asked), len(asked) - len(new), prompt, cost, "unaided answer")


def _can_tell(row: QuestionRow) -> bool:
    """Whether the row has a reference answer that says something which is not in the question."""
    return bool(row.answer) and reference_words(row.question, row.answer or "", "") is not None


def _reply(row: QuestionRow, model: ChatModel, cache: ReplyCache) -> str:
    key = _key(row)
    known = cache.get(model.name, key)
    if known is None:
        known = model.complete(_messages(row), max_tokens=REPLY_TOKENS, temperature=0.0).text
        cache.put(model.name, key, known)
    return known


def _messages(row: QuestionRow) -> Sequence[Message]:
    return [Message("user", row.question + "\n\n" + _RULES)]


def _key(row: QuestionRow) -> str:
    return key_of([[message.role, message.content] for message in _messages(row)] + [REPLY_TOKENS])


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
