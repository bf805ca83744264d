"""What a build would change and what builds changed, as the app tells it; and the share of one document."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from retrieval.card import collections_dir
from retrieval.collections import list_collections
from tests.app.conftest import settle


def told(elements: object) -> str:
    """The texts of elements, without the marks that show them literally."""
    return " ".join(str(element.value) for element in elements).replace("\\", "")


def test_plan_and_history_name_the_documents(app: AppTest, app_home: Path) -> None:
    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    settle(app)
    (card,) = list_collections(app_home)
    history = told(app.markdown)
    assert "**Version 1**" in history and f"Chunks: 0 kept, {card.chunks} added, 0 deleted" in history
    assert "1 added (faq.md)" in history
    app.button(key="collection-plan").click().run()
    assert f"keeps {card.chunks} chunks, adds 0, deletes 0" in told(app.info)
    assert "documents: none is different." in told(app.info)


def test_an_unfinished_collection_has_no_history(app: AppTest, app_home: Path) -> None:
    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    settle(app)
    (card,) = list_collections(app_home)
    path = collections_dir(app_home) / card.name / "collection.json"
    path.write_text(path.read_text().replace('"complete": true', '"complete": false'))
    app.run()
    assert not app.exception and "it has no history yet" in told(app.caption)


def test_the_share_of_one_document_goes_into_the_run(app: AppTest, app_home: Path) -> None:
    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    settle(app).switch_page("pages/evaluate.py").run()
    (card,) = list_collections(app_home)
    assert app.slider(key=f"evaluate-document-share-{card.name}").value == 100
    app.slider(key=f"evaluate-document-share-{card.name}").set_value(50).run()
    app.selectbox(key="evaluate-judge").set_value("gold").run()
    app.selectbox(key="evaluate-model").set_value("none").run()
    app.button(key="evaluate-start").click().run()
    settle(app)
    (run,) = (app_home / "runs").iterdir()
    assert '"document_share": 0.5' in (run / "plan.json").read_text()
