"""Training of the Morpheus network.

Two kinds of steps alternate. A *word step* draws words by the logarithm of their count, each with a word of the same family, and trains
boundaries, families and affixes. So rare words come often enough. A *text step* takes stretches of running text, trains the same on
their distinct words, and also trains skip-gram and masked words. Every distinct word of a step is encoded once, in groups of similar
length, so that there is little padding.

An exponential average of the weights (after Polyak) is evaluated on held-out words, and the best one is kept. The random draws of a step
depend only on the seed and the step's number, so a training that was stopped continues from its checkpoint to the same result. A training
can begin with one detector block, and start the others as its copies (Gong et al. 2019): the same time allows more steps.
"""

import copy
import csv
import math
import os
import pickle
import platform
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from .._core import TrainingError
from ..progress import Meter, tell
from . import losses
from .alphabet import LONGEST, Alphabet
from .architecture import Architecture
from .checkpoint import Checkpoint, write
from .labels import Labels, Morfessor, Teacher, type_weights
from .network import Network
from .objectives import LONGEST_SENTENCE, Contexts, MaskedWords
from .torch_runtime import tensors_of

Integers = NDArray[np.int64]
LOSSES = ("boundary", "skip_gram", "contrastive", "masked", "affix")
COLUMNS = ("step", "minutes", "rate", "words", *LOSSES, "gradient", "f1", "exact", "retrieval")
WINDOW, NEGATIVES, MASKED = 6, 16, 0.2
JUDGED = 1500  # held-out words for evaluation
GROUP = 24  # words that go through the network at once


class Group(NamedTuple):
    """Words of similar length: their rows, the logits of their gaps (blocks, words, gaps), and which numbers are not padding."""

    rows: Integers
    logits: Tensor
    real: Tensor


@dataclass(frozen=True)
class Settings:
    """The settings of a training.

    Attributes
    ----------
    steps, budget : when the training ends; give one of them. The budget is in minutes.
    words, text_words : words drawn for a word step, words of text of a text step.
    text_every : every Nth step is a text step; 0 for none.
    rate, last_rate, warm_up, clip, decay : of AdamW. `last_rate` is a share of the highest rate, `warm_up` is in steps.
    average : decay of the average of the weights; 0 for no averaging.
    boundary, skip_gram, contrastive, masked, affix : weights of the losses; 0 switches one off.
    positive_weight : see `losses.boundary_loss`. With 1 the outputs are probabilities; the paper has 4.
    contexts : number of words that have a context vector, the most frequent ones.
    sibling_share : how often the second word of a pair has the same lemma; otherwise it has the same root.
    grow_at : share of the training after which the detector has all its blocks; 0 for always.
    judge_every, save_minutes : steps between evaluations, minutes between saved states.
    """

    steps: int | None = None
    budget: float | None = None
    seed: int = 1337
    words: int = 96
    text_words: int = 96
    text_every: int = 3
    rate: float = 1e-3
    last_rate: float = 0.02
    warm_up: int = 200
    clip: float = 0.5
    decay: float = 0.01
    average: float = 0.998
    boundary: float = 1.0
    positive_weight: float = 1.0
    skip_gram: float = 0.2
    contrastive: float = 0.3
    masked: float = 0.3
    affix: float = 0.1
    contexts: int = 20_000
    sibling_share: float = 0.6
    grow_at: float = 0.35
    judge_every: int = 400
    save_minutes: float = 4.0
    architecture: Architecture = field(default_factory=lambda: Architecture(dropout=0.0))


class Trainer:
    """A training in a folder. ``state.pt`` is the state to continue from, ``best.safetensors`` the result, ``log.csv`` the log."""

    def __init__(self, labels: Labels, settings: Settings, folder: str | os.PathLike[str], device: str = "cpu") -> None:
        if (settings.steps is None) == (settings.budget is None):
            raise TrainingError("give steps or budget, one of them")
        self.labels, self.settings, self.folder, self.device = labels, settings, Path(folder), torch.device(device)
        self.folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(settings.seed)
        form = settings.architecture
        self.alphabet = Alphabet(form.characters, unknown_pads=form.unknown_pads)
        self.network = Network(form).to(self.device)
        self.heads = nn.ModuleDict(
            {
                "contexts": Contexts(settings.contexts, form.width),
                "masked": MaskedWords(self.alphabet.size, form.width, form.heads, form.dropout, LONGEST),
                "affixes": nn.Linear(form.width, max(len(labels.affix_names), 1)),
            }
        ).to(self.device)
        nn.init.constant_(self.heads.get_parameter("affixes.bias"), -4.0)  # most affixes are absent from most words
        self.averaged = copy.deepcopy(self.network).eval()
        self.network.depth = 1 if settings.grow_at > 0 else form.detector_blocks
        dense = [*self.network.parameters(), *self.heads["masked"].parameters(), *self.heads["affixes"].parameters()]
        groups = [
            {"params": [p for p in dense if p.dim() > 1], "weight_decay": settings.decay},
            {"params": [p for p in dense if p.dim() <= 1], "weight_decay": 0.0},
        ]
        self.dense = dense
        self.optimizers = [
            torch.optim.AdamW(groups, lr=settings.rate, betas=(0.9, 0.98), eps=1e-6),
            torch.optim.SparseAdam(list(self.heads["contexts"].parameters()), lr=settings.rate, betas=(0.9, 0.98), eps=1e-6),
        ]
        self.step = self.seen = 0
        self.minutes = 0.0
        self.best = -1.0
        self.met = np.zeros(len(labels.words), bool)
        self._prepare()

    def _prepare(self) -> None:
        labels = self.labels
        if not len(labels.held_out):
            raise TrainingError(f"the corpus has {len(labels.words)} distinct words, too few to hold some out for judging; give more text")
        weights = type_weights(labels.counts)
        weights[labels.held_out] = 0
        self.total = np.cumsum(weights)
        self.by_lemma, self.lemma_spans = _grouped(labels.lemmas, weights)
        self.by_root, self.root_spans = _grouped(labels.roots, weights)
        frequent = np.argsort(-labels.counts, kind="stable")[: self.settings.contexts - 1]
        self.context = np.zeros(len(labels.words), np.int64)
        self.context[frequent] = np.arange(1, len(frequent) + 1)
        self.noise = np.cumsum(labels.counts[frequent].astype(np.float64) ** 0.75)
        self.hidden = np.zeros(len(labels.words), bool)
        self.hidden[labels.held_out] = True
        self.judged = labels.held_out[np.argsort(-labels.counts[labels.held_out], kind="stable")][:JUDGED]

    # ------------------------------------------------------------------ batches
    def _word_batch(self, draw: np.random.Generator) -> Integers:
        half = self.settings.words // 2
        rows = np.searchsorted(self.total, draw.random(half) * self.total[-1], side="right")
        sisters = []
        near = draw.random(half) < self.settings.sibling_share
        for row, is_near, spot in zip(rows.tolist(), near.tolist(), draw.random(half).tolist(), strict=True):
            number = int((self.labels.lemmas if is_near else self.labels.roots)[row])
            (order, total), spans = (self.by_lemma, self.lemma_spans) if is_near else (self.by_root, self.root_spans)
            if number < 0:
                continue
            first, last = spans[number], spans[number + 1]
            low = total[first - 1] if first else 0.0
            sisters.append(order[min(int(np.searchsorted(total, low + spot * (total[last - 1] - low), side="right")), last - 1)])
        return np.unique(np.concatenate([rows, np.array(sisters, np.int64)]))

    def _text_batch(self, draw: np.random.Generator) -> list[Integers]:
        labels, found = self.labels, []
        for start in draw.integers(len(labels.text), size=max(self.settings.text_words // LONGEST_SENTENCE, 1)).tolist():
            line = int(np.searchsorted(labels.lines, start, side="right")) - 1
            first, last = int(labels.lines[line]), int(labels.lines[line + 1])
            start = max(first, min(start, last - LONGEST_SENTENCE))
            words = labels.text[start : min(start + LONGEST_SENTENCE, last)].astype(np.int64)
            words = words[~self.hidden[words]]
            if len(words) >= 3:
                found.append(words)
        return found

    def encode(self, rows: Integers, *, network: Network | None = None, deep: bool = True) -> tuple[Tensor, list[Group]]:
        """Vectors of the words `rows`, in their order, and the logits of their gaps, in groups of similar length."""
        network = network or self.network
        lengths = np.array([len(self.labels.words[row]) for row in rows])
        order = np.argsort(lengths, kind="stable")
        vectors, groups = [], []
        for group in np.array_split(order, max(len(order) // GROUP, 1)):
            chosen = rows[group]
            ids, cases = map(self._tensor, self.alphabet.encoded([self.labels.words[row] for row in chosen]))
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
                logits, each = network(ids, cases, deep=deep)
            vectors.append(each.float())
            groups.append(Group(chosen, logits.float(), ids != 0))
        return torch.cat(vectors)[self._tensor(np.argsort(order))], groups

    def _boundary(self, groups: list[Group]) -> Tensor:
        total, count = torch.zeros((), device=self.device), 0
        for rows, logits, real in groups:
            gaps = self._tensor(self.labels.gaps(rows, real.shape[1] - 2))
            sure = self._tensor(self.labels.confidence[rows])
            valid = real[:, :-1] & real[:, 1:]
            total = total + len(rows) * losses.boundary_loss(logits, gaps, valid, sure, self.settings.positive_weight)
            count += len(rows)
        return total / count

    def losses(self, step: int) -> tuple[dict[str, Tensor], int]:
        """The losses of a step, unweighted, and the number of words it encodes."""
        draw = np.random.default_rng((self.settings.seed, step))
        torch.manual_seed(self.settings.seed * 1_000_003 + step)
        sentences: list[Integers] = []
        if self.settings.text_every and step % self.settings.text_every == 0 and len(self.labels.text):
            sentences = self._text_batch(draw)
        rows = np.unique(np.concatenate(sentences)) if sentences else self._word_batch(draw)
        self.met[rows] = True
        vectors, groups = self.encode(rows)
        found = {"boundary": self._boundary(groups)}
        if self.settings.contrastive:
            families = [self._tensor(family[rows].astype(np.int64)) for family in (self.labels.roots, self.labels.lemmas)]
            found["contrastive"] = torch.stack([losses.contrastive_loss(vectors, family) for family in families]).mean()
        if self.settings.affix and self.labels.affix_names:
            unit = functional.normalize(vectors, dim=-1) * 10
            asked = np.zeros((len(rows), len(self.labels.affix_names) + 1), np.float32)
            np.put_along_axis(asked, self.labels.affixes[rows].astype(np.int64) % asked.shape[1], 1, 1)
            found["affix"] = losses.affix_loss(self.heads["affixes"](unit), self._tensor(np.ascontiguousarray(asked[:, :-1])))
        if sentences:
            if self.settings.skip_gram:
                found["skip_gram"] = self._skip_gram(vectors, rows, sentences, draw)
            if self.settings.masked:
                found["masked"] = self._masked(vectors, rows, sentences, draw)
        return {name: loss for name, loss in found.items() if getattr(self.settings, name)}, len(rows)

    def _skip_gram(self, vectors: Tensor, rows: Integers, sentences: list[Integers], draw: np.random.Generator) -> Tensor:
        pairs = []
        for words in sentences:
            for offset in range(1, min(WINDOW, len(words) - 1) + 1):
                pairs += [(words[:-offset], words[offset:]), (words[offset:], words[:-offset])]
        centres, near = (np.concatenate(side) for side in zip(*pairs, strict=True))
        near = self.context[near]
        centres, near = centres[near > 0], near[near > 0]
        if not len(near):
            return vectors.sum() * 0
        noise = 1 + np.searchsorted(self.noise, draw.random((len(near), NEGATIVES)) * self.noise[-1], side="right")
        loss: Tensor = self.heads["contexts"](
            vectors[self._tensor(np.searchsorted(rows, centres))], self._tensor(near), self._tensor(noise)
        )
        return loss

    def _masked(self, vectors: Tensor, rows: Integers, sentences: list[Integers], draw: np.random.Generator) -> Tensor:
        longest = max(map(len, sentences))
        table = np.zeros((len(sentences), longest), np.int64)
        real, masked = np.zeros((2, len(sentences), longest), bool)
        for number, words in enumerate(sentences):
            table[number, : len(words)], real[number, : len(words)] = words, True
            masked[number, : len(words)] = draw.random(len(words)) < MASKED
        masked[~masked.any(1), 0] = True
        ids, _ = self.alphabet.encoded([self.labels.words[row] for row in table[masked]])
        states = vectors[self._tensor(np.searchsorted(rows, np.where(real, table, rows[0])))]
        return self.heads["masked"](states, self._tensor(real), self._tensor(masked), self._tensor(ids))

    def _tensor(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self.device)

    # ------------------------------------------------------------------ steps
    @property
    def done(self) -> float:
        """The share of the training that is done, 0 to 1."""
        if self.settings.steps is not None:
            return min(self.step / self.settings.steps, 1.0)
        return min(self.minutes / (self.settings.budget or 1), 1.0)

    def rate(self) -> float:
        """The current learning rate."""
        settings = self.settings
        cosine = settings.last_rate + (1 - settings.last_rate) * (1 + math.cos(math.pi * self.done)) / 2
        return settings.rate * cosine * min((self.step + 1) / settings.warm_up, 1.0)

    def advance(self) -> dict[str, float]:
        """Do one step. Returns the losses, unweighted, and the norm of the gradient. Raises TrainingError if one of them is not finite."""
        if self.network.depth == 1 and self.settings.architecture.detector_blocks > 1 and self.done >= self.settings.grow_at:
            self._grow()
        for optimizer in self.optimizers:
            optimizer.zero_grad()
            for group in optimizer.param_groups:
                group["lr"] = self.rate()
        found, words = self.losses(self.step)
        for name, loss in found.items():
            if not torch.isfinite(loss):
                raise TrainingError(
                    f"step {self.step}: the loss {name!r} is {loss.item()}; the last good checkpoint is kept in {self.folder}"
                )
        weights = {name: getattr(self.settings, name) for name in found}
        torch.stack([weights[name] * loss for name, loss in found.items()]).sum().backward()  # type: ignore[no-untyped-call]
        norm = nn.utils.clip_grad_norm_([p for p in self.dense if p.grad is not None], self.settings.clip)
        if not torch.isfinite(norm):
            raise TrainingError(f"step {self.step}: the gradient is {norm.item()}; {self.folder} keeps the last good checkpoint")
        for optimizer in self.optimizers:
            optimizer.step()
        self.step += 1
        self.seen += words
        part = min(self.settings.average, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.averaged.parameters()), list(self.network.parameters()), 1 - part)
        return {name: loss.item() for name, loss in found.items()} | {"gradient": norm.item(), "words": words}

    def _grow(self) -> None:
        for network in (self.network, self.averaged):
            for blocks in (network.detector, network.scorers):
                for block in list(blocks)[1:]:
                    block.load_state_dict(blocks[0].state_dict())
            network.depth = network.architecture.detector_blocks

    def run(self, progress: bool = True) -> dict[str, float]:
        """Train to the end, or continue a training in the folder. Returns the last evaluation."""
        if self.resume():
            tell(progress, f"{self.folder} has a network after {self.minutes:.1f} minutes of training; it goes on from there")
        log = self.folder / "log.csv"
        sums: dict[str, list[float]] = {}
        result: dict[str, float] = {}
        last_save = self.minutes
        start = time.monotonic() - 60 * self.minutes
        with Meter(progress) as meter, log.open("a", newline="") as stream:
            writer = csv.DictWriter(stream, COLUMNS)
            if not log.stat().st_size:
                writer.writeheader()
            while self.done < 1:
                for name, value in self.advance().items():
                    sums.setdefault(name, []).append(value)
                self.minutes = (time.monotonic() - start) / 60
                meter("training", int(self.done * 1000), 1000)
                if self.done >= 1 and self.network.depth < self.settings.architecture.detector_blocks:
                    self._grow()  # the time may have ended before the blocks were added
                if self.step % self.settings.judge_every == 0 or self.done >= 1:
                    result = self.judge()
                    means = {name: round(float(np.mean(values)), 4) for name, values in sums.items()}
                    now = {"step": self.step, "minutes": round(self.minutes, 2), "rate": f"{self.rate():.2e}"}
                    row = {**now, **means, **result, "words": self.seen}
                    writer.writerow({name: row.get(name, "") for name in COLUMNS})
                    stream.flush()
                    sums = {}
                    score = result["f1"] + result["retrieval"]
                    is_whole = self.network.depth == self.settings.architecture.detector_blocks
                    if is_whole and score > self.best:
                        self.best = score
                        best = Checkpoint(self.settings.architecture, tensors_of(self.averaged), self.card(result))
                        write(self.folder / "best.safetensors", best)
                if self.minutes - last_save > self.settings.save_minutes or self.done >= 1:
                    self.save()
                    last_save = self.minutes
        return result

    @torch.no_grad()
    def judge(self) -> dict[str, float]:
        """Compare with the teacher on held-out words: boundary F1, exact words, and how often the nearest word has the same root."""
        self.averaged.depth = self.network.depth
        parts = [
            self.encode(chunk, network=self.averaged, deep=False) for chunk in np.array_split(self.judged, max(len(self.judged) // 256, 1))
        ]
        right = said = true = exact = 0
        for _, groups in parts:
            for rows, logits, real in groups:
                gaps = self._tensor(self.labels.gaps(rows, real.shape[1] - 2)) > 0
                cut = (logits[-1] > 0) & real[:, :-1] & real[:, 1:]
                right, said, true = right + int((gaps & cut).sum()), said + int(cut.sum()), true + int(gaps.sum())
                exact += int((gaps == cut).all(1).sum())
        unit = functional.normalize(torch.cat([vectors for vectors, _ in parts]), dim=-1)
        roots = self.labels.roots[self.judged]
        near = (unit @ unit.T).fill_diagonal_(-2).argmax(1).cpu().numpy()
        has = np.bincount(roots[roots >= 0], minlength=1 + int(roots.max(initial=0)))[roots] > 1
        hit = float((roots[near] == roots)[has].mean()) if has.any() else 0.0
        return {
            "f1": round(2 * right / max(said + true, 1), 4),
            "exact": round(exact / max(len(self.judged), 1), 4),
            "retrieval": round(hit, 4),
        }

    # ------------------------------------------------------------------ keeping
    def card(self, result: dict[str, float]) -> dict[str, Any]:
        """The model card, which is stored with the weights."""
        settings = asdict(self.settings)
        del settings["architecture"]
        return {
            "steps": self.step,
            "minutes": round(self.minutes, 1),
            "hardware": f"{self.device.type}, {torch.get_num_threads()} threads, {platform.machine()}",
            "words_encoded": self.seen,
            "distinct_words_met": int(self.met.sum()),
            "distinct_words": len(self.labels.words),
            "held_out_words": len(self.labels.held_out),
            "settings": settings,
            **result,
        }

    def save(self) -> None:
        """Write the state, whole or not at all."""
        state = {
            "network": self.network.state_dict(),
            "heads": self.heads.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "numbers": (self.step, self.seen, self.minutes, self.best, self.network.depth),
            "settings": _lasting(self.settings),
            "met": torch.from_numpy(self.met),
        }
        waiting = self.folder / "state.pt.part"
        torch.save(state, waiting)
        os.replace(waiting, self.folder / "state.pt")

    def resume(self) -> bool:
        """Load the state in the folder, if there is one."""
        path = self.folder / "state.pt"
        if not path.exists():
            return False
        try:
            state = torch.load(path, map_location=self.device, weights_only=True)
        except (RuntimeError, EOFError, pickle.UnpicklingError) as error:
            raise TrainingError(f"{path}: damaged ({type(error).__name__}); delete it to start again") from None
        mine = _lasting(self.settings)
        if differing := [name for name in mine if mine[name] != state["settings"].get(name)]:
            raise TrainingError(f"{path} belongs to a training with other {', '.join(differing)}; use another folder or those settings")
        if len(state["met"]) != len(self.met):
            raise TrainingError(
                f"{path} belongs to a training on {len(state['met'])} words, not {len(self.met)}: the corpus differs; use another folder"
            )
        self.network.load_state_dict(state["network"])
        self.heads.load_state_dict(state["heads"])
        self.averaged.load_state_dict(state["averaged"])
        for optimizer, each in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(each)
        self.step, self.seen, self.minutes, self.best, self.network.depth = state["numbers"]
        self.met[:] = state["met"].cpu().numpy()
        return True


def train(
    texts: Iterable[str],
    folder: str | os.PathLike[str],
    *,
    teacher: Teacher,
    budget: float | None = None,
    steps: int | None = None,
    exclude: Iterable[str] = (),
    progress: bool = True,
    **settings: Any,
) -> Path:
    """Train a network on texts. Returns the path of its checkpoint. Called again with the same folder, it continues where it stopped.

    The folder is for the labels, the state, the log and the result. Give `budget` in minutes, or `steps`; `settings` are those of
    `Settings`. Morfessor labels the words that the teacher does not know; those of `exclude` are not used. Raises TrainingError if a loss
    is not finite, or if the folder belongs to another training.
    """
    chosen = Settings(budget=budget, steps=steps, **settings)
    kept = Path(folder) / "labels.npz"
    if kept.exists():
        labels = Labels.load(kept)
    else:
        labels = Labels.of(texts, teacher, rest=Morfessor, exclude=exclude, seed=chosen.seed)
        Path(folder).mkdir(parents=True, exist_ok=True)
        labels.save(kept)
    trainer = Trainer(labels, chosen, folder, "cuda" if torch.cuda.is_available() else "cpu")
    trainer.run(progress)
    return trainer.folder / "best.safetensors"


def _lasting(settings: Settings) -> dict[str, Any]:
    """The settings that must be equal to continue a training: all except its length and its output."""
    return {name: value for name, value in asdict(settings).items() if name not in ("steps", "budget", "judge_every", "save_minutes")}


def _grouped(numbers: NDArray[np.int32], weights: NDArray[np.float64]) -> tuple[tuple[Integers, NDArray[np.float64]], Integers]:
    """Rows sorted by their number, with the running sum of their weights, and where each number begins. Rows below 0 come first."""
    order = np.argsort(numbers, kind="stable")
    starts = np.searchsorted(numbers[order], np.arange(int(numbers.max(initial=-1)) + 2))
    return (order, np.cumsum(weights[order])), starts
