"""What is kept in collections is tested on disk and on a server alike."""

import pytest

BOTH = {"test_build", "test_collections", "test_cut_off", "test_damaged", "test_history", "test_update"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of these files once with each place for the vectors."""
    if "home" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in BOTH:
        metafunc.parametrize("home", ["disk", "server"], indirect=True)
