"""How fast chunks become vectors: this project's encoder and its one pass, against the library's encode by default.

python -m benchmarks.encode [DATA ...] [--chunks N] [--size CHARACTERS] [--encoder NAME] [--repeat N] [--onnx]

DATA is as on the command line (default: the bundled samples). The ways take turns, and the least of each one's
processor seconds counts, so that what else the machine does weighs on none of them alone. Peak is the fastest product
of two large matrices of float32 in the same rounds; the share of it is what the model's own products need by count.
--onnx also exports the model and runs it by ONNX Runtime, where the packages onnx and onnxscript are installed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.apart import processor_seconds
from chunking_strategies import chunk_spec
from config import settings
from core.types import Document
from corpus.load import load
from corpus.samples import samples
from embedding.encoder import Vectors
from embedding.transformer import TransformerEncoder, load_encoder
from embedding.windows import states_of
from retrieval.chunked import chunk_corpus, finished

_SIDE = 1536
_BATCH = 16


@dataclass(slots=True)
class Way:
    """One way to read texts of so many word pieces: how, and its processor seconds so far; `vectors` of its last turn,
    None where it gives states of pieces instead.
    """

    pieces: Sequence[int]
    work: Callable[[], Vectors | None]
    seconds: list[float] = field(default_factory=list)
    vectors: Vectors | None = None

    def turn(self) -> None:
        """Do it once more."""
        self.seconds.append(processor_seconds(self._kept))

    def _kept(self) -> None:
        self.vectors = self.work()


def main() -> None:
    """Print the table, and write it as JSON below the state directory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", metavar="DATA")
    parser.add_argument("--chunks", type=int, default=5000)
    parser.add_argument("--size", type=int, default=800)
    parser.add_argument("--encoder", default="minilm")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--onnx", action="store_true")
    given = parser.parse_args()
    encoder = load_encoder(given.encoder, settings().home)
    documents, texts = texts_of(given.data, given.size, given.chunks)
    model = library(encoder)
    ways = ways_of(encoder, model, documents, texts)
    with TemporaryDirectory() as folder:
        if given.onnx:
            ways["onnx runtime"] = Way(lengths(encoder, texts), by_onnx(model, texts, Path(folder)))
        peaks = []
        for _ in range(given.repeat):
            peaks.append(peak())
            for way in ways.values():
                way.turn()
    kind = precision(model)
    print(f"{len(texts):,} chunks of up to {given.size} characters; {given.encoder}, here multiplied in {kind}")
    rows = [
        row(name, way, ways["library, default"], multiplied(encoder, model, way.pieces), max(peaks))
        for name, way in ways.items()
    ]
    print(f"{'way':<18}{'ratio':>8}{'pieces/s':>10}{'least cosine':>14}{'of peak':>9}")
    for one in rows:
        print(shown(one))
    out = settings().home / "benchmarks" / "encode.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    asked = {"chunks": len(texts), "size": given.size, "encoder": given.encoder, "data": given.data}
    machine = {"precision": kind, "peak": max(peaks)}
    out.write_text(json.dumps({**asked, **machine, "rows": rows}, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def texts_of(data: Sequence[str], size: int, number: int) -> tuple[list[Document], list[str]]:
    """Beginnings of documents, and the texts of chunks from all over them: about as many characters of both."""
    names = data or [f"sample:{each.name}" for each in samples()]
    corpora = [load(name) for name in names]
    spec = chunk_spec("recursive", {"chunk_size": size, "overlap": 0, "unit": "chars"})
    chunks = [chunk for corpus in corpora for chunk in finished(chunk_corpus(corpus, spec)).chunks]
    step = max(1, len(chunks) // number)
    texts = [chunk.text for chunk in chunks[::step]][:number]
    documents = [document for corpus in corpora for document in corpus.documents]
    share = sum(map(len, texts)) / sum(len(document.text) for document in documents)
    return [Document.from_text(each.text[: round(share * len(each.text))]) for each in documents], texts


def ways_of(
    encoder: TransformerEncoder, model: Any, documents: Sequence[Document], texts: Sequence[str]
) -> dict[str, Way]:
    """The library with its defaults, the encoder as builds use it, and the pass that late vectors come from."""

    def by_library() -> Vectors:
        found = model.encode(list(texts), show_progress_bar=False)
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    def by_one_pass() -> None:
        for _, _, blocks in states_of(encoder, (encoder.pieces(document.text) for document in documents)):
            for _ in blocks:
                pass

    encoder.encode_documents(["to load it"])
    read = lengths(encoder, texts)
    return {
        "library, default": Way(read, by_library),
        "chunktrace": Way(read, lambda: encoder.encode_documents(texts)),
        "one pass": Way([len(encoder.pieces(document.text)) for document in documents], by_one_pass),
    }


def by_onnx(model: Any, texts: Sequence[str], folder: Path) -> Callable[[], Vectors]:
    """The same weights exported, run by ONNX Runtime in batches by length."""
    import onnxruntime
    import torch

    given = {name: torch.ones(2, 8, dtype=torch.long) for name in ("input_ids", "attention_mask")}
    torch.onnx.export(
        model[0].auto_model,
        kwargs=given,
        f=str(folder / "model.onnx"),
        input_names=list(given),
        output_names=["states"],
        dynamic_shapes={name: {0: "texts", 1: "pieces"} for name in given},
        dynamo=True,
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    return lambda: averaged(session, model, texts)


def averaged(session: Any, model: Any, texts: Sequence[str]) -> Vectors:
    """Mean-pooled unit vectors by an ONNX session."""
    order = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
    vectors = np.empty((len(texts), model.get_embedding_dimension()), dtype=np.float32)
    for start in range(0, len(order), _BATCH):
        places = order[start : start + _BATCH]
        own = [texts[place] for place in places]
        limit = model.max_seq_length
        read = model.tokenizer(own, padding=True, truncation=True, max_length=limit, return_tensors="np")
        mask = read["attention_mask"].astype(np.int64)
        (states,) = session.run(["states"], {"input_ids": read["input_ids"].astype(np.int64), "attention_mask": mask})
        means = (states * mask[:, :, None]).sum(axis=1)
        vectors[places] = means / np.linalg.norm(means, axis=1, keepdims=True)
    return vectors


def library(encoder: TransformerEncoder) -> Any:
    """The library's model, from the same files, on the processor."""
    import transformers
    from sentence_transformers import SentenceTransformer

    transformers.utils.logging.disable_progress_bar()
    return SentenceTransformer(str(encoder.folder), local_files_only=True, device="cpu")


def precision(model: Any) -> str:
    """The numbers in which the encoder multiplies on this machine."""
    from embedding.packed import packed

    way = packed(model)
    return str(way.precision).removeprefix("torch.") if way else "the library's own numbers"


def lengths(encoder: TransformerEncoder, texts: Sequence[str]) -> list[int]:
    """Word pieces that are read of each text."""
    return [min(count, encoder.spec.max_pieces) for count in encoder.count_pieces(texts)]


def multiplied(encoder: TransformerEncoder, model: Any, pieces: Sequence[int]) -> float:
    """Multiplications and additions of the model's products: four by the width, two by the inner width, attention."""
    config, limit = model[0].auto_model.config, encoder.spec.max_pieces
    width, inner = config.hidden_size, config.intermediate_size
    each = (count * (4 * width * width + 2 * width * inner) + 2 * count * min(count, limit) * width for count in pieces)
    return 2.0 * config.num_hidden_layers * sum(each)


def peak() -> float:
    """Multiplications and additions a processor second in a product of two large matrices, best of some."""
    import torch

    left, right = torch.randn(_SIDE, _SIDE), torch.randn(_SIDE, _SIDE)
    return 2.0 * _SIDE**3 / min(processor_seconds(lambda: left @ right) for _ in range(8))


def row(name: str, way: Way, base: Way, products: float, most: float) -> dict[str, Any]:
    """Figures of a way; the ratio is by word pieces a second, and the cosine to the base's vectors."""
    seconds, other = min(way.seconds), min(base.seconds)
    cosine = None
    if way.vectors is not None and base.vectors is not None:
        cosine = float((way.vectors * base.vectors).sum(axis=1).min())
    return {
        "way": name,
        "ratio": (sum(way.pieces) / seconds) / (sum(base.pieces) / other),
        "pieces_a_second": sum(way.pieces) / seconds,
        "least_cosine": cosine,
        "share_of_peak": products / seconds / most,
        "processor_seconds": way.seconds,
    }


def shown(figures: Mapping[str, Any]) -> str:
    """A line of the table."""
    cosine = "" if figures["least_cosine"] is None else f"{figures['least_cosine']:.6f}"
    return (
        f"{figures['way']:<18}{figures['ratio']:>8.2f}{figures['pieces_a_second']:>10,.0f}{cosine:>14}"
        f"{figures['share_of_peak']:>9.0%}"
    )


if __name__ == "__main__":
    main()
