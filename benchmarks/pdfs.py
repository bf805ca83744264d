"""How many paragraphs of printed pages come out of their PDFs as they went in.

python -m benchmarks.pdfs     Chromium prints the PDFs (CHROMIUM names it)

Paragraphs of the bundled samples are set in eight ways and five line heights, among headings, a list, code and a table.
A paragraph, heading, item or row is right where exactly it comes out; of code, every space and line end counts.
Speed is by processor time.
"""

from __future__ import annotations

import html
import json
import os
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from config import ROOT, settings
from corpus.convert import convert

BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium")
HEIGHTS = (1.0, 1.2, 1.5, 1.8, 2.2)
SERIF, SANS = "font-family:'Liberation Serif';font-size:11pt", "font-family:'Liberation Sans';font-size:10pt"
STYLES = {
    "serif": f"body{{{SERIF}}}",
    "sans": f"body{{{SANS}}}",
    "justified": f"body{{{SERIF};text-align:justify}}",
    "narrow": f"body{{{SERIF};text-align:justify}} main{{width:190pt}}",
    "two columns": f"body{{{SERIF};text-align:justify}} main{{columns:2}}",
    "indented": f"body{{{SERIF};text-align:justify}} p{{margin:0;text-indent:1.5em}}",
    "indented columns": f"body{{{SERIF};text-align:justify}} main{{columns:2}} p{{margin:0;text-indent:1em}}",
    "tight": f"body{{{SANS}}} p{{margin:0 0 3pt}}",
}
PAGE = "@page{size:A4;margin:20mm;@top-center{content:'Garden handbook'}@bottom-right{content:counter(page)}}"
HEADINGS = ("Opening hours", "What the warranty covers", "Water and tools in the dry months", "Before first use")
ITEMS = (
    "Gloves",
    "A spade with a long handle that nobody else has borrowed this morning, and a rake",
    "Seeds",
    "Twine",
)
CODE = 'def area(width, height):\n    if width < 0:\n        raise ValueError("negative")\n\n    return width * height'
ROWS = (
    ("Plan", "Price", "Users"),
    ("Basic", "9 EUR", "1"),
    ("Business plus", "99 EUR", "no limit"),
    ("School", "0", "40"),
)

# A kind, and its text; of a table's row, the cells with spaces between.
Unit = tuple[str, str]


def main() -> None:
    """Print the table, and write it as JSON below the state directory."""
    found: dict[str, dict[str, list[int]]] = {}
    pages, seconds = 0, 0.0
    for style, units, content in printed():
        start = time.process_time()
        text = convert(content, ".pdf", 50).text
        seconds += time.process_time() - start
        pages += len(re.findall(rb"/Type\s*/Page\b", content))
        for kind, right in judged(units, text):
            counts = found.setdefault(style, {}).setdefault(kind, [0, 0])
            counts[0] += right
            counts[1] += 1
    for style, kinds in found.items():
        print(f"{style:18}" + "   ".join(f"{kind} {right}/{all_}" for kind, (right, all_) in kinds.items()))
    sums = [sum(counts[place] for kinds in found.values() for counts in kinds.values()) for place in (0, 1)]
    print(f"{sums[0]} of {sums[1]} right ({sums[0] / sums[1]:.1%}), {pages} pages, {pages / seconds:.1f} a second")
    out = settings().home / "benchmarks" / "pdfs.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps({"right": found, "pages_per_second": pages / seconds}, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def printed() -> Iterator[tuple[str, list[Unit], bytes]]:
    """Style, what was printed, and the PDF."""
    from playwright.sync_api import sync_playwright

    rng, prose = random.Random(7), paragraphs()
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"]).new_page()
        for style, css in STYLES.items():
            for height in HEIGHTS:
                body, units = document(rng.sample(prose, 24))
                page.set_content(f"<style>{PAGE} {css} body{{line-height:{height}}}</style><main>{body}</main>")
                yield style, units, page.pdf(prefer_css_page_size=True)


def paragraphs() -> list[str]:
    """Those of the samples that are prose."""
    folder = ROOT / "data" / "samples" / "documents"
    texts = "\n\n".join((folder / name).read_text(encoding="utf-8") for name in ("essay.txt", "faq.md", "manual.md"))
    parts = (" ".join(part.split()) for part in texts.split("\n\n"))
    return [part for part in parts if len(part) > 80 and part[0].isalpha() and part[-1] in ".?!" and "`" not in part]


def document(prose: Sequence[str]) -> tuple[str, list[Unit]]:
    """The page's HTML, and its units in order."""
    parts, units = [], []
    for number, text in enumerate(prose):
        if number % 6 == 0:
            parts.append(f"<h2>{HEADINGS[number // 6]}</h2>")
            units.append(("heading", HEADINGS[number // 6]))
        parts.append(f"<p>{html.escape(text)}</p>")
        units.append(("paragraph", text))
        if number == 8:
            parts.append(f"<ol>{''.join(f'<li>{item}</li>' for item in ITEMS)}</ol><pre>{html.escape(CODE)}</pre>")
            units += [*(("item", f"{place}. {item}") for place, item in enumerate(ITEMS, 1)), ("code", CODE)]
        if number == 14:
            rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
            parts.append(f"<table style='text-align:left;width:100%'>{rows}</table>")
            units += [("row", " ".join(row)) for row in ROWS]
    return "".join(parts), units


def judged(units: Sequence[Unit], text: str) -> Iterator[tuple[str, bool]]:
    """Each unit's kind, and whether it came out."""
    lines = Counter(_plain(line) for line in text.split("\n"))
    blocks = Counter(_plain(block) for block in text.split("\n\n"))
    for kind, wanted in units:
        if kind == "code":
            yield kind, wanted in text
        else:
            yield kind, bool(blocks[_plain(wanted)] or (kind in ("item", "row") and lines[_plain(wanted)]))


def _plain(text: str) -> str:
    """Without bars, and with single spaces."""
    return " ".join(text.replace("|", " ").split())


if __name__ == "__main__":
    main()
