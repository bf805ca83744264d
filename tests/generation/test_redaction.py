"""Secrets in all the places where servers and clients put them."""

from __future__ import annotations

import pytest

from generation.redaction import redact


@pytest.mark.parametrize(
    "text",
    [
        "503 for https://ex.test/v1/models/m:gen?key=FAKEKEY-0123456789",
        "Authorization: Bearer FAKEKEY-0123456789",
        "{'api_key': 'FAKEKEY-0123456789'}",
        '{"x-api-key":"FAKEKEY-0123456789"}',
        "access_token=FAKEKEY-0123456789&x=1",
        "bearer FAKEKEY-0123456789.",
    ],
)
def test_S07_named_secrets_are_hidden_even_when_unknown(text):
    assert "FAKEKEY" not in redact(text)


def test_a_known_secret_is_hidden_wherever_it_stands():
    assert redact("no model s3/cret+ (s3%2Fcret%2B)", ["s3/cret+", None, ""]) == "no model [hidden] ([hidden])"


def test_keys_that_look_like_keys_are_hidden():
    assert redact("Incorrect API key provided: sk-proj-a**********b1.") == "Incorrect API key provided: [hidden]"


def test_ordinary_text_stays():
    text = "the key to success; 12 tokens: too many; max_tokens is refused"
    assert redact(text).startswith("the key to success; 12 tokens") and "max_tokens is refused" in redact(text)
