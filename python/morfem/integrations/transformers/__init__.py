"""transformers: `MorfemTokenizer`, a fast tokenizer of that library over a tokenizer of morfem, and what streams and stops its text.

A `tokenizers.Tokenizer`, the *backend*, holds the vocabulary, added tokens, truncation, padding and the template of special tokens, as for
every fast tokenizer. morfem encodes and decodes: it hands the backend finished encodings, which the backend truncates, completes and pads
(`backend`). Calls that need only ids do not make encodings (`batch`). Importing this module registers the class with ``AutoTokenizer``.
"""

from ...require import require

# Before the modules below, which import both libraries.
_library = require("transformers", "transformers", ">=5.23,<6")
require("tokenizers", "transformers", ">=0.22,<1")

from .stopping import watch  # noqa: E402
from .streaming import MorfemIteratorStreamer, MorfemStreamer  # noqa: E402
from .tokenizer import MorfemTokenizer  # noqa: E402

__all__ = ["MorfemIteratorStreamer", "MorfemStreamer", "MorfemTokenizer"]


class _MorfemConfig(_library.PreTrainedConfig):  # type: ignore[name-defined, misc]
    """A configuration to register the tokenizer with; no model has it."""

    model_type = "morfem"


_library.AutoTokenizer.register(_MorfemConfig, fast_tokenizer_class=MorfemTokenizer, exist_ok=True)
watch()
