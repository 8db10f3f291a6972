"""Evaluation of any tokenizer: metrics with definitions, intervals, paired tests and signatures.

>>> from morfem.evaluate import wrap
>>> wrap("characters").encode_words(["ev"]).segments(0, 2)
['e', 'v']
"""

from ..adapters import wrap
from ..adapters.adapter import TokenizerAdapter
from ..adapters.segmentation import Segmentation
from .evaluation import evaluate
from .metric import Metric, Score, Signature, TextMetric, WordMetric
from .report import Comparison, Report

__all__ = [
    "Comparison",
    "Metric",
    "Report",
    "Score",
    "Segmentation",
    "Signature",
    "TextMetric",
    "TokenizerAdapter",
    "WordMetric",
    "evaluate",
    "wrap",
]
