"""Every kind of file, legacy encodings, and folders."""

from __future__ import annotations

import datetime as dt
import io
import os
import random
import zipfile
from pathlib import Path

import pytest

from core.delimited import read_delimiter
from core.errors import LoadError
from core.types import Document
from corpus.decode import decode
from corpus.files import kind_of, read_as
from corpus.load import load, load_uploads
from corpus.tables import table_shape
from tests.corpus.files import CONTENT_TYPES, docx, pptx, xlsx, zip_of

NOISE = bytes(random.Random(0).choices(range(1, 256), k=3000))
ENCODED = [
    ("cp1252", "Die Überprüfung der Geräte erfolgt jährlich. Größere Mängel sofort melden.", "cp1252"),
    ("cp1252", "It costs 5 € – “fine”, he’s said.", "cp1252"),
    ("cp1250", "Wszystkie urządzenia muszą być sprawdzane co roku przez właściciela.", "cp1250"),
    ("cp1254", "Çocuklar bahçede oynuyor, şimdi gidiyoruz. Güzel bir şehir.", "cp1254"),
    ("cp1251", "Все устройства должны проверяться ежегодно. Гарантия составляет два года.", "cp1251"),
    ("shift_jis", "すべての機器は毎年点検する必要があります。保証期間は二年です。", "cp932"),
    ("gb18030", "所有设备必须每年检查一次。保修期为两年。", "gb18030"),
    ("euc_kr", "모든 장비는 매년 점검해야 합니다. 보증 기간은 2년입니다.", "cp949"),
    ("utf-16-le", "日本語のテキストです。\n次の行。\n", "utf-16-le"),
    ("utf-16-be", "日本語のテキストです。\n次の行。\n", "utf-16-be"),
    ("utf-32", "Any text.", "utf-32"),
]


def failure(name: str, content: bytes) -> str:
    with pytest.raises(LoadError) as error:
        load_uploads([(name, content)])
    return str(error.value)


@pytest.mark.parametrize(("encoding", "text", "named"), ENCODED)
def test_encodings(encoding: str, text: str, named: str):
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.encoding, decoded.warning) == (text, named, "")


def test_a_genuine_replacement_character_survives():
    assert decode("broken \ufffd mark".encode()) == decode("broken \ufffd mark".encode())
    assert decode("broken \ufffd mark".encode()).text == "broken \ufffd mark"
    assert decode("broken \ufffd mark".encode()).warning == ""


def test_nearly_utf8_is_repaired_and_said():
    decoded = decode(("Käse größer " * 20).encode() + b"\xc3")
    assert (decoded.encoding, decoded.text[-1]) == ("utf-8", "\ufffd")
    assert decoded.warning == "1 byte is not valid UTF-8 and shown as \ufffd"


def test_stray_high_bytes_never_turn_plain_text_into_another_script():
    decoded = decode(b"ok \xed\xa0\x80 x" * 3)
    assert decoded.text.count("ok ") == 3


def test_line_ends_become_line_feeds():
    assert decode(b"a\r\nb\rc\nd\r\n").text == "a\nb\nc\nd\n"


@pytest.mark.parametrize("content", [b"\x00\x01\x02\x03" * 50, NOISE, b"\xff\xfea", b"a,b\n1,\x00\n"])
def test_noise_is_not_text(content: bytes):
    with pytest.raises(LoadError):
        decode(content)


@pytest.mark.parametrize(
    ("start", "words"),
    [(b"%PDF-1.7\n", "a PDF"), (b"\x89PNG\r\n\x1a\n", "a PNG image"), (b"MZ\x90\x00", "an executable")],
)
def test_other_content_under_a_text_name(start: bytes, words: str):
    assert failure("a.md", start + b"\x00rest") == f"a.md: content is {words}, not text"


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.json", "a.jsonl", "a.log", "a.MARKDOWN"])
def test_plain_kinds_stay_as_they_are(name: str):
    text = '{"a": [1,\n  2]}\n\n\ttab  \n'
    assert load_uploads([(name, text.encode())]).documents[0].text == text


def test_html_becomes_markdown_without_scripts():
    page = "<title>Guide</title><body><h1>Geräte</h1><script>alert(1)</script><p>Text.</p></body>"
    document = load_uploads([("a.html", page.encode())]).documents[0]
    assert document.text == "# Geräte\n\nText."
    assert (document.media_type, document.meta["title"]) == ("text/markdown", "Guide")


def test_html_declares_its_encoding():
    page = '<meta charset="iso-8859-2"><p>Wszystkie urządzenia</p>'.encode("iso-8859-2")
    assert load_uploads([("a.htm", page)]).documents[0].text == "Wszystkie urządzenia"


def test_docx():
    assert load_uploads([("a.docx", docx("First.", "Second."))]).documents[0].text == "First.\n\nSecond."


def test_pptx():
    text = load_uploads([("a.pptx", pptx("Warranty", "Two years."))]).documents[0].text
    assert "# Warranty" in text and "Two years." in text


def test_xlsx_cells_stay_as_stored():
    rows = [["sku", "country", "rate"], ["00071", "NA", 4.5], [None, None, None], ["00080", None, 3.0]]
    dates = [["day", "note"], [dt.date(2024, 5, 1), "two\nlines | bar"]]
    text = load_uploads([("a.xlsx", xlsx(Prices=rows, Days=dates))]).documents[0].text
    assert text == (
        "## Prices\n\n| sku | country | rate |\n| --- | --- | --- |\n| 00071 | NA | 4.5 |\n| 00080 |  | 3 |\n\n"
        "## Days\n\n| day | note |\n| --- | --- |\n| 2024-05-01 | two lines \\| bar |"
    )


@pytest.mark.parametrize(
    ("name", "media_type", "words"),
    [
        ("a.pdf", "text/plain", ("PDF", "as text")),
        ("B.DOCX", "text/markdown", ("Word", "as Markdown")),
        ("a.xlsx", "text/markdown", ("Excel", "as Markdown")),
        ("a.htm", "text/markdown", ("HTML", "as Markdown")),
        ("a.markdown", None, ("Markdown",)),
        ("a.log", None, ("log",)),
        ("hotpot-12", None, ("text",)),
        ("v1.2", "application/json", ("JSON",)),
    ],
)
def test_the_kind_of_a_file_is_told_in_words_and_apart_from_that_of_its_text(name, media_type, words):
    document = Document.from_text("Text.", name, media_type)
    assert (kind_of(document), read_as(document)) == (words[0], words)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.docx", b"plain text", "content is not a zip container, not a .docx file"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old binary or password-protected Office file"),
        ("a.xlsx", docx("Word."), "could not be read as .xlsx"),
        ("a.docx", docx("Word.")[:-30], "damaged Office file"),
        ("a.pptx", zip_of(other="x"), "a zip archive, but not an Office file"),
        ("a.docx", zip_of(types=CONTENT_TYPES), "could not be read as .docx"),
        ("a.pdf", b"no pdf", "content is not a PDF"),
        ("a.html", b"PK\x03\x04", "content is a zip archive, not a web page"),
        ("a.txt", b"", "is empty"),
        ("a.txt", b" \n\t\n", "has no text"),
        ("a.html", b"<p> </p>", "has no text"),
    ],
)
def test_refusals(name: str, content: bytes, words: str):
    message = failure(name, content)
    assert message.startswith(f"{name}: ") and words in message and "\n" not in message


def test_encrypted_zip_entries_are_refused():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("[Content_Types].xml", "x")
    content = bytearray(packed.getvalue())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert "password-protected" in failure("a.docx", bytes(content))


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a\tb\n1\t2,5\n", "\t"),
        ("a|b|c\n1|2|3\n", "|"),
        ("a;b\n1,5;2,5\n3,5;4,5\n", ";"),
        ('a,b\n"x;y",2\n"p;q",3\n', ","),
        ("one\ntwo\n", ","),
        ("", ","),
    ],
)
def test_delimiters(text: str, delimiter: str):
    assert read_delimiter(text) == delimiter


def test_a_quoted_line_end_does_not_make_a_row():
    shape = table_shape('id,note\n1,"two\nlines"\n2,x,y\n')
    assert (shape.records, shape.columns) == (2, ("id", "note"))
    assert "(line 4)" in shape.warnings[0]


def test_a_large_cell_does_not_end_the_file():
    assert table_shape(f'a,b\n1,"{"x" * 200_000}"\n2,3\n').records == 2


def test_folder(tmp_path: Path):
    root = tmp_path / "My Düsseldorf docs"
    (root / "sub").mkdir(parents=True)
    (root / ".git").mkdir()
    for name in ("b.txt", "a.md", "sub/a.md", ".hidden.txt", ".git/x.txt", "~$a.txt"):
        (root / name).write_text("Same words.", encoding="utf-8")
    (root / "photo.png").write_bytes(b"\x89PNG")
    (root / "empty.txt").touch()
    outside = tmp_path / "secret.txt"
    outside.write_text("secret", encoding="utf-8")
    (root / "link.txt").symlink_to(outside)
    (root / "loop").symlink_to(root, target_is_directory=True)
    corpus = load(str(root), limit_mb=50)
    assert corpus.name == "my-dusseldorf-docs"
    assert [document.id for document in corpus.documents] == ["a.md", "b.txt", "sub/a.md"]
    assert [str(problem) for problem in corpus.warnings] == [
        "link.txt: skipped, it is a link that leaves the folder",
        "photo.png: skipped, files of this kind cannot be read",
    ]
    assert [str(problem) for problem in corpus.failed] == ["empty.txt: is empty"]


def test_a_folder_that_cannot_be_entered_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "private").mkdir()
    (tmp_path / "a.txt").write_text("Words.", encoding="utf-8")
    scandir = os.scandir

    def locked(place: Path) -> object:
        if Path(place).name == "private":
            raise PermissionError(13, "Permission denied", str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", locked)
    assert [str(problem) for problem in load(str(tmp_path)).failed] == [
        "private: folder cannot be read (Permission denied)"
    ]
    with pytest.raises(LoadError, match=r"private: \.: folder cannot be read \(Permission denied\)"):
        load(str(tmp_path / "private"))


def test_key_depends_on_ids_and_texts_only(tmp_path: Path):
    one = load_uploads([("a.txt", b"A"), ("b.txt", b"B")], "one")
    assert one.key == load_uploads([("b.txt", b"B"), ("a.txt", b"A")], "two").key
    assert one.key != load_uploads([("a.txt", b"A"), ("b.txt", b"C")]).key
    assert len(one.key) == 16


def test_nothing_to_load(tmp_path: Path):
    with pytest.raises(LoadError, match="there is no such file or folder"):
        load(str(tmp_path / "absent"), limit_mb=50)
    with pytest.raises(LoadError, match="holds no file of a kind that can be read"):
        load(str(tmp_path), limit_mb=50)
    for name in ("~nobody-of-this-name/x", "x" * 5000, "x\0y"):
        with pytest.raises(LoadError, match="there is no such file or folder"):
            load(name)
    with pytest.raises(LoadError, match="no data is named"):
        load("")
    unknown = tmp_path / "a.xyz"
    unknown.write_bytes(b"x")
    with pytest.raises(LoadError, match=r"a\.xyz: files of this kind cannot be read; the kinds are txt, md, csv"):
        load(str(unknown), limit_mb=50)


def test_a_name_without_latin_letters_still_names_a_corpus(tmp_path: Path):
    path = tmp_path / "説明.txt"
    path.write_text("text", encoding="utf-8")
    corpus = load(str(path), limit_mb=50)
    assert corpus.name.startswith("corpus-") and corpus.documents[0].id == "説明.txt"
