"""What the other pages need is imported while the first one is read, so that the second comes as quickly."""

from __future__ import annotations

import gc
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from threading import Timer
from time import monotonic

import ui

# The browser now draws what the script has told, and fetches from this process what it draws with: it is given as
# long as the script took, which on a busy machine is longer.
_SECONDS = 2.0
_LOADED = monotonic()
gc.freeze()  # Streamlit and what it needs stay; collections during the first page's imports need not walk them


@cache
def soon() -> Timer:
    """Begin in a moment, once for the process; who opens a page before that waits for its imports as ever."""
    timer = Timer(max(_SECONDS, monotonic() - _LOADED), _load)
    timer.daemon = True
    timer.start()
    return timer


def _load() -> None:
    for module in iter_modules(ui.__path__):
        import_module(f"ui.{module.name}")
    gc.freeze()  # what is imported by now stays; Streamlit's collection after every run need not walk it
