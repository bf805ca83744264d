"""Small files of each kind, built in the test so that a reader sees all of their content."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping, Sequence

CONTENT_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)


def zip_of(**members: str | bytes) -> bytes:
    """A deflated zip; `__` in a keyword stands for a slash, a leading `types` for [Content_Types].xml."""
    names = {"types": "[Content_Types].xml", "relations": "_rels/.rels"}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(names.get(name, name.replace("__", "/") + ".xml"), content)
    return packed.getvalue()


def docx(*paragraphs: str, prolog: str = "") -> bytes:
    """A Word file with plain paragraphs."""
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in paragraphs)
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    xml = f'<?xml version="1.0"?>{prolog}<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>'
    return zip_of(types=CONTENT_TYPES, relations=RELATIONS, word__document=xml)


def xlsx(**sheets: list[list[object]]) -> bytes:
    """A workbook with these sheets."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def pptx(title: str, body: str) -> bytes:
    """A presentation of one slide."""
    from pptx import Presentation

    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = title
    slide.placeholders[1].text = body
    saved = io.BytesIO()
    presentation.save(saved)
    return saved.getvalue()


def pdf(*pages: str, deflated: bool = False) -> bytes:
    """A PDF with one line of text a page; an empty text gives a page without a text layer."""
    return pdf_of([f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET" if text else "0 0 50 50 re f" for text in pages], deflated)


def pdf_of_paragraphs(paragraphs: Sequence[Sequence[str]], leading: float, between: float) -> bytes:
    """A page of lines 12 points high, so far from one another within a paragraph, and so much more between two."""
    parts = []
    for lines in paragraphs:
        parts += [f"({line}) Tj 0 {-leading} Td" for line in lines]
        parts.append(f"0 {-between} Td")
    return pdf_of([f"BT /F1 12 Tf 20 760 Td {' '.join(parts)} ET"])


def drawn(*pieces: tuple[float, float, str], font: str = "F1", size: float = 10) -> str:
    """Drawing commands for texts, each with its place from the left and from the bottom."""
    parts = (f"1 0 0 1 {x} {y} Tm ({text}) Tj" for x, y, text in pieces)
    return f"BT /{font} {size} Tf {' '.join(parts)} ET"


def pdf_of(streams: Sequence[str], deflated: bool = False, letters: Mapping[str, str] | None = None) -> bytes:
    """A PDF with a page for each stream of drawing commands; its fonts F1, F2 and F3 are sans, bold and monospaced.

    `letters` says what the letters of F1 mean, for scripts that it has no glyphs for.
    """
    meaning = f"/ToUnicode {4 + 2 * len(streams)} 0 R" if letters else ""
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(streams)}/Kids[{' '.join(f'{4 + 2 * n} 0 R' for n in range(len(streams)))}]>>",
        f"<</Type/Font/Subtype/Type1/BaseFont/Helvetica{meaning}>>",
    ]
    for number, stream in enumerate(streams):
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 800]/Contents {5 + 2 * number} 0 R"
            "/Resources<</Font<</F1 3 0 R/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>"
            "/F3<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>"
        )
        stream = zlib.compress(stream.encode()).decode("latin-1") if deflated else stream
        packed = "/Filter/FlateDecode" if deflated else ""
        objects.append(f"<</Length {len(stream)}{packed}>>\nstream\n{stream}\nendstream")
    if letters:
        pairs = "".join(f"<{ord(code):02x}><{ord(letter):04x}>" for code, letter in letters.items())
        cmap = f"1 begincodespacerange<00><ff>endcodespacerange {len(letters)} beginbfchar{pairs}endbfchar"
        objects.append(f"<</Length {len(cmap)}>>\nstream\n{cmap}\nendstream")
    parts, offsets = [b"%PDF-1.4\n"], []
    for number, content in enumerate(objects, 1):
        offsets.append(sum(map(len, parts)))
        parts.append(f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1"))
    start = sum(map(len, parts))
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    end = f"trailer<</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{start}\n%%EOF\n"
    parts.append(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{end}".encode())
    return b"".join(parts)
