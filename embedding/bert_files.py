"""A BERT's weights from its folder, as far as packed.py needs them. Unlike the library, loaded in a second.

Importing sentence-transformers takes longer than all else between a start and the first answer. So the bundled BERT is
put together from torch's own layers; the tests compare its vectors with the library's. Any other model is the
library's to load.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from core.model_files import MODEL_FILES

if TYPE_CHECKING:
    from torch.nn import Module

_BUNDLED = MODEL_FILES["minilm"].sha256


def is_known(revision: str) -> bool:
    """Whether a model's revision is that of the bundled BERT."""
    return len(revision) >= 12 and _BUNDLED.startswith(revision)


def bert_from_files(folder: Path) -> Any:
    """Embeddings and layers by the names they have in the library, in float32, with `config` and `dtype`.

    Raises OSError, ValueError or KeyError where the files are not whole.
    """
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    try:
        weights = {name: tensor.float() for name, tensor in load_file(folder / "model.safetensors").items()}
    except SafetensorError as error:
        raise ValueError(f"the weights in {folder} cannot be read") from error
    root: Any = torch.nn.Module()
    for name in sorted({name.rpartition(".")[0] for name in weights}, key=_in_order):
        own = {kind: weights[f"{name}.{kind}"] for kind in ("weight", "bias") if f"{name}.{kind}" in weights}
        if own:
            *parents, last = name.split(".")
            _inside(root, parents).add_module(last, _layer(last, own, config["layer_norm_eps"]))
    root.requires_grad_(False)
    root.config, root.dtype = SimpleNamespace(**config), torch.float32
    return root


def _layer(name: str, weights: dict[str, Any], epsilon: float) -> Module:
    from torch import nn

    size = weights["weight"].shape
    layer: Module
    if name == "LayerNorm":
        layer = nn.LayerNorm(size[0], eps=epsilon, device="meta")
    elif "bias" in weights:
        layer = nn.Linear(size[1], size[0], device="meta")
    else:
        # Given weights are not drawn at random first, which on "meta" would import torch's compiler: seconds.
        layer = nn.Embedding(size[0], size[1], _weight=weights["weight"])
    layer.load_state_dict(weights, assign=True)
    return layer


def _inside(module: Module, names: list[str]) -> Module:
    """The module at the end of a path of names; those that are missing are made."""
    from torch import nn

    for name in names:
        if name not in module._modules:
            module.add_module(name, nn.ModuleList() if name == "layer" else nn.Module())
        module = module.get_submodule(name)
    return module


def _in_order(name: str) -> list[tuple[int, str]]:
    """Layer 10 comes after layer 9."""
    return [(int(part) if part.isdigit() else -1, part) for part in name.split(".")]
