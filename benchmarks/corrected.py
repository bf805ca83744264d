"""How often corrected TRACe intervals hold the truth: simulated labels on RAGBench records, judged without an encoder.

python -m benchmarks.corrected FOLDER   FOLDER holds SUBSET/validation-*.parquet

The truth is the mean that the records' stored labels give. A person is simulated by those labels on sentences drawn as
evaluation/label_design.py draws them, and 2,000 such persons are asked for each line of the table.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from config import settings
from core.types import Judgement
from corpus.ragbench_records import RagbenchRecord, read_records
from evaluation.corrected import Estimate, corrected_estimate, labels_only
from evaluation.judges.local import local_judge
from evaluation.judges.stored import stored_judgement
from evaluation.label_design import METRIC_OF, prediction
from evaluation.labels import KINDS, Kind
from evaluation.records import exchange_of_record

LABELS = (25, 35, 50)
DRAWS = 2_000
SEED = 11
Pairs = list[tuple[np.ndarray, np.ndarray]]


def main() -> None:
    """Print the table and write it as JSON below the state directory."""
    folder = Path(sys.argv[1])
    by_subset = {
        subset.name: [judged for file in sorted(subset.glob("validation*")) for judged in judge_all(file)]
        for subset in sorted(folder.iterdir())
        if subset.is_dir()
    }
    by_subset["all"] = [one for judged in by_subset.values() for one in judged]
    print(
        f"{'records':<12}{'metric':<17}{'labels':>7}{'truth':>8}{'judge':>8}{'coverage':>10}{'width':>7}  labels only"
    )
    rows = []
    for name, judged in by_subset.items():
        for kind in KINDS:
            pairs = pairs_of(judged, kind)
            for number in LABELS:
                rows.append({"records": name, "metric": METRIC_OF[kind], "labels": number} | simulated(pairs, number))
                print("{records:<12}{metric:<17}{labels:>7}{truth:>8.3f}{judge:>8.3f}".format(**rows[-1]), end="")
                print("{coverage:>10.1%}{width:>7.3f}  {coverage_labels:.1%} {width_labels:.3f}".format(**rows[-1]))
    out = settings().home / "benchmarks" / "corrected.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def judge_all(file: Path) -> list[tuple[RagbenchRecord, Judgement]]:
    """The records of a file with the local judge's judgements."""
    judge = local_judge(None)
    return [
        (record, judge.assess(exchange_of_record(record), "sentence", lambda _: None)) for record in read_records(file)
    ]


def pairs_of(judged: list[tuple[RagbenchRecord, Judgement]], kind: Kind) -> Pairs:
    """By record: stored labels as 0 or 1 and the judge's predictions, both (sentences of the record,)."""
    pairs = []
    for record, judgement in judged:
        exchange, stored = exchange_of_record(record), stored_judgement(record)
        keys = list((exchange.response or {}) if kind == "supported" else exchange.context)
        unsupported = record.unsupported_response_sentence_keys or ()
        yes = set(stored.relevant if kind == "relevant" else stored.utilized)
        labels = [float(key not in unsupported if kind == "supported" else key in yes) for key in keys]
        predicted = [prediction(judgement, kind, key) for key in keys]
        if keys and None not in predicted:
            pairs.append((np.array(labels), np.array(predicted, dtype=float)))
    return pairs


def simulated(pairs: Pairs, number: int) -> dict[str, float]:
    """Coverage and mean width of both intervals over the simulated persons."""
    generator = np.random.default_rng(SEED)
    truth = float(np.mean([labels.mean() for labels, _ in pairs]))
    judge = float(np.mean([predicted.mean() for _, predicted in pairs]))
    both: list[tuple[Estimate, Estimate]] = []
    for _ in range(DRAWS):
        drawn = []
        for record in generator.integers(len(pairs), size=number):
            labels, predicted = pairs[record]
            place = generator.integers(len(labels))
            drawn.append((labels[place], predicted[place]))
        said, predictions = np.array(drawn).T
        both.append((corrected_estimate(said, predictions, judge), labels_only(said)))
    found: dict[str, float] = {"truth": truth, "judge": judge}
    for suffix, estimates in (("", [one for one, _ in both]), ("_labels", [other for _, other in both])):
        found["coverage" + suffix] = float(np.mean([one.low <= truth <= one.high for one in estimates]))
        found["width" + suffix] = float(np.mean([one.high - one.low for one in estimates]))
    return found


if __name__ == "__main__":
    main()
