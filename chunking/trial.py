"""A strategy tried on awkward texts before it may index anything. Unlike the engine's checks, no document is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from chunking.engine import Cut, cut
from chunking.strategy import Note, Piece, SizeParameters, Split, Strategy
from chunking.tools import Tools
from core.errors import ChunkTraceError, SettingError, StrategyError
from core.rulers import Ruler
from core.types import ChunkSpec, Document

_SIZES = ((2, 1), (16, 0), (16, 8), (120, 60))

# What real files hold and what splitters stumble over.
TEXTS: Mapping[str, str] = {
    "blank.txt": " \n\t\u00a0\u200b\n",
    "one-character.txt": "x",
    "prose.txt": (
        "Dr. Lee paid 3.50 euros. It was fine; she said so.\n\nThe second paragraph is longer, and it goes on for a "
        "while before it ends. It ends here.\n\n\n  An indented one.\n"
    ),
    "line-ends.txt": "Para one.\r\n\r\nPara two.\r\rPara three.\n\f\nPara four. \t ",
    "repeats.txt": "echo echo echo echo\n\necho echo " * 8,
    "long-run.txt": "z" * 900,
    "emoji.txt": "Rate: \U0001f9ea猫 ok 👨‍👩‍👧 and 🇩🇪 flags e\u0301 end a\u200bb \u200b c\ufeffd",
    "chinese.txt": "今天下雨。我们留在家里！你来吗？好的。" * 12,
    "markdown.md": (
        "Notice first.\n\n# One\nBody of one.\n\n## Two\n```python\n# not a heading\nx = 1\n```\n\n"
        "| Item | Qty |\n|---|---|\n| a | 1 |\n| b | 2 |\n\n- first\n- second\n  - nested\n"
    ),
    "table.csv": 'id,note\n1,"line a\nline b"\n2,ok\n3,"say ""hi"", then"\n',
    "broken.csv": 'a,b\n1,"oops\n2,x\n3,y\n',
}


def breach(strategy: Strategy, tools: Tools) -> str:
    """What is wrong with a strategy, in one line that names the law and the place; empty where nothing is.

    Each text is cut twice at several sizes: the laws must hold, and the cuts must be the same. Raises
    ChunkTraceError where the trial could not be held, for want of a model for example.
    """
    documents = [Document.from_text(text, name) for name, text in TEXTS.items()]
    bounded = replace(strategy, split=_bounded(strategy))
    for params in _settings(strategy):
        problems = (_problem(document, bounded, params, tools) for document in documents)
        first = next(filter(None, chain([_unprepared(strategy, documents, params, tools)], problems)), "")
        if first:
            tried = f"chunk size {params.chunk_size} and overlap {params.overlap}"
            return f"{first} (In a trial on built-in texts, with {tried}.)"
    return ""


def _settings(strategy: Strategy) -> Iterator[SizeParameters]:
    """Its defaults, and small sizes, except those that it refuses: these are never given to it."""
    yield strategy.params()
    for size, overlap in _SIZES:
        try:
            yield strategy.params(chunk_size=size, overlap=overlap)
        except SettingError:
            continue


def _unprepared(strategy: Strategy, documents: Sequence[Document], params: SizeParameters, tools: Tools) -> str:
    if strategy.prepare is None:
        return ""
    try:
        for _ in strategy.prepare(documents, params, tools):
            pass
    except ChunkTraceError:
        raise
    except Exception as error:  # a user's code may fail in any way
        return f"The strategy {strategy.name} fails to prepare the documents ({_told(error)})."
    return ""


def _problem(document: Document, strategy: Strategy, params: SizeParameters, tools: Tools) -> str:
    spec = ChunkSpec(strategy.name, ())

    def once() -> Cut:
        return cut(document, strategy, params, spec, tools)

    try:
        if once().chunks != once().chunks:
            return f"{document.name}: the strategy {strategy.name} breaks the law of same input, same chunks."
    except StrategyError as error:
        return str(error)
    except ChunkTraceError:
        raise
    except Exception as error:  # a user's code may fail in any way
        return f"{document.name}: the strategy {strategy.name} fails ({_told(error)})."
    return ""


def _told(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _bounded(strategy: Strategy) -> Split:
    """The strategy's split, stopped where it yields anything else than pieces and notes, or more than can be right."""

    def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
        most = 2 * len(document.text) + 2  # starts must increase, so more pieces than characters are too many
        for count, found in enumerate(strategy.split(document, params, ruler, tools), start=1):
            if not isinstance(found, Piece | Note):
                kind = type(found).__name__
                raise StrategyError(f"{document.name}: the strategy {strategy.name} yields a {kind}, not a Piece.")
            if count > most:
                raise StrategyError(
                    f"{document.name}: the strategy {strategy.name} breaks the law of progress: it yields more "
                    "pieces than the text has characters."
                )
            yield found

    return split
