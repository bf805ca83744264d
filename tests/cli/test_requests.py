"""What becomes of options, --set and the environment before a strategy sees them."""

from __future__ import annotations

import pytest

from chunking_strategies import STRATEGIES
from config import Settings
from core.errors import SettingError
from terminal.requests import strategy_values


def values(strategy: str, *assignments: str, unit: str | None = None, encoder: str | None = None, **given: object):
    settings = Settings(_env_file=None, **given)
    return strategy_values(settings, STRATEGIES[strategy], None, None, unit, assignments, encoder)


def test_the_encoder_of_the_build_counts_the_word_pieces() -> None:
    assert values("dense", unit="pieces", encoder="mpnet") == {"unit": "pieces", "encoder": "mpnet"}
    assert values("dense", "unit=pieces", encoder="mpnet") == {"unit": "pieces", "encoder": "mpnet"}
    assert values("dense", "encoder=minilm", unit="pieces", encoder="mpnet")["encoder"] == "minilm"


def test_the_encoder_of_the_build_is_left_out_where_it_has_no_effect() -> None:
    assert values("dense", encoder="mpnet") == {}


def test_a_strategy_that_compares_texts_shares_the_encoder_of_the_build() -> None:
    assert values("semantic", encoder="mpnet") == {"encoder": "mpnet"}
    assert values("semantic-parent-child", embedding_model="mpnet") == {"encoder": "mpnet"}


def test_the_environment_gives_what_was_not_said() -> None:
    given = {"semantic_threshold": 0.3, "semantic_min_chunk_size": 2, "chunk_size": 90}
    assert values("semantic", **given) == {"threshold": 0.3, "min_sentences": 2, "chunk_size": 90}
    assert values("semantic", "threshold=0.6", **given)["threshold"] == "0.6"
    assert values("semantic", "mode=running", **given) == {"mode": "running", "chunk_size": 90}
    assert values("dense", **given) == {"chunk_size": 90}


def test_what_is_given_twice_is_refused() -> None:
    with pytest.raises(SettingError, match="unit is given twice"):
        values("dense", "unit=chars", unit="tokens")
