"""From ranked chunks to passages: parents, unions, limits and shares. Texts are small enough to count by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.spans import Span, length, overlaps
from core.tokens import count_tokens
from core.types import Chunk, Document, RetrievalSpec
from retrieval.passages import passages
from retrieval.taken import Ranked

# Twelve words of one token each; word n is [2n, 2n + 1).
TEXT = "a b c d e f g h i j k l"


def word(n: int, parent: tuple[int, int] | None = None, document: str = "d", text: str = TEXT) -> Chunk:
    """The chunk of one word; its parent goes from one word to another, both included."""
    around = Span(2 * parent[0], 2 * parent[1] + 1) if parent else None
    return Chunk(f"{document}{n}", document, 2 * n, 2 * n + 1, text[2 * n : 2 * n + 1], parent=around)


def found(*chunks: Chunk, texts: dict[str, str] | None = None, **spec):
    """The passages of chunks that are ranked as given, with scores 1, 0.5, 0.33, ..."""
    documents = {name: Document.from_text(text, name) for name, text in (texts or {"d": TEXT}).items()}
    ranking = [Ranked(chunk.id, 1 / rank, "x", {}) for rank, chunk in enumerate(chunks, start=1)]
    hits = passages(ranking, {chunk.id: chunk for chunk in chunks}, documents, RetrievalSpec(**({"k": 99} | spec)))
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    for hit in hits:
        assert hit.text == documents[hit.chunk.document_id].text[slice(*hit.returned)]
    return hits


def texts_of(hits) -> list[str]:
    return [hit.text for hit in hits]


def test_r17_k_counts_parents_each_once_with_its_best_child():
    """R17: three children of p1, then p2 and p3; k = 3 gives p1, p2, p3."""
    p1, p2, p3 = (0, 4), (5, 7), (8, 11)
    chunks = [word(0, p1), word(1, p1), word(2, p1), word(6, p2), word(8, p3)]
    hits = found(*chunks, k=3)
    assert [(hit.text, hit.chunk.id, hit.score) for hit in hits] == [
        ("a b c d e", "d0", 1.0),
        ("f g h", "d6", 1 / 4),
        ("i j k l", "d8", 1 / 5),
    ]
    assert texts_of(found(*chunks, k=3, expand=False)) == ["a", "b", "c"]


def test_r18_a_parent_that_is_not_there_falls_back_to_the_child():
    """R18: a parent that is no range of the document, or does not hold its child."""
    assert texts_of(found(word(0, (0, 2)), word(1, (1, 9000)), word(4, (6, 7)))) == ["a b c", "b", "e"]


def test_parents_that_overlap_become_one_passage_under_the_best():
    """[c d e] and [e f g] share e; [j k l] lies apart and is ranked between them."""
    hits = found(word(3, (2, 4)), word(10, (9, 11)), word(5, (4, 6)))
    assert [(hit.text, hit.chunk.id) for hit in hits] == [("c d e f g", "d3"), ("j k l", "d10")]


def test_a_parent_may_bridge_two_passages():
    """[a b c] and [e f g] have nothing in common until [c d e] joins them."""
    apart = (word(5, (4, 6)), word(1, (0, 2)))
    assert texts_of(found(*apart)) == ["e f g", "a b c"]
    (hit,) = found(*apart, word(3, (2, 4)), k=2)
    assert (hit.text, hit.chunk.id) == ("a b c d e f g", "d5")


def test_touching_is_not_overlap():
    text = "abcdef"
    left, right = (Chunk(str(n), "d", n, n + 1, text[n], parent=Span(n, n + 3)) for n in (0, 3))
    assert texts_of(found(left, right, texts={"d": text})) == ["abc", "def"]


def test_chunks_without_parents_stay_as_they_are():
    """Overlap between chunks is the strategy's; with expand off, parents do not count."""
    chunks = [Chunk(str(n), "d", n, n + 3, TEXT[n : n + 3]) for n in (0, 2)]
    assert texts_of(found(*chunks)) == ["a b", "b c"]
    windows = [Chunk(one.id, "d", one.start, one.end, one.text, parent=Span(0, 9)) for one in chunks]
    assert texts_of(found(*windows)) == ["a b c d e"]
    assert texts_of(found(*windows, expand=False)) == ["a b", "b c"]


def test_k_counts_passages_after_they_are_joined():
    """The third chunk joins the first; the fourth would be the third passage of two and ends the list."""
    chunks = (word(1, (0, 2)), word(10, (9, 11)), word(2, (1, 3)), word(6, (6, 6)), word(3, (2, 4)))
    assert texts_of(found(*chunks, k=2)) == ["a b c d", "j k l"]
    assert texts_of(found(*chunks, k=3)) == ["a b c d e", "j k l", "g"]


@pytest.mark.parametrize(
    ("budget", "wanted"), [(0, []), (1, ["b"]), (2, ["b c"]), (3, ["a b c"]), (4, ["a b c d"]), (5, ["a b c d", "l"])]
)
def test_a_budget_counts_what_is_joined_once(budget, wanted):
    """3 tokens, 1 more by joining, 1 for another passage; with less, what fits around the chunk."""
    assert texts_of(found(word(1, (0, 2)), word(2, (1, 3)), word(11, (11, 11)), token_budget=budget)) == wanted


def test_one_document_takes_no_more_than_its_share_of_k():
    """Of 4 passages, half is 2: the third of d is passed over, and e comes in."""
    other = [word(n, document="e", text=TEXT.upper()) for n in (0, 1)]
    chunks, texts = [*(word(n) for n in range(5)), *other], {"d": TEXT, "e": TEXT.upper()}
    assert texts_of(found(*chunks, texts=texts, k=4)) == ["a", "b", "c", "d"]
    assert texts_of(found(*chunks, texts=texts, k=4, document_share=0.5)) == ["a", "b", "A", "B"]
    assert texts_of(found(*chunks, texts=texts, k=4, document_share=0.3)) == ["a", "b", "A", "B"]
    assert texts_of(found(*chunks, texts=texts, k=4, document_share=0.01)) == ["a", "A"]


def test_a_share_is_no_more_than_it_says():
    """0.07 * 100 is a little more than 7 in binary; the share is 7."""
    text = " ".join(chr(0x4E00 + n) for n in range(20))
    assert len(found(*(word(n, text=text) for n in range(20)), texts={"d": text}, k=100, document_share=0.07)) == 7


def test_one_document_takes_no_more_than_its_share_of_a_budget():
    """Of 10 tokens, 0.4 is 4: joining [b c d e] would make 5, [c d] makes 4."""
    chunks = [word(1, (0, 2)), word(3, (1, 4)), word(2, (2, 3)), word(0, (0, 4), "e", TEXT.upper())]
    texts = {"d": TEXT, "e": TEXT.upper()}
    assert texts_of(found(*chunks, texts=texts, token_budget=10)) == ["a b c d e", "A B C D E"]
    assert texts_of(found(*chunks, texts=texts, token_budget=10, document_share=0.4)) == ["a b c d", "A B C D E"]


def test_the_first_passage_of_a_document_is_always_allowed():
    """A share of 1 token: each document gives one passage, as long as it fits the whole."""
    chunks = [word(1, (0, 2)), word(5, (4, 6)), word(0, (0, 3), "e", TEXT.upper()), word(11)]
    texts = {"d": TEXT, "e": TEXT.upper()}
    assert texts_of(found(*chunks, texts=texts, token_budget=8, document_share=0.125)) == ["a b c", "A B C D"]
    assert texts_of(found(*chunks, texts=texts, token_budget=6, document_share=0.125)) == ["a b c", "A"]


def test_a_document_over_its_share_does_not_end_the_list():
    chunks = [word(0, (0, 2)), word(3, (3, 11)), word(0, None, "e", "Z")]
    texts = {"d": TEXT, "e": "Z"}
    assert texts_of(found(*chunks, texts=texts, token_budget=6, document_share=0.5)) == ["a b c", "Z"]
    assert texts_of(found(*chunks, texts=texts, token_budget=6)) == ["a b c", "d"]


def test_r16_windows_of_a_copy_add_nothing():
    """R16: the second document reads the same; its windows are copies, also of one that was joined."""
    texts = {"d": TEXT, "e": TEXT.replace(" ", "\n")}
    windows = [word(n, (n - 1, n + 1), name, texts[name]) for n in (1, 2, 9) for name in ("d", "e")]
    assert texts_of(found(*windows, texts=texts)) == ["a b c d", "i j k"]


FIVE = "It was one. It was two. It was three. It was four. It was five."


@pytest.mark.parametrize(("first", "last"), [(3, 3), (3, 4), (2, 4), (2, 5), (1, 5)])
def test_a_parent_too_large_gives_the_sentences_around_its_chunk(first, last):
    """The one after the chunk comes first, then the one before; nothing follows a parent that was cut."""
    ends = [0, *(place + 1 for place, character in enumerate(FIVE) if character == ".")]
    wanted = FIVE[ends[first - 1] : ends[last]].strip()
    start = FIVE.index("It was three.")
    chunk = Chunk("c", "d", start, start + 13, FIVE[start : start + 13], parent=Span(0, len(FIVE)))
    after, texts = Chunk("z", "e", 0, 1, "z"), {"d": FIVE, "e": "z"}
    assert texts_of(found(chunk, after, texts=texts, token_budget=count_tokens(wanted))) == [wanted]


def test_a_parent_whose_chunk_does_not_fit_ends_the_list():
    chunk, after = Chunk("c", "d", 0, 11, FIVE[:11], parent=Span(0, len(FIVE))), Chunk("z", "e", 0, 1, "z")
    assert found(chunk, after, texts={"d": FIVE, "e": "z"}, token_budget=count_tokens(FIVE[:11]) - 1) == []


WINDOWS = st.lists(
    st.tuples(st.sampled_from("de"), st.integers(0, 11), st.integers(0, 3)), unique_by=lambda one: one[:2], max_size=12
)


@given(WINDOWS, st.integers(1, 6), st.sampled_from([1.0, 0.5, 0.2]), st.booleans())
def test_law_every_character_once_within_the_limits(windows, limit, share, by_budget):
    texts = {"d": TEXT, "e": TEXT.upper()}
    chunks = [word(n, (max(0, n - around), min(11, n + around)), name, texts[name]) for name, n, around in windows]
    spec = {"token_budget" if by_budget else "k": limit, "document_share": share}
    hits = found(*chunks, texts=texts, **spec)
    for one in hits:
        assert not any(
            overlaps(one.returned, two.returned) and one.chunk.document_id == two.chunk.document_id
            for two in hits
            if two is not one
        )
    sizes = [count_tokens(hit.text) if by_budget else 1 for hit in hits]
    assert sum(sizes) <= limit
    for name in texts:
        own = [size for hit, size in zip(hits, sizes, strict=True) if hit.chunk.document_id == name]
        assert len(own) <= 1 or sum(own) <= (share * limit if by_budget else -(-share * limit // 1))
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    if share == 1.0:
        more = found(*chunks, texts=texts, **spec | {"token_budget" if by_budget else "k": limit + 1})
        for name in texts:
            small, large = ([h.returned for h in some if h.chunk.document_id == name] for some in (hits, more))
            assert length([*large, *small]) == length(large)
