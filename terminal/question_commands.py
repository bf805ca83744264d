"""questions lint, drift and generate: question sets as material. Unlike cli.py's evaluate, no collection is needed."""

from __future__ import annotations

from typing import Annotated

import typer

from core.counted import counted
from core.files import write_atomic
from terminal import options
from terminal.output import say, show
from terminal.progress import follow, note, warn
from terminal.requests import environment, output_file, writing_model

app = typer.Typer(
    help="Check question sets, follow them through changed documents, and make them from documents.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

QuestionFile = Annotated[
    str,
    typer.Argument(
        metavar="QUESTIONS", help="A .csv or .jsonl file, saved:NAME, sample:NAME, or ragbench:SUBSET[:SPLIT]."
    ),
]
TableFile = Annotated[str | None, typer.Option("--out", metavar="FILE.csv", help="Also write the table to this file.")]
Asking = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="A language model: local, NAME@BASE_URL or NAME@PROVIDER. Without one, none is asked.",
    ),
]


@app.command()
def lint(
    questions: QuestionFile,
    data: options.Data,
    model: Asking = None,
    out: TableFile = None,
    as_json: options.Json = False,
) -> None:
    """Find what is wrong with a question set: lost, doubtful or repeated evidence, questions asked twice or copied.

    With --model, also the questions that the model answers without any document. Exits 0 whatever is found.
    """
    given = environment()
    from corpus.load import load
    from corpus.questions import load_rows
    from evaluation.questions.easy import expected, with_easy
    from evaluation.questions.lint import lint as lint_questions
    from evaluation.questions.tables import findings_csv
    from generation.reply_cache import ReplyCache
    from terminal.question_reports import lint_json, lint_lines

    path = output_file(out, inputs=[questions, data]) if out is not None else None
    asked = writing_model(model, given) if model is not None else None
    corpus = load(data, ragbench=given.ragbench, limit_mb=given.max_upload_mb, questions=questions, home=given.home)
    warn(corpus.notices)
    rows = load_rows(questions, corpus.documents, ragbench=given.ragbench, home=given.home)
    report = lint_questions(rows, corpus.documents)
    if asked is not None:
        cache = ReplyCache(given.home, "unaided_answers")
        note(expected(rows, asked, cache).sentence)
        report = follow(with_easy(report, rows, asked, cache))
    if path is not None:
        write_atomic(path, findings_csv(report))
        note(f"Wrote {counted(len(report.findings), 'finding')} to {path}.")
    show(as_json, lint_json(report), lint_lines(report))


@app.command()
def drift(
    questions: QuestionFile,
    data: options.Data,
    out: TableFile = None,
    fix: Annotated[
        str | None,
        typer.Option("--fix", metavar="FILE.jsonl", help="Write the questions with the proposed places to this file."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Say which evidence still stands after documents changed, which moved or changed, and which is gone.

    What changed is written by --fix as it now reads, and its question tagged evidence-changed; what is gone is kept as
    it was, and its question tagged evidence-gone.
    """
    given = environment()
    from corpus.load import load
    from corpus.question_writing import write_questions
    from corpus.questions import load_rows
    from evaluation.questions.drift import drift as drift_of
    from evaluation.questions.drift import fixed
    from evaluation.questions.tables import drift_csv
    from terminal.question_reports import drift_json, drift_lines

    read = [questions, data]
    path = None if out is None else output_file(out, inputs=read)
    target = None if fix is None else output_file(fix, "--fix", inputs=read, others=[path] if path else [])
    corpus = load(data, ragbench=given.ragbench, limit_mb=given.max_upload_mb, questions=questions, home=given.home)
    warn(corpus.notices)
    rows = load_rows(questions, corpus.documents, ragbench=given.ragbench, home=given.home)
    warn(rows.problems)
    found = drift_of(rows.rows, corpus.documents)
    if path is not None:
        write_atomic(path, drift_csv(found))
    show(as_json, drift_json(found), drift_lines(found))
    if target is not None:
        write_questions(target, fixed(rows.rows, found))
        (note if as_json else say)(f"Wrote {counted(len(rows.rows), 'question')} to {target}.")


@app.command()
def generate(
    data: options.Data,
    out: Annotated[str, typer.Option("--out", metavar="FILE.jsonl", help="The question file to write.")],
    count: Annotated[int, typer.Option("--count", metavar="N", help="How many questions.")] = 50,
    strata: Annotated[
        str | None,
        typer.Option(
            "--strata",
            metavar="NAME[,NAME...]",
            help="Kinds of questions, in equal parts: table-cell, boundary, heading, number, unanswerable (all).",
        ),
    ] = None,
    model: Asking = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another number, other questions.")] = 0,
    as_json: options.Json = False,
) -> None:
    """Make questions from documents by templates, or with --model in a language model's words.

    Evidence is exact. Every question is tagged unreviewed: read them before you rely on them. A model is asked about
    at most twice as many places as there are questions wanted; what it quotes has to stand in the document.
    """
    given = environment()
    from corpus.load import load
    from corpus.question_rows import row_of
    from corpus.question_writing import write_questions
    from evaluation.questions.generate import generate as generate_questions
    from evaluation.questions.rewritten import expected, places, rewrite
    from generation.reply_cache import ReplyCache
    from terminal.question_reports import generated_json, generated_lines

    path = output_file(out, inputs=[data])
    names = [name.strip() for name in strata.split(",") if name.strip()] if strata else []
    asked = writing_model(model, given) if model is not None else None
    corpus = load(data, ragbench=given.ragbench, limit_mb=given.max_upload_mb, home=given.home)
    warn(corpus.notices)
    if asked is None:
        made = generate_questions(corpus.documents, count, names, seed)
        questions, notes, dropped = made.questions, made.notes, made.dropped
    else:
        wanted, cache = places(corpus.documents, count, names, seed), ReplyCache(given.home, "questions")
        note(expected(wanted, asked, cache).sentence)
        written = follow(rewrite(wanted, count, asked, cache))
        questions, notes, dropped = written.questions, written.notes, {"model": written.failed}
    write_questions(path, map(row_of, questions))
    for remark in notes:
        note(f"Note: {remark}.")
    show(as_json, generated_json(questions, dropped, path), generated_lines(questions, path))
