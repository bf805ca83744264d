"""200 hostile replies of judges: no crash, no invented score, and every count right."""

from __future__ import annotations

import csv
import json
from collections import Counter

import pytest

from core.errors import JudgeError, ReplyRefused
from core.types import Judgement
from corpus.ragbench_records import RagbenchRecord
from evaluation.exchange import Exchange
from evaluation.judges.llm import llm_judge
from evaluation.judges.llm_prompt import messages_for
from evaluation.judges.llm_reply import read_verdict
from evaluation.score import score
from generation.chat import Reply
from generation.reply_cache import ReplyCache
from tests.evaluation.judges.hostile import Hostile, two_hundred
from tests.evaluation.judges.hostile_verdicts import CONTEXT, RESPONSE, Verdict, kind
from tests.evaluation.scripted import ScriptedModel
from tests.fakes import result_of

ALL = two_hundred()
EXCHANGE = Exchange("When does it open?", CONTEXT, RESPONSE)


def said(hostile: Hostile) -> Reply | ReplyRefused:
    """The reply as a model hands it on: an empty one is refused before the judge sees it."""
    if not (hostile.text or "").strip():
        return ReplyRefused("refused/empty (content_filter): scripted gave no text.")
    return Reply(hostile.text, hostile.finish, 10, 5, 0.0, 0.001)


def judged(hostile: Hostile) -> Judgement:
    return llm_judge(ScriptedModel(said(hostile))).assess(EXCHANGE, "sentence", lambda _: None)


def test_there_are_200_of_every_kind():
    counts = Counter(hostile.kind for hostile in ALL)
    assert len(ALL) == 200 and set(counts) == set(kind.by_name) and min(counts.values()) >= 4


@pytest.mark.parametrize("name", kind.by_name)
def test_a_kind_gives_its_honest_reading_or_none(name):
    for hostile in (one for one in ALL if one.kind == name):
        if hostile.dropped is None:
            with pytest.raises((JudgeError, ReplyRefused)):
                judged(hostile)
            continue
        found = judged(hostile)
        assert {metric: float(found.scores[metric]) for metric in hostile.verdict.scores} == hostile.verdict.scores
        assert found.dropped_keys == hostile.dropped


def test_200_records_are_measured_or_failed_and_none_is_averaged_in(tmp_path):
    """The whole way to the table: one failing reply costs its own record only, and says why."""
    documents = tuple(
        tuple((key, text) for key, text in CONTEXT.items() if key.startswith(number)) for number in ("0", "1")
    )
    records = [
        RagbenchRecord(
            str(number),
            f"question {number}?",
            ("x", "y"),
            "z",
            documents_sentences=documents,
            response_sentences=tuple(RESPONSE.items()),
        )
        for number in range(len(ALL))
    ]
    asked: list[Hostile] = []

    class Script(ScriptedModel):
        def complete(self, messages, **settings):
            number = int(messages[1].content.split("question ")[2].split("?")[0])
            asked.append(ALL[number])
            self.replies = [said(ALL[number])]
            return super().complete(messages, **settings)

    result_of(score(records, llm_judge(Script(""), ReplyCache(tmp_path, "judgements")), tmp_path / "scores.csv"))
    with (tmp_path / "scores.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    statuses = Counter(row["status"] for row in rows)
    good = sum(hostile.dropped is not None for hostile in ALL)
    assert statuses == {"measured": good, "failed": 200 - good}
    for row, hostile in zip(rows, ALL, strict=True):
        if hostile.dropped is None:
            assert row["reason"] and not any(row[metric] for metric in hostile.verdict.scores)
        else:
            assert float(row["relevance"]) == hostile.verdict.scores["relevance"]
    # One call for a valid reply, two for an invalid one, and one for one that never came.
    refused = sum(not (hostile.text or "").strip() for hostile in ALL)
    assert len(asked) == good + refused + 2 * (200 - good - refused)


def test_no_place_to_cut_a_reply_makes_another_verdict_of_it():
    verdict = Verdict(["0a", "1a"], ["0a"], {"a": True, "b": False})
    whole = verdict.fields()
    orders = [list(whole), list(whole)[::-1]]
    for order in orders:
        text = json.dumps({name: whole[name] for name in order})
        for end in range(len(text)):
            for tail in ("", "}", " }]}"):
                try:
                    found = read_verdict(text[:end] + tail, EXCHANGE)
                except JudgeError:
                    continue
                assert (found.relevant, found.utilized) == (("0a", "1a"), ("0a",))
                assert {key: support.supported for key, support in found.support.items()} == verdict.supported


def test_a_document_can_neither_close_the_fence_nor_pretend_to_be_a_key():
    user = messages_for(EXCHANGE)[1].content
    fence = user.split("\n")[0].removeprefix("<question ").rstrip(">")
    assert len(fence) > 20 and user.count(fence) == 6
    assert not any(fence in text for text in (*CONTEXT.values(), *RESPONSE.values()))
    assert [line[:4] for line in user.splitlines() if line.startswith("[")] == [
        "[0a]",
        "[0b]",
        "[1a]",
        "[1b]",
        "[a] ",
        "[b] ",
    ]
