"""The chunk doctor: what is wrong with the chunks of a corpus, without any question. Unlike evidence, needs no truth.

The documents are taken apart once (`take_apart`); what that found serves any number of strategies (`examine`).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from chunking_strategies import STRATEGIES, local_tools, ruler_of_spec
from core.errors import ChunkTraceError
from core.events import Progress
from core.rulers import Ruler
from core.types import Chunk, ChunkSpec, Document
from corpus.types import Corpus
from embedding.encoder import Encoder
from evaluation.checks import structure
from evaluation.checks.anatomy import Anatomy, Specimen, anatomy_of, specimens
from evaluation.checks.boilerplate import Recurring, boilerplate, recurring
from evaluation.checks.cuts import mid_sentence_ends, mid_sentence_starts, mid_word
from evaluation.checks.duplicates import near_duplicates
from evaluation.checks.finding import Finding, Place, unmeasured
from evaluation.checks.limit import limit
from evaluation.checks.sizes import Overlap, Sizes, overlap, repeated, sizes
from retrieval.chunked import chunk_corpus


@dataclass(frozen=True, slots=True)
class Apart:
    """What the documents consist of, whatever the strategy."""

    anatomies: tuple[Anatomy, ...]
    recurring: Recurring
    most_recurring: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of one strategy, in the order of CHECKS. Without chunks there are none, and `reason` says why.

    `warnings` and `notes` are those of cutting: what to beware of, and what the strategy tells.
    """

    spec: ChunkSpec
    documents: int
    chunks: int
    sizes: Sizes | None
    overlap: Overlap | None
    findings: tuple[Finding, ...]
    reason: str = ""
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def finding(self, check: str) -> Finding:
        """The finding of a check; of a report without chunks, one without a number."""
        return next((each for each in self.findings if each.check == check), unmeasured(check, self.reason, "failed"))


def take_apart(documents: Sequence[Document]) -> Generator[Progress, None, Apart]:
    """Sentences, headings, tables and what recurs; progress in documents."""
    anatomies = []
    for done, document in enumerate(documents, start=1):
        anatomies.append(anatomy_of(document))
        yield Progress("Reading the documents", done, len(documents), document.name)
    return Apart(tuple(anatomies), *recurring(anatomies))


def examine(
    apart: Apart, chunks: Sequence[Chunk], spec: ChunkSpec, rulers: Mapping[str, Ruler], encoder: Encoder | None = None
) -> Report:
    """All findings for the chunks of these documents; `rulers` by document id count in the unit of the spec.

    Without an encoder, what it would not read is not measured. Takes time in proportion to the text.
    """
    cases = specimens(apart.anatomies, chunks)
    parameters = dict(spec.parameters)
    own = [rulers[case.document.id] for case in cases]
    findings = (
        repeated(cases),
        *_limit(cases, encoder),
        mid_sentence_ends(cases),
        mid_sentence_starts(cases),
        mid_word(cases),
        structure.orphaned_headings(cases),
        *structure.tables(cases),
        near_duplicates(cases),
        boilerplate(cases, apart.recurring, apart.most_recurring),
    )
    return Report(
        spec,
        len(cases),
        len(chunks),
        sizes(cases, own, str(parameters["unit"]), int(parameters["chunk_size"])),
        overlap(cases, own, int(parameters["overlap"])),
        findings,
    )


def examine_strategies(
    corpus: Corpus, specs: Sequence[ChunkSpec], encoder: Encoder | None = None
) -> Generator[Progress, None, tuple[Report, ...]]:
    """One report a spec, in their order. A strategy that fails has a report that says why, and the others go on.

    No language model is asked: contexts that are not written yet are left out, and a note says so.
    """
    apart = yield from take_apart(corpus.documents)
    rulers: dict[tuple[object, object], dict[str, Ruler]] = {}
    reports = []
    for spec in specs:
        parameters = dict(spec.parameters)
        counted = (parameters["unit"], parameters.get("encoder"))
        try:
            cut = yield from chunk_corpus(corpus, spec, local_tools().silent)
            yield Progress(f"Examining {STRATEGIES[spec.strategy].label}", 0, 0)
            if counted not in rulers:
                rulers[counted] = {each.id: ruler_of_spec(spec, each.text) for each in corpus.documents}
            report = examine(apart, cut.chunks, spec, rulers[counted], encoder)
            reports.append(replace(report, warnings=cut.warnings, notes=cut.notes))
        except ChunkTraceError as error:
            reports.append(Report(spec, 0, 0, None, None, (), str(error)))
    return tuple(reports)


def without_encoding() -> list[str]:
    """The names of the strategies that cut at once. The others encode or ask a model first, which can take long."""
    return [name for name, part in STRATEGIES.items() if part.prepare is None]


def _limit(cases: Sequence[Specimen], encoder: Encoder | None) -> tuple[Finding, Finding]:
    try:
        return limit(cases, encoder)
    except ChunkTraceError as error:
        reason = str(error)
        return unmeasured("beyond_limit", reason, "failed"), unmeasured("unread", reason, "failed")
