"""One case a strategy that can be computed by hand, and the failures of peers by their case number."""

from __future__ import annotations

import csv

import pytest

from chunking_strategies import STRATEGIES, ChunkingFactory, chunk_spec
from core.errors import SettingError
from core.tokens import count_tokens
from core.types import Document


def texts(name: str, text: str, size: int, overlap: int, **params: object) -> list[str]:
    return ChunkingFactory.create_chunker(name, **params).chunk_text(text, size, overlap)


def test_dense_ends_at_sentences_and_repeats_words() -> None:
    text = "One two three. Four five six. Seven eight."
    assert texts("dense", text, 30, 10) == ["One two three. Four five six.", "five six. Seven eight."]
    assert texts("dense", text, 30, 0) == ["One two three. Four five six.", "Seven eight."]


def test_sparse_keeps_paragraphs_whole() -> None:
    text = "Short one.\n\nShort two.\n\nA long paragraph here. It has two sentences.\n\nEnd."
    assert texts("sparse", text, 26, 0) == [
        "Short one.\n\nShort two.",
        "A long paragraph here.",
        "It has two sentences.",
        "End.",
    ]


def test_hybrid_ends_at_a_paragraph_and_overlaps_by_words() -> None:
    text = "First paragraph here.\n\nSecond one. It goes on."
    assert texts("hybrid", text, 29, 6) == ["First paragraph here.", "here.\n\nSecond one.", "one. It goes on."]


def test_re_ranking_has_the_chunks_of_hybrid_and_its_own_retriever() -> None:
    text = "First paragraph here.\n\nSecond one. It goes on."
    assert texts("re-ranking", text, 30, 6) == texts("hybrid", text, 30, 6)
    assert STRATEGIES["re-ranking"].default_retriever == "rerank"


def test_fixed_size_counts_tokens_characters_or_words() -> None:
    text = "one two three four five six seven eight nine ten"
    assert texts("fixed-size", text, 4, 1, unit="words") == [
        "one two three four ",
        "four five six seven ",
        "seven eight nine ten",
    ]
    assert texts("fixed-size", "abcdefghij", 4, 1, unit="chars") == ["abcd", "defg", "ghij"]


def test_recursive_takes_the_first_separator_that_makes_parts_small_enough() -> None:
    text = "# A\nalpha beta\n\n# B\ngamma. delta epsilon\n\nzeta"
    assert texts("recursive", text, 22, 0, unit="chars") == ["# A\nalpha beta", "# B", "gamma. delta epsilon", "zeta"]


def test_row_based_repeats_the_header_of_a_csv_and_keeps_quoted_lines_together() -> None:
    document = Document.from_text('id,note\n1,"line a\nline b"\n2,ok\n', "a.csv")
    chunker = ChunkingFactory.create_chunker("row-based", repeat_header=True)
    chunks = chunker.chunk(document, 28, 0)
    assert [(chunk.context, chunk.text) for chunk in chunks] == [
        ("", 'id,note\n1,"line a\nline b"'),
        ("id,note", "2,ok\n"),
    ]


def test_a_row_too_large_is_kept_and_reported_or_split() -> None:
    text = "short\n" + "word " * 10
    kept = ChunkingFactory.create_chunker("row-based").chunk(Document.from_text(text), 20, 0)
    assert [(chunk.start, chunk.overflow) for chunk in kept] == [(0, False), (6, True)]
    parts = texts("row-based", text, 20, 0, overflow="split")
    assert parts == ["short", "word word word word", "word word word word", "word word"]


@pytest.mark.parametrize(("size", "overlap"), [(4, 4), (3, 7), (0, 0), (6, -1)])
@pytest.mark.parametrize("name", STRATEGIES)
def test_c01_settings_that_cannot_progress_are_refused(name: str, size: int, overlap: int) -> None:
    with pytest.raises(SettingError) as refused:
        texts(name, "klmnopqrstuv", size, overlap)
    assert str(size) in str(refused.value) and str(overlap) in str(refused.value)


def test_c03_no_tail_repeats_the_chunk_before() -> None:
    text = "one two three four five six seven eight nine ten"
    assert texts("fixed-size", text, 7, 3) == ["one two three four five six seven", " five six seven eight nine ten"]


def test_c06_no_token_window_cuts_a_character() -> None:
    text = "Rate: \U0001f9ea猫 ok"
    parts = texts("fixed-size", text, 3, 0)
    assert "".join(parts) == text
    assert all(count_tokens(part) <= 3 or len(part) == 1 for part in parts)


def test_c08_a_replacement_character_of_the_source_survives() -> None:
    text = "Old scan: caf\ufffd menu, page 2."
    assert "".join(texts("fixed-size", text, 6, 0)) == text


def test_c09_control_tokens_are_ordinary_text() -> None:
    text = "The marker <|endoftext|> closes a document. <|fim_prefix|> <|im_start|> [CLS] </s>"
    assert texts("fixed-size", text, 60, 0) == [text]


def test_c12_repeated_text_has_its_own_offsets() -> None:
    chunks = ChunkingFactory.create_chunker("recursive", unit="chars").chunk(
        Document.from_text("echo echo echo echo"), 4, 0
    )
    assert [(chunk.start, chunk.end) for chunk in chunks] == [(0, 4), (5, 9), (10, 14), (15, 19)]


@pytest.mark.parametrize("name", ["fixed-size", "dense", "recursive", "sentence-window"])
def test_c13_offsets_are_true_where_sizes_are_tokens(name: str) -> None:
    text = " ".join(f"clause {number} says the buyer pays the carrier in full." for number in range(12))
    chunks = ChunkingFactory.create_chunker(name, unit="tokens").chunk(Document.from_text(text), 10, 5)
    starts = [chunk.start for chunk in chunks]
    assert starts == sorted(set(starts)) and starts[0] == 0
    assert all(chunk.text == text[chunk.start : chunk.end] for chunk in chunks)


@pytest.mark.parametrize("name", STRATEGIES)
def test_c32_a_size_counts_without_more_ado_and_an_unknown_option_is_refused(name: str) -> None:
    text = " ".join(f"w{number}" for number in range(400))
    declared = {"overflow": "split"} if name in ("row-based", "entity-based") else {}
    chunker = ChunkingFactory.create_chunker(name, unit="tokens", **declared)
    assert max(map(count_tokens, chunker.chunk_text(text, 64, 0))) <= 64
    with pytest.raises(SettingError, match="max_tokens"):
        ChunkingFactory.create_chunker(name, max_tokens=64)


def test_c54_the_entity_strategy_reads_to_the_end() -> None:
    text = "the crew moved the crates along the quay . " * 120 + "Then Ms Ortega signed the lease in Quito ."
    last = ChunkingFactory.create_chunker("entity-based").chunk_text(text)[-1]
    assert "Ortega" in last and "Quito" in last


def test_c29_rows_keep_their_line_ends() -> None:
    text = "| 29 | AAA |\n| 30 | BBB |\n| 31 | CCC |\n"
    assert texts("recursive", text, 20, 0, unit="chars") == ["| 29 | AAA |", "| 30 | BBB |", "| 31 | CCC |"]


def test_c34_a_run_without_separators_is_cut_at_the_limit() -> None:
    parts = texts("recursive", "z" * 5000, 900, 0, unit="chars")
    assert [len(part) for part in parts] == [900] * 5 + [500]


@pytest.mark.parametrize("name", ["dense", "recursive", "sparse", "hybrid", "semantic", "sentence-window"])
def test_c40_chinese_without_a_blank_is_cut_at_sentences(name: str) -> None:
    chunker = ChunkingFactory.create_chunker(name, unit="tokens")
    parts = chunker.chunk_text("今天下雨。我们留在家里！你来吗？好的。" * 20, 40, 0)
    assert all(count_tokens(part) <= 40 and part[-1] in "。！？" for part in parts)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_c35_blank_lines_count_whatever_the_line_end(line_end: str) -> None:
    text = line_end.join(["Para one.", "", "Para two.", "", "Para three.", ""])
    assert texts("recursive", text, 12, 0, unit="chars") == ["Para one.", "Para two.", "Para three."]


@pytest.mark.parametrize("name", STRATEGIES)
def test_c46_a_blank_document_has_no_chunks(name: str) -> None:
    assert texts(name, "  \n\t", 100, 10) == texts(name, "", 100, 10) == []


@pytest.mark.parametrize("name", STRATEGIES)
def test_c57_no_blank_chunk_is_made(name: str) -> None:
    assert texts(name, "\n\n \n\nText\n\n   \n\f\n\u00a0\u200b\n", 5, 0) == ["Text"]


def test_settings_are_checked_in_the_readers_words() -> None:
    for values, words in (
        ({"chunk_sise": 5}, "has no parameter 'chunk_sise'"),
        ({"chunk_size": "many"}, "must be a whole number"),
        ({"unit": "lines"}, "must be one of chars, words, tokens, pieces"),
    ):
        with pytest.raises(SettingError, match=words):
            chunk_spec("dense", values)
    with pytest.raises(SettingError, match="Did you mean row-based"):
        ChunkingFactory.create_chunker("row-bsed")


@pytest.mark.parametrize("name", ["dense", "hybrid"])
def test_a_window_that_reaches_only_invisible_characters_repeats_nothing(name: str) -> None:
    """The word at the limit begins with a zero-width space, which a window may not end with alone."""
    chunks = ChunkingFactory.create_chunker(name).chunk_text("a a \u200ba", chunk_size=3, overlap=2)
    assert chunks == ["a a", "\u200ba"]


def test_a_cell_of_any_size_is_one_row() -> None:
    """Whatever limit other code has set for the csv module, which is one for the whole process."""
    text = 'id,essay\n7,"' + "deep sea\n " * 20_000 + '"\n8,x\n'
    csv.field_size_limit(131_072)
    chunks = ChunkingFactory.create_chunker("row-based").chunk(Document.from_text(text, "a.csv"), 256, 0)
    assert [len(chunk.text) for chunk in chunks] == [8, 200_004, 4]
