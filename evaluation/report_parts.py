"""Pieces of a standalone web page: text made safe, tables, and intervals drawn as SVG. What they show is report.py's.

All text is escaped; nothing is loaded from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root{color-scheme:light dark;--ink:#1c2330;--soft:#5b6472;--line:#d8dde5;--paper:#fff;--panel:#f5f7fa;--up:#1a7f4b;
--down:#b3382c;--flat:#5b6472;--mark:#2f5fd0;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#b7598b;--c4:#a87800;
--c5:#3a8fc2;--c6:#4b4b8f}
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ef;--soft:#a3acba;--line:#39414e;--paper:#14181f;--panel:#1c222b;
--up:#58c98b;--down:#f08a7d;--flat:#a3acba;--mark:#8fb0ff;--c0:#56b4e9;--c1:#e69f00;--c2:#2dbe91;--c3:#e08fbc;--c4:#f0e442;
--c5:#ff7f3f;--c6:#a9a9f0}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px 64px}h1{font-size:1.6rem;margin:0 0 4px}
h2{font-size:1.15rem;margin:36px 0 8px}p{margin:6px 0}.soft{color:var(--soft);font-size:.9rem}
ul{padding-left:1.2em;margin:6px 0}.wide{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%;font-size:.88rem}th,td{padding:6px 10px;text-align:left;white-space:nowrap;
border-bottom:1px solid var(--line)}th{background:var(--panel);font-weight:600}tr:last-child td{border-bottom:0}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.w{white-space:normal;min-width:20em}
.up{color:var(--up)}.down{color:var(--down)}.flat{color:var(--flat)}.up,.down{font-weight:600}
.warn{border-left:4px solid #d9a400;background:var(--panel);padding:8px 12px 8px 28px;border-radius:0 6px 6px 0}
.forest{display:grid;grid-template-columns:minmax(9em,1.2fr) 2fr minmax(12em,1fr);gap:2px 14px;align-items:center;
font-size:.88rem}.forest .name{overflow-wrap:anywhere}.forest svg{display:block;width:100%;height:24px}
line.zero{stroke:var(--soft);stroke-dasharray:3 3}rect.same{fill:var(--line);opacity:.55}
.up line.range,.up circle{stroke:var(--up);fill:var(--up)}
.down line.range,.down circle{stroke:var(--down);fill:var(--down)}
.flat line.range,.flat circle{stroke:var(--flat);fill:var(--flat)}line.range{stroke-width:2.5}
.chart{display:block;width:100%;max-width:820px;height:auto}.chart text{font:12px system-ui,sans-serif;fill:var(--ink)}
.chart .tick{text-anchor:middle;fill:var(--soft)}.chart .side{text-anchor:end;fill:var(--soft)}
.grid{stroke:var(--line)}.line{fill:none;stroke-width:2.4}.band{stroke:none;opacity:.16}.bar{stroke:var(--soft)}
.front{fill:none;stroke:var(--soft);stroke-dasharray:3 3}.best{fill:var(--mark)}.beaten{fill:var(--soft)}
line.c0,polyline.c0{stroke:var(--c0)}polygon.c0{fill:var(--c0)}line.c1,polyline.c1{stroke:var(--c1)}
polygon.c1{fill:var(--c1)}line.c2,polyline.c2{stroke:var(--c2)}line.c3,polyline.c3{stroke:var(--c3)}
line.c4,polyline.c4{stroke:var(--c4)}line.c5,polyline.c5{stroke:var(--c5)}line.c6,polyline.c6{stroke:var(--c6)}
.key{font-size:.85rem;margin:6px 0;padding-left:1.8em;overflow-wrap:anywhere}
pre{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:10px 12px;overflow-x:auto;
font-size:.82rem}
details{margin-top:8px}summary{cursor:pointer}
@media(max-width:640px){.forest{grid-template-columns:1fr;gap:0}.forest .figures{margin-bottom:12px}}
"""


class Html(str):
    """Markup that was made here, unlike text, which may come from anywhere."""

    __slots__ = ()


def page(title: str, body: Iterable[str]) -> str:
    """A whole document."""
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{text(title)}</title><style>{STYLE}</style>"
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body><main>\n{"".join(body)}</main></body></html>\n'


def text(shown: str) -> str:
    """Text for HTML and its attributes; control characters, which no page may hold, are left out."""
    return escape("".join(letter for letter in shown if letter.isprintable() or letter == " "), quote=True)


def bullets(sentences: Sequence[str], kind: str = "") -> str:
    """A list of sentences; nothing when there are none."""
    points = "".join(f"<li>{text(sentence)}</li>" for sentence in sentences)
    return f'<ul class="{kind}">{points}</ul>\n' if sentences else ""


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """A table that scrolls by itself where it is too wide; a cell that is Html is shown as such."""
    head = "".join(
        f"<th{' class=n' if place in numbers else ''}>{text(cell)}</th>" for place, cell in enumerate(headings)
    )
    body = "".join(
        f"<tr>{''.join(_cell(cell, place in numbers) for place, cell in enumerate(row))}</tr>" for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>\n'


def listing(content: str) -> str:
    """Text that is to be copied, line ends included."""
    lines = "\n".join(text(line) for line in content.splitlines())
    return f"<pre>{lines}</pre>\n"


def mood(verdict: str) -> str:
    """How a verdict is colored."""
    return "up" if verdict.startswith("better") else "down" if verdict.startswith("worse") else "flat"


class Scale:
    """From a difference to its place across a drawing, in percent, such that all intervals and 0 are inside."""

    def __init__(self, values: Iterable[float]) -> None:
        known = [0.0, *values]
        reach = max(max(known) - min(known), 1e-9)
        self._low, self._reach = min(known) - 0.06 * reach, 1.12 * reach

    def at(self, value: float) -> float:
        """Percent from the left, kept inside."""
        return round(min(100.0, max(0.0, 100 * (value - self._low) / self._reach)), 2)


def interval_row(
    name: str, figures: str, scale: Scale, ends: tuple[float, float | None, float | None], margin: float, kind: str
) -> str:
    """One line of a forest plot: a difference with its interval over the margin's band. `ends`: delta, low, high."""
    delta, low, high = ends
    left, right = scale.at(-margin), scale.at(margin)
    band = f'<rect class="same" x="{left}%" y="0" width="{round(right - left, 2)}%" height="24"/>' if margin else ""
    line = (
        f'<line class="range" x1="{scale.at(low)}%" x2="{scale.at(high)}%" y1="12" y2="12"/>'
        if low is not None and high is not None
        else ""
    )
    drawn = (
        f'{band}<line class="zero" x1="{scale.at(0)}%" x2="{scale.at(0)}%" y1="0" y2="24"/>{line}'
        f'<circle cx="{scale.at(delta)}%" cy="12" r="4.5"/>'
    )
    label = text(f"{name}: {figures}")
    return (
        f'<div class="name">{text(name)}</div><svg class="{kind}" role="img" aria-label="{label}">{drawn}</svg>'
        f'<div class="figures">{text(figures)}</div>'
    )


def forest(rows: Iterable[str]) -> str:
    """Lines of `interval_row` below each other."""
    return f'<div class="forest">{"".join(rows)}</div>\n'


def _cell(cell: str, number: bool) -> str:
    shown = cell if isinstance(cell, Html) else text(cell)
    return f"<td{' class=n' if number else ' class=w' if len(cell) > 60 else ''}>{shown}</td>"


def colored(verdict: str, remark: str = "") -> Html:
    """A verdict in its color, for a cell of `table`."""
    told = f"{verdict} ({remark})" if remark else verdict
    return Html(f'<span class="{mood(verdict)}">{text(told)}</span>')
