"""The vector cache: what is the same vector, what survives a kill, who may share it."""

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from config import ROOT
from core.errors import ChunkTraceError
from core.types import EmbedSpec
from embedding.cache import VectorCache

SPEC = EmbedSpec("a", "1", 4, 256)


def vector(*numbers: float) -> np.ndarray:
    return np.array(numbers, dtype=np.float32)


def test_vectors_come_back_bit_for_bit(home):
    written = {"one": vector(1, 2, 3, 1 / 3), "two": vector(0, -0.0, 1e-30, 1e30), "zwölf 🏠 \0": vector(1, 1, 1, 1)}
    with VectorCache(home, SPEC) as cache:
        cache.put_many("document", written)
    with VectorCache(home, SPEC) as cache:
        read = cache.get_many("document", [*written, "three"])
    assert read.keys() == written.keys()
    assert all(read[text].tobytes() == written[text].tobytes() for text in written)


def test_i06_model_dimension_prefix_and_role_are_part_of_the_key(home):
    """I06: one text has one vector for each of encoder, dimension, prefix, method and role."""
    text = "How do tides work?"
    specs = [
        SPEC,
        replace(SPEC, encoder="b"),
        replace(SPEC, revision="2"),
        replace(SPEC, dimension=3),
        replace(SPEC, query_prefix="query: "),
        replace(SPEC, method="late"),
    ]
    for number, spec in enumerate(specs):
        with VectorCache(home, spec) as cache:
            assert cache.get_many("query", [text]) == {}
            cache.put_many("query", {text: np.full(spec.dimension, number, dtype=np.float32)})
            assert cache.get_many("document", [text]) == {}
            cache.put_many("document", {text: np.full(spec.dimension, -number, dtype=np.float32)})
    for number, spec in enumerate(specs):
        with VectorCache(home, spec) as cache:
            assert len(cache) == 2
            assert cache.get_many("query", [text])[text].tolist() == [number] * spec.dimension


def test_more_texts_than_sqlite_takes_variables(home):
    texts = {f"text {number}": vector(number, 0, 0, 0) for number in range(2_345)}
    with VectorCache(home, SPEC) as cache:
        cache.put_many("document", texts)
        assert len(cache.get_many("document", list(texts))) == 2_345


def test_a_vector_of_another_size_is_not_known(home):
    with VectorCache(home, SPEC) as cache:
        cache.put_many("document", {"text": vector(1, 2)})
        assert cache.get_many("document", ["text"]) == {}


def test_threads_share_a_cache(home):
    with VectorCache(home, SPEC) as cache:

        def write(number: int) -> None:
            cache.put_many("document", {f"text {number}": vector(number, 0, 0, 0)})
            assert cache.get_many("document", [f"text {number}"])

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(write, range(200)))
        assert len(cache) == 200


def test_two_caches_of_one_file(home):
    with VectorCache(home, SPEC) as left, VectorCache(home, SPEC) as right:
        left.put_many("document", {"text": vector(1, 0, 0, 0)})
        assert "text" in right.get_many("document", ["text"])
        right.put_many("document", {"other": vector(1, 0, 0, 0)})
        assert "other" in left.get_many("document", ["other"])


def test_a_file_that_is_no_database_is_a_clear_line(home):
    (home / "vectors").mkdir(parents=True)
    (home / "vectors" / f"{SPEC.key}.sqlite").write_bytes(b"not a database at all, " * 100)
    with pytest.raises(ChunkTraceError, match="delete that file"):
        VectorCache(home, SPEC)


WRITER = """
import sys
from pathlib import Path
import numpy as np
from core.types import EmbedSpec
from embedding.cache import VectorCache
cache = VectorCache(Path(sys.argv[1]), EmbedSpec("a", "1", 4, 256))
for number in range(1_000_000):
    cache.put_many("document", {f"{number}/{part}": np.full(4, number, dtype=np.float32) for part in range(50)})
    print(number, flush=True)
"""


def test_a_killed_writer_leaves_whole_batches(home):
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(home)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    reported = [int(process.stdout.readline()) for _ in range(30)]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with VectorCache(home, SPEC) as cache:
        assert len(cache) % 50 == 0
        assert len(cache) >= 50 * len(reported)
        texts = [f"{number}/{part}" for number in reported for part in range(50)]
        assert all(found[0] == int(text.split("/")[0]) for text, found in cache.get_many("document", texts).items())
    database = sqlite3.connect(home / "vectors" / f"{SPEC.key}.sqlite")
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def test_a_damaged_file_is_named_when_it_is_read(home):
    with VectorCache(home, SPEC) as cache:
        cache.put_many("document", {f"text {number}": vector(1, 2, 3, number) for number in range(2000)})
    (path,) = (home / "vectors").glob("*.sqlite")
    content = bytearray(path.read_bytes())
    content[8192:] = bytes(byte ^ 255 for byte in content[8192:])
    path.write_bytes(content)
    with VectorCache(home, SPEC) as cache, pytest.raises(ChunkTraceError, match=r"cannot be used .*: delete that file"):
        cache.get_many("document", [f"text {number}" for number in range(2000)])


def test_a_full_disk_is_one_line_and_what_was_kept_stays(home):
    with VectorCache(home, SPEC) as cache:
        cache.put_many("document", {"kept": vector(1, 2, 3, 4)})
        cache._database._connection.execute("PRAGMA max_page_count = 4")
        with pytest.raises(ChunkTraceError, match=r"is full.*free space for it"):
            cache.put_many("document", {f"text {number}": vector(1, 2, 3, number) for number in range(2000)})
        assert len(cache) == 1
