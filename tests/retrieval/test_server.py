"""Vectors on a Chroma server: what lies there, what is said when it cannot be used, and that no secret leaves."""

import socket
import threading
import urllib.request
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError

import chromadb
import pytest
from chromadb.config import Settings
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from core.errors import CollectionError, SettingError
from core.types import RetrievalSpec
from retrieval import chroma, payload
from retrieval.card import collections_dir
from retrieval.collections import delete_collection, list_collections, open_collection
from retrieval.search import search
from retrieval.server import Server, read_sign, use_server, used_server
from retrieval.versions import vectors_of
from tests.chroma_server import free_port
from tests.fakes import HashEncoder
from tests.retrieval.small import FIRST, PARAGRAPHS, assert_tidy, built, corpus_of, version_of

NAME = "demo_sparse_hash"
TOKEN = "a-secret-of-mine"
on_server = pytest.mark.parametrize("home", ["server"], indirect=True)


def there(url: str) -> set[str]:
    """The collections on a server, by name."""
    with chromadb.HttpClient(url, settings=Settings(anonymized_telemetry=False)) as client:
        return {one.name for one in client.list_collections()}


def signed(home) -> str:
    """The name on the server of what a collection holds."""
    return read_sign(vectors_of(version_of(home, NAME))).collection


def found(home) -> str:
    return search(open_collection(NAME, home), HashEncoder(), "paints green", RetrievalSpec(k=1))[0].text


@contextmanager
def guarded(url: str):
    """The same server behind one that asks for a token, and the tokens it was shown."""
    shown = []

    class Guard(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def pass_on(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or None
            shown.append(self.headers.get("Authorization"))
            if self.path.endswith("heartbeat") or shown[-1] == f"Bearer {TOKEN}":
                headers = {"Content-Type": "application/json"}
                request = urllib.request.Request(url + self.path, body, headers, method=self.command)
                try:
                    with urllib.request.urlopen(request) as reply:
                        self.reply(reply.status, reply.read())
                except HTTPError as refused:
                    self.reply(refused.code, refused.read())
            else:
                self.reply(401, b"<html>who are you?</html>")

        def reply(self, status, content):
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_DELETE = pass_on

        def log_message(self, *_):
            pass

    with serving(Guard) as address:
        yield address, shown


@contextmanager
def serving(handler):
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@on_server
def test_each_version_is_a_collection_of_its_own_and_the_old_one_goes(home, chroma_url):
    before = there(chroma_url)
    built(corpus_of(FIRST), home, PARAGRAPHS)
    first = signed(home)
    assert there(chroma_url) - before == {first} and first.startswith(f"{NAME}.")
    assert built(corpus_of(FIRST), home, PARAGRAPHS).encoded == 0 and signed(home) == first
    built(corpus_of(FIRST, "Delta sleeps."), home, PARAGRAPHS)
    assert there(chroma_url) - before == {signed(home)} != {first}
    assert_tidy(home, NAME)
    delete_collection(NAME, home)
    assert there(chroma_url) == before and list_collections(home) == []
    assert [path for path in collections_dir(home).rglob("*") if path.is_file()] == [
        collections_dir(home) / ".locks" / NAME
    ]


@on_server
def test_collections_of_one_name_from_two_places_do_not_meet(home, tmp_path):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    built(corpus_of("Other text."), tmp_path / "other", PARAGRAPHS)
    built(corpus_of("Other text.", "More."), tmp_path / "other", PARAGRAPHS)
    delete_collection(NAME, tmp_path / "other")
    assert found(home) == "Gamma paints the door green."


def test_building_again_moves_a_collection_to_the_server_and_back(home, chroma_url):
    before = there(chroma_url)
    built(corpus_of(FIRST), home, PARAGRAPHS)
    assert read_sign(vectors_of(version_of(home, NAME))) is None
    use_server(chroma_url)
    assert built(corpus_of(FIRST), home, PARAGRAPHS).encoded == 0
    assert there(chroma_url) - before == {signed(home)}
    assert found(home) == "Gamma paints the door green."
    use_server(None)
    assert built(corpus_of(FIRST), home, PARAGRAPHS).encoded == 0
    assert read_sign(vectors_of(version_of(home, NAME))) is None
    assert found(home) == "Gamma paints the door green."
    use_server(chroma_url)
    delete_collection(NAME, home)
    assert there(chroma_url) == before


@on_server
def test_without_the_server_words_are_found_and_the_rest_says_why(home, chroma_url):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    use_server(f"http://127.0.0.1:{free_port()}")
    with pytest.raises(CollectionError, match=f"are on the Chroma server {chroma_url} .*but the settings name http"):
        found(home)
    use_server(None)
    with pytest.raises(CollectionError, match=r"but no server is set: set CHUNKTRACE_CHROMA_URL"):
        found(home)
    assert search(open_collection(NAME, home), None, "green", RetrievalSpec("bm25", k=1))
    with pytest.raises(CollectionError, match="no server is set"):
        delete_collection(NAME, home)
    assert list_collections(home)[0].complete
    use_server(chroma_url)
    assert found(home) == "Gamma paints the door green."


def test_a_server_that_is_away(home):
    use_server(url := f"http://127.0.0.1:{free_port()}")
    with pytest.raises(CollectionError, match=f"server {url} does not answer: start it, or check CHUNKTRACE_CHROMA_U"):
        built(corpus_of(FIRST), home, PARAGRAPHS)
    assert [card.complete for card in list_collections(home)] == [False]


def test_a_server_that_never_answers(home, monkeypatch):
    monkeypatch.setattr(chroma, "_ANSWER_SECONDS", 0.1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        use_server(url := f"http://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(CollectionError, match=f"server {url} does not answer"):
            built(corpus_of(FIRST), home, PARAGRAPHS)


@pytest.mark.parametrize("status", [200, 404, 405])
def test_another_kind_of_server(home, status):
    class Page(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.end_headers()
            self.wfile.write(b"<html>Welcome</html>")

        do_POST = do_GET

        def log_message(self, *_):
            pass

    with serving(Page) as url:
        use_server(url)
        with pytest.raises(CollectionError, match=f"^There is no Chroma server at {url}: check CHUNKTRACE_CHROMA_URL"):
            built(corpus_of(FIRST), home, PARAGRAPHS)


@pytest.mark.parametrize(("tenant", "database"), [("default_tenant", "none"), ("nobody", "default_database")])
def test_a_database_that_is_not_there(home, chroma_url, tenant, database):
    use_server(chroma_url, tenant, database)
    with pytest.raises(CollectionError, match=f"has no database {database} of tenant {tenant}: create it there, or"):
        built(corpus_of(FIRST), home, PARAGRAPHS)


def test_the_token_opens_and_is_written_nowhere(home, chroma_url):
    with guarded(chroma_url) as (url, shown):
        use_server(url)
        with pytest.raises(CollectionError, match=r"asks for a token \(status 401\): set CHUNKTRACE_CHROMA_TOKEN"):
            built(corpus_of(FIRST), home, PARAGRAPHS)
        use_server(url, token=SecretStr("another"))
        with pytest.raises(CollectionError, match="refuses the token in CHUNKTRACE_CHROMA_TOKEN") as refused:
            built(corpus_of(FIRST), home, PARAGRAPHS)
        assert "another" not in str(refused.value)
        use_server(url, token=SecretStr(TOKEN))
        built(corpus_of(FIRST), home, PARAGRAPHS)
        assert found(home) == "Gamma paints the door green."
        assert TOKEN not in repr(used_server()) and f"Bearer {TOKEN}" in shown
        delete_collection(NAME, home)
    written = [path.read_bytes() for path in home.rglob("*") if path.is_file()]
    assert not any(TOKEN.encode() in content or b"another" in content for content in written)


@on_server
def test_deleting_without_the_server_is_refused_and_changes_nothing(home, chroma_url):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    before = sorted(home.rglob("*"))
    use_server(None)
    with pytest.raises(CollectionError, match="no server is set"):
        delete_collection(NAME, home)
    assert sorted(home.rglob("*")) == before


@pytest.mark.parametrize(
    "url", ["localhost:8000", "ftp://host", "http://", "http://host:port", "http://me:word@host", "http://h?token=word"]
)
def test_addresses_that_cannot_work_are_refused_without_showing_what_they_hold(url):
    with pytest.raises(SettingError, match=r"CHUNKTRACE_CHROMA_URL must") as refused:
        use_server(url)
    assert "word" not in str(refused.value)
    use_server("https://host:8000/chroma/")
    assert used_server() == Server("https://host:8000/chroma")
    use_server(None)


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), max_size=30), st.integers(1, 5))
def test_law_requests_hold_every_row_once_and_are_small(lengths, dimension):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(payload, "_REQUEST_BYTES", 100)
        ranges = list(payload.requests(["x" * length for length in lengths], dimension))
    assert [row for part in ranges for row in range(len(lengths))[part]] == list(range(len(lengths)))
    for part in ranges:
        size = sum(12 * dimension + 4 * length for length in lengths[part])
        assert size <= 100 or len(lengths[part]) == 1
