"""From a MODEL string to a model that answers: bundled, extractive, or any OpenAI-compatible endpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from core.errors import SettingError
from core.model_files import model_path
from generation.chat import ChatModel, Message, OnWait, Reply
from generation.endpoint import EndpointModel
from generation.extractive import ExtractiveModel
from generation.local import LocalModel
from generation.presets import PRESETS, ModelChoice, Preset, parse_model

__all__ = [
    "PRESETS",
    "ChatModel",
    "ExtractiveModel",
    "Message",
    "ModelChoice",
    "OnWait",
    "Preset",
    "Reply",
    "chatting",
    "load_model",
    "parse_model",
    "window_of",
]

# A server nobody described: small enough for most, and the prompt is checked afterwards.
_UNKNOWN_WINDOW = 8192


class Secret(Protocol):
    """A key that does not show itself, such as pydantic's SecretStr."""

    def get_secret_value(self) -> str:
        """The key."""
        ...


def load_model(
    name: str,
    *,
    home: Path,
    api_key: str | Secret | None = None,
    context_window: int | None = None,
    input_price: float | None = None,
    output_price: float | None = None,
    read_timeout: float = 60.0,
) -> ChatModel | ExtractiveModel:
    """The model of a MODEL string; nothing is started or called yet.

    Prices are US dollars a million tokens; without both, costs are unknown, but for the presets of this machine, which
    are free. `read_timeout` is in seconds.
    Raises SettingError for a string that means nothing, a missing or a damaged key; ModelMissing when `local` is not
    set up.
    """
    choice = parse_model(name)
    if choice.kind == "extractive":
        return ExtractiveModel()
    if choice.kind == "local":
        return LocalModel(model_path("smollm2", home))
    preset = PRESETS[choice.preset] if choice.preset else None
    if preset and preset.on_this_machine and input_price is None and output_price is None:
        input_price = output_price = 0.0
    key = _plain(api_key)
    if preset and preset.needs_key and not key:
        raise SettingError(f"{preset.label} needs a key: set CHUNKTRACE_API_KEY (its own name: {preset.key_variable}).")
    return EndpointModel(
        choice.model,
        choice.base_url,
        label=choice.name,
        api_key=key,
        context_window=context_window or window_of(choice),
        input_price=input_price,
        output_price=output_price,
        read_timeout=read_timeout,
    )


def chatting(model: ChatModel | ExtractiveModel) -> ChatModel:
    """The model, where it can write. Raises SettingError for the extractive one."""
    if isinstance(model, ExtractiveModel):
        raise SettingError("The extractive model only quotes: choose a language model.")
    return model


def window_of(choice: ModelChoice) -> int:
    """Tokens of prompt and reply together that the model takes, as far as its name tells."""
    if choice.kind == "local":
        return LocalModel.context_window
    return PRESETS[choice.preset].context_window if choice.preset else _UNKNOWN_WINDOW


def _plain(api_key: str | Secret | None) -> str | None:
    """Raises SettingError for a key that no header can hold, without showing it."""
    written = (api_key or "") if api_key is None or isinstance(api_key, str) else api_key.get_secret_value()
    key = written.strip()
    if not (key.isascii() and key.isprintable()):
        raise SettingError("The key holds a line break or a letter that no key has: copy it again.")
    return key or None
