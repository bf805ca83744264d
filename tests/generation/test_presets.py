"""MODEL strings, understood or refused with the forms."""

from __future__ import annotations

import pytest

from core.errors import ModelMissing, SettingError
from generation.chat import FREE, Price
from generation.models import ExtractiveModel, load_model
from generation.presets import PRESETS, parse_model


@pytest.mark.parametrize(
    ("written", "model", "base_url"),
    [
        ("gpt-4o-mini@openai", "gpt-4o-mini", "https://api.openai.com/v1"),
        ("llama3.2@Ollama", "llama3.2", "http://127.0.0.1:11434/v1"),
        ("qwen@http://10.0.0.5:8000/v1/", "qwen", "http://10.0.0.5:8000/v1"),
        ("@cf/meta/llama-3@https://ex.test/v1", "@cf/meta/llama-3", "https://ex.test/v1"),
    ],
)
def test_endpoints(written, model, base_url):
    choice = parse_model(written)
    assert (choice.kind, choice.model, choice.base_url) == ("endpoint", model, base_url)


@pytest.mark.parametrize(
    "written", ["", "gpt-4o", "@openai", "x@", "x@nowhere", "x@localhost:1", "x@http://", "x@http://h:p"]
)
def test_other_strings_are_refused_with_the_forms(written):
    with pytest.raises(SettingError) as refusal:
        parse_model(written)
    assert "openai" in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize("address", ["https://u:p@ex.test/v1", "https://ex.test/v1?key=abc"])
def test_a_key_may_not_be_part_of_the_address(address):
    with pytest.raises(SettingError, match="CHUNKTRACE_API_KEY"):
        parse_model(f"m@{address}")


def test_where_documents_go():
    here = {name for name, preset in PRESETS.items() if preset.on_this_machine}
    assert here == {"ollama", "vllm"} == {name for name, preset in PRESETS.items() if not preset.needs_key}
    assert parse_model("local").on_this_machine and parse_model("extractive").on_this_machine
    assert not parse_model("m@groq").on_this_machine


def test_bundled_kinds(tmp_path):
    assert load_model("extractive", home=tmp_path) == ExtractiveModel()
    with pytest.raises(ModelMissing, match="make models"):
        load_model("local", home=tmp_path)


@pytest.mark.parametrize(
    ("name", "given", "price"),
    [
        ("m@ollama", None, FREE),
        ("m@ollama", 1.0, Price(1.0, 1.0)),
        ("m@http://127.0.0.1:1234/v1", None, Price()),  # may be the door to a paid service
        ("m@groq", None, Price()),
    ],
)
def test_only_presets_of_this_machine_are_free(tmp_path, name, given, price):
    model = load_model(name, home=tmp_path, api_key="k", input_price=given, output_price=given)
    assert model.price == price
