"""Texts laid end to end against one text at a time, on a tiny BERT with random weights and on the real MiniLM."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import embedding.packed
from embedding.packed import LEAST_COSINE, PackedBert, packed
from embedding.transformer import load_encoder

WORDS, LONGEST = 50, 40


@pytest.fixture(scope="module")
def bert():
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=WORDS,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=24,
        max_position_embeddings=LONGEST,
    )
    return BertModel(config).eval()


@pytest.fixture(scope="module")
def library(models_home):
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(models_home / "models" / "all-MiniLM-L6-v2"), local_files_only=True, device="cpu")


def alone(bert, pieces):
    import torch

    with torch.inference_mode():
        return bert(torch.tensor([pieces])).last_hidden_state[0].numpy()


texts = st.lists(st.lists(st.integers(0, WORDS - 1), min_size=1, max_size=LONGEST), min_size=0, max_size=12)


@settings(deadline=None)
@given(texts=texts)
def test_each_text_is_read_as_if_alone(bert, texts):
    found = dict(PackedBert(bert).states(texts))
    assert sorted(found) == list(range(len(texts)))
    for place, pieces in enumerate(texts):
        assert found[place].dtype == np.float32
        assert np.allclose(found[place], alone(bert, pieces), atol=1e-5)


@settings(deadline=None)
@given(texts=texts)
def test_means_are_those_of_the_states(bert, texts):
    means = PackedBert(bert).means(texts)
    assert means.shape == (len(texts), 16) and means.dtype == np.float32
    for row, pieces in zip(means, texts, strict=True):
        mean = alone(bert, pieces).mean(axis=0)
        assert np.allclose(row, mean / np.linalg.norm(mean), atol=1e-5)


def test_more_texts_than_a_batch_holds(bert, monkeypatch):
    monkeypatch.setattr(embedding.packed, "PIECES", 30)
    texts = [[number % WORDS] * (1 + number % LONGEST) for number in range(25)]
    whole = PackedBert(bert).means(texts)
    assert all(np.allclose(whole[n], PackedBert(bert).means([text])[0], atol=1e-5) for n, text in enumerate(texts))


def test_half_precision_comes_close(bert):
    import torch

    texts = [[1, 2, 3], [4] * 20]
    cosines = (PackedBert(bert, torch.bfloat16).means(texts) * PackedBert(bert).means(texts)).sum(axis=1)
    assert cosines.min() > 0.999 and bert.dtype == torch.float32


def test_minilm_is_packed_in_full_precision_where_the_processor_has_no_other(library, monkeypatch):
    import torch

    monkeypatch.setattr(embedding.packed, "_multiplies_bfloat16", lambda: False)
    assert packed(library).precision == torch.float32
    monkeypatch.setattr(embedding.packed, "_multiplies_bfloat16", lambda: True)
    assert packed(library).precision == torch.bfloat16


def test_other_vectors_than_the_library_s_are_never_used(library, monkeypatch):
    monkeypatch.setattr(PackedBert, "means", lambda self, texts: np.full((len(texts), 384), 384**-0.5, np.float32))
    assert packed(library) is None


@pytest.mark.parametrize("change", ["pooling", "activation", "decoder"])
def test_what_is_not_plain_bert_with_mean_pooling_is_left_to_the_library(library, monkeypatch, change):
    if change == "pooling":
        monkeypatch.setattr(library[1], "pooling_mode", "cls")
    elif change == "activation":
        monkeypatch.setattr(library[0].auto_model.config, "hidden_act", "relu")
    else:
        monkeypatch.setattr(library[0].auto_model.config, "is_decoder", True)
    assert packed(library) is None


def test_the_encoder_reads_as_the_library_does_up_to_its_limit(models_home, library):
    encoder = load_encoder("minilm", models_home)
    texts = ["Tides. " * 400, "tide", "Zürich 東京 🏠 [SEP]", *(f"{'moor ' * n}quay" for n in range(0, 60, 7))]
    wanted = np.stack([library.encode(text, normalize_embeddings=True, show_progress_bar=False) for text in texts])
    assert (encoder.encode_documents(texts) * wanted).sum(axis=1).min() > 1 - 1e-5 > LEAST_COSINE
