"""Measures a model once: figures of the suites of morfem, and lines that come back.

Figures are stored beside the model under the hash of the tokenizer, so an unchanged model is not measured again.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from models import CACHE, DATA, Model, development_lines
from morfem.adapters.adapter import TokenizerAdapter
from morfem.evaluate import gold
from morfem.evaluate.metrics import find
from morfem.evaluate.metrics.compression import Compression
from morfem.evaluate.metrics.distribution import Distribution
from morfem.evaluate.suite import Data, Suite

BATCH = 500
Figures = dict[str, float]


def measured(model: Model, adapter: TokenizerAdapter) -> Figures:
    """All figures of a model; those on gold data are named `data: figure`."""
    file = CACHE / model.language / "measured" / f"{model.folder.name}-{adapter.hash[:16]}.json"
    if not file.exists():
        figures = of_text(adapter, lines(model.language))
        for entry, data in golden(model.language):
            for name, options in entry.metrics.items():
                for figure in find(name)(data, **options).figures(adapter):
                    figures[f"{entry.label}: {figure.name}"] = figure.point
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(figures), encoding="utf-8")
    found: Figures = json.loads(file.read_text("utf-8"))
    return found


@cache
def lines(language: str) -> list[str]:
    """The development lines."""
    return development_lines(language)


@cache
def golden(language: str) -> list[tuple[Data, Any]]:
    """The gold data of a language's suite."""
    entries = [entry for entry in Suite.read(f"{language}-intrinsic").data if entry.format is not None]
    return [(entry, gold.read(Path(DATA) / entry.path, entry.format, **entry.options)) for entry in entries]


def of_text(adapter: TokenizerAdapter, texts: Sequence[str]) -> Figures:
    """Figures of running text."""
    measurements = [Compression().measure(adapter), Distribution().measure(adapter)]
    exact = 0
    for first in range(0, len(texts), BATCH):
        batch = list(texts[first : first + BATCH])
        segmentation = adapter.encode(batch)
        for measurement in measurements:
            measurement.add(segmentation)
        ids = [segmentation.ids[begin:end].tolist() for begin, end in zip(segmentation.indptr, segmentation.indptr[1:], strict=False)]
        exact += sum(text == back for text, back in zip(batch, adapter.decode(ids) or [], strict=True))
    figures = {figure.name: figure.point for measurement in measurements for figure in measurement.figures()}
    return figures | {"exact_lines": exact / len(texts)}
