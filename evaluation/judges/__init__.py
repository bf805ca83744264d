"""The judges by name. A new one is a file in this folder and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.errors import SettingError
from core.registry import Registry
from evaluation.judges.gold import gold_judge
from evaluation.judges.judge import Judge
from evaluation.judges.llm import llm_judge
from evaluation.judges.local import local_judge
from evaluation.judges.stored_answers import refuse_stored
from generation.chat import ChatModel

if TYPE_CHECKING:
    from embedding.encoder import Encoder

Needs = Literal["evidence", "encoder", "model", "nothing"]


@dataclass(frozen=True, slots=True)
class JudgeKind:
    """A judge as it is offered: words for the reader, and what it needs (an encoder is optional)."""

    name: str
    label: str
    summary: str
    needs: Needs
    make: Callable[[Encoder | None, ChatModel | None], Judge]


def _llm(encoder: Encoder | None, model: ChatModel | None) -> Judge:
    if model is None or not hasattr(model, "complete"):
        raise SettingError("The llm judge needs a language model: name one as NAME@BASE_URL.")
    return llm_judge(model)


JUDGES: Registry[JudgeKind] = Registry(
    "judge",
    {
        kind.name: kind
        for kind in (
            JudgeKind(
                "local",
                "Local (no language model)",
                "Compares sentences by meaning and wording. Offline, instant, and an estimate.",
                "encoder",
                lambda encoder, model: local_judge(encoder),
            ),
            JudgeKind(
                "local-wording",
                "Local, by wording alone",
                "The local judge without its encoder: some milliseconds an answer, and nearly as close.",
                "nothing",
                lambda encoder, model: local_judge(None),
            ),
            JudgeKind(
                "gold",
                "Gold (annotated evidence)",
                "Relevant is what the question set marks as evidence. Exact, but silent about the answer.",
                "evidence",
                lambda encoder, model: gold_judge(),
            ),
            JudgeKind(
                "llm",
                "Language model",
                "Asks a model of your choice for the keys of relevant, used and supporting sentences.",
                "model",
                _llm,
            ),
        )
    },
)


def make_judge(name: str, *, encoder: Encoder | None = None, model: ChatModel | None = None) -> Judge:
    """The judge of that name. Raises SettingError for an unknown name, a missing model, or stored labels."""
    refuse_stored(name)
    return JUDGES[name].make(encoder, model)
