"""The strategy whose contexts a language model writes: the price before the build, and no call without one."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from retrieval.collections import list_collections
from tests.app.conftest import settle
from tests.generation.fake_endpoint import FakeEndpoint

SECRET = "sk-very-secret-0123456789"
STRATEGY = "chunk-contextual-retrieval"


def test_calls_are_shown_before_the_build_and_the_key_stays_in_the_session(app: AppTest, app_home) -> None:
    with FakeEndpoint(["It is about instruments."]) as endpoint:
        app.selectbox(key="chunk-strategy").set_value("contextual-retrieval").run()
        assert not app.exception and not any("Contexts by" in each.value for each in app.caption)
        app.number_input(key="chunk-size").set_value(4000)
        app.selectbox(key=f"{STRATEGY}-model").set_value("custom").run()
        assert app.button(key="collection-build").disabled
        app.text_input(key=f"{STRATEGY}-model-name").set_value("small")
        app.text_input(key=f"{STRATEGY}-model-url").set_value(endpoint.base_url)
        app.text_input(key=f"{STRATEGY}-model-key").set_value(SECRET)
        app.number_input(key=f"{STRATEGY}-price-input").set_value(1.0)
        app.number_input(key=f"{STRATEGY}-price-output").set_value(2.0).run()
        assert not app.exception
        (told,) = [each.value for each in app.caption if "Contexts by" in each.value]
        assert "calls, about" in told and "at most US" in told
        assert not endpoint.requests, "neither the preview nor the price asks the model"
        app.button(key="collection-build").click().run()
        settle(app)
        assert not app.exception and not app.error
        assert len(endpoint.requests) > 3
        assert all(request.headers["authorization"] == f"Bearer {SECRET}" for request in endpoint.requests)
    (card,) = list_collections(app_home)
    assert card.complete and card.parameters["model"] == f"small@{endpoint.base_url}"
    written = [path.read_bytes() for path in app_home.rglob("*") if path.is_file() and not path.is_symlink()]
    assert not any(SECRET.encode() in content for content in written)


def test_the_strategy_starts_from_the_embedding_model_of_step_3(app: AppTest) -> None:
    app.selectbox(key="chunk-strategy").set_value("semantic").run()
    assert app.text_input(key="chunk-semantic-encoder-minilm").value == "minilm"
    app.selectbox(key="encoder").set_value("mpnet").run()
    assert not app.exception
    assert app.text_input(key="chunk-semantic-encoder-mpnet").value == "mpnet"
