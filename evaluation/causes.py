"""Why evidence can be lost: what each cause is called, and what is searched without it. No searching here."""

from __future__ import annotations

from dataclasses import dataclass

PARSER, BOUNDARY, LIMIT = "parser", "boundary", "limit"
DUPLICATES, BUDGET, RANKED_LOW = "duplicates", "budget", "ranked low"


@dataclass(frozen=True, slots=True)
class Cause:
    """`proof` says what is done without this cause, `advice` what helps where it is frequent."""

    label: str
    proof: str
    advice: str


# In this order a character gets its cause: the first whose removal alone brings it back. What is special comes before
# what is general, because nearly everything would come back if the list were only long enough.
CAUSES: dict[str, Cause] = {
    PARSER: Cause(
        "Not in the text as loaded",
        "The quote is in no document, or its text is in no chunk, so that no search can return it.",
        "Look at the document as it was loaded, and at the question set's quotes.",
    ),
    BOUNDARY: Cause(
        "Cut by a boundary",
        "The chunks that the evidence is spread over are joined into one, encoded and ranked again.",
        "Try a larger chunk size, an overlap, or a strategy that cuts where the text does.",
    ),
    LIMIT: Cause(
        "Beyond the encoder's limit",
        "The unread part of the chunk that holds the evidence is encoded by itself; the chunk gets its best score.",
        "Lower the chunk size, or choose an encoder that reads more.",
    ),
    DUPLICATES: Cause(
        "Crowded out by near-duplicates",
        "Hits that say nearly the same as one above them are left out, and others move up.",
        "Remove copies from the documents, or limit the share of one document.",
    ),
    BUDGET: Cause(
        "Over the token budget",
        "The first k passages are returned, whatever number of tokens they have.",
        "Raise the budget, or choose smaller chunks.",
    ),
    RANKED_LOW: Cause(
        "Ranked low",
        "Nothing else explains it: it comes back once as many passages as its rank are returned.",
        "Try another retriever, a re-ranker, another encoder, or a larger k.",
    ),
}
