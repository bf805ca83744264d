"""Stored labels speak of stored answers, and of no others. Unlike stored.py, which scores them, this refuses.

RAGBench's annotators labeled the answers that its records hold, beside the passages that these were given. A new
pipeline retrieves other passages and answers otherwise, so that the same labels would score what nobody has read.
"""

from __future__ import annotations

from core.errors import SettingError
from corpus.ragbench_records import RagbenchRecord

EXPLANATION = "stored labels describe the stored answers, so they cannot score another answer"


class StoredLabels(SettingError):
    """Labels that were given to one answer, asked for another."""


def refuse_stored(judge: str) -> None:
    """Raises StoredLabels where stored labels are to judge what a pipeline retrieves and answers now."""
    if judge.strip().lower() == "stored":
        raise StoredLabels(
            f"RAGBench's {EXPLANATION}: judge this pipeline by gold, local or llm; score --judge stored scores the "
            "answers that the records hold."
        )


def refuse_mixed(judges: set[str]) -> None:
    """Raises StoredLabels where scores by stored labels would be compared with those of another judge."""
    if "stored" in judges and len(judges) > 1:
        others = ", ".join(sorted(judges - {"stored"}))
        raise StoredLabels(f"RAGBench's {EXPLANATION}: their scores are not compared with those by {others}.")


def other_answer(record: RagbenchRecord) -> str:
    """Why the record's labels are not about its response, white space apart; empty where they are.

    All 2,799 validation records of six subsets of the released files hold exactly the sentences that were labeled.
    """
    if record.response_sentences is None:
        return ""
    labeled = "".join("".join(sentence.split()) for _, sentence in record.response_sentences)
    return "" if labeled == "".join(record.response.split()) else f"the response is not the one labeled: {EXPLANATION}"
