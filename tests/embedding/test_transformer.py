"""The real MiniLM: size, limit, agreement with the library's own calls, and nothing loaded before it is needed."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from config import ROOT
from core.errors import SettingError
from core.types import Chunk
from embedding.limits import limit_report
from embedding.transformer import load_encoder

LONG = "The harbour master logs the tide each morning. " * 40
TWINS = [LONG + "The vault code is 4417.", LONG + "Pineapple sales fell in March."]


@pytest.fixture(scope="module")
def minilm(models_home):
    return load_encoder("minilm", models_home)


@pytest.fixture(scope="module")
def library(models_home):
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(models_home / "models" / "all-MiniLM-L6-v2"), local_files_only=True)


def test_spec(minilm, library):
    spec = minilm.spec
    assert (spec.encoder, spec.dimension, spec.max_pieces) == ("minilm", 384, 256)
    assert spec.revision == "53aa51172d14"
    assert (library.get_embedding_dimension(), library.max_seq_length) == (384, 256)


def test_same_vectors_as_the_library(minilm, library):
    texts = ["A short one.", "Zürich 東京 🏠", LONG, "word", *(f"{'tide ' * n}table {n}" for n in range(80))]
    own = minilm.encode_documents(texts)
    direct = np.stack([library.encode(text, show_progress_bar=False) for text in texts])
    assert own.dtype == np.float32 and own.shape == (84, 384)
    assert np.allclose(np.linalg.norm(own, axis=1), 1, atol=1e-5)
    assert (own * direct).sum(axis=1).min() >= 0.9999
    assert np.allclose(minilm.encode_queries(texts[:2]), own[:2], atol=1e-5)
    assert minilm.encode_documents([]).shape == (0, 384)


def test_i19_text_past_the_limit_is_reported(minilm):
    """I19: the twins differ only past 256 word pieces; their vectors are equal, and the report says why."""
    vectors = minilm.encode_documents(TWINS)
    assert vectors[0] @ vectors[1] == pytest.approx(1)
    assert min(minilm.count_pieces(TWINS)) > 360
    report = limit_report(minilm, [Chunk(str(n), "a", 0, len(text), text) for n, text in enumerate(TWINS)])
    assert (report.limit, report.beyond_chunks, report.chunks) == (256, 2, 2)
    assert 0.28 < report.beyond_share < 0.35
    assert "2 of 2 chunks exceed the 256 word pieces" in report.sentence


def test_characters_read_is_where_the_vector_stops_changing(minilm):
    read = minilm.characters_read(TWINS)
    whole = minilm.encode_documents([TWINS[0]])[0]
    cut = minilm.encode_documents([TWINS[0][: read[0]], TWINS[0][: read[0] - 8]])
    assert whole @ cut[0] == pytest.approx(1, abs=1e-5)
    assert whole @ cut[1] < 0.99999
    assert minilm.count_pieces([TWINS[0][: read[0]]]) == [256]
    assert minilm.characters_read(["short", ""]) == [5, 0]


def test_threads_share_an_encoder(minilm):
    texts = [f"tide table {n}" for n in range(16)]
    together = minilm.encode_documents(texts)
    with ThreadPoolExecutor(4) as pool:
        alone = list(pool.map(lambda text: minilm.encode_documents([text])[0], texts))
    assert np.allclose(together, np.stack(alone), atol=1e-5)


def test_one_model_is_loaded_once_whatever_it_is_called_and_from_wherever(minilm, models_home, home):
    home.mkdir()
    (home / "models").symlink_to(models_home.resolve() / "models", target_is_directory=True)
    assert all(
        load_encoder(name, place) is minilm for name in ("minilm", "all-MiniLM-L6-v2") for place in (models_home, home)
    )


def test_a_folder_is_an_encoder_of_its_own(models_home, home, minilm):
    folder = models_home / "models" / "all-MiniLM-L6-v2"
    encoder = load_encoder(str(folder), home)
    assert encoder.spec.encoder == "all-MiniLM-L6-v2"
    assert encoder.spec.key != minilm.spec.key
    assert np.allclose(encoder.encode_queries(["tide"]), minilm.encode_queries(["tide"]), atol=1e-6)


def test_prompts_of_the_model_are_respected_and_counted(models_home, home, tmp_path):
    folder = tmp_path / "prompted"
    shutil.copytree(models_home / "models" / "all-MiniLM-L6-v2", folder, copy_function=linked)
    settings = folder / "config_sentence_transformers.json"
    settings.unlink()
    settings.write_text(json.dumps({"prompts": {"query": "query: ", "passage": "passage: "}}))
    prompted, plain = load_encoder(str(folder), home), load_encoder("minilm", models_home)
    assert (prompted.spec.query_prefix, prompted.spec.document_prefix) == ("query: ", "passage: ")
    assert np.allclose(prompted.encode_queries(["tide"]), plain.encode_documents(["query: tide"]), atol=1e-5)
    assert np.allclose(prompted.encode_documents(["tide"]), plain.encode_documents(["passage: tide"]), atol=1e-5)
    assert prompted.count_pieces(["tide"]) == plain.count_pieces(["passage: tide"])
    assert prompted.characters_read([LONG])[0] < plain.characters_read([LONG])[0]


def test_a_folder_that_is_no_plain_sentence_transformer_is_asked_itself(models_home, home, tmp_path):
    """Without modules.json the library makes mean pooling; limit and dimension come from the loaded model."""
    folder = tmp_path / "bare"
    folder.mkdir()
    for name in ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json", "vocab.txt"):
        linked(models_home / "models" / "all-MiniLM-L6-v2" / name, folder / name)
    encoder = load_encoder(str(folder), home)
    assert encoder.spec.dimension == 384 and encoder.spec.max_pieces >= 256
    assert np.linalg.norm(encoder.encode_documents(["tide"])) == pytest.approx(1, abs=1e-5)


def test_a_folder_that_cannot_be_loaded_is_one_line(home, tmp_path):
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(SettingError, match="cannot be loaded") as caught:
        load_encoder(str(tmp_path), home)
    assert "\n" not in str(caught.value)


HUB = """
import sys
from pathlib import Path
from embedding.transformer import load_encoder
encoder = load_encoder("some-owner/some-model", Path(sys.argv[1]))
print(encoder.spec.encoder, encoder.spec.dimension, encoder.count_pieces(["tide"]), "torch" in sys.modules)
"""


def test_a_hub_name_in_the_hubs_own_cache_works_offline_and_loads_no_torch(models_home, home, tmp_path):
    model = tmp_path / "hub" / "models--some-owner--some-model"
    snapshot = model / "snapshots" / ("a" * 40)
    shutil.copytree(models_home / "models" / "all-MiniLM-L6-v2", snapshot, copy_function=linked)
    (model / "refs").mkdir()
    (model / "refs" / "main").write_text("a" * 40)
    environment = {"PATH": "", "HF_HUB_CACHE": str(tmp_path / "hub"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", HUB, str(home)], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.stderr) == ("some-model 384 [3] False\n", "")


def linked(source, target):
    """A hard link where the file system has them, so that weights are not copied."""
    try:
        target = str(target)
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target
