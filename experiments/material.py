"""What all configurations of a sweep share, loaded once a process: documents, questions, models, judge.

Unlike a plan, which names them. Nothing here reads the environment: `Surroundings` come from whoever starts the sweep.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from chunking.tools import Tools
from core.errors import SettingError
from core.files import user_path
from core.types import Method
from corpus.load import load
from corpus.questions import QuestionSet, load_questions
from corpus.types import Corpus
from embedding.encoder import Encoder
from embedding.late import LateEncoder
from evaluation.judges.judge import Judge
from evaluation.judges.ready import judge_of
from evaluation.judges.stored_answers import refuse_stored
from experiments.kept_calls import CallLedger, KeptModel
from experiments.plan import SweepPlan
from generation.extractive import ExtractiveModel

if TYPE_CHECKING:
    from generation.chat import ChatModel

_NAMED = ("sample:", "ragbench:", "saved:")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a machine has: its state directory, encoders by name, models by MODEL string (None for none).

    `tools` makes the tools of strategies, whose language models come from the function that it is given.
    """

    home: Path
    encoder: Callable[[str], Encoder]
    model: Callable[[str], ChatModel | ExtractiveModel | None]
    tools: Callable[[Callable[[str], ChatModel]], Tools]
    ragbench: Path | None = None
    limit_mb: int = 50

    def encoder_by(self, name: str, method: Method) -> Encoder:
        """The encoder of that name, reading chunks by this method. Raises SettingError where it cannot."""
        encoder = self.encoder(name)
        return LateEncoder(encoder, self.home) if method == "late" else encoder  # type: ignore[arg-type]  # it says so

    def writer(self, name: str) -> ChatModel:
        """The language model of that name. Raises SettingError where it cannot write."""
        from generation.models import chatting

        model = self.model(name)
        if model is None:
            raise SettingError(f"{name} is no language model, so that it cannot write contexts.")
        return chatting(model)


# A function of a module rather than surroundings themselves goes to other processes, so that no key is ever sent.
Locate = Callable[[], Surroundings]


@dataclass(frozen=True, slots=True)
class Asked:
    """The documents and the questions on them, in the order in which they are asked."""

    corpus: Corpus
    questions: QuestionSet

    @property
    def has_evidence(self) -> bool:
        """Whether any question has annotated evidence."""
        return any(question.evidence for question in self.questions.questions)

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with documents and questions, a line each."""
        return tuple(dict.fromkeys([*self.corpus.notices, *map(str, self.questions.problems)]))


@dataclass(frozen=True, slots=True)
class Jury:
    """Who answers and who judges; `grading` is the model of the llm judge."""

    judge: Judge
    model: ChatModel | ExtractiveModel | None
    grading: ChatModel | ExtractiveModel | None = None

    @property
    def models(self) -> list[ChatModel | ExtractiveModel]:
        """Those that are asked, which is none where nobody answers and the judge needs none."""
        return [model for model in (self.model, self.grading) if model is not None]


def prices_known(models: Iterable[ChatModel | ExtractiveModel]) -> bool:
    """Whether what they cost can be told; what has no price is free."""
    prices = [getattr(model, "price", None) for model in models]
    return all(price is None or None not in (price.input, price.output) for price in prices)


def load_asked(plan: SweepPlan, around: Surroundings, folder: Path) -> Asked:
    """Documents and questions. Files are looked for beside the plan, in `folder`, then from the current folder.

    With racing the questions are asked in a random order of the plan's seed, because any first part of them must
    stand for all. Raises LoadError, or SettingError where no question is left.
    """
    data, questions = (found_from(name, folder) for name in (plan.data, plan.asked))
    corpus = load(data, ragbench=around.ragbench, limit_mb=around.limit_mb, questions=questions, home=around.home)
    found = load_questions(questions, corpus.documents, ragbench=around.ragbench, home=around.home)
    order = list(found.questions)
    if plan.racing is not None:
        random.Random(plan.seed).shuffle(order)
    order = order[: plan.limits.questions]
    if not order:
        raise SettingError(f"{plan.asked} holds no question: there is nothing to measure.")
    return Asked(corpus, QuestionSet(found.name, tuple(order), found.problems, found.unplaced))


def jury_of(plan: SweepPlan, asked: Asked, around: Surroundings, ledger: CallLedger) -> Jury:
    """The answering model and the judge; every finished call of theirs is kept in the ledger, and never made again.

    Raises SettingError or ModelMissing where one cannot work.
    """
    model = _kept(around.model(plan.model), ledger)
    name = judge_name(plan, asked)
    refuse_stored(name)
    named = model if plan.judge_model is None else _kept(around.model(plan.judge_model), ledger)
    grading = named if name == "llm" else None
    return Jury(judge_of(name, grading, around.home), model, grading)


def judge_name(plan: SweepPlan, asked: Asked) -> str:
    """The plan's judge; without one, gold where there is evidence, else local."""
    return plan.judge or ("gold" if asked.has_evidence else "local")


def _kept(model: ChatModel | ExtractiveModel | None, ledger: CallLedger) -> ChatModel | ExtractiveModel | None:
    return model if model is None or isinstance(model, ExtractiveModel) else KeptModel(model, ledger)


def found_from(name: str, folder: Path) -> str:
    """A file or folder beside the plan; where there is none, as it is found from the current folder."""
    if name.startswith(_NAMED):
        return name
    beside = folder / user_path(name)
    return str(beside) if beside.exists() else name
