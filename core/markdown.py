"""Text inside Markdown that is shown as it is: no formula, no link, no HTML."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|$:<>~&^=@\"'])")
_LINE_START_SPACE = re.compile(r"^[ \t]+", re.MULTILINE)


def literal(text: str) -> str:
    r"""Markdown that shows exactly this text, line ends included.

    >>> literal("cost $5")
    'cost \\$5'
    """
    indented = _LINE_START_SPACE.sub(lambda match: "\u00a0" * len(match.group().expandtabs(4)), text)
    return _SPECIAL.sub(r"\\\1", indented).replace("\n", "  \n")
