"""Morpheus: where the morphemes of a Turkish word meet, and a vector for it, from one small network (Şakar 2026, mended).

    import morfem.morpheus
    model = morfem.morpheus.load()
    model.segment(["kitaplarımızdan"])      # [['kitap', 'lar', 'ımız', 'dan']]
    model.boundaries(["evde"])              # a probability for every gap of every word
    model.embed(["evde", "evler"])          # unit vectors, float32
    model.nearest("evde", 3, ["evler", "göz", "evimiz", "gözlük"])

It runs in ONNX Runtime, ``pip install 'morfem[morpheus]'``, or in PyTorch where that is installed. Training one needs PyTorch:
``pip install 'morfem[morpheus-train]'``. The tokenizer made from it, which needs neither, is ``morfem.load("tr-morpheus")``.
"""

from .model import Morpheus, load

__all__ = ["Morpheus", "load"]
