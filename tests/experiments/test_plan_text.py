"""Plans written as YAML: read again, they are the same plan."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.configurations import expand
from experiments.plan import SweepPlan
from experiments.plan_file import plan_of_text, plan_of_values
from experiments.plan_text import plan_text, plan_values, with_kept
from experiments.presets import PRESETS, preset

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12).map(str.strip)
NAMES = WORDS.filter(bool)
VALUES = st.one_of(st.integers(-5, 10**6), st.floats(0, 1), st.booleans(), NAMES)
PARAMETERS = st.dictionaries(NAMES, st.lists(VALUES, min_size=1, max_size=3), max_size=3)
PLANS = st.fixed_dictionaries(
    {
        "data": NAMES,
        "questions": NAMES,
        "strategies": st.lists(
            st.fixed_dictionaries({"name": NAMES, "parameters": PARAMETERS}), min_size=1, max_size=3
        ),
    },
    optional={
        "encoders": st.lists(NAMES, min_size=1, max_size=2),
        "budgets": st.lists(st.integers(1, 9999), max_size=2),
        "k": st.lists(st.integers(1, 50), max_size=2),
        "retrievers": st.lists(st.sampled_from(["dense", "bm25", "hybrid"]), min_size=1, max_size=2),
        "model": NAMES,
        "margin": st.floats(0.01, 0.5),
        "limits": st.fixed_dictionaries({}, optional={"seconds": st.floats(1, 9e5), "questions": st.integers(1, 99)}),
        "screening": st.one_of(st.booleans(), st.fixed_dictionaries({"finalists": st.integers(1, 9)})),
        "racing": st.one_of(st.booleans(), st.fixed_dictionaries({"block": st.integers(1, 99)})),
    },
)


@given(PLANS)
def test_a_plan_survives_being_written(values):
    plan = SweepPlan.model_validate(values)
    assert plan_of_text(plan_text(plan), "a plan").plan == plan
    assert plan_of_values(plan_values(plan), "a plan").plan == plan


def test_it_reads_as_a_person_would_write_it():
    values = {
        "data": "sample:faq",
        "strategies": [{"name": "recursive", "chunk_size": [128, 256], "overlap": "12%"}, "sparse"],
        "screening": True,
        "limits": {"questions": 20},
    }
    assert plan_text(SweepPlan.model_validate(values)).splitlines() == [
        "data: sample:faq",
        "strategies:",
        "- name: recursive",
        "  chunk_size: [128, 256]",
        "  overlap: [12%]",
        "- sparse",
        "encoders: [minilm]",
        "limits: {questions: 20}",
        "screening: true",
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_written_and_expanded(name):
    file = plan_of_values({"data": "sample:faq"} | preset(name), name)
    again = plan_of_text(plan_text(file.plan), name)
    assert expand(again) == expand(file)


def test_what_a_form_does_not_show_of_a_plan_stays():
    """A form that shows a plan and is not touched gives the same plan again, whatever the plan holds."""
    rare = {"baseline": "one", "margin": 0.02, "seed": 7, "losses": True}
    within = {"screening": {"finalists": 4, "at_most": 9}, "racing": {"block": 10, "alpha": 0.1, "margin": 0.01}}
    usual = {"data": "sample:faq", "strategies": ["recursive"], "k": [5], "metric": "mrr"}
    shown = {"screening": {"finalists": 5}, "racing": {"block": 10}}
    plan = SweepPlan(**usual, **rare, **within)
    again = SweepPlan(**with_kept({**usual, **shown}, plan_values(plan)))
    assert again == SweepPlan(**usual, **rare, **{**within, "screening": {"finalists": 5, "at_most": 9}})
    assert with_kept({**usual, "screening": None}, plan_values(plan))["screening"] is None
