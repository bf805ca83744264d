"""A build that is killed without warning: nothing half-done is offered, and the next build finishes it."""

import subprocess
import sys

import pytest

from config import ROOT
from core.errors import CollectionError
from core.types import RetrievalSpec
from retrieval.card import collections_dir
from retrieval.collections import list_collections, open_collection
from retrieval.search import search
from tests.fakes import HashEncoder
from tests.retrieval.small import built, corpus_of

TEXTS = [f"chunk {n} of the log with word{n % 7}" for n in range(3000)]
BUILDER = """
import sys
from pathlib import Path
from retrieval.build import build
from tests.fakes import HashEncoder
from tests.retrieval.small import WHOLE, corpus_of
from tests.retrieval.test_killed import TEXTS
extra = sys.argv[2:]
for event in build(corpus_of(*TEXTS, *extra), WHOLE, HashEncoder(), Path(sys.argv[1])):
    print(getattr(event, "stage", "Finished"), getattr(event, "done", ""), flush=True)
"""


def killed_build(home, at: str, *extra: str) -> list[str]:
    """Run the build in a process of its own and kill it as soon as it reports this event."""
    process = subprocess.Popen(
        [sys.executable, "-c", BUILDER, str(home), *extra], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    seen = []
    for line in process.stdout:
        seen.append(line.strip())
        if seen[-1] == at:
            break
    process.kill()
    process.wait()
    assert seen[-1] == at
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(
    "at", ["Chunking 1500", "Encoding 64", "Encoding 1536", "Writing 0", "Writing 1000", "Writing 3000"]
)
def test_i20_killed_while_building(home, at):
    """I20: the kill lands wherever the process is after that event; often inside a write."""
    killed_build(home, at)
    cards = list_collections(home)
    for card in cards:
        if not card.complete:  # the last write may have been done just before the kill
            assert card.chunks == 3000 and card.state.startswith("unfinished (")
            with pytest.raises(CollectionError, match="unfinished"):
                open_collection(card.name, home)
    assert bool(cards) == (not at.startswith("Chunking"))
    encoder = HashEncoder()
    result = built(corpus_of(*TEXTS), home, encoder=encoder)
    assert result.chunks == 3000
    known = int(at.split()[1]) if at.startswith("Encoding") else 0 if at.startswith("Chunking") else 3000
    assert len(encoder.encoded) <= 3000 - known
    collection = open_collection(result.collection, home, encoder)
    assert search(collection, encoder, TEXTS[1234], RetrievalSpec(k=1))[0].score == 1.0
    assert len(list((collections_dir(home) / result.collection).glob("chroma-*"))) == 1


@pytest.mark.slow
def test_i20_killed_while_updating(home):
    """I20: before the update writes, the old collection stays; after, the next build finishes it."""
    name = built(corpus_of(*TEXTS[:3000]), home).collection
    killed_build(home, "Encoding 2", "an extra text", "and another")
    seen = open_collection(name, home)
    assert len(seen.chunks) in {3000, 3002}
    killed_build(home, "Writing 0", "an extra text", "and another", "and a third")
    result = built(corpus_of(*TEXTS, "an extra text"), home)
    assert result.chunks == 3001
    encoder = HashEncoder()
    assert search(open_collection(name, home, encoder), encoder, "an extra text", RetrievalSpec(k=1))[0].score == 1.0
