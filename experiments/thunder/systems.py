"""The tokenizers that are compared, and their training.

Every trained tokenizer is kept as an artefact, so an interrupted run can be continued. Unigram models of several sizes come from one run.
BPE of a smaller size has the first merges of the largest, because merges are learned one after another.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import morfem
import morfem.convert
import morfem.train
from morfem.train import ChunkCounts
from morphemes import WORKERS, Cutter
from texts import HOLD_OUT, RUNNING, training_lines

# Sets that the paper has too. MEAN is the paper's mean over five sets.
MEAN, ARC, LAMBADA = "mean over sets", "ARC prompts", "LAMBADA prompts"


@dataclass(frozen=True)
class System:
    """`paper`: the paper's fertilities at 128,000 by set (tables 3, 5, 12). `options`: of a Unigram trainer."""

    name: str
    title: str
    conditions: str
    paper: dict[str, float]
    options: dict[str, Any] = field(default_factory=dict)


def _paper(mean: float, running: float, arc: float, lambada: float) -> dict[str, float]:
    return {MEAN: mean, RUNNING: running, ARC: arc, LAMBADA: lambada}


def _unigram(pretokenizer: str, unit_rule: str, score: str, max_token_bytes: int = 32) -> dict[str, Any]:
    return {"pretokenizer": pretokenizer, "unit_rule": unit_rule, "score": score, "max_token_bytes": max_token_bytes}


BPE, MORPHEME_BPE, UNIGRAM, THUNDER, BUNDLED = "bpe", "morpheme-bpe", "unigram", "thunder", "ko-thunder"
SYSTEMS = (
    System(BPE, "BPE", "byte-level, GPT-2 splitter", _paper(1.509, 1.704, 1.447, 1.510)),
    System(
        UNIGRAM,
        "Unigram",
        "GPT-2 splitter, whole characters, likelihood, tokens of at most 32 bytes",
        _paper(1.740, 1.910, 1.664, 1.683),
        _unigram("gpt2", "characters", "likelihood"),
    ),
    System(
        MORPHEME_BPE,
        "BPE on morphemes",
        "Kiwi's morphemes (the paper: MeCab's), then GPT-2 splitter",
        _paper(2.098, 2.233, 1.920, 2.073),
    ),
    System(
        "narrow-any-entropy",
        "ablation 1: neither",
        "GPT-2 splitter, any bytes, branching entropy",
        _paper(1.596, 1.797, 1.551, 1.573),
        _unigram("gpt2", "any", "branching_entropy"),
    ),
    System(
        "wide-any-entropy",
        "ablation 2: wide splitter",
        "wide splitter, any bytes, branching entropy",
        _paper(1.450, 1.772, 1.366, 1.485),
        _unigram("thunder", "any", "branching_entropy"),
    ),
    System(
        "wide-units-likelihood",
        "ablation 3: and unit rule",
        "wide splitter, unit rule, likelihood",
        _paper(1.418, 1.647, 1.355, 1.474),
        _unigram("thunder", "linguistic", "likelihood"),
    ),
    System(
        THUNDER,
        "Thunder-Tok",
        "wide splitter, unit rule, branching entropy",
        _paper(1.370, 1.638, 1.318, 1.431),
        _unigram("thunder", "linguistic", "branching_entropy"),
    ),
    System(
        BUNDLED,
        "ko-thunder 1",
        "version 1 of ko-thunder: wide splitter, unit rule, token savings, tokens of at most 48 bytes; not in the paper",
        {},
        _unigram("thunder", "linguistic", "token_savings", 48),
    ),
)


@dataclass(frozen=True)
class Trained:
    """A tokenizer, and the function that cuts texts before it."""

    tokenizer: morfem.Tokenizer
    cutter: "Callable[[list[str]], list[list[str]]] | None" = None

    def count(self, texts: list[str]) -> int:
        """Tokens of all texts together."""
        given = texts if self.cutter is None else [piece for pieces in self.cutter(texts) for piece in pieces]
        ids, _ = self.tokenizer.encode_ids_batch(given)
        return len(ids)

    def tokens(self, text: str) -> list[str]:
        """The tokens of a text as strings."""
        pieces = [text] if self.cutter is None else self.cutter([text])[0]
        return [self.tokenizer.decode([id]) for piece in pieces for id in self.tokenizer.encode_ids(piece).tolist()]

    @cached_property
    def pieces(self) -> dict[int, bytes]:
        """Id -> bytes, without specials and single bytes."""
        first = len(self.tokenizer.special_tokens) + 256
        return {id: self.tokenizer.decode_bytes([id]) for id in range(first, self.tokenizer.vocab_size)}


class Laboratory:
    """Trains each system once for all sizes, and returns trained systems."""

    def __init__(self, corpora: Path, work: Path, sizes: list[int], lines: int | None) -> None:
        self.sizes = sorted(sizes, reverse=True)
        self._corpora, self._lines = corpora, lines
        self._work = work / ("whole" if lines is None else f"{lines}-lines")
        self._work.mkdir(parents=True, exist_ok=True)
        self._cut: dict[str, list[str]] = {}

    @cached_property
    def _cutter(self) -> Cutter:
        return Cutter()

    def cut(self, texts: list[str]) -> list[list[str]]:
        """The morphemes of texts; each text is analysed once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._cut]
        self._cut |= zip(new, self._cutter.pieces(new), strict=True)
        return [self._cut[text] for text in texts]

    def trained(self, system: System, size: int) -> Trained:
        """The system at a size, trained if it has not been."""
        if not all((self._folder(system.name, size) / "morfem.json").exists() for size in self.sizes):
            print(f"training {system.name}: {system.conditions}", file=sys.stderr, flush=True)
            self._train(system)
        tokenizer = morfem.load(self._folder(system.name, size))
        return Trained(tokenizer, self.cut if system.name == MORPHEME_BPE else None)

    def _folder(self, name: str, size: int) -> Path:
        return self._work / f"{name}-{size}"

    def _train(self, system: System) -> None:
        if system.options:
            trained = morfem.train.thunder(self._corpus(), vocab_size=self.sizes, language="ko", **self._held_out(), **system.options)
            for size, tokenizer in zip(self.sizes, trained, strict=True):
                tokenizer.save(self._folder(system.name, size))
            return
        if system.name == BPE:
            largest = morfem.train.bpe(self._corpus(), vocab_size=self.sizes[0], language="ko", **self._held_out())
        else:
            largest = self._morpheme_bpe()
        for size in self.sizes:
            self._first_merges(largest, size).save(self._folder(system.name, size))

    def _corpus(self) -> Path | Iterable[str]:
        return self._corpora / "ko.txt.xz" if self._lines is None else training_lines(self._corpora, self._lines)

    def _held_out(self) -> dict[str, Any]:
        return {"hold_out": HOLD_OUT} if self._lines is None else {}

    def _morpheme_bpe(self) -> morfem.Tokenizer:
        kept = self._work / "morphemes.json"
        if not kept.exists():
            print(f"analysing the corpus with Kiwi, {WORKERS} workers", file=sys.stderr, flush=True)
            counted = Counter[str]()
            for pieces in self._cutter.pieces(training_lines(self._corpora, self._lines)):
                counted.update(pieces)
            kept.write_text(json.dumps(counted, ensure_ascii=False), encoding="utf-8")
        counts = json.loads(kept.read_text(encoding="utf-8"))
        chunks = ChunkCounts("gpt2")
        chunks.add_counted(list(counts), list(counts.values()))
        tokenizer = morfem.train.bpe(chunks, vocab_size=self.sizes[0], progress=False)
        assert isinstance(tokenizer, morfem.Tokenizer)
        return tokenizer

    def _first_merges(self, tokenizer: morfem.Tokenizer, size: int) -> morfem.Tokenizer:
        """The BPE of a smaller size: the merges before the first one whose product does not fit."""
        if size == tokenizer.vocab_size:
            return tokenizer
        file = self._work / "merges.json"
        tokenizer.export("tokenizer.json", file)
        content = json.loads(file.read_text(encoding="utf-8"))
        model = content["model"]
        vocabulary, merges = model["vocab"], model["merges"]
        pairs = [pair.split(" ") if isinstance(pair, str) else pair for pair in merges]
        end = next((rank for rank, pair in enumerate(pairs) if vocabulary["".join(pair)] >= size), len(pairs))
        model["vocab"] = {token: id for token, id in vocabulary.items() if id < size}
        model["merges"] = merges[:end]
        file.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        shorter = morfem.convert.from_tokenizers(file)
        file.unlink()
        return shorter
