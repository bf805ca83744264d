"""Work that is killed without warning leaves the old state or the new one, and the next build finishes it."""

import pytest

from core.errors import CollectionError
from core.types import RetrievalSpec
from retrieval.collections import list_collections, open_collection
from retrieval.search import search
from retrieval.server import used_server
from tests.fakes import HashEncoder
from tests.retrieval import kill_points
from tests.retrieval.small import assert_tidy, built, corpus_of, tell_of_build
from tests.warm import Copy

TEXTS = [f"chunk {n} of the log with word{n % 7}" for n in range(3000)]


def killed_build(home, at: str, *extra: str) -> list[str]:
    """Run the build in a process of its own and kill it as soon as it reports this event."""
    copy, seen = Copy(tell_of_build, home, (*TEXTS, *extra)), []
    for event in copy.told():
        seen.append(event)
        if event == at:
            break
    copy.kill()
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
    assert_tidy(home, result.collection)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("at", "more"), [("Writing 0", 2), ("Writing 0", 1500), ("Writing 1000", 1500), ("Writing 1500", 1500)]
)
def test_i20_killed_while_updating(home, at, more):
    """I20: the old collection stays in use until the new one is complete, also when an update is killed twice."""
    name = built(corpus_of(*TEXTS), home).collection
    extra = [f"extra {n}" for n in range(more)]
    for _ in range(2):
        killed_build(home, at, *extra)
        encoder = HashEncoder()
        collection = open_collection(name, home, encoder)
        assert len(collection.chunks) in {3000, 3000 + len(extra)}
        assert search(collection, encoder, TEXTS[1234], RetrievalSpec(k=1))[0].score == 1.0
    assert built(corpus_of(*TEXTS, *extra), home).chunks == 3000 + len(extra)
    assert search(open_collection(name, home), None, extra[-1], RetrievalSpec("bm25", k=1))[0].text == extra[-1]
    assert_tidy(home, name)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", ["first", "update", "delete"])
@pytest.mark.parametrize("home", ["disk", "server"], indirect=True)
def test_i20_killed_before_each_change_on_disk(home, kind):
    """I20: every state that the disk can be in is one that a reader can use and a build can finish."""
    server = used_server()
    copy = Copy(kill_points.main, home, kind, server.url if server else None)
    states = [state for state, _ in copy.told()]
    assert copy.ended() == 0, "what it found is on its standard error"
    turns = [state for state, before in zip(states, [None, *states], strict=False) if state != before]
    assert " ".join(turns) == {"first": "absent unfinished", "update": "old new", "delete": "old absent"}[kind]
