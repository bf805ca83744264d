"""Values as a form offers them: whatever is offered can be read, and means what the parameter takes."""

from __future__ import annotations

import pytest

from chunking_strategies import STRATEGIES
from core.errors import SettingError
from core.parameters import parameters_of
from experiments.configurations import expand
from experiments.grid import as_text, as_value, matters, offered
from experiments.plan_file import plan_of_values

KNOBS = [(name, knob) for name, each in STRATEGIES.items() for knob in parameters_of(each.params)]


@pytest.mark.parametrize(("name", "knob"), KNOBS, ids=[f"{name}-{knob.name}" for name, knob in KNOBS])
def test_the_default_is_offered_and_read_back(name, knob):
    texts = offered(knob)
    assert as_text(knob.default) in texts and len(set(texts)) == len(texts)
    assert as_value(knob, as_text(knob.default)) == knob.default
    assert all(as_text(as_value(knob, text)) == text for text in texts)


def test_sizes_by_hand():
    size, overlap = parameters_of(STRATEGIES["recursive"].params)[:2]
    assert as_value(size, " 300 ") == 300
    assert as_value(overlap, "12%") == "12%"
    for knob, text in ((size, "12%"), (size, "big"), (overlap, "1.5")):
        with pytest.raises(SettingError, match=knob.label):
            as_value(knob, text)


def test_a_parameter_matters_beside_any_of_the_chosen_values():
    encoder = next(knob for knob in parameters_of(STRATEGIES["recursive"].params) if knob.name == "encoder")
    assert not matters(encoder, {"unit": ["tokens", "chars"]})
    assert matters(encoder, {"unit": ["tokens", "pieces"]})


@pytest.mark.parametrize("name", STRATEGIES)
def test_what_is_offered_first_makes_a_plan(name):
    knobs = parameters_of(STRATEGIES[name].params)
    values = {knob.name: [as_value(knob, as_text(knob.default))] for knob in knobs if knob.kind != "model"}
    file = plan_of_values({"data": "sample:faq", "strategies": [{"name": name, "parameters": values}]}, "a form")
    assert len(expand(file)) == 1
