"""The last layer's states by the library itself, on any device. Unlike packed.py, texts are padded to the longest of
their batch, and any architecture will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from embedding.encoder import Vectors


def averages(model: Any) -> bool:
    """Whether a SentenceTransformer's vector is the mean of its pieces' states, scaled to unit length."""
    kinds = [type(part).__name__ for part in model]
    return (
        kinds[:2] == ["Transformer", "Pooling"]
        and not set(kinds[2:]) - {"Normalize"}
        and model[1].pooling_mode == "mean"
    )


def padded_states(model: Any, texts: Sequence[Sequence[int]], batch: int) -> Iterator[tuple[int, Vectors]]:
    """Each text's place and its pieces' states, float32 (pieces, dimension), in batches from the longest down.

    A text is the numbers of its pieces, special ones included, at most as many as the model reads.
    """
    import torch

    filler = model.tokenizer.pad_token_id or 0
    order = sorted(range(len(texts)), key=lambda place: (-len(texts[place]), place))
    for start in range(0, len(order), batch):
        places = order[start : start + batch]
        lengths = [len(texts[place]) for place in places]
        rows = [[*texts[place], *[filler] * (lengths[0] - len(texts[place]))] for place in places]
        mask = [[1] * length + [0] * (lengths[0] - length) for length in lengths]
        features = {
            "input_ids": torch.tensor(rows, device=model.device),
            "attention_mask": torch.tensor(mask, device=model.device),
        }
        with torch.inference_mode():
            states = model[0](features)["token_embeddings"].float().cpu().numpy()
        yield from (
            (place, states[row, :length]) for row, (place, length) in enumerate(zip(places, lengths, strict=True))
        )
