"""Fixtures of several files here."""

from __future__ import annotations

import pytest

from tests.generation.endpoint_client import FakeTime


@pytest.fixture
def time() -> FakeTime:
    """Time that passes only when someone sleeps."""
    return FakeTime()
