"""Text shown as it is: nothing in a document, an answer or a file name becomes Markdown, a formula or HTML."""

from __future__ import annotations

import html

from core.markdown import literal

__all__ = ["escaped", "literal"]


def escaped(text: str) -> str:
    """The text for use inside HTML."""
    return html.escape(text, quote=True)
