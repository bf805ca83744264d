"""The documents of the Data page as a person uses them, without a browser: shown, uploaded, kept, renamed, deleted."""

from __future__ import annotations

from corpus import library
from tests.app.conftest import MANUAL
from tests.app.data_page import opened, plain


def test_documents_are_shown_with_sizes_and_what_could_not_be_read(home):
    app = opened(corpus="saved:pump-papers", document="notes.txt")
    assert {one.label: one.value for one in app.metric} == {
        "Documents": "2",
        "Characters": f"{len(MANUAL) + 12:,}",
        "Tokens": "25",
    }
    assert "Kinds: 1 Markdown · 1 text" in plain(app.caption)
    assert "2 of 3 documents could be read" in plain(app.warning)
    assert "scan.pdf: has no text" in plain(app.caption)
    assert list(app.dataframe[0].value["document"]) == ["manual.md", "notes.txt"]
    assert app.selectbox(key="data-document").value == "notes.txt"


def test_an_upload_is_private_until_it_is_saved_and_then_a_choice_everywhere(home):
    app = opened()
    app.file_uploader(key="data-files-0").upload("tickets.csv", b"id,note\n1,bent\n", "text/csv").run()
    assert app.selectbox(key="data-corpus").value == "upload"
    assert "not saved yet" in app.selectbox(key="data-corpus").options[0]
    assert "upload" not in " ".join(opened().selectbox(key="data-corpus").options)
    app.selectbox(key="data-save-into").set_value("a new corpus").run()
    app.button(key="data-save").click().run()
    assert not app.exception
    assert [card.name for card in library.list_corpora(home)] == ["pump-papers", "tickets"]
    assert (app.selectbox(key="data-corpus").value, app.selectbox(key="data-saved").value) == (
        "saved:tickets",
        "tickets",
    )


def test_an_upload_is_added_to_a_saved_corpus(home):
    app = opened()
    app.file_uploader(key="data-files-0").upload("notes.txt", b"Bob owns it.", "text/plain").run()
    app.selectbox(key="data-save-into").set_value("saved:pump-papers").run()
    app.button(key="data-save").click().run()
    assert [one.text for one in library.open_corpus("pump-papers", home).documents] == [MANUAL, "Bob owns it."]


def test_a_saved_corpus_is_renamed_thinned_and_deleted(home):
    app = opened()
    app.text_input(key="data-rename-pump-papers").set_value("Papers").run()
    app.button(key="data-rename").click().run()
    assert app.selectbox(key="data-corpus").value == "saved:papers"
    app.multiselect(key=f"data-drop-{library.list_corpora(home)[0].key}").set_value(["notes.txt"]).run()
    app.button(key="data-drop").click().run()
    assert app.metric[0].value == "1"
    app.button(key="data-delete").click().run()
    assert not app.exception and library.list_corpora(home) == []
    assert app.selectbox(key="data-corpus").value == "sample:tarnwick"


def test_a_stale_address_falls_back_and_says_so(home):
    app = opened(view="questions", set="saved:gone", part="nonsense", show="what", question="q9")
    assert app.selectbox(key="data-set").value == "sample:tarnwick"
    assert "The address names saved:gone" in plain(app.caption)


def test_questions_lead_back_to_an_upload_that_is_not_saved(home):
    app = opened()
    app.file_uploader(key="data-files-0").upload("tickets.csv", b"id,note\n1,bent\n", "text/csv").run()
    assert "Next: save them" in plain(app.caption)
    app.segmented_control(key="data-view").set_value("questions").run()
    assert "Your upload is not saved yet" in plain(app.info)
    app.button(key="data-to-upload").click().run()
    assert app.selectbox(key="data-corpus").value == "upload"
    assert not app.exception
