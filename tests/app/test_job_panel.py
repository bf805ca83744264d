"""How the end of long work is told."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.app.conftest import settle

FILES = [
    ("notes.txt", b"The lid is bent. The pump stops.", "text/plain"),
    ("one.pdf", b"%PDF-1.4", "application/pdf"),
    ("two.docx", b"plain", "application/octet-stream"),
]


def built(app: AppTest, files: list[tuple[str, bytes, str]]) -> AppTest:
    app.selectbox(key="data-source").set_value("Upload files").run()
    app.file_uploader(key="data-upload").set_value(files).run()
    app.button(key="collection-build").click().run()
    return settle(app)


def test_files_that_could_not_be_read_are_told_in_one_box(app: AppTest) -> None:
    done = built(app, FILES)
    assert not done.exception and len(done.success) == 1 and not done.warning
    (box,) = [each for each in done.expander if "could be read" in each.label]
    assert box.label.replace("\\", "") == "1 of 3 documents could be read (and 2 more notices)"
    assert "one.pdf: " in box.children[0].value and "two.docx: " in box.children[0].value  # type: ignore[union-attr]
