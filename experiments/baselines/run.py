"""The tables of the baselines: every system of a language on the suite of that language, with intervals and floors.

    python experiments/baselines/run.py                    all languages; trains what is not trained yet
    python experiments/baselines/run.py --language tr      one language; the other sections stay as they are

Writes RESULTS.md, the main figure of each data set, and LANGUAGE.csv: all figures in full precision, with their signatures.

Needs `pip install -r experiments/baselines/requirements.txt` and `pip install 'morfem[evaluate]'`.
"""

import argparse
import sys
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import systems
from morfem.evaluate import Report, wrap
from morfem.evaluate.evaluation import evaluate
from morfem.evaluate.report import csv_format
from morfem.evaluate.report.tables import NOTHING, Cell, Table, parts, tables
from morfem.progress import Meter
from texts import CACHE, CORPORA, LANGUAGES
from train import train_missing
from trainers import TRAINERS, VOCABULARY

sys.path.append(str(Path(__file__).parents[1]))

from conditions import NOT_RECORDED, conditions

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
# Systems that are not trained here: analysers and tokenizers of others.
OTHERS: dict[str, dict[str, Any]] = {
    "tr": {
        "turkish-tokenizer 1.0.4": systems.turkish_tokenizer_1_0_4,
        "Zemberek": systems.zemberek,
    },
    "ko": {"Kiwi": systems.kiwi},
}
# What RESULTS.md shows of all figures.
MAIN = (
    "round_trip.lines",
    "compression.fertility",
    "purity.pure_words",
    "boundaries.f1",
    "boundaries.recall",
    "roots.exact",
    "morphscore.corrected",
    "root_consistency.consistent",
    "plausibility.mean_absolute",
)
PACKAGES = {"tr": ("zemberek-python",), "ko": ("kiwipiepy",)}
ABOUT = f"""# Baselines

Written by `python experiments/baselines/run.py`. Vocabularies have {VOCABULARY:,} entries, except those of the analysers and of Morfessor,
which chooses the size of its lexicon. The running text of the tables is every fiftieth
line of a language's corpus. Trainers were given all other lines, but `tokenizers unigram`, which is slow, every fourth of them in Korean,
Hebrew and Arabic. `trainers.py` and `systems.py` have all options. Text is not normalised.

The tables show the main figure of each data set. `LANGUAGE.csv` has all figures, with their 95 % bootstrap intervals and signatures.
**Bold**: the best of a column without the trivial baselines. ≈: not significantly different from
the best by the paired test, corrected for all pairs. *Italic*: the trivial baselines, to compare every figure with. {NOTHING}:
not defined, such as the round trip of an analyser, which does not decode.

Notes:

- The analysers have no closed vocabulary and cannot decode, so they are not tokenizers. They show what can be reached.
- The lexicon of %TR and %Pure is derived from Zemberek's dictionaries, so Zemberek's figures there are an upper limit.
- turkish-tokenizer gives no offsets. Its tokens are aligned with the text through the surface forms of its roots and affixes; in the
  first 3,000 development lines (98,241 words) a token was found for every character. Version 1.0.4 begins every decoded text with a space,
  so no line comes back exactly.
- Byte-level BPE has GPT-2's splitter, as most users have it. It cuts words at every vowel point, which gives many tokens for Hebrew.
  *o200k* has the splitter of that name, which does not: in Hebrew fewer tokens than `he-splinter`.
- Morfessor with logarithmic counts hardly cuts frequent words; if every word counts once, it does. Its authors propose both settings.
"""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The tables of the baselines.")
    parser.add_argument("--data", type=Path, default=CORPORA.parent, help="folder of corpora/ and gold/")
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this language; may be given several times")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    languages = asked.language or list(LANGUAGES)
    train_missing(asked.data / "corpora", languages, TRAINERS)
    for language in languages:
        print(f"{language} ...", file=sys.stderr, flush=True)
        with Meter(True) as meter:
            report = evaluate(contenders(language), f"{language}-intrinsic", data=asked.data, progress=meter)
        section = written(language, report)
        print(section, flush=True)
        (HERE / f"{language}.csv").write_text(csv_format.render(shown(report)), encoding="utf-8")
        (CACHE / language / "results.md").write_text(section, encoding="utf-8")
        assemble()


def assemble() -> None:
    """Writes RESULTS.md from the sections that exist."""
    sections = [file.read_text(encoding="utf-8") for name in LANGUAGES if (file := CACHE / name / "results.md").exists()]
    RESULTS.write_text("\n".join([ABOUT, conditions("seed 0 for intervals and Morfessor", NOT_RECORDED), *sections]), encoding="utf-8")


def contenders(language: str) -> list[Any]:
    """The systems of a language, wrapped under the names of the tables."""
    trained: dict[str, Any] = {name: str(CACHE / language / file) for name, (_, file) in TRAINERS.items()}
    found = {name.replace("-", " "): specification for name, specification in trained.items()}
    # Morfessor's tables are not tokenizers by themselves.
    found |= {f"morfessor {kind}": getattr(systems, f"morfessor_{kind}_{language}") for kind in ("log", "types")}
    return [wrap(specification, name) for name, specification in (found | OTHERS.get(language, {})).items()]


def written(language: str, report: Report) -> str:
    """The section of a language: its table, what was skipped, and the versions of libraries."""
    lines = [f"## {LANGUAGES[language]}", "", *joined(tables(report)), ""]
    # Only counts, because texts and words of the data must not be published here.
    lines += [f"Left out: {skipped}." for skipped in report.skipped]
    lines += [f"{data}: {len(dropped):,} rows were dropped." for data, dropped in report.dropped.items()]
    lines += [f"{name}: raised an error on {len(failures):,} texts." for name, failures in report.failures.items()]
    return "\n".join([*lines, "", versions(language), ""])


def shown(report: Report) -> Report:
    """The report with only the figures that the tables show."""
    figures = {(table.data, figure) for table in tables(report) for figure in table.figures}
    return replace(report, scores=[score for score in report.scores if (score.data, score.metric) in figures])


def joined(found: list[Table]) -> list[str]:
    """The main figures of all data sets as one table in Markdown, a row for each system."""
    columns = [(table, figure) for table in found for figure in main_figures(table)]
    heads = [f"{' '.join(parts(figure))}, {table.data} {table.direction(figure)}".rstrip() for table, figure in columns]
    lines = [_row(["", *heads]), _row(["---"] * (1 + len(heads)))]
    for tokenizer in found[0].tokenizers:
        name = f"*{tokenizer}*" if tokenizer in found[0].floors else tokenizer
        lines.append(_row([name, *(_cell(table.cells.get((tokenizer, figure))) for table, figure in columns)]))
    return lines


def main_figures(table: Table) -> list[str]:
    """The figures of a data set that RESULTS.md shows: of running text those of MAIN, of gold data the first of MAIN that it has."""
    found = [figure for figure in MAIN if figure in table.figures]
    return found if "compression.fertility" in found else found[:1]


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return NOTHING
    return f"**{cell.value}**" if cell.is_best else f"{cell.value}≈" if cell.is_tied else cell.value


def versions(language: str) -> str:
    """The libraries of a language's systems."""
    packages = (*dict.fromkeys(name.partition("-")[0] for name in TRAINERS), *PACKAGES.get(language, ()))
    return f"Versions: {', '.join(f'{package} {version(package)}' for package in packages)}."


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
