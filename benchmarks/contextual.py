"""Whether contexts in front of chunks help retrieval: fixed-size chunks with a model's, with an outline, and plain.

python -m benchmarks.contextual [FOLDER] [--model MODEL] [--chunk-size N]   samples, and the shortest texts of FOLDER

The questions are those of the bundled samples; the texts of FOLDER only stand beside them. What a model wrote is kept
in the state directory, so that a run which was stopped goes on and the next one makes no call.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chunking_strategies import chunk_spec, expected_calls, local_tools, prepare
from config import settings
from core.events import Finished
from core.types import ChunkSpec, RetrievalSpec
from corpus.load import load
from corpus.questions import load_questions
from corpus.samples import SAMPLES, questions_file
from corpus.types import Corpus
from embedding.encoder import Encoder
from embedding.transformer import load_encoder
from evaluation.compare import compare
from evaluation.judges.ready import judge_of
from evaluation.run import evaluate
from evaluation.runs import LoadedRun
from evaluation.summary import summarize
from retrieval.build import build
from retrieval.collections import open_collection

OTHERS = 12
MEASURED = ("evidence_recall", "evidence_precision", "hit", "mrr")


def main() -> None:
    """Print calls, times and the comparison, and write them as JSON below the state directory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", help="texts that stand beside the samples")
    parser.add_argument("--model", default="local")
    parser.add_argument("--chunk-size", type=int, default=512)
    parser.add_argument("--budget", type=int, default=2048)
    given = parser.parse_args()
    out = settings().home / "benchmarks" / "contextual"
    corpus, encoder = corpus_of(given.folder), load_encoder("minilm", settings().home)
    sizes = {"chunk_size": given.chunk_size, "overlap": 0}
    specs = {
        "plain": chunk_spec("fixed-size", sizes),
        "outline": chunk_spec("contextual-retrieval", sizes),
        given.model: chunk_spec("contextual-retrieval", {**sizes, "model": given.model}),
    }
    print(f"{len(corpus.documents)} documents, {sum(len(each.text) for each in corpus.documents):,} characters")
    rows = []
    plain: dict[str, LoadedRun] = {}
    retrievals = {"5 chunks": RetrievalSpec(k=5), f"{given.budget} tokens": RetrievalSpec(token_budget=given.budget)}
    for name, spec in specs.items():
        written = write(corpus, spec) if name == given.model else None
        build_collection(corpus, spec, encoder, out)
        for label, retrieval in retrievals.items():
            run = measure(corpus, spec, encoder, retrieval, out)
            rows.append(row(label, name, plain.setdefault(label, run), run))
    result = {"sizes": sizes, "documents": len(corpus.documents), "writing": written, "rows": rows}
    (out / "contextual.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out / 'contextual.json'}")


def corpus_of(folder: str | None) -> Corpus:
    """The sample documents, then the shortest of the folder's."""
    samples = load(str(SAMPLES / "documents")).documents
    others = sorted(load(folder).documents if folder else (), key=lambda document: len(document.text))[:OTHERS]
    return Corpus("contextual", (*samples, *others))


def write(corpus: Corpus, spec: ChunkSpec) -> dict[str, Any]:
    """Have the contexts written, then count again: the calls before and after, and what became of the chunks."""
    tools = local_tools()
    before = expected_calls(corpus.documents, spec, tools)
    assert before is not None
    print(before.sentence, flush=True)
    started = time.perf_counter()
    for event in prepare(corpus.documents, spec, tools):
        if event.done % 10 == 0:
            print(f"{event.stage} {event.done} of {event.total}, {time.perf_counter() - started:,.0f} s", flush=True)
    seconds = time.perf_counter() - started
    after = expected_calls(corpus.documents, spec, local_tools())
    assert after is not None
    print(f"{seconds:,.0f} s. Again: {after.sentence}", flush=True)
    return {"before": asdict(before), "after": asdict(after), "seconds": seconds}


def build_collection(corpus: Corpus, spec: ChunkSpec, encoder: Encoder, out: Path) -> None:
    """Build it, or find it built, and say what there is to say about it."""
    built = _result(build(corpus, spec, encoder, out, _name(spec)))
    for remark in (*built.notes, *built.warnings):
        print(f"  {spec.strategy}: {remark}", flush=True)


def measure(corpus: Corpus, spec: ChunkSpec, encoder: Encoder, retrieval: RetrievalSpec, out: Path) -> LoadedRun:
    """The run of the sample questions on the collection of a spec; only its scores are kept."""
    asked = load_questions(str(questions_file()), corpus.documents).questions
    judge = judge_of("gold", None, settings().home)
    with closing(open_collection(_name(spec), out)) as collection, TemporaryDirectory() as folder:
        return _result(evaluate(collection, encoder, asked, retrieval, judge, None, Path(folder) / "run"))


def row(label: str, name: str, plain: LoadedRun, run: LoadedRun) -> dict[str, Any]:
    """Means with their intervals, and the difference to plain chunks over the same questions."""
    means = {each.metric: each for each in summarize(run.outcomes) if each.metric in MEASURED}
    deltas = {each.metric: asdict(each) for each in compare(plain, run).rows if each.metric in MEASURED}
    shown = []
    for metric, mean in means.items():
        delta = deltas.get(metric, {"low": None})
        known = (
            f" ({delta['delta']:+.3f}, {delta['low']:+.3f} to {delta['high']:+.3f})" if delta["low"] is not None else ""
        )
        shown.append(f"{metric} {'–' if mean.mean is None else format(mean.mean, '.3f')}{known}")
    print(f"{label:<12} {name:<8} {'  '.join(shown)}  n={next(iter(means.values())).n}", flush=True)
    return {"retrieval": label, "contexts": name, "means": {k: asdict(v) for k, v in means.items()}, "deltas": deltas}


def _name(spec: ChunkSpec) -> str:
    return f"{spec.strategy}-{spec.key}"


def _result(events: Any) -> Any:
    return next(event.result for event in events if isinstance(event, Finished))


if __name__ == "__main__":
    main()
