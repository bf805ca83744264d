"""Plans that need only data and questions. Unlike a plan file, the rest is chosen here."""

from __future__ import annotations

from typing import Any

from core.registry import Registry

PRESETS: Registry[dict[str, Any]] = Registry(
    "preset",
    {
        # Strategies that suit most texts, in a small, the default and a large size. All are cut without a language
        # model; those for tables and records find nothing to do in prose, and are left to plans of one's own.
        "find-my-chunker": {
            "strategies": [
                {"name": name, "chunk_size": [128, 256, 512], "overlap": ["0%", "12%"], "unit": "tokens"}
                for name in ("fixed-size", "recursive", "sparse", "section")
            ]
            + [
                {"name": "sentence-window", "chunk_size": [64, 128], "overlap": 0, "unit": "tokens"},
                {"name": "semantic", "chunk_size": [128, 256, 512], "overlap": 0, "unit": "tokens"},
            ],
            "budgets": [2048],
            "judge": "gold",
            "model": "none",
            "screening": {"finalists": 3},
        }
    },
)


def preset(name: str) -> dict[str, Any]:
    """The values of a preset. Raises SettingError for an unknown name."""
    return dict(PRESETS[name])
