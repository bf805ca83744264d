"""The address of a page: who comes by a link or by Back sees that view, and the page's own words are not a reader's."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from ui import address


def script() -> None:
    import streamlit as st

    from ui import address

    address.take("demo", "view", ("one", "two", "three"), "one")
    st.selectbox("View", ("one", "two", "three"), key="demo-view")
    address.take_text("demo", "words")
    st.text_input("Words", key="demo-words")
    for name in address.stale("demo"):
        st.caption(name)
    address.tell("demo", {"view": "one", "words": ""})


def whole() -> None:
    import streamlit as st

    from ui import address

    came = address.arrived("demo", ("left", "right"))
    if came is not None:
        st.session_state["demo-side"] = came.get("left", ("usual",))[-1]
        st.caption("arrived")
    st.selectbox("Side", ("usual", "fixed", "recursive"), key="demo-side")
    side = st.session_state["demo-side"]
    address.write("demo", {"left": () if side == "usual" else (side,)}, ("left", "right"))


@pytest.fixture
def demo() -> AppTest:
    return AppTest.from_function(script).run()


def view(app: AppTest) -> str:
    assert not app.exception
    return str(app.selectbox(key="demo-view").value)


def told(app: AppTest) -> dict[str, list[str]]:
    """The address, in which a single value may stand alone."""
    return {name: [values] if isinstance(values, str) else list(values) for name, values in app.query_params.items()}


def test_the_view_is_in_the_address_and_the_default_is_not(demo: AppTest) -> None:
    assert told(demo) == {}
    demo.selectbox(key="demo-view").set_value("two").run()
    demo.text_input(key="demo-words").set_value("lid").run()
    assert told(demo) == {"view": ["two"], "words": ["lid"]}
    demo.selectbox(key="demo-view").set_value("one").run()
    assert told(demo) == {"words": ["lid"]}


def test_a_link_is_followed_once_and_other_parameters_stay(demo: AppTest) -> None:
    demo.query_params["view"], demo.query_params["other"] = "three", "kept"
    assert view(demo.run()) == "three"
    demo.selectbox(key="demo-view").set_value("two").run()
    assert (view(demo), told(demo)) == ("two", {"view": ["two"], "other": ["kept"]})


def test_what_is_not_offered_falls_back_and_is_told_once(demo: AppTest) -> None:
    demo.query_params["view"] = "gone"
    assert view(demo.run()) == "one"
    assert [each.value for each in demo.caption] == ["gone"] and told(demo) == {}
    assert not demo.run().caption


def test_a_slow_browser_s_old_address_does_not_take_back_what_was_chosen(demo: AppTest) -> None:
    demo.selectbox(key="demo-view").set_value("two").run()
    demo.selectbox(key="demo-view").set_value("three").run()
    demo.query_params["view"] = "two"
    assert view(demo.run()) == "three" and told(demo) == {"view": ["three"]}


def test_once_the_browser_has_followed_the_old_address_is_a_link(demo: AppTest) -> None:
    demo.selectbox(key="demo-view").set_value("two").run()
    demo.selectbox(key="demo-view").set_value("three").run()
    demo.run()
    demo.query_params["view"] = "two"
    assert view(demo.run()) == "two"


def test_back_is_followed_at_once_also_to_the_default(demo: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    demo.selectbox(key="demo-view").set_value("two").run()
    demo.selectbox(key="demo-view").set_value("three").run()
    monkeypatch.setattr(address, "_by_back", lambda: True)
    demo.query_params["view"] = "two"
    assert view(demo.run()) == "two"
    del demo.query_params["view"]
    assert view(demo.run()) == "one"


def test_a_view_that_is_known_as_a_whole_arrives_once() -> None:
    app = AppTest.from_function(whole)
    app.query_params["left"] = "fixed"
    app.run()
    assert [each.value for each in app.caption] == ["arrived"] and app.selectbox[0].value == "fixed"
    assert not app.run().caption
    app.selectbox[0].set_value("recursive").run()
    app.query_params["left"] = "fixed"
    assert not app.run().caption and told(app) == {"left": ["recursive"]}
