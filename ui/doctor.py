"""The chunk doctor's section of the Chunks page: quick work at once and remembered, long work in the queue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from chunking_strategies import STRATEGIES, chunk_spec, local_tools, ruler_of_spec
from core.errors import ChunkTraceError
from core.events import Event, Finished
from core.hashing import key_of
from core.types import Chunk, ChunkSpec
from corpus.types import Corpus
from embedding.encoder import Encoder
from evaluation.doctor import Apart, Report, examine, examine_strategies, take_apart, without_encoding
from retrieval.chunked import chunk_corpus, finished
from ui import doctor_comparison, doctor_pair, doctor_view, job_panel, resources
from ui.literal import literal
from ui.work import Start, Told

# About 10 seconds of work; more goes to the queue.
_MOST_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True)
class Patient:
    """All documents under one strategy; `chunks` are those of a collection, None where they are still to be cut."""

    corpus: Corpus
    spec: ChunkSpec
    encoder: Encoder | None
    chunks: Sequence[Chunk] | None = None

    @property
    def key(self) -> str:
        """Changes with whatever changes the report."""
        stored = self.chunks is not None
        return key_of([self.corpus.key, self.spec.key, self.encoder.spec.key if self.encoder else "", stored])


def show(patients: Sequence[tuple[str, Patient]], key: str) -> None:
    """The report of what is shown, or two reports beside each other; then, on demand, all strategies at once."""
    st.caption("What is wrong with the chunks of **all** documents, told without any question.")
    reports = []
    for number, (label, patient) in enumerate(patients):
        report = _report(patient, f"{key}-{number}" if number else key)
        if report is not None:
            reports.append((label, report))
    documents = {each.id: each for _, patient in patients for each in patient.corpus.documents}
    if len(reports) > 1:
        doctor_pair.show(reports, documents, key)
    elif reports:
        doctor_view.show(reports[0][1], documents, key)
    if patients:
        _comparison(patients[0][1], key)


def _report(patient: Patient, key: str) -> Report | None:
    """The report, or a button that asks for it where it takes long."""
    quick = patient.spec.strategy in without_encoding() and _characters(patient.corpus) <= _MOST_AT_ONCE
    if quick or patient.chunks is not None:
        return _examined(patient.key, patient)
    held = f"{key}-report-{patient.key}"
    if held in st.session_state:
        reports: tuple[Report, ...] = st.session_state[held]
        return reports[0]
    label = STRATEGIES[patient.spec.strategy].label
    help = "Takes a while: it runs beside your other work."
    if st.button(f"Examine all documents: {label}", key=f"{key}-examine", help=help):
        _queue(f"Examine {label}", held, patient, [patient.spec])
    return None


def _comparison(patient: Patient, key: str) -> None:
    sizes = {name: value for name, value in patient.spec.parameters if name in ("chunk_size", "overlap", "unit")}
    versions = {name: STRATEGIES[name].version for name in without_encoding()}
    encoder = patient.encoder.spec.key if patient.encoder else ""
    held = f"{key}-compared-{key_of([patient.corpus.key, sizes, versions, encoder])}"
    st.markdown("**All strategies at this size**")
    left_out = [STRATEGIES[name].label for name in STRATEGIES if name not in without_encoding()]
    if left_out:
        st.caption(literal(f"Without those that encode or ask a model before they cut: {', '.join(left_out)}."))
    if held in st.session_state:
        doctor_comparison.show(st.session_state[held], key)
    elif st.button("Compare all strategies at this size", key=f"{key}-compare"):
        try:
            specs = [chunk_spec(name, sizes) for name in without_encoding()]
        except ChunkTraceError as error:
            st.error(literal(str(error)))
            return
        _queue("Examine all strategies", held, patient, specs)


def _queue(title: str, held: str, patient: Patient, specs: Sequence[ChunkSpec]) -> None:
    job, new = resources.jobs().submit(held, title, _work(held, patient, specs))
    if new:
        job_panel.mine(job)
        st.rerun()
    st.info("This is being examined already.")


def _work(held: str, patient: Patient, specs: Sequence[ChunkSpec]) -> Start:
    def start() -> Iterator[Event]:
        reports = yield from examine_strategies(patient.corpus, specs, patient.encoder)
        failed = tuple(f"{report.spec.strategy}: {report.reason}" for report in reports if report.reason)
        yield Finished(Told(f"{len(reports) - len(failed):,} reports are on the Chunks page.", {held: reports}, failed))

    return start


@st.cache_resource(max_entries=24, show_spinner="Examining all documents…")
def _examined(key: str, _patient: Patient) -> Report:
    spec, corpus = _patient.spec, _patient.corpus
    rulers = {each.id: ruler_of_spec(spec, each.text) for each in corpus.documents}
    apart = _apart(corpus.key, corpus)
    if _patient.chunks is not None:
        return examine(apart, _patient.chunks, spec, rulers, _patient.encoder)
    cut = finished(chunk_corpus(corpus, spec, local_tools().silent))
    return replace(examine(apart, cut.chunks, spec, rulers, _patient.encoder), warnings=cut.warnings, notes=cut.notes)


@st.cache_resource(max_entries=4, show_spinner="Reading all documents…")
def _apart(key: str, _corpus: Corpus) -> Apart:
    return finished(take_apart(_corpus.documents))


def _characters(corpus: Corpus) -> int:
    return sum(len(each.text) for each in corpus.documents)
