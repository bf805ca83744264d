"""The sections of a document: from one heading to the next, with the headings above it.

Unlike blocks, this groups; unlike section, it decides nothing about sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from chunking.blocks import Block, blocks_of
from chunking.clauses import with_clauses
from core.recent import Recent


@dataclass(frozen=True, slots=True)
class Section:
    """What one heading heads, without its subsections. `path` is the titles from the outermost heading to its own.

    `headings` are its heading and those directly above that have no text of their own; both tuples are in order,
    and only one of them may be empty.
    """

    path: tuple[str, ...]
    headings: tuple[Block, ...]
    blocks: tuple[Block, ...]

    @property
    def start(self) -> int:
        """Where its first heading begins, or its text if it has none."""
        return (self.headings or self.blocks)[0].start

    @property
    def end(self) -> int:
        """Where its text ends, or its last heading if it has none."""
        return (self.blocks or self.headings)[-1].end


def outline_of(text: str) -> list[Section]:
    """The sections in order. Front matter and the text before the first heading are sections with an empty path.

    Headings inside lists and quotes are text. Headings without text of their own belong to the section that follows.
    """
    return list(_RECENT.get(text, _outline))


def _outline(text: str) -> tuple[Section, ...]:
    return tuple(
        Section(section.path, section.headings, tuple(with_clauses(text, section.blocks)))
        for section in _sections(blocks_of(text))
    )


def _sections(blocks: Iterable[Block]) -> Iterator[Section]:
    above: list[Block] = []  # the headings that a block is under, outermost first
    headings: list[Block] = []
    body: list[Block] = []
    for block in blocks:
        if block.kind == "heading":
            if body:
                yield _section(above, headings, body)
                headings, body = [], []
            above = [heading for heading in above if heading.level < block.level] + [block]
            headings.append(block)
        elif block.kind == "front matter":
            yield _section([], [], [block])
        else:
            body.append(block)
    if headings or body:
        yield _section(above, headings, body)


def _section(above: list[Block], headings: list[Block], body: list[Block]) -> Section:
    return Section(tuple(heading.title for heading in above), tuple(headings), tuple(body))


# Blocks take more memory than their text, so fewer texts are kept than of tokens.
_RECENT: Recent[tuple[Section, ...]] = Recent(characters=4_000_000)
