"""The models of this machine, as strategies use them: behind caches, and loaded only when one is asked for.

Like chunking_strategies, which hands them on, this module is an edge: it reads the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from chunking.strategy import Strategy
from chunking.tools import Tools
from chunking.writer import Writer
from config import settings

if TYPE_CHECKING:
    from embedding.cached import CachedEncoder
    from embedding.field_store import FieldStore
    from generation.chat import ChatModel
    from generation.reply_cache import ReplyCache

Load = Callable[[str], "ChatModel"]


def tools_for(strategies: Mapping[str, Strategy], load: Load | None = None) -> Tools:
    """New tools; `load` makes the language model of a MODEL string, by default as the settings say."""
    writers = lru_cache(maxsize=None)(lambda name: _writer(name, load or _language_model))
    return Tools(encoder=_encoder, strategies=strategies, writer=writers, reader=_reader)


@lru_cache(maxsize=4)
def _encoder(name: str) -> CachedEncoder:
    # Here and below, because most strategies ask for no model.
    from embedding.cache import VectorCache
    from embedding.cached import CachedEncoder
    from embedding.transformer import load_encoder

    encoder = load_encoder(name, settings().home)
    return CachedEncoder(encoder, VectorCache(settings().home, encoder.spec))


@lru_cache(maxsize=4)
def _reader(name: str) -> FieldStore:
    from embedding.field_store import FieldStore
    from embedding.transformer import load_encoder

    return FieldStore(settings().home, load_encoder(name, settings().home))


def _writer(name: str, load: Load) -> Writer:
    from generation.contexts import ContextWriter

    return ContextWriter(name, lambda: load(name), _contexts(settings().home))


@lru_cache(maxsize=1)
def _contexts(home: Path) -> ReplyCache:
    from generation.reply_cache import ReplyCache

    return ReplyCache(home, "contexts")


def _language_model(name: str) -> ChatModel:
    from generation.models import chatting, load_model

    given = settings()
    model = load_model(
        name,
        home=given.home,
        api_key=given.api_key,
        input_price=given.input_price,
        output_price=given.output_price,
    )
    return chatting(model)
