"""Analysers and tokenizers without offsets, each as a callable `text -> [(piece, start, end), ...]` in code points.

==========================  =======================================================================================================
morfessor_log_tr, ...       Morfessor Baseline, trained by `train.py`: the best segmentation of each word; for every language
morfessor_types_tr, ...     the same, trained without counts
turkish_tokenizer_1_0_4     turkish-tokenizer of 2026, in Rust: a scored choice among roots and affixes
zemberek                    the first analysis that zemberek-python 0.2.3 gives of each word
kiwi                        the best analysis that kiwipiepy 0.24.1 gives of the text
==========================  =======================================================================================================

    PYTHONPATH=experiments/baselines morfem eval --suite tr-intrinsic --tokenizer systems:zemberek

A piece names a token: the morph for Morfessor, the root or function for the analysers, the first form of its id for turkish-tokenizer
("+" before an affix, "~" before a subword). White space belongs to no piece, except before a piece that begins with a space. If a program
analyses only words, every other character is a piece. Only an older version of turkish-tokenizer shows its tables, so two are used; each
is installed into a folder of its own in the cache, on first use.
"""

import gzip
import logging
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import regex
from alignment import ANY, Form, align, turkish_lower
from texts import CACHE, word_key

Piece = tuple[str, int, int]
CACHED_WORDS = 1 << 18
# Group 1 is a word.
LETTER_WORD = regex.compile(r"(\p{L}[\p{L}\p{M}]*)|\S")
TURKISH_WORD = regex.compile(r"([\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)?)|\S")
APOSTROPHES = ("'", "’")
# Zemberek looks words up without circumflex.
WITHOUT_CIRCUMFLEX = str.maketrans("âîû", "aiu")


def _by_word(text: str, pattern: "regex.Pattern[str]", analyse: Callable[[str], Iterable[Piece]]) -> list[Piece]:
    """The pieces of every word of a text; every other character is a piece, except white space."""
    found: list[Piece] = []
    for match in pattern.finditer(text):
        start = match.start()
        if word := match.group(1):
            found += [(piece, start + begin, start + end) for piece, begin, end in analyse(word)]
        else:
            found.append((match.group(), start, match.end()))
    return found


# Morfessor


@dataclass
class Morfessor:
    """A model of Morfessor: gives the morphs of the words of a text."""

    language: str
    kind: str

    def __call__(self, text: str) -> list[Piece]:
        return _by_word(text, LETTER_WORD, self._analyse)

    @cached_property
    def _analyse(self) -> Callable[[str], list[Piece]]:
        import morfessor

        file = CACHE / self.language / f"morfessor-{self.kind}.txt.gz"
        if not file.exists():
            command = f"python experiments/baselines/train.py --language {self.language} --only morfessor-{self.kind}"
            raise FileNotFoundError(f"there is no {file}; train it: {command}")
        rows = (line.split(" ", 1) for line in gzip.decompress(file.read_bytes()).decode().splitlines())
        segmented = [(int(count), tuple(morphs.split(" + "))) for count, morphs in rows]
        model = morfessor.BaselineModel()
        model.load_segmentations([(count, "".join(morphs), morphs) for count, morphs in segmented])

        @lru_cache(CACHED_WORDS)
        def analyse(word: str) -> list[Piece]:
            # A vowel point belongs to the letter before it, and is not in the key.
            ends = [match.end() for match in regex.finditer(r"\p{L}\p{M}*", word)]
            found: list[Piece] = []
            letters = start = 0
            for morph in model.viterbi_segment(word_key(word, self.language))[0]:
                letters += len(morph)
                found.append((morph, start, ends[letters - 1]))
                start = ends[letters - 1]
            return found

        return analyse


morfessor_log_ms = Morfessor("ms", "log")
morfessor_log_tr = Morfessor("tr", "log")
morfessor_log_ko = Morfessor("ko", "log")
morfessor_log_he = Morfessor("he", "log")
morfessor_log_ar = Morfessor("ar", "log")
morfessor_types_ms = Morfessor("ms", "types")
morfessor_types_tr = Morfessor("tr", "types")
morfessor_types_ko = Morfessor("ko", "types")
morfessor_types_he = Morfessor("he", "types")
morfessor_types_ar = Morfessor("ar", "types")


# turkish-tokenizer


@cache
def _turkish_tokenizer(version: str) -> Any:
    """A tokenizer of this version, from a folder of its own."""
    name = "turkish_tokenizer"
    folder = _installed(f"turkish-tokenizer=={version}")
    # The other version may have been imported under the same name. Its objects keep working.
    earlier = {module: sys.modules.pop(module) for module in list(sys.modules) if module.partition(".")[0] == name}
    sys.path.insert(0, str(folder))
    try:
        module: ModuleType = import_module(name)
    finally:
        sys.path.remove(str(folder))
        for loaded in [loaded for loaded in sys.modules if loaded.partition(".")[0] == name]:
            del sys.modules[loaded]
        sys.modules.update(earlier)
    return module.TurkishTokenizer()


def _installed(requirement: str) -> Path:
    folder = CACHE / "packages" / requirement
    if not folder.exists():
        unfinished = folder.with_name(f"unfinished-{folder.name}")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(unfinished), requirement]
        try:
            subprocess.run(command, check=True, stdout=sys.stderr)
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"{requirement} could not be installed; try it by hand: {' '.join(command)}") from error
        unfinished.rename(folder)
    return folder


@cache
def _turkish_forms() -> dict[int, tuple[str, ...]]:
    """The surface forms of the roots and affixes, by id; the later version has the same tables but does not show them."""
    tokenizer = _turkish_tokenizer("0.2.26")
    forms: dict[int, tuple[str, ...]] = {}
    for table in (tokenizer.roots, tokenizer.suffixes):
        for form, id in table.items():
            forms[id] = (*forms.get(id, ()), form)
    return forms


@dataclass
class TurkishTokenizer:
    """turkish-tokenizer: gives the pieces of a text, and decodes them as the program does.

    White-space words are independent of each other, and a token may have the space before it.
    """

    version: str
    _ids: dict[str, int] = field(default_factory=dict)  # of the pieces given so far
    _parts: dict[str, list[Piece]] = field(default_factory=dict)

    def __call__(self, text: str) -> list[Piece]:
        found: list[Piece] = []
        for match in regex.finditer(r"\S+", text):
            start = match.start()
            for piece, begin, end in self._part(match.group()):
                has_space = piece.lstrip("~").startswith(" ") and begin == 0 < start
                found.append((piece, start + begin - has_space, start + end))
        return found

    def decode(self, pieces: list[str]) -> str:
        """The text that the program decodes from pieces that it gave."""
        text: str = _turkish_tokenizer(self.version).decode([self._ids[piece] for piece in pieces])
        return text

    def _part(self, part: str) -> list[Piece]:
        """The pieces of a part of a text, which do not depend on its neighbours."""
        found = self._parts.get(part)
        if found is None:
            tokens = _turkish_tokenizer(self.version).tokenize_text(part)
            found = self._aligned(part, tokens[0] if isinstance(tokens, tuple) else tokens)
            if len(self._parts) < CACHED_WORDS:
                self._parts[part] = found
        return found

    def _aligned(self, part: str, tokens: list[dict[str, Any]]) -> list[Piece]:
        names: list[str] = []
        surfaces: list[tuple[Form, ...]] = []
        for token in tokens:
            name, kind = token["token"], getattr(token["type"], "value", token["type"])
            bare = name.lstrip(" ")
            forms: tuple[Form, ...] = (bare,)
            if name in ("<uppercase>", "<unknown>"):
                # The same string in a text is the same token.
                forms = ("" if name == "<uppercase>" else ANY, name)
            elif kind != "BPE" and bare in _turkish_forms().get(token["id"], ()):
                forms = _turkish_forms()[token["id"]]
                name = name.removesuffix(bare) + str(forms[0])
            name = {"SUFFIX": "+", "BPE": "~"}.get(kind, "") + name
            self._ids[name] = token["id"]
            names.append(name)
            surfaces.append(forms)
        return [(name, start, end) for name, (start, end) in zip(names, align(turkish_lower(part), surfaces), strict=True)]


turkish_tokenizer_1_0_4 = TurkishTokenizer("1.0.4")


# Analysers


@cache
def _zemberek() -> Callable[[str], list[Piece]]:
    logging.disable(logging.INFO)  # it configures the root logger and writes to it
    from zemberek import TurkishMorphology

    morphology = TurkishMorphology.create_with_defaults()
    logging.disable(logging.NOTSET)

    @lru_cache(CACHED_WORDS)
    def analyse(word: str) -> list[Piece]:
        analyses = morphology.analyze(word).analysis_results
        if not analyses:
            return [(turkish_lower(word), 0, len(word))]
        parts = [(part.surface, part.morpheme.id_) for part in analyses[0].morpheme_data_list if part.surface]
        names = [analyses[0].item.id_, *(f"+{function}" for _, function in parts[1:])]
        # The apostrophe is in no morpheme: it becomes a token that may stand before any of them.
        letters = [place for place, character in enumerate(word) if character not in APOSTROPHES]
        bare = turkish_lower("".join(word[place] for place in letters)).translate(WITHOUT_CIRCUMFLEX)
        spans = align(bare, [[surface.translate(WITHOUT_CIRCUMFLEX)] for surface, _ in parts])
        found = [(name, letters[begin], letters[end - 1] + 1) for name, (begin, end) in zip(names, spans, strict=True) if begin < end]
        marks = [(word[place], place, place + 1) for place in range(len(word)) if word[place] in APOSTROPHES]
        return sorted(found + marks, key=lambda piece: piece[1])

    return lambda text: _by_word(text, TURKISH_WORD, analyse)


def zemberek(text: str) -> list[Piece]:
    """Morphemes of the first analysis of each word. A word without an analysis is one piece."""
    return _zemberek()(text)


@cache
def _kiwi() -> Any:
    from kiwipiepy import Kiwi

    return Kiwi(num_workers=1)


def kiwi(text: str) -> list[Piece]:
    """Morphemes with their parts of speech. If morphemes share a syllable, the span of each includes it."""
    return [(f"{morpheme.form}/{morpheme.tag}", morpheme.start, morpheme.end) for morpheme in _kiwi().tokenize(text)]
