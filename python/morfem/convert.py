"""Tokenizers of other libraries, read from their files.

An imported tokenizer gives the ids that its own program gives, and obeys the same law as every other here: `decode` gives back the very
text. What its own program would change or lose (a run of spaces, a character it does not know) is written in bytes. A file that asks for
something that cannot be both (a normaliser, for one) is refused with the reason.
"""

from os import PathLike

from ._core import Tokenizer
from ._core import from_sentencepiece as _from_sentencepiece
from ._core import from_tokenizers as _from_tokenizers

__all__ = ["from_sentencepiece", "from_tokenizers"]


def from_sentencepiece(path: str | PathLike[str]) -> Tokenizer:
    """A SentencePiece model (``.model``) of type Unigram, trained with identity normalisation and byte fallback.

    Raises
    ------
    MorfemError : if the file is damaged, or the model asks for what cannot be exact.
    OSError : if the file cannot be read.
    """
    return _from_sentencepiece(path)


def from_tokenizers(path: str | PathLike[str]) -> Tokenizer:
    """A ``tokenizer.json`` of Hugging Face tokenizers: byte-level BPE, or Unigram with byte fallback or over bytes.

    Raises
    ------
    MorfemError : if the file is damaged, or the tokenizer asks for what cannot be exact.
    OSError : if the file cannot be read.
    """
    return _from_tokenizers(path)
