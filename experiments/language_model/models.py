"""The tokenizers that are compared, and their training.

    python experiments/language_model/models.py                 trains all missing tokenizers
    python experiments/language_model/models.py --language tr   only those of one language

Byte-level BPE and Unigram are morfem's, in seven sizes from one run each. Our own systems are trained with merges at every size for which
the trainer makes a vocabulary. All are trained on the lines that a bundled tokenizer may be trained on (`python -m tools.usable_lines`; in
Korean all lines but every fiftieth). A tokenizer that exists is not trained again, so an interrupted run can be continued.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
CACHE = ROOT / "target" / "language_model"
LANGUAGES = ("tr", "he", "ar", "ms", "ko")
SIZES = (2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072)
BUNDLED = {
    "tr": ("tr-mft", "tr-mft-64k", "tr-morpheus"),
    "he": ("he-splinter",),
    "ar": ("ar-splinter",),
    "ms": ("ms-splinter",),
    "ko": ("ko-thunder",),
}
# Roots and merges of each size of tr-mft. Sizes below 4,096 do not hold the affixes with a usable number of roots.
MFT = {8_192: (3_000, 3_000), 16_384: (6_000, 7_500), 32_768: (11_000, 17_000), 131_072: (30_000, 88_000)}

# The trainer of each language's system, with the options that the Makefile has for the bundled tokenizer of 32,768 ids (Korean: 128,000).
OURS: dict[str, tuple[str, dict[str, object]]] = {
    "he": (
        "splinter",
        {
            **{"alphabet": "he", "clitics": "he", "whole_share": 0.61, "root_share": 0.22, "pattern_share": 0.04, "word_weight": 0.18},
            **{"piece_share": 0.055, "root_weight": 0.28, "stem_weight": 2.6, "affix_exponent": 0.8},
            **{"tear_exponent": 1.3},
        },
    ),
    "ar": (
        "splinter",
        {
            **{"alphabet": "ar", "clitics": "ar", "whole_share": 0.605, "root_share": 0.124, "pattern_share": 0.03, "word_weight": 0.5},
            **{"piece_share": 0.05, "root_weight": 0.6, "stem_weight": 2.08, "affix_exponent": 0.6},
            **{"tear_exponent": 1},
        },
    ),
    "ms": (
        "splinter",
        {
            **{"alphabet": "ms", "clitics": "ms", "whole_share": 0.68, "root_share": 0, "pattern_share": 0, "word_weight": 0.3},
            **{"piece_share": 0.06, "stem_weight": 1.6, "affix_exponent": 0.2},
        },
    ),
    "ko": (
        "thunder",
        {
            **{"pretokenizer": "phrases", "score": "token_savings", "max_token_bytes": 48, "seed_pieces": 4_000_000},
            **{"phrase_weight": 0.5, "balance": 0.5, "evenness": 1, "kinds": 12, "endings": "ko", "ending_weight": 0.22},
        },
    ),
}
# Options that differ from this size on. They leave words with affixes in parts, which costs fewer bits. Chosen on development data
# (docs/design/splinter.md).
LARGE: dict[str, tuple[int, dict[str, object]]] = {
    "he": (
        65_536,
        {
            **{"whole_share": 0.35, "root_share": 0.25, "piece_share": 0.15},
            **{"word_weight": 0.003, "root_weight": 0.8},
        },
    )
}
# Korean a second time, for few bits instead of few tokens: pieces are kept for the likelihood of the corpus, and phrases and words with
# endings are worth less. Chosen like LARGE.
LIKELIHOOD = "thunder-likelihood"
LIKELIHOOD_OPTIONS: dict[str, object] = {
    **{"pretokenizer": "phrases", "score": "likelihood", "max_token_bytes": 48, "phrase_weight": 0.1, "endings": "ko"},
    **{"ending_weight": 0.1},
}
# Smaller vocabularies do not hold the units. Malay goes without the last, because its corpus supports 118,171 ids.
OUR_SIZES = (8_192, 16_384, 32_768, 65_536, 131_072)


def folder(language: str, name: str, size: int) -> Path:
    """Where a trained tokenizer is kept."""
    return CACHE / language / f"{name}-{size}"


def mixture(language: str, size: int) -> Path:
    """Where `experiments/coverage/baseline.py` keeps a BPE that it trained on the language and the general text."""
    return ROOT / "target" / "data" / f"bpe-{language}-{size}"


def training_lines(language: str) -> Path:
    """The training lines of a language as a plain file."""
    path = CACHE / f"{language}.txt"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("wb") as file:
            if language == "ko":
                import lzma

                with lzma.open(DATA / "corpora" / "ko.txt.xz") as lines:
                    file.writelines(line for number, line in enumerate(lines, 1) if number % 50)
            else:
                subprocess.run([sys.executable, "-m", "tools.usable_lines", str(DATA), language], stdout=file, check=True, cwd=ROOT)
        unfinished.replace(path)
    return path


def trained(language: str) -> Iterator[str]:
    """Trains the missing tokenizers of a language, and reports each."""
    import morfem

    options = {"threads": 1, "progress": False, "language": language}
    asked: list[tuple[str, str, tuple[int, ...], dict[str, object]]] = [("bpe", "bpe", SIZES, {}), ("unigram", "unigram", SIZES, {})]
    if language in OURS:
        name, own = OURS[language]
        sizes = OUR_SIZES[:-1] if language == "ms" else OUR_SIZES
        first_large, larger = LARGE.get(language, (sizes[-1] + 1, {}))
        asked.append((name, name, tuple(size for size in sizes if size < first_large), own))
        if first_large in sizes:
            asked.append((name, name, tuple(size for size in sizes if size >= first_large), {**own, **larger}))
    if language == "ko":
        asked.append(("thunder", LIKELIHOOD, OUR_SIZES, LIKELIHOOD_OPTIONS))
    for trainer, name, sizes, own in asked:
        if not folder(language, name, sizes[-1]).exists():
            start = process_time()
            made = getattr(morfem.train, trainer)(training_lines(language), vocab_size=sizes, name=f"{language}-{name}", **own, **options)
            for size, tokenizer in zip(sizes, made, strict=True):
                _save(tokenizer, folder(language, name, size))
            yield f"{language} {name}, all sizes: {process_time() - start:.0f} s of one core"
    for size, (roots, merges) in MFT.items() if language == "tr" else ():
        if not folder("tr", "mft", size).exists():
            start = process_time()
            lines = training_lines("tr")
            _save(
                morfem.train.mft(lines, pack="tr", vocab_size=size, roots=roots, merges=merges, name="tr-mft", **options),
                folder("tr", "mft", size),
            )
            yield f"tr mft {size:,}: {process_time() - start:.0f} s of one core"


def _save(tokenizer, path: Path) -> None:
    unfinished = path.with_name(path.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    tokenizer.save(unfinished)
    unfinished.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    for language in parser.parse_args().language or LANGUAGES:
        for line in trained(language):
            print(line, flush=True)


if __name__ == "__main__":
    main()
