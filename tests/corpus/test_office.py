"""Word files, slides and web pages: their headings, tables and names."""

from __future__ import annotations

import io

from corpus.convert import convert
from tests.corpus.files import CONTENT_TYPES, RELATIONS, zip_of

SPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def word(body: str) -> bytes:
    """A Word file with a style for titles and one for code."""
    names = {"Title": "Title", "Code": "HTML Preformatted"}
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/></w:style>'
        for key, name in names.items()
    )
    members = {
        "types": CONTENT_TYPES,
        "relations": RELATIONS,
        "word__document": f'<w:document xmlns:w="{SPACE}"><w:body>{body}</w:body></w:document>',
        "word__styles": f'<w:styles xmlns:w="{SPACE}">{styles}</w:styles>',
    }
    return zip_of(**members)


def paragraph(text: str, style: str = "") -> str:
    style = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{style}<w:r><w:t>{text}</w:t></w:r></w:p>"


def test_the_title_of_a_word_file_is_a_heading():
    text = convert(word(paragraph("Garden handbook", "Title") + paragraph("Text.")), ".docx", 1).text
    assert text == "# Garden handbook\n\nText."


def test_code_of_a_word_file_keeps_its_lines():
    code = paragraph("for bed in beds:", "Code") + paragraph("dig(bed)", "Code")
    assert convert(word(code), ".docx", 1).text == "```\nfor bed in beds:\ndig(bed)\n```"


def test_the_first_row_of_a_word_table_is_its_head():
    rows = (("Plan", "Price"), ("Basic", "9 EUR"))
    cells = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    table = "".join(f"<w:tr>{row}</w:tr>" for row in cells)
    text = convert(word(f"<w:tbl>{table}</w:tbl>"), ".docx", 1).text
    assert text == "| Plan | Price |\n| --- | --- |\n| Basic | 9 EUR |"


def test_the_first_row_of_a_web_page_s_table_is_its_head():
    page = b"<table><tr><td>Plan</td><td>Price</td></tr><tr><td>Basic</td><td>9</td></tr></table>"
    assert convert(page, ".html", 1).text == "| Plan | Price |\n| --- | --- |\n| Basic | 9 |"


def test_names_of_a_web_page_stay_as_they_are():
    assert convert(b"<p>Set room_2_limit to 3 * 4.</p>", ".html", 1).text == "Set room_2_limit to 3 * 4."


def test_text_after_a_slide_s_table_is_no_row_of_it():
    from pptx import Presentation

    slides = Presentation()
    slide = slides.slides.add_slide(slides.slide_layouts[6])
    table = slide.shapes.add_table(2, 1, 0, 0, 900_000, 900_000).table
    table.cell(0, 0).text, table.cell(1, 0).text = "Plan", "Basic"
    slide.shapes.add_textbox(0, 2_000_000, 900_000, 900_000).text_frame.text = "All with tax."
    saved = io.BytesIO()
    slides.save(saved)
    assert "| Basic |\n\nAll with tax." in convert(saved.getvalue(), ".pptx", 1).text
