"""The README says what the code does: its table, its commands, its packages."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.strategies_table import renewed

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_table_of_strategies_is_the_registrys() -> None:
    assert renewed(README) == README, "run: python -m scripts.strategies_table --write"


def test_every_direct_dependency_has_its_line() -> None:
    pinned = re.findall(
        r"^([\w-]+)(?:\[.*\])?==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    section = README[README.index("## What it stands on") :]
    assert [name for name in pinned if not re.search(rf"\b{re.escape(name)}\b", section)] == []


def test_pictures_exist() -> None:
    assert [path for path in re.findall(r"!\[.*?\]\((.*?)\)", README) if not (ROOT / path).is_file()] == []
