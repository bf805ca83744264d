"""The README's table of strategies, generated from the registry: run with --write after adding a strategy."""

from __future__ import annotations

import argparse
from pathlib import Path

from chunking.strategy import SizeParameters
from chunking_strategies import STRATEGIES
from core.parameters import parameters_of

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "<!-- strategies: generated -->", "<!-- end of strategies -->"
_SHARED = {each.name for each in parameters_of(SizeParameters)}


def table() -> str:
    """One Markdown row a strategy: name, what it does, its unit, its own parameters."""
    rows = ["| strategy | what it does | good for | sizes in | own parameters |", "|---|---|---|---|---|"]
    for part in STRATEGIES.values():
        if part.version:
            continue  # a user's own
        own = ", ".join(f"`{each.name}`" for each in parameters_of(part.params) if each.name not in _SHARED) or "–"
        unit = {"chars": "characters"}.get(part.unit, part.unit)
        rows.append(f"| `{part.name}` | {part.summary} | {part.best_for} | {unit} | {own} |")
    return "\n".join(rows)


def renewed(readme: str) -> str:
    """The README with the table between its two marks replaced."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def main() -> None:
    """Print the table, or write it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace the table in README.md")
    if parser.parse_args().write:
        README.write_text(renewed(README.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(table())


if __name__ == "__main__":
    main()
