"""Document text never becomes Markdown, a formula or HTML."""

from __future__ import annotations

from markdown_it import MarkdownIt

from ui.literal import literal

HOSTILE = (
    "Revenue rose from $5 million to $7 million. Use `a_b` and #tag :red[x]. "
    "<img src=x onerror=alert(1)> [x](javascript:alert(1)) **b** ~~s~~ &lt; :smile: 1. item - dash\n# head\n    code"
)


def test_u06_s06_everything_special_is_escaped() -> None:
    """Rendered by a CommonMark parser, only the text itself is left."""
    tokens = MarkdownIt("commonmark").parse(literal(HOSTILE))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    children = tokens[1].children or []
    assert {child.type for child in children} <= {"text", "text_special", "hardbreak", "softbreak"}
    shown = "".join(child.content if child.content else "\n" for child in children)
    assert shown.replace("\u00a0", " ") == HOSTILE


def test_what_streamlit_would_read_is_escaped() -> None:
    assert "\\$5" in literal("$5") and "\\:red\\[x\\]" in literal(":red[x]")
