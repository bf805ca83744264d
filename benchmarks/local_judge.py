"""The local judge on subsets that it was not trained on, beside a constant and the published judges.

python -m benchmarks.local_judge [SOURCE ...] [--encoder NAME|none] [--out FILE.json]

For each subset, models are trained on all others, at every step. Relevance, utilization and completeness are root mean
square errors, and "unsupported" is the area under the ROC curve of finding answers with an unsupported sentence. The
constant is the subset's own mean. Differences of squared errors to the constant come with a paired bootstrap interval
over records. SOURCE is as in scripts/train_local_judge.py.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from config import settings
from corpus.ragbench_records import RagbenchRecord
from evaluation.judges.examples import SCORES, Examples
from evaluation.judges.figures import auroc, rmse
from evaluation.judges.training import Predicted, leave_out
from scripts.train_local_judge import default_sources, modes, read, sources_of

_RESAMPLES = 2000
_SEED = 20240711
# Published scores by the data set's columns; adherence is turned so that more means unsupported.
_PUBLISHED: Mapping[str, Mapping[str, str]] = {
    "gpt-3.5": {
        "relevance": "gpt3_context_relevance",
        "utilization": "gpt35_utilization",
        "unsupported": "gpt3_adherence",
    },
    "ragas": {"relevance": "ragas_context_relevance", "unsupported": "ragas_faithfulness"},
    "trulens": {"relevance": "trulens_context_relevance", "unsupported": "trulens_groundedness"},
}
Values = NDArray[np.float64]


def main() -> None:
    """Train, compare, print the table and write it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", metavar="SOURCE")
    parser.add_argument("--encoder", default="minilm", help="a bundled name, a folder or a hub name; none for wording")
    parser.add_argument("--out", type=Path, default=settings().home / "benchmarks" / "local_judge.json")
    given = parser.parse_args()
    records, subsets, files = read([one for text in given.sources or default_sources() for one in sources_of(text)])
    mode, examples, _ = modes(records, given.encoder)[-1]
    predicted = leave_out(examples, np.array(subsets))
    table = {name: row(records, examples, predicted, inside) for name, inside in rows_by(subsets).items()}
    given.out.parent.mkdir(parents=True, exist_ok=True)
    value = {"mode": mode, "files": files, "left_out": table}
    given.out.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")
    for name, cells in table.items():
        print(
            f"{name:10}", *(f"{metric} {told(cell)}" for metric, cell in cells.items() if metric != "records"), sep="  "
        )
    print(f"written to {given.out}")


def rows_by(subsets: Sequence[str]) -> dict[str, NDArray[np.bool_]]:
    """Which records each row of the table is about: one subset after the other, then all."""
    names = np.array(subsets)
    return {**{name: names == name for name in dict.fromkeys(subsets)}, "all": np.ones(len(names), dtype=bool)}


def row(
    records: Sequence[RagbenchRecord], examples: Examples, predicted: Predicted, inside: NDArray[np.bool_]
) -> dict[str, Any]:
    """All figures over some records."""
    chosen = np.flatnonzero(inside)
    cells: dict[str, Any] = {"records": len(chosen)}
    for metric in SCORES:
        truth, found = examples.scores[metric][chosen], predicted.scores[metric][chosen]
        cells[metric] = {
            "local": rmse(found, truth),
            "constant": rmse(np.full(len(truth), truth.mean()), truth),
            "squared_error_minus_constant": paired((found - truth) ** 2, (truth.mean() - truth) ** 2),
            **published(records, chosen, metric, truth),
        }
    asked = predicted.scores["relevance_to_question"][chosen]
    cells["relevance_to_question"] = {"local": rmse(asked, examples.scores["relevance"][chosen])}
    unsupported = 1 - examples.adherent[chosen]
    cells["unsupported"] = {
        "local": auroc(1 - predicted.adherence[chosen], unsupported),
        "constant": 0.5,
        **published(records, chosen, "unsupported", unsupported),
    }
    return cells


def paired(one: Values, other: Values) -> dict[str, float]:
    """Mean difference of squared errors, one record a pair, with its 95 % percentile interval."""
    difference = one - other
    drawn = np.random.default_rng(_SEED).integers(len(difference), size=(_RESAMPLES, len(difference)))
    low, high = np.quantile(difference[drawn].mean(axis=1), [0.025, 0.975])
    return {"mean": float(difference.mean()), "low": float(low), "high": float(high)}


def published(
    records: Sequence[RagbenchRecord], chosen: NDArray[np.intp], metric: str, truth: Values
) -> dict[str, float | None]:
    """The judges whose scores the records hold, each over the records that have one."""
    found: dict[str, float | None] = {}
    for judge, columns in _PUBLISHED.items():
        scores = [getattr(records[at], columns[metric]) if metric in columns else None for at in chosen]
        known = np.array([score is not None for score in scores])
        if known.any():
            values = np.array([float(score) for score in scores if score is not None])
            found[judge] = auroc(1 - values, truth[known]) if metric == "unsupported" else rmse(values, truth[known])
            found[f"{judge}_records"] = int(known.sum())
    return found


def told(cell: Mapping[str, Any]) -> str:
    """The figures of a cell in a line."""
    return " ".join(f"{name} {value:.3f}" for name, value in cell.items() if isinstance(value, float))


if __name__ == "__main__":
    main()
