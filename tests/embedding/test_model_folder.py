"""What a folder tells without loading the model, and when its revision changes."""

import json
import os

import pytest

from core.errors import ModelMissing, SettingError
from embedding import model_folder
from embedding.model_folder import revision_of, spec_from_files
from embedding.model_source import find_encoder, find_folder


@pytest.fixture
def folder(tmp_path):
    """The files of a small sentence-transformers model with prompts; the weights are bytes."""
    files = {
        "modules.json": [{"path": "", "type": "a.Transformer"}, {"path": "1_Pooling", "type": "a.Pooling"}],
        "config.json": {"hidden_size": 8},
        "sentence_bert_config.json": {"max_seq_length": 32},
        "config_sentence_transformers.json": {"prompts": {"query": "query: ", "passage": "passage: "}},
        "1_Pooling/config.json": {"word_embedding_dimension": 8, "pooling_mode_mean_tokens": True},
    }
    for name, content in files.items():
        path = tmp_path / "model" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content))
    (tmp_path / "model" / "model.safetensors").write_bytes(b"weights")
    return tmp_path / "model"


def rewrite(path, **changes):
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_spec_from_the_files_alone(folder):
    spec = spec_from_files("m", folder, "r")
    assert spec is not None
    assert (spec.encoder, spec.revision, spec.dimension, spec.max_pieces) == ("m", "r", 8, 32)
    assert (spec.query_prefix, spec.document_prefix) == ("query: ", "passage: ")


def test_limit_of_the_tokenizer_where_the_model_names_none(folder):
    rewrite(folder / "sentence_bert_config.json", max_seq_length=None)
    assert spec_from_files("m", folder, "r") is None
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 16}))
    assert spec_from_files("m", folder, "r").max_pieces == 16
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 10**30}))
    assert spec_from_files("m", folder, "r") is None


@pytest.mark.parametrize("kind", ["a.Dense", "a.Router"])
def test_other_modules_are_for_the_model_itself_to_tell(folder, kind):
    modules = json.loads((folder / "modules.json").read_text())
    (folder / "modules.json").write_text(json.dumps([*modules, {"path": "2", "type": kind}]))
    assert spec_from_files("m", folder, "r") is None


def test_revision_follows_weights_and_settings_but_not_the_place(folder, tmp_path):
    digests = tmp_path / "vectors" / "digests.json"
    first = revision_of(folder, digests)
    assert len(first) == 12 and revision_of(folder, digests) == first
    moved = folder.rename(tmp_path / "elsewhere")
    assert revision_of(moved, digests) == first
    (moved / "README.md").write_text("words")
    assert revision_of(moved, digests) == first
    rewrite(moved / "1_Pooling" / "config.json", pooling_mode_mean_tokens=False)
    second = revision_of(moved, digests)
    assert second != first
    (moved / "model.safetensors").write_bytes(b"WEIGHTS")
    assert revision_of(moved, digests) not in {first, second}


def test_weights_are_read_once(folder, tmp_path, monkeypatch):
    read = []
    real = model_folder.file_sha256
    monkeypatch.setattr(model_folder, "file_sha256", lambda path: read.append(path.name) or real(path))
    digests = tmp_path / "digests.json"
    first = revision_of(folder, digests)
    read.clear()
    assert revision_of(folder, digests) == first and read == []
    os.utime(folder / "model.safetensors", ns=(1, 1))
    assert revision_of(folder, digests) == first and read == ["model.safetensors"]
    digests.write_text("torn {")
    assert revision_of(folder, digests) == first


def test_full_names_of_bundled_models_mean_the_bundled_ones(models_home):
    names = ("minilm", "MiniLM", "all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2")
    assert len({find_encoder(name, models_home) for name in names}) == 1


def test_a_missing_bundled_model_names_the_command(home):
    with pytest.raises(ModelMissing, match="make models"):
        find_encoder("minilm", home)


@pytest.mark.parametrize("name", ["./no/such/folder", "no such model", "../x", "a/b/c", ""])
def test_what_can_be_no_model_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingError):
        find_folder(name or str(tmp_path))


def test_a_hub_name_that_cannot_be_fetched_is_one_line(home):
    with pytest.raises(ModelMissing, match="check the name and the connection") as caught:
        find_encoder("no-such-owner/no-such-model", home)
    assert "\n" not in str(caught.value)
