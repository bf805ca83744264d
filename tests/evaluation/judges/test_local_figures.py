"""What the local judge reaches on labelled RAGBench records, beside the constant that a peer must beat.

Needs the labelled data beside the repository. The sample is every fourth validation record.
"""

from __future__ import annotations

import time

import numpy as np
import pytest

from corpus.ragbench_records import read_records
from evaluation.judges import make_judge
from evaluation.records import exchange_of_record


@pytest.fixture(scope="module")
def scored(shared):
    files = sorted((shared / "data" / "ragbench").glob("*/validation-*.parquet"))
    records = [record for file in files for record in read_records(file)][::4]
    judge = make_judge("local")
    started = time.process_time()
    judgements = [judge.assess(exchange_of_record(record), "sentence", lambda _: None) for record in records]
    return records, judgements, (time.process_time() - started) / len(records)


def rmse(one, other):
    return float(np.sqrt(np.mean((np.array(one) - np.array(other)) ** 2)))


@pytest.mark.slow
def test_by_wording_alone_it_beats_a_constant(scored):
    records, judgements, seconds = scored
    for name, stored in (("utilization", "utilization_score"), ("relevance", "relevance_score")):
        truth = [getattr(record, stored) for record in records]
        estimate = [judgement.scores[name] for judgement in judgements]
        constant = rmse(truth, np.mean(truth))
        assert rmse(estimate, truth) < constant * (0.9 if name == "utilization" else 1.02)
    assert seconds < 0.3


@pytest.mark.slow
def test_its_probability_ranks_unsupported_answers_lower(scored):
    records, judgements, _ = scored
    adherent = np.array([record.adherence_score for record in records])
    probability = np.array([judgement.scores["adherence_probability"] for judgement in judgements])
    ours, theirs = probability[adherent], probability[~adherent]
    auroc = np.mean(ours[:, None] > theirs) + 0.5 * np.mean(ours[:, None] == theirs)
    assert auroc > 0.68
