"""Writes all tables of MFT.

    python experiments/mft/run.py             trains missing models and measures changed ones; writes RESULTS.md and merges.svg
    python experiments/mft/run.py --fresh     first trains all models again, which is needed after a change of the trainer

About fifteen minutes on two quiet cores. Needs `pip install -r experiments/baselines/requirements.txt`, `pip install --group bench` for
matplotlib, and the trained baselines (`python experiments/baselines/train.py --language tr`); without Morfessor and Zemberek their numbers
of different ids are missing. Texts and gold data: CORPORA, the folder of tr.txt.xz, with gold/ and lexicon/ beside it.
"""

import argparse
import subprocess
import sys

from models import HERE
from results import ORDER


def main() -> None:
    parser = argparse.ArgumentParser(description="All tables of MFT.")
    parser.add_argument("--fresh", action="store_true", help="train all models again first")
    asked = parser.parse_args()
    if asked.fresh:
        subprocess.run([sys.executable, str(HERE / "models.py"), "--fresh"], check=True)
    for name in ORDER:
        print(f"{name} ...", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, str(HERE / f"{name}.py")], check=True)


if __name__ == "__main__":
    main()
