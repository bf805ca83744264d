"""RAGBench rows to documents, questions and evidence spans: on a made-up subset and on the released files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import LoadError
from corpus.load import load
from corpus.questions import load_questions
from corpus.ragbench import evidence_of, load_ragbench, read_records

FIRST = "Title: Lamps\nA lamp is  bright. It lasts. It lasts."
ROW = {
    "id": "1",
    "question": "How long?",
    "documents": [FIRST, "Cables are long."],
    "response": "It lasts.",
    "dataset_name": "made_test",
    "generation_model_name": "m",
    "documents_sentences": [
        [["0a", "Title: Lamps A lamp is bright."], ["0b", "It lasts."], ["0c", "It lasts."]],
        [["1a", "Cables are long."]],
    ],
    "all_relevant_sentence_keys": ["0b", "0c", "0c", "1a"],
    "sentence_support_information": [
        {"response_sentence_key": "a", "supporting_sentence_keys": ["0b"], "fully_supported": None}
    ],
}


def subset(root: Path, *rows: object) -> Path:
    (root / "made").mkdir(parents=True)
    path = root / "made" / "test-00000-of-00001.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_records_keep_names_and_nulls(tmp_path: Path):
    (record,) = read_records(subset(tmp_path, ROW))
    assert record.key == "made_test/1/m"
    assert record.all_relevant_sentence_keys == ("0b", "0c", "0c", "1a")
    assert record.sentence_support_information[0].fully_supported is None
    assert record.adherence_score is None and record.relevance_score is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"question": None}, "row 1: field 'question' is missing"),
        ({"documents": "text"}, "row 1: field 'documents' must be a list of texts"),
        ({"relevance_score": "high"}, "row 1: field 'relevance_score' must be a number"),
        ({"documents_sentences": [[["0a"]]]}, "field 'documents_sentences' must be a list of [key, sentence] pairs"),
        ({"sentence_support_information": [{"fully_supported": 1}]}, "'sentence_support_information.fully_supported'"),
    ],
)
def test_a_bad_row_names_row_and_field(tmp_path: Path, change: dict[str, object], words: str):
    path = subset(tmp_path, ROW | change, ROW)
    with pytest.raises(LoadError) as error:
        list(read_records(path))
    assert words in str(error.value) and "\n" not in str(error.value)
    problems: list[object] = []
    assert len(list(read_records(path, problems.append))) == 1
    assert len(problems) == 1


def test_documents_once_and_relevant_sentences_as_spans(tmp_path: Path):
    subset(tmp_path, ROW, ROW | {"generation_model_name": "n"}, ROW | {"id": "2", "documents": ["Cables are long."]})
    corpus = load_ragbench("made", "test", tmp_path)
    assert corpus.name == "made"
    assert [document.text for document in corpus.documents] == [FIRST, "Cables are long."]
    assert [question.id for question in corpus.questions] == ["1", "2"]
    first = corpus.questions[0]
    assert [evidence.quote for evidence in first.evidence] == ["It lasts. It lasts.", "Cables are long."]
    assert first.answer == "It lasts."
    assert "1 records repeat a question" in corpus.problems[-1].reason


def test_ids_depend_on_the_text_alone(tmp_path: Path):
    subset(tmp_path / "a", ROW)
    subset(tmp_path / "b", ROW | {"id": "0", "documents": ["Cables are long."]}, ROW)
    one, other = (load_ragbench("made", "test", tmp_path / name) for name in "ab")
    assert {document.id for document in one.documents} == {document.id for document in other.documents}


def test_the_same_id_with_another_question_gets_a_number(tmp_path: Path):
    subset(tmp_path, ROW, ROW | {"question": "Other?"})
    assert [question.id for question in load_ragbench("made", "test", tmp_path).questions] == ["1", "1-2"]


def test_unknown_keys_are_counted_never_guessed(tmp_path: Path):
    subset(tmp_path, ROW | {"all_relevant_sentence_keys": ["0b.", "9z", "1a"]})
    corpus = load_ragbench("made", "test", tmp_path)
    assert [evidence.quote for evidence in corpus.questions[0].evidence] == ["Cables are long."]
    assert corpus.problems[0].reason == "relevant sentences without a place in the documents: 0b., 9z"


def test_a_bad_row_does_not_stop_the_rest(tmp_path: Path):
    subset(tmp_path, "{broken", ROW)
    corpus = load("ragbench:made:test", ragbench=tmp_path, limit_mb=50)
    assert len(corpus.questions) == 1
    assert str(corpus.failed[0]) == "test-00000-of-00001.jsonl, row 1: is not a JSON object"


def test_what_is_not_there_names_what_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    subset(tmp_path, ROW)
    (tmp_path / "made" / "notes.txt").write_text("no records", encoding="utf-8")
    with pytest.raises(LoadError, match=r"CHUNKTRACE_RAGBENCH .* has no made:train; it has made:test\.$"):
        load("ragbench:made:train", ragbench=tmp_path, limit_mb=50)
    with pytest.raises(LoadError, match="is no name of a subset"):
        load("ragbench:../made:test", ragbench=tmp_path, limit_mb=50)
    with pytest.raises(LoadError, match="RAGBench has no made:test; subsets are covidqa, cuad"):
        load("ragbench:made:test", limit_mb=50)


def test_offline_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(LoadError, match="CHUNKTRACE_RAGBENCH") as error:
        load("ragbench:covidqa:validation", limit_mb=50)
    assert "\n" not in str(error.value)


RELEASED = {
    ("covidqa", "validation"): (948, 267),
    ("emanual", "train"): (219, 527),
    ("emanual", "validation"): (106, 66),
    ("expertqa", "validation"): (685, 203),
    ("hagrid", "validation"): (832, 322),
    ("hotpotqa", "validation"): (1688, 424),
    ("msmarco", "validation"): (3263, 397),
}


@pytest.mark.parametrize(("name", "split"), RELEASED)
def test_every_known_relevant_sentence_of_the_released_files_has_a_place(shared: Path, name: str, split: str):
    root = shared / "data" / "ragbench"
    corpus = load(f"ragbench:{name}:{split}", ragbench=root, limit_mb=50)
    assert (len(corpus.documents), len(corpus.questions)) == RELEASED[name, split]
    texts = {document.id: document.text for document in corpus.documents}
    for question in corpus.questions:
        for evidence in question.evidence:
            assert texts[evidence.document_id][evidence.start : evidence.end] == evidence.quote
            assert evidence.quote == evidence.quote.strip()
    documents = {document.text: document for document in corpus.documents}
    records = list(read_records(root / name / f"{split}-00000-of-00001.parquet"))
    assert len({record.key for record in records}) == len(records)
    for record in records:
        known = {key for sentences in record.documents_sentences for key, _ in sentences}
        assert not set(evidence_of(record, documents)[1]) & known


def test_the_subset_brings_its_questions(shared: Path):
    root = shared / "data" / "ragbench"
    corpus = load("ragbench:covidqa", ragbench=root, limit_mb=50)
    assert corpus.name == "covidqa"
    found = load_questions("ragbench:covidqa", corpus.documents, ragbench=root)
    # The answers are those of language models, so that they are no reference for another model's answer.
    assert all(question.answer for question in corpus.questions)
    assert found.questions == tuple(replace(question, answer=None) for question in corpus.questions)
    some = load_questions("ragbench:covidqa", corpus.documents[:10], ragbench=root)
    assert any("not in this corpus" in problem.reason for problem in some.problems)
