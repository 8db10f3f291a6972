"""The models of these experiments: their texts, options and folders.

The training lines are all lines of a corpus except every fiftieth. All systems of a language are trained on the same white-space words with
their counts: those that occur three times or more on the training lines (in Malay, all). They are judged on every fourth of the other
lines. The paper's vocabularies have neither bytes, specials nor vowel points, so a size here is the number of ids without these.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import morfem
from morfem.adapters.adapter import TokenizerAdapter
from morfem.evaluate import wrap
from paper import SIZES

LEAST = {"he": 3, "ar": 3, "ms": 1}  # least occurrences of a word
FOURTH = 4  # every Nth development line is used
HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.append(str(HERE.parent / "baselines"))

from texts import CACHE as BASELINES  # noqa: E402
from texts import CORPORA, HOLD_OUT, corpus  # noqa: E402

CACHE = BASELINES / "splinter"
DATA = CORPORA.parent
LANGUAGES = {"he": "Hebrew", "ar": "Arabic", "ms": "Malay"}
POINTED = 12  # letters of a word that may have points, each of which is a unit
ALWAYS = len(morfem.train.SPECIAL_TOKENS) + 256


@dataclass(frozen=True, order=True)
class Model:
    """A model: `vanilla` or `Splinter` with `BPE` or `Unigram` inside, or the bundled one, `units`."""

    language: str
    system: str
    inner: str
    size: int

    @property
    def name(self) -> str:
        return f"{self.system} {self.inner} {self.size:,}"

    @property
    def folder(self) -> Path:
        """Its folder."""
        return CACHE / self.language / f"{self.system}-{self.inner}-{self.size}".lower()


def words(language: str) -> Path:
    """The words of the training lines with their counts, as a file."""
    file = CACHE / language / "words.tsv"
    if not file.exists():
        counts: Counter[str] = Counter()
        for batch in morfem.corpus.texts(corpus(CORPORA, language), hold_out=HOLD_OUT):
            for line in batch:
                counts.update(line.split())
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text("".join(f"{word}\t{count}\n" for word, count in counts.items() if count >= LEAST[language]), encoding="utf-8")
        part.replace(file)
    return file


def development_lines(language: str) -> list[str]:
    """Every fourth development line."""
    batches = morfem.corpus.texts(corpus(CORPORA, language), hold_out=HOLD_OUT, only_held_out=True)
    return [line for batch in batches for line in batch][::FOURTH]


def tables(language: str) -> Path:
    """The folder of the tables of a language."""
    return ROOT / "python" / "morfem" / "languages" / language


def points(language: str) -> int:
    """Ids of vowel points, which vanilla models do not have."""
    rows = (tables(language) / "alphabet.tsv").read_text("utf-8").splitlines()
    return POINTED * sum(row.split("\t")[1] == "mark" for row in rows[1:])


def trained(language: str, sizes: tuple[int, ...] = SIZES) -> Iterator[tuple[Model, TokenizerAdapter]]:
    """All models of a language, one system after the other. Missing models are trained."""
    for system, inner in (("vanilla", "BPE"), ("vanilla", "Unigram"), ("Splinter", "BPE"), ("Splinter", "Unigram")):
        models = [Model(language, system, inner, size) for size in sizes]
        missing = [model for model in models if not model.folder.is_dir()]
        if missing:
            _train(missing)
        yield from ((model, wrap(str(model.folder), model.name)) for model in models)
    bundled = Model(language, "units", "bundled", 32_768)
    yield bundled, wrap(f"{language}-splinter", bundled.name)


def _train(models: list[Model]) -> None:
    """Trains models of one system, of several sizes."""
    language, system, inner = models[0].language, models[0].system, models[0].inner
    print(f"{language}: training {system} {inner} ...", file=sys.stderr, flush=True)
    source, sizes = words(language), [model.size + ALWAYS for model in models]
    if system == "Splinter":
        alphabet, sizes = tables(language) / "alphabet.tsv", [size + points(language) for size in sizes]
        kind: Literal["bpe", "unigram"] = "bpe" if inner == "BPE" else "unigram"
        found = morfem.train.splinter(source, alphabet=alphabet, merger=kind, vocab_size=sizes, progress=False)
    elif inner == "Unigram":
        found = morfem.train.unigram(source, vocab_size=sizes, progress=False)
    else:
        found = [morfem.train.bpe(source, vocab_size=size, pretokenizer="words", progress=False) for size in sizes]
    for model, tokenizer in zip(models, found, strict=True):
        tokenizer.with_record(name=model.name, language=language).save(model.folder)
