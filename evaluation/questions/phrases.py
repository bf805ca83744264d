"""What template questions say, in the languages of the samples. Unlike the strata, knows no document.

Texts of documents are put in between quotation marks as they are; they are values of a template, never a template.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Language = Literal["en", "de", "ja"]

_KANA = re.compile(r"[぀-ヿ]")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL_WORDS = {
    "de": "der die das und ist nicht mit von wird werden auf ein eine zu den dem bei für oder im",
    "en": "the of and is not with from be on a an to in for or by at as are it",
}
_GERMAN, _ENGLISH = (frozenset(words.split()) for words in _SMALL_WORDS.values())
_LOOKED_AT = 20_000
# The heads of a column that only says that here are the values.
VALUE_HEADS = frozenset(["value", "values", "wert", "werte", "値", "meaning", "bedeutung", "意味", "description", ""])

PHRASES: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "cell": "What does the table under “{place}” give as “{column}” for “{row}”?",
        "value": "What does the table under “{place}” give for “{row}”?",
        "record": "What is the “{column}” of the record with “{key}” {row} in {place}?",
        "number": "How many {unit} does “{place}” state in connection with “{first}” and “{second}”?",
        "sign": "Which value in {unit} does “{place}” state in connection with “{first}” and “{second}”?",
        "boundary": "What does “{place}” say about “{first}”, and what about “{second}” directly after it?",
        "number anywhere": "How many {unit} are stated in connection with “{first}” and “{second}”?",
        "sign anywhere": "Which value in {unit} is stated in connection with “{first}” and “{second}”?",
        "boundary anywhere": "What is said about “{first}”, and what about “{second}” directly after it?",
        "heading": "What is said under “{place}”?",
    },
    "de": {
        "cell": "Was gibt die Tabelle unter „{place}“ für „{row}“ als „{column}“ an?",
        "value": "Was gibt die Tabelle unter „{place}“ für „{row}“ an?",
        "record": "Welchen Wert hat „{column}“ beim Eintrag mit „{key}“ {row} in {place}?",
        "number": "Wie viele {unit} nennt „{place}“ im Zusammenhang mit „{first}“ und „{second}“?",
        "sign": "Welchen Wert in {unit} nennt „{place}“ im Zusammenhang mit „{first}“ und „{second}“?",
        "boundary": "Was sagt „{place}“ über „{first}“, und was gleich danach über „{second}“?",
        "number anywhere": "Wie viele {unit} werden im Zusammenhang mit „{first}“ und „{second}“ genannt?",
        "sign anywhere": "Welcher Wert in {unit} wird im Zusammenhang mit „{first}“ und „{second}“ genannt?",
        "boundary anywhere": "Was wird über „{first}“ gesagt, und was gleich danach über „{second}“?",
        "heading": "Was steht unter „{place}“?",
    },
    "ja": {
        "cell": "「{place}」の表では、「{row}」の「{column}」は何ですか。",
        "value": "「{place}」の表では、「{row}」は何と書かれていますか。",
        "record": "{place}で「{key}」が{row}の行の「{column}」は何ですか。",
        "number": "「{place}」では、「{first}」と「{second}」について、何{unit}と書かれていますか。",
        "sign": "「{place}」では、「{first}」と「{second}」について、何{unit}と書かれていますか。",
        "boundary": "「{place}」は「{first}」について何と述べ、すぐ後で「{second}」について何と述べていますか。",
        "number anywhere": "「{first}」と「{second}」について、何{unit}と書かれていますか。",
        "sign anywhere": "「{first}」と「{second}」について、何{unit}と書かれていますか。",
        "boundary anywhere": "「{first}」について何と書かれ、すぐ後で「{second}」について何と書かれていますか。",
        "heading": "「{place}」には何と書かれていますか。",
    },
}


def language_of(text: str) -> Language:
    """Japanese by its kana, German where its small words outnumber the English ones, else English.

    >>> language_of("Das ist nicht gut."), language_of("This is good."), language_of("よいです")
    ('de', 'en', 'ja')
    """
    start = text[:_LOOKED_AT]
    if _KANA.search(start):
        return "ja"
    words = _WORD.findall(start.casefold())
    return "de" if sum(word in _GERMAN for word in words) > sum(word in _ENGLISH for word in words) else "en"


def phrase(language: Language, kind: str, place: str | None = None, **texts: str) -> str:
    """The question of that kind, with white space in the texts folded; without a place, about the corpus as a whole."""
    texts = texts if place is None else {"place": place, **texts}
    template = PHRASES[language][kind if place is not None else f"{kind} anywhere"]
    return template.format(**{name: " ".join(text.split()) for name, text in texts.items()})
