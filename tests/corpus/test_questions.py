"""Question files: columns, ids, and quotes anchored to exact character ranges."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import LoadError
from core.types import Document
from corpus.anchor import find_quote
from corpus.load import load
from corpus.questions import QuestionSet, load_questions, parse_questions
from corpus.samples import questions_file, samples

TEXT = "The warranty is\ntwo years.\n\nA lamp costs 5 euros. A lamp lasts.\n"
DOCUMENTS = (Document.from_text(TEXT, "docs/a.md"), Document.from_text("Other text.", "b.md"))


def one(**row: object) -> QuestionSet:
    return parse_questions(json.dumps({"question": "Why?", **row}), "set.jsonl", "jsonl", DOCUMENTS)


def spans(questions: QuestionSet) -> list[tuple[str, int, int]]:
    return [(e.document_id, e.start, e.end) for question in questions.questions for e in question.evidence]


def test_exact_quote():
    found = one(evidence=[{"document": "docs/a.md", "quote": "A lamp costs 5 euros."}])
    ((_, start, end),) = spans(found)
    assert TEXT[start:end] == found.questions[0].evidence[0].quote == "A lamp costs 5 euros."
    assert found.problems == ()


@pytest.mark.parametrize("quote", ["The warranty is two years.", "The warranty is\r\ntwo  years.", "warranty\tis two"])
def test_white_space_is_folded_and_the_quote_is_the_documents(quote: str):
    found = one(evidence=[{"document": "docs/a.md", "quote": quote}])
    ((_, start, end),) = spans(found)
    assert found.questions[0].evidence[0].quote == TEXT[start:end]
    assert TEXT[start:end].split() == quote.split()
    assert found.problems == ()


def test_an_ambiguous_quote_takes_the_first_place_and_says_so():
    found = one(id="x", evidence=[{"document": "docs/a.md", "quote": "A lamp"}])
    assert spans(found) == [("docs/a.md", TEXT.index("A lamp"), TEXT.index("A lamp") + 6)]
    assert str(found.problems[0]) == "x: evidence 1: the quote 'A lamp' occurs 2 times in docs/a.md; the first is used"


def test_what_is_not_found_is_a_problem_and_the_question_stays():
    evidence = [
        {"document": "docs/a.md", "quote": "not there"},
        {"document": "c.md", "quote": "x"},
        {"document": "b.md", "start": 5, "end": 900},
        {"document": "b.md", "quote": "Other"},
        {"document": "b.md"},
        "b.md",
    ]
    found = one(evidence=evidence)
    assert spans(found) == [("b.md", 0, 5)]
    assert [problem.name for problem in found.problems] == ["q1"] * 5


def test_offsets():
    assert spans(one(evidence={"document": "b.md", "start": 0, "end": 5})) == [("b.md", 0, 5)]
    wrong = one(evidence={"document": "docs/a.md", "start": 40, "end": 46, "quote": "A lamp"})
    assert spans(wrong)[0][1] == TEXT.rindex("A lamp")
    assert "do not fit the quote" in wrong.problems[0].reason


def test_a_document_may_be_named_by_its_file_name_alone():
    assert spans(one(evidence=[{"document": "a.md", "quote": "two years"}]))[0][0] == "docs/a.md"


def test_csv(tmp_path: Path):
    evidence = json.dumps([{"document": "b.md", "quote": "Other text."}]).replace('"', '""')
    path = tmp_path / "set.csv"
    path.write_bytes(f'\ufeffquestion,evidence,tags,answer\r\n"Why, ""so""?","{evidence}",a; b,Yes\r\n'.encode())
    found = load_questions(str(path), DOCUMENTS)
    (question,) = found.questions
    assert (found.name, question.id, question.text) == ("set", "q1", 'Why, "so"?')
    assert (question.answer, question.tags, spans(found)) == ("Yes", ("a", "b"), [("b.md", 0, 11)])


def test_evidence_may_be_the_words_alone_and_stands_where_they_are():
    found = parse_questions(
        "Question,Quote,ground_truth\nWhat?,Other text.,Yes\nHow?,nowhere,\n", "s", "csv", DOCUMENTS
    )
    assert spans(found) == [("b.md", 0, 11)] and found.questions[0].answer == "Yes"
    assert [str(one) for one in found.problems] == ["q2: evidence 1: the quote 'nowhere' is in none of the documents"]
    assert [(one.question_id, one.document, one.quote) for one in found.unplaced] == [("q2", "", "nowhere")]


def test_columns_of_other_tools_are_left_out_by_name():
    text = "user_input,response,retrieved_contexts,reference\nWhat?,Maybe,[1],Yes\n"
    found = parse_questions(text, "set.csv", "csv", DOCUMENTS)
    assert (found.questions[0].text, found.questions[0].answer) == ("What?", "Yes")
    assert [(str(one), one.kind) for one in found.problems] == [
        (
            "set.csv, columns: left out: response, retrieved_contexts; known are id, question, answer, evidence, tags",
            "warning",
        )
    ]


def test_columns_without_a_name_are_nothing_to_tell():
    found = parse_questions("question,,\nWhat?,,\n", "set.csv", "csv", DOCUMENTS)
    assert (len(found.questions), found.problems) == (1, ())


def test_words_in_several_documents_are_taken_from_the_first_and_it_says_so():
    twice = [*DOCUMENTS, replace(DOCUMENTS[1], id="c.md")]
    found = parse_questions('{"question": "What?", "evidence": ["Other text."]}', "s", "jsonl", twice)
    assert spans(found) == [("b.md", 0, 11)]
    assert found.problems[0].reason == "evidence 1: the quote 'Other text.' is in 2 documents; b.md is taken"


def test_typography_of_a_quote_may_differ_but_not_its_words():
    text = "She said “it’s off – now”."
    (span,) = find_quote(text, 'said "it\'s off - now"')
    assert text[span.start : span.end] == "said “it’s off – now”"
    assert find_quote(text, 'said "its off - now"') == []


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ('{"question": "A", "query": "B"}', "jsonl", "set, line 1: has two columns 'question'"),
        ("question,answer,question\nA,B,C\n", "csv", "set: has two columns 'question'; name each of them once"),
        ("[" * 100_000, "jsonl", "no question can be used (1 line left out); set, line 1: is not a JSON object"),
        ("question\nWhat, why?\n", "csv", "line 2: has more fields than columns; put texts that hold ',' in quotes"),
        ("id,answer\n1,B\n", "csv", "has no column 'question'"),
        ('{"id": 1, "question": "A"}\n{"id": "1", "question": "B"}', "jsonl", "line 2: repeats the id '1'"),
        ("", "jsonl", "holds no question"),
        ("[]", "json", "read from .csv or .jsonl"),
        ('{"question": " "}', "jsonl", "no question can be used (1 line left out); set, line 1: has no question"),
    ],
)
def test_refusals(text: str, kind: str, words: str):
    with pytest.raises(LoadError) as error:
        parse_questions(text, "set", kind, DOCUMENTS)
    assert words in str(error.value)


def test_a_bad_line_is_left_out_and_named():
    found = parse_questions('{"question": "A"}\n{broken\n{"question": "B"}', "set.jsonl", "jsonl", DOCUMENTS)
    assert [question.id for question in found.questions] == ["q1", "q3"]
    assert [(str(problem), problem.kind) for problem in found.problems] == [
        ("set.jsonl, line 2: is not a JSON object", "failed")
    ]


def test_key_follows_what_changes_a_score():
    base = one(id="a", answer="x")
    assert base.key == one(id="a", answer="x").key
    assert len({base.key, one(id="b", answer="x").key, one(id="a").key, one(id="a", answer="x", tags=["t"]).key}) == 4


def test_every_sample_question_is_anchored_and_belongs_somewhere():
    corpora = [load(f"sample:{one.name}", limit_mb=50) for one in samples()]
    assert [problem for corpus in corpora for problem in corpus.problems] == []
    everything = max(corpora, key=lambda corpus: len(corpus.documents))
    lines = questions_file().read_text(encoding="utf-8").splitlines()
    assert len(everything.questions) == sum(bool(line.strip()) for line in lines)
    for corpus in corpora:
        assert any(not question.evidence for question in corpus.questions)
        assert set(corpus.questions) <= set(everything.questions)


def test_unknown_sample_names_those_there_are():
    with pytest.raises(LoadError, match="There is no sample 'x'; there are "):
        load("sample:x", limit_mb=50)


@pytest.mark.parametrize("name", ["~nobody-of-this-name/q.csv", "x" * 5000, "x\0y"])
def test_a_name_that_no_file_can_have(name: str):
    with pytest.raises(LoadError, match="questions cannot be read"):
        load_questions(name, DOCUMENTS)


def test_absent_file():
    with pytest.raises(LoadError, match=r"none\.jsonl: questions cannot be read"):
        load_questions("none.jsonl", DOCUMENTS)


def test_a_question_without_an_id_takes_none_that_another_has():
    rows = "\n".join(
        json.dumps({"question": "Why?", **given}) for given in ({}, {"id": "q1"}, {"id": " "}, {"id": "q1a"})
    )
    found = parse_questions(rows, "set.jsonl", "jsonl", [])
    assert [question.id for question in found.questions] == ["q1aa", "q1", "q3", "q1a"]
