"""Any server that speaks OpenAI's chat completions, by the openai package. The bundled model is one too."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from core.errors import GenerationError
from core.tokens import count_tokens
from generation.chat import Message, OnWait, Price, Reply, Schema
from generation.failures import rejects_parameters, reported, translated
from generation.presets import is_loopback
from generation.replies import Gathering
from generation.waiting import Clock, TryAgain, keep_trying

if TYPE_CHECKING:
    import openai

_CONNECT_TIMEOUT = 10.0
# What servers may not know, in the order in which it is given up when a refusal names none of them.
_OPTIONAL = ("response_format", "stream_options", "max_tokens", "temperature", "seed")
Result = TypeVar("Result")


class EndpointModel:
    """A chat model behind an OpenAI-compatible address. Threads may share it; the key shows nowhere.

    Parameters that the server refuses with HTTP 400 are left out, and stay left out of later calls.
    """

    small = False

    def __init__(
        self,
        model: str,
        base_url: str,
        *,
        label: str = "",
        api_key: str | None = None,
        context_window: int = 8192,
        input_price: float | None = None,
        output_price: float | None = None,
        read_timeout: float = 60.0,
        extra: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.name = label or f"{model}@{base_url}"
        self.context_window = context_window
        self._model = model
        self._base_url = base_url
        self._api_key = api_key
        self.price = Price(input_price, output_price)
        self._read_timeout = read_timeout
        self._extra = dict(extra or {})
        self._clock = clock or Clock()
        self._refused: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"EndpointModel({self.name!r})"

    def count_tokens(self, text: str) -> int:
        """cl100k tokens, an estimate for models that have a vocabulary of their own."""
        return count_tokens(text)

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
        request = self._request(messages, max_tokens, temperature, schema)
        started = time.perf_counter()

        def attempt() -> Gathering:
            completion, gathering = self._create(request), Gathering()
            if isinstance(completion, str):  # what the client makes of a web page
                raise GenerationError(f"{self.name} is no chat endpoint: check that its address ends like .../v1.")
            if problem := getattr(completion, "error", None):
                raise reported(problem, self.name, self._secrets)
            gathering.take_completion(completion)
            return gathering

        gathering = keep_trying(lambda: self._translating(attempt), self._clock, on_wait)
        return gathering.reply(self.name, messages, time.perf_counter() - started, self.price)

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        schema: Schema | None = None,
        on_wait: OnWait | None = None,
    ) -> Iterator[str | Reply]:
        """Pieces of text, then one Reply; see ChatModel. Only a stream that has not shown text yet is tried again."""
        request = self._request(messages, max_tokens, temperature, schema)
        request |= {"stream": True, "stream_options": {"include_usage": True}}
        started = time.perf_counter()
        chunks, gathering, piece = keep_trying(
            lambda: self._translating(lambda: self._opened(request)), self._clock, on_wait
        )
        try:
            while piece is not None:
                if piece:
                    yield piece
                piece = self._next_piece(chunks, gathering)
        finally:
            chunks.close()
        yield gathering.reply(self.name, messages, time.perf_counter() - started, self.price)

    def _opened(self, request: Mapping[str, Any]) -> tuple[Any, Gathering, str | None]:
        """A stream, read as far as its first text; None in place of text when it ended without any."""
        chunks, gathering = self._create(request), Gathering()
        while (chunk := next(chunks, None)) is not None:
            piece = gathering.take_chunk(chunk)
            if piece:
                return chunks, gathering, piece
        if not gathering.finish_reason:
            raise TryAgain(f"{self.name} ended its reply before it began: is its address right?", "the server")
        return chunks, gathering, None

    def _next_piece(self, chunks: Any, gathering: Gathering) -> str | None:
        """The next text, perhaps empty; None at the end. Raises GenerationError when the stream breaks off."""
        try:
            chunk = self._translating(lambda: next(chunks, None))
        except TryAgain as broken:
            raise GenerationError(f"The reply broke off. {broken}") from None
        if chunk is not None:
            return gathering.take_chunk(chunk)
        if not gathering.finish_reason:
            raise GenerationError(f"The reply of {self.name} broke off: the connection ended before its end.")
        return None

    def _request(
        self, messages: Sequence[Message], max_tokens: int, temperature: float, schema: Schema | None
    ) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            "max_tokens": max_tokens,
            "temperature": temperature,
        }
        if schema is not None:
            described = {"name": "reply", "strict": True, "schema": dict(schema)}
            request["response_format"] = {"type": "json_schema", "json_schema": described}
        if self._extra:
            request["extra_body"] = self._extra
        return request

    def _create(self, request: Mapping[str, Any]) -> Any:
        """Make the call without what this server is known to refuse; learn what else it refuses."""
        refused = self._refused
        while True:
            try:
                reply = self._client.chat.completions.create(**_without(request, refused))
            except Exception as error:
                culprit = _culprit(request, refused, error) if rejects_parameters(error) else None
                if culprit is None:
                    raise
                refused |= {culprit}
            else:
                self._refused |= refused
                return reply

    def _translating(self, call: Callable[[], Result]) -> Result:
        """The call's result; its errors in our words. `from None` keeps what the client knows out of tracebacks."""
        try:
            return call()
        except (GenerationError, TryAgain):
            raise
        except Exception as error:
            problem = translated(error, self.name, self._secrets, self._clock.now())
        raise problem from None

    @property
    def _secrets(self) -> tuple[str, ...]:
        return (self._api_key,) if self._api_key else ()

    @cached_property
    def _client(self) -> openai.OpenAI:
        import openai

        timeout = openai.Timeout(self._read_timeout, connect=_CONNECT_TIMEOUT)
        return openai.OpenAI(
            api_key=self._api_key or "none",
            base_url=self._base_url,
            max_retries=0,
            timeout=timeout,
            # A proxy from the environment must not see what is meant for this machine.
            http_client=openai.DefaultHttpxClient(timeout=timeout, trust_env=not is_loopback(self._base_url)),
        )


def _without(request: Mapping[str, Any], refused: frozenset[str]) -> dict[str, Any]:
    kept = {name: value for name, value in request.items() if name not in refused}
    if "max_tokens" in refused:  # OpenAI's newer models take it by another name only
        kept["max_completion_tokens"] = request["max_tokens"]
    return kept


def _culprit(request: Mapping[str, Any], refused: frozenset[str], error: Exception) -> str | None:
    """The optional parameter to leave out next: the one that the refusal names, or else the likeliest."""
    in_use = [name for name in _OPTIONAL if name in request and name not in refused]
    named = [name for name in in_use if name in str(error)]
    likely = [name for name in in_use if name in ("response_format", "stream_options")]
    return next(iter(named or likely), None)
