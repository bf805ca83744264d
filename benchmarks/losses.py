"""Why each strategy loses evidence on the bundled samples. Unlike the tests: every strategy, sample and question.

python -m benchmarks.losses [SAMPLE ...]   all samples by default, with the bundled MiniLM

For each strategy and sample: lost characters by cause, at k = 5 and within 1,024 tokens, whether the causes add up to
what was lost, and how many questions could not be explained. contextual-retrieval describes chunks by their outline, so
that no language model is asked.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from chunking_strategies import STRATEGIES, chunk_spec
from config import settings
from core.counted import counted
from core.events import Finished
from core.tokens import use_ranks_from
from core.types import RetrievalSpec
from corpus.load import load
from corpus.questions import sample_questions
from corpus.samples import samples
from embedding.encoder import Encoder
from embedding.transformer import load_encoder
from evaluation.causes import CAUSES
from evaluation.copies import where_returned
from evaluation.evidence import passages_of, recall, returned_by
from evaluation.loss_tables import loss_record
from evaluation.losses import explain
from evaluation.scene import Scene, as_it_is
from retrieval.build import build
from retrieval.chunked import finished
from retrieval.collections import open_collection

RETRIEVALS = (RetrievalSpec(k=5), RetrievalSpec(token_budget=1024))


def main() -> None:
    """Print a table a sample, and write everything as JSON below the state directory."""
    home = settings().home
    use_ranks_from(home)
    encoder = load_encoder("minilm", home)
    started, rows = time.perf_counter(), []
    for name in sys.argv[1:] or [sample.name for sample in samples()]:
        print(f"\n{name}\n{'strategy':<24} {'returned':<12} {'lost of evidence':>18}  {'  '.join(CAUSES)}", flush=True)
        for strategy in STRATEGIES:
            for row in measured(name, strategy, encoder, home):
                rows.append(row)
                print(told(row), flush=True)
    sums, unexplained = [row["sums_to_all"] for row in rows], sum(len(row["failed"]) for row in rows)
    print(f"\n{sum(sums)} of {len(sums)} reports add up to 100 % of what was lost")
    print(f"{counted(unexplained, 'question')} could not be explained; {time.perf_counter() - started:,.0f} s")
    out = home / "benchmarks" / "losses.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print(f"written to {out}")


def measured(name: str, strategy: str, encoder: Encoder, home: Path) -> Iterator[dict[str, Any]]:
    """The loss record of each retrieval, over one collection."""
    corpus = load(f"sample:{name}")
    values = {"model": "outline"} if strategy == "contextual-retrieval" else {}
    built = next(
        e.result for e in build(corpus, chunk_spec(strategy, values), encoder, home) if isinstance(e, Finished)
    )
    with closing(open_collection(built.collection, home)) as collection:
        asked = sample_questions(name, corpus.documents)
        for spec in RETRIEVALS:
            retrieval = replace(spec, mode=collection.card.default_retriever)
            started = time.perf_counter()
            report = finished(explain(collection, encoder, asked.questions, retrieval, asked.unplaced))
            record = loss_record(report)
            lost = lost_apart(Scene(collection, encoder, retrieval), asked.questions)
            by_cause = sum(row["characters"] for row in record["causes"]) - record["characters_in_no_document"]
            yield {
                "sample": name,
                "strategy": strategy,
                "retriever": retrieval.mode,
                "returned": f"{retrieval.token_budget} tokens" if retrieval.token_budget else f"k = {retrieval.k}",
                "seconds": round(time.perf_counter() - started, 2),
                "sums_to_all": by_cause == report.characters == lost,
                "notes": Counter(loss.note.split(",")[-1] for loss in report.losses if "rank" not in loss.note[:4]),
                **record,
            }


def lost_apart(scene: Scene, questions: Any) -> int:
    """Lost characters as evidence recall has them, found without the loss report."""
    lost = 0.0
    for question in questions:
        if wanted := passages_of(question.evidence):
            searched = as_it_is(question, scene)
            placed = where_returned(question.evidence, searched.hits, searched.returnable, scene.ground.documents)
            size = len({(name, at) for name, span in wanted for at in range(*span)})
            lost += size * (1 - recall(passages_of(placed), returned_by(searched.hits)))
    return round(lost)


def told(row: dict[str, Any]) -> str:
    """One line of the table."""
    shares = "  ".join(f"{cause['share'] or 0:>{max(6, len(cause['cause']))}.1%}" for cause in row["causes"])
    lost = f"{row['lost_characters']:,} of {row['evidence_characters']:,}"
    return (
        f"{row['strategy']:<24} {row['returned']:<12} {lost:>18}  {shares}  {'' if row['sums_to_all'] else 'WRONG SUM'}"
    )


if __name__ == "__main__":
    main()
