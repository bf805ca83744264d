"""Results that take seconds to compute, made beside the script run. Unlike jobs.py, nothing is written or cancelled.

What is quick is there at once; what is not is waited for with a notice, and the page is drawn again once it is there.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import streamlit as st

Result = TypeVar("Result")
_KEPT = 24


class _Results:
    """What was computed last, by key; two computations at once."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="computing")
        self._known: OrderedDict[str, Future[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str, work: Callable[[], Any]) -> Future[Any]:
        """The result of a key, begun where nobody has."""
        with self._lock:
            future = self._known.get(key)
            if future is None or (future.done() and future.exception() is not None):
                future = self._known[key] = self._pool.submit(work)
            self._known.move_to_end(key)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
            return future


@st.cache_resource
def _results() -> _Results:
    return _Results()


def value_of(key: str, work: Callable[[], Result], says: str, *, large: bool) -> Result:
    """The result of `work`, which must not touch Streamlit; a `large` one that is not there yet ends this run.

    Raises what the work raised.
    """
    future: Future[Result] = _results().get(key, work)
    if large and not future.done():
        _wait(future, says)
        st.stop()
    if not future.done():
        with st.spinner(f"{says}…"):
            return future.result()
    return future.result()


@st.fragment(run_every=0.5)
def _wait(future: Future[Any], says: str) -> None:
    if future.done():
        st.rerun()
    st.status(f"{says}…", state="running")
    st.caption("The page is drawn as soon as this is done; you may go elsewhere meanwhile.")
