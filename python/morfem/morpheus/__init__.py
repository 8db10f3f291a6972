"""Morpheus: a small neural network that finds the morpheme boundaries of a Turkish word and gives a vector for it (Şakar 2026).

    import morfem.morpheus
    model = morfem.morpheus.load()
    model.segment(["kitaplarımızdan"])      # [['kitap', 'lar', 'ımız', 'dan']]
    model.boundaries(["evde"])              # a probability for every gap of every word
    model.embed(["evde", "evler"])          # unit vectors, float32
    model.nearest("evde", 3, ["evler", "göz", "evimiz", "gözlük"])

The network runs in ONNX Runtime (``pip install 'morfem[morpheus]'``), or in PyTorch if that is installed. Training needs PyTorch
(``pip install 'morfem[morpheus-train]'``). The tokenizer made from the network, ``morfem.load("tr-morpheus")``, needs neither.
"""

from .model import Morpheus, load

__all__ = ["Morpheus", "load"]
