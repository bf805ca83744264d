"""Keys and tokens are taken out of whatever may reach a screen, a log or a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

HIDDEN = "[hidden]"
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[^\s\"',}]+")
_NAMED = re.compile(
    r"""(?ix) (\b[\w-]*(?:key|token|secret|password|authorization)\b ["']? \s* [=:] \s* ["']?)
        (?!\[hidden\]) [^\s&"',;}]+"""
)
# How the large providers' keys begin; a server may quote a part of one that we never saw.
_SHAPED = re.compile(r"\b(?:sk-|gsk_|AIza|xai-|hf_)[\w*.-]{6,}")


def redact(text: str, secrets: Iterable[str | None] = ()) -> str:
    """The text with the given secrets, and whatever looks like one, replaced.

    >>> redact("401 for https://ex.test/v1?key=abc123&n=1 (Bearer abc123)")
    '401 for https://ex.test/v1?key=[hidden]&n=1 (Bearer [hidden])'
    """
    for secret in secrets:
        if secret:
            text = text.replace(secret, HIDDEN).replace(quote(secret, safe=""), HIDDEN)
    text = _BEARER.sub(rf"\1 {HIDDEN}", text)
    text = _NAMED.sub(rf"\1{HIDDEN}", text)
    return _SHAPED.sub(HIDDEN, text)
