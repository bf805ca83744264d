"""Who is ahead, what to call it, and what is missing for a winner."""

from __future__ import annotations

import numpy as np

from evaluation.family import compare_family
from evaluation.leader import leader_of
from evaluation.leader_words import missing_of, title_of
from tests.evaluation.compared import run_of

RNG = np.random.default_rng(11)
BASE = RNG.uniform(0.3, 0.6, 60)


def ahead(*scores, **given):
    return leader_of(compare_family([run_of(f"r{n}", list(own)) for n, own in enumerate(scores)], **given))


def test_a_clear_winner_is_called_one():
    found = ahead(BASE, BASE + RNG.uniform(0.1, 0.3, 60))
    assert found.is_best and found.entry.name == "r1" and not found.rivals
    assert (title_of(found), missing_of(found)) == ("The winning configuration", "")


def test_a_lead_by_chance_is_no_win_and_tells_how_many_questions_would_do():
    noise = RNG.normal(0, 0.3, 60)
    found = ahead(BASE, np.clip(BASE + noise - noise.mean() + 0.02, 0, 1))
    assert found.lead == "open" and title_of(found) == "The leading configuration"
    low, high = found.more
    assert low == high > 0 and f"About {low:,} more questions would tell" in missing_of(found)


def test_equivalent_runs_need_no_more_questions():
    found = ahead(BASE, BASE + np.tile([0.003, -0.002], 30))
    assert missing_of(found) == "There is no winner: 1 other run is equivalent. The one that costs least will do."
    same = ahead(BASE, BASE)
    assert same.lead == "shared" and missing_of(same).startswith("There is no winner: other runs have the same mean.")


def test_too_few_questions_or_runs_name_nobody():
    few = ahead(BASE[:4], BASE[:4] + 0.2)
    assert few.lead == "few" and "fewer than 10 questions" in missing_of(few)
    alone = ahead(BASE, fewest=1)
    assert alone.lead == "alone" and missing_of(alone) == ""


def test_with_a_baseline_the_leader_may_not_be_compared_with_all():
    found = ahead(BASE, BASE + 0.1, BASE + RNG.uniform(0.11, 0.13, 60), baseline="r0")
    assert found.lead == "unknown" and "with the baseline only" in missing_of(found)
