"""An endpoint's client under a time that passes only when someone sleeps."""

from __future__ import annotations

from generation.chat import Message, Reply
from generation.endpoint import EndpointModel
from generation.waiting import Clock
from tests.generation.fake_endpoint import FakeEndpoint

HELLO = [Message("system", "Be brief."), Message("user", "Hello?")]


class FakeTime:
    """Time that passes only when someone sleeps."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    def clock(self) -> Clock:
        return Clock(now=lambda: 1_000_000.0 + sum(self.waits), sleep=self.waits.append)


def model_at(endpoint: FakeEndpoint, time: FakeTime, **settings) -> EndpointModel:
    return EndpointModel("test", endpoint.base_url, clock=time.clock(), **settings)


def streamed(model: EndpointModel, **settings) -> tuple[list[str], Reply]:
    *pieces, reply = model.stream(HELLO, **settings)
    assert all(isinstance(piece, str) for piece in pieces) and isinstance(reply, Reply)
    return pieces, reply
