"""Measures a tokenizer once for all tables: the suite of Turkish, and the ids of the development lines.

Figures are stored under the hash of the tokenizer and of the measuring program, so all tables read the same measurement, and an unchanged
tokenizer is not measured again. The figures of the baselines are in experiments/baselines/tr.csv, written by the same suite.
"""

import csv
import dataclasses
import hashlib
import importlib.util
import json
import lzma
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import morfem.evaluate
from models import CACHE, DATA, HERE
from morfem.evaluate import evaluation, wrap
from morfem.evaluate.adapter import TokenizerAdapter
from morfem.evaluate.suite import Suite
from texts import HOLD_OUT, corpus

SUITE = "tr-intrinsic"
LINES, CHALLENGE, MIT, UNSEEN = "development lines", "Morpho Challenge 2010", "MIT", "MIT, not in Morpho Challenge"
BATCH = 1000
LETTER_WORD = re.compile(r"[^\W\d_]+")
OURS = ("tr-mft", "tr-mft-64k")  # bundled; those that exist
FLOORS = ("characters", "words")


class Value(NamedTuple):
    """A figure with its 95 % interval, if it has one."""

    value: float
    low: float | None
    high: float | None


Figures = Mapping[tuple[str, str], Value]  # data and metric -> figure


def bundled() -> list[str]:
    """The bundled tokenizers of these experiments."""
    return [name for name in OURS if name in morfem.available()]


def figures(name: str, tokenizer: Any, needed: Mapping[str, tuple[str, ...]] | None = None) -> Figures:
    """Figures of a tokenizer (anything that `wrap` takes): all of the suite, or those named in `needed`."""
    adapter = wrap(tokenizer, name)
    suite = Suite.read(SUITE)
    if needed:
        entries = [
            dataclasses.replace(entry, metrics={metric: entry.metrics[metric] for metric in needed[entry.label]})
            for entry in suite.data
            if entry.label in needed
        ]
        suite = dataclasses.replace(suite, data=tuple(entries))

    def measured() -> list[list[Any]]:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        scores = evaluation.evaluate([adapter], suite, data=DATA, baselines=False).scores
        return [[score.data, score.metric, score.value, score.low, score.high] for score in scores]

    rows = _kept(adapter, repr(suite), measured)
    return {(data, metric): Value(value, low, high) for data, metric, value, low, high in rows}


@cache
def baselines() -> dict[str, Figures]:
    """The figures of the baselines, analysers and trivial baselines, by name."""
    found: dict[str, dict[tuple[str, str], Value]] = {}
    with (HERE.parent / "baselines" / "tr.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            low, high = (float(row[name]) if row[name] else None for name in ("low", "high"))
            found.setdefault(row["tokenizer"], {})[row["data"], row["metric"]] = Value(float(row["value"] or "nan"), low, high)
    return dict(found)


@cache
def contenders() -> dict[str, TokenizerAdapter]:
    """The baselines and the trivial baselines themselves, by name."""
    script = HERE.parent / "baselines" / "run.py"
    specification = importlib.util.spec_from_file_location("baselines_run", script)
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return {adapter.name: adapter for adapter in [*module.contenders("tr"), wrap("characters"), wrap("words")]}


def distinct_ids(name: str, tokenizer: Any) -> int | None:
    """The number of different ids on the development lines; None if the program does not run here."""
    adapter = wrap(tokenizer, name)

    def measured() -> int | None:
        print(f"counting the ids of {name} ...", file=sys.stderr, flush=True)
        ids: set[int] = set()
        texts = development_lines()
        for first in range(0, len(texts), BATCH):
            found = adapter.encode(texts[first : first + BATCH])
            if found.failures:
                print(f"{name}: {next(iter(found.failures.values()))}", file=sys.stderr)
                return None
            ids.update(found.ids.tolist())
        return len(ids)

    count: int | None = _kept(adapter, "ids", measured)
    return count


def letter_tokens(name: str, tokenizer: Any) -> tuple[int, int]:
    """Tokens and words of the development lines without everything but words of letters; marks of case count."""
    adapter = wrap(tokenizer, name)

    def measured() -> list[int]:
        texts = [" ".join(LETTER_WORD.findall(text)) for text in development_lines()]
        batches = (adapter.encode(texts[first : first + BATCH]) for first in range(0, len(texts), BATCH))
        return [sum(len(batch.ids) for batch in batches), sum(len(text.split()) for text in texts)]

    tokens, words = _kept(adapter, "letter tokens", measured)
    return tokens, words


@cache
def development_lines() -> tuple[str, ...]:
    """The development lines of the corpus."""
    with lzma.open(corpus(DATA / "corpora", "tr"), "rt", encoding="utf-8", newline="\n") as lines:
        return tuple(line.removesuffix("\n") for number, line in enumerate(lines, 1) if number % HOLD_OUT == 0)


def _kept(adapter: TokenizerAdapter, what: str, measured: Callable[[], Any]) -> Any:
    """The stored result of a measurement. If there is none, it is measured and stored, unless it is None."""
    digest = hashlib.sha256(f"{adapter.hash} {what} {_program()}".encode()).hexdigest()[:16]
    file = CACHE / "measured" / f"{re.sub(r'[^a-z0-9]+', '-', adapter.name.lower())}-{digest}.json"
    if file.exists():
        return json.loads(file.read_text("utf-8"))
    if (found := measured()) is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(found), encoding="utf-8")
    return found


@cache
def _program() -> str:
    """A hash of the measuring program."""
    digest = hashlib.sha256()
    for file in sorted(Path(morfem.evaluate.__path__[0]).rglob("*")):
        if file.suffix in (".py", ".toml", ".xz"):
            digest.update(file.read_bytes())
    return digest.hexdigest()
