"""The models that `train.py` has trained, and the bits that they give to each token of texts."""

import math
import sys
from collections.abc import Sequence
from pathlib import Path

import morfem
import numpy as np
import tomllib
import torch

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "language_model")]

from model import Decoder, Shape  # noqa: E402
from models import CACHE  # noqa: E402

SETTINGS = tomllib.loads((HERE / "configurations" / "small.toml").read_text("utf-8"))
SHAPE = Shape(**SETTINGS["shape"])


def load(source: str, language: str, budget: str = "text") -> tuple[morfem.Tokenizer, Decoder]:
    """The tokenizer that `source` names, and the model `small` that was trained on its tokens."""
    tokenizer = morfem.load(source)
    path = CACHE / "neural" / f"small-{Path(source).name}-{language}-{budget}.pt"
    if not path.exists():
        raise SystemExit(
            f"{path} is missing: run train.py --configuration small --tokenizer {source} --language {language} --budget {budget}"
        )
    model = Decoder(SHAPE, tokenizer.vocab_size)
    model.load_state_dict(torch.load(path, weights_only=True)["model"])
    return tokenizer, model.eval()


@torch.no_grad()
def bits(tokenizer: morfem.Tokenizer, model: Decoder, texts: Sequence[str], batch: int = 32) -> list[np.ndarray]:
    """For each text, the bits of its tokens and of its end. Each text stands alone after `</s>`, and goes on afresh after the context."""
    end, context = tokenizer.token_to_id("</s>"), SHAPE.context
    ids = [[end, *tokenizer.encode(text).ids, end] for text in texts]
    found = [np.zeros(len(row) - 1) for row in ids]
    windows = [(index, first) for index, row in enumerate(ids) for first in range(0, len(row) - 1, context)]
    windows.sort(key=lambda window: len(ids[window[0]]) - window[1])
    for at in range(0, len(windows), batch):
        rows = [ids[index][first : first + context + 1] for index, first in windows[at : at + batch]]
        longest = max(map(len, rows))
        padded = torch.tensor([row + [end] * (longest - len(row)) for row in rows])
        with torch.autocast("cpu", torch.bfloat16):
            hidden = model.hidden(padded[:, :-1])
        costs = -torch.log_softmax(hidden.float() @ model.embedding.weight.T, -1).gather(-1, padded[:, 1:, None])[..., 0] / math.log(2)
        for (index, first), row, cost in zip(windows[at : at + batch], rows, costs.numpy(), strict=True):
            found[index][first : first + len(row) - 1] = cost[: len(row) - 1]
    return found
