"""Fields on disk: read once, whole or absent, the same for everybody who opens them; and the real MiniLM's."""

import shutil
import threading

import numpy as np
import pytest

from core.errors import SettingError
from core.spans import Span
from core.types import Document
from embedding.field_store import FieldStore
from embedding.transformer import load_encoder
from tests.fakes import HashEncoder

TIDES = Document.from_text("The tide rises twice a day. " * 40, "tides.md")
QUAY = Document.from_text("A quay is where ships moor.", "quay.md")
EMPTY = Document.from_text("", "empty.md")


@pytest.fixture
def encoder():
    return HashEncoder(max_pieces=20)


def test_a_document_is_read_once(home, encoder):
    store = FieldStore(home, encoder)
    events = list(store.prepare([TIDES, QUAY, EMPTY]))
    total = len(TIDES.text) + len(QUAY.text)
    assert (events[0].done, events[0].total) == (0, total)
    assert events[-1].done == total and [event.done for event in events] == sorted(event.done for event in events)
    read = len(encoder.read)
    again = FieldStore(home, encoder)
    assert again.missing([TIDES, QUAY, EMPTY]) == []
    assert [event.total for event in again.prepare([TIDES, QUAY])] == [0]
    spans = [Span(4, 27), Span(0, len(TIDES.text))]
    alone = encoder.encode_documents([TIDES.text[span.start : span.end] for span in spans])
    assert np.allclose(again.field(TIDES).vectors(spans), alone, atol=1e-3)
    assert len(again.field(EMPTY)) == 0 and np.isnan(again.field(EMPTY).vectors([Span(0, 1)])).all()
    assert len(encoder.read) == read


def test_equal_texts_share_a_field_and_other_texts_do_not(home, encoder):
    store = FieldStore(home, encoder)
    copy = Document.from_text(QUAY.text, "copy.md")
    assert store.missing([QUAY, copy]) == [QUAY, copy]
    list(store.prepare([QUAY, copy]))
    assert len(encoder.read) == 1
    assert store.missing([QUAY, copy, TIDES]) == [TIDES]


def test_another_encoder_has_other_fields(home, encoder):
    FieldStore(home, encoder).field(QUAY)
    assert FieldStore(home, HashEncoder(name="other")).missing([QUAY]) == [QUAY]


def test_shorter_windows_are_other_fields(home, encoder):
    """20 pieces with a frame of two: nothing is read in more pieces than the window and its frame."""
    FieldStore(home, encoder).field(TIDES)
    shorter = FieldStore(home, encoder, window=6)
    assert shorter.missing([TIDES]) == [TIDES]
    encoder.read.clear()
    assert len(shorter.field(TIDES)) == len(FieldStore(home, encoder).field(TIDES))
    assert max(map(len, encoder.read)) == 6 + encoder.frame.size


def test_states_are_mapped_in_half_precision(home, encoder):
    states = FieldStore(home, encoder).field(TIDES).states
    assert isinstance(states, np.memmap) and states.dtype == np.float16


def test_closing_keeps_documents_that_are_done(home, encoder):
    store = FieldStore(home, encoder)
    events = store.prepare([QUAY, TIDES])
    while next(events).done <= len(QUAY.text):
        pass
    events.close()
    assert store.missing([QUAY, TIDES]) == [TIDES]
    assert [place.name for place in store.folder.glob(".*")] == []


@pytest.mark.parametrize("damage", ["cut", "empty", "gone"])
def test_a_damaged_field_is_read_again(home, encoder, damage):
    store = FieldStore(home, encoder)
    whole = store.field(TIDES).vectors([Span(0, 99)])
    (file,) = store.folder.glob("*/*/states.npy")
    if damage == "gone":
        file.unlink()
    else:
        content = file.read_bytes()
        file.unlink()
        file.write_bytes(content[:500] if damage == "cut" else b"")
    assert np.allclose(store.field(TIDES).vectors([Span(0, 99)]), whole)


def test_two_at_once_agree(home, encoder):
    start = threading.Barrier(2)
    found = []

    def read():
        start.wait()
        store = FieldStore(home, HashEncoder(max_pieces=20))
        found.append(store.field(TIDES).vectors([Span(0, 99)]))

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2 and np.array_equal(*found)


def test_what_killed_processes_left_is_removed_after_a_day(home, encoder):
    import os

    store = FieldStore(home, encoder)
    old, new = store.folder / ".unfinished-old", store.folder / ".unfinished-new"
    for place in (old, new):
        place.mkdir(parents=True)
    os.utime(old, (0, 0))
    store.field(QUAY)
    assert not old.exists() and new.exists()


def test_an_encoder_that_does_not_average_is_refused(home, encoder):
    encoder.averages = False
    with pytest.raises(SettingError, match="use standard embedding"):
        FieldStore(home, encoder).field(QUAY)


def test_minilm_reads_a_text_within_its_limit_as_it_encodes_it(models_home, home):
    encoder = load_encoder("minilm", models_home)
    document = Document.from_text("The harbour master logs the tide of Zürich each morning. " * 12, "log.md")
    field = FieldStore(home, encoder).field(document)
    whole = Span(0, len(document.text))
    (alone,) = encoder.encode_documents([document.text])
    (found,) = field.vectors([whole])
    assert len(field) + 2 == encoder.count_pieces([document.text])[0] < 256
    # Only the two special pieces are missing from the mean.
    assert found @ alone > 0.995
    shutil.rmtree(home)


def test_minilm_reads_past_its_limit(models_home, home):
    encoder = load_encoder("minilm", models_home)
    text = "The harbour master logs the tide each morning. " * 40 + "The vault code is 4417."
    document, end = Document.from_text(text, "log.md"), len(text)
    field = FieldStore(home, encoder).field(document)
    last, other = Span(end - 23, end), Span(0, 46)
    (query,) = encoder.encode_queries(["What is the vault code?"])
    scores = field.vectors([last, other]) @ query
    assert scores[0] > scores[1] + 0.2
    limited = field.vectors([Span(0, end)], limit=encoder.spec.max_pieces)[0]
    assert limited @ encoder.encode_documents([text])[0] > 0.99
