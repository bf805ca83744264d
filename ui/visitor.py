"""The app as it is visited without a browser, by its tests and its benchmark."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from config import ROOT


def visitor(patience: float) -> AppTest:
    """The app before its first page is drawn; a page that takes more than `patience` seconds is an error."""
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=patience)
