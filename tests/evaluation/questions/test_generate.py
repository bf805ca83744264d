"""Template questions: exact, unique, one place each, and unanswerable where they say so."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SettingError
from core.types import Document
from corpus.load import load
from corpus.question_rows import RowSet, row_of
from corpus.question_writing import questions_jsonl
from corpus.questions import parse_questions
from evaluation.questions.generate import generate
from evaluation.questions.lint import lint
from evaluation.questions.material import Material, parts_of
from evaluation.questions.strata import STRATA
from generation.wording import terms

GUIDE = """# Heron

## Specifications

| Parameter | Value |
|---|---|
| Range | 20 m |
| Weight | 3 kg |

## Care

The filter is washed every 14 days with plain water. Soap leaves a film that blinds the optics.

# Wren

## Specifications

| Parameter | Value |
|---|---|
| Range | 5 m |
| Battery life | 4 years |

## Care

The housing is wiped with a dry cloth once a month.
"""
NOTES = "id,town,note\nA-01,Bergen,the mast leans\nA-02,Oslo,a fuse failed\nA-03,Oslo,\n"
DOCUMENTS = (Document.from_text(GUIDE, "guide.md"), Document.from_text(NOTES, "notes.csv"))


def texts(*strata, documents=DOCUMENTS, count=100, seed=0):
    return {one.text: one for one in generate(documents, count, strata, seed).questions}


def test_a_cell_is_named_by_place_row_and_column():
    found = texts("table-cell")
    assert found["What does the table under “Heron – Specifications” give for “Range”?"].answer == "20 m"
    assert found["What does the table under “Wren – Specifications” give for “Range”?"].answer == "5 m"
    one = found["What is the “town” of the record with “id” A-02 in notes.csv?"]
    assert (one.answer, one.evidence[0].quote) == ("Oslo", "A-02,Oslo,a fuse failed")
    assert len(found) == 4 + 5  # the empty note of A-03 is no answer


def test_cells_that_the_same_names_lead_to_are_dropped():
    twice = Document.from_text(GUIDE.replace("| Weight | 3 kg |", "| Range | 9 m |"), "guide.md")
    made = generate([twice], 100, ["table-cell"])
    assert [one.answer for one in made.questions] == ["5 m", "4 years"] or len(made.questions) == 2
    assert made.dropped["table-cell"] == {"several rows have the same label": 2}


def test_a_number_is_asked_for_by_its_unit():
    found = texts("number")
    assert [one.answer for one in found.values()] == ["14 days"]
    assert next(iter(found)).startswith("How many days does “Heron – Care” state in connection with")


def test_a_passage_across_a_boundary_holds_both_sentences():
    (one,) = texts("boundary").values()
    assert one.evidence[0].quote.startswith("The filter")
    assert one.evidence[0].quote.endswith("the optics.")


def test_a_heading_question_shares_no_word_of_its_own_with_the_evidence():
    found = texts("heading")
    assert set(found) == {"What is said under “Heron – Care”?", "What is said under “Wren – Care”?"}
    faq = Document.from_text("# Help\n\n## Can I swim?\n\nOnly in summer.\n", "faq.md")
    assert set(texts("heading", documents=[faq])) == {"Can I swim?"}


def test_a_swapped_row_is_not_in_the_table_it_is_asked_of():
    found = texts("unanswerable")
    assert "What does the table under “Heron – Specifications” give for “Battery life”?" in found
    assert "What does the table under “Heron – Specifications” give for “Range”?" not in found
    keys = [match[1] for text in found if (match := re.search(r"“id” (A-\d\d)", text))]
    assert keys
    assert not any(key in NOTES for key in keys)


def test_short_strata_are_made_up_for_by_the_others_and_told():
    made = generate(DOCUMENTS, 10)
    assert len(made.questions) == 10
    assert made.made["number"] == 1
    assert "Number: 1 question of 2; the documents give no more" in made.notes


@pytest.mark.parametrize("name", ["tarnwick", "essay", "log", "tickets", "japanese", "german"])
def test_questions_of_every_sample_are_sound(name):
    documents = load(f"sample:{name}").documents
    made = generate(documents, 40, seed=3)
    assert len(made.questions) == 40
    written = questions_jsonl(map(row_of, made.questions)).decode()
    again = parse_questions(written, "made.jsonl", "jsonl", documents)
    assert again.questions == made.questions
    assert again.problems == ()
    report = lint(RowSet("made", tuple(map(row_of, made.questions))), documents)
    assert [one.text for one in report.findings if one.severity == "error" or one.check == "duplicate"] == []
    assert all(one.tags[1:] == ("template", "unreviewed") for one in made.questions)
    assert all(bool(one.evidence) == (one.tags[0] != "unanswerable") for one in made.questions)


def test_the_words_of_a_number_question_stand_in_its_sentence_alone():
    documents = load("sample:tarnwick").documents
    material = Material(documents)
    for one in generate(documents, 30, ["number"]).questions:
        first, second = re.findall(r"[“„「]([^”“」]+)[”“」]", one.text)[-2:]
        wanted = {*terms(first), *terms(second)}
        holding = [told for told in material.told if wanted <= told.terms]
        assert [told.text for told in holding] == [one.evidence[0].quote]
        assert one.answer in one.evidence[0].quote


def test_the_seed_decides():
    assert generate(DOCUMENTS, 6, seed=1) == generate(DOCUMENTS, 6, seed=1)
    documents = load("sample:manual").documents
    assert generate(documents, 6, seed=1).questions != generate(documents, 6, seed=2).questions


def test_what_cannot_work_is_refused():
    with pytest.raises(SettingError, match="count"):
        generate(DOCUMENTS, 0)
    with pytest.raises(SettingError, match="stratum 'tables' is not known"):
        generate(DOCUMENTS, 5, ["tables"])
    with pytest.raises(SettingError, match="No question can be made"):
        generate([Document.from_text("1 2 3", "a.txt")], 5)


def test_clauses_are_parts_under_their_titles():
    (handbook,) = load("sample:handbook").documents
    paths = [part.path for part in parts_of(handbook)]
    assert ("WORKING TIME AND ON-CALL DUTY", "Allowance") in paths
    part = next(part for part in parts_of(handbook) if part.path[-1:] == ("Allowance",))
    assert part.text.startswith("2.3.1 The allowance is 240")


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='#ab |-\n.1 m"„{}', max_size=200), st.sampled_from(list(STRATA)))
def test_any_text_gives_sound_questions_or_none(text, stratum):
    documents = [Document.from_text(text, "a.md"), Document.from_text(text, "b.csv")]
    try:
        made = generate(documents, 10, [stratum])
    except SettingError:
        return
    for one in made.questions:
        for passage in one.evidence:
            assert passage.quote == text[passage.start : passage.end]
    assert len({one.text for one in made.questions}) == len(made.questions)
