"""PDFs: columns, tables, headers and footers, and writing that is not from left to right."""

from __future__ import annotations

import pytest

from corpus.convert import convert
from tests.corpus.files import drawn, pdf_of

LEFT = ("Members come from many walks of life,", "and the rules that follow are written", "for all of them.")
RIGHT = ("The garden is owned by the town and", "leased for one symbolic euro a year,", "until the end of 2034.")


def text(*streams: str) -> str:
    return convert(pdf_of(streams), ".pdf", 1).text


def column(x: float, top: float, lines: tuple[str, ...]) -> list[tuple[float, float, str]]:
    return [(x, top - 12 * number, line) for number, line in enumerate(lines)]


@pytest.mark.parametrize("lower", [0, 3, 6, 9])
def test_two_columns_are_read_one_after_the_other(lower: float):
    """Also where the lines of one stand between those of the other."""
    page = drawn(*column(40, 700, LEFT), *column(260, 700 - lower, RIGHT))
    assert text(page) == f"{' '.join(LEFT)}\n\n{' '.join(RIGHT)}"


def test_a_heading_over_both_columns_comes_first():
    head = drawn((40, 740, "Rules of the garden association in the old railway depot"), font="F2", size=14)
    found = text(f"{head} {drawn(*column(40, 700, LEFT), *column(260, 700, RIGHT))}")
    assert found.split("\n\n")[0] == "Rules of the garden association in the old railway depot"
    assert found.split("\n\n")[1:] == [" ".join(LEFT), " ".join(RIGHT)]


def test_a_paragraph_goes_on_in_the_next_column():
    lines = ("Members come from many walks of life,", "and the rules that follow are written", "for all of them, as")
    rest = ("they were in the year in which the", "garden was founded.", "Nobody has asked for others.")
    page = drawn(*column(40, 700, lines), *column(260, 700, rest))
    assert text(page).startswith(f"{' '.join(lines)} they were in the year in which the garden was founded.")


ROWS = (("Plan", "Price", "Users"), ("Basic", "9 EUR", "1"), ("Business plus", "99 EUR", "no limit"))


def test_rows_of_a_table():
    page = drawn(
        *((x, 700 - 16 * y, cell) for y, row in enumerate(ROWS) for x, cell in zip((40, 160, 260), row, strict=True))
    )
    assert text(page) == (
        "| Plan | Price | Users |\n| --- | --- | --- |\n| Basic | 9 EUR | 1 |\n| Business plus | 99 EUR | no limit |"
    )


def test_lines_of_one_cell_are_joined():
    cells = [(40, 700, "Part"), (140, 700, "What it does"), (40, 680, "Filter"), (140, 680, "Keeps sand and leaves")]
    page = drawn(*cells, (140, 668, "out of the pump"), (40, 648, "Seal"), (140, 648, "Closes the lid"))
    assert text(page).splitlines()[2:] == [
        "| Filter | Keeps sand and leaves out of the pump |",
        "| Seal | Closes the lid |",
    ]


def test_lines_drawn_between_cells_part_rows_that_stand_as_close_as_lines():
    grid = " ".join(f"30 {y} m 330 {y} l S" for y in (712, 696, 668, 652)) + " 130 712 m 130 652 l S"
    cells = [(40, 700, "Part"), (140, 700, "What it does"), (40, 684, "Filter"), (140, 684, "Keeps sand and leaves")]
    page = f"{grid} {drawn(*cells, (140, 672, 'out of the pump'), (40, 656, 'Seal'), (140, 656, 'Closes the lid'))}"
    assert text(page).splitlines()[2:] == [
        "| Filter | Keeps sand and leaves out of the pump |",
        "| Seal | Closes the lid |",
    ]


def test_numbers_of_a_list_are_no_column():
    lines = [(x, 700 - 14 * n, part) for n in range(4) for x, part in ((40, f"{n + 1}."), (60, "Close the lid."))]
    assert "|" not in text(drawn(*lines))


def pages_of(number: int) -> list[str]:
    bodies = ["Warranty.", "Return within a month.", "Pumps are heavy.", "Filters are rinsed.", "Nothing else is new."]
    return [
        drawn((40, 770, "Garden handbook"), (40, 700, body), (240, 20, f"Page {place + 7} of 40"))
        for place, body in enumerate(bodies[:number])
    ]


def test_headers_and_footers_are_left_out_and_told():
    found = convert(pdf_of(pages_of(5)), ".pdf", 1)
    assert found.text.split("\n\n") == [
        "Warranty.", "Return within a month.", "Pumps are heavy.", "Filters are rinsed.", "Nothing else is new."
    ]  # fmt: skip
    assert found.warnings == ('left out what most pages repeat: "Garden handbook", "Page 7 of 40"',)


def test_what_two_pages_repeat_is_kept():
    found = convert(pdf_of(pages_of(2)), ".pdf", 1)
    assert found.text.count("Garden handbook") == 2 and not found.warnings


def test_numbers_that_do_not_count_pages_are_kept():
    found = convert(pdf_of([drawn((40, 700, f"Rain in mm {rain}")) for rain in (31, 7, 112, 64)]), ".pdf", 1)
    assert found.text.split("\n\n") == ["Rain in mm 31", "Rain in mm 7", "Rain in mm 112", "Rain in mm 64"]


@pytest.mark.parametrize(("matrix", "turned"), [("0 1 -1 0", 90), ("0 -1 1 0", 270), ("0.87 0.5 -0.5 0.87", 30)])
def test_turned_writing_comes_after_the_rest(matrix: str, turned: int):
    page = f"BT /F1 10 Tf {matrix} 300 400 Tm (turned by {turned}) Tj ET {drawn(*column(40, 700, LEFT))}"
    assert text(page) == f"{' '.join(LEFT)}\n\nturned by {turned}"


ARABIC = dict(zip("ABCDEGH", "الحديقة", strict=True))


@pytest.mark.parametrize("word", ["ABCDEGH", "HGEDCBA"])
def test_arabic_is_read_from_the_right_whichever_way_it_was_drawn(word: str):
    """Letters drawn one by one: to the left as they are read, or from the left as they are seen."""
    start, step = (300, -10) if word == "ABCDEGH" else (240, 10)
    page = drawn(*((start + step * number, 700, letter) for number, letter in enumerate(word)), size=20)
    assert convert(pdf_of([page], letters=ARABIC), ".pdf", 1).text == "الحديقة"


def test_japanese_that_is_written_downwards_is_read_column_by_column():
    letters = dict(zip("abcdefgh", "保証期間三年です", strict=True))
    columns = [(300, 700 - 20 * n, code) for n, code in enumerate("abcde")]
    columns += [(276, 700 - 20 * n, code) for n, code in enumerate("fgh")]
    assert convert(pdf_of([drawn(*columns, size=20)], letters=letters), ".pdf", 1).text == "保証期間三年です"
