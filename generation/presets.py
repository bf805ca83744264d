"""Where language models live: the MODEL strings of the command line, and the common providers by name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from core.errors import SettingError
from core.registry import Registry
from generation.redaction import redact

FORMS = "extractive, local, NAME@BASE_URL (an OpenAI-compatible address), or NAME@PROVIDER"
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True, slots=True)
class Preset:
    """A provider. `key_variable` is the environment variable its users know; empty where no key is needed.

    `context_window` is a size in tokens that its servers take by default; where models differ, a modest one.
    """

    label: str
    base_url: str
    key_variable: str = ""
    context_window: int = 32_000

    @property
    def needs_key(self) -> bool:
        """Whether requests without a key are refused."""
        return bool(self.key_variable)

    @property
    def on_this_machine(self) -> bool:
        """Whether documents stay here."""
        return is_loopback(self.base_url)


PRESETS: Registry[Preset] = Registry(
    "Provider",
    {
        "openai": Preset("OpenAI", "https://api.openai.com/v1", "OPENAI_API_KEY"),
        "groq": Preset("Groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY"),
        # Ollama drops the start of a longer prompt without a word unless its user has raised num_ctx.
        "ollama": Preset("Ollama (this machine)", "http://127.0.0.1:11434/v1", context_window=4096),
        "vllm": Preset("vLLM (this machine)", "http://127.0.0.1:8000/v1", context_window=8192),
        "openrouter": Preset("OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        "mistral": Preset("Mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
        "anthropic": Preset("Anthropic", "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
        "gemini": Preset("Google Gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
    },
)


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A MODEL string, understood. `model`, `base_url` and `preset` are empty for the bundled kinds."""

    kind: Literal["extractive", "local", "endpoint"]
    name: str
    model: str = ""
    base_url: str = ""
    preset: str = ""

    @property
    def on_this_machine(self) -> bool:
        """Whether documents stay on this machine when this model answers."""
        return self.kind != "endpoint" or is_loopback(self.base_url)


def parse_model(name: str) -> ModelChoice:
    """A MODEL string taken apart. Raises SettingError that tells the forms.

    >>> parse_model("llama3.2@ollama").base_url
    'http://127.0.0.1:11434/v1'
    """
    written = name.strip()
    bundled = written.lower()
    if bundled in ("extractive", "local"):
        return ModelChoice("extractive" if bundled == "extractive" else "local", bundled)
    address = re.search(r"@https?://", written)
    # A model's own name may hold an @ as well.
    at = address.start() if address else written.rfind("@")
    model, place = written[: max(at, 0)], written[at + 1 :]
    if not model or not place:
        raise SettingError(f"Model {name!r} is not known. Give {FORMS}; providers: {', '.join(PRESETS)}.")
    if place in PRESETS:
        return ModelChoice("endpoint", written, model, PRESETS[place].base_url, place.lower())
    return ModelChoice("endpoint", f"{model}@{_checked_address(place)}", model, _checked_address(place))


def is_loopback(base_url: str) -> bool:
    """Whether the address is this machine's own."""
    return (urlsplit(base_url).hostname or "") in _LOOPBACK


def _checked_address(place: str) -> str:
    try:
        address = urlsplit(place)
        usable = address.scheme in ("http", "https") and bool(address.hostname)
        _ = address.port
    except ValueError:
        usable = False
    if not usable:
        raise SettingError(
            f"{redact(place)!r} is no address such as http://127.0.0.1:8000/v1 and no provider ({', '.join(PRESETS)})."
        )
    if address.username or address.password or address.query or address.fragment:
        raise SettingError(
            "The address of a model may hold no password and no query: give the key by CHUNKTRACE_API_KEY instead."
        )
    return place.rstrip("/")
