"""What the files of a model folder tell without loading it: its spec, its revision, how it splits words.

Unlike transformer.py this needs no torch, so a collection is matched with its encoder at once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.files import write_json
from core.hashing import key_of
from core.model_files import file_sha256
from core.types import EmbedSpec

_WEIGHTS = ("*.safetensors", "*.bin", "*.pt", "*.pth")
_OTHER_RUNTIMES = {"onnx", "openvino"}
_SETTINGS = (
    "modules.json",
    "config.json",
    "*/config.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "tokenizer.json",
    "tokenizer_config.json",
)
_REVISION_DIGITS = 12
_UNLIMITED = 1_000_000  # tokenizers without a limit say 1e30


def revision_of(folder: Path, digests: Path) -> str:
    """Hex digits that change with the weights or with any setting that changes a vector.

    Large files are read once: `digests` is a JSON file that remembers hashes by path, size and modification time.
    """
    known = _read_json(digests)
    fresh: dict[str, list[Any]] = {}
    for path in _decisive_files(folder):
        state = path.stat()
        stamp = [state.st_size, state.st_mtime_ns]
        remembered = known.get(str(path))
        same = isinstance(remembered, list) and remembered[:2] == stamp
        fresh[str(path)] = remembered if same else [*stamp, file_sha256(path)]
    if any(known.get(path) != value for path, value in fresh.items()):
        write_json(digests, known | fresh)
    return key_of({path.removeprefix(str(folder)): value[2] for path, value in fresh.items()})[:_REVISION_DIGITS]


def spec_from_files(name: str, folder: Path, revision: str) -> EmbedSpec | None:
    """The spec where the folder is a plain sentence-transformers model; None where only loading it can tell."""
    modules = _plain_modules(folder)
    if modules is None:
        return None
    pooling = _read_json(folder / modules[1]["path"] / "config.json")
    dimension = pooling.get("embedding_dimension", pooling.get("word_embedding_dimension"))
    modes = _pooling_modes(pooling)
    limit = _limit(folder / modules[0]["path"])
    if not isinstance(dimension, int) or limit is None or (isinstance(modes, list) and len(modes) > 1):
        return None
    prompts = _read_json(folder / "config_sentence_transformers.json").get("prompts") or {}
    return EmbedSpec(
        encoder=name,
        revision=revision,
        dimension=dimension,
        max_pieces=limit,
        query_prefix=query_prompt(prompts),
        document_prefix=document_prompt(prompts),
    )


def averages_by_files(folder: Path) -> bool | None:
    """Whether a text's vector is the mean of its word pieces' states; None where only loading the model can tell."""
    modules = _plain_modules(folder)
    if modules is None:
        return None
    return _pooling_modes(_read_json(folder / modules[1]["path"] / "config.json")) in (
        "mean",
        ["pooling_mode_mean_tokens"],
    )


def query_prompt(prompts: dict[str, str]) -> str:
    """What a model wants before a question."""
    return prompts.get("query") or ""


def document_prompt(prompts: dict[str, str]) -> str:
    """What a model wants before a passage; models call it by one of three names."""
    return next((prompts[name] for name in ("document", "passage", "corpus") if prompts.get(name)), "")


def tokenizer_file(folder: Path) -> Path | None:
    """The fast tokenizer's file, in the folder of the transformer module."""
    modules = _read_json(folder / "modules.json", [])
    path = folder / (modules[0].get("path", "") if modules else "") / "tokenizer.json"
    return path if path.is_file() else None


def _plain_modules(folder: Path) -> list[dict[str, Any]] | None:
    """The parts of a plain sentence-transformers model; None where it is another."""
    modules: list[dict[str, Any]] = _read_json(folder / "modules.json", [])
    kinds = [str(module.get("type", "")).rpartition(".")[2] for module in modules]
    plain = kinds[:2] == ["Transformer", "Pooling"] and not set(kinds[2:]) - {"Normalize"}
    return modules if plain else None


def _pooling_modes(pooling: dict[str, Any]) -> Any:
    """How states become a vector: a mode, or of older files the keys of the modes that are on."""
    return pooling.get("pooling_mode", [key for key, on in pooling.items() if key.startswith("pooling_mode_") and on])


def _limit(transformer: Path) -> int | None:
    """Word pieces that are read, special ones included: the model's own setting, else its tokenizer's."""
    for file, key in (("sentence_bert_config.json", "max_seq_length"), ("tokenizer_config.json", "model_max_length")):
        value = _read_json(transformer / file).get(key)
        if isinstance(value, int) and 0 < value < _UNLIMITED:
            return value
    return None


def _decisive_files(folder: Path) -> list[Path]:
    found = {path for pattern in _SETTINGS for path in folder.glob(pattern)}
    for pattern in _WEIGHTS:
        weights = {path for path in folder.rglob(pattern) if not _OTHER_RUNTIMES & set(path.parts)}
        if weights:
            found |= weights
            break
    return sorted(found)


def _read_json(path: Path, default: Any = None) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {} if default is None else default
