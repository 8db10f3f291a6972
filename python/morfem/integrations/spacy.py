"""spaCy: a tokenizer for pipelines. A token of the `Doc` is a word, and carries what morfem knows of it.

>>> import spacy
>>> import morfem.integrations.spacy
>>> nlp = spacy.blank("tr", config={"nlp": {"tokenizer": {"@tokenizers": "morfem.Tokenizer.v1", "name": "tr-mft"}}})
>>> doc = nlp("Kitaplarımızdan okuduk.")
>>> [(token.text, token.lemma_, token._.glosses) for token in doc]
[('Kitaplarımızdan', 'kitap', ['PL', '1PL.POSS', 'ABL']), ('okuduk', 'oku', ['PST', '1PL.PST']), ('.', '', [])]
>>> doc[0].morph
Case=Abl|Number=Plur|Number[psor]=Plur|Person[psor]=1

A word is what white space separates. Symbols at its start and end, such as brackets and full stops, are tokens of their own; a combining
mark, such as a vowel point, stays with the character before it. White space other than one space after a word is a token too, so
`doc.text` is the text.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from .. import load
from .._core import Analysis, ArtifactError, Encoding, Tokenizer
from ..require import require

spacy = require("spacy", "spacy", ">=3.8.14,<4")
tokens = require("spacy.tokens", "spacy", ">=3.8.14,<4")
srsly = require("srsly", "spacy", ">=2.4")

Answer = TypeVar("Answer")

EXTENSIONS = {"glosses": list, "morphemes": list, "root": str}
for _name, _type in EXTENSIONS.items():
    tokens.Token.set_extension(_name, default=_type(), force=True)

UNIVERSAL_TAGS = {
    "noun": "NOUN",
    "proper": "PROPN",
    "verb": "VERB",
    "verb_oida": "VERB",
    "adjective": "ADJ",
    "adverb": "ADV",
    "pronoun": "PRON",
    "personal": "PRON",
    "numeral": "NUM",
    "numeral_n": "NUM",
    "conjunction": "CCONJ",
    "postposition": "ADP",
    "interjection": "INTJ",
    "determiner": "DET",
    "question": "AUX",
}
_PARTS = re.compile(r"\s+|\S+")
JOINER = "\u200d"  # joins emoji
_SYMBOLS = re.compile(r"[\W_]", re.UNICODE)


@spacy.registry.tokenizers("morfem.Tokenizer.v1")  # type: ignore[untyped-decorator]
def create(name: str) -> Callable[[Any], MorfemTokenizer]:
    """The factory that a configuration names. `name` is a bundled tokenizer, or the folder of a saved one."""

    def make(nlp: Any) -> MorfemTokenizer:
        return MorfemTokenizer(nlp.vocab, load(name))

    return make


class MorfemTokenizer:
    """Makes a `Doc` of words.

    Each word has the extensions `morphemes` (token strings), `glosses` (Leipzig glosses of the affixes) and `root`. Where the tokenizer has
    a grammar (MFT), it also has `lemma_` (the root: for a verb the stem, *oku*), `pos_`, and for Turkish `morph` in Universal
    Dependencies; the sentence decides between readings that are spelled alike (`Tokenizer.analyze_text`). Splinter gives `root` and
    `morphemes`.

    Parameters
    ----------
    vocab : the vocabulary of the pipeline.
    tokenizer : a tokenizer of morfem.
    """

    def __init__(self, vocab: Any, tokenizer: Tokenizer) -> None:
        self.vocab = vocab
        self.tokenizer = tokenizer
        self._describe = functools.lru_cache(maxsize=1 << 16)(self._description)

    def __call__(self, text: str) -> Any:
        words, spaces = _words(text)
        doc = tokens.Doc(self.vocab, words=words, spaces=spaces)
        in_context = dict(self.tokenizer.analyze_text(text)) if "analyze_text" in self.tokenizer.capabilities else {}
        for token in doc:
            if token.text.isspace() or all(map(_SYMBOLS.match, token.text)):
                continue
            morphemes, glosses, token._.root, lemma, tag, morph = self._describe(token.text)
            if analysis := in_context.get((token.idx, token.idx + len(token.text))):
                glosses, token._.root, lemma, tag, morph = self._analyzed(analysis, self.tokenizer.language == "tr")
            # Lists of their own: what is described is kept for the next text.
            token._.morphemes, token._.glosses = list(morphemes), list(glosses)
            if lemma:
                token.lemma_ = lemma
            if tag:
                token.pos_ = tag
            if morph:
                token.set_morph(morph)
        return doc

    def pipe(self, texts: Iterable[str], **options: Any) -> Iterator[Any]:
        """`__call__` for each of the texts."""
        return map(self, texts)

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The files of the tokenizer."""
        return srsly.msgpack_dumps(self.tokenizer.files())

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> MorfemTokenizer:
        """Take over a tokenizer from `to_bytes`."""
        self.__init__(self.vocab, Tokenizer.from_files(srsly.msgpack_loads(data)))  # type: ignore[misc]
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Save the tokenizer as one file."""
        Path(path).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> MorfemTokenizer:
        """Load the tokenizer from `to_disk`.

        Raises
        ------
        ArtifactError : if the file is damaged.
        """
        try:
            return self.from_bytes(Path(path).read_bytes())
        except (ValueError, TypeError, AttributeError) as error:
            raise ArtifactError(f"{path}: not a tokenizer of morfem that spaCy saved: {error}") from None

    def __reduce__(self) -> tuple[type[MorfemTokenizer], tuple[Any, Tokenizer]]:
        return MorfemTokenizer, (self.vocab, self.tokenizer)

    def _description(self, word: str) -> tuple[list[str], list[str], str, str, str, str]:
        """Morphemes, glosses, root, lemma, part of speech and features of a word."""
        encoding = self.tokenizer.encode(word)
        morphemes, glosses = _named(encoding)
        analyses = self._asked(self.tokenizer.analyze, word) if "analyze" in self.tokenizer.capabilities else None
        if analyses:
            return morphemes, *self._analyzed(analyses[0], "tr" in [self.tokenizer.language, *(encoding.languages or [])])
        explanation = self._asked(self.tokenizer.explain, word) if "explain" in self.tokenizer.capabilities else None
        return morphemes, glosses, (explanation and explanation.root) or "", "", "", ""

    @staticmethod
    def _analyzed(analysis: Analysis, is_turkish: bool) -> tuple[list[str], str, str, str, str]:
        """Glosses, root, lemma, part of speech and features of an analysis."""
        morph = _features(tuple(analysis.glosses)) if is_turkish else ""
        return analysis.glosses, analysis.root, analysis.root, UNIVERSAL_TAGS.get(analysis.part_of_speech or "", ""), morph

    @staticmethod
    def _asked(ask: Callable[[str], Answer], word: str) -> Answer | None:
        """What a method says of a word; None if the word has no letter of its language, or in a union no such system."""
        try:
            return ask(word)
        except ValueError:
            return None


def _words(text: str) -> tuple[list[str], list[bool]]:
    """The words, symbols and runs of white space of a text, and whether one space follows each."""
    words: list[str] = []
    spaces: list[bool] = []
    for part in _PARTS.findall(text):
        if part.isspace():
            if words and not spaces[-1] and not words[-1].isspace() and part[0] == " ":
                spaces[-1] = True
                part = part[1:]
            if part:
                words.append(part)
                spaces.append(False)
            continue
        start, end = _edges(part)
        pieces = [*_symbols(part[:start]), *([part[start:end]] if start < end else []), *_symbols(part[end:])]
        words += pieces
        spaces += [False] * len(pieces)
    return words, spaces


def _edges(part: str) -> tuple[int, int]:
    """Start and end of the word between the symbols of a part."""
    start, end = 0, len(part)
    while start < end and _SYMBOLS.match(part[start]):
        start += 1
    while start < end and _SYMBOLS.match(part[end - 1]):
        end -= 1
    while start < end < len(part) and _is_mark(part[end]):
        end += 1
    return start, end


def _symbols(run: str) -> list[str]:
    """The symbols of a run, each with its combining marks."""
    starts = [at for at, c in enumerate(run) if at == 0 or not (_is_mark(c) or run[at - 1] == JOINER)]
    return [run[start:end] for start, end in itertools.pairwise([*starts, len(run)])]


def _is_mark(c: str) -> bool:
    return c == JOINER or unicodedata.category(c).startswith("M")


def _named(encoding: Encoding) -> tuple[list[str], list[str]]:
    """The token strings of a word without marks, and its glosses."""
    morphemes = [token for token, kind in zip(encoding.tokens, encoding.kinds, strict=True) if kind != "mark"]
    return morphemes, [gloss for gloss in encoding.glosses if gloss is not None]


@functools.cache
def _universal() -> dict[str, str]:
    """The Universal Dependencies features of each gloss."""
    table = resources.files(__package__).joinpath("universal_features.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return dict(rows[1:])


def _features(glosses: tuple[str, ...]) -> str:
    """The features of a word. Of two values for one feature, the later morpheme's counts."""
    pairs = [pair.split("=") for gloss in glosses for pair in _universal().get(gloss, "").split("|") if pair]
    return "|".join(f"{name}={value}" for name, value in dict(pairs).items())
