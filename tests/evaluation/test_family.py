"""A family of runs: who is ranked, which verdicts are said and which are not."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from core.errors import SettingError
from evaluation.comparable import run_names
from evaluation.conclusions import conclusions, plain, signed
from evaluation.costs import cheaper
from evaluation.differences import margin_of
from evaluation.family import compare_family
from evaluation.leaderboard import COMPARISON_COLUMNS, LEADERBOARD_COLUMNS, comparisons_csv, leaderboard_csv
from tests.evaluation.compared import run_of

RNG = np.random.default_rng(8)
BASE = RNG.uniform(0.2, 0.7, size=80)


def moved(shift, noise=0.05, n=80):
    return list(np.clip(BASE[:n] + shift + RNG.normal(0, noise, size=n), 0, 1))


def verdict(family, name):
    return next(entry.verdict for entry in family.entries if entry.name == name)


def read(content):
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def test_a_clear_difference_is_better_and_is_first():
    family = compare_family([run_of("plain", list(BASE)), run_of("good", moved(0.2)), run_of("bad", moved(-0.15))])
    assert [entry.name for entry in family.entries] == ["good", "plain", "bad"]
    assert [verdict(family, name) for name in ("good", "plain", "bad")] == ["better", "baseline", "worse"]
    assert family.entries[0].probability_best == 1.0
    assert conclusions(family)[0].startswith("good is best (evidence recall")
    pair = family.against("good").decided
    assert pair.p_adjusted < 0.05 and pair.difference.low > 0


def test_better_needs_both_an_adjusted_p_and_an_interval():
    rows = [run_of("plain", list(BASE))] + [run_of(f"r{n}", moved(0.0, 0.2)) for n in range(6)]
    family = compare_family(rows)
    for pair in family.pairs:
        row, decided = pair.decided.difference, pair.decided
        if decided.verdict in ("better", "worse"):
            assert decided.p_adjusted < 0.05
            assert row.low is not None and row.low * row.high > 0


def test_a_small_difference_is_equivalent_and_may_be_cheaper():
    runs = [run_of("plain", list(BASE), tokens=700), run_of("lean", moved(0.0, 0.02), tokens=500)]
    assert verdict(compare_family(runs), "lean") == "equivalent and cheaper"
    assert compare_family(runs).against("lean").decided.remark == "29% fewer tokens"
    slower = [runs[0], run_of("lean", moved(0.0, 0.02), tokens=500, seconds=0.3)]
    assert verdict(compare_family(slower), "lean") == "equivalent"
    assert compare_family(slower).against("lean").decided.remark == "29% fewer tokens; 200% more seconds"


def test_a_cold_start_costs_nothing_and_searching_is_not_compared_with_answering():
    plain, lean = run_of("plain", list(BASE), tokens=700), run_of("lean", moved(0.0, 0.02), tokens=500)
    cold = replace(lean.outcomes[0], seconds={"search": 11.6})
    lean = replace(lean, outcomes=(cold, *lean.outcomes[1:]))
    family = compare_family([plain, lean])
    assert (verdict(family, "lean"), family.entries[0].costs.seconds) == ("equivalent and cheaper", 0.1)
    assert cheaper(plain, lean) == (["29% fewer tokens"], [])
    answers = run_of("answers", list(BASE), tokens=700, seconds=0.9, model="m")
    assert cheaper(plain, answers) == ([], [])


def test_what_cannot_be_told_says_how_many_questions_more():
    family = compare_family([run_of("plain", moved(0.0, n=20)), run_of("noisy", moved(0.06, 0.3, n=20))])
    assert verdict(family, "noisy").startswith("cannot tell yet: about ")
    assert read(comparisons_csv(family))[0]["more_questions"]
    assert any(
        "more questions would settle it, if the difference stays as it is" in sentence
        for sentence in conclusions(family)
    )


def test_fewer_context_tokens_are_better():
    runs = [run_of("plain", list(BASE), tokens=700), run_of("lean", moved(0.0, 0.02), tokens=500)]
    rows = read(comparisons_csv(compare_family(runs)))
    tokens = next(row for row in rows if row["metric"] == "context_tokens")
    assert (tokens["delta"], tokens["wins"], tokens["losses"]) == ("-200.0", "80", "0")
    assert (tokens["low"], tokens["high"], tokens["verdict"]) == ("-200.0", "-200.0", "better")
    assert compare_family(runs, metric="context-tokens").entries[0].name == "lean"


def test_e01_a_run_with_failed_questions_is_not_marked_best():
    a, b = run_of("A", [1.0, 0.0]), run_of("B", [1.0, 0.0], failed={1})
    family = compare_family([a, b])
    assert [(entry.name, entry.rank, entry.mean.mean, entry.mean.n) for entry in family.entries] == [
        ("A", 1, 0.5, 2),
        ("B", None, 1.0, 1),
    ]
    assert family.entries[1].remark.startswith("1 of 2 questions failed")
    assert all(entry.probability_best is None for entry in family.entries)


def test_e03_an_incomplete_run_stands_below_the_line():
    flaky = run_of("flaky", [0.9, 1.0, 0.9, 1.0, 1.0], failed={2, 3, 4})
    family = compare_family([flaky, run_of("clean", [0.6] * 5)])
    assert [(entry.name, entry.rank) for entry in family.entries] == [("clean", 1), ("flaky", None)]
    rows = read(leaderboard_csv(family))
    assert [(row["n"], row["missing"], row["questions"], row["coverage"]) for row in rows] == [
        ("5", "0", "5", "1.0"),
        ("2", "3", "5", "0.4"),
    ]
    assert conclusions(family)[0] == "Only clean can be ranked (evidence recall 0.600, 5 of 5 questions)."
    unfinished = run_of("half", [0.9] * 40, complete=False, total=80)
    family = compare_family([run_of("plain", list(BASE)), unfinished, run_of("good", moved(0.2))])
    assert family.entries[-1].remark == "unfinished: 40 of 80 questions"
    family = compare_family([run_of("plain", list(BASE)), run_of("all", moved(0.1), complete=False)])
    assert family.entries[-1].remark.startswith("unfinished: its tables are not written yet")


def test_e04_nobody_is_best_on_one_question():
    family = compare_family([run_of("one", [1.0]), run_of("two", [0.0])])
    assert verdict(family, "two") == "cannot tell: too few questions"
    assert family.entries[0].probability_best is None
    assert conclusions(family)[0].startswith("Too few questions to name a best run")
    assert any("no run is called the best" in warning for warning in family.warnings)


def test_a_few_questions_that_agree_are_not_equivalent():
    near = [0.9, 0.905, 0.9]
    pair = compare_family([run_of("a", [0.9] * 3), run_of("b", near)], metric="evidence-recall").against("b").decided
    assert pair.p_equivalent_adjusted < 0.05
    assert (pair.verdict, pair.remark) == (
        "cannot tell yet: about 7 more questions",
        "fewer than 10 questions are not called equivalent",
    )
    ten = compare_family([run_of("a", [0.9] * 12), run_of("b", near * 4)], metric="evidence-recall")
    assert verdict(ten, "b") == "equivalent"


def test_a_margin_never_holds_most_of_a_small_mean():
    assert [margin_of("evidence_precision", 0.05, base) for base in (0.8, 0.1, 0.03, 0.0)] == [0.05, 0.05, 0.015, 0.0]
    assert margin_of("severed", 0.05, 0.01) == 0.05
    low = list(RNG.uniform(0.02, 0.04, size=80))
    family = compare_family([run_of("some", low), run_of("less", [one * 0.3 for one in low])])
    assert verdict(family, "less") == "worse"
    assert family.against("less").decided.remark == ""
    assert "or 0.5 of the baseline's mean where that is less, do not matter" in family.notes[2]
    nothing = compare_family([run_of("a", [0.0] * 80), run_of("b", [0.0] * 80)])
    assert verdict(nothing, "b") == "cannot tell: the baseline's mean is 0"


def test_e19_equal_chunks_are_a_tie_without_a_winner():
    same = {"chunk_set": "same"}
    runs = [run_of(name, [0.5, 0.6] * 8, collection=same) for name in ("fixed", "recursive")]
    family = compare_family(runs)
    assert "the chunk sets of fixed (fixed) and recursive (recursive) are identical (10 chunks)" in family.warnings
    pair = family.against("recursive").decided
    assert (pair.verdict, pair.remark) == ("equivalent", "the same chunks, found in the same way: a tie")
    assert pair.difference.ties == 16
    assert conclusions(family)[0].startswith("No winner: the highest mean is shared")


def test_equal_scores_of_other_contexts_or_other_answers_are_no_tie():
    same, plain_one = {"chunk_set": "same"}, run_of("plain", [0.5] * 3, collection={"chunk_set": "same"})
    titled = run_of("titled", [0.5] * 3, collection={**same, "added": "titles"})
    assert verdict(compare_family([plain_one, titled]), "titled").startswith("cannot tell")
    answers = [run_of(name, [0.5] * 3, relevance=[0.4] * 3, collection=same, model=name) for name in ("one", "other")]
    assert verdict(compare_family(answers), "other") == "equivalent"
    judged = compare_family(answers, metric="relevance")
    assert verdict(judged, "other").startswith("cannot tell")


def test_equal_runs_are_no_reliable_choice_and_nothing_is_a_negative_zero():
    equal = compare_family([run_of(name, list(BASE)) for name in "abc"])
    assert equal.halves is None
    told = conclusions(compare_family([run_of("a", list(BASE)), run_of("b", list(BASE)), run_of("c", moved(-0.2))]))
    assert told[0].startswith("No winner")
    assert not any("splits" in sentence for sentence in told)
    zeros = [signed(value, "evidence_recall") for value in (-0.0, 0.0, -0.0004, 0.0004)]
    assert [*zeros, signed(-0.2, "context_tokens")] == ["0.000"] * 4 + ["0"]
    assert (plain(-0.0, "severed"), signed(-0.05, "hit"), signed(0.5, "hit")) == ("0.000", "\u22120.050", "+0.500")


def test_one_run_that_can_be_ranked_is_best_of_nothing():
    family = compare_family([run_of("alone", list(BASE)), run_of("half", moved(0.1), complete=False)])
    first = family.entries[0]
    assert (first.name, first.probability_best, first.verdict) == ("alone", None, "-")
    assert read(leaderboard_csv(family))[0]["probability_best"] == ""


def test_e20_the_footing_is_told_and_precision_stands_beside_recall():
    k = {"token_budget": None}
    at_k = compare_family([run_of("a", list(BASE), retrieval=k), run_of("b", moved(0.1), retrieval=k)])
    assert "all runs retrieved 5 passages a question, so that larger chunks bring more text" in at_k.headline.why
    within = compare_family([run_of("a", list(BASE)), run_of("b", moved(0.1))])
    assert "all runs retrieved within 768 tokens a question" in within.headline.why
    assert (
        "different numbers" in compare_family([run_of("a", list(BASE)), run_of("b", moved(0.1), retrieval=k)]).notes[1]
    )
    row = read(leaderboard_csv(at_k))[0]
    assert row["evidence_precision"] and row["evidence_iou"] and row["context_tokens"]


def test_e22_judged_metrics_of_other_judges_are_refused_and_evidence_is_not():
    runs = [
        run_of("one", list(BASE), relevance=list(BASE), judge={"name": "llm", "model": "m1"}),
        run_of("two", moved(0.1), relevance=moved(0.1), judge={"name": "llm", "model": "m2"}),
    ]
    family = compare_family(runs)
    assert "relevance" not in {pair.decided.difference.metric for pair in family.pairs}
    assert "Relevance is not compared: the runs differ in judge.model" in family.warnings
    assert verdict(family, "two") == "better"
    forced = compare_family(runs, metric="relevance")
    assert [entry.rank for entry in forced.entries] == [1, None]


def test_other_versions_of_the_metrics_are_not_compared():
    family = compare_family([run_of("one", list(BASE)), run_of("two", moved(0.1), metric_version=1)])
    assert [entry.rank for entry in family.entries] == [1, None]
    assert "metric_version" in family.entries[1].remark


def test_other_question_sets_are_compared_on_what_they_share_or_not_at_all():
    plain = run_of("plain", list(BASE))
    longer = run_of("longer", [*moved(0.2), 0.1, 0.1], questions={"key": "other"})
    family = compare_family([plain, longer])
    assert family.entries[0].mean.n == 80
    assert any("differ in questions.count, questions.key" in warning for warning in family.warnings)
    other = run_of("other", [None] * 3 + [0.5], questions={"key": "third"})
    other = type(other)(other.folder, other.plan, other.record, other.outcomes[3:])
    renamed = [type(one)(f"x{one.question_id}", "other?", one.status, evidence=one.evidence) for one in other.outcomes]
    family = compare_family([plain, type(other)(other.folder, other.plan, other.record, tuple(renamed))])
    assert family.entries[1].remark == "no question was measured both here and in plain"


def test_without_evidence_relevance_ranks_and_says_what_it_sees():
    answered = {"model": "m"}
    runs = [
        run_of("a", [None] * 20, relevance=list(BASE[:20]), **answered),
        run_of("b", [None] * 20, relevance=moved(0.1, n=20), **answered),
    ]
    family = compare_family(runs)
    assert family.metric == "relevance"
    assert any("with the answers in view" in warning for warning in family.warnings)
    mixed = compare_family([runs[0], run_of("b", [None] * 20, relevance=moved(0.1, n=20))], metric="relevance")
    assert "one judge saw answers, the other none" in mixed.entries[1].remark


def test_a_baseline_makes_the_family_smaller():
    runs = [run_of(f"r{n}", moved(0.02 * n)) for n in range(4)]
    assert len([p for p in compare_family(runs).pairs if p.decided.difference.metric == "evidence_recall"]) == 6
    family = compare_family(runs, baseline="r2")
    assert {(pair.base, pair.other) for pair in family.pairs} == {("r2", name) for name in ("r0", "r1", "r3")}
    assert verdict(family, "r2") == "baseline"


def test_main_effects_where_settings_vary():
    runs = [
        run_of(
            f"{strategy}-{size}",
            moved(0.15 * (strategy == "markdown") + 0.05 * (size == 512)),
            collection={"strategy": strategy, "parameters": {"chunk_size": size, "overlap": 50}},
        )
        for strategy in ("fixed", "markdown")
        for size in (256, 512)
    ]
    family = compare_family(runs)
    assert [effect.factor for effect in family.effects.effects] == ["strategy", "chunk size"]
    carrier = next(sentence for sentence in conclusions(family) if "carries" in sentence)
    assert carrier.startswith("Strategy carries") and "markdown instead of fixed makes +0.1" in carrier
    assert compare_family(runs[:2]).effects is None


def test_the_columns_are_all_there():
    family = compare_family([run_of("plain", list(BASE)), run_of("good", moved(0.2))])
    promised = ("metric", "delta", "low", "high", "p", "p_adjusted", "wins", "ties", "losses", "verdict")
    assert set(promised) <= set(COMPARISON_COLUMNS)
    row = read(comparisons_csv(family))[0]
    assert all(row[name] for name in promised)
    assert (row["base"], row["other"], row["n"]) == ("plain", "good", "80")
    board = read(leaderboard_csv(family))[0]
    assert tuple(board) == LEADERBOARD_COLUMNS
    assert (board["name"], board["strategy"], board["parameters"]) == ("good", "good", "chunk_size=512 overlap=50")
    assert leaderboard_csv(family) == leaderboard_csv(compare_family([entry.run for entry in family.entries][::-1]))


def test_what_cannot_be_compared_is_refused_in_one_line():
    plain, good = run_of("plain", list(BASE)), run_of("good", moved(0.2))
    for runs, settings, said in (
        ([plain], {}, "needs two runs"),
        ([plain, plain], {}, "The run runs/plain is given twice"),
        ([plain, good], {"baseline": "none"}, "--baseline 'none' is none of the runs"),
        ([plain, good], {"metric": "recal"}, "is not known"),
        ([plain, good], {"metric": "abstained"}, "neither direction is better"),
        ([plain, good], {"margin": 0.0}, "margin must lie between 0 and 1"),
        ([run_of("a", [None]), run_of("b", [None])], {}, "no metric in common"),
        ([run_of(n, [0.5], complete=False) for n in "ab"], {"metric": "hit"}, "None of these runs can be ranked"),
    ):
        with pytest.raises(SettingError, match=said):
            compare_family(runs, **settings)


def test_runs_of_one_name_are_told_apart_by_their_folders():
    one = run_of("same", [0.5])
    other = type(one)(one.folder.parent / "other" / "same", one.plan, one.record, one.outcomes)
    assert run_names([one, other]) == ["runs/same", "other/same"]
    assert run_names([one]) == ["same"]
