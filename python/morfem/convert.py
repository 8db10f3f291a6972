"""Import tokenizers of other libraries.

An imported tokenizer gives the same ids as its own library. It also obeys the laws of morfem: `decode` returns exactly the text. Text that
its own library would change or lose (a run of spaces, an unknown character) is encoded as bytes. If a file cannot have the same ids and be
exact, for example because it normalises text, it is refused with the reason.
"""

from os import PathLike

from ._core import Tokenizer
from ._core import from_sentencepiece as _from_sentencepiece
from ._core import from_tokenizers as _from_tokenizers

__all__ = ["from_sentencepiece", "from_tokenizers"]


def from_sentencepiece(path: str | PathLike[str]) -> Tokenizer:
    """Import a SentencePiece model (``.model``) of type Unigram, trained with identity normalisation and byte fallback.

    Raises
    ------
    MorfemError : if the file is damaged, or the model cannot be imported exactly.
    OSError : if the file cannot be read.
    """
    return _from_sentencepiece(path)


def from_tokenizers(path: str | PathLike[str]) -> Tokenizer:
    """Import a ``tokenizer.json`` of Hugging Face tokenizers: byte-level BPE, or Unigram with byte fallback or over bytes.

    Raises
    ------
    MorfemError : if the file is damaged, or the tokenizer cannot be imported exactly.
    OSError : if the file cannot be read.
    """
    return _from_tokenizers(path)
