"""The compiled core. Calls that work release the GIL; every object may be shared between threads."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__version__: str
__all__ = [
    "ArtifactError",
    "ChunkCounts",
    "Decoder",
    "Encoding",
    "InexactExportError",
    "MorfemError",
    "Tokenizer",
    "TrainingError",
    "VocabularyError",
    "__version__",
    "from_sentencepiece",
    "from_tokenizers",
    "split",
    "splitter_pattern",
    "train_bpe",
    "train_mft",
    "train_unigram",
]

_Ids: TypeAlias = Iterable[int] | NDArray[np.integer[Any]]
_Path: TypeAlias = str | PathLike[str]
_Progress: TypeAlias = Callable[[str, int, int], object]
_Spans: TypeAlias = Sequence[tuple[int, int]]
_Splitter: TypeAlias = Literal["whole", "words", "space_runs", "gpt2", "thunder", "inflected"]

class MorfemError(ValueError): ...
class ArtifactError(MorfemError): ...
class VocabularyError(MorfemError): ...
class TrainingError(MorfemError): ...
class InexactExportError(MorfemError): ...

@final
class Encoding:
    def __new__(
        cls,
        ids: Sequence[int],
        tokens: Sequence[str],
        offsets: _Spans,
        byte_offsets: _Spans,
        surfaces: Sequence[str],
        positions: Sequence[Sequence[int]] | None,
        word_ids: Sequence[int | None],
        kinds: Sequence[str],
        glosses: Sequence[str | None],
    ) -> Encoding: ...
    @property
    def ids(self) -> list[int]: ...
    @property
    def tokens(self) -> list[str]: ...
    @property
    def offsets(self) -> list[tuple[int, int]]: ...
    @property
    def byte_offsets(self) -> list[tuple[int, int]]: ...
    @property
    def surfaces(self) -> list[str]: ...
    @property
    def positions(self) -> list[list[int]] | None: ...
    @property
    def word_ids(self) -> list[int | None]: ...
    @property
    def kinds(self) -> list[str]: ...
    @property
    def glosses(self) -> list[str | None]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Encoding], tuple[Any, ...]]: ...

@final
class Decoder:
    def push(self, id: int) -> str: ...
    def finish(self) -> str: ...

@final
class Tokenizer:
    @staticmethod
    def load(folder: _Path) -> Tokenizer: ...
    @staticmethod
    def from_files(files: Mapping[str, bytes]) -> Tokenizer: ...
    def files(self) -> dict[str, bytes]: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def vocab_size(self) -> int: ...
    @property
    def special_tokens(self) -> list[str]: ...
    @property
    def record(self) -> dict[str, Any]: ...
    def encode(self, text: str, *, parse_special: bool = False) -> Encoding: ...
    def encode_units(self, text: str, *, parse_special: bool = False) -> Encoding: ...
    def encode_batch(self, texts: Sequence[str], threads: int | None = None, *, parse_special: bool = False) -> list[Encoding]: ...
    def encode_ids(self, text: str, *, parse_special: bool = False) -> NDArray[np.uint32]: ...
    def encode_ids_batch(
        self, texts: Sequence[str], threads: int | None = None, *, parse_special: bool = False
    ) -> tuple[NDArray[np.uint32], NDArray[np.int64]]: ...
    def count(self, text: str, *, parse_special: bool = False) -> int: ...
    def decode(self, ids: _Ids, *, skip_special: bool = False) -> str: ...
    def decode_bytes(self, ids: _Ids, *, skip_special: bool = False) -> bytes: ...
    def decode_batch(self, batch: Sequence[_Ids], threads: int | None = None, *, skip_special: bool = False) -> list[str]: ...
    def decoder(self) -> Decoder: ...
    def id_to_token(self, id: int) -> str: ...
    def token_to_id(self, token: str) -> int: ...
    def units(self, id: int) -> list[int]: ...
    def with_record(
        self,
        *,
        name: str | None = None,
        language: str | None = None,
        options: Mapping[str, Any] | None = None,
        training: Mapping[str, Any] | None = None,
        card: str | None = None,
    ) -> Tokenizer: ...
    def save(self, folder: _Path) -> None: ...
    def export(self, format: Literal["tokenizer.json", "spm", "tiktoken"], path: _Path) -> None: ...
    def __reduce__(self) -> tuple[Callable[[Mapping[str, bytes]], Tokenizer], tuple[dict[str, bytes]]]: ...

@final
class ChunkCounts:
    def __new__(cls, splitter: _Splitter) -> ChunkCounts: ...
    def add(self, texts: Sequence[str]) -> None: ...
    def add_counted(self, texts: Sequence[str], counts: Sequence[int]) -> None: ...
    def __len__(self) -> int: ...

def train_bpe(
    counts: ChunkCounts,
    *,
    vocab_size: int,
    special_tokens: Sequence[str],
    min_count: int,
    threads: int | None,
    progress: _Progress | None,
) -> Tokenizer: ...
def train_unigram(
    counts: ChunkCounts,
    *,
    kind: Literal["unigram", "thunder"],
    vocab_sizes: Sequence[int],
    special_tokens: Sequence[str],
    unit_rule: Literal["any", "characters", "linguistic"],
    score: Literal["likelihood", "branching_entropy", "token_savings"],
    max_token_bytes: int,
    prune: float,
    seed_pieces: int,
    em_steps: int,
    threads: int | None,
    progress: _Progress | None,
) -> list[Tokenizer]: ...
def train_mft(
    counts: ChunkCounts,
    *,
    pack: Mapping[str, bytes],
    vocab_size: int,
    roots: int,
    merges: int,
    special_tokens: Sequence[str],
    rounds: int,
    power: float,
    strength: float,
    bonus: float,
    threads: int | None,
    progress: _Progress | None,
) -> Tokenizer: ...
def train_splinter(
    counts: ChunkCounts,
    *,
    alphabet: str,
    clitics: str | None,
    vocab_sizes: Sequence[int],
    special_tokens: Sequence[str],
    weight: str,
    min_count: int,
    words: int,
    stems: int,
    roots: int,
    patterns: int,
    threads: int | None,
    progress: _Progress | None,
) -> list[Tokenizer]: ...
def from_sentencepiece(path: _Path) -> Tokenizer: ...
def from_tokenizers(path: _Path) -> Tokenizer: ...
def split(splitter: _Splitter, text: str) -> list[str]: ...
def splitter_pattern(splitter: _Splitter) -> str: ...
