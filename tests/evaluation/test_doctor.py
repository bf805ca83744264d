"""The chunk doctor on texts whose findings a reader can count."""

from __future__ import annotations

import pytest

from chunking_strategies import STRATEGIES, chunk_spec
from core.rulers import CharacterRuler
from core.types import Chunk, ChunkSpec, Document
from corpus.types import Corpus
from evaluation.checks import CHECKS
from evaluation.doctor import Report, examine, examine_strategies, take_apart, without_encoding
from retrieval.chunked import finished
from tests.chunking.texts import AWKWARD
from tests.fakes import HashEncoder

SPEC = ChunkSpec("dense", (("chunk_size", 100), ("encoder", "minilm"), ("overlap", 10), ("unit", "chars")))


def chunks_of(document: Document, *ranges: tuple[int, int], context: str = "") -> list[Chunk]:
    return [
        Chunk(f"{document.id}{start}", document.id, start, end, document.text[start:end], context, ordinal=number)
        for number, (start, end) in enumerate(ranges)
    ]


def report_of(documents: list[Document], chunks: list[Chunk], encoder=None) -> Report:
    rulers = {document.id: CharacterRuler(document.text) for document in documents}
    return examine(finished(take_apart(documents)), chunks, SPEC, rulers, encoder)


def counted(report: Report, check: str) -> tuple[int | None, int | None]:
    finding = report.finding(check)
    return finding.number, finding.total


def examined(text: str, *ranges: tuple[int, int], name: str = "a.md", context: str = "") -> Report:
    document = Document.from_text(text, name)
    return report_of([document], chunks_of(document, *ranges, context=context))


def test_sizes_are_those_of_what_is_indexed() -> None:
    report = examined("abcdefghij", (0, 2), (2, 6), (6, 10))
    sizes = report.sizes
    assert (sizes.unit, sizes.limit, sizes.smallest, sizes.median, sizes.largest) == ("chars", 100, 2, 4, 4)
    assert sizes.mean == pytest.approx(10 / 3)
    assert sizes.low == pytest.approx(2.2)
    with_context = examined("abcdefghij", (0, 10), context="Head").sizes
    assert with_context.largest == 10 + 2 + 4


def test_c56_the_overlap_achieved_stands_beside_the_requested_one() -> None:
    report = examined("abcdefghij", (0, 4), (2, 7), (7, 10))
    assert (report.overlap.requested, report.overlap.mean, report.overlap.pairs) == (10, 1.0, 2)
    assert counted(report, "repeated") == (2, 12)
    (place,) = report.finding("repeated").examples
    assert (place.start, place.end, place.quote) == (2, 4, "cd")
    assert examined("abc", (0, 3)).overlap.mean is None


def test_chunks_beyond_the_limit_and_what_of_them_is_read() -> None:
    """The hash encoder counts words and two special pieces; with six it reads four words."""
    document = Document.from_text("one two three four five six\n\nseven eight")
    chunks = chunks_of(document, (0, 27), (29, 40))
    report = report_of([document], chunks, HashEncoder(max_pieces=6))
    assert counted(report, "beyond_limit") == (1, 2)
    unread, total = counted(report, "unread")
    assert total == 38 and len("five six") <= unread <= len(" five six")
    (place,) = report.finding("unread").examples
    assert place.quote.strip() == "five six" and "8 word pieces, of which 6 are read" in place.note


def test_without_an_encoder_its_limit_is_not_measured() -> None:
    finding = examined("One two.", (0, 8)).finding("unread")
    assert (finding.status, finding.number, finding.share) == ("not measured", None, None)
    assert "no encoder is at hand" in finding.reason


def test_cuts_inside_sentences_and_words() -> None:
    text = "One two. Three four five. Six seven."
    report = examined(text, (0, 15), (15, 22), (22, 36))  # "One two. Three " | "four fi" | "ve. Six seven."
    assert text[15:22] == "four fi"
    assert counted(report, "mid_sentence_ends") == (2, 2)
    assert counted(report, "mid_sentence_starts") == (2, 2)
    assert counted(report, "mid_word") == (1, 2)
    (place,) = report.finding("mid_word").examples
    assert place.at == 22 and text[place.start : place.end] == place.quote


def test_ends_of_sentences_and_documents_are_no_cuts_inside_them() -> None:
    report = examined("One two. Three four.", (0, 8), (9, 20))
    assert counted(report, "mid_sentence_ends") == counted(report, "mid_sentence_starts") == (0, 1)
    assert report.finding("mid_word").share == 0
    alone = examined("One two", (0, 7)).finding("mid_sentence_ends")
    assert alone.status == "not measured" and alone.reason == "no document is cut: each is one chunk"


@pytest.mark.parametrize(
    ("text", "name", "cut"),
    [
        ("2026-01-01 INFO started\n2026-01-02 WARN slow\n2026-01-03 INFO stopped", "a.log", "\n2026-01-02"),
        ("- first thing\n- second thing\n- third thing", "a.md", "\n- second"),
        ("# Title\nThe text begins here and\ngoes on.", "a.md", "\nThe text"),
        ("id,note\n1,alpha\n2,beta\n", "a.csv", "\n2,"),
        ("今天下雨。我们留在家里！", "a.txt", "我们"),
    ],
)
def test_lines_that_stand_alone_may_be_cut_between(text: str, name: str, cut: str) -> None:
    at = text.index(cut)
    assert counted(examined(text, (0, at), (at, len(text)), name=name), "mid_sentence_ends") == (0, 1)


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("The first line of a paragraph\ngoes on in the second and\nends here.", "\ngoes"),
        ("A value of 3.50 euros is due.", ".50"),
    ],
)
def test_lines_of_running_text_and_decimals_may_not(text: str, cut: str) -> None:
    at = text.index(cut)
    assert counted(examined(text, (0, at), (at, len(text))), "mid_sentence_ends") == (1, 1)


@pytest.mark.parametrize(("text", "at", "inside"), [("3.50", 2, 1), ("can't", 3, 1), ("今天", 1, 0), ("a-b", 2, 0)])
def test_a_word_is_what_unicode_says(text: str, at: int, inside: int) -> None:
    assert counted(examined(text, (0, at), (at, len(text))), "mid_word") == (inside, 1)


HEADED = "# One\n\nBody one.\n\n# Two\n\nBody two."


def test_a_heading_without_its_text_is_orphaned() -> None:
    second, body = HEADED.index("# Two"), HEADED.index("Body two")
    assert counted(examined(HEADED, (0, second), (second, len(HEADED))), "orphaned_headings") == (0, 2)
    ends_with_it = examined(HEADED, (0, second + 5), (body, len(HEADED)))
    assert counted(ends_with_it, "orphaned_headings") == (1, 2)
    assert ends_with_it.finding("orphaned_headings").examples[0].quote == "# Two"
    alone = examined(HEADED, (0, second - 2), (second, second + 5), (body, len(HEADED)))
    assert counted(alone, "orphaned_headings") == (1, 2)


def test_a_heading_that_overlap_or_context_brings_to_its_text_is_not() -> None:
    second, body = HEADED.index("# Two"), HEADED.index("Body two")
    repeated = examined(HEADED, (0, second + 5), (second, len(HEADED)))
    assert counted(repeated, "orphaned_headings") == (0, 2)
    carried = examined(HEADED, (0, second + 5), (body, len(HEADED)), context="Manual > Two")
    assert counted(carried, "orphaned_headings") == (0, 2)


TABLE = "Text.\n\n| Item | Qty |\n|---|---|\n| a | 1 |\n| b | 2 |\n\nEnd."


def test_a_table_that_no_chunk_holds_and_its_parts_without_header() -> None:
    rows = TABLE.index("| b")
    whole = examined(TABLE, (0, TABLE.index("\n\nEnd")), (TABLE.index("End"), len(TABLE)))
    assert counted(whole, "split_tables") == (0, 1)
    assert whole.finding("headless_parts").reason == "no split tables"
    split = examined(TABLE, (0, rows), (rows, len(TABLE)))
    assert counted(split, "split_tables") == (1, 1)
    assert counted(split, "headless_parts") == (1, 2)
    assert split.finding("headless_parts").examples[0].quote == "| b | 2 |"
    helped = examined(TABLE, (0, rows), (rows, len(TABLE)), context="| Item | Qty |\n|---|---|")
    assert counted(helped, "headless_parts") == (0, 2)


def test_a_csv_is_one_table() -> None:
    report = examined("id,note\n1,a\n2,b\n", (0, 11), (12, 16), name="a.csv")
    assert counted(report, "split_tables") == (1, 1)
    assert counted(report, "headless_parts") == (1, 2)


def test_what_is_not_there_is_told() -> None:
    report = examined("Plain text.", (0, 11))
    assert report.finding("orphaned_headings").reason == "no headings"
    assert report.finding("split_tables").reason == report.finding("headless_parts").reason == "no tables"


LONG = "The quick brown fox jumps over the lazy dog and runs far away into the deep dark woods tonight."


def test_near_duplicates_are_found_across_documents() -> None:
    other = Document.from_text(LONG.replace("tonight", "today"), "b.md")
    mine = Document.from_text(LONG, "a.md")
    far = Document.from_text("Completely different words are written in this one, of which none is above.", "c.md")
    chunks = [*chunks_of(mine, (0, len(LONG))), *chunks_of(other, (0, len(other.text))), *chunks_of(far, (0, 74))]
    report = report_of([mine, other, far], chunks)
    assert counted(report, "near_duplicates") == (2, 3)
    first = report.finding("near_duplicates").examples[0]
    assert first.document == "a.md" and first.note == f"89 % like b.md [0, {len(other.text)})"


def test_duplicates_that_come_from_overlap_do_not_count() -> None:
    document = Document.from_text(f"{LONG} End")
    report = report_of([document], chunks_of(document, (0, len(LONG)), (4, len(document.text))))
    assert counted(report, "near_duplicates") == (0, 2)
    short = examined("Yes. Yes.", (0, 4), (5, 9)).finding("near_duplicates")
    assert short.reason == "no chunk is long enough to be compared"


def test_boilerplate_recurs_in_three_documents_or_five_places() -> None:
    footer = "Confidential, for internal use only."
    documents = [Document.from_text(f"Text {n} is here.\n\n{footer}", f"{n}.md") for n in range(3)]
    chunks = [chunk for each in documents for chunk in chunks_of(each, (0, len(each.text)))]
    report = report_of(documents, chunks)
    assert counted(report, "boilerplate") == (3 * len(footer), sum(len(each.text) for each in documents))
    (place,) = report.finding("boilerplate").examples
    assert place.quote == footer and place.note == "in 3 places of 3 documents"
    assert counted(report_of(documents[:2], chunks[:2]), "boilerplate")[0] == 0
    often = Document.from_text("\n\n".join([footer] * 5))
    assert report_of([often], chunks_of(often, (0, len(often.text)))).finding("boilerplate").number == 5 * len(footer)


def test_every_quote_is_the_text_at_its_place_for_every_strategy() -> None:
    documents = (Document.from_text(f"{HEADED}\n\n{TABLE}\n\n{LONG}\n", "a.md"), Document.from_text(LONG, "b.txt"))
    corpus = Corpus("small", documents)
    specs = [chunk_spec(name, {"chunk_size": 40, "overlap": 8, "unit": "chars"}) for name in without_encoding()]
    reports = finished(examine_strategies(corpus, specs, HashEncoder(max_pieces=6)))
    assert [report.spec.strategy for report in reports] == without_encoding()
    texts = {document.id: document.text for document in documents}
    for report in reports:
        assert [finding.check for finding in report.findings] == [check.name for check in CHECKS.values()]
        for finding in report.findings:
            assert finding.status == "measured" or finding.reason
            assert finding.number is None or 0 <= finding.number <= finding.total
            for place in finding.examples:
                assert texts[place.document][place.start : place.end] == place.quote


@pytest.mark.parametrize("suffix", [".md", ".csv", ".txt"])
def test_awkward_texts_are_examined_as_well(suffix: str) -> None:
    documents = tuple(Document.from_text(text, f"{number}{suffix}") for number, text in enumerate(AWKWARD.values()))
    texts = {document.id: document.text for document in documents}
    specs = [
        chunk_spec(name, {"chunk_size": size, "overlap": size // 2, "unit": "chars"})
        for name in without_encoding()
        for size in (2, 30, 500)
    ]
    for report in finished(examine_strategies(Corpus("awkward", documents), specs, HashEncoder(max_pieces=6))):
        assert not report.reason
        for finding in report.findings:
            assert finding.status == "measured" or finding.reason
            assert all(texts[each.document][each.start : each.end] == each.quote for each in finding.examples)


def test_a_strategy_that_fails_has_a_reason_and_the_others_go_on(monkeypatch) -> None:
    from dataclasses import replace

    def broken(*_):
        raise RuntimeError("defect")
        yield

    parts = dict(STRATEGIES.parts())
    monkeypatch.setattr(STRATEGIES, "parts", lambda: parts | {"sparse": replace(parts["sparse"], split=broken)})
    specs = [chunk_spec(name, {}) for name in ("sparse", "dense")]
    failed, done = finished(examine_strategies(Corpus("one", (Document.from_text(LONG),)), specs))
    assert "RuntimeError: defect" in failed.reason and failed.chunks == 0
    assert failed.finding("unread").status == "failed"
    assert done.chunks == 1 and not done.reason
