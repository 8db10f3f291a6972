"""Measures morfem against its peers, side by side in one process.

    python benchmarks/run.py                     everything but the long training; writes benchmarks/RESULTS.md
    python benchmarks/run.py --only bpe_encode   one thing, whose section is replaced
    python benchmarks/run.py --long              also trains Thunder-Tok on the whole Korean corpus
    python benchmarks/run.py --quick             a trial: small models, three rounds, nothing written

Peers: `pip install --group bench`.
"""

import argparse
import importlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).with_name("RESULTS.md")
# The modules that measure, in the order of RESULTS.md.
MEASURED = (
    "unigram_encode",
    "bpe_encode",
    "thunder_encode",
    "mft_encode",
    "morpheus_encode",
    "splinter_encode",
    "transformers_calls",
    "two_threads",
    "decoding",
    "load_time",
    "training",
    "thunder_training",
)
NEED_THE_BUNDLED = ("thunder_encode", "load_time")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures morfem against its peers.")
    parser.add_argument("--quick", action="store_true", help="small models, three rounds; RESULTS.md stays as it is")
    parser.add_argument("--only", choices=MEASURED, action="append", help="measure only this; may be given several times")
    parser.add_argument("--long", action="store_true", help="also thunder_training")
    places(parser)
    return parser.parse_args()


def places(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the folders."""
    corpora = os.environ.get("CORPORA", ROOT / "../shared/data/corpora")
    parser.add_argument("--corpora", type=Path, default=corpora, help="folder of tr.txt.xz, ko.txt.xz, he.txt.xz, ar.txt.xz, ms.txt.xz")
    parser.add_argument("--work", type=Path, default=ROOT / ".bench-cache", help="folder that keeps prepared texts and models")


def prepare(corpora: Path, work: Path) -> None:
    """Checks that the corpora are there, and makes the folder of prepared texts."""
    # tokenizers uses one thread, and tiktoken reads the present file instead of a cached copy of an older one.
    # NumPy starts no threads of its own, whose time would count.
    os.environ |= {"TOKENIZERS_PARALLELISM": "false", "TIKTOKEN_CACHE_DIR": "", "OPENBLAS_NUM_THREADS": "1"}
    missing = [name for name in ("tr.txt.xz", "ko.txt.xz", "he.txt.xz", "ar.txt.xz", "ms.txt.xz") if not (corpora / name).exists()]
    if missing:
        sys.exit(f"benchmarks: no {' and no '.join(missing)} in {corpora}; say where the corpora are with --corpora")
    if not work.exists():
        work.mkdir(parents=True)
        (work / ".gitignore").write_text("*\n", encoding="utf-8")


def main() -> None:
    asked = arguments()
    prepare(asked.corpora, asked.work)
    import morfem
    from report import keep, markdown
    from setting import QUICK, Setting

    setting = Setting(asked.corpora, asked.work, **(QUICK if asked.quick else {}))
    modules = {name: importlib.import_module(name) for name in MEASURED}
    order = [module.TITLE for module in modules.values()]
    for name in asked.only or [name for name in MEASURED if name != "thunder_training" or asked.long]:
        if name in NEED_THE_BUNDLED and "ko-thunder" not in morfem.available():
            print(f"{name}: left out, ko-thunder is not bundled", file=sys.stderr)
            continue
        print(f"{name} ...", file=sys.stderr)
        section = markdown(modules[name].measure(setting), f"python benchmarks/run.py --only {name}")
        print(section, flush=True)
        if not asked.quick:
            keep(RESULTS, section, order)


if __name__ == "__main__":
    main()
