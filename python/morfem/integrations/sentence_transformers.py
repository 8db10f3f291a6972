"""sentence-transformers: static embeddings that can be saved with every tokenizer of morfem.

``StaticEmbedding`` saves its tokenizer as a ``tokenizer.json``, which cannot hold the grammars of MFT, Morpheus and Splinter.
`MorfemStaticEmbedding` saves what ``MorfemTokenizer.save_pretrained`` writes.
"""

import os
from typing import Any

from ..require import require
from .transformers import MorfemTokenizer

modules: Any = require("sentence_transformers.sentence_transformer.modules", "sentence-transformers", ">=6.2,<7")
safetensors: Any = require("safetensors.torch", "sentence-transformers", ">=0.5")

__all__ = ["MorfemStaticEmbedding"]


class MorfemStaticEmbedding(modules.StaticEmbedding):
    """``StaticEmbedding`` of sentence-transformers with a `MorfemTokenizer`.

    A saved model needs ``SentenceTransformer(folder, trust_remote_code=True)``, because it names a class of another package.

    Parameters
    ----------
    tokenizer : a `MorfemTokenizer`.
    **options : as for ``StaticEmbedding``, such as ``embedding_dim`` or ``embedding_weights``.
    """

    def __init__(self, tokenizer: MorfemTokenizer, **options: Any) -> None:
        super().__init__(tokenizer, **options)
        self.whole = tokenizer

    def save(self, output_path: str, *args: Any, **options: Any) -> None:
        """Write the vectors and the tokenizer into a folder."""
        safetensors.save_file(self.state_dict(), os.path.join(output_path, "model.safetensors"))
        self.whole.save_pretrained(output_path)

    @classmethod
    def load(cls, model_name_or_path: str, subfolder: str = "", **options: Any) -> "MorfemStaticEmbedding":
        """Read a folder or a repository of a hub."""
        known: dict[str, Any] = {name: options.get(name) for name in ("token", "revision")} | {
            "local_files_only": options.get("local_files_only", False)
        }
        place = os.path.join(model_name_or_path, subfolder)
        where, within = (place, {}) if os.path.isdir(place) else (model_name_or_path, {"subfolder": subfolder})
        tokenizer = MorfemTokenizer.from_pretrained(where, cache_dir=options.get("cache_folder"), **within, **known)
        weights = cls.load_torch_weights(
            model_name_or_path=model_name_or_path, subfolder=subfolder, cache_folder=options.get("cache_folder"), **known
        )
        return cls(tokenizer, embedding_weights=weights["embedding.weight"])
