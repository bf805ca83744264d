"""The first-time button: two strategies on the bundled sample, built, evaluated and compared at an equal budget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunking_strategies import chunk_spec
from core.events import Event, Finished, Progress
from core.types import RetrievalSpec
from corpus.samples import samples
from ui import resources

if TYPE_CHECKING:
    from ui.work import Steps

STRATEGIES = ("fixed-size", "recursive")
SIZES = {"chunk_size": 128, "overlap": 16}
BUDGET = 768
QUESTIONS = 60
ENCODER = "minilm"


def start() -> Iterator[Event]:
    """Build and evaluate both; the pages then show the collections, and Compare the two runs."""
    # Here, because the button that starts this is on the first page.
    from generation.extractive import ExtractiveModel
    from ui import work
    from ui.evaluation_form import spread

    sample = samples()[0].name
    corpus = resources.bundled_corpus(f"sample:{sample}")
    asked = spread(corpus.questions, QUESTIONS)
    runs = []
    for strategy in STRATEGIES:
        built = yield from _told(strategy, work.build_steps(corpus, chunk_spec(strategy, SIZES), ENCODER, None))
        wanted = work.Evaluation(
            built.collection, asked, sample, RetrievalSpec(token_budget=BUDGET), "local", ExtractiveModel()
        )
        runs.append((yield from _told(strategy, work.evaluation_steps(wanted))))
    chosen = {
        "compare-runs": [run.name for run in runs],
        "evaluate-run": runs[-1].name,
        "evaluate-collection": runs[-1].plan["collection"]["name"],
        "chat-collection": runs[-1].plan["collection"]["name"],
        "home-tour": [run.name for run in runs],
    }
    yield Finished(work.Told("two collections are built, evaluated and compared below.", chosen))


def _told(strategy: str, steps: Steps) -> Steps:
    """The same steps with the strategy's name in front of each stage."""
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            return end.value
        yield (
            Progress(f"{strategy}, {event.stage.lower()}", event.done, event.total)
            if isinstance(event, Progress)
            else event
        )
