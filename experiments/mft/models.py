"""The models of these experiments: their options and folders.

    python experiments/mft/models.py              trains all missing models, about fifteen minutes on two quiet cores
    python experiments/mft/models.py --fresh      trains all again, which is needed after a change of the trainer
    python experiments/mft/models.py --only NAME  only this one; `--list` prints the names

All are trained on the lines that a bundled tokenizer may be trained on (`python -m tools.usable_lines`), each in a process of its own. A
model is trained again if its language pack or options have changed. NAME.record.json beside each model has its options, seconds and peak
memory. A model that needs an option which the installed morfem lacks is skipped, and the tables say so.
"""

import argparse
import hashlib
import inspect
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path += [str(ROOT), str(HERE.parent / "baselines")]

import morfem.train  # noqa: E402
from packs import files, make  # noqa: E402
from texts import CACHE as BASELINES  # noqa: E402
from texts import CORPORA  # noqa: E402
from train import peak  # noqa: E402

CACHE = BASELINES / "mft"
PACK = ROOT / "python" / "morfem" / "languages" / "tr"
DATA = CORPORA.parent
THREADS = 2
SIZE = 32_768
SIZES = (16_384, 32_768, 65_536, 131_072)


@dataclass(frozen=True)
class Model:
    """A model of one of morfem's trainers: `mft`, `bpe` or `unigram`.

    `variant` names a language pack of `packs.py`, `options` go to the trainer, and `sizes` are the vocabulary sizes of one run.
    """

    name: str
    trainer: str
    sizes: tuple[int, ...] = (SIZE,)
    variant: str = "as it is"
    options: dict[str, Any] = field(default_factory=dict)

    def folder(self, size: int | None = None) -> Path:
        """The folder of the model."""
        return CACHE / f"{self.name.replace(' ', '-')}-{size or self.sizes[0]}"

    @property
    def record_file(self) -> Path:
        """The record of its training, which is written last."""
        return CACHE / f"{self.name.replace(' ', '-')}-{self.sizes[0]}.record.json"

    @property
    def missing(self) -> set[str]:
        """The options that the installed trainer lacks."""
        return set(self.options) - set(inspect.signature(getattr(morfem.train, self.trainer)).parameters)

    @property
    def key(self) -> str:
        """A hash of everything that determines the model, except the program and the corpus."""
        digest = hashlib.sha256(json.dumps([self.trainer, self.sizes, self.variant, self.options]).encode())
        if self.trainer == "mft":
            digest.update(json.dumps(files(self.variant, PACK)).encode())
        return digest.hexdigest()

    @property
    def is_trained(self) -> bool:
        """Whether it exists and is up to date."""
        return self.record_file.exists() and self.record()["key"] == self.key

    def record(self) -> dict[str, Any]:
        """The record of its training."""
        found: dict[str, Any] = json.loads(self.record_file.read_text("utf-8"))
        return found


BUNDLED = {"roots": 30_200}
BASE = Model("as it is", "mft", options=BUNDLED)
ABLATION = (
    BASE,
    Model("greedy search", "mft", options={**BUNDLED, "search": "greedy"}),
    Model("no morphotactics", "mft", variant="no morphotactics", options=BUNDLED),
    Model("no allomorph merging", "mft", variant="no allomorph merging", options=BUNDLED),
    Model("no case marks", "mft", variant="no case marks", options=BUNDLED),
    Model("no unknown stems", "mft", variant="no unknown stems", options=BUNDLED),
    Model("5,000 roots", "mft", options={"roots": 5_000}),
    Model("10,000 roots", "mft", options={"roots": 10_000}),
    Model("20,000 roots", "mft", options={"roots": 20_000}),
    Model("rest in BPE", "mft", options={**BUNDLED, "fallback": "bpe"}),
)
# Roots and merges of each size: in a larger vocabulary, roots get their share first.
SHARES = {16_384: (6_000, 7_500), 32_768: (11_000, 17_000), 65_536: (22_000, 36_500), 131_072: (30_000, 88_000)}
MERGES = tuple(Model("mft merges", "mft", (size,), options={"roots": roots, "merges": merges}) for size, (roots, merges) in SHARES.items())
BPE = tuple(Model("bpe", "bpe", (size,)) for size in SIZES)
UNIGRAM = Model("unigram", "unigram", SIZES)
MODELS = (*ABLATION, *MERGES, *BPE, UNIGRAM)


def ready(models: Iterable[Model], *, fresh: bool = False) -> list[Model]:
    """Trains missing models. Returns the models that exist afterwards, and prints which could not be trained."""
    kept = []
    for model in models:
        if model.missing:
            print(f"{model.name}: left out, this morfem's trainer has no option {', '.join(sorted(model.missing))}", file=sys.stderr)
            continue
        kept.append(model)
        if fresh or not model.is_trained:
            print(f"training {model.name} {model.sizes[0]:,} ...", file=sys.stderr, flush=True)
            command = [sys.executable, __file__, "--here", "--only", _label(model)]
            if subprocess.run(command, env=os.environ | {"RAYON_NUM_THREADS": str(THREADS)}).returncode:
                print(f"{model.name}: left out, its training failed", file=sys.stderr)
                kept.remove(model)
    return kept


def usable_lines() -> Path:
    """The training lines as a plain file."""
    path = CACHE / "usable.txt"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        (BASELINES / ".gitignore").write_text("*\n", encoding="utf-8")
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("wb") as file:
            subprocess.run([sys.executable, "-m", "tools.usable_lines", str(DATA), "tr"], stdout=file, check=True, cwd=ROOT)
        unfinished.replace(path)
    return path


def train_here(model: Model) -> None:
    """Trains a model in this process."""
    text = usable_lines()
    start = perf_counter()
    for size, tokenizer in zip(model.sizes, _trained(model, text), strict=True):
        unfinished, folder = CACHE / f"unfinished-{os.getpid()}", model.folder(size)
        tokenizer.save(unfinished)
        shutil.rmtree(folder, ignore_errors=True)
        unfinished.replace(folder)
    record = {
        **{"name": model.name, "sizes": model.sizes, "options": model.options, "key": model.key, "morfem": morfem.__version__},
        **{"training_bytes": text.stat().st_size, "seconds": round(perf_counter() - start, 1), "peak_bytes": peak(), "threads": THREADS},
    }
    model.record_file.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{_label(model)}: {record['seconds']} s, {peak() / 1e6:.0f} MB", file=sys.stderr, flush=True)


def _trained(model: Model, text: Path) -> Iterator[morfem.Tokenizer]:
    options: dict[str, Any] = {
        "threads": THREADS,
        "progress": False,
        "language": "tr",
        "name": model.name.replace(" ", "-"),
        **model.options,
    }
    if model.trainer == "unigram":
        yield from morfem.train.unigram(text, vocab_size=model.sizes, **options)
    elif model.trainer == "bpe":
        yield morfem.train.bpe(text, vocab_size=model.sizes[0], **options)
    else:
        pack = CACHE / "packs" / model.variant.replace(" ", "-")
        make(model.variant, PACK, pack)
        yield morfem.train.mft(text, pack=pack, vocab_size=model.sizes[0], **options)


def _label(model: Model) -> str:
    return f"{model.name} {model.sizes[0]}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the models of these experiments.")
    labels = {_label(model): model for model in MODELS}
    parser.add_argument("--only", choices=labels, action="append", metavar="NAME", help="only this model; may be given several times")
    parser.add_argument("--fresh", action="store_true", help="also train models that exist")
    parser.add_argument("--list", action="store_true", help="print the names, and which models exist")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    chosen = [labels[name] for name in asked.only or labels]
    if asked.list:
        for model in chosen:
            state = "trained" if model.is_trained else "no option " + ", ".join(model.missing) if model.missing else "not trained"
            print(f"{_label(model)}: {state}")
    elif asked.here:
        train_here(chosen[0])
    else:
        ready(chosen, fresh=asked.fresh)


if __name__ == "__main__":
    main()
