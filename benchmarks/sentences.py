"""How well and how fast sentences are found, beside libraries that do the same, on passages marked by hand.

python -m benchmarks.sentences      peers that are not installed are left out; pip install what shall be compared

Precision and recall count boundaries inside the passages; "whole" are passages without any mistake. Peers get one
paragraph at a time, as a blank line ends a sentence anyway. Those marked "told" are told each passage's language.
Speed is by processor time, the best of a few rounds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from config import ROOT, settings
from core.sentences import paragraphs, sentences
from core.spans import Span
from tests.core.labeled import Passage, passages

Cut = Callable[[str, str], list[Span]]
_REPEATS = 5
_ROUNDS = 3
PROSE = ("essay.txt", "faq.md", "handbook.txt", "manual.md")


def main() -> None:
    """Print the table and write it as JSON below the state directory."""
    marked = passages()
    prose = [(ROOT / "data" / "samples" / "documents" / name).read_text(encoding="utf-8") for name in PROSE]
    rows = []
    for name, cut in PEERS.items():
        try:
            cut("One. Two.", "en")
        except ImportError:
            print(f"{name} is not installed")
            continue
        rows.append({"library": name, **accuracy(marked, cut), **speed(marked, prose, cut)})
        print(line(rows[-1]))
    out = settings().home / "benchmarks" / "sentences.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def accuracy(marked: list[Passage], cut: Cut) -> dict[str, Any]:
    """Boundary precision, recall and F1 over all passages; whole passages, also of those held out."""
    right = found = true = 0
    whole: list[Passage] = []
    for one in marked:
        ends = one.ends_of(cut(one.text, one.language))
        right, found, true = right + len(ends & one.ends), found + len(ends), true + len(one.ends)
        whole += [one] * (ends == one.ends)
    precision, recall = right / max(1, found), right / true
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(1e-9, precision + recall),
        "whole": len(whole),
        "passages": len(marked),
        "held_out_whole": sum(one.held_out for one in whole),
        "held_out": sum(one.held_out for one in marked),
    }


def speed(marked: list[Passage], prose: list[str], cut: Cut) -> dict[str, float]:
    """MB/s of some bundled samples in English, and of the passages in all their scripts."""
    scripts = [("\n\n".join([one.text] * _REPEATS), one.language) for one in marked]
    english = [("\n\n".join([text] * _REPEATS), "en") for text in prose]
    return {"prose_mb_per_second": _rate(english, cut), "scripts_mb_per_second": _rate(scripts, cut)}


def _rate(texts: list[tuple[str, str]], cut: Cut) -> float:
    megabytes = sum(len(text.encode()) for text, _ in texts) / 1e6
    best = float("inf")
    for _ in range(_ROUNDS):
        started = time.process_time()
        for text, language in texts:
            cut(text, language)
        best = min(best, time.process_time() - started)
    return megabytes / best


def line(row: dict[str, Any]) -> str:
    """One row of the table."""
    return (
        f"{row['library']:<22} precision {row['precision']:.3f}  recall {row['recall']:.3f}  F1 {row['f1']:.3f}  "
        f"whole {row['whole']:>3} of {row['passages']} (held out {row['held_out_whole']:>2} of {row['held_out']})  "
        f"prose {row['prose_mb_per_second']:6.2f} MB/s  all scripts {row['scripts_mb_per_second']:6.2f} MB/s"
    )


def by_paragraph(ranges: Callable[[str, str], Iterable[tuple[int, int]]]) -> Cut:
    """A peer that is given one paragraph at a time."""

    def cut(text: str, language: str) -> list[Span]:
        return [
            Span(one.start + start, one.start + end)
            for one in paragraphs(text)
            for start, end in ranges(text[one.start : one.end], language)
        ]

    return cut


def located(text: str, parts: Iterable[str]) -> Iterable[tuple[int, int]]:
    """Where the parts stand that a peer gives as texts only."""
    position = 0
    for part in filter(None, map(str.strip, parts)):
        position = max(position, text.find(part, position))
        yield position, position + len(part)
        position += len(part)


def _icu(text: str, language: str) -> Iterable[tuple[int, int]]:
    from icu4py.breakers import SentenceBreaker

    return SentenceBreaker(text, "root").segments()


def _sentencex(text: str, language: str) -> Iterable[tuple[int, int]]:
    from sentencex import get_sentence_boundaries

    return [(one["start_index"], one["end_index"]) for one in get_sentence_boundaries(language, text)]


def _blingfire(text: str, language: str) -> Iterable[tuple[int, int]]:
    from blingfire import text_to_sentences_and_offsets

    return text_to_sentences_and_offsets(text)[1]


@cache
def _pysbd_segmenter(language: str) -> Any:
    from pysbd import Segmenter
    from pysbd.languages import LANGUAGE_CODES

    return Segmenter(language if language in LANGUAGE_CODES else "en", clean=False, char_span=True)


def _pysbd(text: str, language: str) -> Iterable[tuple[int, int]]:
    return [(one.start, one.end) for one in _pysbd_segmenter(language).segment(text)]


def _syntok(text: str, language: str) -> Iterable[tuple[int, int]]:
    from syntok.segmenter import analyze

    found = [list(one) for paragraph in analyze(text) for one in paragraph]
    return [(one[0].offset, one[-1].offset + len(one[-1].value)) for one in found]


def _nupunkt(text: str, language: str) -> Iterable[tuple[int, int]]:
    from nupunkt import sent_spans

    return sent_spans(text)


@cache
def _yasbd_detector(language: str) -> Any:
    from yasbd import BoundaryDetector, UnsupportedLanguageError

    try:
        return BoundaryDetector(language)
    except UnsupportedLanguageError:
        return BoundaryDetector("en")


def _yasbd(text: str, language: str) -> Iterable[tuple[int, int]]:
    return located(text, _yasbd_detector(language).segment(text))


def english(ranges: Callable[[str, str], Iterable[tuple[int, int]]]) -> Cut:
    """A peer that takes every text for English."""
    return by_paragraph(lambda text, _: ranges(text, "en"))


PEERS: dict[str, Cut] = {
    "ChunkTrace": lambda text, _: sentences(text),
    "ICU alone": by_paragraph(_icu),
    "sentencex": english(_sentencex),
    "sentencex, told": by_paragraph(lambda text, language: _sentencex(text, "en" if language == "mul" else language)),
    "yasbd": english(_yasbd),
    "yasbd, told": by_paragraph(_yasbd),
    "pysbd": english(_pysbd),
    "pysbd, told": by_paragraph(_pysbd),
    "blingfire": by_paragraph(_blingfire),
    "syntok": by_paragraph(_syntok),
    "nupunkt": by_paragraph(_nupunkt),
}

if __name__ == "__main__":
    main()
