"""Thunder-Tok's tables: fertility, ablation, vocabularies, overlap, unit rule.

    python experiments/thunder/run.py --work DIR                      everything; writes the TSVs, the picture and experiments/README.md
    python experiments/thunder/run.py --work DIR --quick 20000 --sizes 8000 4000     a trial on few lines; writes into DIR only

Trained models are kept in DIR, so an interrupted run can be continued. Needs `pip install --group bench` (kiwipiepy, matplotlib, regex).
"""

import argparse
import os
import sys
from pathlib import Path

from fertility import fertilities
from overlap import draw, regions
from report import contents_rows, fertility_rows, overlap_rows, replace, section, write_tsv
from systems import BPE, SYSTEMS, THUNDER, UNIGRAM, Laboratory
from texts import sets, training_lines
from vocabularies import contents

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SENTENCE = "고구마는 다양한 사이드 디쉬로 활용할 수 있는 음식입니다."


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Thunder-Tok's tables.")
    corpora = os.environ.get("CORPORA", ROOT / "../shared/data/corpora")
    parser.add_argument("--corpora", type=Path, default=corpora, help="folder of ko.txt.xz")
    parser.add_argument("--gold", type=Path, default=ROOT / "../shared/data/gold/ko", help="folder of the gold sets")
    parser.add_argument("--work", type=Path, required=True, help="folder of the trained models")
    parser.add_argument("--sizes", type=int, nargs="+", default=[128_000, 64_000, 32_000])
    parser.add_argument("--quick", type=int, metavar="LINES", help="train on the first LINES lines only; nothing in the repository changes")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    for path in (asked.corpora / "ko.txt.xz", asked.gold):
        if not path.exists():
            sys.exit(f"thunder: there is no {path}; say where it is with --corpora and --gold")
    laboratory = Laboratory(asked.corpora, asked.work, asked.sizes, asked.quick)
    texts = sets(asked.corpora, asked.gold)
    table = fertilities(laboratory, SYSTEMS, texts)
    found = contents(laboratory, SYSTEMS, texts, lambda: training_lines(asked.corpora, asked.quick))
    largest = max(asked.sizes)
    compared = {"Thunder-Tok": THUNDER, "BPE": BPE, "Unigram": UNIGRAM}
    trained = {system.name: laboratory.trained(system, largest) for system in SYSTEMS}
    vocabularies = [set(trained[name].pieces.values()) for name in compared.values()]
    shared = regions(vocabularies)
    segmented = {name: found.tokens(SENTENCE) for name, found in trained.items()}

    target = HERE if asked.quick is None else asked.work
    write_tsv(target / "fertility.tsv", fertility_rows(table))
    write_tsv(target / "vocabularies.tsv", contents_rows(found))
    write_tsv(target / "overlap.tsv", overlap_rows(list(compared), shared))
    draw(list(compared), vocabularies, largest, target / "overlap.svg")
    text = section(table, found, shared, SENTENCE, segmented, asked.sizes, _about(asked))
    if asked.quick is None:
        replace(HERE.parent / "README.md", text)
    else:
        (target / "README.md").write_text(text, encoding="utf-8")
    print(text)


def _about(asked: argparse.Namespace) -> str:
    corpus = "the whole Korean corpus without the development lines" if asked.quick is None else f"the first {asked.quick:,} training lines"
    return f"Trained on {corpus}. `python experiments/thunder/run.py --sizes {' '.join(map(str, asked.sizes))}`"


if __name__ == "__main__":
    main()
