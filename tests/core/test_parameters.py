"""Parameters read from classes, values parsed and refused in words; names looked up."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from core.errors import SettingError
from core.parameters import knob, parameters_of, parse_parameters
from core.registry import Registry


@dataclass(frozen=True)
class Tea:
    minutes: int = knob(3, label="Minutes", help="How long.", low=1, high=10)
    sugar: float = knob(0.5, label="Sugar", help="Spoons.", low=0, high=1_000_000)
    milk: bool = knob(False, label="Milk", help="With milk.")
    kind: str = knob("green", label="Kind", help="Which.", choices=("green", "black"))
    fat: int = knob(3, label="Fat", help="Percent.", when=("milk", True))
    steeps: int = knob(1, label="Steeps", help="How often.", unless=("kind", "black"))


def test_a_class_describes_its_parameters() -> None:
    assert [(each.name, each.kind) for each in parameters_of(Tea)] == [
        ("minutes", "int"),
        ("sugar", "float"),
        ("milk", "bool"),
        ("kind", "choice"),
        ("fat", "int"),
        ("steeps", "int"),
    ]


def test_strings_become_values() -> None:
    assert parse_parameters(Tea, {"minutes": "4", "sugar": "1", "milk": "yes", "kind": "black"}, "tea") == Tea(
        4, 1.0, True, "black"
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"minutes": 0}, "minutes must be at least 1, but is 0"),
        ({"minutes": 11}, "minutes must be at most 10"),
        ({"sugar": 2_000_000}, "sugar must be at most 1,000,000, but is 2000000"),
        ({"minutes": 2.5}, "must be a whole number"),
        ({"minutes": True}, "must be a whole number"),
        ({"sugar": "nan"}, "must be a number"),
        ({"milk": "perhaps"}, "must be true or false"),
        ({"kind": "red"}, "must be one of green, black"),
        ({"lemon": 1}, "tea has no parameter 'lemon'. It takes minutes, sugar, milk, kind"),
        ({"fat": 1}, "fat has no effect unless milk is True: leave it out"),
        ({"kind": "black", "steeps": 2}, "steeps has no effect unless kind is not black: leave it out"),
    ],
)
def test_what_cannot_be_is_refused_in_words(values: dict[str, object], words: str) -> None:
    with pytest.raises(SettingError, match=words):
        parse_parameters(Tea, values, "tea")


def test_a_registry_answers_unknown_names_with_the_known_ones() -> None:
    registry = Registry("tea", {"earl-grey": 1, "sencha": 2})
    assert registry["Earl_Grey"] == 1 and "earl_grey" in registry and list(registry) == ["earl-grey", "sencha"]
    with pytest.raises(SettingError, match=r"tea 'senha' is not known\. Did you mean sencha\?"):
        registry["senha"]
