"""What the address of the Chunks page says. Unlike address.py, which reads and writes it, knows what it means."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

from ui import address


@dataclass(frozen=True, slots=True)
class Address:
    """What picks the view. `data` and `collection` name the documents, `left` and `right` the recipes, `at` a place in
    the document whose chunk is shown; empty is the usual.
    """

    data: str = ""
    collection: str = ""
    document: str = ""
    questions: str = ""
    left: str = ""
    right: str = ""
    view: str = ""
    part: str = ""
    at: str = ""


_NAMES = tuple(each.name for each in fields(Address))


def arrived() -> Address | None:
    """The address that the reader came by, once; None while it is what the page itself has written."""
    given = address.arrived("chunks", _NAMES)
    return None if given is None else Address(**{name: values[-1] for name, values in given.items()})


def write(view: Address) -> None:
    """Make the browser's address that of the view."""
    address.write("chunks", {name: (value,) for name, value in asdict(view).items() if value}, _NAMES)


def number(text: str) -> int | None:
    """A whole number of an address that is not negative; None for all else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None
