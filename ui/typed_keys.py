"""Keys of buttons beside fields: what is being typed is taken over before the key is obeyed, as a click does it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

_SCRIPT = Path(__file__).parent / "assets" / "typed_keys.js"


def first() -> None:
    """Once on a page whose buttons have the keys Alt+A, D, S, Up, Down, Ctrl+S or Ctrl+Shift+Z."""
    _component()(key="typed-keys")


@cache
def _component() -> Any:
    script = _SCRIPT.read_text(encoding="utf-8")
    return st.components.v2.component("chunktrace_typed_keys", html="<span></span>", js=script, isolate_styles=False)
