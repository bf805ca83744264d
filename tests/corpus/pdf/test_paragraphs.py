"""PDFs: what ends a paragraph, what does not, and how its lines are joined."""

from __future__ import annotations

import pytest

from corpus.convert import convert
from tests.corpus.files import drawn, pdf_of

FULL = "The garden was founded in 2009 on the site of a former depot"
NEXT = "of the railway, so that residents of three streets had a place"


def text(*streams: str) -> str:
    return convert(pdf_of(streams), ".pdf", 1).text


def below(*lines: str, x: float = 40, top: float = 700, leading: float = 12) -> list[tuple[float, float, str]]:
    return [(x, top - leading * number, line) for number, line in enumerate(lines)]


def test_wide_gaps_between_words_do_not_part_a_justified_line():
    words = [(40, 700, "Members"), (110, 700, "come"), (160, 700, "from"), (210, 700, "many"), (262, 700, "walks")]
    page = drawn(*words, *below("of life, and the rules that follow are written for all", top=688))
    assert text(page) == "Members come from many walks of life, and the rules that follow are written for all"


def test_indentation_begins_a_paragraph():
    lines = [(52, 700, FULL), (40, 688, NEXT), (52, 676, FULL), (40, 664, NEXT)]
    assert text(drawn(*lines)) == f"{FULL} {NEXT}\n\n{FULL} {NEXT}"


def test_a_line_that_ends_early_ends_a_paragraph():
    page = drawn(*below(FULL, NEXT, "to dig.", FULL, "in the spring.", FULL, "of the railway."))
    assert text(page).split("\n\n") == [
        f"{FULL} {NEXT} to dig.",
        f"{FULL} in the spring.",
        f"{FULL} of the railway.",
    ]


def test_raised_figures_and_the_wider_gap_below_them_part_nothing():
    raised = f"BT /F1 10 Tf 1 0 0 1 40 686 Tm ({NEXT}) Tj 4 Ts /F1 6 Tf (12) Tj ET"
    page = drawn(
        (40, 700, FULL), (40, 669, "and water from the river, for as long as they lived there for"), (40, 657, "rent.")
    )
    joined = f"{FULL} {NEXT}12 and water from the river, for as long as they lived there for rent."
    assert text(f"{page} {raised}") == joined


def test_a_heading_is_a_paragraph_of_its_own():
    bold = drawn((40, 688, "How members are chosen"), font="F2")
    large = drawn((40, 640, "Water"), size=16)
    page = drawn((40, 700, f"{FULL}."), (40, 676, FULL), (40, 664, NEXT), (40, 622, FULL))
    assert text(f"{page} {bold} {large}").split("\n\n") == [
        f"{FULL}.", "How members are chosen", f"{FULL} {NEXT}", "Water", FULL
    ]  # fmt: skip


def test_items_of_a_tight_list_stay_lines():
    items = [(40, 660, "\\267 Gloves"), (40, 648, "\\267 A spade with a long handle that nobody else has borrowed")]
    page = drawn(*below(FULL, NEXT), *items, (50, 636, "from the shed"), (40, 624, "\\267 Seeds"))
    assert text(page).split("\n\n")[1].splitlines() == [
        "• Gloves",
        "• A spade with a long handle that nobody else has borrowed from the shed",
        "• Seeds",
    ]


def test_code_keeps_its_lines_and_indentation():
    code = drawn((40, 660, "def area\\(a, b\\):"), (64, 648, "return a * b"), (40, 624, "area\\(1, 2\\)"), font="F3")
    page = f"{drawn(*below(FULL, NEXT))} {code} {drawn((40, 600, FULL))}"
    assert text(page) == f"{FULL} {NEXT}\n\ndef area(a, b):\n    return a * b\n\narea(1, 2)\n\n{FULL}"


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (("The instal-", "lation takes an hour."), "The installation takes an hour."),
        (("A low-rate radio, and a low-", "rate modem."), "A low-rate radio, and a low-rate modem."),
        (("Send an e-", "mail to us."), "Send an e-mail to us."),
        (("The years 2009-", "2012 were dry."), "The years 2009-2012 were dry."),
        (("The town of Stratford-", "Upon is old."), "The town of Stratford-Upon is old."),
        (("It was late -", "too late."), "It was late - too late."),
    ],
)
def test_hyphens_at_line_ends(lines: tuple[str, ...], joined: str):
    assert text(drawn(*below(*lines))) == joined


def test_a_paragraph_goes_on_on_the_next_page():
    first, second = drawn(*below(FULL, NEXT)), drawn(*below("to dig. It belongs to the town.", "Nobody", top=760))
    assert text(first, second).split("\n\n")[0] == f"{FULL} {NEXT} to dig. It belongs to the town."


def test_a_paragraph_that_ended_does_not_go_on_on_the_next_page():
    first, second = drawn(*below(FULL, NEXT, "to dig.")), drawn(*below(FULL, "of the railway.", top=760))
    assert text(first, second).split("\n\n") == [f"{FULL} {NEXT} to dig.", f"{FULL} of the railway."]


def test_the_same_file_gives_the_same_text():
    content = pdf_of([drawn(*below(FULL, NEXT), *below(FULL, NEXT, x=300))])
    assert convert(content, ".pdf", 1) == convert(content, ".pdf", 1)
