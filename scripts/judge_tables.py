"""The tables of docs/local_judge.md, from the file of coefficients: run with --write after training.

Unlike train_local_judge.py, computes nothing: figures and reliability stand in local_judge.json.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from evaluation.judges.local_model import coefficients

PAGE = Path(__file__).parent.parent / "docs" / "local_judge.md"
_END = "<!-- end of table -->"
_SHOWN = ("relevance", "utilization", "completeness")
_PROBABILITIES = ("relevant", "relevant_to_question", "utilized", "supported", "adherence")
_TENTHS = 10


def renewed(page: str) -> str:
    """The page with each table between its marks replaced."""
    for name, table in tables().items():
        begin = f"<!-- {name}: generated -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(_END)
        page = f"{before}{begin}\n{table}\n{_END}{after}"
    return page


def tables() -> dict[str, str]:
    """The tables by name."""
    figures: Mapping[str, Any] = coefficients().training["figures"]
    return {
        "by question": _errors(figures["meaning"]["by_question"]),
        "by subset": _errors(figures["meaning"]["by_subset"]),
        "by wording": _wording(figures["wording"]),
        "reliability": _reliability(figures["meaning"]["reliability"]),
    }


def _errors(figures: Mapping[str, Any]) -> str:
    pairs = " | ".join(f"{name} | constant" for name in _SHOWN)
    rows = [f"| | records | {pairs} | relevance to the question | AUROC of unsupported |", "|---" * 10 + "|"]
    for name, one in figures.items():
        cells = [f"{one[metric]:.3f} | {one[f'{metric}_constant']:.3f}" for metric in _SHOWN]
        area = f"{one['unsupported_auroc']:.3f}"
        if name == "all":
            area += f" (mean of subsets {_mean_area(figures):.3f})"
        told = " | ".join([*cells, f"{one['relevance_to_question']:.3f}", area])
        rows.append(f"| {name} | {one['records']:,} | {told} |")
    return "\n".join(rows)


def _wording(figures: Mapping[str, Any]) -> str:
    rows = [f"| | {' | '.join(_SHOWN)} | relevance to the question | AUROC, mean of subsets |", "|---" * 6 + "|"]
    for kind, told in (("by_question", "over questions"), ("by_subset", "left-out subsets")):
        whole = figures[kind]["all"]
        cells = [f"{whole[metric]:.3f}" for metric in (*_SHOWN, "relevance_to_question")]
        rows.append(f"| {told} | {' | '.join(cells)} | {_mean_area(figures[kind]):.3f} |")
    return "\n".join(rows)


def _mean_area(figures: Mapping[str, Any]) -> float:
    return fmean(one["unsupported_auroc"] for name, one in figures.items() if name != "all")


def _reliability(bins: Mapping[str, list[list[float]]]) -> str:
    told = {name: {round(row[0] * _TENTHS): row for row in bins[name]} for name in _PROBABILITIES}
    heads = " | ".join(name.replace("_", " ") for name in _PROBABILITIES)
    rows = [f"| probability | {heads} |", "|---" * (len(_PROBABILITIES) + 1) + "|"]
    for tenth in range(_TENTHS):
        found = [told[name].get(tenth) for name in _PROBABILITIES]
        cells = " | ".join(f"{row[3]:.2f} ({row[1]:,.0f})" if row else "" for row in found)
        rows.append(f"| {tenth / _TENTHS:.1f} to {(tenth + 1) / _TENTHS:.1f} | {cells} |")
    return "\n".join(rows)


def main() -> None:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="replace the tables in docs/local_judge.md")
    if parser.parse_args().write:
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print("\n\n".join(tables().values()))


if __name__ == "__main__":
    main()
