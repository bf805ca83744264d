"""BERT's forward pass over texts laid end to end. Unlike the library's, it computes nothing for padding.

All but attention looks at one word piece at a time, so a batch is one matrix of pieces without gaps; only attention
pads, among texts of like lengths. The results are the library's but for rounding; `packed` checks that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from embedding.bert_files import bert_from_files
from embedding.encoder import Vectors

if TYPE_CHECKING:
    from torch import Tensor, dtype

# Word pieces of a batch: with fewer, the weights are read from memory so often that it takes half as long again on a
# busy machine; larger ones are no faster and need more memory.
PIECES = 4096
# In attention, texts are padded to at most this many times their length.
_PADDING = 1.125
# bf16 keeps 8 bits of a number; vectors that differ more than this from those in full precision are not used.
LEAST_COSINE = 0.9999


@dataclass(frozen=True)
class _Layer:
    """One layer's weights: `into` makes queries, keys and values in one product."""

    into: tuple[Tensor, Tensor]
    out: Any
    attended: Any
    wider: Any
    narrower: Any
    done: Any


@dataclass(frozen=True, slots=True)
class _Block:
    """Texts that are attended together: rows [start, end) of the batch, each padded to `length`.

    `places` are the rows' places among the padded ones and `mask` is 0 or -infinity; None where all are as long.
    """

    start: int
    end: int
    texts: int
    length: int
    places: Tensor | None
    mask: Tensor | None


class PackedBert:
    """A BertModel that reads texts end to end, on the processor, in float32 or bfloat16."""

    def __init__(self, bert: Any, precision: dtype | None = None) -> None:
        """`bert` is a transformers BertModel with absolute positions; `precision` by default its own."""
        self.bert = bert
        self.heads = int(bert.config.num_attention_heads)
        self.precision = precision or bert.dtype

    @cached_property
    def _layers(self) -> list[_Layer]:
        import torch

        model = self.bert
        if self.precision != model.dtype:
            from copy import deepcopy

            model = deepcopy(model).to(self.precision)
        layers = []
        for layer in model.encoder.layer:
            own = (layer.attention.self.query, layer.attention.self.key, layer.attention.self.value)
            into = (torch.cat([part.weight for part in own]).detach(), torch.cat([part.bias for part in own]).detach())
            output = layer.attention.output
            dense = (output.dense, output.LayerNorm, layer.intermediate.dense)
            layers.append(_Layer(into, *dense, layer.output.dense, layer.output.LayerNorm))
        return layers

    def states(self, texts: Sequence[Sequence[int]]) -> Iterator[tuple[int, Vectors]]:
        """Each text's place and the last layer's vectors of its pieces, float32 (pieces, dimension); longest first.

        A text is the numbers of its pieces, special ones included, at most as many as the model has positions.
        """
        for places, lengths, states in self._batches(texts):
            bounds = np.concatenate([[0], np.cumsum(lengths)])
            numbers = states.float().numpy()
            for place, (start, end) in zip(places, pairwise(bounds), strict=True):
                yield place, numbers[start:end]

    def means(self, texts: Sequence[Sequence[int]]) -> Vectors:
        """The mean of each text's states scaled to unit length, float32 (n, dimension)."""
        import torch

        vectors = np.empty((len(texts), self.bert.config.hidden_size), dtype=np.float32)
        for places, lengths, states in self._batches(texts):
            means = torch.stack([part.mean(0) for part in torch.split(states.float(), lengths)])
            vectors[places] = torch.nn.functional.normalize(means, dim=1).numpy()
        return vectors

    def _batches(self, texts: Sequence[Sequence[int]]) -> Iterator[tuple[list[int], list[int], Tensor]]:
        """Places, lengths and states (pieces, dimension) of batches of texts of like lengths."""
        import torch

        order = sorted(range(len(texts)), key=lambda place: (-len(texts[place]), place))
        start = 0
        while start < len(order):
            end, pieces = start, 0
            while end < len(order) and (end == start or pieces + len(texts[order[end]]) <= PIECES):
                pieces += len(texts[order[end]])
                end += 1
            places = order[start:end]
            lengths = [len(texts[place]) for place in places]
            with torch.inference_mode():
                yield places, lengths, self._run([piece for place in places for piece in texts[place]], lengths)
            start = end

    def _run(self, pieces: Sequence[int], lengths: Sequence[int]) -> Tensor:
        import torch
        from torch.nn.functional import gelu, linear

        embeddings = self.bert.embeddings
        positions = torch.cat([torch.arange(length) for length in lengths])
        states = embeddings.word_embeddings(torch.tensor(pieces)) + embeddings.position_embeddings(positions)
        states = embeddings.LayerNorm(states + embeddings.token_type_embeddings.weight[0]).to(self.precision)
        blocks = list(_blocks(lengths, self.precision))
        for layer in self._layers:
            seen = self._attend(linear(states, *layer.into), blocks)
            states = layer.attended(layer.out(seen) + states)
            states = layer.done(layer.narrower(gelu(layer.wider(states))) + states)
        return states

    def _attend(self, joined: Tensor, blocks: Sequence[_Block]) -> Tensor:
        """What each piece takes from the others of its text, (pieces, dimension); `joined` is (pieces, 3 dimension)."""
        from torch.nn.functional import scaled_dot_product_attention

        width = joined.shape[1] // 3
        seen = joined.new_empty(len(joined), width)
        for block in blocks:
            rows = joined[block.start : block.end]
            if block.places is not None:
                padded = rows.new_zeros(block.texts * block.length, 3 * width)
                padded[block.places] = rows
                rows = padded
            split = rows.view(block.texts, block.length, 3, self.heads, width // self.heads)
            query, key, value = split.permute(2, 0, 3, 1, 4)
            found = scaled_dot_product_attention(query, key, value, attn_mask=block.mask)
            found = found.transpose(1, 2).reshape(-1, width)
            seen[block.start : block.end] = found if block.places is None else found[block.places]
        return seen


def packed(model: Any) -> PackedBert | None:
    """The packed form of a SentenceTransformer; None where it is no BERT with mean pooling on the processor.

    bfloat16 is taken where the processor multiplies it, and where the vectors of some words stay the same within
    LEAST_COSINE; what even in float32 gives other vectors than the library is not used at all.
    """
    kinds = [type(part).__name__ for part in model]
    if kinds[:2] != ["Transformer", "Pooling"] or set(kinds[2:]) - {"Normalize"} or model.device.type != "cpu":
        return None
    bert, pooling = getattr(model[0], "auto_model", None), model[1]
    config = getattr(bert, "config", None)
    plain = type(bert).__name__ == "BertModel" and config is not None and config.hidden_act == "gelu"
    if not plain or config.is_decoder or pooling.pooling_mode != "mean" or not pooling.include_prompt:
        return None
    limit = model.max_seq_length
    pieces = [model.tokenizer(probe, truncation=True, max_length=limit)["input_ids"] for probe in probes()]
    wanted = model.encode(probes(), normalize_embeddings=True, show_progress_bar=False, prompt="")
    return _fastest(bert, pieces, np.asarray(wanted, dtype=np.float32))


def packed_from_files(folder: Path, pieces: Sequence[Sequence[int]]) -> PackedBert | None:
    """The packed form of the bundled BERT, without the library; None where there is something faster than a processor.

    `pieces` are those of the probes. Raises as bert_from_files does.
    """
    import torch

    if torch.accelerator.is_available():
        return None
    exact = PackedBert(bert_from_files(folder))
    return _fastest(exact.bert, pieces, exact.means(pieces)) if _multiplies_bfloat16() else exact


def probes() -> list[str]:
    """Texts of several lengths, whose vectors tell whether a way to encode can be used."""
    return [" ".join(f"{word} {number}" for number in range(size)) for word, size in _PROBES]


def _fastest(bert: Any, pieces: Sequence[Sequence[int]], wanted: Vectors) -> PackedBert | None:
    """In the least precision that gives the probes these vectors."""
    import torch

    precisions = [torch.bfloat16] if _multiplies_bfloat16() else []
    for precision in (*precisions, torch.float32):
        found = PackedBert(bert, precision)
        if (found.means(pieces) * wanted).sum(axis=1).min() >= LEAST_COSINE:
            return found
    return None


def _multiplies_bfloat16() -> bool:
    import torch

    able = torch.cpu.get_capabilities()
    return bool(able.get("avx512_bf16") or able.get("amx_bf16"))


_PROBES = (("a", 1), ("The warranty of part", 3), ("heading and table", 12), ("Zürich 東京", 40), ("long", 400))


def _blocks(lengths: Sequence[int], precision: dtype) -> Iterator[_Block]:
    """Neighbors of like lengths, given lengths from the longest down."""
    import torch

    start = row = 0
    while start < len(lengths):
        longest, end = lengths[start], start
        while end < len(lengths) and longest <= lengths[end] * _PADDING + 1:
            end += 1
        own = np.array(lengths[start:end])
        rows, texts = int(own.sum()), end - start
        places = mask = None
        if own[-1] != longest:
            filled = np.arange(longest)[None, :] < own[:, None]
            places = torch.from_numpy(np.flatnonzero(filled))
            hidden = ~torch.from_numpy(filled)[:, None, None, :]
            mask = torch.zeros(hidden.shape, dtype=precision).masked_fill_(hidden, float("-inf"))
        yield _Block(row, row + rows, texts, longest, places, mask)
        start, row = end, row + rows
