"""Which folder a model's name means: a bundled model, a folder of the user's, or one fetched from the hub."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from core.errors import ModelMissing, SettingError
from core.files import is_folder, user_path
from core.model_files import MODEL_FILES, model_path
from embedding.model_folder import revision_of

BUNDLED = ("minilm", "mpnet")
_FULL_NAMES = {"all-minilm-l6-v2": "minilm", "all-mpnet-base-v2": "mpnet"}
_HUB_NAME = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)?")
_HUB_FILES = ["*.json", "*.txt", "*.model", "*.safetensors"]
_OTHER_RUNTIMES = ["onnx/*", "openvino/*"]


class ModelSource(NamedTuple):
    """A model's short name, its folder on this machine, and digits that change with its weights."""

    name: str
    folder: Path
    revision: str


def find_encoder(name: str, home: Path) -> ModelSource:
    """The encoder of a bundled name (minilm, mpnet; their full names too), a folder or a hub name.

    Raises ModelMissing when a bundled model is not here or a hub name cannot be fetched, and SettingError when
    the name can be none of them.
    """
    bundled = _FULL_NAMES.get(name.lower().removeprefix("sentence-transformers/"), name.lower())
    if bundled in BUNDLED:
        return ModelSource(bundled, model_path(bundled, home), MODEL_FILES[bundled].sha256[:12])
    folder = find_folder(name)
    return ModelSource(Path(name).name, folder, revision_of(folder, home / "vectors" / "digests.json"))


def find_folder(name: str) -> Path:
    """A model folder on this machine, or the hub's files fetched into the hub's own cache."""
    folder = user_path(name)
    if is_folder(folder):
        if not (folder / "config.json").is_file() and not (folder / "modules.json").is_file():
            raise SettingError(f"The folder {name} holds no model: it has neither config.json nor modules.json.")
        return folder.resolve()
    if not _HUB_NAME.fullmatch(name):
        raise SettingError(f"There is no model folder {name!r}. Give {', '.join(BUNDLED)}, a folder, or a hub name.")
    return _fetch(name)


def _fetch(name: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.utils.tqdm import disable_progress_bars

    disable_progress_bars()
    try:
        folder = Path(snapshot_download(name, allow_patterns=_HUB_FILES, ignore_patterns=_OTHER_RUNTIMES))
        if not list(folder.rglob("*.safetensors")):
            snapshot_download(name, allow_patterns=["*.bin"], ignore_patterns=_OTHER_RUNTIMES)
    except Exception as error:  # the hub's client lets errors of several libraries through
        raise ModelMissing(
            f"The model {name} is not {' or '.join(BUNDLED)}, not a folder here, and could not be fetched from the "
            f"Hugging Face hub ({type(error).__name__}): check the name and the connection."
        ) from error
    return folder
