"""Names: readable recipes, suffixes, and any display name as a folder that is safe."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingError
from retrieval.naming import collection_name, safe_name

CHROMA = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]")


def test_a_recipe_is_the_name():
    assert collection_name("covidqa", "row-based", "mpnet") == "covidqa_row_based_mpnet"


def test_other_recipes_under_the_name_give_a_suffix():
    assert collection_name("a", "b", "c", {"a_b_c"}) == "a_b_c_2"
    assert collection_name("a", "b", "c", {"a_b_c", "a_b_c_2"}) == "a_b_c_3"


@pytest.mark.parametrize("name", ["abc", "covidqa_row_based_mpnet", "Sales-2024.v2", "123"])
def test_safe_names_stay(name):
    assert safe_name(name) == name


def test_i02_names_that_chroma_refuses(shared):
    """I02: all nine are accepted, each under a name of its own."""
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    case = next(case for case in map(json.loads, lines) if case["id"] == "I02")
    names = case["input"] if isinstance(case["input"], list) else json.loads(case["input"])
    assert len({safe_name(name) for name in names}) == len(names) == 9
    assert all(CHROMA.fullmatch(safe_name(name)) for name in names)


@pytest.mark.parametrize(
    "name", ["../../x", "/etc/x", "..\\..\\x", ".", "..", "x\0y", "CON", "con.txt", "a/b", ".locks", "x" * 400, "a..b"]
)
def test_s03_a_name_is_never_a_path(name, tmp_path):
    """S03: whatever the name says, the folder lies where collections lie."""
    folder = tmp_path / safe_name(name)
    assert folder.resolve().parent == tmp_path.resolve()
    assert safe_name(name) != name and len(folder.name) <= 100


@pytest.mark.parametrize("name", ["", "  ", "\u200b"])
def test_blank_names_are_refused(name):
    with pytest.raises(SettingError, match="needs a name"):
        safe_name(name)


@given(st.text(min_size=1), st.text(min_size=1))
def test_law_names_are_safe_stable_and_apart(left, right):
    try:
        first, second = safe_name(left), safe_name(right)
    except SettingError:
        return
    assert CHROMA.fullmatch(first) and ".." not in first and len(first) <= 100
    assert safe_name(first) == first
    assert (first == second) == (left == right)
