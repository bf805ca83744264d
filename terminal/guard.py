"""The one place where errors become lines and exit codes: 1 for a problem, 2 for wrong usage, 130 for Ctrl-C.

A defect of the program is no problem of the reader's: it keeps its traceback.
"""

from __future__ import annotations

import os

import typer

from core.errors import ChunkTraceError
from terminal.output import use_safe_streams
from terminal.progress import Interrupted, note

STOPPED = 130


def run(app: typer.Typer, arguments: list[str] | None = None) -> int:
    """Run a command; its exit code. Everything the reader can act on is one line on standard error."""
    use_safe_streams()
    # The hub's client would log every attempt; the error at the end says it once.
    os.environ.setdefault("HF_HUB_VERBOSITY", "error")
    try:
        code = int(app(arguments, prog_name="cli.py", standalone_mode=False) or 0)
    except (typer.TyperException, ChunkTraceError, Interrupted, OSError) as error:
        return _told(error)
    if code == STOPPED:
        note("Stopped.")
    return code


def _told(error: Exception) -> int:
    """Say what is wrong in one line; the exit code that goes with it."""
    if isinstance(error, Interrupted):
        note(str(error))
        return STOPPED
    if isinstance(error, typer.TyperException):
        return _usage(error)
    note(f"Error: {_line(_described(error) if isinstance(error, OSError) else str(error))}")
    return 1


def _usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError" and context is not None:
        note(context.get_help())
    else:
        hint = f" ({context.command_path} --help says what it takes.)" if context is not None else ""
        note(f"Error: {_line(error.format_message().replace('Value error, ', ''))}{hint}")
    return error.exit_code


def _described(error: OSError) -> str:
    reason = error.strerror or type(error).__name__
    return f"{error.filename}: {reason}." if error.filename else f"{reason}."


def _line(text: str) -> str:
    return " ".join(text.split())
