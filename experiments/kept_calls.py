"""Calls of language models, kept with what they cost, so that a sweep that is started again repeats none.

Unlike the reply cache of judges, which outlives sweeps and keeps valid verdicts alone, this one belongs to a sweep and
keeps every finished call.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from core.database import Database
from core.hashing import key_of
from generation.chat import ChatModel, Message, OnWait, Price, Reply, Schema

CallRow = tuple[str, str, str, float | None]
_TABLE = """
CREATE TABLE IF NOT EXISTS calls (
    model TEXT NOT NULL, call_key TEXT NOT NULL, reply TEXT NOT NULL, cost REAL, PRIMARY KEY (model, call_key)
) WITHOUT ROWID
"""


class CallLedger:
    """Replies by model and by all that was asked. Threads and processes may share it."""

    def __init__(self, path: Path) -> None:
        self._database = Database(path, _TABLE, "ledger of calls")

    def get(self, model: str, key: str) -> Reply | None:
        """The reply of a finished call; None where there is none."""
        with self._database.reading() as database:
            row = database.execute("SELECT reply FROM calls WHERE model = ? AND call_key = ?", [model, key]).fetchone()
        if row is None:
            return None
        kept = json.loads(row[0])
        return Reply(**{**kept, "notes": tuple(kept["notes"])})

    def put(self, model: str, key: str, reply: Reply) -> None:
        """Keep a reply, on disk when this returns."""
        self.add([(model, key, json.dumps(asdict(reply)), reply.cost)])

    def rows(self) -> list[CallRow]:
        """All finished calls, as another ledger takes them."""
        with self._database.reading() as database:
            return [tuple(row) for row in database.execute("SELECT model, call_key, reply, cost FROM calls")]

    def add(self, rows: Iterable[CallRow]) -> None:
        """Take in the calls of another ledger; what is known already stays."""
        with self._database.writing() as database:
            database.executemany("INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?)", rows)

    def spent(self) -> float:
        """US dollars of all finished calls whose price is known."""
        with self._database.reading() as database:
            return float(database.execute("SELECT TOTAL(cost) FROM calls").fetchone()[0])

    def __len__(self) -> int:
        """How many calls were finished."""
        with self._database.reading() as database:
            return int(database.execute("SELECT COUNT(*) FROM calls").fetchone()[0])

    def close(self) -> None:
        """Release the file."""
        self._database.close()


class KeptModel:
    """A language model that is asked the same thing once."""

    def __init__(self, model: ChatModel, ledger: CallLedger) -> None:
        self._model = model
        self._ledger = ledger

    @property
    def name(self) -> str:
        """See ChatModel.name."""
        return self._model.name

    @property
    def context_window(self) -> int:
        """See ChatModel.context_window."""
        return self._model.context_window

    @property
    def small(self) -> bool:
        """See ChatModel.small."""
        return self._model.small

    @property
    def price(self) -> Price:
        """See ChatModel.price."""
        return self._model.price

    def count_tokens(self, text: str) -> int:
        """See ChatModel.count_tokens."""
        return self._model.count_tokens(text)

    def stream(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        schema: Schema | None = None,
        on_wait: OnWait | None = None,
    ) -> Iterator[str | Reply]:
        """See ChatModel.stream; a kept reply comes in one piece."""
        key = _key(messages, max_tokens, temperature, schema)
        known = self._ledger.get(self.name, key)
        if known is not None:
            yield known.text
            yield known
            return
        for piece in self._model.stream(
            messages, max_tokens=max_tokens, temperature=temperature, schema=schema, on_wait=on_wait
        ):
            if isinstance(piece, Reply):
                self._ledger.put(self.name, key, piece)
            yield piece

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 512,
        temperature: float = 0.0,
        schema: Schema | None = None,
        on_wait: OnWait | None = None,
    ) -> Reply:
        """See ChatModel.complete."""
        key = _key(messages, max_tokens, temperature, schema)
        known = self._ledger.get(self.name, key)
        if known is None:
            known = self._model.complete(
                messages, max_tokens=max_tokens, temperature=temperature, schema=schema, on_wait=on_wait
            )
            self._ledger.put(self.name, key, known)
        return known


def _key(messages: Sequence[Message], max_tokens: int, temperature: float, schema: Schema | None) -> str:
    return key_of([[[one.role, one.content] for one in messages], max_tokens, temperature, schema])
