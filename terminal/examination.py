"""What `chunks` is asked for: one strategy or several, a file or a report. Unlike requests.py, for one command only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.errors import ModelMissing, SettingError
from terminal.progress import note, warn

if TYPE_CHECKING:
    from config import Settings
    from embedding.encoder import Encoder

ALL = "all"


class Chosen(NamedTuple):
    """Names of strategies, and of those that `all` leaves out."""

    names: list[str]
    left_out: list[str]


def chosen_strategies(written: str, out: str | None, report: bool, as_json: bool) -> Chosen:
    """The strategies of NAME[,NAME...] or `all`. Raises SettingError where the options do not go together."""
    from chunking_strategies import STRATEGIES
    from evaluation.doctor import without_encoding

    if not report and out is None:
        raise SettingError(
            "--json shows the report: add --report." if as_json else "Give --out FILE, --report, or both."
        )
    if written.strip().lower() == ALL:
        chosen = Chosen(without_encoding(), sorted(STRATEGIES.keys() - without_encoding()))
    else:
        chosen = Chosen(list(dict.fromkeys(STRATEGIES[name].name for name in written.split(","))), [])
    if out is not None and len(chosen.names) != 1:
        raise SettingError("--out holds the chunks of one strategy: name one, or leave --out away.")
    if chosen.left_out:
        left_out = ", ".join(chosen.left_out)
        note(f"Left out, because they encode or ask a model before they cut (name them to include them): {left_out}.")
    return chosen


def report_encoder(name: str | None, given: Settings) -> Encoder | None:
    """The encoder whose limit the report is about; None where the default one is not on this machine."""
    from embedding.transformer import load_encoder

    try:
        return load_encoder(name or given.embedding_model, given.home)
    except ModelMissing as missing:
        if name is not None:
            raise
        warn([missing])
        return None
