"""The kinds of questions that templates make. A new one is a file in this folder and a line here."""

from __future__ import annotations

from core.registry import Registry
from evaluation.questions.finding import UNANSWERABLE
from evaluation.questions.strata import boundary, heading, number, table_cell, unanswerable
from evaluation.questions.strata.candidate import Candidate, Dropped, Stratum

__all__ = ["STRATA", "Candidate", "Dropped", "Stratum"]

STRATA: Registry[Stratum] = Registry(
    "stratum",
    {
        stratum.name: stratum
        for stratum in (
            Stratum("table-cell", "Table cell", "One cell, named by place, row and column.", table_cell.propose),
            Stratum("boundary", "Across a boundary", "Two neighboring sentences, both needed.", boundary.propose),
            Stratum("heading", "Heading only", "The question's words stand in the heading alone.", heading.propose),
            Stratum("number", "Number", "A number with its unit in running text.", number.propose),
            Stratum(UNANSWERABLE, "Unanswerable", "Nothing in the corpus answers it.", unanswerable.propose),
        )
    },
)
