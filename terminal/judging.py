"""The judge of a name, with what it needs. Which encoder and which model judge is decided here only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingError
from embedding.transformer import load_encoder
from evaluation.judges import make_judge
from generation.models import ExtractiveModel

if TYPE_CHECKING:
    from evaluation.judges.judge import Judge
    from generation.models import ChatModel

# One encoder judges all collections, whatever they were built with: its verdicts are then comparable.
_ENCODER = "minilm"


def judge_of(name: str, model: ChatModel | ExtractiveModel | None, home: Path) -> Judge:
    """The judge. Raises ModelMissing without its encoder, and SettingError for llm without a language model."""
    encoder = load_encoder(_ENCODER, home) if name == "local" else None
    if name == "llm" and isinstance(model, ExtractiveModel):
        raise SettingError("The llm judge needs a language model, and extractive is none: name one as NAME@BASE_URL.")
    return make_judge(name, encoder=encoder, model=None if isinstance(model, ExtractiveModel) else model)
