"""A question set in a language model's words, about places that templates chose. Unlike generate.py, costs calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.calls import Calls
from core.counted import counted
from core.errors import GenerationError
from core.events import Event, Finished, Progress
from core.hashing import key_of
from core.sentences import sentences
from core.text import normalized
from core.tokens import count_tokens
from core.types import Document, Question
from evaluation.questions.finding import UNANSWERABLE
from evaluation.questions.generate import generate
from evaluation.questions.rewrite_prompt import REPLY_TOKENS, SCHEMA, Refused, messages_for, read_question
from evaluation.questions.strata import STRATA
from generation.chat import ChatModel
from generation.reply_cache import ReplyCache

# Places a question: what fails at one is tried at the next, up to so many calls a question wanted.
TRIES = 2
_FAILURES_IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The questions, how many replies were looked at, and how many of them failed for which reason."""

    questions: tuple[Question, ...]
    replies: int
    failed: Mapping[str, int]

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know, in the reader's words."""
        lost = sum(self.failed.values())
        if not lost:
            return ()
        why = ", ".join(f"{reason} ({number:,})" for reason, number in self.failed.items())
        return (f"{lost:,} of {counted(self.replies, 'place')} asked about gave no question: {why}",)


def places(documents: Sequence[Document], count: int, strata: Sequence[str], seed: int) -> list[Question]:
    """Template questions to write anew, as many as may be asked about; unanswerable ones stay as they are."""
    return list(generate(documents, TRIES * count, strata, seed).questions)


def expected(asked: Sequence[Question], model: ChatModel, cache: ReplyCache) -> Calls:
    """What writing would take at most. Nothing is called."""
    wanted = [one for one in asked if one.evidence]
    new = [one for one in wanted if cache.get(model.name, _key(one)) is None]
    tokens = sum(count_tokens(message.content) for one in new for message in messages_for(one))
    cost = model.price.of(tokens, REPLY_TOKENS * len(new))
    return Calls(model.name, len(wanted), len(wanted) - len(new), tokens, cost, "question")


def rewrite(
    asked: Sequence[Question], count: int, model: ChatModel, cache: ReplyCache
) -> Generator[Event[Rewritten], None, None]:
    """`count` questions at most, the strata in turn. Replies are kept; three failed calls in a row end the asking."""
    kept: list[Question] = []
    failed: Counter[str] = Counter()
    taken: set[str] = set()
    replies = in_a_row = 0
    for one in _in_turn(asked):
        if len(kept) == count or in_a_row == _FAILURES_IN_A_ROW:
            break
        if UNANSWERABLE in one.tags:
            kept.append(one)
            continue
        replies += 1
        try:
            made = read_question(_reply(one, model, cache), one, _boundary(one))
            in_a_row = 0
        except GenerationError as error:
            made, in_a_row = Refused(str(error).rstrip(".")), in_a_row + 1
        if isinstance(made, Question) and (text := normalized(made.text).casefold()) in taken:
            made = Refused("the same question was written before")
        if isinstance(made, Refused):
            failed[made.reason] += 1
        else:
            taken.add(text)
            kept.append(made)
        yield Progress("write questions", len(kept), count, one.text[:60])
    yield Finished(Rewritten(tuple(_numbered(kept)), replies, dict(failed.most_common())))


def _in_turn(asked: Sequence[Question]) -> list[Question]:
    """The first of each stratum, then the second of each, and so on."""
    seen: Counter[str] = Counter()
    order: list[tuple[int, int, Question]] = []
    for one in asked:
        seen[one.tags[0]] += 1
        order.append((seen[one.tags[0]], len(order), one))
    return [one for _, _, one in sorted(order, key=lambda place: place[:2])]


def _numbered(kept: Sequence[Question]) -> list[Question]:
    """Ids by stratum and number, in the order of the strata."""
    seen: Counter[str] = Counter()
    names = list(STRATA)
    numbered = []
    for one in sorted(kept, key=lambda one: names.index(one.tags[0])):
        seen[one.tags[0]] += 1
        numbered.append(replace(one, id=f"{one.tags[0]}-{seen[one.tags[0]]:03d}"))
    return numbered


def _reply(one: Question, model: ChatModel, cache: ReplyCache) -> str:
    key = _key(one)
    known = cache.get(model.name, key)
    if known is None:
        known = model.complete(messages_for(one), max_tokens=REPLY_TOKENS, temperature=0.0, schema=SCHEMA).text
        cache.put(model.name, key, known)
    return known


def _key(one: Question) -> str:
    return key_of([[message.role, message.content] for message in messages_for(one)] + [REPLY_TOKENS])


def _boundary(one: Question) -> int | None:
    """Where the second sentence of a passage across a boundary begins."""
    if "boundary" not in one.tags:
        return None
    found = sentences(one.evidence[0].quote)
    return one.evidence[0].start + found[1].start if len(found) > 1 else None
