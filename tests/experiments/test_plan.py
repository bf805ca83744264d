"""Plans: what is written is what is tried, and every mistake is one line with its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SettingError
from experiments.configurations import expand
from experiments.plan_file import read_plan
from tests.experiments.small import PLAN, plan_file

BOMB = "".join(f"{chr(code + 1)}: &{chr(code + 1)} [{', '.join(['*' + chr(code)] * 9)}]\n" for code in range(98, 108))


def refused(folder, text):
    with pytest.raises(SettingError) as caught:
        expand(plan_file(folder, text))
    said = str(caught.value)
    assert "\n" not in said
    return said


def test_a_plan_by_hand(tmp_path):
    names = [one.name for one in expand(plan_file(tmp_path))]
    assert names == [
        "recursive-60-0-chars-hash-60t",
        "recursive-120-0-chars-hash-60t",
        "sparse-100-0-hash-60t",
    ]


def test_a_key_without_a_value_is_the_default(tmp_path):
    empty = "retrievers:\nbudgets:\nk:\njudge:\nscreening:\nracing:\nmetric:\n"
    assert (
        plan_file(tmp_path, PLAN.replace("budgets: 60\n", empty)).plan
        == plan_file(tmp_path, PLAN.replace("budgets: 60\n", "")).plan
    )


def test_forms_of_strategies_are_alike(tmp_path):
    forms = (
        "strategies: {recursive: {chunk_size: [64, 128]}}",
        "strategies:\n  - recursive: {chunk_size: [64, 128]}",
        "strategies:\n  - {name: recursive, chunk_size: [64, 128]}",
        "strategies:\n  - {name: recursive, parameters: {chunk_size: [64, 128]}}",
        "strategy: [{recursive: {chunk_size: 64}}, {recursive: {chunk_size: 128}}]",
    )
    found = [expand(plan_file(tmp_path, f"data: sample:faq\n{form}\n")) for form in forms]
    assert all(one == found[0] for one in found)
    assert [dict(one.chunking.parameters)["chunk_size"] for one in found[0]] == [64, 128]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (PLAN.replace("chunk_size: 100", "chunk_sice: 100"), 6, "chunk_sice"),
        (PLAN.replace("name: sparse", "name: sparce"), 6, "Did you mean sparse"),
        (PLAN.replace("budgets: 60", "budgets: sixty"), 11, "sixty"),
        (PLAN.replace("budgets: 60", "budgets: 0"), 11, "greater than or equal to 1"),
        (PLAN.replace("budgets: 60", "budgets: 60\nretriever: dence"), 12, "dence"),
        (PLAN.replace("budgets: 60", "buckets: 60"), 11, "buckets"),
        (PLAN.replace("overlap: 0\n", "overlap: 100\n"), 6, "overlap 100 must be smaller"),
        (PLAN + "budgets: 70\n", 12, "written twice"),
        (PLAN + "limits: {seconds: -1}\n", 12, "limits.seconds"),
        (PLAN + "screening: {finalist: 3}\n", 12, "finalist"),
        (PLAN + "judge_model: x@http://h/v1\n", None, "judge"),
        ("data: docs\n", None, "strategies"),
        ("data: docs\nstrategies: [dense]\n", None, "questions"),
        ("- a\n- b\n", None, "holds no plan"),
        ("data: [docs\n", 2, "no YAML"),
        ("data: 2024-13-45\n", None, "put texts in quotes"),
        ("data: " + "[" * 5000, None, "cannot be read"),
        ("a: &a [x]\nb: &b [*a, *a]\n" + BOMB, None, "too many parts"),
        ("data: &a [*a]\n", 1, "too many parts"),
        ("1: docs\n", None, "1"),
        (PLAN.replace("overlap: 0, unit", "overlap: 12%, unit").replace("[60, 120]", "[big]"), 5, "big"),
        (PLAN.replace("overlap: 0, unit", f"overlap: {'9' * 400}%, unit"), 5, "overlap"),
        (PLAN.replace("[60, 120]", "[.inf]"), 5, "inf"),
        (PLAN + "limits: {money: .nan}\n", 12, "limits.money"),
        (PLAN + "limits: {seconds: .inf}\n", 12, "limits.seconds"),
        (PLAN + "margin: [0.1]\n", 12, "margin"),
        (PLAN + "racing: maybe\n", 12, "racing"),
        ("", None, "holds no plan"),
    ],
)
def test_mistakes_have_their_place(tmp_path, text, line, said):
    message = refused(tmp_path, text)
    assert said in message
    assert message.startswith("plan.yaml")
    assert line is None or f"plan.yaml, line {line}:" in message, message


def test_too_many_configurations_are_refused_at_once(tmp_path):
    sizes = list(range(100, 200))
    text = f"data: sample:faq\nstrategies: {{recursive: {{chunk_size: {sizes}, overlap: {list(range(20))}}}}}\n"
    assert "2,000 configurations" in refused(tmp_path, text)


def test_overlap_in_percent_is_a_share_of_each_size(tmp_path):
    text = "data: sample:faq\nstrategies: {recursive: {chunk_size: [100, 300], overlap: 10%}}\n"
    overlaps = [dict(one.chunking.parameters)["overlap"] for one in expand(plan_file(tmp_path, text))]
    assert overlaps == [10, 30]


def test_strategies_that_encode_share_the_configurations_encoder(tmp_path):
    text = "data: sample:faq\nstrategies: [semantic]\nencoders: [minilm, mpnet]\n"
    found = expand(plan_file(tmp_path, text))
    assert [dict(one.chunking.parameters)["encoder"] for one in found] == ["minilm", "mpnet"]
    assert [one.name for one in found] == ["semantic-512-50", "semantic-512-50-mpnet"]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(60, 90), min_size=1, max_size=4),
    st.lists(st.integers(0, 9), min_size=1, max_size=3),
    st.lists(st.sampled_from(["dense", "bm25", "hybrid", "rerank"]), min_size=1, max_size=3),
    st.lists(st.integers(100, 105), min_size=1, max_size=3),
)
def test_every_combination_once_with_its_own_name(tmp_path_factory, sizes, overlaps, retrievers, budgets):
    folder = tmp_path_factory.mktemp("plan")
    text = (
        f"data: sample:faq\nstrategies: {{fixed-size: {{chunk_size: {sizes}, overlap: {overlaps}}}}}\n"
        f"retrievers: {retrievers}\nbudgets: {budgets}\n"
    )
    found = expand(plan_file(folder, text))
    assert len(found) == len(set(sizes)) * len(set(overlaps)) * len(set(retrievers)) * len(set(budgets))
    assert len({one.name for one in found}) == len({one.key for one in found}) == len(found)


def test_the_preset_needs_data_and_questions_only():
    file = read_plan(None, preset_name="find-my-chunker", data="sample:faq", questions=None)
    assert len(expand(file)) > 20
    with pytest.raises(SettingError, match="data is missing"):
        read_plan(None, preset_name="find-my-chunker")
    with pytest.raises(SettingError, match="find-my-chunker"):
        read_plan(None, preset_name="find-my-chnker", data="sample:faq")


def test_a_file_may_change_a_preset(tmp_path):
    file = plan_file(tmp_path, "preset: find-my-chunker\ndata: sample:faq\nbudgets: [512, 1024]\n")
    assert {one.retrieval.token_budget for one in expand(file)} == {512, 1024}
