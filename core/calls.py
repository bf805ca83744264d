"""What asking a language model would take, told before the first call. Unlike a Reply, an estimate."""

from __future__ import annotations

from dataclasses import dataclass

from core.counted import counted


@dataclass(frozen=True, slots=True)
class Calls:
    """`known` of `total` replies are on disk, the others are a call each; `what` names them ("context").

    `prompt_tokens` is an estimate by cl100k. `cost` is in US dollars with replies as long as they may be, None where
    the price is not known.
    """

    model: str
    total: int
    known: int
    prompt_tokens: int
    cost: float | None
    what: str = "context"

    @property
    def new(self) -> int:
        """How many calls there would be."""
        return self.total - self.known

    @property
    def sentence(self) -> str:
        """The same in the reader's words."""
        stored = f" ({self.known:,} more are known from before)" if self.known else ""
        if not self.new:
            return f"No call of {self.model} is needed: all {self.total:,} {self.what}s are known from before."
        cost = "price not known" if self.cost is None else f"at most US$ {self.cost:,.4f}" if self.cost else "free"
        calls = counted(self.new, "call")
        return (
            f"{self.what.capitalize()}s by {self.model}: {calls}{stored}, about {self.prompt_tokens:,} prompt tokens, "
            f"{cost}."
        )
