"""What of the chunks the encoder never reads. Unlike embedding/limits.py, says where."""

from __future__ import annotations

from collections.abc import Sequence

from embedding.encoder import Encoder
from embedding.limits import characters_read, read_alone
from evaluation.checks.anatomy import Specimen
from evaluation.checks.finding import Finding, Place, found, place, unmeasured

_UNKNOWN = "no encoder is at hand, so its limit is not known"


def limit(specimens: Sequence[Specimen], encoder: Encoder | None) -> tuple[Finding, Finding]:
    """Chunks beyond the encoder's limit, and the characters beyond it, counted on what is encoded.

    Of chunks that are not read alone nothing is beyond it.
    """
    if encoder is None:
        return unmeasured("beyond_limit", _UNKNOWN), unmeasured("unread", _UNKNOWN)
    pairs = [(specimen.document, chunk) for specimen in specimens for chunk in specimen.chunks]
    texts = [chunk.embed_text for _, chunk in pairs]
    most = encoder.spec.max_pieces
    counts = encoder.count_pieces(texts)
    beyond = [n for n, pieces in enumerate(counts) if pieces > most and read_alone(encoder.spec, pairs[n][1])]
    read = dict(zip(beyond, characters_read(encoder, [texts[index] for index in beyond]), strict=True))
    examples: list[Place] = []
    for index, characters in read.items():
        document, chunk = pairs[index]
        # A context stands before the text; of a summary no place in the source can be shown.
        start = chunk.start + max(0, characters - (len(texts[index]) - len(chunk.text)))
        if start < chunk.end and not chunk.summary:
            note = f"{counts[index]:,} word pieces, of which {most:,} are read"
            examples.append(place(document, start, chunk.end, note=note))
    unread = sum(len(texts[index]) - characters for index, characters in read.items())
    return (
        found("beyond_limit", len(beyond), len(texts), examples, "there are no chunks"),
        found("unread", unread, sum(map(len, texts)), examples, "there are no chunks"),
    )
