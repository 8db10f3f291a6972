"""lm-eval: its class for models of transformers, with contexts and continuations that are cut without a token across the cut.

The harness encodes a context and its continuation together, and cuts the ids by the length of the context alone. That is wrong if a token
crosses the cut, such as a phrase of Thunder-Tok. Importing this module registers the model type ``morfem``. The command of the harness
finds no model types of other packages; ``morfem-lm-eval`` is that command with this module imported.
"""

from typing import Any

from ..require import require
from . import transformers as _registered  # noqa: F401  (lets AutoTokenizer load a folder of morfem)

huggingface: Any = require("lm_eval.models.huggingface", "lm-eval", ">=0.4.13,<0.5")
registry: Any = require("lm_eval.api.registry", "lm-eval", ">=0.4.13,<0.5")

__all__ = ["MorfemLM", "main"]


@registry.register_model("morfem")  # type: ignore[untyped-decorator]
class MorfemLM(huggingface.HFLM):
    """A model of transformers with a `morfem.integrations.transformers.MorfemTokenizer`.

    Parameters are those of ``lm_eval.models.huggingface.HFLM``.
    """

    def _encode_pair(self, context: str, continuation: str) -> tuple[list[int], list[int]]:
        if self.backend != "causal":
            return super()._encode_pair(context, continuation)
        # As the harness does it: a space between the two belongs to the continuation.
        kept = context.rstrip()
        ids: Any = self.tokenizer.encode_apart(kept, context[len(kept) :] + continuation)[1]
        return self.tok_encode(kept), ids


def main() -> None:
    """Run the command of lm-eval: ``morfem-lm-eval --model morfem --model_args pretrained=FOLDER --tasks TASKS``."""
    require("lm_eval.__main__", "lm-eval", ">=0.4.13,<0.5").cli_evaluate()
