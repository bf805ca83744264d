"""Which Chroma server holds a collection's vectors, and what is wrong when it does not. Unlike chroma.py, asks none.

A version whose vectors lie on a server has a small file in place of them, which names the server and the collection
there. It is written before the collection is made and removed after it is gone, so that a killed process leaves
nothing on the server that is not known here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from core.errors import CollectionError, SettingError
from core.files import write_json

if TYPE_CHECKING:
    from pydantic import SecretStr

TENANT, DATABASE = "default_tenant", "default_database"
_SIGN = "server.json"
_REFUSED = {401, 403}


class StoreError(CollectionError):
    """A vector store that cannot be read or written: damaged, removed, or the disk is full."""


class StoreLost(StoreError):
    """A server that answers, and does not have the collection any more."""


class ServerError(StoreError):
    """A server that cannot be used now: away, refusing, or another one than the settings name."""


@dataclass(frozen=True, slots=True)
class Server:
    """A Chroma server by its address. The token is sent to it and nowhere else, and never shown or stored."""

    url: str
    tenant: str = TENANT
    database: str = DATABASE
    token: str = field(default="", repr=False, compare=False)

    @property
    def headers(self) -> dict[str, str]:
        """What shows the token: the standard header, which proxies read, and the one of Chroma's own service."""
        return {"Authorization": f"Bearer {self.token}", "X-Chroma-Token": self.token} if self.token else {}


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands in a version's folder for vectors that lie on a server."""

    url: str
    tenant: str
    database: str
    collection: str

    @property
    def server(self) -> Server:
        """The server of the settings. Raises ServerError where they name another one, or none."""
        there, used = Server(self.url, self.tenant, self.database), used_server()
        if used == there:
            return used
        raise ServerError(
            f"The vectors are on the Chroma server {self.url} (tenant {self.tenant}, database {self.database}), but "
            f"{f'the settings name {used.url} ({used.tenant}, {used.database})' if used else 'no server is set'}: "
            "set CHUNKTRACE_CHROMA_URL, CHUNKTRACE_CHROMA_TENANT and CHUNKTRACE_CHROMA_DATABASE to it, or build again."
        )


_used: Server | None = None


def use_server(url: str | None, tenant: str = TENANT, database: str = DATABASE, token: SecretStr | None = None) -> None:
    """From now on, new versions go to this server; without a URL, to the disk. Raises SettingError."""
    global _used
    _used = Server(_checked(url), tenant, database, token.get_secret_value() if token else "") if url else None


def used_server() -> Server | None:
    """The server that new versions go to; None for the disk."""
    return _used


def read_sign(folder: Path) -> Sign | None:
    """The sign in a folder of vectors; None where they lie in the folder itself. Raises StoreError."""
    try:
        return Sign(**json.loads((folder / _SIGN).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(f"{folder / _SIGN} cannot be read ({error}).") from error


def write_sign(folder: Path, server: Server, collection: str) -> Sign:
    """Set up a sign in a folder of vectors that is still empty."""
    sign = Sign(server.url, server.tenant, server.database, collection)
    write_json(folder / _SIGN, {name: getattr(sign, name) for name in Sign.__slots__})
    return sign


def signed_folders(folder: Path) -> list[Path]:
    """The folders at any depth whose vectors lie on a server."""
    return sorted(sign.parent for sign in folder.rglob(_SIGN))


def lies_where_new_ones_go(folder: Path) -> bool:
    """Whether a folder's vectors are where the settings put new ones: on the same server, or on the disk as well."""
    sign, used = read_sign(folder), used_server()
    return (sign and Server(sign.url, sign.tenant, sign.database)) == used


def problem_of(server: Server, error: BaseException) -> StoreError | None:
    """What is wrong with the server or its collection; None where it is something else."""
    codes = {code for one in _chain(error) if (code := _status(one))}
    kinds = {kind.__name__ for one in _chain(error) for kind in type(one).__mro__}
    if codes & _REFUSED:
        said = "refuses the token in CHUNKTRACE_CHROMA_TOKEN" if server.token else "asks for a token"
        advice = "check it" if server.token else "set CHUNKTRACE_CHROMA_TOKEN"
        return ServerError(f"The Chroma server {server.url} {said} (status {min(codes & _REFUSED)}): {advice}.")
    if kinds & {"TransportError", "TimeoutError"}:
        return ServerError(f"The Chroma server {server.url} does not answer: start it, or check CHUNKTRACE_CHROMA_URL.")
    if 404 in codes and "NotFoundError" in kinds:
        said = str(error)
        if said.startswith(("Tenant", "Database")):
            return ServerError(
                f"The Chroma server {server.url} has no database {server.database} of tenant {server.tenant}: create "
                "it there, or check CHUNKTRACE_CHROMA_DATABASE and CHUNKTRACE_CHROMA_TENANT."
            )
        return StoreLost(
            f"The Chroma server {server.url} has lost the vectors of this collection: build it again, they are still "
            "in the cache."
        )
    if codes & {404, 405} or "JSONDecodeError" in kinds:
        return ServerError(f"There is no Chroma server at {server.url}: check CHUNKTRACE_CHROMA_URL.")
    return None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _status(error: BaseException) -> int | None:
    """The status of an HTTP reply or of one of Chroma's errors. Neither library is imported to know its errors."""
    code = getattr(error, "code", None)
    status = getattr(getattr(error, "response", None), "status_code", None) or (code() if callable(code) else None)
    return status if isinstance(status, int) else None


def _checked(url: str) -> str:
    """The URL without a slash at its end."""
    try:
        parts = urlsplit(url.strip())
        bad = parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0
    except ValueError:
        bad = True
    if bad:
        raise SettingError(
            "CHUNKTRACE_CHROMA_URL must be the address of a Chroma server, such as http://localhost:8000."
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise SettingError(
            "CHUNKTRACE_CHROMA_URL must hold no more than scheme, host, port and path: give a token in "
            "CHUNKTRACE_CHROMA_TOKEN."
        )
    return url.strip().rstrip("/")
