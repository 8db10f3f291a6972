"""Evaluation of any tokenizer: metrics with definitions, intervals, paired tests and signatures.

>>> from morfem.evaluate import wrap
>>> wrap("characters").encode_words(["ev"]).segments(0, 2)
['e', 'v']
"""

from .adapter import TokenizerAdapter
from .adapters import wrap
from .evaluation import evaluate
from .metric import Metric, Score, Signature, TextMetric, WordMetric
from .report import Comparison, Report
from .segmentation import Segmentation

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
