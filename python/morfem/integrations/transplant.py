"""A new vocabulary for a model of transformers: input and output embeddings, sizes, special tokens and configuration."""

from typing import Any

import numpy as np

from .._core import MorfemError, Tokenizer
from ..require import require
from ..transplanting import Method, TransplantReport, checked, plan

__all__ = ["transplant"]

NAMED = ("bos", "eos", "pad", "unk", "cls", "sep", "mask")
# The named special tokens of a plain morfem tokenizer, which does not name them itself.
OURS = {"bos": "<s>", "eos": "</s>", "pad": "<pad>", "mask": "<mask>"}


def transplant(
    model: Any, old_tokenizer: Any, new_tokenizer: Any, corpus: Any, *, method: Method = "spans", seed: int = 0
) -> TransplantReport:
    """Changes a model in place so that it takes the ids of another tokenizer.

    Input and output embeddings get one row for each new token, by the same weights (see `morfem.transplant`). A tied model stays tied.
    Special tokens with the same role (the beginning, the end, padding and so on) keep their rows. ``config.vocab_size`` and the ids of
    special tokens in the configurations of the model and of its generation become those of the new tokenizer. Tokens that were added to a
    `MorfemTokenizer` get rows too.

    Parameters
    ----------
    model : a model of transformers with input embeddings.
    old_tokenizer, new_tokenizer : a tokenizer of transformers, or anything that `morfem.evaluate.wrap` accepts.
    corpus, method, seed : as for `morfem.transplant`.

    Raises
    ------
    MorfemError : as `morfem.transplant`; also if the configuration says that the model is tied and its matrices are not.

    Examples
    --------
    >>> from morfem.integrations.transplant import transplant  # doctest: +SKIP
    >>> report = transplant(model, old_tokenizer, morfem.load("tr-mft"), "turkish.txt")  # doctest: +SKIP
    """
    torch = require("torch", "transplant", ">=2.6,<3")
    inputs, outputs = model.get_input_embeddings(), model.get_output_embeddings()
    is_tied = outputs is not None and outputs.weight is inputs.weight
    if outputs is not None and getattr(model.config, "tie_word_embeddings", False) and not is_tied:
        raise MorfemError(
            "the configuration says that input and output embeddings are tied, but they are two matrices; call model.tie_weights(), or set "
            "config.tie_word_embeddings to False"
        )
    names = _names(old_tokenizer), _names(new_tokenizer)
    specials = {names[1][role]: names[0][role] for role in NAMED if role in names[0] and role in names[1]}
    made = plan(old_tokenizer, new_tokenizer, corpus=corpus, method=method, specials=specials, seed=seed)
    old_rows = [checked(_array(part.weight), old_tokenizer) for part in ([inputs] if is_tied or outputs is None else [inputs, outputs])]
    new_rows = [made.apply(rows) for rows in old_rows]
    bias = getattr(outputs, "bias", None)
    new_bias = None if bias is None else made.apply(checked(_array(bias)[:, None], old_tokenizer), match_norms=False)[:, 0]
    model.resize_token_embeddings(made.weights.size, mean_resizing=False)
    changed = [(model.get_input_embeddings().weight, new_rows[0])]
    if len(new_rows) > 1:
        changed.append((model.get_output_embeddings().weight, new_rows[1]))
    if new_bias is not None:
        changed.append((model.get_output_embeddings().bias, new_bias))
    with torch.no_grad():
        for weight, rows in changed:
            weight.copy_(torch.from_numpy(np.ascontiguousarray(rows)).to(weight))
    for role, token in names[1].items():
        for config in (model.config, getattr(model, "generation_config", None)):
            if config is not None and hasattr(config, f"{role}_token_id"):
                setattr(config, f"{role}_token_id", _id(new_tokenizer, token))
    return made.report(old_rows[0], new_rows[0])


def _names(tokenizer: Any) -> dict[str, str]:
    """The special tokens of a tokenizer by their roles."""
    if isinstance(tokenizer, Tokenizer):
        return {role: token for role, token in OURS.items() if token in tokenizer.special_tokens}
    found = {role: getattr(tokenizer, f"{role}_token", None) for role in NAMED}
    return {role: token for role, token in found.items() if isinstance(token, str)}


def _id(tokenizer: Any, token: str) -> int:
    if isinstance(tokenizer, Tokenizer):
        return tokenizer.token_to_id(token)
    return int(tokenizer.convert_tokens_to_ids(token))


def _array(weight: Any) -> Any:
    return weight.detach().float().cpu().numpy()
