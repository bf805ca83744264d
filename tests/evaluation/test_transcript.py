"""A conversation as a file: everything that was said, as it was said."""

from __future__ import annotations

import json
from html import escape

from markdown_it import MarkdownIt

from core.types import Answer, Citation, Judgement, RetrievalSpec
from evaluation.context_use import context_use
from evaluation.transcript import Exchanged, Reply, cited_ranks, transcript_json, transcript_markdown
from tests.generation.hits import hits_of

HOSTILE = "# <img src=x onerror=alert(1)> costs $5, [y](javascript:alert(1))"
HITS = tuple(hits_of("The pump is green.", HOSTILE))
ANSWER = Answer("Green. [1]", (Citation(1, "c1", "d1.txt", 4, 8),), "the prompt", "m", 10, 2, 0.5, 0.0)
JUDGEMENT = Judgement("local", "measured", scores={"relevance": 0.25, "adherence": True, "completeness": None})
REPLY = Reply("pumps", RetrievalSpec(), "m", ANSWER.text, HITS, ANSWER, JUDGEMENT)
STOPPED = Reply("pumps_two", RetrievalSpec("bm25"), "m", "Gre", error="stopped: $x")


def test_markdown_holds_question_answer_sources_and_scores():
    text = transcript_markdown("Talk", [Exchanged("Which colour?", "pump Which colour?", (REPLY, STOPPED), "tie")])
    plain = text.replace("\\", "")
    for words in (
        "## 1. Which colour?",
        "Searched for: pump",
        "### pumps",
        "Green. [1]",
        "relevance 0.25",
        "Vote: tie",
    ):
        assert words in plain
    assert "adherence yes" in plain and "completeness" not in plain
    assert "**[1]** d1.txt, characters 0 to 18 (cosine similarity 1.000, cited)" in plain
    assert "Error: stopped: $x" in plain


def test_hostile_text_stays_text_in_markdown():
    page = MarkdownIt().render(transcript_markdown(HOSTILE, [Exchanged(HOSTILE, HOSTILE, (REPLY,))]))
    assert "<img" not in page and "<a" not in page
    assert page.count(escape(HOSTILE)) == 3


def test_json_holds_sources_with_the_cited_ranges():
    held = json.loads(transcript_json("Talk", [Exchanged("Which?", "Which?", (REPLY, STOPPED))]))
    first, second = held["exchanges"][0]["replies"]
    assert [source["cited"] for source in first["sources"]] == [[[4, 8]], []]
    assert (first["finished"], second["finished"], second["error"]) == (True, False, "stopped: $x")
    assert first["scores"]["relevance"] == 0.25 and "prompt" not in first


def test_ranks_that_are_cited():
    assert (cited_ranks(REPLY), cited_ranks(STOPPED)) == ((1,), ())


def test_a_budget_is_filled_by_tokens_of_the_passages():
    use = context_use(hits_of("one two", "three"), RetrievalSpec(token_budget=8))
    assert (use.tokens, use.total, use.whole, use.sentence) == ((2, 1), 3, 8, "3 of 8 tokens (38%)")
    unlimited = context_use(hits_of("one two"), RetrievalSpec())
    assert (unlimited.whole, unlimited.sentence) == (2, "2 tokens")
