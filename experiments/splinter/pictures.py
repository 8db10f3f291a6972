"""The pictures: tokens per word by size of the vocabulary, shared vocabulary, and the tokens with the most neighbours."""

from collections.abc import Mapping, Sequence

import matplotlib
import numpy as np
from models import HERE, LANGUAGES, Model
from numpy.typing import NDArray

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.ticker import FuncFormatter, NullLocator, PercentFormatter

COLOURS = {"vanilla": "#E69F00", "Splinter": "#0072B2", "units": "#009E73"}
LINES = {"BPE": "-", "Unigram": "--", "bundled": ""}
matplotlib.rcParams["svg.hashsalt"] = "morfem"  # equal pictures are equal files
matplotlib.rcParams["font.size"] = 9


def tokens_per_word(figures: Mapping[Model, Mapping[str, float]]) -> None:
    """Tokens per white-space word by size, one panel per language."""
    drawn, panels = pyplot.subplots(1, len(LANGUAGES), figsize=(10, 3.4), sharey=True)
    for panel, (code, language) in zip(panels, LANGUAGES.items(), strict=True):
        own = sorted(model for model in figures if model.language == code)
        for system, inner in dict.fromkeys((model.system, model.inner) for model in own):
            models = [model for model in own if (model.system, model.inner) == (system, inner)]
            values = [figures[model]["fertility"] for model in models]
            label = "bundled" if system == "units" else f"{system} {inner}"
            marker = "*" if system == "units" else "o" if inner == "BPE" else "^"
            panel.plot(
                [model.size for model in models],
                values,
                marker=marker,
                markersize=10 if system == "units" else 4,
                color=COLOURS[system],
                linestyle=LINES[inner] or "none",
                label=label,
            )
        panel.set_title(language)
        _sizes(panel, sorted({model.size for model in own if model.system != "units"}))
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("tokens a white-space word")
    panels[-1].legend(frameon=False)
    _save(drawn, "tokens_per_word.svg")


def overlaps(shares: Mapping[Model, float]) -> None:
    """Share of Splinter's vocabulary that is also in vanilla BPE, by size."""
    drawn, panel = pyplot.subplots(figsize=(5, 3.4))
    for (code, language), marker in zip(LANGUAGES.items(), "os^", strict=True):
        models = sorted(model for model in shares if model.language == code)
        panel.plot([model.size for model in models], [shares[model] for model in models], marker=marker, markersize=4, label=language)
    _sizes(panel, sorted({model.size for model in shares}))
    panel.yaxis.set_major_formatter(PercentFormatter(1.0))
    panel.set_ylim(0, 1)
    panel.set_ylabel("tokens of Splinter + BPE that BPE has")
    panel.grid(alpha=0.3)
    panel.legend(frameon=False)
    _save(drawn, "overlap.svg")


def neighbours(counts: Mapping[str, NDArray[np.int64]], most: int = 200) -> None:
    """Distinct neighbours of the tokens with the most neighbours, for vanilla and Splinter."""
    drawn, panels = pyplot.subplots(1, len(counts), figsize=(10, 3.2), sharey=True)
    for panel, (name, found) in zip(panels, counts.items(), strict=True):
        panel.bar(
            range(most), np.sort(found)[::-1][:most], width=1.0, color=COLOURS["vanilla" if name.startswith("vanilla") else "Splinter"]
        )
        panel.set_title(name)
        panel.set_xlabel(f"the {most} tokens with the most neighbours")
        panel.grid(alpha=0.3, axis="y")
    panels[0].set_ylabel("distinct neighbours")
    _save(drawn, "neighbours.svg")


def _sizes(panel: pyplot.Axes, sizes: Sequence[int]) -> None:
    panel.set_xscale("log")
    panel.set_xticks([size for size in sizes if size != 1_000])  # no room beside 800
    panel.xaxis.set_minor_locator(NullLocator())
    panel.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size / 1000:g}k"))
    panel.tick_params(axis="x", rotation=60)
    panel.set_xlabel("ids")


def _save(drawn: pyplot.Figure, name: str) -> None:
    drawn.tight_layout()
    drawn.savefig(HERE / name, metadata={"Date": None})
    pyplot.close(drawn)
