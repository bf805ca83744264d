"""The commands that measure: evaluate a collection, score answers that exist, compare runs. cli.py has the others."""

from __future__ import annotations

from contextlib import closing

from core.counted import counted
from core.errors import SettingError
from terminal import options
from terminal.output import show
from terminal.progress import follow, note, warn
from terminal.requests import environment, language_model, output_file, output_folder, retrieval_spec, run_folder


def evaluate(
    collection: options.CollectionName,
    questions: options.Questions,
    out: options.RunFolder,
    retriever: options.RetrieverName = None,
    k: options.K = None,
    budget: options.Budget = None,
    document_share: options.DocumentShare = None,
    judge: options.RunJudge = "local",
    model: options.Model = None,
    judge_model: options.RunJudgeModel = None,
    limit: options.Limit = None,
    losses: options.Losses = None,
    scenario: options.Scenarios = None,
    repeat: options.Repeat = 5,
    label: options.LabelCount = None,
    label_kind: options.LabelKind = "relevant",
    dry_run: options.JudgeDryRun = False,
    as_json: options.Json = False,
) -> None:
    """Evaluate a collection on a question set. The same command again goes on where it was stopped."""
    given = environment()
    from evaluation.scenarios.scenario import scenarios_of
    from retrieval.collections import find_card, open_collection
    from terminal import evaluating, judging

    folder, failing = run_folder(out), scenarios_of(scenario or ())
    card = find_card(collection, given.home)
    wanted = evaluating.Wanted(
        given=given,
        folder=folder,
        spec=retrieval_spec(card, retriever, k, budget, document_share),
        answering=language_model(model, given),
        judge=judge,
        judge_model=judge_model,
        scenarios=failing,
        limit=limit,
        losses=losses,
        repeat=repeat,
        label=label,
        label_kind=label_kind,
    )
    staff = evaluating.staff_of(wanted, card)
    with closing(open_collection(collection, given.home)) as opened:
        asked = evaluating.questions_of(wanted, questions, opened)
        calls = evaluating.calls_of(wanted, staff, opened, asked)
        if dry_run:
            show(as_json, judging.calls_json(calls), judging.calls_lines(calls))
            return
        if calls:
            note(calls.sentence)
        done = evaluating.evaluated(wanted, staff, opened, asked)
    evaluating.tell(wanted, staff, done, calls, as_json=as_json)


def score(
    records: options.Records,
    out: options.ScoreFile,
    judge: options.ScoreJudge = "stored",
    unit: options.ScoreUnit = "sentence",
    model: options.JudgeModel = None,
    panel: options.PanelWanted = False,
    dry_run: options.JudgeDryRun = False,
    as_json: options.Json = False,
) -> None:
    """Score answers that exist already. Scores are TRACe, counted over sentences."""
    given = environment()
    from evaluation.judges.ready import judge_of
    from evaluation.score import score as score_records
    from terminal import judging as judges
    from terminal.record_files import KINDS, load_records
    from terminal.reports import score_lines

    if model is not None and judge != "llm":
        raise SettingError(f"--model is for the llm judge; the judge {judge} asks no model.")
    if panel:
        judges.check_panel(judge)
    path = output_file(out, inputs=[records], kinds=KINDS)
    grading = language_model(model, given) if judge == "llm" else None
    judging = None if judge == "stored" else judge_of(judge, grading, given.home)
    found = load_records(records)
    warn(found.problems)
    calls = judges.calls_of_records(found.records, grading, given)
    if dry_run:
        show(as_json, judges.calls_json(calls), judges.calls_lines(calls))
        return
    if calls:
        note(calls.sentence)
    scored = follow(score_records(found.records, judging, path, unit=unit))
    failed = sum(row.judgement.status == "failed" for row in scored)
    cautions = judges.cautions_of_records(judge, found.records, scored, grading)
    warn(cautions)
    value = {"out": str(path), "records": len(scored), "failed": failed, "cautions": cautions}
    value |= judges.calls_json(calls)
    told = f"{score_lines(scored)}\nWrote {counted(len(scored), 'row')} to {path}."
    if panel:
        compared, file = judges.write_panel(judge, found.records, scored, path)
        value, told = value | {"panel": str(file)}, f"{told}\n{judges.panel_lines(compared)}\nPanel in {file}."
    show(as_json, value, told)


def compare(
    runs: options.Runs,
    out: options.ComparisonFolder,
    baseline: options.Baseline = None,
    metric: options.Ranked = None,
    margin: options.Margin = 0.05,
    as_json: options.Json = False,
) -> None:
    """Compare runs on the questions they share: leaderboard.csv, comparisons.csv and report.html, with verdicts."""
    from evaluation.family import compare_family
    from terminal.comparing import comparison_json, comparison_lines, runs_of, write_comparison

    folder = output_folder(out)
    family = compare_family(runs_of(runs), baseline=baseline, metric=metric, margin=margin)
    write_comparison(family, folder)
    show(as_json, comparison_json(family), comparison_lines(family, folder))
