"""Import tokenizers of other libraries.

Every import has two modes.

``exact=True`` (the default): `decode(encode(text))` is `text` for every text, as everywhere in morfem. Where the original program would
alter a text (normalise it, drop a space, replace an unknown character), the altered characters are written in bytes. A vocabulary without
byte tokens gets 256 ids for them at its end. All other ids, and the ids of texts that the original does not alter, are the original's.

``exact=False``: the ids are the original's on every text, with its losses. `Tokenizer.is_exact` is then False, and
``Tokenizer.record["source"]["losses"]`` names what is lost.

In both modes the string of a special token inside a text is plain text. `parse_special=True` recognises it, as the original libraries do
by default. If a step of the tokenizer cannot be imported, the error names the step and the reason.
"""

from os import PathLike

from ._core import Tokenizer
from ._core import from_sentencepiece as _from_sentencepiece
from ._core import from_tokenizers as _from_tokenizers

__all__ = ["from_sentencepiece", "from_tokenizers"]


def from_sentencepiece(path: str | PathLike[str], *, exact: bool = True) -> Tokenizer:
    """A SentencePiece model (``.model``) of type Unigram or BPE.

    Normalisation rules (``nmt_nfkc`` and others), user-defined symbols, and models with and without byte fallback are supported.

    Raises
    ------
    MorfemError : if the file is damaged, or the model has a part that cannot be imported.
    OSError : if the file cannot be read.
    """
    return _from_sentencepiece(path, exact)


def from_tokenizers(path: str | PathLike[str], *, exact: bool = True) -> Tokenizer:
    """A ``tokenizer.json`` of Hugging Face tokenizers with a BPE or Unigram model.

    Raises
    ------
    MorfemError : if the file is damaged, or the tokenizer has a part that cannot be imported.
    OSError : if the file cannot be read.
    """
    return _from_tokenizers(path, exact)
