"""The Start page: what a newcomer and what somebody who comes back can do at once."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from experiments.plan import SweepPlan
from experiments.saved import open_sweep, save_plan
from tests.app.conftest import settle
from tests.app.test_evaluate import SMALL
from tests.app.test_pages import texts


def links(app: AppTest) -> list[str]:
    return [element.proto.label for element in app.get("page_link")]


def test_a_newcomer_is_offered_the_tour_and_the_way_with_own_documents(app: AppTest) -> None:
    assert app.button(key="home-start").label == "Build and evaluate the sample"
    assert {"Go to Data", "Go to Evaluate", "Go to Compare"} <= set(links(app))
    assert "Go on" not in texts(app.subheader) and "Recent" not in texts(app.subheader)


def test_unfinished_work_goes_on_with_one_press_and_is_recent_afterwards(app: AppTest, app_home: Path) -> None:
    save_plan("mine", SweepPlan.model_validate(SMALL), app_home)
    app.run()
    assert "Go on" in texts(app.subheader)
    app.button(key="home-go-on-mine").click().run()
    settle(app)
    assert not app.exception and open_sweep("mine", app_home).finished
    assert "Go on" not in texts(app.subheader) and "Recent" in texts(app.subheader)
    assert "Sweep mine" in texts(app.markdown).replace("\\", "")


def test_a_sweep_that_needs_a_key_is_opened_instead(app: AppTest, app_home: Path) -> None:
    plan = SweepPlan.model_validate(SMALL | {"model": "m@http://127.0.0.1:1/v1"})
    save_plan("far", plan, app_home)
    app.run()
    assert not app.exception and "home-go-on-far" not in {button.key for button in app.button}
    assert "Open" in links(app)
