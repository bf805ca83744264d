"""The colors of charts: as many as the charts' template has places for, and told from the background."""

from __future__ import annotations

import tomllib
from typing import Any

import plotly.io as pio
import pytest
import streamlit  # noqa: F401  (it brings the template)

from config import ROOT

THEMES = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]


def luminance(color: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [THEMES["light"], THEMES["dark"]], ids=["light", "dark"])
def test_charts_have_a_color_for_every_place_and_each_stands_out_by_3_to_1(theme: dict[str, Any]) -> None:
    places = pio.templates["streamlit"].layout.colorway
    colors = theme["chartCategoricalColors"]
    assert len(set(colors)) == len(colors) == len(places)
    back = luminance(theme["backgroundColor"])
    for color in colors:
        dark, light = sorted((back, luminance(color)))
        assert (light + 0.05) / (dark + 0.05) >= 3, color
