"""Encoders and re-rankers by sentence-transformers, from a bundled name, a folder or a hub name.

The only file that imports sentence_transformers, and it does so when the first text is encoded: what can be
said without the model (its spec, its word pieces) is said from the folder's files.
"""

from __future__ import annotations

import gc
import logging
import os
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from core.errors import SettingError
from core.pieces import blocks
from core.types import EmbedSpec
from embedding.bert_files import is_known
from embedding.encoder import Frame, Pieces, Vectors
from embedding.model_folder import averages_by_files, document_prompt, query_prompt, spec_from_files, tokenizer_file
from embedding.model_source import ModelSource, find_encoder, find_folder
from embedding.packed import PackedBert, packed, packed_from_files, probes
from embedding.padded import averages, padded_states

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Texts of a batch are padded to its longest: of sentences, a quarter of the time with 64 goes into padding.
_BATCH = 16
_sources: dict[tuple[str, Path], ModelSource] = {}
_loaded: dict[ModelSource, TransformerEncoder] = {}
_loading = threading.Lock()


class CrossEncoder(Protocol):
    """Reads question and passage together, and says how well they match; larger is better."""

    name: str

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score a text, in order."""
        ...


def load_encoder(name: str, home: Path) -> TransformerEncoder:
    """The encoder of a bundled name (minilm, mpnet), a folder or a hub name.

    One for one model, whatever it is called and from whichever state directory: its weights are large.
    Raises ModelMissing when a bundled model is not here or a hub name cannot be fetched, and SettingError when
    the name can be none of them. Quick: the weights are read when the first text is encoded.
    """
    with _loading:
        asked = (name, home.resolve())
        if asked not in _sources:
            found = find_encoder(name, home)
            _sources[asked] = found._replace(folder=found.folder.resolve())
        source = _sources[asked]
        if source not in _loaded:
            _loaded[source] = TransformerEncoder(source)
        return _loaded[source]


class TransformerEncoder:
    """A sentence-transformers model, float32. Threads may share it: one encodes at a time."""

    def __init__(self, source: ModelSource) -> None:
        self.folder = source.folder
        self._lock = threading.RLock()
        self.spec = spec_from_files(*source) or self._spec_of_model(source.name, source.revision)

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """See Encoder.encode_documents. Text past `spec.max_pieces` has no influence."""
        return self._encode("encode_document", texts, self.spec.document_prefix)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """See Encoder.encode_queries."""
        return self._encode("encode_query", texts, self.spec.query_prefix)

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """See Encoder.count_pieces; the passage prefix is counted."""
        prefixed = [self.spec.document_prefix + text for text in texts]
        return [len(encoding.ids) for encoding in self._tokenizer.encode_batch(prefixed)]

    def piece_starts(self, text: str) -> list[int] | None:
        """Where each word piece of a text begins; None unless the pieces are those of its words one by one."""
        if not self._divides_at_blanks:
            return None
        return [start for start, _ in self._tokenizer.encode(text, add_special_tokens=False).offsets]

    def characters_read(self, texts: Sequence[str]) -> list[int]:
        """How many leading characters of each text lie within the limit, by the places of the word pieces."""
        prefix, limit = self.spec.document_prefix, self.spec.max_pieces
        read = []
        for text, encoding in zip(texts, self._tokenizer.encode_batch([prefix + text for text in texts]), strict=True):
            places = [
                place
                for place, special in zip(encoding.offsets, encoding.special_tokens_mask, strict=True)
                if not special
            ]
            kept = limit - (len(encoding.ids) - len(places))
            read.append(len(text) if kept >= len(places) else max(0, places[kept - 1][1] - len(prefix)))
        return read

    @cached_property
    def averages(self) -> bool:
        """See PieceReader.averages."""
        told = averages_by_files(self.folder)
        if told is None:
            with self._lock:
                return averages(self._model)
        return told

    @cached_property
    def frame(self) -> Frame:
        """See PieceReader.frame."""
        word = self._tokenizer.encode("a")
        content = [place for place, special in enumerate(word.special_tokens_mask) if not special]
        prefix = self._tokenizer.encode(self.spec.document_prefix, add_special_tokens=False).ids
        return Frame((*word.ids[: content[0]], *prefix), tuple(word.ids[content[-1] + 1 :]))

    def pieces(self, text: str) -> Pieces:
        """See PieceReader.pieces."""
        parts = []
        for start, block in blocks(text):
            found = self._tokenizer.encode(block, add_special_tokens=False)
            places = np.array(found.offsets, dtype=np.int32).reshape(-1, 2) + np.int32(start)
            parts.append(np.column_stack([np.array(found.ids, dtype=np.int32), places]))
        rows = np.concatenate(parts) if parts else np.empty((0, 3), dtype=np.int32)
        # Some tokenizers let a piece of decomposed letters begin before the one in front of it.
        starts, ends = np.maximum.accumulate(rows[:, 1]), np.maximum.accumulate(rows[:, 2])
        return Pieces(rows[:, 0].copy(), starts, ends)

    def states(self, texts: Sequence[Sequence[int]]) -> Iterator[tuple[int, Vectors]]:
        """See PieceReader.states."""
        with self._lock:
            found = padded_states(self._model, texts, _BATCH) if self._packed is None else self._packed.states(texts)
            return iter(list(found))  # all of them, because a lock must not outlive a reader who stops half-way

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        """The word pieces, all of them, from the folder's file where it has one, so that counting needs no weights."""
        tokenizer = self._new_tokenizer()
        tokenizer.no_truncation()
        return tokenizer

    @cached_property
    def _reader(self) -> Tokenizer:
        """The word pieces that the model reads, up to its limit."""
        tokenizer = self._new_tokenizer()
        tokenizer.enable_truncation(self.spec.max_pieces)
        return tokenizer

    def _new_tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")
        path = tokenizer_file(self.folder)
        if path is not None:
            tokenizer = Tokenizer.from_file(str(path))
        else:
            backend = getattr(self._model.tokenizer, "backend_tokenizer", None)
            if backend is None:
                raise SettingError(f"The model in {self.folder} has no fast tokenizer, so its limit cannot be told.")
            tokenizer = Tokenizer.from_str(backend.to_str())
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _divides_at_blanks(self) -> bool:
        """Whether a blank always divides, so that the pieces of two words are those of each: known of BERT's scheme."""
        from tokenizers.models import WordPiece
        from tokenizers.normalizers import BertNormalizer
        from tokenizers.pre_tokenizers import BertPreTokenizer

        tokenizer, prefix = self._tokenizer, self.spec.document_prefix
        scheme = (tokenizer.model, tokenizer.normalizer, tokenizer.pre_tokenizer)
        added = [token.content for token in tokenizer.get_added_tokens_decoder().values()]
        return (
            all(map(isinstance, scheme, (WordPiece, BertNormalizer, BertPreTokenizer)))
            and not any(character.isspace() for content in added for character in content)
            and (not prefix or prefix[-1].isspace())
        )

    @cached_property
    def _model(self) -> Any:
        return _load("SentenceTransformer", str(self.folder))

    @cached_property
    def _packed(self) -> PackedBert | None:
        if is_known(self.spec.revision):
            _use_all_threads()
            read = self._reader.encode_batch(probes())
            try:
                found = packed_from_files(self.folder, [encoding.ids for encoding in read])
            except (OSError, ValueError, KeyError):
                found = None  # the library says what is wrong with the files
            if found is not None:
                gc.freeze()
                return found
        return packed(self._model)

    def _encode(self, method: str, texts: Sequence[str], prefix: str) -> Vectors:
        if not texts:
            return np.empty((0, self.spec.dimension), dtype=np.float32)
        with self._lock:
            if self._packed is not None:
                read = self._reader.encode_batch([prefix + text for text in texts])
                return self._packed.means([encoding.ids for encoding in read])
            vectors = getattr(self._model, method)(
                list(texts), prompt=prefix, batch_size=_BATCH, show_progress_bar=False, normalize_embeddings=True
            )
        return np.asarray(vectors, dtype=np.float32)

    def _spec_of_model(self, name: str, revision: str) -> EmbedSpec:
        with self._lock:
            prompts = dict(self._model.prompts)
            dimension, limit = self._model.get_embedding_dimension(), self._model.max_seq_length
        if not dimension or not limit:
            raise SettingError(f"The model {name} does not say how long its vectors are or how much it reads.")
        return EmbedSpec(name, revision, dimension, limit, query_prompt(prompts), document_prompt(prompts))


class TransformerCrossEncoder:
    """A sentence-transformers cross-encoder with one output. Threads may share it: one scores at a time."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = Path(name).name
        self._lock = threading.Lock()
        self._model = _load("CrossEncoder", str(folder))
        if self._model.num_labels != 1:
            raise SettingError(f"The model {name} is not a re-ranker: it gives {self._model.num_labels} scores a pair.")

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """See CrossEncoder.score."""
        if not texts:
            return []
        pairs = [(query, text) for text in texts]
        with self._lock:
            scores = self._model.predict(pairs, batch_size=_BATCH, show_progress_bar=False)
        return [float(score) for score in scores]


@lru_cache(maxsize=2)
def load_cross_encoder(name_or_folder: str) -> CrossEncoder:
    """The re-ranker of a folder or a hub name; the last two stay loaded. Raises as load_encoder does."""
    return TransformerCrossEncoder(name_or_folder, find_folder(name_or_folder))


def _load(kind: str, folder: str) -> Any:
    """Load a model from files alone, on the device that torch finds best."""
    _be_quiet()
    import sentence_transformers

    _use_all_threads()
    try:
        model = getattr(sentence_transformers, kind)(folder, local_files_only=True, trust_remote_code=False)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise SettingError(f"The folder {folder} cannot be loaded as a {kind} ({reason}).") from error
    # These libraries make 400,000 objects that live as long as the process. Unfrozen, every collection walks them
    # for half a second, and Streamlit collects after every run of a script.
    gc.freeze()
    return model


@lru_cache(maxsize=1)
def _use_all_threads() -> None:
    """Let torch use the processors this process may run on, unless the environment says how many."""
    if "OMP_NUM_THREADS" not in os.environ and hasattr(os, "sched_getaffinity"):
        import torch

        torch.set_num_threads(len(os.sched_getaffinity(0)))


@lru_cache(maxsize=1)
def _be_quiet() -> None:
    """No progress bars or log lines from the library: the product shows its own progress."""
    import transformers

    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
