"""How long servers ask to wait, in all their ways of saying so."""

from __future__ import annotations

import pytest

from generation.waiting import server_wait, spoken, worded_wait


@pytest.mark.parametrize(
    ("message", "seconds"),
    [
        ("Please try again in 1m0.5s.", 60.5),
        ("Please try again in 7.66s. Visit ...", 7.66),
        ("try again in 500ms", 0.5),
        ("Please retry in 38.2s.", 38.2),
        ("Retry after 20 seconds", 20.0),
        ("try again in 2h3m", 7380.0),
        ('"retryDelay": "38s"', 38.0),
        ("limit 100 requests per 60 s", None),
        ("try later", None),
    ],
)
def test_worded_waits(message, seconds):
    assert worded_wait(message) == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        ({"retry-after": "Thu, 01 Jan 1970 00:01:40 GMT"}, 90.0),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:01 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_header_waits(headers, seconds):
    assert server_wait(headers, "", now=10.0) == seconds


def test_the_longer_of_header_and_words_counts():
    assert server_wait({"retry-after": "7"}, "try again in 9s", now=0.0) == 9.0


def test_spoken_waits():
    assert [spoken(wait) for wait in (7.0, 60.5, 3600.0)] == ["7 s", "60.5 s", "60 min"]
