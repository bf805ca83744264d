"""The scenarios by name, and how one is written: NAME or NAME:RATE. What they do to passages is in shown.py."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.errors import SettingError
from core.registry import Registry

AS_RETRIEVED = "as-retrieved"
_RATES = (0.25, 0.5)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of failure; where it is mixed in, at a rate: the share of the passages shown."""

    name: str
    label: str
    summary: str
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind at its rate, 0 where it has none."""

    kind: str
    rate: float = 0.0

    @property
    def name(self) -> str:
        """As it is written on the command line."""
        return f"{self.kind}:{self.rate:g}" if KINDS[self.kind].mixed else self.kind


KINDS: Registry[Kind] = Registry(
    "scenario",
    {
        kind.name: kind
        for kind in (
            Kind("unanswerable", "Unanswerable", "Questions that nothing in the corpus answers, as they are."),
            Kind("withheld", "Evidence withheld", "Passages with evidence are left out, and the next ones move up."),
            Kind("contradicting", "Contradicted", "Copies of the evidence with another number or name mixed in.", True),
            Kind("noisy", "Noise", "Passages about something else take the place of those without evidence.", True),
        )
    },
)


def scenarios_of(written: Iterable[str]) -> tuple[Scenario, ...]:
    """The scenarios of NAME, NAME:0.5 or NAME:50%, in order; a mixed kind without a rate at 25 and at 50 %.

    Raises SettingError for an unknown name, or a rate that is none or does not belong there.
    """
    found: dict[Scenario, None] = {}
    for text in written:
        name, _, rate = text.partition(":")
        kind = KINDS[name]
        if not kind.mixed and rate:
            raise SettingError(f"scenario {kind.name} takes no rate, but is given {rate!r}: leave it out.")
        rates = (_rate(text, rate),) if rate else _RATES if kind.mixed else (0.0,)
        found.update(dict.fromkeys(Scenario(kind.name, one) for one in rates))
    return tuple(found)


def _rate(text: str, written: str) -> float:
    try:
        rate = float(written.removesuffix("%")) / (100 if written.endswith("%") else 1)
    except ValueError:
        rate = -1.0
    if not 0 < rate <= 1:
        raise SettingError(f"scenario {text!r}: the rate is a share above 0 and at most 1, such as 0.5 or 50%.")
    return rate
