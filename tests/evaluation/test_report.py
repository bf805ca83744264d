"""report.html stands alone, shows text as text, and is the same for the same runs."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np

from evaluation.family import compare_family
from evaluation.report import report_html
from evaluation.report_parts import Scale, text
from tests.evaluation.compared import run_of

HOSTILE = '<span class="up"><script>alert(1)</script></span> & "x"'
BASE = np.random.default_rng(9).uniform(0.2, 0.7, size=40)


def family(name="other"):
    runs = [run_of("plain", list(BASE)), run_of("broken", list(BASE), failed=set(range(20)))]
    runs.append(run_of("good", list(BASE + np.linspace(0.1, 0.2, 40)), collection={"strategy": name, "encoder": name}))
    return compare_family(runs, names=["plain", "broken", name])


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.open, self.words = [], [], ""

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "line", "rect", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in ("meta", "line", "rect", "circle"):
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.words += data


def parsed(page):
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    return tags


def test_s01_hostile_names_are_shown_as_text():
    tags = parsed(report_html(family(HOSTILE)))
    assert "script" not in {tag for tag, _ in tags.tags}
    assert HOSTILE in tags.words


def test_nothing_is_loaded_from_anywhere():
    page = report_html(family())
    assert not re.search(r"https?:|//|@import|url\(", page)
    assert not {"src", "href", "onclick"} & {name for _, attributes in parsed(page).tags for name in attributes}
    assert len(page.encode()) < 60_000


def test_it_says_what_the_tables_say():
    found = family()
    words = parsed(report_html(found)).words
    assert "other is best" in words
    assert "20 of 40 questions failed" in words
    assert "prefers-color-scheme:dark" in report_html(found)
    assert report_html(found) == report_html(family())


def test_a_scale_keeps_zero_and_all_ends_inside():
    scale = Scale([0.2, 0.5])
    assert 0 < scale.at(0.0) < scale.at(0.2) < scale.at(0.5) < 100
    assert Scale([]).at(0.0) == 50.0 or 0 <= Scale([]).at(0.0) <= 100


def test_control_characters_are_left_out():
    assert text("a\x00b\x1b<") == "ab&lt;"
