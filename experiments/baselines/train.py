"""Trains the baselines of all languages into a folder that is not part of the repository.

    python experiments/baselines/train.py                             everything, about two hours on two cores
    python experiments/baselines/train.py --language tr --only morfessor

A baseline that exists is not trained again, so an interrupted run can be continued. Beside every baseline, NAME.record.json states the
seconds and peak memory of its training, which has a process of its own, the options, and the versions.

Needs `pip install -r experiments/baselines/requirements.txt`.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from texts import CACHE, CORPORA, LANGUAGES, corpus, training_file
from trainers import THREADS, TRAINERS, VOCABULARY, train


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Trains the baselines.")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="folder of LANGUAGE.txt.xz")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder of the trained baselines")
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this language; may be given several times")
    parser.add_argument("--only", choices=TRAINERS, action="append", help="only this baseline; may be given several times")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)  # train one in this process
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    languages, names = asked.language or list(LANGUAGES), asked.only or list(TRAINERS)
    if missing := [str(path) for language in languages if not (path := corpus(asked.corpora, language)).exists()]:
        sys.exit(f"baselines: there is no {', no '.join(missing)}; say where the corpora are with --corpora")
    if not asked.cache.exists():
        asked.cache.mkdir(parents=True)
        (asked.cache / ".gitignore").write_text("*\n", encoding="utf-8")
    if asked.here:
        train_here(names[0], asked.corpora, asked.cache, languages[0])
        return
    for name in names:
        for language in languages:
            if not record_file(asked.cache, language, name).exists():
                print(f"{language}/{name} ...", file=sys.stderr, flush=True)
                command = [sys.executable, __file__, "--here", "--language", language, "--only", name]
                threads = {"RAYON_NUM_THREADS": str(THREADS), "TOKENIZERS_PARALLELISM": "true"}
                subprocess.run([*command, "--corpora", asked.corpora, "--cache", asked.cache], env=os.environ | threads, check=True)


def record_file(cache: Path, language: str, name: str) -> Path:
    """The record of a training, which is written last."""
    return cache / language / f"{name}.record.json"


def train_here(name: str, corpora: Path, cache: Path, language: str) -> None:
    """Trains one baseline in this process, and writes its record."""
    text = training_file(corpora, cache, language)
    start = perf_counter()
    options = train(name, text, cache / language, language)
    library = name.partition("-")[0]
    seconds, peak_bytes = round(perf_counter() - start, 1), peak()
    record = {
        "name": name,
        "language": language,
        "library": f"{library} {library_version(library)}",
        "vocab_size": None if library == "morfessor" else VOCABULARY,
        "options": options,
        "training_bytes": text.stat().st_size,
        "seconds": seconds,
        "peak_bytes": peak_bytes,
        "threads": THREADS,
        "python": platform.python_version(),
    }
    file = record_file(cache, language, name)
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    unfinished.replace(file)
    print(f"{language}/{name}: {seconds} s, {peak_bytes / 1e6:.0f} MB", file=sys.stderr, flush=True)


def library_version(library: str) -> str:
    """The version of a library. morfem may be used without being installed."""
    if library != "morfem":
        return version(library)
    import morfem

    return morfem.__version__


def peak() -> int:
    """The largest resident memory of this process so far, in bytes."""
    found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    if not found:
        raise OSError("/proc/self/status has no VmHWM: peak memory can be measured on Linux only")
    return int(found.group(1)) * 1024


if __name__ == "__main__":
    main()
