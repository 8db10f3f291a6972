"""The vocabulary of a byte-level BPE tokenizer as GGUF, the file format of llama.cpp and Ollama.

llama.cpp knows the pattern that cuts texts by name, so only tokenizers whose splitter it has can be written. Its loader of Unigram models
ignores byte fallback and loses text, so those are refused.
"""

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from .._core import InexactExportError, Tokenizer
from ..require import require
from . import NAMED

__all__ = ["write_vocabulary"]

# Our splitters, and what llama.cpp calls their patterns.
PATTERNS = {"gpt2": "gpt-2", "llama3": "llama-bpe", "qwen2": "qwen2", "o200k": "gpt-4o"}


def write_vocabulary(tokenizer: Tokenizer, path: str | os.PathLike[str]) -> None:
    """Writes a file that holds tokens, merges and special tokens, and no weights.

    Parameters
    ----------
    tokenizer : a byte-level BPE tokenizer with the splitter ``gpt2``, ``llama3``, ``qwen2`` or ``o200k``.
    path : of the new file.

    Raises
    ------
    InexactExportError : if llama.cpp would give other ids, with the reason.

    Examples
    --------
    >>> import morfem
    >>> from morfem.integrations.gguf import write_vocabulary
    >>> tokenizer = morfem.train.bpe("turkish.txt", vocab_size=32_768, boundaries="tr-mft", pretokenizer="llama3")  # doctest: +SKIP
    >>> write_vocabulary(tokenizer, "vocabulary.gguf")  # doctest: +SKIP
    """
    gguf = require("gguf", "gguf", ">=0.19,<1")
    splitter = tokenizer.record["splitter"]
    with TemporaryDirectory() as folder:
        # Some patterns take a chunk that is a token as that token. This checks that each token's own bytes give it, so nothing changes.
        try:
            tokenizer.export("tiktoken", Path(folder, "ranks"))
        except InexactExportError as error:
            raise InexactExportError(f"llama.cpp would give other ids, as {error}; train byte-level BPE") from None
        file = Path(folder, "tokenizer.json")
        tokenizer.export("tokenizer.json", file)
        model = json.loads(file.read_text("utf-8"))["model"]
    if splitter not in PATTERNS:
        known = ", ".join(PATTERNS)
        raise InexactExportError(f"llama.cpp does not know the splitter {splitter!r}; train with pretokenizer {known}")
    tokens = sorted(model["vocab"], key=model["vocab"].__getitem__)
    specials = {tokenizer.token_to_id(special) for special in tokenizer.special_tokens}
    types = gguf.TokenType
    writer = gguf.GGUFWriter(os.fspath(path), "llama")
    writer.add_name(tokenizer.name)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(PATTERNS[splitter])
    writer.add_token_list(tokens)
    writer.add_token_types([types.CONTROL if id in specials else types.NORMAL for id in range(len(tokens))])
    writer.add_token_merges(model["merges"])
    for role, special in NAMED.items():
        if special in tokenizer.special_tokens:
            getattr(writer, f"add_{role}_token_id")(tokenizer.token_to_id(special))
    writer.add_add_bos_token(False)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
