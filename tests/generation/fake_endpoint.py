"""A real HTTP server on a loopback port that speaks OpenAI's chat completions by a script, for models and judges.

    with FakeEndpoint(["The first reply.", Fail(429, headers={"Retry-After": "7"}), Say('{"a": 1}')]) as endpoint:
        model = EndpointModel("test", endpoint.base_url)
        ...
    assert len(endpoint.requests) == 3

Each request takes the next step of the script; the last step is repeated. A function in place of a list is called
with each request and returns a step. A plain string is a reply; a request with "stream": true gets it in pieces.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

# What a judge replies that finds the first sentence of the first passage relevant, used, and all the support needed.
ALL_SUPPORTED = json.dumps(
    {
        "relevance_explanation": "It says so.",
        "all_relevant_sentence_keys": ["0a"],
        "sentence_support_information": [
            {
                "response_sentence_key": "a",
                "explanation": "said",
                "supporting_sentence_keys": ["0a"],
                "fully_supported": True,
            }
        ],
        "all_utilized_sentence_keys": ["0a"],
    }
)


@dataclass(frozen=True)
class Say:
    """A reply. `text` None is a null content; `usage` is (prompt tokens, completion tokens) or None for no usage."""

    text: str | None
    finish_reason: str = "stop"
    usage: tuple[int, int] | None = (10, 5)
    refusal: str | None = None


@dataclass(frozen=True)
class Fail:
    """An HTTP error with OpenAI's error body."""

    status: int
    message: str = "failed"
    headers: Mapping[str, str] = field(default_factory=dict)
    code: str | None = None


@dataclass(frozen=True)
class Garbage:
    """HTTP 200 with a body that is no chat completion."""

    body: str = '{"choices": [{"mess'
    content_type: str = "application/json"


@dataclass(frozen=True)
class BreakOff:
    """A stream that ends, without a finish reason, after its first characters; a whole reply that is cut short."""

    text: str = ""


@dataclass(frozen=True)
class Stall:
    """Silence until the client gives up or the test ends."""


Step = Say | Fail | Garbage | BreakOff | Stall | str


@dataclass(frozen=True)
class Request:
    """What the client sent; header names are in lower case."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        """All message contents, joined by blank lines."""
        return "\n\n".join(message["content"] for message in self.body["messages"])


class FakeEndpoint:
    """The server. `base_url` ends in /v1; `requests` holds every request so far.

    Requests that hold a parameter named in `unknown` are refused with HTTP 400 and take no step of the script.
    """

    def __init__(self, script: Sequence[Step] | Callable[[Request], Step], *, unknown: Sequence[str] = ()) -> None:
        self.requests: list[Request] = []
        self.unknown = tuple(unknown)
        self._script = script
        self._taken = 0
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.endpoint = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def base_url(self) -> str:
        """Address for an OpenAI client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> FakeEndpoint:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def step(self, request: Request) -> Step:
        """Note the request and say what answers it."""
        with self._lock:
            self.requests.append(request)
            for name in self.unknown:
                if name in request.body:
                    return Fail(400, f"Unknown parameter: '{name}'.", code="unknown_parameter")
            if callable(self._script):
                return self._script(request)
            self._taken += 1
            return self._script[min(self._taken, len(self._script)) - 1]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    endpoint: FakeEndpoint


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length", 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.path, headers, json.loads(self.rfile.read(size)))
        step = self.server.endpoint.step(request)
        step = Say(step) if isinstance(step, str) else step
        try:
            self.answer(step, streamed=bool(request.body.get("stream")), request=request)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def answer(self, step: Step, *, streamed: bool, request: Request) -> None:
        if isinstance(step, Stall):
            self.server.endpoint.closing.wait()
        elif isinstance(step, Fail):
            error = {"error": {"message": step.message, "type": "error", "code": step.code}}
            self.send(step.status, json.dumps(error), headers=step.headers)
        elif isinstance(step, Garbage):
            self.send(200, step.body, step.content_type)
        elif streamed:
            self.send_stream(step, bool((request.body.get("stream_options") or {}).get("include_usage")))
        elif isinstance(step, BreakOff):
            self.send(200, json.dumps(_completion(Say(step.text)))[:-20])
        elif isinstance(step, Say):
            self.send(200, json.dumps(_completion(step)))

    def send(
        self, status: int, body: str, kind: str = "application/json", headers: Mapping[str, str] | None = None
    ) -> None:
        encoded = body.encode()
        self.send_response(status)
        for name, value in {**(headers or {}), "Content-Type": kind, "Content-Length": str(len(encoded))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(encoded)

    def send_stream(self, step: Say | BreakOff, with_usage: bool) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()  # HTTP/1.0: the body ends with the connection
        for event in _events(step, with_usage):
            self.wfile.write(f"data: {event}\n\n".encode())
            self.wfile.flush()

    def log_message(self, format: str, *arguments: Any) -> None:
        return


def _completion(step: Say) -> dict[str, Any]:
    message = {"role": "assistant", "content": step.text, "refusal": step.refusal}
    choice = {"index": 0, "message": message, "finish_reason": step.finish_reason}
    reply = {"id": "1", "object": "chat.completion", "created": 0, "model": "fake", "choices": [choice]}
    return reply | ({"usage": _usage(step.usage)} if step.usage else {})


def _events(step: Say | BreakOff, with_usage: bool) -> list[str]:
    text = step.text or ""
    events = [_chunk({"role": "assistant", "content": ""})]
    events += [_chunk({"content": text[start : start + 8]}) for start in range(0, len(text), 8)]
    if isinstance(step, BreakOff):
        return events
    if step.refusal:
        events.append(_chunk({"refusal": step.refusal}))
    events.append(_chunk({}, step.finish_reason))
    if with_usage and step.usage:
        events.append(_chunk(None, usage=_usage(step.usage)))
    return [*events, "[DONE]"]


def _chunk(delta: dict[str, Any] | None, finish_reason: str | None = None, usage: dict[str, int] | None = None) -> str:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish_reason}]
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "fake", "choices": choices}
    return json.dumps(chunk | ({"usage": usage} if usage else {}))


def _usage(counts: tuple[int, int]) -> dict[str, int]:
    return {"prompt_tokens": counts[0], "completion_tokens": counts[1], "total_tokens": sum(counts)}
