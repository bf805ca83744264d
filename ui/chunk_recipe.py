"""What one side of the Chunks page shows, and how an address writes it: a strategy with its values, or a collection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from urllib.parse import quote, unquote

from chunking_strategies import STRATEGIES, chunk_spec
from core.errors import SettingError
from core.parameters import Value, parameters_of, parse_parameters
from core.types import ChunkSpec

COLLECTION = "collection:"
_SAFE = "-_.:/ "


@dataclass(frozen=True, slots=True)
class Recipe:
    """`name` is that of a strategy, or with `built` that of a collection, which has no values of its own here."""

    name: str
    values: Mapping[str, Value] = field(default_factory=dict)
    built: bool = False

    @property
    def option(self) -> str:
        """The one name that stands for it in a list of strategies and collections."""
        return f"{COLLECTION}{self.name}" if self.built else self.name

    def spec(self) -> ChunkSpec:
        """The checked spec of a strategy. Raises SettingError in the reader's words."""
        return chunk_spec(self.name, self.values)

    def telling(self) -> dict[str, Value]:
        """The values that are not the strategy's own defaults, and the sizes."""
        defaults = {knob.name: knob.default for knob in parameters_of(STRATEGIES[self.name].params)}
        always = ("chunk_size", "overlap")
        return {name: value for name, value in self.values.items() if name in always or value != defaults.get(name)}


def recipe_of(spec: ChunkSpec) -> Recipe:
    """The recipe that a spec came from."""
    return Recipe(spec.strategy, {name: value for name, value in spec.parameters if name != "version"})


def recipe_of_option(option: str, values: Mapping[str, Value] | None = None) -> Recipe:
    """A strategy or collection as a list names it."""
    if option.startswith(COLLECTION):
        return Recipe(option.removeprefix(COLLECTION), built=True)
    return Recipe(option, dict(values or {}))


def written(recipe: Recipe) -> str:
    """For an address: `fixed-size,chunk_size=60,overlap=10`, or `collection:NAME`."""
    if recipe.built:
        return recipe.option
    told = (f"{name}={quote(_worded(value), safe=_SAFE)}" for name, value in sorted(recipe.telling().items()))
    return ",".join([recipe.name, *told])


def read(text: str) -> Recipe:
    """The recipe of an address, its values filled up. Raises SettingError where it names none."""
    if text.startswith(COLLECTION):
        return recipe_of_option(text)
    name, *pairs = text.split(",")
    if name not in STRATEGIES:
        raise SettingError(f"There is no strategy {name!r}.")
    given = {key: unquote(value) for key, _, value in (pair.partition("=") for pair in pairs)}
    params = parse_parameters(STRATEGIES[name].params, given, f"the strategy {name}")
    return Recipe(name, asdict(params))


def like(recipe: Recipe, name: str) -> Recipe:
    """Another strategy with the same unit, size and overlap, so that the two can be compared."""
    shared = {key: value for key, value in recipe.values.items() if key in ("chunk_size", "overlap", "unit")}
    return replace(recipe, name=name, values=shared, built=False)


def in_words(spec: ChunkSpec) -> str:
    """A strategy with its sizes; the strategy itself may be gone."""
    values = dict(spec.parameters)
    label = STRATEGIES[spec.strategy].label if spec.strategy in STRATEGIES else spec.strategy
    return f"{label}, {values['chunk_size']} {values['unit']}, overlap {values['overlap']}"


def _worded(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
