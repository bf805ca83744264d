"""Labels on disk, and the draws that choose what is labeled."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from core.errors import LoadError
from core.types import Judgement, Support
from evaluation.label_design import Drawn, Frame, frame_of
from evaluation.label_files import LABEL_COLUMNS, labels_csv, labels_jsonl, parse_labels
from evaluation.labels import LABELS, Label, add_label, add_labels, delete_labels, forget_label, last_place, read_labels
from evaluation.outcomes import Outcome

FRAME = Frame("relevant", {"q1": {"0a": 1.0, "0b": 0.0, "0c": 0.0, "1a": 1.0}, "q2": {"0a": 0.5}})


def test_labels_are_on_disk_one_by_one_and_the_last_word_counts(tmp_path):
    for value in (True, None, False):
        add_label(tmp_path, Label("q1", "0a", "relevant", value))
    add_label(tmp_path, Label("q1", "0a", "utilized", True))
    assert read_labels(tmp_path) == {("q1", "0a", "relevant"): False, ("q1", "0a", "utilized"): True}
    with (tmp_path / LABELS).open("a", encoding="utf-8") as file:
        file.write('{"question_id": "q2", "key"')
    assert len(read_labels(tmp_path)) == 2


def test_a_label_can_be_taken_back(tmp_path):
    assert last_place(tmp_path, "relevant") is None
    add_labels(tmp_path, [Label("q1", "0a", "relevant", True), Label("q1", "0b", "relevant", False)])
    add_labels(tmp_path, [Label("q1", "a", "supported", True), Label("q1", "0b", "relevant", True)])
    assert last_place(tmp_path, "relevant") == ("q1", "0b", "relevant")
    forget_label(tmp_path, ("q1", "0b", "relevant"))
    assert read_labels(tmp_path) == {("q1", "0a", "relevant"): True, ("q1", "a", "supported"): True}
    delete_labels(tmp_path)
    delete_labels(tmp_path)
    assert read_labels(tmp_path) == {}


def test_labels_travel_as_files_and_what_does_not_fit_is_told():
    run = [outcome("=q1", None), outcome("q2", None)]
    by_id = {one.question_id: one for one in run}.get
    labels = {("=q1", "0a", "relevant"): True, ("q2", "a", "supported"): False, ("q2", "0b", "utilized"): None}
    for content, kind in ((labels_csv(run, labels, bom=True), "csv"), (labels_jsonl(labels), "jsonl")):
        read = parse_labels(content.decode("utf-8"), kind, by_id)
        assert {label.place: label.value for label in read.labels} == labels and not read.left_out
    assert b"'=q1" in labels_csv(run, labels)
    german = '\ufeffquestion_id;key;kind;label;sentence\r\n\'=q1;0a;relevant;yes;"a; b"\r\n'
    assert [label.place for label in parse_labels(german, "csv", by_id).labels] == [("=q1", "0a", "relevant")]
    with pytest.raises(LoadError, match="no column question_id"):
        parse_labels("", "csv", by_id)
    head = ",".join(LABEL_COLUMNS[:4])
    rows = ["q9,0a,relevant,yes", "q2,7z,relevant,no", "q2,0a,relevant,maybe", "q2,0a,nice,no"]
    odd = parse_labels("\n".join([head, *rows]), "csv", by_id)
    assert odd.labels == () and odd.left_out == {
        "the run has no such question": 1,
        "the question has no such sentence": 1,
        "no label": 2,
    }
    with pytest.raises(LoadError, match="no column kind"):
        parse_labels("question_id,key,label\n", "csv", by_id)
    with pytest.raises(LoadError, match="no JSONL"):
        parse_labels("{", "jsonl", by_id)


def test_labels_of_any_question_id_travel_as_lines():
    run = [outcome("q\u2028\x85=1", None)]
    labels = {("q\u2028\x85=1", "0a", "relevant"): True}
    read = parse_labels(labels_jsonl(labels).decode("utf-8"), "jsonl", {one.question_id: one for one in run}.get)
    assert {label.place: label.value for label in read.labels} == labels


@pytest.mark.parametrize(
    "line", ['{"a": 1}', '{"question_id": "q", "key": "0a", "kind": "nice", "value": true}', '{"question_id": 1}']
)
def test_a_line_that_is_no_label_is_told(tmp_path, line):
    (tmp_path / LABELS).write_text(line + "\n", encoding="utf-8")
    with pytest.raises(LoadError, match=r"line 1 of .* is no label"):
        read_labels(tmp_path)


def test_questions_are_drawn_alike_and_then_their_sentences():
    counts = Counter(islice(FRAME.draws(), 4000))
    assert counts[Drawn("q2", "0a")] == pytest.approx(2000, abs=130)
    for key in ("0a", "0b", "0c", "1a"):
        assert counts[Drawn("q1", key)] == pytest.approx(500, abs=80)


def test_the_judge_mean_is_a_mean_over_questions():
    assert FRAME.judge_mean == 0.5
    assert Frame("relevant", {}).judge_mean is None and list(Frame("relevant", {}).draws()) == []


def test_one_question_more_alters_few_draws():
    many = {f"q{number}": dict.fromkeys(("0a", "0b", "1a"), 0.0) for number in range(40)}
    before, after = (set(Frame("relevant", frame).to_label(25)) for frame in (many, many | {"new": {"0a": 0.0}}))
    assert len(before & after) >= 22


def test_no_more_is_asked_than_there_is_and_each_once():
    asked = FRAME.to_label(25)
    assert len(asked) == len(set(asked)) == 5
    assert asked[:3] == FRAME.to_label(3)


def test_labels_count_as_often_as_drawn_up_to_the_first_that_is_missing():
    asked = FRAME.to_label(3)
    labels = {(one.question_id, one.key, "relevant"): True for one in asked[:2]}
    found = FRAME.labeled(labels)
    assert found[0][0] == asked[0]
    assert found[-1][0] == asked[1] and {drawn for drawn, _ in found} == set(asked[:2])
    beyond = labels | {(one.question_id, one.key, "relevant"): True for one in FRAME.to_label(5)[3:]}
    assert FRAME.labeled(beyond) == found
    skipped = labels | {(asked[2].question_id, asked[2].key, "relevant"): None}
    assert {drawn for drawn, _ in FRAME.labeled(skipped)} == set(asked[:2])


def outcome(name, judgement):
    return Outcome(name, "?", "measured", context={"0a": "A.", "0b": "B."}, response={"a": "C."}, judgement=judgement)


def test_a_frame_takes_probabilities_before_verdicts_and_leaves_out_what_was_not_judged():
    scores = {"relevance": 0.5, "utilization": None, "adherence_share": 1.0}
    verdicts = Judgement("t", "measured", relevant=("0b",), support={"a": Support((), True)}, scores=scores)
    chances = Judgement("t", "measured", scores=scores, probabilities={"relevant": {"0a": 0.25, "0b": 0.75}})
    alone = Judgement("t", "measured", scores=scores, probabilities={"relevant_to_question": {"0a": 0.1, "0b": 0.2}})
    assert frame_of([outcome("q", alone)], "relevant").predictions == {"q": {"0a": 0.1, "0b": 0.2}}
    outcomes = [outcome("q1", verdicts), outcome("q2", chances), outcome("q3", None)]
    assert frame_of(outcomes, "relevant").predictions == {
        "q1": {"0a": 0.0, "0b": 1.0},
        "q2": {"0a": 0.25, "0b": 0.75},
    }
    assert frame_of(outcomes, "utilized").predictions == {}
    assert frame_of(outcomes, "supported").predictions == {"q1": {"a": 1.0}}
