"""A new vocabulary for a model of transformers, or new tokens for its own: embeddings, sizes, special tokens and configuration."""

from typing import Any

import numpy as np

from .._core import MorfemError, Tokenizer
from ..require import require
from ..train import Extension
from ..transplanting import Method, Plan, TransplantReport, checked, plan
from . import NAMED

__all__ = ["extend", "transplant"]

ROLES = (*NAMED, "unk", "cls", "sep")


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
    corpus, method, seed : as for `morfem.transplant`, whose errors are raised too.

    Raises
    ------
    MorfemError : if the configuration says that the model is tied and its matrices are not.

    Examples
    --------
    >>> from morfem.integrations.transplant import transplant  # doctest: +SKIP
    >>> report = transplant(model, old_tokenizer, morfem.load("tr-mft"), "turkish.txt")  # doctest: +SKIP
    """
    names = _names(old_tokenizer), _names(new_tokenizer)
    specials = {names[1][role]: names[0][role] for role in ROLES if role in names[0] and role in names[1]}
    _check_ties(model)
    made = plan(old_tokenizer, new_tokenizer, corpus=corpus, method=method, specials=specials, seed=seed)
    report = _changed(model, old_tokenizer, made, slice(None), made.weights.size)
    for role, token in names[1].items():
        for config in (model.config, getattr(model, "generation_config", None)):
            if config is not None and hasattr(config, f"{role}_token_id"):
                setattr(config, f"{role}_token_id", _id(new_tokenizer, token))
    return report


def extend(model: Any, extension: Extension, corpus: Any = None, *, method: Method = "spans", seed: int = 0) -> TransplantReport:
    """Gives a model rows for the new tokens of `morfem.train.extend`, in place. All other rows stay, bit for bit.

    The matrices grow only if they have fewer rows than the tokenizer has ids: many models have rows to spare. A tied model stays tied.

    Parameters
    ----------
    model : a model of transformers whose tokenizer is the base of the extension.
    extension : what `morfem.train.extend` returned.
    corpus, method, seed : as for `morfem.transplant`.

    Raises
    ------
    MorfemError : if the model has fewer rows than the base has ids, and as `transplant`.

    Examples
    --------
    >>> from morfem.integrations.transplant import extend  # doctest: +SKIP
    >>> extension = morfem.train.extend("model/tokenizer.json", "turkish.txt", boundaries="tr-mft")  # doctest: +SKIP
    >>> report = extend(model, extension, "turkish.txt")  # doctest: +SKIP
    """
    _check_ties(model)
    made = plan(extension.base, extension.tokenizer, corpus=corpus, method=method, seed=seed)
    size = max(extension.tokenizer.vocab_size, len(model.get_input_embeddings().weight))
    return _changed(model, extension.base, made, extension.new_ids.astype(np.int64), size)


def _is_tied(model: Any) -> bool:
    outputs = model.get_output_embeddings()
    return outputs is not None and outputs.weight is model.get_input_embeddings().weight


def _check_ties(model: Any) -> None:
    if model.get_output_embeddings() is not None and getattr(model.config, "tie_word_embeddings", False) and not _is_tied(model):
        raise MorfemError(
            "the configuration says that input and output embeddings are tied, but they are two matrices; call model.tie_weights(), or set "
            "config.tie_word_embeddings to False"
        )


def _changed(model: Any, old_tokenizer: Any, made: Plan, ids: Any, size: int) -> TransplantReport:
    """Gives the matrices of a model `size` rows, and those of `ids` their new values."""
    torch = require("torch", "transplant", ">=2.6,<3")
    inputs, outputs, is_tied = model.get_input_embeddings(), model.get_output_embeddings(), _is_tied(model)
    old_rows = [checked(_array(part.weight), old_tokenizer) for part in ([inputs] if is_tied or outputs is None else [inputs, outputs])]
    new_rows = [made.apply(rows) for rows in old_rows]
    bias = getattr(outputs, "bias", None)
    new_bias = None if bias is None else made.apply(checked(_array(bias)[:, None], old_tokenizer), match_norms=False)[:, 0]
    if size != len(inputs.weight):
        model.resize_token_embeddings(size, mean_resizing=False)
    changed = [(model.get_input_embeddings().weight, new_rows[0])]
    if len(new_rows) > 1:
        changed.append((model.get_output_embeddings().weight, new_rows[1]))
    if new_bias is not None:
        changed.append((model.get_output_embeddings().bias, new_bias))
    with torch.no_grad():
        for weight, rows in changed:
            weight[ids] = torch.from_numpy(np.ascontiguousarray(rows[ids])).to(weight)
    return made.report(old_rows[0], new_rows[0])


def _names(tokenizer: Any) -> dict[str, str]:
    """The special tokens of a tokenizer by their roles."""
    if isinstance(tokenizer, Tokenizer):
        return {role: token for role, token in NAMED.items() if token in tokenizer.special_tokens}
    found = {role: getattr(tokenizer, f"{role}_token", None) for role in ROLES}
    return {role: token for role, token in found.items() if isinstance(token, str)}


def _id(tokenizer: Any, token: str) -> int:
    if isinstance(tokenizer, Tokenizer):
        return tokenizer.token_to_id(token)
    return int(tokenizer.convert_tokens_to_ids(token))


def _array(weight: Any) -> Any:
    return weight.detach().float().cpu().numpy()
