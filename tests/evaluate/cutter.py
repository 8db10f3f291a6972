"""A tokenizer that cuts words as a table says, to compute metrics by hand."""

from collections.abc import Mapping, Sequence

from morfem.adapters.adapter import TokenizerAdapter
from morfem.adapters.segmentation import Segmentation
from morfem.evaluate.statistics import Figure


class Cutter(TokenizerAdapter):
    """Cuts the words of a table; other texts are one token.

    `ev|den` is two tokens, each with an id of its letters. `k.t.b|.i.a.` is a token of the first, third and fifth letter and one of
    the others. `at_start` has words that are cut otherwise at the start of a text; letters in `lost` have no token.
    """

    name = "cutter"
    hash = "0" * 64
    vocab_size = None

    def __init__(self, table: Mapping[str, str], at_start: Mapping[str, str] | None = None, lost: str = "") -> None:
        self._table = dict(table)
        self._at_start = dict(at_start or table)
        self._lost = lost
        self._ids: dict[str, int] = {}

    def encode(self, texts: Sequence[str]) -> Segmentation:
        """Cuts texts, of which those of one word are at the start, and those of a comma and a word are not."""
        ids: list[int] = []
        indptr = [0]
        tokens: list[int] = []
        positions: list[int] = []
        begin = 0
        for text in texts:
            before, _, word = text.rpartition(" ")
            if before:
                tokens.append(len(ids))
                positions.append(begin)
                ids.append(self._id(before))
            place = begin + len(text) - len(word)
            for segment in (self._table if before else self._at_start).get(word, word).split("|"):
                tokens += [len(ids)] * len(segment)
                positions += [place + index for index in range(len(segment)) if segment[index] != "."]
                tokens = tokens[: len(positions)]
                ids.append(self._id(segment.replace(".", "")))
                place = place if "." in segment else place + len(segment)
            indptr.append(len(ids))
            begin += len(text)
        batch = Segmentation.from_pairs(texts, ids, indptr, tokens, positions)
        for letter in self._lost:
            batch.owner[batch.codes == ord(letter)] = -1
        return batch

    def decode(self, batch: Sequence[Sequence[int]]) -> None:
        """It cannot."""

    def token(self, id: int) -> str:
        """The token's letters."""
        return list(self._ids)[id]

    def _id(self, token: str) -> int:
        return self._ids.setdefault(token, len(self._ids))


def points(figures: Sequence[Figure]) -> dict[str, float]:
    """The figures by their names, rounded."""
    return {figure.name: round(figure.point, 4) for figure in figures}
