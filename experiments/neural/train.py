"""Trains a small decoder on the tokens of a tokenizer, and measures bits per character.

    python experiments/neural/train.py --configuration small --tokenizer tr-mft --language tr
    python experiments/neural/train.py --configuration thunder-360m --tokenizer ko-thunder --language ko --device cuda
    python experiments/neural/train.py --configuration thunder-360m --tokenizer ko-thunder --language ko --steps 10 --batch 1  only tries it

Configurations are TOML files in `configurations`. All tokenizers get the same decoder and differ in the vocabulary alone. Two budgets:
`text` trains one pass over the same characters, `operations` stops every tokenizer at the same number of floating-point operations
(`6 (body + vocabulary x width)` a token), so that a tokenizer with fewer tokens sees more text. The work folder keeps a checkpoint and a
log of steps; the same command continues an interrupted run. A loss that is not finite stops the run and leaves the last checkpoint. Needs
PyTorch. On a processor without bfloat16 (`lscpu` shows neither amx_bf16 nor avx512_bf16) a run takes many times as long. With glibc,
MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=10000000000 in the environment keeps the memory of a part of the loss for the next part.
"""

import argparse
import json
import math
import random
import sys
import zlib
from itertools import islice
from pathlib import Path
from time import perf_counter, process_time

import morfem
import numpy as np
import tomllib
import torch
from torch.nn import functional

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "language_model")]

from cuts import Moved  # noqa: E402
from loss import CrossEntropy  # noqa: E402
from model import Decoder, Shape  # noqa: E402
from models import CACHE, training_lines  # noqa: E402
from run import development_sample  # noqa: E402

RESULTS = HERE / "runs.jsonl"


def device(asked: str) -> torch.device:
    """The device; `auto` takes a GPU if there is one."""
    if asked != "auto":
        return torch.device(asked)
    return torch.device("cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu")


def stream(tokenizer: morfem.Tokenizer, lines: list[str]) -> np.ndarray:
    """The ids of all lines, each followed by `</s>`."""
    ids, indptr = tokenizer.encode_ids_batch(lines, threads=1)
    found = np.empty(len(ids) + len(lines), np.int32)
    ends = indptr[1:].astype(np.int64) + np.arange(len(lines))
    is_token = np.ones(len(found), bool)
    is_token[ends] = False
    found[is_token], found[ends] = ids, tokenizer.token_to_id("</s>")
    return found


def training_text(language: str, size: int, seed: int) -> list[str]:
    """Lines drawn at random, about this many bytes."""
    with training_lines(language).open(encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in islice(file, 2_000_000)]
    random.Random(seed).shuffle(lines)
    total = 0
    for index, line in enumerate(lines):
        total += len(line.encode()) + 1
        if total >= size:
            return lines[: index + 1]
    return lines


def first_vectors(tokenizer: morfem.Tokenizer | Moved, width: int, seed: int) -> torch.Tensor:
    """Equal strings begin with equal vectors in every tokenizer, which takes much of the noise of seeds out of a comparison."""
    texts = (tokenizer.decode([number]) for number in range(tokenizer.vocab_size))
    vectors = [np.random.default_rng([seed, zlib.crc32(text.encode())]).standard_normal(width, np.float32) for text in texts]
    return torch.from_numpy(np.stack(vectors)) * 0.02


class Run:
    """One training run."""

    def __init__(self, asked: argparse.Namespace) -> None:
        settings = tomllib.loads((HERE / "configurations" / f"{asked.configuration}.toml").read_text("utf-8"))
        settings["seed"] = settings["seed"] if asked.seed is None else asked.seed
        self.asked, self.settings = asked, settings
        self.device = device(asked.device)
        torch.manual_seed(settings["seed"])
        lines = training_text(asked.language, settings["bytes"], settings["seed"])
        is_control = asked.tokenizer.startswith("moved-")
        self.tokenizer = Moved(asked.tokenizer, asked.language, lines) if is_control else morfem.load(asked.tokenizer)
        self.model = Decoder(Shape(**settings["shape"]), self.tokenizer.vocab_size)
        self.model.embedding.weight.data = first_vectors(self.tokenizer, settings["shape"]["width"], settings["seed"])
        self.model.to(self.device)
        self.ids = stream(self.tokenizer, lines)
        self.characters_a_token = (sum(map(len, lines)) + len(lines)) / len(self.ids)
        settings["batch"] = asked.batch or settings["batch"]
        self.per_step = settings["batch"] * settings["shape"]["context"]
        self.operations = 6 * (self.model.body + self.model.embedding.weight.numel())
        steps = len(self.ids) // self.per_step
        if asked.budget == "operations":
            steps = int(settings["operations"] / self.operations / self.per_step)
        self.steps = min(steps, asked.steps or steps)
        if not self.steps:
            raise SystemExit(f"train: {len(self.ids):,} tokens are fewer than one step of {self.per_step:,}")
        self.schedule = max(steps, self.steps)
        decayed = [parameter for parameter in self.model.parameters() if parameter.ndim > 1]
        others = [parameter for parameter in self.model.parameters() if parameter.ndim < 2]
        groups = [{"params": decayed, "weight_decay": settings["weight_decay"]}, {"params": others, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=settings["rate"], betas=tuple(settings["betas"]))
        self.step, self.seconds, self.log = 0, 0.0, []
        name = f"{asked.configuration}-{Path(asked.tokenizer).name}-{asked.language}-{asked.budget}"
        name += f"-seed-{asked.seed}" if asked.seed is not None else ""
        self.checkpoint = CACHE / "neural" / f"{name}.pt"

    def rate(self, step: int) -> float:
        """Linear warm-up, then a cosine down to the least rate."""
        settings = self.settings
        warm = max(1, round(settings["warm_up"] * self.schedule))
        if step < warm:
            return settings["rate"] * (step + 1) / warm
        share = (step - warm) / max(1, self.schedule - warm)
        return settings["least_rate"] + (settings["rate"] - settings["least_rate"]) * (1 + math.cos(math.pi * share)) / 2

    def resume(self) -> None:
        """Continues from the checkpoint, if there is one."""
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
            self.model.load_state_dict(state["model"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.seconds, self.log = state["step"], state["seconds"], state["log"]

    def save(self) -> None:
        """Writes the checkpoint, whole or not at all."""
        self.checkpoint.parent.mkdir(parents=True, exist_ok=True)
        state = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.step, "seconds": self.seconds}
        unfinished = self.checkpoint.with_suffix(".unfinished")
        torch.save({**state, "log": self.log}, unfinished)
        unfinished.replace(self.checkpoint)

    def train(self) -> None:
        """All steps, with a checkpoint every `save_every` steps."""
        context, batch = self.settings["shape"]["context"], self.settings["batch"]
        places = len(self.ids) // context - 1
        order = np.random.default_rng(self.settings["seed"]).permutation(places)
        while self.step < self.steps:
            start = perf_counter()
            chosen = order[np.arange(self.step * batch, (self.step + 1) * batch) % places]
            ids = torch.from_numpy(np.stack([self.ids[at * context : at * context + context + 1] for at in chosen]).astype(np.int64))
            ids = ids.to(self.device)
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate(self.step)
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.settings["bfloat16"]):
                hidden = self.model.hidden(ids[:, :-1]).flatten(0, 1)
            hidden = hidden.to(torch.bfloat16) if self.settings["bfloat16"] else hidden
            loss = CrossEntropy.apply(hidden, self.model.embedding.weight, ids[:, 1:].flatten())
            if not torch.isfinite(loss):
                raise SystemExit(f"train: the loss is {loss.item()} at step {self.step + 1}; the last checkpoint is {self.checkpoint}")
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            self.step += 1
            self.seconds += perf_counter() - start
            if self.asked.batch:
                print(f"step {self.step:,}: loss {loss.item():.3f}, {self.seconds:.0f} s", flush=True)
            elif self.step % self.settings["save_every"] == 0 or self.step == self.steps:
                self.log.append([self.step, round(loss.item(), 4)])
                self.save()
                print(f"step {self.step:,} of {self.steps:,}: loss {loss.item():.3f}, {self.seconds:.0f} s", flush=True)

    @torch.no_grad()
    def measure(self) -> dict:
        """Bits per character of development lines, each on its own after `</s>`, with an interval over lines.

        The bits of each line are kept in the row, for paired comparisons (`report.py`). The file of them beside the checkpoint shows that
        this run is measured.
        """
        self.model.eval()
        lines = development_sample(self.asked.language)[: self.settings["measured_lines"]]
        end, context = self.tokenizer.token_to_id("</s>"), self.settings["shape"]["context"]
        bits = []
        for line in lines:
            ids = [end, *self.tokenizer.encode(line).ids, end]
            nats = 0.0
            # A line that is longer than the context is cut into windows; each predicts what the one before did not.
            for first in range(0, len(ids) - 1, context):
                part = torch.tensor([ids[first : first + context + 1]], device=self.device)
                nats += functional.cross_entropy(self.model(part[:, :-1]).float()[0], part[0, 1:], reduction="sum").item()
            bits.append(nats / math.log(2))
        np.save(self.checkpoint.with_suffix(".bits.npy"), np.array(bits))
        characters = np.array([len(line) for line in lines])
        draw = np.random.default_rng(0).integers(0, len(lines), (1000, len(lines)))
        low, high = np.quantile(np.array(bits)[draw].sum(1) / characters[draw].sum(1), [0.025, 0.975])
        return {
            **{"bits_per_character": round(sum(bits) / characters.sum(), 4), "low": round(low, 4), "high": round(high, 4)},
            **{"line_bits": [round(value, 1) for value in bits], "measured_lines": len(lines)},
        }

    @torch.no_grad()
    def generated(self, count: int = 64) -> float:
        """Characters a second of processor time in greedy generation, without a cache of keys and values.

        So small a model repeats itself, so a generated token counts as many characters as one of the training text.
        """
        ids = [self.tokenizer.token_to_id("</s>")]
        start = process_time()
        for _ in range(count):
            logits = self.model(torch.tensor([ids[-self.settings["shape"]["context"] :]], device=self.device))[0, -1]
            ids.append(int(logits[: self.tokenizer.vocab_size].argmax()))
        return count * self.characters_a_token / (process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--configuration", required=True, choices=sorted(path.stem for path in (HERE / "configurations").glob("*.toml")))
    parser.add_argument("--tokenizer", required=True, help="a bundled tokenizer or a folder")
    parser.add_argument("--language", required=True)
    parser.add_argument("--budget", choices=("text", "operations"), default="text")
    parser.add_argument("--steps", type=int, help="stop after this many steps")
    parser.add_argument("--batch", type=int, help="try a configuration with so many sequences a step; nothing is measured or kept")
    parser.add_argument("--seed", type=int, help="of the lines, their order and the first weights, in place of the configuration's")
    parser.add_argument("--device", default="auto")
    asked = parser.parse_args()
    start = process_time()
    run = Run(asked)
    if asked.batch:
        return run.train()
    run.resume()
    run.train()
    row = {
        **{"configuration": asked.configuration, "tokenizer": asked.tokenizer, "language": asked.language, "budget": asked.budget},
        **{"seed": run.settings["seed"]},
        **{"steps": run.step, "of": run.schedule, "loss": run.log[-1][1], "body": run.model.body, "vocab_size": run.tokenizer.vocab_size},
        **{"tokens": run.step * run.per_step, "seconds": round(run.seconds), "device": str(run.device)},
        **{"characters_a_token": round(run.characters_a_token, 4), "curve": run.log},
        **run.measure(),
        **{"generated_characters_a_second": round(run.generated(), 1), "cpu_seconds": round(process_time() - start)},
    }
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    print({key: value for key, value in row.items() if key != "line_bits"})


if __name__ == "__main__":
    main()
