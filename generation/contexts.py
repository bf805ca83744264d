"""Contexts of chunks by a language model: each asked once, kept on disk, counted and priced before the first call.

Unlike answer.py, nobody waits for a single reply, so one that fails is told and the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from chunking.writer import Passage, Written
from core.calls import Calls
from core.errors import GenerationError, ReplyRefused
from core.events import Progress
from core.hashing import key_of
from generation.chat import ChatModel, Message
from generation.context_prompt import MAX_REPLY, cleaned, context_messages, prompt_tokens
from generation.models import window_of
from generation.presets import parse_model
from generation.reply_cache import ReplyCache

_FAILURES_IN_A_ROW = 3
_NOTHING_NEW = "the model said nothing that the document does not say itself"


class ContextWriter:
    """One model as a writer of contexts (chunking.writer.Writer), for one build.

    The model is loaded when the first call is due, so that what is on disk needs no key and no model. Replies are
    kept as they come: a build that is cancelled goes on from there. Three failures in a row of a model that cannot
    be reached end the calling until the next `write`.
    """

    def __init__(self, name: str, load: Callable[[], ChatModel], cache: ReplyCache) -> None:
        choice = parse_model(name)
        self.name = choice.name
        self._window = window_of(choice)
        self._small = choice.kind == "local"
        self._load = load
        self._model: ChatModel | None = None
        self._cache = cache
        self._failed: dict[str, str] = {}
        self._in_a_row = 0

    def calls(self, passages: Sequence[Passage]) -> Calls:
        """What `write` would take. Raises SettingError or ModelMissing where it could not begin."""
        prompts = self._prompts(passages)
        new = [messages for key, messages in prompts.items() if self._cache.get(self.name, key) is None]
        tokens = sum(prompt_tokens(messages) for messages in new)
        cost = self._loaded().price.of(tokens, MAX_REPLY * len(new)) if new else 0.0
        return Calls(self.name, len(prompts), len(prompts) - len(new), tokens, cost)

    def write(self, passages: Sequence[Passage]) -> Iterator[Progress]:
        """Ask what is not known yet, with progress in calls. Raises SettingError or ModelMissing, no other error."""
        self._failed, self._in_a_row = {}, 0
        told = self.calls(passages)
        new = {
            key: messages
            for key, messages in self._prompts(passages).items()
            if self._cache.get(self.name, key) is None
        }
        yield Progress("Writing contexts", 0, len(new), told.sentence)
        for done, (key, messages) in enumerate(new.items(), start=1):
            self._ask(key, messages)
            yield Progress("Writing contexts", done, len(new), told.sentence)

    def known(self, passage: Passage) -> Written | None:
        """See chunking.writer.Writer."""
        messages = self._messages(passage)
        return self._read(_key(messages), passage)

    def context(self, passage: Passage) -> Written:
        """See chunking.writer.Writer."""
        messages = self._messages(passage)
        key = _key(messages)
        if (written := self._read(key, passage)) is None and key not in self._failed:
            self._ask(key, messages)
            written = self._read(key, passage)
        return written or Written(failure=self._failed[key])

    def _ask(self, key: str, messages: tuple[Message, ...]) -> None:
        """One call: its reply goes to disk, or its failure is remembered."""
        if self._in_a_row >= _FAILURES_IN_A_ROW:
            self._failed[key] = f"not asked after {_FAILURES_IN_A_ROW} failures in a row"
            return
        try:
            reply = self._loaded().complete(messages, max_tokens=MAX_REPLY, temperature=0.0)
        except ReplyRefused as error:  # the model is there, this passage is not to its liking
            self._failed[key], self._in_a_row = str(error).rstrip("."), 0
        except GenerationError as error:
            self._failed[key], self._in_a_row = str(error).rstrip("."), self._in_a_row + 1
        else:
            self._in_a_row = 0
            self._cache.put(self.name, key, reply.text)

    def _read(self, key: str, passage: Passage) -> Written | None:
        """From disk. The reply is kept as it was given, so that better cleaning needs no new call."""
        reply = self._cache.get(self.name, key)
        if reply is None:
            return None
        context = cleaned(reply, passage)
        return Written(context) if context else Written(failure=_NOTHING_NEW)

    def _prompts(self, passages: Sequence[Passage]) -> dict[str, tuple[Message, ...]]:
        """Distinct prompts by their keys, in order."""
        return {_key(messages): messages for messages in map(self._messages, passages)}

    def _messages(self, passage: Passage) -> tuple[Message, ...]:
        return context_messages(passage, window=self._window, small=self._small)

    def _loaded(self) -> ChatModel:
        if self._model is None:
            self._model = self._load()
        return self._model


def _key(messages: tuple[Message, ...]) -> str:
    return key_of([[message.role, message.content] for message in messages] + [MAX_REPLY])
