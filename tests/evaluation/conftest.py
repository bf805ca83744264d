"""A small real collection, and judges whose calls can be counted."""

from __future__ import annotations

import pytest

from chunking_strategies import chunk_spec
from core.types import Document, Evidence, Question
from corpus.types import Corpus
from evaluation.judges.judge import Judge, judgement_of
from retrieval.build import build
from retrieval.collections import open_collection
from tests.fakes import result_of

SHOP = "The shop opens at nine. It is painted red.\n\nAnn owns the shop. She bought it in 1999."
TEA = "Green tea is sold by weight. Black tea is sold in tins.\n\nThe tins are returned for a refund of 2 euros."
CORPUS = Corpus("tea", (Document.from_text(SHOP, "shop.txt"), Document.from_text(TEA, "tea.txt")), ())


def evidence(document, text, quote):
    start = text.index(quote)
    return Evidence(document, start, start + len(quote), quote)


QUESTIONS = [
    Question("q1", "When does the shop open?", (evidence("shop.txt", SHOP, "The shop opens at nine."),), "At nine."),
    Question("q2", "Who owns the shop?", (evidence("shop.txt", SHOP, "Ann owns the shop."),), "Ann."),
    Question("q3", "How is black tea sold?", (evidence("tea.txt", TEA, "Black tea is sold in tins."),), "In tins."),
    Question("q4", "What is the refund for tins?", (evidence("tea.txt", TEA, "a refund of 2 euros"),), "2 euros."),
    Question("q5", "What is the weather on Mars?", (), None, ("unanswerable",)),
]


@pytest.fixture
def collection(home, hash_encoder):
    spec = chunk_spec("sparse", {"chunk_size": 60, "overlap": 0})
    name = result_of(build(CORPUS, spec, hash_encoder, home)).collection
    opened = open_collection(name, home, hash_encoder)
    yield opened
    opened.close()


class Counting:
    """A judge that finds the first sentence relevant and everything supported, and fails on the questions named."""

    def __init__(self, fails=(), error=None, name="counting"):
        self.calls, self.fails, self.error = [], dict.fromkeys(fails), error or ValueError("defect")
        self.judge = Judge(name, {"version": 1}, self._assess)

    def _assess(self, exchange, unit, keep):
        self.calls.append(exchange.question)
        if exchange.question in self.fails:
            raise self.error
        return judgement_of(
            "counting", exchange, unit, relevant=list(exchange.context)[:1], utilized=None, support=None
        )


@pytest.fixture
def counting():
    return Counting()
