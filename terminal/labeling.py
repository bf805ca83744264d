"""`evaluate --label`: sentences of a run, one at a time, each answer kept at once. Asks on standard error, reads input.

Standard output stays the result's alone, so that it can be piped while somebody answers.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from core.errors import SettingError
from evaluation.corrected import Corrected, Estimate, corrected_means
from evaluation.label_design import METRIC_OF, frame_of
from evaluation.label_items import ASKED, LabelItem, waiting
from evaluation.labels import Kind, add_label, read_labels
from evaluation.runs import LoadedRun
from terminal.output import MISSING, interval, number, table, wrapped
from terminal.progress import note

_ANSWERS: dict[str, bool | None] = {
    "y": True,
    "yes": True,
    "n": False,
    "no": False,
    "s": None,
    "skip": None,
}
_QUIT = ("q", "quit")
_PROMPT = "y / n / skip / quit: "


def label_run(run: LoadedRun, kind: Kind, number: int) -> list[Corrected]:
    """Ask for `number` sentences of the kind, or until `quit` or the end of the input; what the labels then say."""
    frame = frame_of(run.outcomes, kind)
    if not frame.sentences:
        raise SettingError(
            f"--label-kind {kind}: {METRIC_OF[kind]} was not measured, so there is no such sentence to label."
        )
    items = waiting(run.outcomes, frame, read_labels(run.folder), number)
    total = len(frame.to_label(number))
    if not items:
        note(f"All {total:,} sentences are labeled already; a larger number after --label asks for more.")
    for done, item in enumerate(items, start=total - len(items) + 1):
        note(_shown(item, f"{done:,} of {total:,}"))
        answer = _answer()
        if answer in _QUIT:
            note("Stopped. The labels so far are kept: the same command goes on from there.")
            break
        add_label(run.folder, item.label(_ANSWERS[answer]))
    return corrected_means(run.outcomes, read_labels(run.folder))


def correction_lines(found: Sequence[Corrected]) -> str:
    """The corrected means beside the judge's own and the labels' own, and why others are not corrected."""
    rows = [
        [
            one.metric,
            f"{one.labeled:,}",
            number(one.judge),
            _mean(one.labels_only),
            _mean(one.corrected),
            _interval(one.corrected),
        ]
        for one in found
        if one.labeled
    ]
    headings = ("metric", "labels", "judge", "labels alone", "corrected", "95 % interval")
    shown = [table(headings, rows, numbers=(1, 2, 3, 4, 5))] if rows else ["No sentence is labeled yet."]
    shown += [
        f"Note: {one.metric}: {one.reason}." for one in found if one.reason and (one.labeled or one.judge is None)
    ]
    return "\n".join(shown)


def _shown(item: LabelItem, count: str) -> str:
    parts = ["", f"[{count}] Question: {item.question}", f"Answer: {item.answer or '(none)'}"]
    if item.passages:
        parts += [wrapped(f"[{rank}] {text}", "    ") for rank, text in enumerate(item.passages, start=1)]
    marked = " ".join(filter(None, (item.before, f">>> {item.sentence} <<<", item.after)))
    return "\n".join([*parts, wrapped(marked, "  "), ASKED[item.kind]])


def _answer() -> str:
    """A known answer; what is none is asked again, and the end of the input quits."""
    while True:
        sys.stderr.write(_PROMPT)
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            note("")
            return _QUIT[0]
        answer = line.strip().lower()
        if answer in _ANSWERS or answer in _QUIT:
            return answer
        note(f"{answer[:20]!r} is none of these.")


def _mean(found: Estimate | None) -> str:
    return number(found.mean if found else None)


def _interval(found: Estimate | None) -> str:
    return interval(found.low, found.high) if found else MISSING
