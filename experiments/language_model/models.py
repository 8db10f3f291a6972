"""The tokenizers that are compared, and the training of those that are not bundled.

    python experiments/language_model/models.py

Byte-level BPE and Unigram are morfem's, in up to seven sizes from one run each: BPE with the splitter of o200k, which leaves vowel points
in their words, and with that of GPT-2, which does not; once more each from the language and the general text, as the bundled tokenizers
are. All read the lines that a bundled tokenizer may be trained on (`python -m tools.usable_lines`), those of Malay also Indonesian; general
text is target/general.jsonl (`python -m tools.general_text`). A tokenizer that exists is not trained again, so an interrupted run can be
continued.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
CACHE = ROOT / "target" / "language_model"
GENERAL = ROOT / "target" / "general.jsonl"
LANGUAGES = ("tr", "fi", "he", "ar", "ms", "ko")
SIZES = (2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072)
# Malay and Indonesian have fewer words that occur twice than the largest size asks for.
LARGEST = {"ms": 65_536}
BUNDLED = {
    "tr": ("tr-mft", "tr-mft-64k", "tr-morpheus", "tr-unigram", "tr-bpe-morph"),
    "fi": ("fi-mft",),
    "he": ("he-splinter",),
    "ar": ("ar-splinter",),
    "ms": ("ms-splinter",),
    "ko": ("ko-thunder",),
}
# Those of `target/published` (`make train`).
PUBLISHED = {
    "tr": ("tr-mft-128k",),
    "fi": ("fi-mft-64k",),
    "he": ("he-splinter-128k",),
    "ar": ("ar-splinter-128k",),
    "ms": (),
    "ko": ("ko-thunder-64k",),
}
# The corpora that the tokenizers of a language learn from, if not the language's own alone.
CORPORA = {"ms": ("ms", "ms_more", "id")}
# Trainer and options of the baselines by name.
BASELINES: dict[str, tuple[str, dict[str, object]]] = {
    "bpe": ("bpe", {"pretokenizer": "o200k"}),
    "bpe-gpt2": ("bpe", {"pretokenizer": "gpt2"}),
    "unigram": ("unigram", {}),
}
# BPE of the language and the general text, with the splitters of `bpe` and `bpe-gpt2`.
MIXTURES = {"mixture": "bpe", "mixture-gpt2": "bpe-gpt2"}
MIXTURE_SIZES = (32_768, 65_536, 131_072)
# Korean for few bits instead of few tokens: pieces are kept for the likelihood of the corpus, and phrases and words with endings are
# worth less. Chosen on development data.
LIKELIHOOD = "thunder-likelihood"
LIKELIHOOD_OPTIONS: dict[str, object] = {
    **{"pretokenizer": "phrases", "score": "likelihood", "max_token_bytes": 48, "phrase_weight": 0.1, "endings": "ko"},
    **{"ending_weight": 0.1},
}
LIKELIHOOD_SIZES = (8_192, 32_768, 131_072)


def folder(language: str, name: str, size: int) -> Path:
    """Where a trained tokenizer is kept."""
    return CACHE / language / f"{name}-{size}"


def training_lines(corpus: str) -> Path:
    """The training lines of a corpus, or of a language's own corpus, as a plain file."""
    path = CACHE / f"{corpus}.txt"
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("wb") as file:
            subprocess.run([sys.executable, "-m", "tools.usable_lines", str(DATA), corpus], stdout=file, check=True, cwd=ROOT)
        unfinished.replace(path)
    return path


def texts(language: str, has_general: bool) -> Iterator[str]:
    """The lines of the language, and behind them the general text."""
    for corpus in CORPORA.get(language, (language,)):
        with training_lines(corpus).open(encoding="utf-8", newline="\n") as lines:
            yield from (line.removesuffix("\n") for line in lines)
    if has_general:
        with GENERAL.open(encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)


def trained(language: str) -> Iterator[str]:
    """Trains the missing tokenizers of a language, and reports each."""
    import morfem

    asked = [(name, trainer, SIZES, options, False) for name, (trainer, options) in BASELINES.items()]
    asked += [(name, "bpe", MIXTURE_SIZES, BASELINES[alone][1], True) for name, alone in MIXTURES.items()]
    if language == "ko":
        asked.append((LIKELIHOOD, "thunder", LIKELIHOOD_SIZES, LIKELIHOOD_OPTIONS, False))
    for name, trainer, all_sizes, options, has_general in asked:
        sizes = [size for size in all_sizes if size <= LARGEST.get(language, size)]
        if not folder(language, name, sizes[-1]).exists():
            start = process_time()
            made = getattr(morfem.train, trainer)(
                texts(language, has_general),
                **{"vocab_size": sizes, "name": f"{language}-{name}", "threads": 1, "progress": False, "language": language, **options},
            )
            for size, tokenizer in zip(sizes, made, strict=True):
                _save(tokenizer, folder(language, name, size))
            yield f"{language} {name}, all sizes: {process_time() - start:.0f} s of one core"


def _save(tokenizer, path: Path) -> None:
    unfinished = path.with_name(path.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    tokenizer.save(unfinished)
    unfinished.replace(path)


def main() -> None:
    for language in LANGUAGES:
        for line in trained(language):
            print(line, flush=True)


if __name__ == "__main__":
    main()
