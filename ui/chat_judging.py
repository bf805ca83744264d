"""Scores of answers in a thread of their own, so that the next question need not wait. Unlike the queue of jobs, which
may be busy for an hour, takes a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import streamlit as st

from core.errors import ModelMissing
from core.types import Answer, Hit, Judgement
from evaluation.judges.judge import Judge
from evaluation.judges.ready import judge_of
from evaluation.live import judged
from ui import resources
from ui.chat_settings import LOCAL_JUDGE, WORDING_JUDGE


def start(query: str, hits: Sequence[Hit], answer: Answer, judge: str) -> Future[Judgement]:
    """Judge an answer; the result comes with the future."""
    return _thread().submit(_judged, query, tuple(hits), answer, judge, resources.home())


def _judged(query: str, hits: tuple[Hit, ...], answer: Answer, judge: str, home: Path) -> Judgement:
    return judged(query, hits, answer, _judge(judge, home))


def _judge(name: str, home: Path) -> Judge:
    """The judge; by wording alone where the encoder that it was fitted to is not on this machine."""
    try:
        return judge_of(name, None, home)
    except ModelMissing:
        if name == LOCAL_JUDGE:
            return judge_of(WORDING_JUDGE, None, home)
        raise


@st.cache_resource(show_spinner=False)
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="chat-judge")
