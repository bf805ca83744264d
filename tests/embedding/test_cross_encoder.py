"""A re-ranker from a folder. The folder is a tiny BERT with random weights, made here: it ranks, if badly."""

import pytest

from core.errors import SettingError
from embedding.transformer import load_cross_encoder

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "tide", "table", "harbour", "master", "vault", "code"]


def tiny_bert(folder, labels: int):
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast, set_seed

    set_seed(0)
    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=32).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=32,
        num_labels=labels,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def test_scores_every_text_in_order_whatever_its_length(tmp_path):
    encoder = load_cross_encoder(str(tiny_bert(tmp_path / "tiny", labels=1)))
    texts = ["tide table", "harbour " * 100, "", "vault code"]
    scores = encoder.score("tide", texts)
    assert len(scores) == 4 and all(isinstance(score, float) for score in scores)
    assert encoder.score("tide", texts[::-1]) == pytest.approx(scores[::-1], abs=1e-5)
    assert encoder.score("tide", []) == []
    assert encoder.name == "tiny"


def test_a_classifier_is_no_re_ranker(tmp_path):
    with pytest.raises(SettingError, match="not a re-ranker: it gives 3 scores"):
        load_cross_encoder(str(tiny_bert(tmp_path / "classifier", labels=3)))
