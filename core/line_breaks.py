"""Where the layout of lines ends a sentence, whatever its punctuation: list items, headings, table rows, log lines.

Every other line end is that of wrapped text and means no more than a blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BEGINS = re.compile(
    r"""\n(?=[ \t]*(?:
        [-*+•‣◦▪·][ \t]                              # an item
      | (?P<number>\(?\d{1,3}[.)][ \t])              # a numbered item
      | \(?[A-Za-z]{1,2}\)[ \t]                      # a) or (ii)
      | \d++(?:\.\d++)++\.?[ \t]++[^\W\d_a-z]        # 1.2 Scope
      | \#{1,6}[ \t] | \| | ``` | >[ \t]             # a heading, a table row, a fence, a quotation
      | \[?\d{4}-\d\d-\d\d[ T]                       # a line of a log
    ))""",
    re.VERBOSE,
)
# Possessive, or a long line would be gone over again and again.
_ENDS = re.compile(
    r"""\n(?:
        [ \t]*+(?:\#{1,6}[ \t]|\||```)[^\n]*+        # a heading, a table row, a fence
      | (?:={3,}+|-{3,}+)[ \t]*+                     # a rule, or what underlines a heading
      | \d++(?:\.\d++)++\.?[ \t]++[^\n.!?]{1,80}+(?=\n[A-Z])  # 1.2 Scope, above a line of text
      | (?=[^a-z\n]*+\n[^\n]*?[a-z])[^\n]*?[A-Z]{2}[^\n]*+    # capitals, above a line that has others
    )(?=\n)""",
    re.VERBOSE,
)
# A line that ends so goes on in the next, even where that begins with a number.
_GOES_ON = re.compile(r"(?:,|\b(?i:am|vom|zum|der|die|das|den|dem|im|und|of|to|in|the|and|section|article|on|at|or))\Z")
_LONGEST = 12


def line_breaks(text: str) -> Iterator[int]:
    """Places where a sentence begins because of the layout, in no order. `text` has no line ends but LF."""
    for line in _BEGINS.finditer(text):
        if line["number"] is None or not _GOES_ON.search(text, max(0, line.start() - _LONGEST), line.start()):
            yield line.end()
    # The line end in front lets the first line match too, and makes a match end where the next line begins.
    for line in _ENDS.finditer("\n" + text):
        yield line.end()
