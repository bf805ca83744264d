"""What a sweep is asked to do, as a user writes it. Which configurations that comes to is in configurations.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from core.parameters import Value
from core.types import Mode

Method = Literal["standard", "late"]
_BRINGS_QUESTIONS = ("sample:", "ragbench:")


def _several(given: Any) -> Any:
    """One value stands for a list of one."""
    return given if isinstance(given, list) or given is None else [given]


def _strategies(given: Any) -> Any:
    """Strategies as a list of names or of mappings; one mapping by name stands for a list."""
    if isinstance(given, Mapping) and "name" not in given:
        return [{name: parameters} for name, parameters in given.items()]
    return _several(given)


def _switched(given: Any) -> Any:
    """Settings of a part that true switches on as it is, and false off."""
    return {} if given is True else None if given is False else given


class Part(BaseModel):
    """What the parts of a plan have in common: unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, str_strip_whitespace=True)


class StrategyPlan(Part):
    """A strategy and, of each of its parameters, the values to try; all combinations are tried."""

    name: str
    parameters: Mapping[str, Annotated[list[Value], BeforeValidator(_several), Field(min_length=1)]] = {}

    @model_validator(mode="before")
    @classmethod
    def _as_written(cls, given: Any) -> Any:
        """`recursive`, `{recursive: {chunk_size: [256, 512]}}` and `{name: recursive, chunk_size: ...}` are alike."""
        if isinstance(given, str):
            return {"name": given}
        if not isinstance(given, Mapping) or "parameters" in given:
            return given
        named = dict(given)
        if "name" in named:
            return {"name": named.pop("name"), "parameters": named}
        if len(named) == 1:
            name, parameters = next(iter(named.items()))
            return {"name": name, "parameters": parameters or {}}
        return {"parameters": named}


class Limits(Part):
    """Where a sweep stops: seconds of this start, US dollars of all starts together, the first so many questions."""

    seconds: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    money: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    questions: int | None = Field(default=None, ge=1)


class Screening(Part):
    """All configurations are scored from one pass of the encoder; `finalists` of them are then confirmed.

    With racing also those that no better one is shown to beat are confirmed, up to `at_most` in all.
    """

    finalists: int = Field(default=3, ge=1)
    at_most: int | None = Field(default=None, ge=1)


class Racing(Part):
    """Questions come in blocks; a configuration that can no longer win is dropped after a block.

    `alpha` is the chance that any configuration is dropped wrongly, `margin` the lead that does not matter.
    """

    block: int = Field(default=25, ge=1)
    alpha: float = Field(default=0.05, gt=0, lt=1)
    margin: float = Field(default=0.0, ge=0, lt=1)


class SweepPlan(Part):
    """A whole plan. `retrievers` left out is each strategy's own; without `budgets` and `k` the budget is 2,048 tokens.

    `judge` None is gold where the questions have evidence, else local. `screening` and `racing` are None where they
    are off.
    """

    data: str
    questions: str = ""
    strategies: Annotated[list[StrategyPlan], BeforeValidator(_strategies), Field(min_length=1)] = Field(
        validation_alias=AliasChoices("strategies", "strategy")
    )
    encoders: Annotated[list[str], BeforeValidator(_several), Field(min_length=1)] = Field(
        default=["minilm"], validation_alias=AliasChoices("encoders", "encoder")
    )
    embedding: Annotated[list[Method], BeforeValidator(_several), Field(min_length=1)] = ["standard"]
    retrievers: Annotated[Annotated[list[Mode], Field(min_length=1)] | None, BeforeValidator(_several)] = Field(
        default=None, validation_alias=AliasChoices("retrievers", "retriever")
    )
    budgets: Annotated[list[Annotated[int, Field(ge=1)]] | None, BeforeValidator(_several)] = Field(
        default=None, validation_alias=AliasChoices("budgets", "budget")
    )
    k: Annotated[list[Annotated[int, Field(ge=1)]] | None, BeforeValidator(_several)] = None
    judge: str | None = None
    judge_model: str | None = None
    model: str = "none"
    metric: str | None = None
    baseline: str | None = None
    margin: float = Field(default=0.05, gt=0, lt=1)
    seed: int = 0
    losses: bool = False
    limits: Limits = Limits()
    screening: Annotated[Screening | None, BeforeValidator(_switched)] = None
    racing: Annotated[Racing | None, BeforeValidator(_switched)] = None

    @model_validator(mode="after")
    def _questions_named(self) -> SweepPlan:
        if not self.questions and not self.data.startswith(_BRINGS_QUESTIONS):
            raise ValueError("questions are not named, and only sample: and ragbench: data bring their own")
        if self.judge_model is not None and self.judge != "llm":
            raise ValueError(f"judge_model is for the judge llm; the judge {self.judge or 'gold'} asks no model")
        return self

    @property
    def asked(self) -> str:
        """Where the questions come from: the data itself where it brings its own."""
        return self.questions or self.data

    @property
    def footings(self) -> Sequence[tuple[int | None, int | None]]:
        """(k, token budget) of each retrieval, one of which is None."""
        budgets = self.budgets if self.budgets or self.k else [2048]
        return [*((None, budget) for budget in budgets or ()), *((k, None) for k in self.k or ())]
