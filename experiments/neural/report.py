"""Writes RESULTS.md and the picture curves.svg from the runs that `train.py` has finished.

    python experiments/neural/report.py

A run is compared with the run of BPE in the same language and with the same budget, line by line: the interval is that of the paired
bootstrap over lines. Only whole runs are shown; of several with the same settings, the last. The learning curves show the loss of each
checkpoint's last batch in bits per character against the characters read. Rows of runs.jsonl have the bits of each line; the first rows do
not, and have their comparison with BPE instead. Needs matplotlib.
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
BASELINE = re.compile(r"bpe-\d+")  # BPE of the language alone; that of a mixture is `bpe-LANGUAGE-SIZE`
CONDITIONS = """# Small neural models

    python experiments/neural/train.py --configuration small --tokenizer NAME_OR_FOLDER --language LANGUAGE --budget text
    python experiments/neural/report.py

The same decoder for all tokenizers: 4 layers of width 192, 1.77 million parameters without the vocabulary (RMSNorm, rotary positions,
SwiGLU, tied embeddings; AdamW, cosine). *Equal text*: one pass over the same 10 MB of training lines. *Equal operations*: every tokenizer
stops at 1.337e14 floating-point operations, what `tr-mft` needs for its pass. Bits per character: each development line alone, its end
charged, 95 % bootstrap intervals over lines; against BPE in pairs.

BPE and Unigram are trained on the lines of the language alone (`experiments/language_model/models.py`), while an eighth to a quarter of
the ids of `tr-mft`, `tr-mft-64k`, `he-splinter` and `ko-thunder` is for English, code and other scripts. `bpe-ko-131072` is trained on
the mixture of `ko-thunder` (`experiments/coverage/baseline.py`), and `ko-thunder-korean`, an earlier one, on Korean alone.
`tr-mft-spelled` is `tr-mft` with a vector for each spelling of a unit (`spelled.py` of commit 77660707), `thunder-likelihood` Thunder-Tok
with `LIKELIHOOD_OPTIONS`. Speeds are characters a second of CPU time, one thread, bfloat16, greedy without a cache; compare them within a
table."""

TINY = """`--configuration tiny`: 4 layers of width 112, .60 million parameters without the vocabulary, over the same 10 MB. Equal strings
begin with equal vectors in every tokenizer. `moved-left` is the control (`cuts.py`): it has the cuts of `tr-mft`, each moved one letter
to the left, and an id for each spelling. BPE has the splitter of o200k."""

SEEDS = "The seed draws the training lines, their order and the first weights. Equal text; the intervals are over the measured lines alone."


def runs(configuration: str = "small") -> list[dict]:
    """The last whole run of each tokenizer, language, budget and seed. The first rows have no seed, and were made with 0."""
    rows = [json.loads(line) for line in (HERE / "runs.jsonl").read_text("utf-8").splitlines()]
    whole = [row for row in rows if row["configuration"] == configuration and row["steps"] == row["of"]]
    return list({(row["language"], row["budget"], name(row), row.get("seed", 0)): row for row in whole}.values())


def name(row: dict) -> str:
    """The tokenizer's name in the tables; a baseline's folder is named after its kind and size."""
    return Path(row["tokenizer"]).name


def difference(row: dict, base: dict) -> str:
    """Bits of `row` against those of `base` in percent, with the interval of the paired bootstrap over lines, if both have their lines."""
    if not ("line_bits" in row and "line_bits" in base):
        return row.get("against_bpe") or signed(row["bits_per_character"] / base["bits_per_character"] - 1)
    bits, others = np.array(row["line_bits"]), np.array(base["line_bits"])
    draw = np.random.default_rng(0).integers(0, len(bits), (2000, len(bits)))
    low, high = np.quantile(bits[draw].sum(1) / others[draw].sum(1) - 1, [0.025, 0.975])
    return f"{signed(bits.sum() / others.sum() - 1)} [{signed(low)}, {signed(high)}]"


def signed(share: float) -> str:
    """A difference in percent with its sign."""
    return f"{100 * share:+.1f} %".replace("-", "−")


def table(rows: list[dict]) -> list[str]:
    """One table: a language and a budget."""
    base = baseline(rows)
    lines = [
        "| tokenizer | ids | tokens read | characters read | bits per character | against BPE | trained a CPU second | written a second |",
        "|---|---:|---:|---:|---|---|---:|---:|",
    ]
    for row in sorted(rows, key=lambda row: row["bits_per_character"]):
        characters = row["tokens"] * row["characters_a_token"]
        against = "" if base is None or row is base else difference(row, base)
        lines.append(
            f"| `{name(row)}` | {row['vocab_size']:,} | {row['tokens'] / 1e6:.2f} M | {characters / 1e6:.2f} M "
            f"| {row['bits_per_character']:.3f} [{row['low']:.3f}, {row['high']:.3f}] | {against} "
            f"| {characters / row['cpu_seconds']:,.0f} | {row['generated_characters_a_second']:.0f} |"
        )
    return lines


def baseline(rows: list[dict]) -> dict | None:
    """The run of BPE that the others are compared with: of those of the language alone, that with the smallest vocabulary."""
    return min((row for row in rows if BASELINE.fullmatch(name(row))), key=lambda row: row["vocab_size"], default=None)


def seeds_table(rows: list[dict]) -> list[str]:
    """The runs with another seed than 0, each against the runs of BPE with its seed."""
    groups: dict[tuple[str, str, str], list[dict]] = {}
    for row in rows:
        groups.setdefault((row["language"], row["budget"], name(row)), []).append(row)
    lines = [
        "| language | tokenizer | seed | bits per character | against BPE | against BPE of the mixture |",
        "|---|---|---:|---|---|---|",
    ]
    order = sorted(groups.items(), key=lambda item: (list(LANGUAGES).index(item[0][0]), item[0][2].startswith("bpe")))
    for (language, *_), group in order:
        for row in sorted((row for row in group if row.get("seed", 0)), key=lambda row: row["seed"]):
            of_seed = [each for each in rows if all(each.get(key, 0) == row.get(key, 0) for key in ("language", "budget", "seed"))]
            bases = baseline(of_seed), next((each for each in of_seed if name(each).startswith(f"bpe-{language}-")), None)
            against = ["" if base is None or row is base else difference(row, base) for base in bases]
            lines.append(
                f"| {LANGUAGES[language]} | `{name(row)}` | {row['seed']} | {row['bits_per_character']:.3f} "
                f"[{row['low']:.3f}, {row['high']:.3f}] | {' | '.join(against)} |"
            )
    return lines


def picture(groups: dict[tuple[str, str], list[dict]]) -> None:
    """The learning curves of the runs over equal text, a panel a language."""
    shown = {language: rows for (language, budget), rows in groups.items() if budget == "text"}
    matplotlib.rcParams["svg.hashsalt"] = "morfem"  # equal pictures are equal files
    figure, panels = pyplot.subplots(1, len(shown), figsize=(5.5 * len(shown), 4), squeeze=False)
    for panel, (language, rows) in zip(panels[0], shown.items(), strict=True):
        for row in rows:
            steps, loss = np.array(row["curve"]).T
            read = steps * row["tokens"] / row["steps"] * row["characters_a_token"] / 1e6
            panel.plot(read, loss / row["characters_a_token"] / math.log(2), label=name(row))
        panel.set(title=LANGUAGES[language], xlabel="million characters read", ylabel="training loss, bits per character")
        panel.legend()
    figure.tight_layout()
    figure.savefig(HERE / "curves.svg", metadata={"Date": None})


def main() -> None:
    groups: dict[tuple[str, str], list[dict]] = {}
    for row in [row for row in runs() if not row.get("seed", 0)]:
        groups.setdefault((row["language"], row["budget"]), []).append(row)
    # A run that ends at its budget of operations anyway stands in two tables.
    seconds = sum({(row["language"], row["tokenizer"], row["steps"], row.get("seed", 0)): row["cpu_seconds"] for row in runs()}.values())
    lines = [CONDITIONS, "", conditions(time=f"{seconds / 60:,.0f} minutes of CPU time for the trainings").rstrip()]
    for (language, budget), rows in sorted(groups.items(), key=lambda item: (list(LANGUAGES).index(item[0][0]), item[0][1] != "text")):
        measured = development_sample(language)[: rows[0]["measured_lines"]]
        lines += ["", f"## {LANGUAGES[language]}, {BUDGETS[budget]}", "", *table(rows), ""]
        lines += [f"Measured on {len(measured)} development lines of {sum(map(len, measured)):,} characters."]
    lines += ["", "## Other seeds", "", SEEDS, "", *seeds_table(runs())]
    lines += ["", "## Turkish, a third of the parameters", "", TINY, "", *table([row for row in runs("tiny") if not row["seed"]])]
    picture(groups)
    lines += ["", "## Learning curves", "", "![Training loss against characters read](curves.svg)"]
    (HERE / "RESULTS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
