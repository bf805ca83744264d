"""The Chunks page: what its address says, what its sliders do, and where evidence is told to be cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from config import ROOT
from core.types import Document
from corpus import library
from corpus.types import Corpus
from tests.app.conftest import settle

FAQ = {"data": "sample:faq"}


def texts(elements: object) -> str:
    return " ".join(str(element.value) for element in elements).replace("\\", "")  # type: ignore[attr-defined]


def metrics(app: AppTest) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for metric in app.metric:
        found.setdefault(metric.label, []).append(metric.value)
    return found


def opened(app: AppTest, **address: str) -> AppTest:
    shown = app.switch_page("pages/chunks.py")
    for name, value in (FAQ | address).items():
        shown.query_params[name] = value
    shown.run()
    assert not shown.exception and not shown.error
    return shown


def test_the_answer_stands_first_and_the_address_names_the_view(app: AppTest) -> None:
    shown = opened(app, left="fixed-size,chunk_size=40,overlap=0", view="Evidence")
    assert "evidence are cut apart" in shown.subheader[0].value.replace("\\", "")
    assert shown.slider(key="chunks-left-chunk_size").value == 40
    assert shown.selectbox(key="data-sample").value == "faq"
    assert shown.query_params["left"] == "fixed-size,chunk_size=40,overlap=0"
    (table,) = shown.dataframe
    assert any("cut apart over" in state for state in table.value["Fixed size"])


def test_a_slider_cuts_again_and_the_overlap_gives_way(app: AppTest) -> None:
    shown = opened(app, left="fixed-size,chunk_size=60,overlap=50")
    before = metrics(shown)
    shown.slider(key="chunks-left-chunk_size").set_value(30).run()
    assert not shown.exception and not shown.error
    assert metrics(shown)["Median"] == ["30 tokens"] != before["Median"]
    assert shown.slider(key="chunks-left-overlap").value == 30 // 8
    assert shown.query_params["left"] == "fixed-size,chunk_size=30,overlap=3"


def test_two_sides_stand_over_the_same_text(app: AppTest) -> None:
    shown = opened(app, left="fixed-size,chunk_size=40,overlap=0", right="section,chunk_size=200,overlap=0")
    assert len(metrics(shown)["Chunks"]) == 2
    assert "B: Section keeps" in texts(shown.subheader)
    shown.toggle(key="chunks-two").set_value(False).run()
    assert len(metrics(shown)["Chunks"]) == 1 and "right" not in shown.query_params
    shown.toggle(key="chunks-two").set_value(True).run()
    assert shown.selectbox(key="chunks-right-strategy").value == "section", "the second side is remembered"


def test_a_place_opens_its_chunk_on_both_sides_and_leads_to_the_neighbors(app: AppTest) -> None:
    shown = opened(app, left="fixed-size,chunk_size=60,overlap=0", right="recursive,chunk_size=60", at="900")
    records = [each.value for each in shown.markdown if each.value.startswith("**Chunk ")]
    assert len(records) == 2
    shown.button(key="chunks-left-record-next").click().run()
    after = [each.value for each in shown.markdown if each.value.startswith("**Chunk ")]
    assert after[0] != records[0] and int(shown.query_params["at"]) > 900


def test_documents_that_are_only_called_like_a_sample_get_none_of_its_questions(app: AppTest, app_home: Path) -> None:
    library.save_corpus(Corpus("faq", (Document.from_text("Another text.", "faq.md"),)), "faq", app_home)
    assert opened(app, data="saved:faq").selectbox(key="chunks-questions").options[0] == "No questions"
    assert opened(app).selectbox(key="chunks-questions").options[0] == "Questions of Customer FAQ"


def test_an_address_is_the_whole_view(app: AppTest) -> None:
    shown = opened(app, left="fixed-size,chunk_size=60,overlap=0", at="900", view="Sizes")
    for name in ("at", "view"):
        del shown.query_params[name]
    shown.query_params["left"] = "fixed-size,chunk_size=70,overlap=0"
    shown.run()
    assert not shown.exception and not {"at", "view"} & set(shown.query_params)
    assert shown.slider(key="chunks-left-chunk_size").value == 70


def test_the_settings_are_used_for_the_build(app: AppTest) -> None:
    shown = opened(app, left="sentence-window,chunk_size=90,overlap=0,sentences=2")
    shown.button(key="chunks-left-use").click().run()
    assert not shown.exception and not shown.error
    assert shown.selectbox(key="chunk-strategy").value == "sentence-window"
    assert shown.number_input(key="chunk-size").value == 90
    assert shown.number_input(key="chunk-sentence-window-sentences").value == 2


def test_the_sidebar_is_followed(app: AppTest) -> None:
    shown = opened(app)
    shown.selectbox(key="chunk-strategy").set_value("entity-based").run()
    assert shown.selectbox(key="chunks-left-strategy").value == "entity-based"
    shown.number_input(key="chunk-size").set_value(300).run()
    assert shown.slider(key="chunks-left-chunk_size").value == 300


@pytest.mark.parametrize(
    "address",
    [
        {"left": "no-such,chunk_size=3"},
        {"left": "recursive,chunk_size=zero"},
        {"left": "recursive,chunk_size=10,overlap=20"},
        {"right": "collection:gone"},
        {"collection": "gone", "document": "gone.md", "questions": "gone", "view": "gone", "part": "-1", "at": "x"},
        {"data": "sample:gone"},
        {"part": "99999", "at": "99999999"},
    ],
)
def test_a_stale_address_falls_back(app: AppTest, address: dict[str, str]) -> None:
    shown = opened(app, **address)
    assert shown.metric, "something is shown all the same"


def test_a_first_visit_by_an_address_on_a_cold_server(app_home: object) -> None:
    shown = AppTest.from_file(str(ROOT / "pages" / "chunks.py"), default_timeout=60)
    shown.query_params["left"] = "recursive,chunk_size=77,overlap=7"
    shown.run()
    assert not shown.exception
    assert shown.session_state["shell-routed"]


def test_a_collection_is_shown_as_built_beside_other_settings(app: AppTest) -> None:
    shown = opened(app, left="fixed-size,chunk_size=80,overlap=0")
    shown.button(key="chunks-left-use").click().run()
    shown.button(key="collection-build").click().run()
    settle(shown)
    assert shown.selectbox(key="chunks-collection").value == "faq_fixed_size_minilm"
    assert "as it was built" in texts(shown.caption) and not shown.exception
    built = metrics(shown)["Chunks"]
    shown.toggle(key="chunks-two").set_value(True).run()
    shown.selectbox(key="chunks-right-strategy").set_value("fixed-size").run()
    shown.slider(key="chunks-right-chunk_size").set_value(80).run()
    shown.slider(key="chunks-right-overlap").set_value(0).run()
    assert metrics(shown)["Chunks"] == built * 2
    assert shown.query_params["collection"] == "faq_fixed_size_minilm"
