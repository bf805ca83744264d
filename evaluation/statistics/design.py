"""Which settings differ within a family of runs, as columns of a linear model, and what that model can tell apart.

No scores here; effects.py puts them in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from evaluation.statistics.clusters import Array


@dataclass(frozen=True, slots=True)
class Term:
    """Columns of the model, one a level other than the reference; of an interaction, one a pair of such levels."""

    name: str
    levels: tuple[str, ...]
    columns: Array


@dataclass(frozen=True, slots=True)
class Design:
    """The terms whose effect can be told from all others, all columns of the model, and reasons for what cannot."""

    terms: tuple[Term, ...]
    interactions: tuple[tuple[Term, Array], ...]
    columns: Array
    refused: tuple[str, ...]


def design_of(factors: Mapping[str, Sequence[str]], reference: int) -> Design:
    """The model of a family.

    Args:
        factors: by factor, the level of each run; a factor with one level has no effect to show and is left out.
        reference: the run whose levels the others are compared with.
    """
    varying = [
        _term(name, levels, levels[reference]) for name, levels in factors.items() if len(dict.fromkeys(levels)) > 1
    ]
    runs = len(next(iter(factors.values()))) if factors else 0
    whole = _with_intercept(runs, varying)
    told: list[Term] = []
    refused = []
    for term in varying:
        if mixed := _confounded_with(term, varying, runs):
            refused.append(f"{term.name} changes together with {' and '.join(mixed)}: its effect cannot be told apart")
        else:
            told.append(term)
    interactions, missing = _interactions(told, whole)
    return Design(tuple(told), interactions, whole, tuple(refused + missing))


def _term(name: str, levels: Sequence[str], reference: str) -> Term:
    others = tuple(level for level in dict.fromkeys(levels) if level != reference)
    columns = np.array([[float(level == other) for other in others] for level in levels])
    return Term(name, others, columns)


def _confounded_with(term: Term, terms: Sequence[Term], runs: int) -> list[str]:
    """The factors without one of which the term could be told apart; empty where it can be already."""
    others = [other for other in terms if other is not term]
    if _adds(term.columns, _with_intercept(runs, others)):
        return []
    helpful = [
        gone.name
        for gone in others
        if _adds(term.columns, _with_intercept(runs, [other for other in others if other is not gone]))
    ]
    return helpful or [other.name for other in others]


def _interactions(terms: Sequence[Term], whole: Array) -> tuple[tuple[tuple[Term, Array], ...], list[str]]:
    """Products of each pair of terms, each with the columns of its model; reasons where combinations are missing."""
    found: list[tuple[Term, Array]] = []
    missing: list[str] = []
    for one, other in combinations(terms, 2):
        product = np.einsum("ri,rj->rij", one.columns, other.columns).reshape(len(whole), -1)
        if not _adds(product, whole):
            missing.append(f"whether {one.name} and {other.name} interact: not enough of their combinations were run")
            continue
        levels = tuple(f"{level} with {partner}" for level in one.levels for partner in other.levels)
        found.append((Term(f"{one.name} with {other.name}", levels, product), np.hstack([whole, product])))
    return tuple(found), missing


def _with_intercept(runs: int, terms: Sequence[Term]) -> Array:
    return np.hstack([np.ones((runs, 1)), *(term.columns for term in terms)])


def _adds(columns: Array, others: Array) -> bool:
    """Whether no combination of these columns is made of the others."""
    together = np.linalg.matrix_rank(np.hstack([others, columns]))
    return bool(together - np.linalg.matrix_rank(others) == columns.shape[1])
