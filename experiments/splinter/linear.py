"""A tokenizer over linear texts, as in the paper: texts are linearised, and a tokenizer of another kind cuts them.

What code points of the text a token has follows from two things that give the symbols of a word in the same order: the linear text, and the
tokens of a tokenizer of Splinter without merges, whose positions are known.
"""

import hashlib
from collections.abc import Sequence

import morfem
import numpy as np
from morfem.evaluate import Segmentation, wrap
from morfem.evaluate.subject import Subject
from numpy.typing import NDArray

ESCAPE = "\ue000"


class Linear(Subject):
    """`inner` on the linear texts of `splinter`; `symbols` is `splinter` without merges."""

    def __init__(self, name: str, splinter: morfem.Tokenizer, symbols: morfem.Tokenizer, inner: morfem.Tokenizer) -> None:
        self.name, self.splinter, self.inner = name, splinter, inner
        self._symbols, self._wrapped = symbols, wrap(inner, name)
        self.hash = hashlib.sha256((self._wrapped.hash + wrap(symbols, name).hash).encode()).hexdigest()
        self.vocab_size = inner.vocab_size
        self.residue_positions = wrap(symbols, name).residue_positions  # type: ignore[attr-defined]

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """How it cuts texts."""
        linear = [self.splinter.linearize(text) for text in texts]
        cut = self._wrapped.encode(linear)
        begins = np.cumsum([0, *map(len, texts)], dtype=np.int64)
        owner = np.full(int(begins[-1]), -1, np.int64)
        places = [self._places(text, line) + begin for text, line, begin in zip(texts, linear, begins[:-1], strict=True)]
        place = np.concatenate(places) if places else np.zeros(0, np.int64)
        is_real = place >= np.repeat(begins[:-1], [len(line) for line in linear])
        owner[place[is_real]] = cut.owner[is_real]
        return Segmentation(texts, cut.ids, cut.indptr, owner)

    def _places(self, text: str, linear: str) -> NDArray[np.int64]:
        """For each character of a linear text the code point of the text that it stands for; a mark of case stands for none."""
        encoding = self._symbols.encode(text)
        assert encoding.positions is not None
        signs = [
            [at for at in owned if text[at] != " "]
            for owned, kind, token in zip(encoding.positions, encoding.kinds, encoding.tokens, strict=True)
            if kind != "byte" and token != "<join>"
        ]
        inside = {at for owned in signs for at in owned}
        outside = iter([at for at in range(len(text)) if at not in inside])
        units = iter(signs)
        found, is_literal = [], False
        for character in linear:
            if is_literal or not "\ue000" <= character <= "\uf8ff":
                found.append(next(outside))
                is_literal = False
            elif character == ESCAPE:
                found.append(-len(text) - 1)
                is_literal = True
            else:
                owned = next(units)
                assert len(owned) <= 1
                found.append(owned[0] if owned else -len(text) - 1)
        return np.array(found, np.int64)

    def decode(self, batch: Sequence[Sequence[int]]) -> list[str]:
        """The texts."""
        return [self.splinter.delinearize(text) for text in self.inner.decode_batch(batch)]

    def token(self, id: int) -> str:
        """What a token spells."""
        text = self.inner.decode([id])
        return ("▁" if text.startswith(" ") else "") + self.splinter.delinearize(text.strip(" "))
