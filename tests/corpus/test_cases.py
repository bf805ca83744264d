"""What users of other tools ran into (cases C36, D01 to D16, S03, S04, U09 of the failure log), one test a case."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from core.errors import LoadError
from core.types import Document
from corpus.load import load, load_uploads
from corpus.names import display_name
from tests.corpus.files import CONTENT_TYPES, docx, pdf, zip_of

SCAN = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


def peak_kilobytes() -> int:
    """The most memory this process has held so far (Linux); the module that tells is absent on Windows."""
    resource = pytest.importorskip("resource")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def only(name: str, content: bytes) -> Document:
    corpus = load_uploads([(name, content)])
    assert not corpus.problems
    return corpus.documents[0]


def warning(name: str, content: bytes) -> tuple[Document, str]:
    corpus = load_uploads([(name, content)])
    (problem,) = corpus.problems
    assert problem.kind == "warning"
    return corpus.documents[0], str(problem)


def refusal(name: str, content: bytes, limit_mb: int = 50) -> str:
    with pytest.raises(LoadError) as error:
        load_uploads([(name, content)], limit_mb=limit_mb)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_c36_offsets_are_those_of_the_text_that_is_kept_whatever_the_line_ends():
    text = only("a.txt", b"l1\r\nl2\r\nl3 target\r\n").text
    assert text.index("target") == 9 and text == "l1\nl2\nl3 target\n"


def test_d01_byte_order_mark_is_not_part_of_the_first_column():
    document = only("a.csv", b"\xef\xbb\xbfid,name\n1,Ana\n")
    assert document.meta["columns"] == ["id", "name"]
    assert document.text == "id,name\n1,Ana\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig", "utf-16-le"])
def test_d03_utf16_is_read_and_named(encoding: str):
    text = "item,qty\nKäse,3\n"
    content = text.encode(encoding)
    document = only("b.csv", content)
    assert (document.text, document.meta["columns"]) == (text, ["item", "qty"])
    assert document.meta["encoding"] == encoding


def test_d03_utf16_big_endian_with_mark():
    assert only("b.csv", b"\xfe\xff" + "item,qty\nKäse,3\n".encode("utf-16-be")).meta["encoding"] == "utf-16"


def test_d04_cp1252_is_read_and_named():
    document = only("c.csv", "name;city\nJosé;Málaga\n".encode("cp1252"))
    assert document.text == "name;city\nJosé;Málaga\n"
    assert document.meta["encoding"] == "cp1252"


def test_d06_codes_and_na_stay_as_they_are():
    text = "sku,country,rate\n00071,NA,4.50\n00080,NULL,0.10\n"
    assert only("d.csv", text.encode()).text == text


def test_d08_semicolons_with_decimal_commas():
    document = only("e.csv", b"name;price\nTea;1,50\nJam;2,75\n")
    assert (document.meta["delimiter"], document.meta["columns"]) == (";", ["name", "price"])


def test_d10_a_ragged_row_is_kept_and_named_by_line():
    document, words = warning("f.csv", b"a,b\n1,2\n3,4,5\n6,7\n")
    assert document.text == "a,b\n1,2\n3,4,5\n6,7\n"
    assert words == "f.csv: 1 row has more or fewer than 2 fields, kept as found (line 3)"


def test_d11_an_unclosed_quote_is_named_by_file_and_line():
    document, words = warning("g.csv", b'a,b\n1,"oops\n2,x\n3,y\n')
    assert "g.csv: line 2 opens a quote that is never closed" in words
    assert document.text.endswith("3,y\n")


def test_d12_duplicate_columns_are_told_apart_and_reported():
    document, words = warning("h.csv", b"note,note\nred,blue\n")
    assert document.meta["columns"] == ["note", "note (2)"]
    assert document.text == "note,note\nred,blue\n"
    assert "note" in words


def test_d13_a_scan_is_refused():
    assert refusal("scan.pdf", SCAN) == "scan.pdf: no extractable text (a scanned PDF?)"


def test_d13_a_partial_scan_is_a_warning():
    document, words = warning("part.pdf", pdf("First page.", "", "", "Fourth page."))
    assert words == "part.pdf: 2 of 4 pages had text"
    assert "First page." in document.text


def test_d15_one_broken_file_of_three():
    files = [("good1.txt", b"Alpha text."), ("broken.pdf", b"%PDF-1.4 garbage"), ("good2.txt", b"Beta text.")]
    corpus = load_uploads(files)
    assert [document.id for document in corpus.documents] == ["good1.txt", "good2.txt"]
    assert [problem.name for problem in corpus.failed] == ["broken.pdf"]
    assert corpus.notices[0] == "2 of 3 documents could be read" and corpus.notices[1].startswith("broken.pdf: ")


def test_d16_content_decides_not_the_ending():
    assert refusal("notes.txt", b"PK\x03\x04" + os.urandom(2000)) == "notes.txt: content is a zip archive, not text"


NAMES = ["../../x.txt", "/etc/x.txt", "..\\..\\x.txt", "a/../../b.txt", "x\u0000.txt", "CON.txt", "a" * 300 + ".txt"]


def test_s03_upload_names_are_shown_but_never_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    corpus = load_uploads([(name, b"Some text.") for name in NAMES])
    ids = [document.id for document in corpus.documents]
    assert len(set(ids)) == len(NAMES)
    assert ids[:6] == ["x.txt", "x (2).txt", "x (3).txt", "b.txt", "x (4).txt", "CON.txt"]
    assert not any(set(name) & set("/\\\x00") or len(name) > 120 for name in ids)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", ".", "..", "a/..", "\x00"])
def test_s03_a_name_of_nothing(name: str):
    assert display_name(name) == "unnamed"
    assert refusal(name, b"text").startswith("unnamed: files of this kind cannot be read; the kinds are txt, md")


def test_s04_a_zip_bomb_is_refused_at_once_and_without_unpacking():
    bomb = zip_of(types=CONTENT_TYPES, word__document=b"<w:t>" + b"0" * 300_000_000)
    before, start = peak_kilobytes(), time.perf_counter()
    words = refusal("bomb.docx", bomb)
    assert time.perf_counter() - start < 2
    assert peak_kilobytes() - before < 150_000
    assert words == "bomb.docx: refused, its XML would unpack to 286 MB (at most 50 MB); a zip bomb?"


def test_s04_ratio_and_number_of_entries():
    assert "more than 200 times its size" in refusal("a.xlsx", zip_of(types=CONTENT_TYPES, xl__a=b"0" * 20_000_000))
    many = zip_of(types=CONTENT_TYPES, **{f"part{number}": b"" for number in range(10_001)})
    assert "10,002 packed files" in refusal("b.pptx", many)


def test_s04_a_directory_that_claims_less_than_it_holds():
    honest = zip_of(types=CONTENT_TYPES, word__document=b"0" * 30_000_000)
    claimed = honest.replace((30_000_000).to_bytes(4, "little"), (900_000).to_bytes(4, "little"))
    assert claimed != honest
    assert "another size than the file claims" in refusal("lie.docx", claimed)


def test_s04_entities_are_refused():
    bomb = docx("&a;", prolog='<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>')
    assert "declares XML entities" in refusal("entities.docx", bomb)


def test_u09_a_large_file_is_refused_before_it_is_read(tmp_path: Path):
    large = tmp_path / "large.txt"
    with large.open("wb") as file:
        file.truncate(300 * 2**20)
    before = peak_kilobytes()
    with pytest.raises(LoadError, match=r"large\.txt: has 300\.0 MB, more than the limit of 50 MB"):
        load(str(large), limit_mb=50)
    assert peak_kilobytes() - before < 20_000
    assert "more than the limit of 1 MB" in refusal("up.txt", b"x" * (2**20 + 1), limit_mb=1)
