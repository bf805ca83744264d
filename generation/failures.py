"""What went wrong with a call, in one line for the reader: worth another try, or not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.errors import GenerationError, ReplyRefused
from generation.redaction import redact
from generation.waiting import TryAgain, server_wait

if TYPE_CHECKING:
    import openai

_LONGEST = 300
_OUT_OF_CREDIT = ("insufficient_quota", "billing_hard_limit", "credit balance")
_TOO_LONG = ("context_length_exceeded", "exceed_context_size", "context length", "context size", "context window")


def translated(error: Exception, name: str, secrets: tuple[str, ...], now: float) -> GenerationError | TryAgain:
    """The error to raise instead of the client's own: without secrets, and TryAgain where waiting may help."""
    import openai

    if isinstance(error, openai.APITimeoutError):
        return TryAgain(f"{name} did not answer in time.", "the server")
    if isinstance(error, openai.APIConnectionError):
        reason = _one_line(redact(str(error.__cause__ or error), secrets))
        return TryAgain(f"{name} cannot be reached ({reason}).", "a connection")
    if isinstance(error, openai.APIStatusError):
        return _refused(error, name, _one_line(redact(_message(error), secrets)), now)
    if isinstance(error, openai.APIError):  # an error that comes as part of a stream
        return TryAgain(f"{name} failed: {_one_line(redact(_message(error), secrets))}.", "the server")
    if isinstance(error, ValueError):
        return TryAgain(f"{name} sent a reply that is no chat completion.", "the server")
    raise error


def reported(body: object, name: str, secrets: tuple[str, ...]) -> TryAgain:
    """The error to raise for one that comes with HTTP 200, as from OpenRouter when the provider behind it fails."""
    return TryAgain(f"{name} failed: {_one_line(redact(_words(body), secrets))}.", "the server")


def rejects_parameters(error: Exception) -> bool:
    """Whether the server understood the call but not one of its parameters."""
    import openai

    if not isinstance(error, (openai.BadRequestError, openai.UnprocessableEntityError)):
        return False
    return not _mentions(_message(error), _TOO_LONG)


def _refused(error: openai.APIStatusError, name: str, said: str, now: float) -> GenerationError | TryAgain:
    status = error.status_code
    if status == 429 and not _mentions(said, _OUT_OF_CREDIT):
        wait = server_wait(error.response.headers, str(error), now)
        return TryAgain(f"{name} has reached its rate limit (HTTP 429): {said}.", "the rate limit", wait)
    if status >= 500 or status in (408, 409):
        wait = server_wait(error.response.headers, "", now)
        return TryAgain(f"{name} failed (HTTP {status}): {said}.", "the server", wait)
    if status in (401, 403):
        return GenerationError(f"{name} refused the key (HTTP {status}): check CHUNKTRACE_API_KEY. It said: {said}.")
    if status == 404:
        return GenerationError(f"{name} was not found (HTTP 404): check the model's name and address. It said: {said}.")
    if _mentions(said, _TOO_LONG):
        return ReplyRefused(f"The prompt is too long for {name}: retrieve fewer chunks. It said: {said}.")
    return GenerationError(f"{name} refused the call (HTTP {status}): {said}.")


def _message(error: openai.APIError) -> str:
    """The server's own words where they can be found."""
    return (_words(error.body) if isinstance(error.body, Mapping) else "") or str(error)


def _words(body: object) -> str:
    """Message and code of an error's JSON body."""
    inner = body.get("error", body) if isinstance(body, Mapping) else body
    if not isinstance(inner, Mapping):
        return str(inner)
    return " / ".join(str(inner[key]) for key in ("message", "code") if inner.get(key))


def _one_line(text: str) -> str:
    line = " ".join(text.split()).rstrip(".")
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"


def _mentions(text: str, marks: tuple[str, ...]) -> bool:
    return any(mark in text.lower() for mark in marks)
