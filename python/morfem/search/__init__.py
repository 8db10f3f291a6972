"""Search that knows morphology: terms for an index, and adapters for search libraries.

>>> from morfem.search import Analyzer
>>> analyzer = Analyzer("tr")
>>> [term.text for term in analyzer.document("Gözlerinin rengi", fields={"root"})]
['göz', 'renk']
"""

from .analyzer import Analyzer, Term, available
from .chunks import Chunk, chunks

__all__ = ["Analyzer", "Chunk", "Term", "available", "chunks"]
