"""From the protocol's objects to a Reply: text without thoughts, why it ended, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import ReplyRefused
from core.tokens import count_tokens
from generation.chat import Message, Price, Reply

_THOUGHT_BEGINS, _THOUGHT_ENDS = "<think>", "</think>"
_SHORT_PROMPT = 500
_MISSING = 0.6
# The least that tokenizers make of a character outside ASCII: cl100k needs up to four times as many tokens
# for Japanese or Greek as newer vocabularies, which must not look like a prompt that was cut.
_TOKENS_PER_FOREIGN_CHARACTER = 0.25


@dataclass(slots=True)
class Gathering:
    """A reply as it arrives. `finish_reason` stays empty until the server says that it is done."""

    raw: str = ""
    shown: int = 0
    finish_reason: str = ""
    refusal: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None

    def take_chunk(self, chunk: Any) -> str:
        """Add a chunk of a stream; returns the new text to show, often empty."""
        self._take_usage(chunk)
        for choice in _choices(chunk):
            self._take_part(getattr(choice, "delta", None), choice)
        text = self.text
        piece = text[self.shown :]
        self.shown = len(text)
        return piece

    def take_completion(self, completion: Any) -> None:
        """Add a reply that came whole. Raises ValueError when it is not a chat completion."""
        first = next(iter(_choices(completion)), None)
        message = getattr(first, "message", None)
        if message is None:
            raise ValueError("no message")
        self._take_usage(completion)
        self._take_part(message, first)
        self.finish_reason = self.finish_reason or "stop"

    @property
    def text(self) -> str:
        """The reply without the thoughts that some models put before it."""
        return without_thoughts(self.raw)

    def reply(self, name: str, messages: Sequence[Message], seconds: float, price: Price) -> Reply:
        """The finished reply. Raises ReplyRefused "refused/empty (reason)" when there is no text."""
        text = self.text.strip()
        if not text:
            reason = "refusal" if self.refusal else self.finish_reason or "no reason given"
            raise ReplyRefused(f"refused/empty ({reason}): {name} gave no text.")
        cut = truncation_note(messages, self.prompt_tokens)
        return Reply(
            text=text,
            finish_reason=self.finish_reason,
            prompt_tokens=self.prompt_tokens,
            completion_tokens=self.completion_tokens,
            seconds=seconds,
            cost=price.of(self.prompt_tokens, self.completion_tokens),
            notes=(cut,) if cut else (),
        )

    def _take_part(self, part: Any, choice: Any) -> None:
        self.raw += _text_of(getattr(part, "content", None))
        self.refusal += _text_of(getattr(part, "refusal", None))
        self.finish_reason = _text_of(getattr(choice, "finish_reason", None)) or self.finish_reason

    def _take_usage(self, source: Any) -> None:
        usage = getattr(source, "usage", None)
        if usage is not None:
            self.prompt_tokens = _count(getattr(usage, "prompt_tokens", None))
            self.completion_tokens = _count(getattr(usage, "completion_tokens", None))


def _choices(source: Any) -> Sequence[Any]:
    """The client does not check what it parses, so any value may stand anywhere in a reply."""
    choices = getattr(source, "choices", None)
    return choices if isinstance(choices, list) else ()


def _text_of(content: Any) -> str:
    """Plain content, or the text parts of content in parts; thoughts, images and the like are left out."""
    if isinstance(content, list):
        parts = (part for part in content if isinstance(part, dict) and part.get("type") == "text")
        return "".join(_text_of(part.get("text")) for part in parts)
    return content if isinstance(content, str) else ""


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None


def without_thoughts(text: str) -> str:
    r"""The text after a leading <think>...</think>; empty while the thought, or its tag, is still unfinished.

    >>> without_thoughts("<think>The user asks for 2 + 2.</think>\n4")
    '4'
    """
    begun = text.lstrip()
    if begun and _THOUGHT_BEGINS.startswith(begun):
        return ""
    if not begun.startswith(_THOUGHT_BEGINS):
        return text
    return begun.partition(_THOUGHT_ENDS)[2].lstrip()


def truncation_note(messages: Sequence[Message], prompt_tokens: int | None) -> str | None:
    """A note when the server read well under what was sent, as Ollama does with prompts beyond its window."""
    if prompt_tokens is None:
        return None
    sent = sum(_least_tokens(message.content) for message in messages)
    if sent < _SHORT_PROMPT or prompt_tokens >= _MISSING * sent:
        return None
    return f"prompt truncated by the server (sent about {sent} tokens, it read {prompt_tokens})"


def _least_tokens(text: str) -> int:
    ascii_text = text.encode("ascii", "ignore").decode("ascii")
    return count_tokens(ascii_text) + int((len(text) - len(ascii_text)) * _TOKENS_PER_FOREIGN_CHARACTER)
