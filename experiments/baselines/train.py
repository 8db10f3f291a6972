"""Trains the baselines of all languages into a folder that is not part of the repository.

    python experiments/baselines/train.py                             everything, about two hours on two cores
    python experiments/baselines/train.py --language tr --only morfessor-log

A baseline that exists is not trained again, so an interrupted run can be continued.

Needs `pip install -r experiments/baselines/requirements.txt`.
"""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from texts import CACHE, CORPORA, LANGUAGES, corpus, training_file
from trainers import THREADS, TRAINERS, train


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the baselines.")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="folder of LANGUAGE.txt.xz")
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this language; may be given several times")
    parser.add_argument("--only", choices=TRAINERS, action="append", help="only this baseline; may be given several times")
    asked = parser.parse_args()
    # The libraries are imported when the first baseline is trained.
    os.environ |= {"RAYON_NUM_THREADS": str(THREADS), "TOKENIZERS_PARALLELISM": "true"}
    train_missing(asked.corpora, asked.language or LANGUAGES, asked.only or TRAINERS)


def train_missing(corpora: Path, languages: Iterable[str], names: Iterable[str]) -> None:
    """Trains what is not there yet."""
    if missing := [str(path) for language in languages if not (path := corpus(corpora, language)).exists()]:
        sys.exit(f"baselines: there is no {', no '.join(missing)}; say where the corpora are with --corpora")
    for name in names:
        for language in languages:
            if not (CACHE / language / TRAINERS[name][1]).exists():
                print(f"{language}/{name} ...", file=sys.stderr, flush=True)
                train(name, training_file(corpora, CACHE, language), CACHE / language, language)


if __name__ == "__main__":
    main()
