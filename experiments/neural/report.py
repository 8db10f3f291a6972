"""Writes RESULTS.md and the picture curves.svg from the runs that `train.py` has finished.

    python experiments/neural/report.py

A run is compared with the run of BPE in the same language, with the same budget and seed, line by line: the interval is that of the paired
bootstrap over lines. Only whole runs are shown; of several with the same settings, the last. The learning curves show the loss of each
checkpoint's last batch in bits per character against the characters read. Needs matplotlib.
"""

import json
import math
import re
import sys
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("svg")
from matplotlib import pyplot

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "language_model"), str(HERE.parent)]

from conditions import conditions  # noqa: E402
from run import development_sample  # noqa: E402

LANGUAGES = {"tr": "Turkish", "he": "Hebrew", "ko": "Korean"}
BUDGETS = {"text": "equal text", "operations": "equal floating-point operations"}
BASELINE = re.compile(r"bpe-\d+|bpe-ko-\d+-o200k")
CONFIGURATIONS = ("tiny", "small", "medium")
RESAMPLES = 2000
CONDITIONS = """# Small neural models

    python experiments/neural/train.py --configuration small --tokenizer NAME_OR_FOLDER --language LANGUAGE --budget text
    python experiments/neural/report.py

The same decoder for all tokenizers (RMSNorm, rotary positions, SwiGLU, tied embeddings; AdamW, cosine). *Equal text*: one pass over the
same 10 MB of training lines. *Equal operations*: every tokenizer stops at the floating-point operations that `tr-mft` needs for its pass.
Bits per character: 500 development lines, each alone, its end charged, 95 % bootstrap intervals over lines; against BPE of the same seed in
pairs. The seed draws the training lines, their order and the first weights.

The tokenizers are those of this release, and equal strings have equal first vectors. BPE has o200k's splitter. That of Turkish and Hebrew
is trained on the lines of the language alone (`experiments/language_model/models.py`), while an eighth to a quarter of the ids of morfem's
tokenizers is for English, code and other scripts; that of Korean on the mixture of `ko-thunder` (`experiments/coverage/baseline.py ko
131072 --splitter o200k`). Speeds are characters a second of CPU time, one thread, bfloat16, greedy without a cache; machines differed."""

SIZES = """By the parameters of the decoder without its vocabulary (`--configuration` tiny, small and medium). `tr-unigram` is a plain
Unigram that cuts where `tr-mft` cuts (its first run, tiny with seed 0, has an earlier vocabulary), `unigram-32768` one without cuts.
`moved-left`, the control (`cuts.py`), has the cuts of `tr-mft`, each moved one letter to the left, and an id for each spelling. A cell has
the mean over seeds of the difference from BPE, its interval (bootstrap over the seeds, each with its run of BPE, and over the lines), the
bits per character, and the number of seeds. The slope is the change of the difference for each doubling of the decoder, in points; above 0,
the gain shrinks."""


def runs(configuration: str = "small") -> list[dict]:
    """The last whole run of each tokenizer, language, budget and seed."""
    rows = [json.loads(line) for line in (HERE / "runs.jsonl").read_text("utf-8").splitlines()]
    whole = [row for row in rows if row["configuration"] == configuration and row["steps"] == row["of"]]
    return list({(row["language"], row["budget"], name(row), row["seed"]): row for row in whole}.values())


def name(row: dict) -> str:
    """The tokenizer's name in the tables; a baseline's folder is named after its kind and size."""
    return Path(row["tokenizer"]).name


def difference(row: dict, base: dict) -> str:
    """Bits of `row` against those of `base` in percent, with the interval of the paired bootstrap over lines."""
    bits, others = np.array(row["line_bits"]), np.array(base["line_bits"])
    draw = np.random.default_rng(0).integers(0, len(bits), (RESAMPLES, len(bits)))
    return with_interval(bits.sum() / others.sum() - 1, bits[draw].sum(1) / others[draw].sum(1) - 1)


def with_interval(share: float, drawn: np.ndarray) -> str:
    """A difference, and between which values 95 % of its resamples lie."""
    return f"{signed(share)} [{', '.join(map(signed, np.quantile(drawn, [0.025, 0.975])))}]"


def signed(share: float) -> str:
    """A difference in percent with its sign."""
    return f"{100 * share:+.1f} %".replace("-", "−")


def table(rows: list[dict]) -> list[str]:
    """One table: a language, a budget and a size."""
    lines = [
        "| tokenizer | seed | tokens read | characters read | bits per character | against BPE | trained a CPU second | written a second |",
        "|---|---:|---:|---:|---|---|---:|---:|",
    ]
    for row in sorted(rows, key=lambda row: (row["seed"], row["bits_per_character"])):
        characters = row["tokens"] * row["characters_a_token"]
        base = baseline(row, rows)
        against = "" if base is None or row is base else difference(row, base)
        lines.append(
            f"| `{name(row)}` | {row['seed']} | {row['tokens'] / 1e6:.2f} M | {characters / 1e6:.2f} M "
            f"| {row['bits_per_character']:.3f} [{row['low']:.3f}, {row['high']:.3f}] | {against} "
            f"| {characters / row['cpu_seconds']:,.0f} | {row['generated_characters_a_second']:.0f} |"
        )
    return lines


def baseline(row: dict, rows: list[dict]) -> dict | None:
    """The run of BPE of the same seed."""
    return next((each for each in rows if BASELINE.fullmatch(name(each)) and each["seed"] == row["seed"]), None)


def bits_of_seeds(language: str) -> dict[str, dict[str, np.ndarray]]:
    """For tokenizer and configuration the bits of the runs with equal text and of BPE with their seeds: (2, seeds, lines)."""
    found: dict[str, dict[str, np.ndarray]] = {}
    for configuration in CONFIGURATIONS:
        rows = [row for row in runs(configuration) if (row["language"], row["budget"]) == (language, "text")]
        bases = {row["seed"]: row["line_bits"] for row in rows if BASELINE.fullmatch(name(row))}
        for tokenizer in {name(row): None for row in rows}:
            of_seeds = {row["seed"]: row["line_bits"] for row in rows if name(row) == tokenizer and row["seed"] in bases}
            pairs = [(bits, bases[seed]) for seed, bits in sorted(of_seeds.items())]
            found.setdefault(tokenizer, {})[configuration] = np.array(pairs).transpose(1, 0, 2)
    return found


def resampled(bits: np.ndarray) -> np.ndarray:
    """The difference from BPE in each resample. Of equally many seeds, and of the lines, every tokenizer and size has the same draws."""
    _, seeds, lines = bits.shape
    random, of_lines = np.random.default_rng(seeds), np.random.default_rng(0)
    chosen = (bits[:, random.integers(0, seeds, seeds)][:, :, of_lines.integers(0, lines, lines)] for _ in range(RESAMPLES))
    return np.array([own.sum() / base.sum() - 1 for own, base in chosen])


def sizes_table(language: str) -> list[str]:
    """The gain of each tokenizer in decoders of several sizes, and its slope."""
    bodies = {each: next(row["body"] for row in runs(each) if row["language"] == language) for each in CONFIGURATIONS}
    characters = sum(map(len, development_sample(language)[: next(row["measured_lines"] for row in runs())]))
    lines = [f"| tokenizer | {' | '.join(f'{body / 1e6:.2f} M' for body in bodies.values())} | slope |", "|---|---|---|---|---|"]
    for tokenizer, sizes in sorted(bits_of_seeds(language).items(), key=lambda item: item[1]["small"][0].mean()):
        is_base = BASELINE.fullmatch(tokenizer)
        drawn = {each: resampled(bits) for each, bits in sizes.items()}
        means = {each: bits[0].sum() / bits[1].sum() - 1 for each, bits in sizes.items()}
        cells = []
        for each in bodies:
            against = "" if is_base or each not in sizes else f"{with_interval(means[each], drawn[each])}; "
            cells.append(f"{against}{sizes[each][0].sum(1).mean() / characters:.3f} ({sizes[each].shape[1]})" if each in sizes else "")
        if not is_base and len(sizes) > 1:
            slopes = np.polyfit(np.log2([bodies[each] for each in sizes]), np.array([[means[each], *drawn[each]] for each in sizes]), 1)[0]
            cells.append(with_interval(slopes[0], slopes[1:]))
        lines.append(f"| `{tokenizer}` | {' | '.join(cells)} |{'' if len(cells) > len(bodies) else ' |'}")
    return lines


def spellings() -> str:
    """How many fewer bits one id for all spellings of an affix takes: `tr-mft` against `tr-unigram`, in all sizes that both have."""
    bits = bits_of_seeds("tr")
    pairs = {each: np.array([bits["tr-mft"][each][0], own[0]]) for each, own in bits["tr-unigram"].items()}
    shown = (f"{with_interval(own.sum() / other.sum() - 1, resampled(pairs[each]))} ({each})" for each, (own, other) in pairs.items())
    return f"`tr-mft` against `tr-unigram`: {', '.join(shown)}"


def picture(groups: dict[tuple[str, str, str], list[dict]]) -> None:
    """The learning curves of the runs over equal text, a panel a language."""
    shown = {language: groups[language, "text", "small"] for language in LANGUAGES}
    matplotlib.rcParams["svg.hashsalt"] = "morfem"  # equal pictures are equal files
    figure, panels = pyplot.subplots(1, len(shown), figsize=(5.5 * len(shown), 4), squeeze=False)
    for panel, (language, rows) in zip(panels[0], shown.items(), strict=True):
        for row in (row for row in rows if not row["seed"]):
            steps, loss = np.array(row["curve"]).T
            read = steps * row["tokens"] / row["steps"] * row["characters_a_token"] / 1e6
            panel.plot(read, loss / row["characters_a_token"] / math.log(2), label=name(row))
        panel.set(title=LANGUAGES[language], xlabel="million characters read", ylabel="training loss, bits per character")
        panel.legend()
    figure.tight_layout()
    figure.savefig(HERE / "curves.svg", metadata={"Date": None})


def main() -> None:
    groups: dict[tuple[str, str, str], list[dict]] = {}
    for configuration in ("small", "tiny"):
        for row in runs(configuration):
            groups.setdefault((row["language"], row["budget"], configuration), []).append(row)
    del groups["tr", "text", "tiny"]  # its figures are in the table of sizes
    # A run that ends at its budget of operations anyway stands in two tables.
    keys = ("configuration", "language", "tokenizer", "steps", "seed")
    seconds = sum({tuple(map(row.get, keys)): row["cpu_seconds"] for each in CONFIGURATIONS for row in runs(each)}.values())
    spent = conditions("seeds as in the tables", f"{seconds / 60:,.0f} minutes of CPU time for the trainings").rstrip()
    lines = [CONDITIONS, "", spent, "", "## Turkish, three sizes", "", SIZES, "", *sizes_table("tr"), "", spellings()]
    for (language, budget, _), rows in sorted(groups.items(), key=lambda item: (list(LANGUAGES).index(item[0][0]), item[0][1] != "text")):
        lines += ["", f"## {LANGUAGES[language]}, {BUDGETS[budget]}, {rows[0]['body'] / 1e6:.2f} M", "", *table(rows)]
    picture(groups)
    lines += ["", "## Learning curves", "", "![Training loss against characters read](curves.svg)"]
    (HERE / "RESULTS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
