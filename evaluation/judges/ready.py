"""A judge ready to work: which encoder and which model judge is decided here only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from core.errors import SettingError
from embedding.cache import VectorCache
from embedding.cached import CachedEncoder
from embedding.transformer import load_encoder
from evaluation.judges import make_judge
from evaluation.judges.judge import Judge
from evaluation.judges.llm import Asking, llm_judge
from evaluation.judges.local_model import coefficients
from evaluation.references.correctness import PROMPT_KEY, comparer
from generation.chat import ChatModel
from generation.extractive import ExtractiveModel
from generation.reply_cache import ReplyCache


def judge_of(name: str, model: ChatModel | ExtractiveModel | None, home: Path) -> Judge:
    """The judge of that name. Sentences that come back from question to question are encoded once.

    Raises ModelMissing without its encoder, and SettingError for llm without a language model.
    """
    if name == "llm" and model is not None:
        writing = _writing(model)
        return comparing(llm_judge(writing, _judgements(home)), writing, home)
    chat = None if isinstance(model, ExtractiveModel) else model
    if name != "local":
        return make_judge(name, model=chat)
    # One encoder judges all collections, whatever they were built with: the one whose cosines the judge was fitted to.
    encoder = load_encoder(coefficients().training["encoder"], home)
    return make_judge(name, encoder=CachedEncoder(encoder, VectorCache(home, encoder.spec)), model=chat)


def comparing(judge: Judge, model: ChatModel, home: Path) -> Judge:
    """The judge, which also says of answers with a reference whether they are correct; its verdicts are kept."""
    settings = {**judge.settings, "correctness_prompt": PROMPT_KEY}
    return replace(judge, settings=settings, compare=comparer(model, ReplyCache(home, "correctness")))


def judge_again(model: ChatModel | ExtractiveModel, home: Path) -> Callable[[int], Judge]:
    """The llm judge of the first, second, ... repetition, each with verdicts of its own on disk."""
    chat = _writing(model)
    return lambda repetition: llm_judge(chat, _judgements(home), repetition)


def asking_of(model: ChatModel | ExtractiveModel, home: Path) -> Asking:
    """Whom the llm judge asks, to tell beforehand what that takes."""
    return Asking(_writing(model), _judgements(home))


def _writing(model: ChatModel | ExtractiveModel) -> ChatModel:
    if isinstance(model, ExtractiveModel):
        raise SettingError("The llm judge needs a language model, and extractive is none: name one as NAME@BASE_URL.")
    return model


@lru_cache(maxsize=4)
def _judgements(home: Path) -> ReplyCache:
    """One open file a state directory, for all judges of this process."""
    return ReplyCache(home, "judgements")
