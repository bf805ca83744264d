"""A Chroma server in a process of its own, as `chroma run` starts it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread


@contextmanager
def running_server(folder: Path, port: int | None = None) -> Iterator[str]:
    """The address of a server on a folder; it is there once it says so, and stopped at the end."""
    port = port or free_port()
    program = Path(sys.executable).with_name("chroma")
    with subprocess.Popen(
        [program, "run", "--path", folder, "--host", "127.0.0.1", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    ) as process:
        assert process.stdout is not None
        try:
            said = []
            for line in process.stdout:
                said.append(line)
                if "listening on address" in line:
                    break
            else:
                raise AssertionError("".join(said))
            Thread(target=process.stdout.read, daemon=True).start()  # a full pipe would stop the server
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
