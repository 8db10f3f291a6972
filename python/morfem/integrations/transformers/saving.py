"""What `MorfemTokenizer.save_pretrained` writes, and how it is read.

The folder has four files beside a chat template: the tokenizer of morfem in one file, the configuration, a module of two lines by which
``AutoTokenizer`` finds the class, and a ``tokenizer.json`` that holds no tokenizer. Other classes would make an empty or wrong tokenizer of
the folder without a word; instead they read that file, and show the sentence that stands where the library expects a version.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import morfem

from ..packed import packed, unpacked

FILE = "tokenizer.morfem"
STUB = "tokenization_morfem"
# A module with this name in a folder of a model lets `AutoTokenizer` find the class where it is not registered.
STUB_SOURCE = 'from morfem.integrations.transformers import MorfemTokenizer\n\n__all__ = ["MorfemTokenizer"]\n'
OTHER_CLASSES = "tokenizer.json"
SENTENCE = (
    "morfem. This folder holds a tokenizer of morfem, which this class cannot read: pip install 'morfem[transformers]', then "
    "morfem.integrations.transformers.MorfemTokenizer.from_pretrained(folder)"
)
# Arguments that say where a tokenizer has been loaded from, or that `write_config` writes itself.
NOT_SAVED = (
    "added_tokens_decoder",
    "backend",
    "is_local",
    "local_files_only",
    "merges",
    "morfem_hash",
    "name_or_path",
    "trust_remote_code",
    "vocab",
    "vocab_file",
)


def tokenizer_files(tokenizer: morfem.Tokenizer, prefix: str) -> dict[str, bytes]:
    """The files beside the configuration: name -> content."""
    refusal = json.dumps({"version": SENTENCE}, indent=2) + "\n"
    return {f"{prefix}{FILE}": packed(tokenizer.files()), f"{STUB}.py": STUB_SOURCE.encode(), OTHER_CLASSES: refusal.encode()}


def write_config(file: Path, tokenizer: Any) -> None:
    """Complete the configuration that transformers has written. For other fast tokenizers these fields are in ``tokenizer.json``."""
    fields = json.loads(file.read_text(encoding="utf-8"))
    fields["added_tokens_decoder"] = {str(id): token.__getstate__() for id, token in tokenizer.added_tokens_decoder.items()}
    fields |= {"add_bos_token": tokenizer.add_bos_token, "add_eos_token": tokenizer.add_eos_token}
    fields["morfem_hash"] = tokenizer.morfem.hash
    file.write_text(json.dumps(fields, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def opened(place: str | os.PathLike[str] | morfem.Tokenizer | None, folder: str | None) -> morfem.Tokenizer:
    """The tokenizer of morfem in a file ``tokenizer.morfem``, in a folder of `Tokenizer.save`, or with the name of a bundled one."""
    if isinstance(place, morfem.Tokenizer):
        return place
    if place is None:
        raise morfem.ArtifactError(
            f"{folder or 'vocab_file'}: no file {FILE}, which save_pretrained writes; "
            "make a tokenizer with MorfemTokenizer.from_morfem(NAME or FOLDER)"
        )
    if not os.path.isfile(place):
        return morfem.load(place)
    return unpacked(place)


def check_hash(tokenizer: morfem.Tokenizer, saved: str | None) -> None:
    """Raises VocabularyError for a tokenizer that is not the one that a folder was saved with."""
    if saved is not None and saved != tokenizer.hash:
        raise morfem.VocabularyError(
            f"{FILE} holds {tokenizer.name} with {tokenizer.vocab_size} ids, which is not the tokenizer that tokenizer_config.json was "
            "saved with; copy both files from the same folder"
        )


def check_added(tokenizer: morfem.Tokenizer, backend: Any, saved: Mapping[int, Any]) -> None:
    """Raises VocabularyError for added tokens that have other ids than in the folder."""
    for id, token in saved.items():
        now = backend.token_to_id(token.content)
        if now != id:
            raise morfem.VocabularyError(
                f"the added token {token.content!r} was saved with id {id} but has id {now} in {tokenizer.name}, which has "
                f"{tokenizer.vocab_size} ids; load the folder with the {FILE} that it was saved with"
            )
