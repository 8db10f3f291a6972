"""Import tokenizers of other libraries.

An import is exact: `decode(encode(text))` is `text` for every text, as everywhere in morfem. What alters texts in the original program (a
normaliser, dropped spaces, unknown characters) is left out, so a text that the original does not alter has the original's ids. A vocabulary
without byte tokens gets 256 ids for them at its end. A model that needs altered texts is given them altered.

The string of a special token inside a text is plain text. `parse_special=True` recognises it, as the original libraries do by default. If
a step of the tokenizer cannot be imported, the error names the step and the reason.
"""

import json
from base64 import b64encode
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from ._core import MorfemError, Tokenizer, from_sentencepiece, from_tokenizers
from ._core import from_tiktoken as _from_tiktoken
from .checks import wrong_type

if TYPE_CHECKING:
    import tiktoken

__all__ = ["from_sentencepiece", "from_tekken", "from_tiktoken", "from_tokenizers"]


def from_tekken(path: str | PathLike[str]) -> Tokenizer:
    """A ``tekken.json`` of Mistral. Every text has the ids of ``Tekkenizer.encode`` without begin and end.

    Parameters
    ----------
    path : of the file.

    Returns
    -------
    A tokenizer with the name of the file. A special token that the file does not name is ``<SPECIAL_ID>``.

    Raises
    ------
    MorfemError : if the file is damaged, or its pattern is not known.
    OSError : if the file cannot be read.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp(), "tekken.json")
    >>> import morfem
    >>> config = {"pattern": morfem._core.splitter_pattern("tekken"), "default_vocab_size": 259, "default_num_special_tokens": 2}
    >>> tokens = [bytes([byte]) for byte in range(256)] + [b"ev"]
    >>> vocab = [{"rank": rank, "token_bytes": b64encode(token).decode()} for rank, token in enumerate(tokens)]
    >>> _ = path.write_text(json.dumps({"config": config, "vocab": vocab}))
    >>> from_tekken(path).encode("ev").ids
    [258]
    """
    try:
        file = json.loads(Path(path).read_bytes())
        config, listed = file["config"], file.get("special_tokens") or []
        first = config["default_num_special_tokens"]
        size = config["default_vocab_size"] - first
        ranks = "\n".join(f"{token['token_bytes']} {token['rank'] + first}" for token in file["vocab"][:size])
        specials = {f"<SPECIAL_{id}>": id for id in range(first)}
        for token in listed:
            del specials[f"<SPECIAL_{token['rank']}>"]
        specials |= {token["token_str"]: token["rank"] for token in listed}
        pattern = config["pattern"]
    except (ValueError, KeyError, TypeError) as error:
        raise MorfemError(f"{path}: is damaged or not a tekken.json: {error!r}") from None
    return _from_tiktoken(ranks.encode(), Path(path).stem, pattern, list(specials.items()))


def from_tiktoken(
    source: "str | PathLike[str] | tiktoken.Encoding", *, pattern: str | None = None, special_tokens: Mapping[str, int] | None = None
) -> Tokenizer:
    """A file of ranks (``.tiktoken``), or an encoding of tiktoken. Every text has the ids of ``encode_ordinary``.

    Parameters
    ----------
    source : the path of a file, or a ``tiktoken.Encoding``, which knows its pattern and its special tokens.
    pattern : how texts are cut: ``"cl100k"``, ``"o200k"``, ``"p50k"``, ``"r50k"``, the name of a splitter such as ``"llama3"``, or the
        regular expression of one of these. A file needs it.
    special_tokens : special tokens with their ids. An id without any token becomes the special token ``<|unused_ID|>``.

    Returns
    -------
    A tokenizer with the name of the file or of the encoding.

    Raises
    ------
    MorfemError : if the file is damaged, or the pattern is not known.
    OSError : if the file cannot be read. The name of an encoding is no file: give ``tiktoken.get_encoding(name)``.
    TypeError : if `source` is a file and no pattern is given, or if it is neither a path nor an encoding.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp(), "two.tiktoken")
    >>> ranks = [bytes([byte]) for byte in range(256)] + [b"ev", b" ev"]
    >>> _ = path.write_text("\\n".join(f"{b64encode(token).decode()} {rank}" for rank, token in enumerate(ranks)))
    >>> from_tiktoken(path, pattern="cl100k", special_tokens={"<|end|>": 258}).encode("ev ev").ids
    [256, 257]
    """
    if isinstance(source, str | PathLike):
        path = Path(source)
        try:
            content = path.read_bytes()
        except FileNotFoundError as error:
            fix = f"give an encoding of tiktoken as an object, such as tiktoken.get_encoding({path.name!r})"
            raise FileNotFoundError(error.errno, f"{error.strerror}; {fix}", error.filename) from None
        if pattern is None:
            raise TypeError("from_tiktoken: a file of ranks does not hold the pattern that cuts texts; give pattern, such as 'cl100k'")
        return _from_tiktoken(content, path.stem, pattern, list((special_tokens or {}).items()))
    if not hasattr(source, "_mergeable_ranks"):
        raise wrong_type("source", source, "the path of a file of ranks, or a tiktoken.Encoding")
    ranks = "\n".join(f"{b64encode(token).decode()} {rank}" for token, rank in source._mergeable_ranks.items())
    specials = source._special_tokens if special_tokens is None else special_tokens
    return _from_tiktoken(ranks.encode(), source.name, pattern or source._pat_str, list(specials.items()))
