"""The compiled core of morfem.

Use these classes through the package: ``morfem.Tokenizer``, ``morfem.Encoding`` and so on. Long calls release the GIL and can be
interrupted with Ctrl-C. Every object can be shared between threads.

The functions ``train_*``, ``from_*`` and ``split`` are the layer under ``morfem.train`` and ``morfem.convert``. Their options are explained
there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

__version__: str
__all__ = [
    "Analysis",
    "ArtifactError",
    "ChunkCounts",
    "Decoder",
    "Encoding",
    "Explanation",
    "InexactExportError",
    "LanguagePack",
    "MorfemError",
    "SearchTerms",
    "Step",
    "TextKinds",
    "Tokenizer",
    "TrainingError",
    "VocabularyError",
    "__version__",
    "checked_texts",
    "extend",
    "from_sentencepiece",
    "from_tiktoken",
    "from_tokenizers",
    "prune",
    "split",
    "splitter_pattern",
    "tokenizers_columns",
    "tokenizers_masks",
    "tokenizers_states",
    "train",
    "trainer_splitter",
    "trainers",
]

_Ints: TypeAlias = Iterable[int] | NDArray[np.integer[Any]]
_Ids: TypeAlias = Encoding | _Ints
_Path: TypeAlias = str | PathLike[str]
_Progress: TypeAlias = Callable[[str, int, int], object]
_Spans: TypeAlias = Sequence[tuple[int, int]]
_Splitter: TypeAlias = Literal[
    "whole",
    "words",
    "space_runs",
    "gpt2",
    "thunder",
    "phrases",
    "inflected",
    "marked",
    "inflected_mixed",
    "inflected_colon",
    "inflected_hyphen",
    "marked_mixed",
    "code",
    "llama3",
    "cl100k",
    "qwen2",
    "qwen35",
    "o200k",
    "tekken",
    "gpt2_digits",
    "falcon",
    "bloom",
    "deepseek3",
]

class MorfemError(ValueError):
    """Base class of the errors that morfem raises. The message says what is wrong, where, and how to fix it."""

class ArtifactError(MorfemError):
    """A saved tokenizer or a file of counts is missing, damaged, incomplete, or of a format that this version cannot read."""

class VocabularyError(MorfemError):
    """An id or a token string is not in the vocabulary."""

class TrainingError(MorfemError):
    """A tokenizer cannot be trained with these options on this corpus."""

class InexactExportError(MorfemError):
    """The other library would not give the same ids for every text."""

@final
class Encoding:
    """The tokens of one text.

    Every attribute is a list with one entry per token. For all tokenizers except Splinter, the spans tile the text: each token begins where
    the one before it ends. Splinter's tokens can interleave. Its `positions` partition the text, and its spans are hulls, which may
    overlap.

    >>> import morfem
    >>> encoding = morfem.load("tr-mft").encode("Kitaplar")
    >>> list(zip(encoding.tokens, encoding.surfaces, encoding.kinds))
    [('<title>', '', 'mark'), ('▁kitap', 'Kitap', 'root'), ('+lAr', 'lar', 'affix')]
    """

    def __new__(
        cls,
        ids: Sequence[int],
        tokens: Sequence[str],
        offsets: _Spans,
        byte_offsets: _Spans,
        surfaces: Sequence[str],
        positions: Sequence[Sequence[int]] | None,
        word_ids: Sequence[int | None],
        kinds: Sequence[str],
        glosses: Sequence[str | None],
        languages: Sequence[str | None] | None = None,
    ) -> Encoding:
        """An encoding from its lists. Used by pickle; `Tokenizer.encode` makes encodings.

        Raises
        ------
        MorfemError : if a kind is unknown, or the lists are not equally long.
        """
    @property
    def ids(self) -> list[int]:
        """Ids, each from 0 to `vocab_size` - 1."""
    @property
    def tokens(self) -> list[str]:
        """Token strings, such as ``'▁kitap'`` or ``'+lAr'``. `Tokenizer.token_to_id` turns one back into its id."""
    @property
    def offsets(self) -> list[tuple[int, int]]:
        """Spans ``(start, end)`` in code points, so ``text[start:end]`` is what the token covers.

        A code point belongs to the token that holds its first byte. A token without a code point (a mark, or a later byte of a character)
        has an empty span. Where tokens have `positions`, a span is their hull: from the first position to the last.
        """
    @property
    def byte_offsets(self) -> list[tuple[int, int]]:
        """Spans ``(start, end)`` in bytes of UTF-8. Like `offsets`, they tile the text, and are hulls where tokens have `positions`."""
    @property
    def surfaces(self) -> list[str]:
        """The text of each token: ``text[start:end]``, or the characters at its `positions`."""
    @property
    def positions(self) -> list[list[int]] | None:
        """For Splinter, and for a union with a member of Splinter, the code points that each token owns, in ascending order. None for all
        other tokenizers.

        The lists partition the text: every code point belongs to exactly one token.
        """
    @property
    def word_ids(self) -> list[int | None]:
        """Index of the word that each token belongs to, counted from 0. Words are separated by white space.

        None for tokens of white space only, and for specials.
        """
    @property
    def kinds(self) -> list[str]:
        """Kind of each token.

        One of special, byte, mark, space, symbol, subword, affix, pattern, root, word and phrase.
        A merged token has the highest kind of its units.
        """
    @property
    def glosses(self) -> list[str | None]:
        """Leipzig gloss of each morpheme that has one, such as ``'PL'``; None for other tokens."""
    @property
    def languages(self) -> list[str | None] | None:
        """For a tokenizer of kind union, the BCP 47 code of the language whose system writes each token, such as ``'tr'``.

        None for tokens of general text: English, code, other scripts, numbers, punctuation. A mark has the language of the token after
        it. For all other tokenizers the attribute is None.
        """
    def head(self, n: int) -> Encoding:
        """The first `n` tokens, or all if there are fewer.

        Every attribute of an encoding makes its whole list. Of a long text this makes only what is shown.

        Raises
        ------
        MorfemError : if `n` is below 0.

        >>> import morfem
        >>> morfem.load("tr-mft").encode("Kitaplar").head(2).tokens
        ['<title>', '▁kitap']
        """
    def __len__(self) -> int:
        """Number of tokens."""
    def _repr_html_(self) -> str:
        """HTML for notebooks."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all lists are equal."""

@final
class Analysis:
    """One analysis of a word: its root and its affixes. Returned by `Tokenizer.analyze`.

    >>> import morfem
    >>> morfem.load("tr-mft").analyze("kitaplar")[0].segments
    ['kitap', 'lar']
    """

    def __new__(
        cls,
        root: str,
        part_of_speech: str | None,
        affixes: Sequence[str],
        glosses: Sequence[str],
        segments: Sequence[str],
        score: float,
    ) -> Analysis:
        """An analysis from its values. Used by pickle; `Tokenizer.analyze` makes analyses."""
    @property
    def root(self) -> str:
        """The lemma of the root. If the lexicon has no such root, the stem as it is written."""
    @property
    def part_of_speech(self) -> str | None:
        """Word class of the root in the lexicon, such as ``'noun'``. None for a stem that is not in the lexicon."""
    @property
    def affixes(self) -> list[str]:
        """Token strings of the affixes, in order."""
    @property
    def glosses(self) -> list[str]:
        """Leipzig glosses of the affixes, in order."""
    @property
    def segments(self) -> list[str]:
        """The word, split: the root first, then one segment per affix. An apostrophe belongs to the affix after it."""
    @property
    def score(self) -> float:
        """Natural logarithm of the probability of the analysis, in nats, plus the bonus that the grammar gives each affix.

        Higher is better. Compare scores only between analyses of the same word.
        """
    def _repr_html_(self) -> str:
        """HTML for notebooks."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all values are equal."""

@final
class Decoder:
    """Decodes ids one at a time, for streaming. Made by `Tokenizer.decoder`.

    The strings that `push` and `finish` return, joined, equal what `Tokenizer.decode` gives for all ids. Text is returned as soon as no
    later id can change it, so the output lags by at most a word. Text that has been returned is never taken back. A decoder can be copied
    with `fork` and pickled at any time. The copy continues where the original stands.

    >>> import morfem
    >>> tokenizer = morfem.load("ko-thunder")
    >>> decoder = tokenizer.decoder()
    >>> "".join(decoder.push(id) for id in tokenizer.encode("안녕하세요.").ids) + decoder.finish()
    '안녕하세요.'
    """

    def push(self, id: int) -> str:
        """Add one id and return the text that is certain now. May be the empty string.

        Raises
        ------
        VocabularyError : if the id is out of range.
        TypeError : if the id is not an integer.
        """
    def finish(self) -> str:
        """Return the remaining text and reset the decoder. An incomplete character becomes U+FFFD.

        The next id begins a new text without a prompt. Stop strings and `skip_special` stay.
        """
    def pending(self) -> str:
        """The text that is held back: what `finish` would return now. Changes nothing.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> decoder = tokenizer.decoder()
        >>> decoder.push(tokenizer.token_to_id("▁kitap")), decoder.pending()
        ('', 'kitap')
        """
    def fork(self) -> Decoder:
        """A copy that goes on by itself, for beam search and for drafts that may be rejected.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> decoder = tokenizer.decoder(tokenizer.encode("Bu"))
        >>> [decoder.fork().push(tokenizer.token_to_id(token)) for token in ("▁ve", "▁bir")]
        [' ve', ' bir']
        """
    @property
    def stopped(self) -> str | None:
        """The stop string that has ended the text, or None. Nothing is returned after it until `finish`.

        `finish` may complete a stop string too: look at `stopped` after it. It stays until the next `push`.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> decoder = tokenizer.decoder(stop=["itap"])
        >>> decoder.push(tokenizer.token_to_id("▁kitap")), decoder.stopped, decoder.finish(), decoder.stopped
        ('', None, 'k', 'itap')
        """

@final
class Step:
    """One step in which Splinter takes a word apart. See `Explanation`."""

    def __new__(cls, token: str, left: str, positions: Sequence[int], is_attested: bool) -> Step:
        """A step from its values. Used by pickle."""
    @property
    def token(self) -> str:
        """Token string of the affix, pattern or reduction that this step removes."""
    @property
    def left(self) -> str:
        """What is left of the word after this step, spelled as a word."""
    @property
    def positions(self) -> list[int]:
        """Code points of the word that are left after this step, in ascending order."""
    @property
    def is_attested(self) -> bool:
        """Whether what is left is a known word or stem.

        A tokenizer trained without clitics knows it if it is a single token, one trained with clitics if its table of stems lists it.
        """
    def __eq__(self, other: object, /) -> bool:
        """Whether all values are equal."""

@final
class Explanation:
    """How Splinter takes a word apart, step by step. Returned by `Tokenizer.explain`.

    A word with a capital, hyphen or digit inside has several parts. The steps take them apart one after the other. Characters that are not
    letters of the language stay.

    >>> import morfem
    >>> [(step.token, step.left) for step in morfem.load("he-splinter").explain("לעבוד").steps]
    [('+ל__ו_', 'עבד')]
    """

    def __new__(cls, steps: Sequence[Step], residue: str, residue_positions: Sequence[int], root: str | None) -> Explanation:
        """An explanation from its values. Used by pickle; `Tokenizer.explain` makes explanations."""
    @property
    def steps(self) -> list[Step]:
        """The steps, in order."""
    @property
    def residue(self) -> str:
        """What is left after the last step: letters in the form they have inside a word, and other characters, but no vowel points."""
    @property
    def residue_positions(self) -> list[int]:
        """Code points of the residue in the word, in ascending order."""
    @property
    def root(self) -> str | None:
        """The root, spelled as a word, or None.

        The residue is called a root if exactly one part of the word has a root, the residue has as many letters as roots have, and the root
        is in the vocabulary, together with its pattern or frequent with it.
        """
    def _repr_html_(self) -> str:
        """HTML for notebooks."""
    def __eq__(self, other: object, /) -> bool:
        """Whether all values are equal."""

@final
class SearchTerms:
    """Makes the terms of texts for a search index. The layer under `morfem.search.Analyzer`."""

    def __new__(cls, tokenizer: Tokenizer, folder: str, table: bytes, folds: Sequence[bytes], units: bytes | None = None) -> SearchTerms:
        """Terms by the search table of a language, by the tables of spellings of all languages and of this one, and by its unit model if it
        has one; `folder` names where they are, for errors.

        Raises
        ------
        TrainingError : if a row of the table is faulty; the message names the line.
        """
    def terms(self, text: str, is_query: bool) -> Iterator[tuple[str, float, int, int, int, str]]:
        """The terms of a text as tuples: text, weight, position, start, end, field. Each is made when it is asked for."""
    def texts(self, texts: Sequence[str], is_query: bool, threads: int | None = None) -> list[list[str]]:
        """The texts of the terms of each text."""

@final
class Tokenizer:
    """Turns text into ids and back, exactly: ``decode(encode(x).ids) == x`` for every string x.

    Get one from `morfem.load`, `morfem.train` or `morfem.convert`. A tokenizer cannot be changed, can be shared between threads, and can be
    pickled. Methods that take text join surrogate pairs, as tiktoken does. They raise UnicodeEncodeError for half a pair, and TypeError
    for anything but a str.

    >>> import morfem
    >>> tokenizer = morfem.load("ko-thunder")
    >>> tokenizer
    Tokenizer("ko-thunder", kind="thunder", vocab_size=128000)
    >>> tokenizer.decode(tokenizer.encode("안녕하세요.").ids)
    '안녕하세요.'
    """

    @staticmethod
    def load(folder: _Path) -> Tokenizer:
        """Load the tokenizer saved in `folder`. `morfem.load` also knows the names of the bundled tokenizers.

        Raises
        ------
        ArtifactError : if there is no saved tokenizer, or it is damaged, incomplete, or of a format that this version cannot read.
        """
    @staticmethod
    def from_files(files: Mapping[str, bytes]) -> Tokenizer:
        """Build a tokenizer from the files of a saved one, given as name -> content.

        Raises
        ------
        ArtifactError : as `load`.

        >>> import morfem
        >>> tokenizer = morfem.load("ms-splinter")
        >>> morfem.Tokenizer.from_files(tokenizer.files()) == tokenizer
        True
        """
    def files(self) -> dict[str, bytes]:
        """The files that `save` writes, as name -> content."""
    @property
    def name(self) -> str:
        """Name, such as ``'ko-thunder'``."""
    @property
    def kind(self) -> str:
        """The system: ``bpe``, ``unigram``, ``thunder``, ``mft``, ``morpheus``, ``splinter`` or ``union``.

        Imported models may also be ``sentencepiece`` or ``character_bpe``.
        """
    @property
    def language(self) -> str | None:
        """BCP 47 code of the language, such as ``'tr'``. None if the tokenizer is not made for one language."""
    @property
    def version(self) -> int | None:
        """Version of a bundled tokenizer, whose ids never change. None for all others."""
    @property
    def capabilities(self) -> list[str]:
        """The methods that only some systems have, and this tokenizer has: ``analyze``, ``analyze_text``, ``inflect``, ``with_roots``,
        ``explain``, ``linearize``, ``delinearize``.

        >>> import morfem
        >>> morfem.load("tr-mft").capabilities
        ['analyze', 'analyze_text', 'inflect', 'with_roots']
        """
    @property
    def hash(self) -> str:
        """SHA-256 of everything that `save` writes, in hexadecimal digits. Tokenizers with the same hash have the same files."""
    @property
    def has_fixed_bytes(self) -> bool:
        """Whether every token stands for the same bytes wherever it is: the bytes of ids, joined, are the text.

        >>> import morfem
        >>> morfem.load("ko-thunder").has_fixed_bytes, morfem.load("tr-mft").has_fixed_bytes
        (True, False)
        """
    @property
    def vocab_size(self) -> int:
        """Number of ids. Ids run from 0 to `vocab_size` - 1; specials and the 256 bytes are included."""
    @property
    def special_tokens(self) -> list[str]:
        """The special tokens, in the order of their ids."""
    @property
    def record(self) -> dict[str, Any]:
        """The record of the saved tokenizer: name, kind, language, splitter, options, training, and model card."""
    def encode(
        self, text: str, *, parse_special: bool = False, boundaries: _Ints | None = None, sample: float = 0.0, seed: int = 0
    ) -> Encoding:
        """Tokenize `text`.

        Parameters
        ----------
        text : any string.
        parse_special : whether specials such as ``"<s>"`` in the text become their ids. By default they are plain text.
        boundaries : code points of the text that no token crosses, in any order. The parts between them are encoded one after the other,
            each behind the text before it. So the ids before a boundary are those of ``text[:boundary]``. A boundary inside a word cuts the
            word, one inside a character that people see as one cuts its code points, and a special that a boundary cuts is plain text.
        sample : how much the segmentation varies from draw to draw, from 0 to 1; it decodes to the text in any case. 0 is the ordinary
            segmentation. A Unigram model draws splits with probabilities proportional to a power of theirs, 1 / `sample` (Kudo 2018). BPE
            drops each merge with this probability (Provilkov et al. 2020), as do merges over units. MFT draws an analysis by its
            probability to that power. Sampled chunks are not cached, so this takes several times as long.
        seed : decides the draw.

        Raises
        ------
        MorfemError : if a boundary is outside the text, or boundaries are given to a tokenizer that is not exact; if `sample` is not from 0
            to 1, is given beside boundaries, or to a union.

        >>> import morfem
        >>> morfem.load("tr-mft").encode("kitaplarımızdan").tokens
        ['▁kitap', '+lAr', '+(I)mIz', '+DAn']
        >>> tokenizer = morfem.load("ko-thunder")
        >>> tokenizer.encode("할 수 있는 일").tokens, tokenizer.encode("할 수 있는 일", boundaries=[1]).tokens
        (['할▁수▁있는', '▁일'], ['할', '▁수', '▁있는', '▁일'])
        >>> tokenizer = morfem.load("tr-mft-64k")
        >>> drawn = tokenizer.encode("kitaplarımızdan", sample=0.5, seed=3)
        >>> tokenizer.decode(drawn.ids)
        'kitaplarımızdan'
        """
    def explain(self, word: str) -> Explanation:
        """Explain how Splinter takes `word` apart.

        Raises
        ------
        MorfemError : if this is neither a Splinter tokenizer nor a union with one for the word, or the word contains white space or no
            letter of the language, or is longer than 1,000 characters.

        >>> import morfem
        >>> morfem.load("he-splinter").explain("לעבוד").root
        'עבד'
        """
    def linearize(self, text: str) -> str:
        """Rewrite `text` so that any other tokenizer can be trained on the units of Splinter.

        Each unit becomes one private-use character. Private-use characters of the text itself are escaped.

        Raises
        ------
        MorfemError : if this is not a Splinter tokenizer.

        >>> import morfem
        >>> tokenizer = morfem.load("he-splinter")
        >>> linear = tokenizer.linearize("הילדים כתבו")
        >>> len(linear) < len("הילדים כתבו"), tokenizer.delinearize(linear)
        (True, 'הילדים כתבו')
        """
    def delinearize(self, text: str) -> str:
        """Undo `linearize`: ``delinearize(linearize(x)) == x`` for every string x.

        Raises
        ------
        MorfemError : if this is not a Splinter tokenizer.
        """
    def encode_units(self, text: str, *, parse_special: bool = False) -> Encoding:
        """Like `encode`, with each merged token replaced by its units.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft-64k")
        >>> tokenizer.encode("kitaplar").tokens, tokenizer.encode_units("kitaplar").tokens
        (['▁kitap·+lAr'], ['▁kitap', '+lAr'])
        """
    def encode_batch(
        self,
        texts: Sequence[str],
        threads: int | None = None,
        *,
        parse_special: bool = False,
        boundaries: Sequence[_Ints] | None = None,
        sample: float = 0.0,
        seed: int = 0,
    ) -> list[Encoding]:
        """`encode` for many texts at once.

        Parameters
        ----------
        texts : the texts.
        threads : number of threads, 1 or more. None for one per processor. The result does not depend on it.
        parse_special : as for `encode`.
        boundaries : the boundaries of each text.
        sample, seed : as for `encode`; each text is drawn by itself, by its place among the texts.

        Returns
        -------
        an `Encoding` for each text, in their order.

        Raises
        ------
        MorfemError : as `encode`; or if `threads` is below 1, or there are not as many lists of boundaries as texts.

        >>> import morfem
        >>> [encoding.surfaces for encoding in morfem.load("tr-mft").encode_batch(["evler", "evde"])]
        [['ev', 'ler'], ['ev', 'de']]
        """
    def encode_ids(self, text: str, *, parse_special: bool = False, boundaries: _Ints | None = None) -> NDArray[np.uint32]:
        """The ids of `text`, without creating a Python object per token. Parameters and errors as for `encode`.

        The first call in a process imports NumPy, which takes 50 to 150 ms; ``encode(text).ids`` and `count` need no NumPy.

        Returns
        -------
        array of shape (tokens,), dtype uint32.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> [tokenizer.id_to_token(id) for id in tokenizer.encode_ids("evde")]
        ['▁ev', '+DA']
        """
    def encode_ids_batch(
        self,
        texts: Sequence[str],
        threads: int | None = None,
        *,
        parse_special: bool = False,
        boundaries: Sequence[_Ints] | None = None,
    ) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
        """The ids of many texts in one array, without creating a Python object per token.

        Parameters
        ----------
        texts : the texts.
        threads : number of threads, 1 or more. None for one per processor. The result does not depend on it.
        parse_special : as for `encode`.
        boundaries : the boundaries of each text, as for `encode`.

        Returns
        -------
        ids : shape (tokens of all texts,), dtype uint32.
        indptr : shape (texts + 1,), dtype int64. The ids of text i are ``ids[indptr[i]:indptr[i + 1]]``.

        Raises
        ------
        MorfemError : as `encode_batch`.

        >>> import morfem
        >>> ids, indptr = morfem.load("ko-thunder").encode_ids_batch(["하나", "둘"])
        >>> indptr.tolist()
        [0, 1, 2]
        """
    def count(self, text: str, *, parse_special: bool = False) -> int:
        """Number of tokens of `text`.

        >>> import morfem
        >>> morfem.load("tr-mft").count("evlerimizden")
        4
        """
    def decode(self, ids: _Ids, *, skip_special: bool = False) -> str:
        """The text of `ids`. Bytes that are not valid UTF-8 become U+FFFD.

        Parameters
        ----------
        ids : an `Encoding`, a list of integers, or a one-dimensional integer array. Any ids decode, not only those that `encode` gives.
        skip_special : whether to leave out specials. By default a special decodes to its text.

        Raises
        ------
        VocabularyError : if an id is out of range; the message names its position.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> ids = [tokenizer.token_to_id(token) for token in ("<s>", "▁göz", "+lAr")]
        >>> tokenizer.decode(ids), tokenizer.decode(ids, skip_special=True)
        ('<s>gözler', 'gözler')
        """
    def decode_bytes(self, ids: _Ids, *, skip_special: bool = False) -> bytes:
        r"""The bytes of `ids`, without replacing invalid UTF-8. Parameters as for `decode`.

        Raises
        ------
        VocabularyError : if an id is out of range; the message names its position.

        >>> import morfem
        >>> tokenizer = morfem.load("bpe")
        >>> ids = tokenizer.encode("𐎀").ids
        >>> tokenizer.decode(ids[:1]), tokenizer.decode_bytes(ids[:1])
        ('�', b'\xf0')
        """
    def decode_batch(self, batch: Sequence[_Ids], threads: int | None = None, *, skip_special: bool = False) -> list[str]:
        """`decode` for many lists of ids at once.

        Parameters
        ----------
        batch : for each text, its ids.
        threads : number of threads, 1 or more. None for one per processor.
        skip_special : as for `decode`.

        Raises
        ------
        VocabularyError : if an id is out of range; the message names the list and the position in it.
        MorfemError : if `threads` is below 1.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> tokenizer.decode_batch([tokenizer.encode_ids(text) for text in ("evler", "evde")])
        ['evler', 'evde']
        """
    def decoder(self, prompt: _Ids | None = None, *, skip_special: bool = False, stop: Sequence[str] | None = None) -> Decoder:
        """A new `Decoder`, which decodes ids one at a time.

        Parameters
        ----------
        prompt : ids that come before those that are decoded. Their text is left out, but decides how the next tokens are written.
        skip_special : whether to leave out specials, as in `decode`.
        stop : strings that end the text. The text ends before the one that is complete first, of several the longest, and
            `Decoder.stopped` names it. Text that may begin a stop string is held back.

        Raises
        ------
        VocabularyError : if an id of the prompt is out of range.
        MorfemError : if a stop string is empty.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> ids = tokenizer.encode("Kitabı okudu. Soru: kim?").ids
        >>> decoder = tokenizer.decoder(ids[:2], stop=["Soru:"])
        >>> "".join(decoder.push(id) for id in ids[2:]) + decoder.finish()
        'ı okudu. '
        """
    def id_to_token(self, id: int) -> str:
        """The token string of an id. No two ids have the same token string.

        Raises
        ------
        VocabularyError : if the id is out of range.
        """
    def token_to_id(self, token: str) -> int:
        """The id of a token string.

        Raises
        ------
        VocabularyError : if no token has this string.
        """
    def vocab(self) -> dict[str, int]:
        """The id of every token string, in the order of the ids.

        >>> import morfem
        >>> list(morfem.load("tr-mft").vocab().items())[:3]
        [('<pad>', 0), ('<s>', 1), ('</s>', 2)]
        """
    def kinds(self) -> dict[str, int]:
        """How many ids there are of each kind.

        >>> import morfem
        >>> morfem.load("bpe").kinds()["byte"]
        256
        """
    def with_special_tokens(self, tokens: Sequence[str], *, reserved: int = 0) -> Tokenizer:
        """A copy of this tokenizer with more special tokens at the end of its vocabulary.

        All other ids stay as they are, and so do the ids of every text: a special in a text is plain text unless `parse_special` is given.
        The copy has no version.

        Parameters
        ----------
        tokens : texts of the new specials. Each takes the first reserved id that was added before, or else a new id.
        reserved : number of ids to reserve behind them, so that later specials do not make the vocabulary larger. They are specials named
            ``<|reserved_0|>``, ``<|reserved_1|>`` and so on.

        Raises
        ------
        VocabularyError : if one is a token already, or there are too many ids.
        MorfemError : if one is empty, contains a tab or line end, or is given twice.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft").with_special_tokens(["<|im_start|>", "<|im_end|>"], reserved=2)
        >>> tokenizer.vocab_size, tokenizer.special_tokens[4:]
        (32772, ['<|im_start|>', '<|im_end|>', '<|reserved_0|>', '<|reserved_1|>'])
        >>> tokenizer.encode("evde<|im_end|>", parse_special=True).ids[-1]
        32769
        """
    def with_roots(self, roots: str | PathLike[str] | Sequence[str | Sequence[str]]) -> Tokenizer:
        """A copy of this tokenizer that knows more roots: your names and terms, each with an id of its own at the end of the vocabulary.

        They take affixes as the roots of the lexicon do, so no training is needed. All ids stay as they are, and a text without the new
        roots keeps its ids. The copy has no version.

        Parameters
        ----------
        roots : the path of a table, or a list. A root is a lemma, or the cells of a row of the lexicon: lemma, class, flags, stems and
            reading, of which only the lemma is required. In a table, tabs separate them. A root with a capital is a name by default; the
            class of one without is that of most roots, the noun. `morfem.languages.pack` lists the classes, and the README of a language
            its flags. The reading decides the harmony of what is not read as it is spelled.

        Raises
        ------
        MorfemError : if this tokenizer has no grammar, or a root cannot be added; the message has the line, and what to write.
        VocabularyError : if there are too many ids.

        >>> import morfem
        >>> roots = ["Zembilka", ("mikroak", "noun", "soft"), ("XQL", "abbreviation", "", "", "iksküel")]
        >>> tokenizer = morfem.load("tr-mft").with_roots(roots)
        >>> tokenizer.encode("Zembilka'nın mikroağa XQL'den").tokens
        ['▁Zembilka', "'", '+(n)In', '▁mikroak', '+(y)A', '<upper>', '▁xql', "'", '+DAn']
        >>> tokenizer.inflect("mikroak", ["PL", "1PL.POSS", "ABL"])
        'mikroaklarımızdan'
        """
    def units(self, id: int) -> list[int]:
        """The ids of the units that a merged token consists of. ``[id]`` for every other token.

        Raises
        ------
        VocabularyError : if the id is out of range.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft-64k")
        >>> [tokenizer.id_to_token(id) for id in tokenizer.units(tokenizer.token_to_id("▁kitap·+lAr"))]
        ['▁kitap', '+lAr']
        """
    def analyze(self, word: str, n: int = 1) -> list[Analysis]:
        """The `n` best analyses of a word, best first. `encode` uses the first, with three exceptions. It cuts a word at a sign:
        evde/okulda is two words and a sign. It writes a form that the grammar spells otherwise in pieces, so that it comes back: sokaka is
        not sokağa. And it does so where a stem that is not in the lexicon takes fewer ids that way.

        Returns
        -------
        at most `n` analyses. The list is empty if the grammar has no analysis for the word.

        Raises
        ------
        MorfemError : if this tokenizer has no grammar, the word contains white space, or `n` is negative.

        >>> import morfem
        >>> morfem.load("tr-mft").analyze("gözlerinin", n=2)
        [Analysis(göz-ler-i-nin: göz +lAr +(s)I +(n)In, -9.11), Analysis(göz-leri-nin: göz +lArI +(n)In, -11.83)]
        """
    def analyze_text(self, text: str) -> list[tuple[tuple[int, int], Analysis]]:
        """The words of a text, each with the analysis that its sentence makes the most probable. Ids never depend on it.

        Among the analyses of a word, `context.tsv` of its language pack chooses by the words around it, for example between the accusative,
        and possession by one or by several. Without such a table each word has its first analysis.

        Returns
        -------
        span (start and end in code points) and analysis of each word. Signs and words without an analysis are left out.

        Raises
        ------
        MorfemError : if this tokenizer has no grammar.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> [analysis.glosses for _, analysis in tokenizer.analyze_text("Bu kapıları açtı.")]
        [[], ['PL', 'ACC'], ['PST']]
        >>> [analysis.glosses for _, analysis in tokenizer.analyze_text("Sarayın kapıları açıktı.")]
        [['GEN'], ['PL', '3SG.POSS'], ['PST.COP']]
        """
    def inflect(self, root: str, tags: Sequence[str]) -> str:
        """The word that a root becomes with affixes, which are named by their glosses: the most probable of `inflections`.

        A name or number takes the apostrophe of its language: ``inflect("Ankara", ["DAT"])`` is Ankara'ya. For another word, ask for one
        with an apostrophe at the end of `root`. An inflected or derived word (gelmek, kitaplık) may stand for a root.

        Parameters
        ----------
        root : a root, or any other word of the language. A word that the lexicon does not have is inflected by its spelling.
        tags : glosses of affixes in the order in which they follow, such as PL and DAT. `paradigm` lists those that may follow.

        Raises
        ------
        MorfemError : if this tokenizer has no grammar, a tag does not exist or may not follow, or no word ends there. The error names the
            tags that may follow.

        >>> import morfem
        >>> tokenizer = morfem.load("tr-mft")
        >>> tokenizer.inflect("kitap", ["PL", "1SG.POSS", "DAT"]), tokenizer.inflect("gel", ["NEG", "PST", "1PL.PST"])
        ('kitaplarıma', 'gelmedik')
        """
    def inflections(self, root: str, tags: Sequence[str]) -> list[str]:
        """All forms of a root with affixes, the most probable first. Several roots may have one name: a sheep, and a bosom.

        Parameters
        ----------
        root, tags : as for `inflect`.

        Raises
        ------
        MorfemError : as `inflect`.

        >>> import morfem
        >>> morfem.load("tr-mft").inflections("koyun", ["1SG.POSS"])
        ['koynum', 'koyunum']
        """
    def paradigm(self, root: str, tags: Sequence[str] = ()) -> dict[str, list[str]]:
        """The affixes that may follow a root and some affixes, each with the forms of the word that ends in it.

        Parameters
        ----------
        root, tags : as for `inflect`.

        Returns
        -------
        gloss -> forms, in the order of the table of affixes. The list is empty if no word ends in the affix.

        Raises
        ------
        MorfemError : as `inflect`.

        >>> import morfem
        >>> forms = morfem.load("tr-mft").paradigm("ev", ["PL"])
        >>> forms["ACC"], forms["ABL"]
        (['evleri'], ['evlerden'])
        """
    def with_record(
        self,
        *,
        name: str | None = None,
        language: str | None = None,
        options: Mapping[str, Any] | None = None,
        training: Mapping[str, Any] | None = None,
        card: str | None = None,
        version: int | None = None,
    ) -> Tokenizer:
        """A copy of this tokenizer with another name, language, training record or model card. Ids stay the same.

        Parameters
        ----------
        name, language : the new name and BCP 47 code. None keeps the old one.
        options, training : entries that the record gets about the trainer's options and the corpus, as plain JSON values. An entry of the
            same name is replaced; all others stay.
        card : text of the model card, in Markdown. None keeps the old one.
        version : version of a bundled tokenizer; its ids never change. None keeps the old one.

        Raises
        ------
        MorfemError : if a value cannot be stored.
        TypeError : if an entry is not a plain JSON value.

        >>> import morfem
        >>> morfem.load("bpe").with_record(name="my-bpe").name
        'my-bpe'
        """
    def save(self, folder: _Path) -> None:
        """Save this tokenizer into `folder`, which is created if needed. A tokenizer saved there before is replaced.

        The folder is written whole or not at all.

        Parameters
        ----------
        folder : where to.

        Raises
        ------
        MorfemError : if the folder contains anything but a saved tokenizer.
        OSError : if it cannot be written.

        >>> import morfem
        >>> import tempfile
        >>> tokenizer = morfem.load("tr-mft")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tokenizer.save(folder + "/my-tokenizer")
        ...     morfem.load(folder + "/my-tokenizer") == tokenizer
        True
        """
    def export(self, format: Literal["tokenizer.json", "spm", "tiktoken"], path: _Path) -> None:
        """Write this tokenizer as a file that another library can read.

        The loader of Unigram models in llama.cpp ignores byte fallback: do not convert an exported Unigram or Thunder-Tok model to GGUF.

        Parameters
        ----------
        format : ``"tokenizer.json"`` for Hugging Face tokenizers, ``"spm"`` for SentencePiece, ``"tiktoken"`` for tiktoken.
        path : the file to write.

        Raises
        ------
        InexactExportError : if the other library would not give the same ids for every text. Texts that contain the sign ▁ are an
            exception: SentencePiece and the formats that follow it read it as a space.
        MorfemError : if the format is unknown.
        OSError : if the file cannot be written.

        >>> import morfem
        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     morfem.load("bpe").export("tokenizer.json", folder + "/tokenizer.json")
        ...     os.listdir(folder)
        ['tokenizer.json']
        """
    def __len__(self) -> int:
        """Number of ids: `vocab_size`."""
    def __eq__(self, other: object, /) -> bool:
        """Whether both tokenizers would be saved as the same files."""
    def __hash__(self) -> int:
        """Hash of the files that `save` writes."""

@final
class LanguagePack:
    """The tables of a language, checked without a corpus. Get one from `morfem.languages.pack`.

    >>> from morfem import languages
    >>> languages.pack("tr").inflect("kitap", ["PL", "1SG.POSS", "DAT"])
    'kitaplarıma'
    """

    def __new__(cls, files: Mapping[str, bytes]) -> LanguagePack:
        """Read and check the files of a pack.

        Parameters
        ----------
        files : the tables, as name -> content.

        Raises
        ------
        TrainingError : if a table is missing or faulty: with file, line and how to fix it.
        """
    @property
    def classes(self) -> dict[str, tuple[int, str]]:
        """For each class of roots in the lexicon, their number and the most frequent of them."""
    @property
    def sizes(self) -> tuple[int, int]:
        """Number of affixes, and of states of the morphotactics."""
    def inflect(self, root: str, tags: Sequence[str]) -> str:
        """`Tokenizer.inflect`, by the tables alone.

        >>> from morfem import languages
        >>> languages.pack("tr").inflect("gel", ["NEG", "PST", "1PL.PST"])
        'gelmedik'
        """
    def inflections(self, root: str, tags: Sequence[str]) -> list[str]:
        """`Tokenizer.inflections`, by the tables alone: the more frequent root comes first.

        >>> from morfem import languages
        >>> languages.pack("tr").inflections("koyun", ["1SG.POSS"])
        ['koyunum', 'koynum']
        """
    def paradigm(self, root: str, tags: Sequence[str] = ()) -> dict[str, list[str]]:
        """`Tokenizer.paradigm`, by the tables alone.

        >>> from morfem import languages
        >>> forms = languages.pack("tr").paradigm("ev", ["PL"])
        >>> forms["ACC"], forms["ABL"]
        (['evleri'], ['evlerden'])
        """

@final
class TextKinds:
    """Finds kinds of text in a corpus by the words of the texts. Used by `morfem.train` with the option ``balance``."""

    def __new__(cls) -> TextKinds:
        """No texts."""
    def add(self, texts: Sequence[str]) -> None:
        """Add texts."""
    def find(self, kinds: int, progress: _Progress | None) -> NDArray[np.uint8]:
        """The kind of each text, below ``kinds``."""

@final
class ChunkCounts:
    """The distinct chunks of a corpus with their counts. Trainers work on these instead of on the text.

    Counts made by several processes or machines merge in any order: the result depends only on the texts. So does the tokenizer that
    `morfem.train` makes from them. A training consumes the counts: the object is empty afterwards.

    >>> from morfem.train import ChunkCounts
    >>> counts, more = ChunkCounts("words"), ChunkCounts("words")
    >>> counts.add(["bir iki", "bir"])
    >>> more.add(["bir üç"])
    >>> counts.merge(more)
    >>> len(counts), len(more)
    (3, 0)
    """

    def __new__(cls, splitter: _Splitter, *, memory: int | None = None, folder: _Path | None = None) -> ChunkCounts:
        """Empty counts.

        Parameters
        ----------
        splitter : how texts are cut into chunks. A trainer expects the splitter of its option ``pretokenizer``.
        memory : bytes of chunks that stay in memory, approximately; when there are more, they are written to temporary files.
            None for no limit. Training needs all distinct chunks in memory.
        folder : folder of the temporary files; None for that of the system. The system removes the files when the process ends.

        Raises
        ------
        MorfemError : if the splitter is unknown.
        """
    @staticmethod
    def load(path: _Path) -> ChunkCounts:
        """The counts in a file that `save` has written. The whole file is checked; its chunks stay in the file until they are needed.

        Raises
        ------
        ArtifactError : if the file is damaged, incomplete, or of a newer version; the message names the file and the byte.
        OSError : if the file cannot be read.

        >>> import tempfile
        >>> from morfem.train import ChunkCounts
        >>> counts = ChunkCounts("words")
        >>> counts.add(["bir iki", "bir"])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     counts.save(f"{folder}/a.counts")
        ...     len(ChunkCounts.load(f"{folder}/a.counts"))
        2
        """
    @property
    def splitter(self) -> str:
        """Name of the splitter that cuts the texts."""
    def add(self, texts: Sequence[str]) -> None:
        """Split `texts` into chunks and count them.

        Raises
        ------
        OSError : if a temporary file cannot be written.
        """
    def add_counted(self, texts: Sequence[str], counts: Sequence[int]) -> None:
        """Split `texts` into chunks and count those of text i `counts[i]` times.

        Raises
        ------
        MorfemError : if the lists have different lengths.
        OverflowError : if a count is negative, or 2**32 or more.
        OSError : if a temporary file cannot be written.
        """
    def merge(self, other: ChunkCounts) -> None:
        """Move everything that `other` has counted into this object. `other` is empty afterwards. A count stops at 2**32 - 1.

        Raises
        ------
        MorfemError : if the counts have different splitters, or are the same object.
        OSError : if a temporary file cannot be written.
        """
    def save(self, path: _Path) -> None:
        """Write a file that `load` reads. It is written whole or not at all. Equal counts give equal files.

        Raises
        ------
        OSError : if the file cannot be written.
        """
    def words(self, phonology: bytes) -> list[str]:
        """The distinct lower-case words of the chunks, sorted. `morfem.train.morpheus` needs boundary probabilities for these.

        Parameters
        ----------
        phonology : content of the file ``phonology.toml`` of a language pack. It defines which letters are lower-case.

        Raises
        ------
        TrainingError : if the file is faulty, or if most letters of the corpus are not in the language.
        """
    def chunks(self) -> list[str]:
        """The distinct chunks, sorted by their bytes. Callables that give boundaries are asked for these."""

    def __len__(self) -> int:
        """Number of distinct chunks."""

def trainers() -> str:
    """The schemas of all trainers, as JSON: options with kinds, defaults and help texts."""

def train(
    kind: str,
    read: Callable[[], tuple[ChunkCounts, ChunkCounts | None, NDArray[np.float32] | None, Sequence[ChunkCounts | None], bytes | None]],
    *,
    splitter: str,
    has_general: bool,
    vocab_sizes: Sequence[int],
    special_tokens: Sequence[str],
    options: str,
    files: Mapping[str, bytes],
    learned: Tokenizer | None,
    members: Sequence[tuple[Tokenizer, float]],
    guide: Tokenizer | None,
    has_cut_words: bool,
    evaluation_words: Sequence[str],
    seed: int,
    threads: int | None,
    progress: _Progress | None,
) -> list[Tokenizer]:
    """Train tokenizers of one or several sizes. See `morfem.train`; `read` is called once, after all options have been checked."""

def extend(
    base: Tokenizer,
    read: Callable[[], tuple[ChunkCounts, ChunkCounts | None, bytes | None]],
    *,
    options: str,
    guide: Tokenizer | None,
    threads: int | None,
    progress: _Progress | None,
) -> tuple[Tokenizer, NDArray[np.uint32]]:
    """Append merges to a byte-pair model; also the new ids. See `morfem.train.extend`; `read` is called once, after all checks."""

def prune(tokenizer: Tokenizer, counts: ChunkCounts, keep: int | None) -> tuple[Tokenizer, NDArray[np.uint32]]:
    """Leave out tokens; also the old id of each new one. See `morfem.train.prune`."""

def from_sentencepiece(path: _Path) -> Tokenizer:
    """A SentencePiece model (``.model``) of type Unigram or BPE.

    User-defined symbols are supported, and models with and without byte fallback. Normalisation rules (``nmt_nfkc`` and others) are left
    out.

    Parameters
    ----------
    path : of the model.

    Returns
    -------
    A tokenizer with the name of the file.

    Raises
    ------
    MorfemError : if the file is damaged, or the model has a part that cannot be imported.
    OSError : if the file cannot be read.

    >>> import morfem
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> import sentencepiece
    >>> path = Path(mkdtemp(), "small.model")
    >>> with path.open("wb") as file:
    ...     sentencepiece.SentencePieceTrainer.train(
    ...         sentence_iterator=iter(["kitap evde"]), model_writer=file, vocab_size=30, hard_vocab_limit=False, minloglevel=2
    ...     )
    >>> tokenizer = morfem.convert.from_sentencepiece(path)
    >>> tokenizer.decode(tokenizer.encode("ｅｖｄｅ").ids)
    'ｅｖｄｅ'
    """

def from_tokenizers(path: _Path) -> Tokenizer:
    """A ``tokenizer.json`` of Hugging Face tokenizers with a BPE or Unigram model.

    Parameters
    ----------
    path : of the file.

    Returns
    -------
    A tokenizer with the name of the file.

    Raises
    ------
    MorfemError : if the file is damaged, or the tokenizer has a part that cannot be imported.
    OSError : if the file cannot be read.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp(), "korean.json")
    >>> import morfem
    >>> original = morfem.load("ko-thunder")
    >>> original.export("tokenizer.json", path)
    >>> morfem.convert.from_tokenizers(path).encode("책을 읽었습니다.").ids == original.encode("책을 읽었습니다.").ids
    True
    """

def from_tiktoken(content: bytes, name: str, pattern: str, specials: Sequence[tuple[str, int]]) -> Tokenizer:
    """See `morfem.convert.from_tiktoken`."""

def checked_texts(texts: Sequence[str], name: str) -> list[str]:
    r"""Texts as every call gets them: surrogate pairs are joined.

    Parameters
    ----------
    texts : a list of str, or another sequence of them.
    name : what an error calls them.

    Raises
    ------
    TypeError : if an item is no str, or `texts` is a mapping, a data frame or an Arrow array.
    UnicodeEncodeError : for half a surrogate pair.

    >>> from morfem._core import checked_texts
    >>> checked_texts(["a\ud83d\udc4d"], "texts")
    ['a👍']
    """

def tokenizers_states(
    tokenizer: Tokenizer,
    texts: Sequence[str],
    *,
    foreign: Mapping[int, Sequence[tuple[int, int, int, str]]],
    words: Sequence[int] | None,
    offsets: str,
    trim: bool,
    parse_special: bool,
) -> list[bytes]:
    """The encodings of texts in the form that ``tokenizers.Encoding.__setstate__`` reads. Used by `morfem.integrations.transformers`.

    Parameters
    ----------
    tokenizer, texts, parse_special : as for `Tokenizer.encode_batch`.
    foreign : position of a text -> tokens of the other library in it: start and end in code points, id, and token string.
    words : for each text, the index of the word that it is; None if texts are not single words.
    offsets : the span of a token: ``"hull"``, from its first character to its last; ``"word"``, its word; ``"tiles"``, its share of that.
    trim : whether spans leave out white space.

    Raises
    ------
    MorfemError : if `offsets` is unknown, or foreign tokens overlap or do not lie in their text.
    """

def tokenizers_columns(
    tokenizer: Tokenizer,
    texts: Sequence[str],
    *,
    foreign: Mapping[int, Sequence[tuple[int, int, int, str]]],
    offsets: str,
    trim: bool,
    parse_special: bool,
) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Ids and spans as in `tokenizers_states`, as arrays. Parameters and errors are the same.

    Returns
    -------
    ids : shape (tokens of all texts,).
    indptr : shape (texts + 1,). Text i has the tokens from ``indptr[i]`` to ``indptr[i + 1]``.
    starts, ends : shape (tokens of all texts,). Spans in code points.
    """

def tokenizers_masks(
    tokenizer: Tokenizer,
    texts: Sequence[str],
    *,
    foreign: Mapping[int, Sequence[tuple[int, int, int, str]]],
    stretches: Sequence[Sequence[tuple[int, int]]],
    parse_special: bool,
) -> list[bytes]:
    """Which tokens of texts belong to stretches of them. A token that holds a byte of a stretch does; a mark belongs with
    the token after it.

    Parameters
    ----------
    tokenizer, texts, foreign, parse_special : as for `tokenizers_states`.
    stretches : for each text, start and end of each stretch in code points.

    Returns
    -------
    for each text, a byte for each token: 1 if it belongs to a stretch, else 0.

    Raises
    ------
    MorfemError : if foreign tokens overlap or do not lie in their text, or there are not stretches for each text.
    """

def split(splitter: _Splitter, text: str) -> list[str]:
    """The chunks that a splitter cuts a text into."""

def trainer_splitter(kind: str, files: Mapping[str, bytes]) -> str:
    """The splitter with which a trainer reads a corpus for a language pack."""

def splitter_pattern(splitter: _Splitter) -> str:
    """The regular expression that a splitter equals."""
