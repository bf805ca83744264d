"""What the answer says of a context sentence: does it look as if it had been used? Unlike asked.py, sees the answer."""

from __future__ import annotations

import numpy as np

from evaluation.exchange import Exchange
from evaluation.judges.features.copies import Copies
from evaluation.judges.features.meaning import Meaning
from evaluation.judges.features.relative import beside, everywhere
from evaluation.judges.features.words import Features, Values, Words, best, share
from evaluation.judges.wording import abstains, names, numbers

# After this many sentences, what is left of the answer's words is chance.
_PICKS = 12
# How sharply a response sentence is attributed to the context sentences nearest to it.
_SHARPNESS = 10.0


def used_features(exchange: Exchange, words: Words, copies: Copies, meaning: Meaning | None) -> Features:
    """How each of n context sentences stands to the answer, (n,) each."""
    features = {
        **_covering(words),
        **_attributed(words),
        **beside("run", best(copies.longest, 1), words.chunk),
        **beside("copied", copies.context, words.chunk),
        **_shared_particulars(exchange),
        **_answer(exchange, words, copies),
    }
    return features if meaning is None else {**features, **_meant(words, meaning)}


def _covering(words: Words) -> Features:
    """Shares of terms, by weight, that a context sentence has in common with a response sentence or the answer."""
    weighed = words.context * words.weights
    own, theirs, said = weighed.sum(axis=1), words.response @ words.weights, words.weights * words.said
    new = said * (1 - words.question)
    shared = weighed @ words.response.T
    covers = share(shared, theirs[None, :])
    wins = (covers == best(covers, 0)) & (covers > 0)
    chunk = words.chunk
    return {
        **beside("covers_sentence", best(covers, 1), chunk),
        **beside("by_sentence", best(share(shared, own[:, None]), 1), chunk),
        **beside("overlap", best(share(2 * shared, own[:, None] + theirs[None, :]), 1), chunk),
        **beside("by_answer", share(words.context @ said, own), chunk),
        **beside("covers_answer", share(words.context @ said, float(said.sum())), chunk),
        **beside("covers_new", share(words.context @ new, float(new.sum())), chunk),
        "covers_most": wins.sum(axis=1) / max(wins.shape[1], 1),
        "covers_most_of_any": wins.any(axis=1).astype(np.float64),
    }


def _attributed(words: Words) -> Features:
    """Each term of the answer is credited to the sentences that hold it, in equal parts, or to the first that adds it.

    The credits of n sentences average 1 (or 0).
    """
    said = words.weights * words.said
    new = said * (1 - words.question)
    holders, n = words.context.sum(axis=0), len(words.chunk)
    order, gain = _greedy(words.context, said)
    found = {name: float((terms * (holders > 0)).sum()) for name, terms in (("said", said), ("new", new))}
    return {
        **beside("credit", n * share(words.context @ share(said, holders), found["said"]), words.chunk),
        **beside("credit_new", n * share(words.context @ share(new, holders), found["new"]), words.chunk),
        "picked": order,
        "adds": share(gain, found["said"]),
        **everywhere(
            n,
            {
                "answer_shown": float(share(found["said"], float(said.sum()))),
                "answer_new_shown": float(share(found["new"], float(new.sum()))),
            },
        ),
    }


def _greedy(context: Values, wanted: Values) -> tuple[Values, Values]:
    """When each sentence is picked if each pick covers the most weight still wanted, and the weight that it adds."""
    order, gain, left = np.full(len(context), float(_PICKS)), np.zeros(len(context)), wanted.copy()
    for step in range(min(len(context), _PICKS)):
        adds = context @ left
        pick = int(adds.argmax())
        if adds[pick] <= 0:
            break
        order[pick], gain[pick] = step, adds[pick]
        left = left * (1 - context[pick])
    return order, gain


def _shared_particulars(exchange: Exchange) -> Features:
    """Numbers and names of each context sentence that the answer has too, and the question has not."""
    said = " ".join((exchange.response or {}).values())
    counted, named = numbers(said) - numbers(exchange.question), names(said) - names(exchange.question)
    texts = exchange.context.values()
    return {
        "shared_numbers": np.array([float(len(numbers(text) & counted)) for text in texts]),
        "shared_names": np.array([float(len(names(text) & named)) for text in texts]),
    }


def _answer(exchange: Exchange, words: Words, copies: Copies) -> Features:
    """What the answer is like as a whole, the same for each of n context sentences. Sizes are logarithms."""
    said, n = list((exchange.response or {}).values()), len(words.chunk)
    terms, wanted = words.response.sum(), words.weights * words.question
    return everywhere(
        n,
        {
            "answer_sentences": np.log1p(len(said)),
            "answer_terms": np.log1p(terms),
            "answer_to_context": np.log1p(terms) - np.log1p(words.context.sum()),
            "answer_copied": float(copies.response.mean()) if said else 0.0,
            "question_said": float(share(float(words.said @ wanted), float(wanted.sum()))),
            "answer_abstains": float(np.mean([abstains(text) for text in said])) if said else 0.0,
        },
    )


def _meant(words: Words, meaning: Meaning) -> Features:
    """The same from an encoder: (n,) each, from (n, m) cosines."""
    n, m = meaning.answered.shape
    nearest = meaning.answered == meaning.answered.max(axis=0, initial=-1.0)
    return {
        **beside("answer_cosine", meaning.answered.max(axis=1, initial=-1.0), words.chunk),
        **beside("answer_mean_cosine", meaning.answered.mean(axis=1) if m else np.zeros(n), words.chunk),
        **beside("credit_cosine", _credit(meaning.answered), words.chunk),
        "nearest": nearest.sum(axis=1) / max(m, 1),
        **everywhere(n, {"answer_to_question": meaning.answer_asked.max(initial=-1.0)}),
    }


def _credit(cosines: Values) -> Values:
    """Each response sentence is divided among the context sentences by softmax; each one's sum, with a mean of 1."""
    n, m = cosines.shape
    parts = np.exp(_SHARPNESS * cosines)
    return np.asarray((parts / parts.sum(axis=0)).sum(axis=1) * n / max(m, 1), dtype=np.float64)
