"""The options of the command line, each declared once for all commands that take it. No logic here."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from core.types import Method
from terminal.requests import run_judge

Unit = Literal["chars", "words", "tokens", "pieces"]
Retriever = Literal["dense", "bm25", "hybrid", "rerank"]

Json = Annotated[bool, typer.Option("--json", help="End standard output with one line of JSON, for programs.")]

Data = Annotated[
    str,
    typer.Option(
        "--data",
        metavar="DATA",
        help="A file, a folder, saved:NAME, sample:NAME, or ragbench:SUBSET[:SPLIT] (validation).",
    ),
]
StrategyName = Annotated[
    str, typer.Option("--strategy", metavar="NAME", help="A chunking strategy; the command strategies lists them.")
]
ChunkSize = Annotated[
    int | None, typer.Option("--chunk-size", metavar="N", help="The largest a chunk may be (default: 512).")
]
Overlap = Annotated[
    int | None, typer.Option("--overlap", metavar="N", help="How much a chunk may repeat of the one before (50).")
]
SizeUnit = Annotated[
    Unit | None, typer.Option("--unit", help="What sizes count (default: the strategy's own, see strategies).")
]
Assignments = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Another parameter of the strategy; may be repeated."),
]
EncoderName = Annotated[
    str | None,
    typer.Option(
        "--encoder",
        metavar="MODEL",
        help="The embedding model: minilm (the default), mpnet, a model folder, or a hub name.",
    ),
]
Embedding = Annotated[
    Method,
    typer.Option(
        "--embedding",
        help="How vectors are made: standard encodes each chunk alone, up to the encoder's limit; late reads whole "
        "documents and takes each chunk's vector from there (late chunking), with no limit.",
    ),
]
CollectionName = Annotated[
    str, typer.Option("--collection", metavar="NAME", help="A collection; the command collections lists them.")
]
RetrieverName = Annotated[
    Retriever | None, typer.Option("--retriever", help="How passages are found (default: the collection's own).")
]
K = Annotated[int | None, typer.Option("--k", metavar="N", help="How many passages to retrieve (default: 5).")]
Budget = Annotated[
    int | None,
    typer.Option("--budget", metavar="TOKENS", help="Retrieve as many passages as fit these tokens, instead of --k."),
]
DocumentShare = Annotated[
    float | None,
    typer.Option(
        "--document-share",
        metavar="SHARE",
        help="The largest part of the passages, or of the budget, that one document may take, such as 0.5 (default: "
        "the collection's own).",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="What answers: local (the default), extractive, none, NAME@BASE_URL for an OpenAI-compatible address, "
        "or NAME@PROVIDER (openai, groq, ollama, ...). The key is read from CHUNKTRACE_API_KEY or OPENAI_API_KEY.",
    ),
]
NewName = Annotated[
    str | None, typer.Option("--name", metavar="COLLECTION", help="Its name (default: made from the recipe).")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would be kept, added and deleted.")]
ChunkFile = Annotated[
    str | None, typer.Option("--out", metavar="FILE", help="The JSONL file to write, one line a chunk.")
]
StrategyNames = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME[,NAME...]",
        help="A chunking strategy; for --report also several, or all that cut without encoding first.",
    ),
]
ChunkReport = Annotated[
    bool,
    typer.Option(
        "--report",
        help="Sizes, real overlap, what the encoder cuts off, cuts inside sentences and words, headings without their "
        "text, split tables, near-duplicates and boilerplate, with examples.",
    ),
]
ToDelete = Annotated[str, typer.Argument(metavar="COLLECTION", help="The collection to remove.")]
Shown = Annotated[str, typer.Argument(metavar="COLLECTION", help="The collection; the command collections lists them.")]
Asked = Annotated[str, typer.Argument(metavar="QUESTION", help="The question, in quotes.")]
Questions = Annotated[
    str,
    typer.Option(
        "--questions",
        metavar="QUESTIONS",
        help="A .csv or .jsonl file with question and, where known, id, answer, tags and evidence; or saved:NAME, "
        "sample:NAME or ragbench:SUBSET[:SPLIT].",
    ),
]
RunFolder = Annotated[str, typer.Option("--out", metavar="DIR", help="The folder of this run.")]
RunJudge = Annotated[
    str,
    typer.Option(
        "--judge",
        metavar="[gold|local|local-wording|llm]",
        callback=run_judge,
        help="Who judges: gold (annotated evidence), local (no language model), local-wording (and no encoder), llm "
        "(see --judge-model).",
    ),
]
RunJudgeModel = Annotated[
    str | None,
    typer.Option(
        "--judge-model",
        metavar="MODEL",
        help="The model of the llm judge, as NAME@BASE_URL or NAME@PROVIDER (default: the model that answers, which is "
        "warned of).",
    ),
]
Repeat = Annotated[
    int,
    typer.Option(
        "--repeat",
        metavar="N",
        min=0,
        help="How many questions the llm judge judges twice more, to tell its own noise; 0 is none.",
    ),
]
LabelCount = Annotated[
    int | None,
    typer.Option(
        "--label",
        metavar="N",
        min=1,
        help="Then ask you about N sentences, one at a time (y, n, skip, quit), and correct the means by what you say. "
        "Labels are kept in DIR/labels.jsonl; 25 to 50 are enough.",
    ),
]
LabelKind = Annotated[
    Literal["relevant", "utilized", "supported"],
    typer.Option("--label-kind", help="What --label asks: whether a sentence is relevant, is used, or is supported."),
]
JudgeDryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only say how often the llm judge would be asked, and at what price.")
]
PanelWanted = Annotated[
    bool,
    typer.Option(
        "--panel",
        help="Compare the judge with the records' own labels, beside a constant and the published judges; written to "
        "FILE.panel.csv and FILE.calibration.csv.",
    ),
]
Limit = Annotated[int | None, typer.Option("--limit", metavar="N", help="Only the first N questions.")]
Scenarios = Annotated[
    list[str] | None,
    typer.Option(
        "--scenario",
        metavar="NAME[:RATE]",
        help="Also ask again while retrieval fails: unanswerable, withheld, contradicting[:RATE] or noisy[:RATE]; "
        "RATE is the share of the passages shown, such as 50% (default: 25 and 50 %). May be repeated.",
    ),
]
Losses = Annotated[
    bool | None,
    typer.Option(
        "--losses/--no-losses",
        help="Say why evidence was lost, by searching again without each cause (default: where that is quick).",
    ),
]
Records = Annotated[
    str,
    typer.Argument(metavar="RECORDS", help="RAGBench-format records: a .parquet or .jsonl file, or a folder of them."),
]
ScoreFile = Annotated[str, typer.Option("--out", metavar="FILE.csv", help="The table to write, one row a record.")]
ScoreJudge = Annotated[
    Literal["stored", "local", "local-wording", "llm"],
    typer.Option(
        "--judge",
        help="Who judges: stored (the records' own labels), local, local-wording (local without its encoder), or llm "
        "(see --model).",
    ),
]
ScoreUnit = Annotated[
    Literal["sentence", "length"], typer.Option("--unit", help="What scores count: sentences, or their characters.")
]
JudgeModel = Annotated[
    str | None,
    typer.Option("--model", metavar="MODEL", help="The model of the llm judge, as NAME@BASE_URL or NAME@PROVIDER."),
]
Runs = Annotated[
    list[str],
    typer.Argument(metavar="DIR", help="Folders of runs that evaluate wrote, or a folder that holds several."),
]
Baseline = Annotated[
    str | None,
    typer.Option(
        "--baseline",
        metavar="NAME",
        help="The run to compare all others with, by its folder or collection (default: all pairs are compared).",
    ),
]
Ranked = Annotated[
    str | None,
    typer.Option(
        "--metric",
        metavar="NAME",
        help="What to rank by (default: evidence recall at an equal budget where the questions have evidence, else "
        "relevance judged without the answer).",
    ),
]
Margin = Annotated[
    float,
    typer.Option(
        "--margin",
        metavar="X",
        help="Differences below this do not matter, in the metric's unit; of counts, a share of the baseline's mean.",
    ),
]
ComparisonFolder = Annotated[
    str, typer.Option("--out", metavar="DIR", help="The folder for the tables and the report.")
]
PlanPath = Annotated[
    str | None,
    typer.Argument(
        metavar="[PLAN.yaml]",
        help="What to try: data, questions, strategies with lists of parameters, encoders, retrievers, budgets, judge, "
        "limits. May be left out with --preset.",
    ),
]
SweepFolder = Annotated[str, typer.Option("--out", metavar="DIR", help="The folder of the runs and the tables.")]
Preset = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        help="A plan that needs only data and questions, such as find-my-chunker or first-look.",
    ),
]
PlanData = Annotated[
    str | None, typer.Option("--data", metavar="DATA", help="The documents, in place of those that the plan names.")
]
PlanQuestions = Annotated[
    str | None, typer.Option("--questions", metavar="QUESTIONS", help="The questions, in place of the plan's.")
]
ExecutorName = Annotated[
    Literal["local", "ray"],
    typer.Option("--executor", help="Who does the work: processes of this machine, or a Ray cluster."),
]
Address = Annotated[
    str,
    typer.Option(
        "--address", metavar="ADDRESS", help="The Ray cluster, such as ray://host:10001 or auto; local starts one here."
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers", metavar="N", min=1, help="Processes that evaluate while this one encodes (1: all in this one)."
    ),
]
SweepDryRun = Annotated[bool, typer.Option("--dry-run", help="Only list the configurations.")]
