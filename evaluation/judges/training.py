"""The local judge, trained on examples. Unlike fitting.py, knows what is fitted on what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.judges.examples import SCORES, Examples
from evaluation.judges.features.words import Features, Values
from evaluation.judges.fitting import Matrix, Rows, Rowwise, cutoff, fit_head, fit_spread, folds
from evaluation.judges.local_model import Head, Model
from evaluation.judges.local_scores import Chances, adherence_features, completeness_features

Mask = NDArray[np.bool_]
LEVEL = 0.9
FOLDS, INNER_FOLDS = 5, 3
# Ridge penalties, chosen by cross-validation over questions: few claims are unsupported, so support needs more.
PENALTY = {"context": 0.01, "supported": 0.1, "completeness": 0.02, "adherence": 0.3}


@dataclass(frozen=True, slots=True)
class Predicted:
    """What models that never saw a record say of it: by sentence (rows in the order of Examples) and by record."""

    relevant: Values
    relevant_to_question: Values
    utilized: Values
    supported: Values
    scores: dict[str, Values]
    adherence: Values


def train(examples: Examples, encoder: str | None) -> tuple[Model, Predicted]:
    """The model of all records, and what cross-validation over questions predicts of them.

    Heads of records, cutoffs and spreads are fitted on the cross-validated probabilities: those that the sentence
    heads give to their own training records are too sure.
    """
    fold = folds(examples.groups, FOLDS)
    sentences = across(examples, fold)
    everyone = np.ones(examples.count, dtype=bool)
    heads = {**sentence_heads(examples, everyone), **record_heads(examples, sentences, everyone)}
    predicted = scored(examples, sentences, fold)
    listed = {
        name: cutoff(getattr(predicted, name), float(getattr(examples, name).labels.mean()))
        for name in ("relevant", "utilized")
    }
    least = np.ones(examples.count)
    np.minimum.at(least, examples.supported.record, predicted.supported)
    listed["supported"] = cutoff(least, float(examples.adherent.mean()))
    spreads = {name: fit_spread(predicted.scores[name], examples.scores[name], LEVEL) for name in SCORES}
    return Model(encoder, heads, listed, spreads), predicted


def leave_out(examples: Examples, subsets: NDArray[np.str_]) -> Predicted:
    """What models trained on all other subsets say of each subset; they saw nothing of it at any step."""
    inner, whole = folds(examples.groups, INNER_FOLDS), None
    for name in dict.fromkeys(subsets):
        out = subsets == name
        sentences = across(examples, np.where(out, INNER_FOLDS, inner), hidden=out)
        part = scored(examples, sentences, out.astype(np.intp))
        whole = part if whole is None else _joined(examples, whole, part, out)
    if whole is None:
        raise ValueError("no records")
    return whole


def _joined(examples: Examples, whole: Predicted, part: Predicted, out: Mask) -> Predicted:
    """The whole, with the part's predictions for the records `out`."""
    shown, said = out[examples.relevant.record], out[examples.supported.record]
    return Predicted(
        relevant=np.where(shown, part.relevant, whole.relevant),
        relevant_to_question=np.where(shown, part.relevant_to_question, whole.relevant_to_question),
        utilized=np.where(shown, part.utilized, whole.utilized),
        supported=np.where(said, part.supported, whole.supported),
        scores={name: np.where(out, part.scores[name], values) for name, values in whole.scores.items()},
        adherence=np.where(out, part.adherence, whole.adherence),
    )


def sentence_heads(examples: Examples, records: Mask) -> dict[str, Head]:
    """The heads of sentences, fitted on the chosen records."""
    relevant = examples.relevant.of(records)
    asked = Rowwise(
        relevant.names[: examples.asked], relevant.features[:, : examples.asked], relevant.labels, relevant.record
    )
    return {
        "relevant": fit_head(relevant, PENALTY["context"]),
        "relevant_to_question": fit_head(asked, PENALTY["context"]),
        "utilized": fit_head(examples.utilized.of(records), PENALTY["context"]),
        "supported": fit_head(examples.supported.of(records), PENALTY["supported"], stretch=True),
    }


def across(examples: Examples, fold: Rows, hidden: Mask | None = None) -> dict[str, Values]:
    """Probabilities by sentence head, each from heads that were fitted on the other folds, never on hidden records."""
    seen = np.ones(examples.count, dtype=bool) if hidden is None else ~hidden
    found = {name: np.zeros(len(examples.relevant.labels)) for name in ("relevant", "relevant_to_question", "utilized")}
    found["supported"] = np.zeros(len(examples.supported.labels))
    for left_out in np.unique(fold):
        heads = sentence_heads(examples, (fold != left_out) & seen)
        for name, head in heads.items():
            rows = examples.supported if name == "supported" else examples.relevant
            out = fold[rows.record] == left_out
            columns = {feature: rows.features[out, at] for at, feature in enumerate(rows.names)}
            found[name][out] = head.probability(columns)
    return found


def record_heads(examples: Examples, sentences: dict[str, Values], records: Mask) -> dict[str, Head]:
    """The heads of records, fitted on the chosen ones from probabilities of their sentences."""
    complete, adherent = record_rows(examples, sentences)
    return {
        "completeness": fit_head(complete.of(records), PENALTY["completeness"]),
        "adherence": fit_head(adherent.of(records), PENALTY["adherence"], stretch=True),
    }


def record_rows(examples: Examples, sentences: dict[str, Values]) -> tuple[Rowwise, Rowwise]:
    """One row a record: for completeness, and for adherence."""
    shown, said = examples.relevant, examples.supported
    starts = [np.searchsorted(rows.record, np.arange(examples.count + 1)) for rows in (shown, said)]
    complete, adherent = [], []
    for at in range(examples.count):
        here = slice(starts[0][at], starts[0][at + 1])
        found = dict(zip(shown.names, shown.features[here].T.astype(float), strict=True))
        asked, relevant, used = (sentences[name][here] for name in ("relevant_to_question", "relevant", "utilized"))
        complete.append(completeness_features(found, relevant, used))
        here = slice(starts[1][at], starts[1][at + 1])
        chances = Chances(relevant, asked, used, sentences["supported"][here])
        found = dict(zip(said.names, said.features[here].T.astype(float), strict=True))
        adherent.append(adherence_features(found, chances))
    everyone = np.arange(examples.count)
    return (
        Rowwise(tuple(complete[0]), _rows(complete), examples.scores["completeness"], everyone),
        Rowwise(tuple(adherent[0]), _rows(adherent), examples.adherent, everyone),
    )


def scored(examples: Examples, sentences: dict[str, Values], fold: Rows) -> Predicted:
    """Scores by record from probabilities of sentences; heads of records are fitted on the other folds."""
    shown = examples.relevant.record
    complete, adherent = record_rows(examples, sentences)
    found = {"completeness": np.zeros(examples.count), "adherence": np.zeros(examples.count)}
    for left_out in np.unique(fold):
        heads, out = record_heads(examples, sentences, fold != left_out), fold == left_out
        for name, rows in (("completeness", complete), ("adherence", adherent)):
            columns = {feature: rows.features[out, at] for at, feature in enumerate(rows.names)}
            found[name][out] = heads[name].probability(columns)
    scores = {
        "relevance": _means(sentences["relevant"], shown),
        "utilization": _means(sentences["utilized"], shown),
        "completeness": found["completeness"],
        "relevance_to_question": _means(sentences["relevant_to_question"], shown),
    }
    return Predicted(**sentences, scores=scores, adherence=found["adherence"])


def _rows(features: Sequence[Features]) -> Matrix:
    return np.array([[float(value[0]) for value in one.values()] for one in features], dtype=np.float32)


def _means(values: Values, record: Rows) -> Values:
    return np.asarray(np.bincount(record, values) / np.bincount(record), dtype=np.float64)
