"""Where encoders came from, by spec: a collection knows its encoder's short name, which cannot load a folder again."""

from __future__ import annotations

from pathlib import Path

from core.files import user_path, write_atomic
from core.types import EmbedSpec, Method
from embedding.encoder import Encoder
from embedding.late import LateEncoder
from embedding.transformer import load_encoder


def encoder_by(name: str, method: Method, home: Path) -> Encoder:
    """The encoder of a bundled name, folder or hub name, reading chunks by this method.

    Raises as load_encoder does, and SettingError where it cannot read them so.
    """
    encoder = load_encoder(name, home)
    return LateEncoder(encoder, home) if method == "late" else encoder


def remember_source(spec: EmbedSpec, given: str, home: Path) -> None:
    """Keep the bundled name, folder or hub name under which the encoder was loaded; the last one counts."""
    folder = user_path(given)
    source = str(folder.resolve()) if folder.is_dir() else given
    if source_of(spec, home) != source:
        write_atomic(_place(spec, home), source.encode("utf-8"))


def source_of(spec: EmbedSpec, home: Path) -> str:
    """The name that loads the encoder again; its short name where nothing was kept."""
    try:
        return _place(spec, home).read_text(encoding="utf-8") or spec.encoder
    except OSError:
        return spec.encoder


def load_again(spec: EmbedSpec, home: Path) -> Encoder:
    """The encoder of that spec, from where it was loaded before. Raises as load_encoder does."""
    return encoder_by(source_of(spec, home), spec.method, home)


def _place(spec: EmbedSpec, home: Path) -> Path:
    return home / "encoders" / f"{spec.alone.key}.txt"
