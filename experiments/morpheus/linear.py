"""The boundary model of an artefact, applied n-gram by n-gram: slow, and independent of the implementation in the core."""

from pathlib import Path

BEHIND = 10  # lanes before the end of an n-gram
LONGEST = 16


class Linear:
    """The n-grams of letters and of types with their weights, and the words that are exceptions."""

    def __init__(self, folder: Path) -> None:
        import tomllib

        self.ngrams: dict[str, list[tuple[int, int]]] = {}
        self.kinds: dict[str, list[tuple[int, int]]] = {}
        self.bias = 0
        for line in (folder / "boundaries.tsv").read_text("utf-8").splitlines()[1:]:
            ngram, of, first, written = line.split("\t")
            weights = [(int(first) + place, int(weight)) for place, weight in enumerate(written.split())]
            if of == "places":
                self.bias = weights[0][1]
            else:
                (self.ngrams if of == "letters" else self.kinds)[ngram] = weights
        self.known = {letter for ngram in self.ngrams for letter in ngram}
        phonology = tomllib.loads((folder / "phonology.toml").read_text("utf-8"))
        harmonies = sorted(set(phonology["vowels"].values()))
        self.types = {vowel: harmonies.index(harmony) for vowel, harmony in phonology["vowels"].items()}
        self.types |= {letter: len(harmonies) + 1 for letter in phonology["sounds"]["consonants"]}
        self.types |= {letter: len(harmonies) for letter in phonology["sounds"]["voiceless"]}
        self.other = len(harmonies) + 2
        self.exceptions = {line.replace("+", "") for line in (folder / "exceptions.tsv").read_text("utf-8").splitlines()[1:]}

    def cuts(self, word: str) -> set[int]:
        """The gaps where the sum is positive."""
        letters = "^" + "".join(letter if letter in self.known else "?" for letter in word) + "$"
        kinds = [self.other + 1, *(self.types.get(letter, self.other) for letter in letters[1:-1]), self.other + 2]
        types = "".join(chr(ord("A") + kind) for kind in kinds)
        sums = [self.bias] * (len(letters) + LONGEST)
        for end in range(1, len(letters) + 1):
            for begin in range(max(0, end - LONGEST), end):
                for lane, weight in [*self.ngrams.get(letters[begin:end], ()), *self.kinds.get(types[begin:end], ())]:
                    if lane + end >= BEHIND:
                        sums[lane + end - BEHIND] += weight
        return {place - 1 for place in range(2, len(letters) - 1) if sums[place] > 0}

    @staticmethod
    def with_apostrophes(word: str, cuts: set[int]) -> set[int]:
        """An apostrophe is a segment of its own."""
        beside = {end for at, letter in enumerate(word) if letter == "'" for end in (at, at + 1)}
        return {cut for cut in cuts | beside if 0 < cut < len(word)}
