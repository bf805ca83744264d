"""One cell of a table, named by place, row and column. Unlike number.py, the words of the question are the table's."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from evaluation.questions.material import Material
from evaluation.questions.strata.candidate import Candidate, Dropped, passage, spread
from evaluation.questions.strata.cells import Cell, Table, asked, cells_of, tables_of


def propose(material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """Cells in random order. A question that fits two cells of the corpus is dropped."""
    found: list[Cell] = []
    for table in tables_of(material):
        for cell in cells_of(table) if isinstance(table, Table) else [table]:
            if isinstance(cell, Dropped):
                yield cell
            else:
                found.append(cell)
    questions = Counter(asked(material.languages[cell.document.id], cell) for cell in found)
    for cell in spread(found, lambda cell: cell.document.id, draw):
        question = asked(material.languages[cell.document.id], cell)
        if questions[question] > 1:
            yield Dropped("the same names lead to two cells")
        else:
            yield Candidate(question, cell.value, (passage(cell.document, cell.line),))
