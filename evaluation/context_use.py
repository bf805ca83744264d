"""How the context of one answer was filled: tokens of each passage, of the whole, and of the budget.

Unlike costs.py, of a single search and not of a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.tokens import count_tokens
from core.types import Hit, RetrievalSpec


@dataclass(frozen=True, slots=True)
class ContextUse:
    """cl100k tokens by passage, in rank order; `budget` is None where a number of passages was asked for."""

    tokens: tuple[int, ...]
    budget: int | None

    @property
    def total(self) -> int:
        """Tokens of all passages."""
        return sum(self.tokens)

    @property
    def whole(self) -> int:
        """What the passages are shares of: the budget, or all of them together."""
        return max(self.budget or 0, self.total)

    @property
    def sentence(self) -> str:
        """The same in words."""
        if self.budget is None:
            return f"{self.total:,} tokens"
        return f"{self.total:,} of {self.budget:,} tokens ({self.total / self.budget:.0%})"


def context_use(hits: Sequence[Hit], retrieval: RetrievalSpec) -> ContextUse:
    """The use of one search's context."""
    return ContextUse(tuple(count_tokens(hit.text) for hit in hits), retrieval.token_budget)
