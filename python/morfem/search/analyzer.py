"""Terms for a search index: the roots and stems of words instead of their letters."""

import hashlib
import math
import os
import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import load
from .._core import ArtifactError, MorfemError, SearchTerms, Tokenizer
from ..checks import wrong_type

# The bundled tokenizer that takes the words of a language apart.
TOKENIZERS = {"ar": "ar-splinter", "fi": "fi-mft", "he": "he-splinter", "ko": "ko-thunder", "ms": "ms-splinter", "tr": "tr-mft"}
# Languages that have the tokenizer and the table of another.
SAME = {"id": "ms"}
TABLE = "search.tsv"
# Which spellings are the same: one table for all languages, and one in the folder of each.
FOLDS = "fold.tsv"
# A model that takes words apart in place of the tokenizer, for languages that have one (Korean); tools/search_units.py makes it.
UNITS = "units.tsv"
FIELDS = ("root", "stem", "light", "word", "head", "grams")
# Part of the signature of an analyzer. Raise it when the core makes other terms of the same table.
_VERSION = b"6"
_LANGUAGES = Path(__file__).parents[1] / "languages"


class Term(NamedTuple):
    """One term of a text. Several terms of one word have the same position and span."""

    text: str
    """What the index holds."""
    weight: float
    """1 in a document. In a query, how much the term counts."""
    position: int
    """Number of the word in the text, from 0. Words that give no term are counted too."""
    start: int
    """First code point of the word."""
    end: int
    """Code point after the word."""
    field: str
    """What of the word it is: root, stem, light, word, head or grams."""


class Analyzer:
    """Makes the terms of documents and queries.

    Parameters
    ----------
    language : a language (ar, fi, he, ko, ms, tr; id has the tables of ms), or a tokenizer of one, or its name or folder.
    fields : the fields that a word has, with their weights in a query, instead of those of the language's table. Names are root, stem,
        light, word, head:N and grams:N; docs/search.md explains them.
    table : the content of a search table, instead of the language's.

    Raises
    ------
    MorfemError : if the language has no search table, a field is unknown, a weight is not a number of 0 or more, or the table has a faulty
        row; the message names file and line.
    TypeError : if `language` or `fields` is of another type.

    >>> analyzer = Analyzer("tr")
    >>> [term.text for term in analyzer.document("Kitaplarımızdan okuduk.")]
    ['kitap', 'kitap', 'oku', 'oku']
    """

    def __init__(self, language: str | Tokenizer, *, fields: Mapping[str, float] | None = None, table: str | None = None) -> None:
        if fields is not None:
            _check_fields(fields)
        tokenizer = language if isinstance(language, Tokenizer) else _loaded(language)
        code = tokenizer.language or ""
        if table is None:
            table = _table(code, tokenizer.name)
        if fields is not None:
            table = _with_fields(table, fields)
        self._tokenizer = tokenizer
        self._table = table
        units = _LANGUAGES / code / UNITS
        self._units = units.read_bytes() if units.exists() else None
        self._folds = [_content(_LANGUAGES / FOLDS), _content(_LANGUAGES / code / FOLDS)]
        self._terms = SearchTerms(tokenizer, code, table.encode(), self._folds, self._units)

    @property
    def language(self) -> str | None:
        """Code of the language."""
        return self._tokenizer.language

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer that takes words apart."""
        return self._tokenizer

    @property
    def tables(self) -> dict[str, Any]:
        """The tables of the language: `table`, `folds` (of all languages, and of this one), and `units`, which may be None."""
        return {
            "table": self._table,
            "folds": [folds.decode() for folds in self._folds],
            "units": None if self._units is None else self._units.decode(),
        }

    @property
    def signature(self) -> str:
        """Names the tokenizer and a hash of all that decides the terms. An index made with another signature must be built again."""
        digest = hashlib.sha256(_VERSION)
        # Not their comments, nor the reasons of the rows of the table: a figure there may change, and the terms do not.
        digest.update(_rows(self._table, 3) + _rows((self._units or b"").decode(), 4))
        digest.update(b"".join(_rows(folds.decode(), 3) for folds in self._folds))
        digest.update(self._tokenizer.hash.encode())
        return f"{self._tokenizer.name} {digest.hexdigest()[:16]}"

    def document(self, text: str, *, fields: Collection[str] | None = None) -> list[Term]:
        """The terms of a document, in order of its words.

        Parameters
        ----------
        text : any string.
        fields : the fields to keep, such as ``{"root"}``; names are those of `Term.field`. By default all.

        Raises
        ------
        MorfemError : if a field is unknown.
        """
        return self._of(text, False, fields)

    def query(self, text: str, *, fields: Collection[str] | None = None) -> list[Term]:
        """The terms of a query with their weights. A word with several probable analyses has a root for each.

        The arguments are those of `document`.

        >>> [term.text for term in Analyzer("tr").query("kitapta")]
        ['kitap', 'kitap']
        """
        return self._of(text, True, fields)

    def texts(self, texts: Sequence[str], *, is_query: bool = False, threads: int | None = None) -> list[list[str]]:
        """Only the texts of the terms, for many documents (or queries, if `is_query`) at once: the fastest way to feed an index."""
        return self._terms.texts(texts, is_query, threads)

    def sparse(
        self, text: str, *, is_query: bool = False, average_length: float = 128.0, k1: float = 1.2, b: float = 0.75
    ) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """Indices and weights for a vector store with sparse vectors, such as Qdrant, Milvus, pgvector or OpenSearch.

        The index of a term is a hash of 31 bits, so no vocabulary has to be kept. The weights of a document are term frequencies, saturated
        and normalised by length as in BM25; those of a query are the weights of its terms. The dot product of both, with the store's
        inverse document frequency (in Qdrant ``modifier=idf``), is BM25.

        Parameters
        ----------
        text : any string.
        is_query : whether it is a query.
        average_length : average number of terms in a document of the collection.
        k1, b : BM25's parameters.

        Returns
        -------
        indices, ascending and distinct, shape (n,); weights, shape (n,).

        >>> indices, weights = Analyzer("tr").sparse("Kitap kitaplar")
        >>> weights.tolist()
        [2.0332131385803223]
        """
        terms = self._of(text, is_query, None)
        weights: Counter[int] = Counter()
        for term in terms:
            weights[zlib.crc32(term.text.encode()) & 0x7FFFFFFF] += term.weight  # type: ignore[assignment]
        indices = sorted(weights)
        values = np.array([weights[index] for index in indices], np.float32)
        if not is_query:
            values = values * (k1 + 1) / (values + k1 * (1 - b + b * len(terms) / average_length))
        return np.array(indices, np.uint32), values.astype(np.float32)

    def _of(self, text: str, is_query: bool, fields: Collection[str] | None) -> list[Term]:
        for name in [fields] if isinstance(fields, str) else fields or ():
            if name not in FIELDS:
                raise MorfemError(f"fields has {name!r}; the fields of a term are {', '.join(FIELDS)}")
        terms = self.each(text) if not is_query else map(Term._make, self._terms.terms(text, True))
        return list(terms if fields is None else (term for term in terms if term.field in fields))

    def each(self, text: str) -> Iterator[Term]:
        """The terms of a document one by one. Those of a long one take 0.4 kB each in memory when they are kept together."""
        return map(Term._make, self._terms.terms(text, False))

    def __call__(self, text: str) -> list[str]:
        """The texts of the terms of a document. So an analyzer is the `analyzer` of scikit-learn's vectorizers."""
        return self._terms.texts([text], False, 1)[0]

    def __repr__(self) -> str:
        return f"Analyzer({self.language!r}, tokenizer={self._tokenizer.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Analyzer, table=self._table), (self._tokenizer,)


def available() -> list[str]:
    """Codes of the languages that have a search table.

    >>> available()
    ['ar', 'fi', 'he', 'ko', 'ms', 'tr']
    """
    return sorted(TOKENIZERS)


def _loaded(language: str) -> Tokenizer:
    """The tokenizer of a language, or that of a name or folder."""
    if not isinstance(language, str | os.PathLike):
        raise wrong_type("language", language, "a str, or a tokenizer")
    try:
        return load(TOKENIZERS.get(SAME.get(str(language), language), language))
    except ArtifactError:
        raise
    except MorfemError as error:
        raise MorfemError(f"no language {language!r}; there are search tables for {', '.join(TOKENIZERS)}; and {error}") from None


def _check_fields(fields: Mapping[str, float]) -> None:
    """Raises an error for fields that a search table cannot have. The core would name a line of the table, which has none of the user's."""
    if not isinstance(fields, Mapping):
        raise wrong_type("fields", fields, 'a mapping of fields to weights, such as {"root": 1.0}')
    if not fields:
        raise MorfemError("fields is empty; give one or more, or None for those of the language")
    for name, weight in fields.items():
        if not isinstance(name, str) or not re.fullmatch(r"root|stem|light|word|(head|grams):[1-9][0-9]*", name):
            raise MorfemError(f"fields has {name!r}; known are root, stem, light, word, head:N and grams:N, with N from 1")
        if not isinstance(weight, Real) or not 0 <= weight < math.inf:
            raise MorfemError(f"fields[{name!r}] is {weight!r}; give a number of 0 or more")


def _table(code: str, name: str) -> str:
    if code not in TOKENIZERS:
        known, language = ", ".join(TOKENIZERS), f"the language {code!r}" if code else "no single language"
        raise MorfemError(
            f"{name!r} is a tokenizer of {language}, for which there is no search table; there are tables for {known}. "
            "Give a tokenizer of one of these, or a table of your own: Analyzer(tokenizer, table=...)"
        )
    return (_LANGUAGES / code / TABLE).read_text(encoding="utf-8")


def _content(path: Path) -> bytes:
    """The content of a table of spellings; one without rows for a language that has none."""
    return path.read_bytes() if path.exists() else b"rule\ttext\tvalue\treason\n"


def _rows(table: str, columns: int) -> bytes:
    """The first columns of the rows of a table."""
    rows = (line.split("\t")[:columns] for line in table.splitlines() if line and not line.startswith("#"))
    return "".join("\t".join(row) + "\n" for row in rows).encode()


def _with_fields(table: str, fields: Mapping[str, float]) -> str:
    """A table with other rows `field`, and without rows `unknown`."""
    lines = [line for line in table.splitlines() if line.split("\t")[0] not in ("field", "unknown")]
    return "\n".join([*lines, *(f"field\t{name}\t{weight}\t" for name, weight in fields.items()), ""])
