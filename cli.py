"""ChunkTrace without a browser: build, ask, evaluate and score from a terminal or a script.

Commands import what they need when they run, so that help and lists are instant. With --json the last line of
standard output is one JSON value; progress, warnings and errors go to standard error.
"""

from __future__ import annotations

import sys
from contextlib import closing

import typer

from core.counted import counted
from core.errors import ChunkTraceError
from terminal import measuring_commands, options, question_commands, sweep_command
from terminal.guard import run
from terminal.output import say, show
from terminal.progress import ending_in_result, follow, note, telling, warn
from terminal.requests import environment, language_model, output_file, retrieval_spec, strategy_values

app = typer.Typer(
    help="Choose a RAG chunking strategy: build collections, ask them, and measure retrieval and answers.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.command()
def strategies(as_json: options.Json = False) -> None:
    """List the chunking strategies, your own of CHUNKTRACE_STRATEGIES included."""
    environment()
    from chunking_strategies import STRATEGIES
    from terminal.listings import strategies_json, strategies_lines

    warn(STRATEGIES.problems)
    parts = STRATEGIES.values()
    show(as_json, strategies_json(parts), strategies_lines(parts))


@app.command()
def samples(as_json: options.Json = False) -> None:
    """List the bundled samples. Each is a small corpus with questions."""
    from corpus.samples import samples as bundled
    from terminal.listings import samples_json, samples_lines

    known = bundled()
    show(as_json, samples_json(known), samples_lines(known))


@app.command()
def collections(as_json: options.Json = False) -> None:
    """List the collections, also unfinished ones."""
    from retrieval.collections import list_collections
    from terminal.listings import collections_json, collections_lines

    cards = list_collections(environment().home)
    show(as_json, collections_json(cards), collections_lines(cards))


@app.command()
def build(
    data: options.Data,
    strategy: options.StrategyName,
    chunk_size: options.ChunkSize = None,
    overlap: options.Overlap = None,
    unit: options.SizeUnit = None,
    assignments: options.Assignments = None,
    encoder: options.EncoderName = None,
    embedding: options.Embedding = "standard",
    name: options.NewName = None,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Build a collection from documents. The same recipe again does only what is new."""
    given = environment()
    from chunking_strategies import STRATEGIES, chunk_spec, expected_calls, local_tools
    from corpus.load import load
    from embedding.sources import encoder_by, remember_source
    from retrieval.build import COMPARING
    from retrieval.build import build as build_collection
    from retrieval.plan import plan
    from terminal.reports import build_json, build_lines, plan_json, plan_lines

    part = STRATEGIES[strategy]
    spec = chunk_spec(strategy, strategy_values(given, part, chunk_size, overlap, unit, assignments, encoder))
    named = encoder or given.embedding_model
    encoding = encoder_by(named, embedding, given.home)
    corpus = load(data, ragbench=given.ragbench, limit_mb=given.max_upload_mb, home=given.home)
    tools = local_tools()
    if calls := expected_calls(corpus.documents, spec, tools):
        note(calls.sentence)
    if dry_run:
        planned = plan(corpus, spec, encoding.spec, given.home, name, tools)
        warn([*corpus.notices, *planned.warnings])
        show(as_json, plan_json(planned, calls), plan_lines(planned))
        return
    remember_source(encoding.spec, named, given.home)
    built = follow(telling(COMPARING, build_collection(corpus, spec, encoding, given.home, name, tools)))
    warnings = [*corpus.notices, *built.warnings]
    warn(warnings)
    for remark in built.notes:
        note(f"Note: {remark}.")
    show(as_json, build_json(built, warnings), build_lines(built))


@app.command()
def chunks(
    data: options.Data,
    strategy: options.StrategyNames,
    out: options.ChunkFile = None,
    chunk_size: options.ChunkSize = None,
    overlap: options.Overlap = None,
    unit: options.SizeUnit = None,
    assignments: options.Assignments = None,
    encoder: options.EncoderName = None,
    report: options.ChunkReport = False,
    as_json: options.Json = False,
) -> None:
    """Write chunks to a file, without an index; with --report, say what is wrong with them, without any question.

    \b
    With --out alone, --json gives {out, documents, chunks, warnings}.
    With --report, --json gives {reports, left_out}. Each report holds
      strategy, parameters, documents, chunks, warnings, notes (what the strategy tells), reason (why it failed)
      sizes     {unit, limit, smallest, low, median, mean, high, largest}; low and high: the 5 and 95 % quantiles
      overlap   {requested, mean, pairs}: what neighbors really share, in the unit
      findings  a list of {check, label, status, reason, number, total, of, share, examples}; where status is not
                "measured", number is null and reason says why
      examples  places in the source: {document, start, end, quote, at, note}; at: where it is cut
    left_out names the strategies that `all` leaves out, because they encode or ask a model before they cut.
    """  # noqa: D301  (the help needs the character itself: it keeps the lines as they are)
    given = environment()
    from chunking_strategies import STRATEGIES, chunk_spec, expected_calls, local_tools
    from corpus.files import read_as
    from corpus.load import load
    from evaluation.doctor import examine_strategies
    from retrieval.chunked import chunk_corpus
    from terminal.chunk_file import write_chunks, written_json
    from terminal.examination import chosen_strategies, report_encoder
    from terminal.findings import findings_json, findings_lines

    path = output_file(out, inputs=[data]) if out is not None else None
    names, left_out = chosen_strategies(strategy, out, report, as_json)
    values = (chunk_size, overlap, unit, assignments, encoder)
    specs = [chunk_spec(name, strategy_values(given, STRATEGIES[name], *values)) for name in names]
    corpus = load(data, ragbench=given.ragbench, limit_mb=given.max_upload_mb, home=given.home)
    warn(corpus.notices)
    if path is not None:
        tools = local_tools()
        if calls := expected_calls(corpus.documents, specs[0], tools):
            note(calls.sentence)
        cut = follow(ending_in_result(chunk_corpus(corpus, specs[0], tools)))
        write_chunks(path, cut.chunks)
        for table in [document for document in cut.documents if "delimiter" in document.meta][:5]:  # a few tell enough
            note(f"Read {table.name} as {', '.join(read_as(table))}.")
        warn(cut.warnings)
        for remark in cut.notes:
            note(f"Note: {remark}.")
        said = f"Wrote {counted(len(cut.chunks), 'chunk')} of {counted(len(cut.documents), 'document')} to {path}."
        if report:
            say(said)
        else:
            show(as_json, written_json(path, cut, corpus.notices), said)
    if report:
        work = examine_strategies(corpus, specs, report_encoder(encoder, given))
        reports = follow(ending_in_result(work))
        if all(each.reason for each in reports):
            raise ChunkTraceError(reports[0].reason)
        warn([f"{each.spec.strategy}: {warning}" for each in reports for warning in each.warnings])
        show(as_json, {"reports": findings_json(reports), "left_out": left_out}, findings_lines(reports))


@app.command()
def history(collection: options.Shown, as_json: options.Json = False) -> None:
    """Show what each build of a collection changed."""
    from retrieval.history import history as changes_of
    from terminal.listings import history_json, history_lines

    changes = changes_of(collection, environment().home)
    show(as_json, history_json(changes), history_lines(changes))


@app.command()
def delete(collection: options.ToDelete, as_json: options.Json = False) -> None:
    """Remove a collection from disk. Its vectors stay in the cache, so that building it again is quick."""
    from retrieval.collections import delete_collection

    delete_collection(collection, environment().home)
    show(as_json, {"deleted": collection}, f"Deleted {collection}.")


@app.command()
def ask(
    question: options.Asked,
    collection: options.CollectionName,
    retriever: options.RetrieverName = None,
    k: options.K = None,
    budget: options.Budget = None,
    document_share: options.DocumentShare = None,
    model: options.Model = None,
    as_json: options.Json = False,
) -> None:
    """Answer a question from a collection. The passages that were found are shown with it."""
    given = environment()
    from generation.answer import answer, answer_of
    from retrieval.collections import find_card, open_collection
    from retrieval.search import check_query, search
    from terminal.encoders import encoder_of
    from terminal.reports import answer_json, answer_lines

    check_query(question)
    card = find_card(collection, given.home)
    spec = retrieval_spec(card, retriever, k, budget, document_share)
    answering = language_model(model, given)
    with closing(open_collection(collection, given.home)) as opened:
        hits = search(opened, encoder_of(card, spec, given.home), question, spec)
    reply = answer_of(answer(question, hits, answering, on_wait=note)) if answering else None
    show(as_json, answer_json(reply, hits), answer_lines(reply, hits))


for command in (measuring_commands.evaluate, measuring_commands.score, measuring_commands.compare, sweep_command.sweep):
    app.command()(command)
app.add_typer(question_commands.app, name="questions")

if __name__ == "__main__":
    sys.exit(run(app))
