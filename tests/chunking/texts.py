"""Awkward texts: what real files hold and what splitters stumble over."""

from __future__ import annotations

from hypothesis import strategies as st

AWKWARD = {
    "empty": "",
    "blank": " \n\t\u00a0\u200b\n",
    "one character": "x",
    "emoji": "Rate: \U0001f9ea猫 ok 👨‍👩‍👧 and 🇩🇪 flags e\u0301 end",
    "repeats": "echo echo echo echo\n\necho echo",
    "windows line ends": "Para one.\r\n\r\nPara two.\r\n\r\nPara three.\r\n",
    "old mac line ends": "Para one.\r\rPara two.\rwrapped\r",
    "no separator": "z" * 900,
    "chinese": "今天下雨。我们留在家里！你来吗？好的。" * 12,
    "control tokens": "The marker <|endoftext|> closes a document. <|im_start|>[CLS]</s>",
    "markdown": (
        "Notice first.\n\n# One\nBody of one.\n\n## Two\n```python\n# not a heading\nx = 1\n```\n\n"
        "| Item | Qty |\n|---|---|\n| a | 1 |\n| b | 2 |\n\n- first\n- second\n  - nested\n"
    ),
    "csv": 'id,note\n1,"line a\nline b"\n2,ok\n3,"say ""hi"", then"\n',
    "broken csv": 'a,b\n1,"oops\n2,x\n3,y\n',
    "blank lines": "\n\n \n\nText\n\n   \n\f\n\u00a0\u200b\n",
    "invisible": "a\u200bb \u200b c\u200d\n\u200b\n\ufeffd",
    "replacement": "Old scan: caf\ufffd menu, page 2.",
}

_BREAKS = [" ", "  ", "\n", "\n\n", "\n \n", "\r\n", "\r\n\r\n", "\r", "\t", "\f", "\u200b", "\u00a0"]
_MARKS = [". ", "! ", "# ", "## Head\n", "1,2\n", '"', ",", "|", "。", "<|endoftext|>"]
_WORDS = ["word", "a", "猫", "👨\u200d👩\u200d👧", "e\u0301", "Dr. ", "3.50", "x" * 30]
_FRAGMENTS = st.sampled_from(_BREAKS + _MARKS + _WORDS)
TEXTS = st.lists(_FRAGMENTS, max_size=60).map("".join) | st.text(max_size=200)
