"""Collections on disk: listing, opening, deleting; what is unfinished or damaged is never offered."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from config import ROOT
from core.errors import ChunkTraceError, CollectionError
from core.types import RetrievalSpec
from retrieval.build import build
from retrieval.card import collections_dir, read_card, write_card
from retrieval.chroma import VectorStore
from retrieval.collections import delete_collection, list_collections, open_collection
from retrieval.lock import writing
from retrieval.search import search
from tests.fakes import HashEncoder
from tests.retrieval.small import WHOLE, built, corpus_of, opened, version_of

NAME = "demo_recursive_hash"


def disk(folder) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_nothing_yet(home):
    assert list_collections(home) == []
    with pytest.raises(CollectionError, match=r"no collection x\. There are none yet"):
        open_collection("x", home)


def test_an_unknown_name_is_answered_with_those_there_are(home):
    opened(home, "text")
    with pytest.raises(CollectionError, match=f"no collection other. There are {NAME}"):
        open_collection("other", home)


def test_i11_deleting_frees_the_disk(home):
    """I11: five cycles of 500 chunks; the folder is no larger after the fifth than after the first."""
    sizes = []
    for _ in range(5):
        built(corpus_of(*(f"text {n}" for n in range(500))), home)
        delete_collection(NAME, home)
        sizes.append(disk(collections_dir(home)))
    assert sizes == [0] * 5
    assert list_collections(home) == []


def test_unfinished_collections_can_be_deleted(home):
    events = build(corpus_of(*(f"text {n}" for n in range(100))), WHOLE, HashEncoder(), home)
    for event in events:
        if event.stage == "Encoding" and event.done:
            break
    events.close()
    assert [card.state for card in list_collections(home)] == ["unfinished (64 of 100)"]
    delete_collection(NAME, home)
    assert list_collections(home) == [] and disk(collections_dir(home)) == 0


@pytest.mark.parametrize("name", ["x", "../vectors", ".locks", ""])
def test_s03_only_collections_can_be_deleted(home, name):
    """S03: a name is never a path."""
    opened(home, "text")
    before = sorted(home.rglob("*"))
    with pytest.raises(ChunkTraceError):
        delete_collection(name, home)
    assert [path for path in before if path.is_file() and not path.exists()] == []


def test_s10_a_collection_being_written_is_not_deleted(home):
    """S10."""
    opened(home, "text")
    with writing(collections_dir(home), NAME), pytest.raises(CollectionError, match="changed elsewhere"):
        delete_collection(NAME, home)
    assert open_collection(NAME, home)


LOCKED = """
import sys
from pathlib import Path
from retrieval.lock import writing
with writing(Path(sys.argv[1]), "name"):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_s10_a_lock_holds_across_processes_and_dies_with_its_owner(tmp_path):
    """S10: another process's lock refuses; after SIGKILL there is nothing stale."""
    process = subprocess.Popen(
        [sys.executable, "-c", LOCKED, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    with pytest.raises(CollectionError, match="changed elsewhere"), writing(tmp_path, "name"):
        raise AssertionError("not locked")
    process.kill()
    process.wait()
    with writing(tmp_path, "name"):
        pass


def test_damaged_cards_are_not_offered_but_can_be_deleted(home):
    opened(home, "text")
    (collections_dir(home) / NAME / "collection.json").write_text("{")
    assert list_collections(home) == []
    with pytest.raises(CollectionError, match="damaged"):
        open_collection(NAME, home)
    assert built(corpus_of("text"), home).collection == f"{NAME}_2"
    delete_collection(NAME, home)
    assert built(corpus_of("text"), home).collection == NAME


@pytest.mark.parametrize("name", ["documents.jsonl", "chunks.jsonl"])
@pytest.mark.parametrize("content", ["", "{\n", '{"id": 1}\n', "null\n", "[1]\n"])
@pytest.mark.parametrize("texts", [("text",), ("text", "more")])
def test_damaged_content_is_a_clear_line_and_built_again(home, name, content, texts):
    opened(home, "text")
    (version_of(home, NAME) / name).write_text(content)
    with pytest.raises(CollectionError, match="damaged: build it again"):
        open_collection(NAME, home)
    built(corpus_of(*texts), home)
    assert [chunk.text for chunk in open_collection(NAME, home).chunks] == list(texts)


def test_a_card_round_trips(home):
    card = opened(home, "text").card
    folder = collections_dir(home) / NAME
    assert read_card(folder) == card
    write_card(folder, card)
    assert read_card(folder) == card
    assert read_card(home) is None


def test_opening_imports_neither_chroma_nor_torch(home):
    opened(home, "red fox", "blue whale")
    code = (
        "import sys; from pathlib import Path\n"
        "from core.types import RetrievalSpec\n"
        "from retrieval.build import build\n"
        "from retrieval.collections import list_collections, open_collection\n"
        "from retrieval.search import search\n"
        "home = Path(sys.argv[1]); (card,) = list_collections(home)\n"
        "print(search(open_collection(card.name, home), None, 'fox', RetrievalSpec(mode='bm25'))[0].text)\n"
        "print([name for name in ('chromadb', 'torch', 'streamlit', 'pandas') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(home)], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("red fox\n[]\n", "")


def test_threads_share_a_collection(home):
    collection, encoder = opened(home, *(f"word{n} text" for n in range(50))), HashEncoder()
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(
                lambda n: search(collection, encoder, f"word{n}", RetrievalSpec(mode="hybrid", k=1))[0].text, range(50)
            )
        )
    assert found == [f"word{n} text" for n in range(50)]


def test_i21_stores_of_one_folder_open_in_any_order(tmp_path):
    """I21: one way to make a client, so settings never differ; closing one leaves the other."""
    first, second = VectorStore(tmp_path / "chroma-1", "abc"), VectorStore(tmp_path / "chroma-1", "abc")
    first.close()
    assert second.vectors()[0] == []
    third = VectorStore(tmp_path / "chroma-1", "abc")
    second.close()
    assert third.vectors()[0] == []
    third.close()


def test_i21_opening_at_once_from_threads(home):
    """I21: eight threads read the vectors of one collection for the first time."""
    opened(home, *(f"text {n}" for n in range(20)))
    collections = [open_collection(NAME, home) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert {len(vectors.ids) for vectors in pool.map(lambda collection: collection.vectors, collections)} == {20}


def test_a_place_that_cannot_be_locked_is_not_somebody_elses_work(home):
    (collections_dir(home) / ".locks" / NAME).mkdir(parents=True)
    with pytest.raises(CollectionError, match=f"{NAME} cannot be locked \\("):
        built(corpus_of("text"), home)
