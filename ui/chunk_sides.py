"""The settings of one side of the Chunks page. Unlike the sidebar, moving them cuts the text again and builds nothing.

The widgets are the truth while they are on the page; what they said last is remembered, because widgets forget.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from chunking.strategy import UNIT_NAMES, UNITS
from chunking_strategies import STRATEGIES
from core.errors import ChunkTraceError
from core.parameters import Parameter, Value, parameters_of
from core.types import ChunkSpec
from ui import forms, sidebar
from ui.chunk_recipe import COLLECTION, Recipe, recipe_of_option
from ui.literal import literal

SIDES = {"left": "A", "right": "B"}
_SIZE = ("chunk_size", "overlap", "unit")
# The longest useful sizes; a larger one that is set elsewhere widens the slider.
_LARGEST = {"chars": 4_000, "words": 800, "tokens": 1_024, "pieces": 512}
_REMEMBERED = "chunks-{}-recipe"


@dataclass(frozen=True, slots=True)
class Side:
    """`spec` is None, and `problem` says why, where the settings cannot work, and for a collection."""

    name: str
    recipe: Recipe
    spec: ChunkSpec | None = None
    problem: str = ""

    @property
    def letter(self) -> str:
        """A or B."""
        return SIDES[self.name]


def put(name: str, recipe: Recipe) -> None:
    """Set a side before its widgets are drawn."""
    st.session_state[_REMEMBERED.format(name)] = recipe
    st.session_state[f"chunks-{name}-strategy"] = recipe.option
    st.session_state[f"chunks-{name}-turn"] = st.session_state.get(f"chunks-{name}-turn", 0) + 1
    for knob in _SIZE if not recipe.built else ():
        st.session_state[f"chunks-{name}-{knob}"] = _value(recipe, knob)


def remembered(name: str) -> Recipe | None:
    """What a side showed last."""
    recipe: Recipe | None = st.session_state.get(_REMEMBERED.format(name))
    return recipe


def show(name: str, collections: Mapping[str, str], encoder: str, *, wide: bool) -> Side:
    """The widgets of one side, and what they say.

    `collections` are those of the shown documents, with their labels; a strategy that has an encoder starts from
    `encoder`.
    """
    before = remembered(name) or Recipe("recursive")
    options = [*(f"{COLLECTION}{each}" for each in collections), *STRATEGIES]
    key = f"chunks-{name}-strategy"
    if st.session_state.get(key) not in options:
        st.session_state[key] = before.option if before.option in options else "recursive"
    with st.container(border=True, key=f"chunks-{name}-settings", gap="small"):
        top, beside, *sliders = st.columns([6, 5, 7, 7]) if wide else [*st.columns([3, 2]), *st.columns(2)]
        with top:
            option = st.selectbox(
                "Strategy" if wide else f"Strategy of {SIDES[name]}",
                options,
                format_func=lambda each: _label(each, collections),
                key=key,
                persist_state="session",
            )
        recipe = recipe_of_option(str(option), before.values if before.name == option else {})
        if recipe.built:
            st.session_state[_REMEMBERED.format(name)] = recipe
            return Side(name, recipe)
        with beside:
            unit = _unit(name, before)
        sizes = {"unit": unit, **_sizes(name, before, unit, sliders)}
        with st.container(horizontal=True):
            with st.popover("More settings", key=f"chunks-{name}-more"):
                recipe = replace(recipe, values=_others(name, recipe, sizes, encoder))
            _use_button(name, recipe)
        return _checked(name, recipe)


def _checked(name: str, recipe: Recipe) -> Side:
    st.session_state[_REMEMBERED.format(name)] = recipe
    try:
        return Side(name, recipe, recipe.spec())
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return Side(name, recipe, None, str(error))


def _unit(name: str, before: Recipe) -> str:
    key = f"chunks-{name}-unit"
    st.session_state.setdefault(key, _value(before, "unit"))
    unit = st.selectbox("Unit", UNITS, format_func=UNIT_NAMES.__getitem__, key=key, persist_state="session")
    return str(unit)


def _sizes(name: str, before: Recipe, unit: str, sliders: Sequence[object]) -> dict[str, Value]:
    """Two sliders; the overlap gives way to a smaller size."""
    size_key, overlap_key = f"chunks-{name}-chunk_size", f"chunks-{name}-overlap"
    size = int(st.session_state.setdefault(size_key, _value(before, "chunk_size")))
    overlap = int(st.session_state.setdefault(overlap_key, _value(before, "overlap")))
    most = _LARGEST[unit]
    units = UNIT_NAMES[unit]
    with sliders[0]:  # type: ignore[attr-defined]
        size = st.slider(
            f"Chunk size ({units})",
            1,
            max(most, size),
            key=size_key,
            on_change=_overlap_gives_way,
            args=(size_key, overlap_key),
            help="The largest a chunk may be. Arrow keys move it by one.",
            persist_state="session",
        )
    with sliders[1]:  # type: ignore[attr-defined]
        overlap = st.slider(
            f"Overlap ({units})",
            0,
            max(most // 2, overlap),
            key=overlap_key,
            on_change=_overlap_gives_way,
            args=(size_key, overlap_key),
            help="How much of a chunk's end the next may repeat. It stays below the chunk size.",
            persist_state="session",
        )
    return {"chunk_size": size, "overlap": overlap}


def _overlap_gives_way(size_key: str, overlap_key: str) -> None:
    size, overlap = st.session_state[size_key], st.session_state[overlap_key]
    if overlap >= size:
        st.session_state[overlap_key] = size // 8


def _others(name: str, recipe: Recipe, sizes: Mapping[str, Value], encoder: str) -> dict[str, Value]:
    """The strategy's own knobs; those of a language model stay as the sidebar has them."""
    knobs = [knob for knob in parameters_of(STRATEGIES[recipe.name].params) if knob.name not in _SIZE]
    start = ({"encoder": encoder} if encoder else {}) | dict(recipe.values)
    prefix = f"chunks-{name}-{recipe.name}-{st.session_state.get(f'chunks-{name}-turn', 0)}"
    values = forms.draw(knobs, {}, prefix, start, lambda knob: _model(knob, recipe), sizes)
    if len(values) == len(sizes):
        st.caption("This strategy has no other settings.")
    return values


def _model(knob: Parameter, recipe: Recipe) -> Value:
    value = recipe.values.get(knob.name, knob.default)
    st.caption(literal(f"{knob.label}: {value}. Another one is chosen in the sidebar, where its key is asked for."))
    return value


def _use_button(name: str, recipe: Recipe) -> None:
    if st.button(
        "Use for the build",
        key=f"chunks-{name}-use",
        icon="⬅️",
        help="Puts these settings into step 2 of the sidebar, from where the collection is built.",
        on_click=sidebar.take_over,
        args=(recipe.name, recipe.values),
    ):
        st.rerun()


def _value(recipe: Recipe, knob: str) -> Value:
    """A recipe's value, or the strategy's default."""
    if knob in recipe.values:
        return recipe.values[knob]
    part = STRATEGIES[recipe.name] if recipe.name in STRATEGIES else STRATEGIES["recursive"]
    return next(each.default for each in parameters_of(part.params) if each.name == knob)


def _label(option: str, collections: Mapping[str, str]) -> str:
    if option.startswith(COLLECTION):
        return f"{collections[option.removeprefix(COLLECTION)]} (as built)"
    return STRATEGIES[option].label
