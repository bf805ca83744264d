"""Plans that need only data and questions. Unlike a plan file, the rest is chosen here."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from core.registry import Registry


@dataclass(frozen=True, slots=True)
class Preset:
    """A plan without data and questions. `summary` says what it answers."""

    label: str
    summary: str
    values: Mapping[str, Any]


# What most plans start from: an equal budget, no language model, and the judge that suits the questions.
_PLAIN: Mapping[str, Any] = {"budgets": [2048], "model": "none"}
# Strategies that suit most texts. All are cut without a language model; those for tables and records find nothing to do
# in prose, and are left to plans of one's own.
_FOR_PROSE = ("fixed-size", "recursive", "sparse", "section")

PRESETS: Registry[Preset] = Registry(
    "preset",
    {
        "find-my-chunker": Preset(
            "Find my chunker",
            "Six strategies that suit most texts, each in a small, the default and a large size. All are screened from "
            "one pass of the encoder, and the best three are confirmed.",
            {
                **_PLAIN,
                "strategies": [
                    {"name": name, "chunk_size": [128, 256, 512], "overlap": ["0%", "12%"], "unit": "tokens"}
                    for name in _FOR_PROSE
                ]
                + [
                    {"name": "sentence-window", "chunk_size": [64, 128], "overlap": 0, "unit": "tokens"},
                    {"name": "semantic", "chunk_size": [128, 256, 512], "overlap": 0, "unit": "tokens"},
                ],
                "screening": {"finalists": 3},
            },
        ),
        "first-look": Preset(
            "First look",
            "Four strategies in one size, all of them evaluated: the quickest whole answer.",
            {
                **_PLAIN,
                "strategies": [
                    {"name": name, "chunk_size": 256, "overlap": "12%", "unit": "tokens"} for name in _FOR_PROSE
                ],
            },
        ),
        "size-and-overlap": Preset(
            "Size and overlap",
            "One strategy in four sizes and three overlaps: how much does it matter how large chunks are?",
            {
                **_PLAIN,
                "strategies": [
                    {
                        "name": "recursive",
                        "chunk_size": [64, 128, 256, 512],
                        "overlap": ["0%", "12%", "25%"],
                        "unit": "tokens",
                    }
                ],
            },
        ),
        "retrievers": Preset(
            "Retrievers",
            "Two strategies, each searched by meaning, by words, by both, and re-ranked.",
            {
                **_PLAIN,
                "strategies": [
                    {"name": name, "chunk_size": 256, "overlap": "12%", "unit": "tokens"}
                    for name in ("fixed-size", "recursive")
                ],
                "retrievers": ["dense", "bm25", "hybrid", "rerank"],
            },
        ),
        "budgets": Preset(
            "Context budgets",
            "Two strategies at three budgets of tokens: what does more context buy?",
            {
                **_PLAIN,
                "strategies": [
                    {"name": name, "chunk_size": 256, "overlap": "12%", "unit": "tokens"}
                    for name in ("recursive", "section")
                ],
                "budgets": [512, 1024, 2048],
            },
        ),
    },
)


def preset(name: str) -> dict[str, Any]:
    """The values of a preset. Raises SettingError for an unknown name."""
    return deepcopy(dict(PRESETS[name].values))
