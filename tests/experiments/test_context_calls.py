"""Contexts that a model writes: counted before a sweep, and part of the money that it may spend."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.errors import SettingError
from experiments.configurations import expand
from experiments.context_calls import context_calls, context_models
from experiments.material import load_asked
from generation.contexts import ContextWriter
from generation.models import load_model
from generation.reply_cache import ReplyCache
from tests.experiments.small import plan_file, surroundings, swept
from tests.generation.fake_endpoint import FakeEndpoint, Say

WRITTEN = """
data: docs
questions: asked.jsonl
strategies:
  - contextual-retrieval: {chunk_size: [120, 200], overlap: 0, unit: chars, context_size: 20, model: "MODEL"}
  - recursive: {chunk_size: 120, overlap: 0, unit: chars}
encoders: hash
budgets: 60
"""


def writing(home, prices=(1_000.0, 1_000.0)):
    """Surroundings whose strategies may ask a model."""

    def model(name):
        return load_model(name, home=home, input_price=prices[0], output_price=prices[1]) if name != "none" else None

    around = replace(surroundings(), model=model)

    def tools(load):
        cache = ReplyCache(home, "contexts")
        return replace(around_tools(load), writer=lambda name: ContextWriter(name, lambda: load(name), cache))

    around_tools = around.tools
    return replace(around, tools=tools)


@pytest.fixture
def endpoint():
    with FakeEndpoint([Say("It is about upkeep.", usage=(100, 10))]) as found:
        yield found


def test_what_is_to_be_written_is_counted_without_a_call(place, tmp_path, endpoint):
    file = plan_file(place, WRITTEN.replace("MODEL", f"m@{endpoint.base_url}"))
    configurations, around = expand(file), writing(tmp_path)
    asked = load_asked(file.plan, around, place)
    assert context_models(configurations) == (f"m@{endpoint.base_url}",)
    found = context_calls(asked.corpus.documents, configurations, around.tools(around.writer))
    assert found is not None and found.new > 4 and found.cost > 0 and not endpoint.requests
    assert context_calls(asked.corpus.documents, configurations[-1:], around.tools(around.writer)) is None


def test_what_contexts_cost_counts_towards_the_limit_of_money(place, tmp_path, endpoint):
    text = WRITTEN.replace("MODEL", f"m@{endpoint.base_url}")
    whole = swept(place, tmp_path / "whole", text, writing(tmp_path / "one"))
    calls = len(endpoint.requests)
    assert whole.spent == pytest.approx(calls * 0.11) and len(whole.of_state("confirmed")) == 3
    limited = swept(place, tmp_path / "out", text + "limits: {money: 0.25}\n", writing(tmp_path / "two"))
    assert limited.spent == pytest.approx(3 * 0.11), "no call after the one that reached the limit"
    assert all("limit of US$ 0.25" in fate.reason for fate in limited.of_state("not done"))
    assert not limited.of_state("failed")


def test_a_limit_of_money_needs_the_prices_of_those_who_write(place, tmp_path, endpoint):
    text = WRITTEN.replace("MODEL", f"m@{endpoint.base_url}") + "limits: {money: 1}\n"
    with pytest.raises(SettingError, match="needs the prices"):
        swept(place, tmp_path / "out", text, writing(tmp_path, (None, None)))
    assert not endpoint.requests
