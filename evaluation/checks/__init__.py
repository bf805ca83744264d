"""What the chunk doctor looks for: what each check is called, counts, says and advises. No counting here."""

from __future__ import annotations

from dataclasses import dataclass

from core.registry import Registry

# A share below this needs no advice.
WORTH_ADVICE = 0.01


@dataclass(frozen=True, slots=True)
class Check:
    """`name` is its key in the files, `short` heads a narrow column.

    A finding reads "{number} of {total} {of}", or "{share} {says}"; `advice` is what helps where that is much.
    """

    name: str
    label: str
    short: str
    of: str
    says: str
    advice: str


CHECKS: Registry[Check] = Registry(
    "check",
    {
        check.name.replace("_", "-"): check
        for check in (
            Check(
                "repeated",
                "Repeated text",
                "repeated",
                "characters of all chunks",
                "of the chunks' text repeats the chunk before",
                "This is what overlap costs. Lower the overlap if it is far more than 20 %.",
            ),
            Check(
                "beyond_limit",
                "Chunks the encoder cuts off",
                "too long",
                "chunks",
                "of the chunks are longer than the encoder reads",
                "Lower the chunk size, or choose an encoder that reads more.",
            ),
            Check(
                "unread",
                "Text the encoder never reads",
                "unread",
                "characters that are indexed",
                "of the chunks' text is not in the vectors",
                "Dense retrieval cannot find what is there. Lower the chunk size.",
            ),
            Check(
                "mid_sentence_ends",
                "Ends inside a sentence",
                "cut ends",
                "chunk ends",
                "of the chunks end inside a sentence",
                "Choose a strategy that ends at sentences, or a larger chunk size.",
            ),
            Check(
                "mid_sentence_starts",
                "Starts inside a sentence",
                "cut starts",
                "chunk starts",
                "of the chunks start inside a sentence",
                "A larger overlap, or none, lets more chunks start at a sentence.",
            ),
            Check(
                "mid_word",
                "Cuts inside a word",
                "cut words",
                "cuts",
                "of the cuts fall inside a word",
                "Half a word is found by nobody. Choose a strategy that cuts at words.",
            ),
            Check(
                "orphaned_headings",
                "Headings cut off from their text",
                "headings",
                "headings",
                "of the headings are in no chunk together with their text",
                "Choose a strategy that knows headings, or a larger chunk size.",
            ),
            Check(
                "split_tables",
                "Tables that no chunk holds whole",
                "tables",
                "tables",
                "of the tables are in no chunk as a whole",
                "Choose a strategy that keeps tables together, or one that repeats their header row.",
            ),
            Check(
                "headless_parts",
                "Parts of tables without the header row",
                "headless",
                "parts of split tables",
                "of the parts of split tables lack the header row",
                "Numbers without their column names mean nothing. Repeat the header row.",
            ),
            Check(
                "near_duplicates",
                "Chunks that say nearly the same",
                "copies",
                "chunks",
                "of the chunks have a near-duplicate elsewhere",
                "Copies crowd other passages out of the results. Remove copies from the documents.",
            ),
            Check(
                "boilerplate",
                "Text that recurs all over",
                "recurring",
                "characters of all chunks",
                "of the chunks' text recurs in many places",
                "Headers, footers and notices blur the vectors. Remove them before loading.",
            ),
        )
    },
)
