"""Writes RESULTS.md and the picture bits.svg from the cells that `run.py` has measured."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from models import BUNDLED, LANGUAGES, PUBLISHED

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from conditions import conditions  # noqa: E402

NAMES = {"tr": "Turkish", "he": "Hebrew", "ar": "Arabic", "ms": "Malay", "ko": "Korean"}
COLOURS = {"bpe": "#d55e00", "unigram": "#0072b2", "ours": "#009e73"}
RESAMPLES, SEED = 1000, 0
PANEL, MARGIN = 300, 46


def write() -> None:
    """Writes both files."""
    from run import TRAINING, bits_file, measured_cells

    cells = {key: cell for key, cell in measured_cells().items() if key[1] not in PUBLISHED[key[0]]}
    before = (HERE / "RESULTS.md").read_text("utf-8").split("\n## ")
    written = {section.partition("\n")[0]: f"## {section}" for section in before}
    parts = [_head(cells, TRAINING)]
    shown = {}
    for language in LANGUAGES:
        for count in TRAINING:
            found = {name: cell for (tongue, name, lines), cell in cells.items() if (tongue, lines) == (language, count)}
            if found:
                # The bits of each line are not in the repository. A table whose bits were measured on another machine stays.
                heading = f"{NAMES[language]}, {count:,} lines of training text"
                is_measured_here = all(bits_file(language, name, count).exists() for name in found)
                parts.append(_table(heading, language, count, found) if is_measured_here else written[heading])
                shown[language] = found if count <= TRAINING[1] or language not in shown else shown[language]
    parts.append(_kinds(cells, TRAINING[1]))
    (HERE / "RESULTS.md").write_text("\n".join(parts), encoding="utf-8")
    (HERE / "bits.svg").write_text(_picture(shown), encoding="utf-8")


def _head(cells: dict, training: tuple[int, ...]) -> str:
    seconds = sum(cell["cpu_seconds"] for cell in cells.values())
    counts = {count: sum(lines == count for _, _, lines in cells) for count in training}
    return f"""# Bits per character of n-gram models

`python experiments/language_model/models.py`, then `python experiments/language_model/run.py`. Every trainer and model is
deterministic. A cell needs at most {max(cell["peak_mb"] for cell in cells.values()):,} MB.
Cells measured, by lines of training text:
{", ".join(f"{lines:,}: {count}" for lines, count in counts.items())}.

The bundled tokenizers, which have names of their own, are trained on the whole training corpus of their language, and also on
general text (English, code, 300 languages), which has 12 to 27 % of their ids. *mixture* is a byte-level BPE of the same texts
(`experiments/coverage/baseline.py`). All others were trained on the corpus of their language alone, also `mft`, `splinter` and
`thunder`, with the options of the bundled tokenizers (Hebrew from 65,536 ids on with others: `LARGE` in `models.py`), so *same ids*
compares like with like. *thunder-likelihood* has options for few bits instead of few tokens (`LIKELIHOOD_OPTIONS`). The
n-gram models (`morfem.evaluate.ngram`: interpolated modified Kneser-Ney) are trained on lines drawn at random from the same corpus,
and measured on development lines that nothing was trained on: 2,250 lines, while another 250 chose the order from 2 to 10. Bits per
character: all tokens and the end of each line are charged, divided by the characters of the lines. *of BPE* compares with a
byte-level BPE of the same number of tokens a word: its bits are interpolated on the curve of all BPE sizes. The interval is of the
paired bootstrap over lines (1,000 resamples). Below 0 is better than BPE; † marks a tokenizer with fewer tokens a word than the
largest BPE or more than the smallest, for which the curve ends.

{conditions(f"seed {SEED}", f"{seconds / 60:.0f} minutes of CPU time for {len(cells)} cells")}
![Bits per character against tokens a word](bits.svg)
"""


def _table(heading: str, language: str, count: int, cells: dict[str, dict]) -> str:
    rows = [f"## {heading}\n"]
    rows.append(
        "| tokenizer | ids | tokens a word | bits per character | order "
        "| of BPE, same tokens | of BPE, same ids | of Unigram, same tokens | of the mixture's BPE, same ids |"
    )
    rows.append("|---|---|---|---|---|---|---|---|---|")
    lines = {name: _bits(language, name, count) for name in cells}
    curves = {
        system: sorted((name for name in cells if name.startswith(system + " ")), key=lambda name: _word(cells[name]))
        for system in ("bpe", "unigram")
    }
    for name in sorted(cells, key=lambda name: (not _is_ours(name), name.split()[0], cells[name]["vocab_size"])):
        cell = cells[name]
        compared = ["–"] * 4
        if not name.startswith("bpe"):
            compared[0] = _against(name, curves["bpe"], cells, lines)
            same = f"bpe {cell['vocab_size']}"
            compared[1] = _difference(lines[name], lines[same]) if same in cells else "–"
        if not name.startswith("unigram"):
            compared[2] = _against(name, curves["unigram"], cells, lines)
        same = f"mixture {cell['vocab_size']}"
        if name != same and same in cells:
            compared[3] = _difference(lines[name], lines[same])
        label = f"**{name}**" if _is_ours(name) else name
        rows.append(
            f"| {label} | {cell['vocab_size']:,} | {_word(cell):.3f} | {cell['bits'] / cell['characters']:.4f} | {cell['order']} "
            f"| {' | '.join(compared)} |"
        )
    return "\n".join(rows) + "\n"


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


def _kinds(cells: dict, count: int) -> str:
    rows = ["## What costs: bits by kind of word\n"]
    rows.append(f"""Models of {count:,} lines. Bits are charged to the word in which a token begins (`kinds.py`); *names* have a capital
letter and do not begin a sentence, *foreign* words have letters of another script, *symbols* have neither letter nor digit. Each figure
is in bits per character of all text, so that a row sums to the whole figure. *marks* is contained in the others.
""")
    kinds = ("ordinary", "names", "digits", "foreign", "symbols", "line ends")
    rows.append(f"| language | tokenizer | whole | {' | '.join(kinds)} | marks |\n|---|---|{'---|' * (len(kinds) + 2)}")
    for (language, name, lines), cell in cells.items():
        if lines == count and cell["kinds"]:
            per = [cell["kinds"][kind][0] / cell["characters"] for kind in (*kinds, "marks")]
            whole = cell["bits"] / cell["characters"]
            rows.append(f"| {language} | {name} | {whole:.4f} | {' | '.join(f'{value:.4f}' for value in per)} |")
    return "\n".join(rows) + "\n"


def _picture(shown: dict[str, dict[str, dict]]) -> str:
    """One panel for each language: bits per character against tokens a word."""
    width = MARGIN + len(shown) * (PANEL + MARGIN)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{PANEL + 100}" font-family="sans-serif" font-size="12">']
    out.append(f'<rect width="{width}" height="{PANEL + 100}" fill="white"/>')
    for index, (language, cells) in enumerate(shown.items()):
        out += _panel(MARGIN + index * (PANEL + MARGIN), language, cells)
    for index, (system, colour) in enumerate(COLOURS.items()):
        x = MARGIN + index * 110
        label = {"bpe": "BPE", "unigram": "Unigram", "ours": "morfem"}[system]
        out.append(f'<circle cx="{x}" cy="{PANEL + 86}" r="5" fill="{colour}"/><text x="{x + 10}" y="{PANEL + 90}">{label}</text>')
    return "\n".join([*out, "</svg>\n"])


def _panel(left: int, language: str, cells: dict[str, dict]) -> Iterator[str]:
    points = {name: (_word(cell), cell["bits"] / cell["characters"]) for name, cell in cells.items()}
    spans = [(min(values), max(values)) for values in zip(*points.values(), strict=True)]
    (low_x, high_x), (low_y, high_y) = [(low - 0.05 * (high - low + 1e-9), high + 0.05 * (high - low + 1e-9)) for low, high in spans]

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return left + (point[0] - low_x) / (high_x - low_x) * PANEL, 30 + (high_y - point[1]) / (high_y - low_y) * PANEL

    count = next(iter(cells.values()))["lines"]
    yield f'<rect x="{left}" y="30" width="{PANEL}" height="{PANEL}" fill="none" stroke="#999"/>'
    yield f'<text x="{left}" y="20" font-weight="bold">{NAMES[language]} ({count:,} lines)</text>'
    for value in np.linspace(low_x, high_x, 4)[1:-1]:
        yield f'<text x="{place((value, 0))[0]:.0f}" y="{PANEL + 46}" text-anchor="middle">{value:.2f}</text>'
    for value in np.linspace(low_y, high_y, 5)[1:-1]:
        yield f'<text x="{left - 4}" y="{place((0, value))[1]:.0f}" text-anchor="end">{value:.2f}</text>'
    yield f'<text x="{left + PANEL / 2}" y="{PANEL + 64}" text-anchor="middle">tokens a word</text>'
    for system in ("bpe", "unigram"):
        curve = sorted(points[name] for name in cells if name.startswith(system + " "))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(place, curve))
        yield f'<polyline points="{path}" fill="none" stroke="{COLOURS[system]}"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[system]}"/>' for x, y in map(place, curve))
    for name, point in points.items():
        if _is_ours(name):
            x, y = place(point)
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS["ours"]}"/>'
            if name in BUNDLED[language]:
                yield f'<text x="{x + 7:.1f}" y="{y + 4:.1f}">{name}</text>'
