"""The chunk doctor on the Chunks page, and strategies of one's own in the sidebar."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from config import ROOT, settings
from evaluation.checks import CHECKS
from evaluation.doctor import without_encoding
from tests.app.conftest import settle
from tests.chunking.test_custom import EXAMPLE


def texts(elements: object) -> str:
    return " ".join(str(element.value) for element in elements).replace("\\", "")  # type: ignore[attr-defined]


def html(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


@pytest.fixture
def chunks_page(app: AppTest) -> AppTest:
    """The Chunks page with the FAQ, in windows of 60 tokens, seen by the doctor."""
    shown = app.switch_page("pages/chunks.py")
    shown.query_params["view"] = "Doctor"
    shown.run()
    shown.selectbox(key="data-sample").set_value("faq").run()
    shown.selectbox(key="chunk-strategy").set_value("fixed-size").run()
    return shown.number_input(key="chunk-size").set_value(60).run()


def test_the_findings_stand_below_the_painted_text(chunks_page: AppTest) -> None:
    assert not chunks_page.exception and not chunks_page.error
    shown = html(chunks_page)
    assert all(check.label in shown for check in CHECKS.values())
    assert "of the chunks end inside a sentence" in shown and "None found." in shown
    assert "asked for: 50" in texts(chunks_page.caption)
    expanders = [each.label.replace("\\", "") for each in chunks_page.expander]
    assert "Cuts inside a word" in expanders
    assert "ct-cut" in shown


def test_all_strategies_are_compared_in_the_queue_and_stay_on_the_page(chunks_page: AppTest) -> None:
    chunks_page.button(key="chunks-doctor-compare").click().run()
    settle(chunks_page)
    assert not chunks_page.exception and not chunks_page.error
    assert f"{len(without_encoding())} reports are on the Chunks page" in texts(chunks_page.success)
    (table,) = [each.value for each in chunks_page.dataframe if "cut ends" in each.value.columns]
    assert len(table) == len(without_encoding()) and "Sparse" in list(table["strategy"])
    chunks_page.selectbox(key="chunks-doctor-compared-check").set_value("split-tables").run()
    assert not chunks_page.exception
    chunks_page.number_input(key="chunk-size").set_value(70).run()
    assert chunks_page.button(key="chunks-doctor-compare"), "other sizes are another comparison"


def test_a_collection_is_examined_as_it_was_built(chunks_page: AppTest) -> None:
    chunks_page.button(key="collection-build").click().run()
    settle(chunks_page)
    assert chunks_page.selectbox(key="chunks-collection").value == "faq_fixed_size_minilm"
    assert not chunks_page.exception and "of the chunks end inside a sentence" in html(chunks_page)


def test_a_strategy_that_encodes_is_examined_when_asked(chunks_page: AppTest) -> None:
    chunks_page.selectbox(key="chunk-strategy").set_value("semantic").run()
    assert "encodes the text before it cuts" in texts(chunks_page.info)
    assert "of the chunks end" not in html(chunks_page)
    chunks_page.button(key="chunks-left-cut").click().run()
    settle(chunks_page)
    assert not chunks_page.exception and "Median" in [each.label for each in chunks_page.metric]
    chunks_page.button(key="chunks-doctor-examine").click().run()
    settle(chunks_page)
    assert not chunks_page.exception and "Ends inside a sentence" in html(chunks_page)


def test_strategies_of_ones_own_are_in_the_sidebar(
    app_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "strategies"
    folder.mkdir()
    (folder / "turns.py").write_text(EXAMPLE, encoding="utf-8")
    (folder / "empty.py").write_text("", encoding="utf-8")
    monkeypatch.setenv("CHUNKTRACE_STRATEGIES", str(folder))
    settings.cache_clear()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert "empty.py is left out: it must define STRATEGY" in texts(app.warning)
    app.selectbox(key="chunk-strategy").set_value("turns").run()
    assert not app.exception and not app.error and "One chunk a speaker's turn" in texts(app.caption)
    (folder / "turns.py").write_text(EXAMPLE.replace("yield Piece(*part)", "yield Piece(start, end)"))
    app.run()
    assert not app.exception and "breaks the law of" in texts(app.error)
    assert app.button(key="collection-build").disabled
