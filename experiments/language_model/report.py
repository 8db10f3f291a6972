"""Writes results.tsv, RESULTS.md and the picture bits.svg from the cells that `run.py` has measured.

results.tsv has a row for every tokenizer and size of training text. RESULTS.md shows the middle size, which the pages cite.
"""

import csv
import sys
from pathlib import Path

import numpy as np
from models import BUNDLED, LANGUAGES, PUBLISHED

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from conditions import conditions  # noqa: E402

NAMES = {"tr": "Turkish", "fi": "Finnish", "he": "Hebrew", "ar": "Arabic", "ms": "Malay", "ko": "Korean"}
COLOURS = {"bpe": "#d55e00", "unigram": "#0072b2", "ours": "#009e73"}
RESAMPLES, SEED = 1000, 0
SHOWN = 40_000
# Of the sizes of a baseline RESULTS.md shows this, and GPT-2's splitter where there are points; the picture and results.tsv have all.
SIZE_SHOWN, POINTED = "32,768", ("he", "ar")
TABLE = HERE / "results.tsv"
COLUMNS = (
    "tokenizer",
    "ids",
    "tokens a word",
    "bits per character",
    "order",
    "of BPE, same tokens",
    "of BPE, same ids",
    "of Unigram, same tokens",
    "of the mixture's BPE, same ids",
)


def write() -> None:
    """Writes the three files."""
    from run import TRAINING, bits_file, measured_cells

    cells = measured_cells()
    before = _written()
    rows: dict[tuple[str, int], list[list[str]]] = {}
    for language in LANGUAGES:
        for count in TRAINING:
            found = {name: cell for (tongue, name, lines), cell in cells.items() if (tongue, lines) == (language, count)}
            if found:
                # The bits of each line are not in the repository. A table whose bits were measured on another machine stays.
                is_measured_here = all(bits_file(language, name, count).exists() for name in found)
                rows[language, count] = _rows(language, count, found) if is_measured_here else before[language, count]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE)
        writer.writerow(("language", "lines", *COLUMNS))
        writer.writerows((language, count, *row) for (language, count), table in rows.items() for row in table)
    tables = [_table(language, table) for (language, count), table in rows.items() if count == SHOWN]
    (HERE / "RESULTS.md").write_text("\n".join([_head(cells), *tables]), encoding="utf-8")
    _picture(
        {
            language: {name: cell for (tongue, name, lines), cell in cells.items() if (tongue, lines) == (language, SHOWN)}
            for language in LANGUAGES
        }
    )


def _written() -> dict[tuple[str, int], list[list[str]]]:
    """The rows of results.tsv as they are."""
    found: dict[tuple[str, int], list[list[str]]] = {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        for language, count, *row in list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]:
            found.setdefault((language, int(count)), []).append(row)
    return found


def _head(cells: dict) -> str:
    seconds = sum(cell["cpu_seconds"] for cell in cells.values())
    return f"""# Bits per character of n-gram models

`python experiments/language_model/models.py`, then `python experiments/language_model/run.py`. Every trainer and model is
deterministic.

The tokenizers with names of their own are trained on the whole training corpus of their language, and also on general text (English,
code, 300 languages). *mixture* is a byte-level BPE of the same texts. `bpe` and `unigram` were trained on the corpus of their language
alone, and so was *thunder-likelihood*, which has options for few bits instead of few tokens. BPE has the splitter of o200k, with *gpt2* in
its name that of GPT-2, which cuts Hebrew and Arabic words at vowel points (`models.py`). The n-gram models
(`morfem.evaluate.ngram`: interpolated modified Kneser-Ney) are trained on lines drawn at random from the same corpus,
and measured on development lines that nothing was trained on: 2,250 lines, while another 250 chose the order from 2 to 10. Bits per
character: all tokens and the end of each line are charged, divided by the characters of the lines. *of BPE* compares with a
byte-level BPE of the same number of tokens a word: its bits are interpolated on the curve of all BPE sizes. The interval is of the
paired bootstrap over lines (1,000 resamples). Below 0 is better than BPE; † marks a tokenizer with fewer tokens a word than the
largest BPE or more than the smallest, for which the curve ends. These are the tables for 40,000 lines of training text and one
size; results.tsv has all sizes, the order of each model, and the tables for 10,000 and 150,000 lines.

{conditions(f"seed {SEED}", f"{seconds / 60:.0f} minutes of CPU time for {len(cells)} cells")}
![Bits per character against tokens a word](bits.svg)
"""


def _table(language: str, rows: list[list[str]]) -> str:
    """The table of RESULTS.md: the tokenizers with names of their own, and of the others one size; without the order of the model."""
    order = COLUMNS.index("order")
    shown = [list(COLUMNS), ["---"] * len(COLUMNS)]
    for name, size, *rest in rows:
        if (" " not in name or size == SIZE_SHOWN) and ("gpt2" not in name or language in POINTED):
            shown.append([f"**{name}**" if _is_ours(name) else name, size, *rest])
    lines = [f"| {' | '.join(row[:order] + row[order + 1 :])} |" for row in shown]
    return "\n".join([f"## {NAMES[language]}, {SHOWN:,} lines of training text", "", *lines, ""])


def _rows(language: str, count: int, cells: dict[str, dict]) -> list[list[str]]:
    rows = []
    lines = {name: _bits(language, name, count) for name in cells}
    curves = {
        system: sorted((name for name in cells if name.startswith(system + " ")), key=lambda name: _word(cells[name]))
        for system in ("bpe", "unigram")
    }
    for name in sorted(cells, key=lambda name: (not _is_ours(name), name.split()[0], cells[name]["vocab_size"])):
        cell = cells[name]
        compared = ["–"] * 4
        if not name.startswith("bpe "):
            compared[0] = _against(name, curves["bpe"], cells, lines)
            same = f"bpe {cell['vocab_size']}"
            compared[1] = _difference(lines[name], lines[same]) if same in cells else "–"
        if not name.startswith("unigram"):
            compared[2] = _against(name, curves["unigram"], cells, lines)
        same = f"mixture {cell['vocab_size']}"
        if name != same and same in cells:
            compared[3] = _difference(lines[name], lines[same])
        bits = f"{cell['bits'] / cell['characters']:.4f}"
        rows.append([name, f"{cell['vocab_size']:,}", f"{_word(cell):.3f}", bits, str(cell["order"]), *compared])
    return rows


def _is_ours(name: str) -> bool:
    return not name.startswith(("bpe", "unigram", "mixture"))


def _word(cell: dict) -> float:
    return cell["tokens"] / cell["words"]


def _bits(language: str, name: str, count: int) -> np.ndarray:
    from run import bits_file

    return np.load(bits_file(language, name, count)).astype(float)


def _against(name: str, curve: list[str], cells: dict[str, dict], lines: dict[str, np.ndarray]) -> str:
    """The difference to a curve, interpolated between the two tokenizers whose tokens a word are nearest."""
    if len(curve) < 2:
        return "–"
    places = [_word(cells[other]) for other in curve]
    word = _word(cells[name])
    right = min(max(int(np.searchsorted(places, word)), 1), len(curve) - 1)
    share = np.clip((word - places[right - 1]) / (places[right] - places[right - 1]), 0, 1)
    other = (1 - share) * lines[curve[right - 1]] + share * lines[curve[right]]
    return _difference(lines[name], other) + ("" if places[0] <= word <= places[-1] else " †")


def _difference(ours: np.ndarray, theirs: np.ndarray) -> str:
    """The relative difference of bits in percent, with its interval."""
    draw = np.random.default_rng(SEED)
    sums = np.stack([ours, theirs], 1)
    drawn = np.stack([np.bincount(draw.integers(0, len(sums), len(sums)), minlength=len(sums)) for _ in range(RESAMPLES)]) @ sums
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1] - 1, [0.025, 0.975]) * 100
    point = (ours.sum() / theirs.sum() - 1) * 100
    return f"{point:+.1f} % [{low:+.1f}, {high:+.1f}]"


def _picture(shown: dict[str, dict[str, dict]]) -> None:
    """bits.svg: one panel for each language, bits per character against tokens a word."""
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "morfem"
    figure, grid = pyplot.subplots(2, 3, figsize=(13, 8), layout="constrained")
    panels = grid.ravel()
    for panel, (language, cells) in zip(panels, shown.items(), strict=True):
        points = {name: (_word(cell), cell["bits"] / cell["characters"]) for name, cell in cells.items()}
        for system, label in (("bpe", "BPE"), ("unigram", "Unigram")):
            curve = sorted(point for name, point in points.items() if name.startswith(system + " "))
            panel.plot(*zip(*curve, strict=True), "o-", color=COLOURS[system], markersize=4, label=label)
        ours = {name: point for name, point in points.items() if _is_ours(name)}
        panel.plot(*zip(*ours.values(), strict=True), "o", color=COLOURS["ours"], label="morfem")
        for name in (*BUNDLED[language], *(name for name in PUBLISHED[language] if name in points)):
            panel.annotate(name, points[name], xytext=(6, -4), textcoords="offset points")
        panel.set(title=NAMES[language], xlabel="tokens a word")
    panels[0].set_ylabel("bits per character")
    panels[0].legend()
    figure.savefig(HERE / "bits.svg", metadata={"Date": None})
