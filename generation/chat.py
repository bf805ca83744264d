"""What every language model speaks: messages in, pieces of text and one Reply out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]
OnWait = Callable[[str], None]
Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A finished reply. Token counts are the server's own, None where it gives none; `cost` is in US dollars.

    `finish_reason` is the protocol's word: stop, length (cut at max_tokens), content_filter, ...
    """

    text: str
    finish_reason: str
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    cost: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars a million tokens, as the user gave them; None where unknown."""

    input: float | None = None
    output: float | None = None

    def of(self, prompt_tokens: int | None, completion_tokens: int | None) -> float | None:
        """Cost of a call in US dollars, None where a price or a count is unknown."""
        if self.input is None or self.output is None or prompt_tokens is None or completion_tokens is None:
            return None
        return (self.input * prompt_tokens + self.output * completion_tokens) / 1_000_000


FREE = Price(0.0, 0.0)


class ChatModel(Protocol):
    """A language model. Both calls raise GenerationError in one line when no usable reply comes.

    `context_window` is in tokens, prompt and reply together. `small` models get a short, plain prompt.
    `schema` is a JSON schema the reply should follow; the caller still checks, because not every server enforces it.
    `on_wait` hears why a call is waiting ("waiting for the rate limit, 7 s").
    """

    @property
    def name(self) -> str:
        """What answers are labeled with."""
        ...

    @property
    def context_window(self) -> int:
        """Tokens of prompt and reply together."""
        ...

    @property
    def small(self) -> bool:
        """Whether the model needs a short, plain prompt."""
        ...

    @property
    def price(self) -> Price:
        """What its tokens cost, as far as known."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of the text as this model reads it, or a close estimate."""
        ...

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        schema: Schema | None = None,
        on_wait: OnWait | None = None,
    ) -> Iterator[str | Reply]:
        """Pieces of text as they come, then exactly one Reply. Closing the iterator ends the request."""
        ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        schema: Schema | None = None,
        on_wait: OnWait | None = None,
    ) -> Reply:
        """The whole reply at once."""
        ...
