"""ROUGE and BLEU of an answer against its reference, by the reference libraries. Unlike words.py, counts every word.

rouge-score's own tokenizer keeps a to z and digits alone, so that a Japanese answer would have no word and a German one
would be cut at its umlauts. Here a word is a run of letters and digits of any script; in scripts that are written
without blanks it is a single character.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any

import regex

ROUGE = {"rouge1": "rouge_1", "rougeL": "rouge_l"}
_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}ー]"
_HAS_UNSPACED = regex.compile(_UNSPACED)
_TOKEN = regex.compile(rf"(?V1){_UNSPACED}\p{{M}}*|[[\p{{L}}\p{{N}}\p{{M}}]--{_UNSPACED}]+")


class UnicodeTokenizer:
    """What rouge-score takes for a tokenizer."""

    def tokenize(self, text: str) -> list[str]:
        """Words in order, in compatibility form and case folded.

        >>> UnicodeTokenizer().tokenize("Größe: 3 µm"), UnicodeTokenizer().tokenize("約3年")
        (['grösse', '3', 'μm'], ['約', '3', '年'])
        """
        found: list[str] = _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())
        return found


def overlap_scores(reference: str, answer: str) -> dict[str, float | None]:
    """rouge_1 and rouge_l (F1; Lin 2004) and bleu, each from 0 to 1; all None where the reference has no word.

    BLEU (Papineni et al. 2002) is that of one sentence pair, with sacrebleu's exponential smoothing and its effective
    order, which leaves out n-grams longer than the answer. It counts words as mteval-v13a does; where the reference is
    written without blanks between words, it counts characters.
    """
    if not UnicodeTokenizer().tokenize(reference):
        return dict.fromkeys((*ROUGE.values(), "bleu"))
    found = _rouge().score(reference, answer)
    bleu = _bleu("char" if _HAS_UNSPACED.search(reference) else "13a").sentence_score(answer, [reference])
    # Precisions are percentages: their mean may exceed 100 in its last bits.
    return {name: float(found[kind].fmeasure) for kind, name in ROUGE.items()} | {"bleu": min(1.0, bleu.score / 100)}


@cache
def _rouge() -> Any:
    from rouge_score.rouge_scorer import RougeScorer  # slow to import

    return RougeScorer(list(ROUGE), tokenizer=UnicodeTokenizer())


@cache
def _bleu(tokenizer: str) -> Any:
    from sacrebleu.metrics.bleu import BLEU  # slow to import

    return BLEU(tokenize=tokenizer, effective_order=True)
