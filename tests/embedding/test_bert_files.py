"""The bundled BERT from its files alone: the library's vectors, without the library."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from config import ROOT
from core.model_files import MODEL_FILES, model_path
from embedding.bert_files import bert_from_files, is_known
from embedding.packed import PackedBert, packed, probes
from embedding.transformer import load_encoder


@pytest.fixture(scope="module")
def encoder(models_home):
    return load_encoder("minilm", models_home)


def test_vectors_are_the_same_as_with_the_weights_that_the_library_loads(encoder):
    pieces = [encoding.ids for encoding in encoder._reader.encode_batch(probes())]
    own = PackedBert(bert_from_files(encoder.folder)).means(pieces)
    assert np.array_equal(own, PackedBert(packed(encoder._model).bert).means(pieces))


def test_the_first_vectors_need_no_library(models_home):
    code = (
        "import sys; from pathlib import Path; from embedding.transformer import load_encoder;"
        f"load_encoder('minilm', Path({str(models_home)!r})).encode_queries(['pump']);"
        "print([name for name in ('transformers', 'sentence_transformers') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_only_the_bundled_model_is_known():
    assert is_known(MODEL_FILES["minilm"].sha256[:12])
    assert not is_known(MODEL_FILES["mpnet"].sha256[:12]) and not is_known("") and not is_known("5")


@pytest.mark.parametrize("content", [b"", b"no tensors"])
def test_files_that_are_not_whole_are_refused(content, tmp_path, models_home):
    (tmp_path / "config.json").write_bytes((model_path("minilm", models_home) / "config.json").read_bytes())
    (tmp_path / "model.safetensors").write_bytes(content)
    with pytest.raises((OSError, ValueError, KeyError)):
        bert_from_files(tmp_path)
