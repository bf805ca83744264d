"""The bundled SmolLM2, run inside this process by llama.cpp's server. Unlike endpoints, it needs no network, no key."""

from __future__ import annotations

import json
import os
import secrets
import threading
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import GenerationError
from generation.chat import FREE, Message, OnWait, Reply, Schema
from generation.endpoint import EndpointModel

_NAME = "local (SmolLM2-135M-Instruct)"
_CONTEXT_WINDOW = 2048
# Reading a prompt gains from every core. Writing gains little, and loses much on a busy machine, because the threads
# wait for each other at every token.
_READING_THREADS = max(1, min(4, os.cpu_count() or 2))
_WRITING_THREADS = max(1, _READING_THREADS // 2)
# A busy machine may take minutes over a full window, and calls from other threads come first.
_READ_TIMEOUT = 600.0
# Greedy decoding, and no reuse of earlier prompts: reuse changes the order of sums, and with it now and then a word.
_FIXED: dict[str, Any] = {"seed": 7, "cache_prompt": False}

_servers: dict[Path, _Running] = {}
_starting = threading.Lock()


@dataclass(frozen=True, slots=True, repr=False)
class _Running:
    """A started server; it stops when the process ends."""

    server: Any
    address: str
    key: str
    endpoint: EndpointModel


class LocalModel:
    """A 135-million-parameter model: quick and private, often right about a short passage, and no judge.

    The server starts with the first call, once for all threads of the process; calls take turns.
    """

    name = _NAME
    context_window = _CONTEXT_WINDOW
    small = True
    price = FREE

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()  # one server for one file, by whatever link it is named

    def __repr__(self) -> str:
        return f"LocalModel({self._path.name!r})"

    def count_tokens(self, text: str) -> int:
        """Tokens by the model's own vocabulary."""
        running = _running(self._path)
        request = urllib.request.Request(
            f"{running.address}/tokenize",
            json.dumps({"content": text}).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {running.key}"},
        )
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(request, timeout=_READ_TIMEOUT) as response:
                return len(json.load(response)["tokens"])
        except (OSError, ValueError) as error:
            raise GenerationError(f"The local model does not answer ({error}): start ChunkTrace again.") from None

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        schema: Schema | None = None,
        on_wait: OnWait | None = None,
    ) -> Iterator[str | Reply]:
        """Pieces of text, then one Reply; see ChatModel."""
        endpoint = _running(self._path).endpoint
        return endpoint.stream(messages, max_tokens=max_tokens, temperature=temperature, schema=schema, on_wait=on_wait)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        schema: Schema | None = None,
        on_wait: OnWait | None = None,
    ) -> Reply:
        """The whole reply at once; see ChatModel."""
        endpoint = _running(self._path).endpoint
        return endpoint.complete(
            messages, max_tokens=max_tokens, temperature=temperature, schema=schema, on_wait=on_wait
        )


def _running(path: Path) -> _Running:
    with _starting:
        if path not in _servers:
            _servers[path] = _start(path)
        return _servers[path]


def _start(path: Path) -> _Running:
    """Raises GenerationError where llama.cpp is missing or cannot read the file."""
    # Anything on this machine can reach a loopback port; only we know the key.
    key = secrets.token_urlsafe(24)
    try:
        import xllamacpp

        server = xllamacpp.Server(_parameters(xllamacpp.CommonParams(), path, key))
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        raise GenerationError(f"The local model {path.name} cannot be started ({error}).") from None
    address = server.listening_address
    endpoint = EndpointModel(
        path.stem,
        f"{address}/v1",
        label=_NAME,
        api_key=key,
        context_window=_CONTEXT_WINDOW,
        input_price=FREE.input,
        output_price=FREE.output,
        read_timeout=_READ_TIMEOUT,
        extra=_FIXED,
    )
    return _Running(server, address, key, endpoint)


def _parameters(parameters: Any, path: Path, key: str) -> Any:
    parameters.model.path = str(path)
    parameters.n_ctx = _CONTEXT_WINDOW
    parameters.n_parallel = 1  # one at a time: batched neighbors would change each other's sums
    for cpu, threads in ((parameters.cpuparams, _WRITING_THREADS), (parameters.cpuparams_batch, _READING_THREADS)):
        cpu.n_threads = threads
        cpu.poll = 0  # sleep, do not spin, while waiting: torch may be encoding beside us
    parameters.hostnames = ["127.0.0.1"]
    parameters.api_keys = [key]
    parameters.ui = False
    parameters.cache_ram_mib = 0
    parameters.verbosity = -1
    return parameters
