"""Scenarios over the questions of a finished run, as long work. Unlike evaluation/run.py, changes what was retrieved.

Each question is on disk before the next one begins; the same scenarios in the same folder go on where they ended, and
further ones are added. The run itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence, Set
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.counted import counted
from core.errors import ChunkTraceError, LoadError, SettingError
from core.events import Event, Finished, Progress
from core.files import write_atomic
from core.types import Question
from corpus.questions import Unplaced
from evaluation.exchange import exchange_of, keyed_response, said_in
from evaluation.journal import Journal, read_journal
from evaluation.judges.judge import Judge
from evaluation.pipeline import Pipeline
from evaluation.plans import PLAN, read_plan
from evaluation.references.correctness import Compare
from evaluation.runs import LoadedRun
from evaluation.scenarios.result import Result, of_outcome, result_from_json, result_of
from evaluation.scenarios.scenario import Scenario
from evaluation.scenarios.shown import NOISE, SYNTHETIC, covers_all, shown
from evaluation.scenarios.summary import ScenarioSummary, summarize
from evaluation.scenarios.tables import results_csv, scenarios_csv
from generation.answer import answer, answer_of

JOURNAL, SUMMARY, ANSWERS = "scenarios.jsonl", "scenarios.csv", "scenario_answers.csv"
# Raised when a scenario shows something else than before, so that old and new answers are not mixed.
_VERSION = 1


def run_scenarios(
    run: LoadedRun,
    questions: Sequence[Question],
    scenarios: Sequence[Scenario],
    pipeline: Pipeline,
    unplaced: Sequence[Unplaced] = (),
) -> Generator[Event[tuple[ScenarioSummary, ...]], None, None]:
    """Ask the run's questions again under each scenario; Finished holds the summaries, the run as retrieved first.

    A question whose evidence is all `unplaced` is not taken for one that nothing answers.

    Writes scenarios.csv and scenario_answers.csv into the run's folder. Raises SettingError without a model that
    answers, without annotated evidence, or where the folder holds scenarios of another run.
    """
    asked = _asked(run, questions, pipeline)
    journal = run.folder / JOURNAL
    kept = _resume(journal, _key_of(run.plan))
    work = [(scenario, question) for scenario in scenarios for question in _subjects(scenario, asked)]
    done = sum((scenario.name, question.id) in kept for scenario, question in work)
    yield Progress("ask under scenarios", done, len(work), f"{done} were done before" if done else "")
    with Journal(journal) as lines:
        for scenario, question in work:
            if (scenario.name, question.id) not in kept:
                kept[scenario.name, question.id] = _result(scenario, question, pipeline)
                lines.append(asdict(kept[scenario.name, question.id]))
                done += 1
                yield Progress("ask under scenarios", done, len(work), f"{scenario.name}: {question.text[:60]}")
    base = _of_run(run, asked, pipeline.judge.compare)
    results = (
        *base,
        *_unanswerable(scenarios, base, asked, {piece.question_id for piece in unplaced}),
        *(one for one in kept.values() if one.question_id in asked),
    )
    summaries = summarize(results, run.outcomes, scenarios)
    write_atomic(run.folder / ANSWERS, results_csv(results))
    write_atomic(run.folder / SUMMARY, scenarios_csv(summaries))
    yield Finished(summaries)


def check_subjects(questions: Sequence[Question]) -> None:
    """Raise SettingError where no question has the evidence that scenarios are about."""
    if not any(question.evidence for question in questions):
        raise SettingError("Scenarios need questions with annotated evidence: none of these has any.")


def check_kept(folder: Path) -> None:
    """Raise SettingError or LoadError where scenarios in the folder are not of its run, or damaged."""
    if lines := read_journal(folder / JOURNAL):
        plan = read_plan(folder) if (folder / PLAN).is_file() else {}
        _results(folder / JOURNAL, lines, _key_of(plan))


def _key_of(plan: Mapping[str, Any]) -> str:
    return f"{plan.get('key')} {_VERSION}"


def expected(run: LoadedRun, questions: Sequence[Question], scenarios: Sequence[Scenario], judge: Judge) -> str:
    """What asking would take at most, in the reader's words; the price is that of the run's answers and verdicts."""
    asked = {question.id: question for question in questions}
    number = sum(len(_subjects(scenario, asked)) for scenario in scenarios)
    costs = [outcome.answer.cost for outcome in run.outcomes if outcome.answer]
    costs += [outcome.judge_cost for outcome in run.outcomes if outcome.judge_replies]
    known = [cost for cost in costs if cost is not None]
    price = "price not known"
    if run.outcomes and len(known) == len(costs):
        each = sum(known) / len(run.outcomes)
        price = f"about US$ {each * number:,.4f}, as the run's own" if each else "free"
    verdicts = f", each judged by {judge.settings['model']}" if "model" in judge.settings else ""
    return f"Scenarios: at most {counted(number, 'more answer')}{verdicts}, {price}."


def _asked(run: LoadedRun, questions: Sequence[Question], pipeline: Pipeline) -> dict[str, Question]:
    if pipeline.model is None:
        raise SettingError("Scenarios show what a model does: name one that answers, such as --model local.")
    there = {outcome.question_id for outcome in run.outcomes}
    asked = {question.id: question for question in questions if question.id in there}
    check_subjects(list(asked.values()))
    return asked


def _subjects(scenario: Scenario, asked: dict[str, Question]) -> list[Question]:
    """Whom a scenario is about: questions with evidence. The unanswerable ones are answered in the run already."""
    return [] if scenario.kind == "unanswerable" else [question for question in asked.values() if question.evidence]


def _of_run(run: LoadedRun, asked: dict[str, Question], compare: Compare | None) -> list[Result]:
    return [
        of_outcome(outcome, asked[outcome.question_id], compare)
        for outcome in run.outcomes
        if outcome.question_id in asked
    ]


def _unanswerable(
    scenarios: Sequence[Scenario], base: Sequence[Result], asked: dict[str, Question], elsewhere: Set[str]
) -> list[Result]:
    if all(scenario.kind != "unanswerable" for scenario in scenarios):
        return []
    known = {name for name, question in asked.items() if question.evidence} | elsewhere
    found = [asdict(one) for one in base if one.question_id not in known]
    return [result_from_json({**line, "scenario": "unanswerable"}) for line in found]


def _result(scenario: Scenario, question: Question, pipeline: Pipeline) -> Result:
    """One question under one scenario; whatever fails is its reason, so that the others go on."""
    begun = Result(scenario.kind, scenario.rate, question.id, question.text)
    try:
        return _answered(begun, scenario, question, pipeline)
    except ChunkTraceError as error:
        reason = str(error)
    except Exception as error:  # a defect on one question must not cost those that are done
        reason = f"{type(error).__name__}: {error}"
    return result_from_json({**asdict(begun), "status": "failed", "reason": " ".join(reason.split())})


def _answered(begun: Result, scenario: Scenario, question: Question, pipeline: Pipeline) -> Result:
    seen = shown(question, scenario, pipeline)
    if seen.reason:
        return result_from_json({**asdict(begun), "status": "not measured", "reason": seen.reason})
    assert pipeline.model is not None
    reply = answer_of(answer(question.text, seen.hits, pipeline.model))
    judgement = pipeline.judge.assess(exchange_of(question, seen.hits, reply), pipeline.unit, lambda _: None)
    text = said_in(reply)
    answerable = covers_all(question.evidence, seen.hits)
    verdict = None
    if answerable and question.answer and pipeline.judge.compare:
        verdict = pipeline.judge.compare(question.text, question.answer, text).label
    numbers: dict[str, Any] = {
        "passages": len(seen.hits),
        "synthetic": sum(hit.score_kind in (SYNTHETIC, NOISE) for hit in seen.hits),
    }
    return result_of(
        result_from_json({**asdict(begun), **numbers}),
        question,
        text,
        list(keyed_response(reply).values()),
        answerable=answerable,
        judgement=judgement,
        judged=None if verdict is None else verdict == "correct",
        altered=seen.altered,
    )


def _resume(path: Path, plan: str) -> dict[tuple[str, str], Result]:
    """Results of an earlier start by scenario and question, without failed ones; writes the plan where none is."""
    lines = read_journal(path)
    if not lines:
        with Journal(path) as journal:
            journal.append({"plan": plan})
        return {}
    found = _results(path, lines, plan)
    return {(_name(one), one.question_id): one for one in found if one.status != "failed"}


def _results(path: Path, lines: Sequence[Mapping[str, Any]], plan: str) -> list[Result]:
    if lines[0].get("plan") != plan:
        raise SettingError(f"{path} holds scenarios of another run: delete it to begin anew.")
    found = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            found.append(result_from_json(line))
        except (TypeError, ValueError) as error:
            raise LoadError(
                f"line {number} of {path} is no result of a scenario ({error}): delete that line."
            ) from None
    return found


def _name(one: Result) -> str:
    return Scenario(one.scenario, one.rate).name
