"""An embedded, persistent full-text index on tantivy.

An index is a folder: `morfem.json` says which analyzer made it, and the other files are tantivy's. Each commit is atomic: after a crash,
the index is that of the last commit. One writer may be open at a time; readers are never blocked.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from .._core import MorfemError
from ..checks import check_whole, wrong_type
from ..integrations import require
from .analyzer import Analyzer, Term

FORMAT = 1
RECORD = "morfem.json"
BODY, KEY, SOURCE = "body", "key", "source"
# Bytes of memory that tantivy fills before it writes a segment.
HEAP = 64_000_000


def _tantivy() -> ModuleType:
    return require("tantivy", "search", ">=0.25")


@dataclass(frozen=True)
class Hit:
    """A document that was found."""

    key: str
    score: float
    text: str
    source: dict[str, Any]
    """The whole record of the document, as it was added."""
    matches: list[tuple[Term, Term]]
    """Each term of the query with a term of the document that equals it, in the order of the document."""

    def spans(self) -> list[tuple[int, int]]:
        """The words of the text that matched: code points, ascending, without repetition."""
        return sorted({(term.start, term.end) for _, term in self.matches})


class Index:
    """An index in a folder.

    Parameters
    ----------
    folder : where it is, or where to make it.
    analyzer : what makes the terms. Needed for a new index; an existing one loads the analyzer that made it.

    Raises
    ------
    MorfemError : if there is no index and no analyzer is given, the folder holds something else, or the index is of another format or was
    made
        by another analyzer; the message names both.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     index = Index(folder, Analyzer("tr"))
    ...     with index.writer() as writer:
    ...         writer.add("1", "Kitaplarımızdan biri kayboldu.")
    ...     [hit.key for hit in index.search("kitap")]
    ['1']
    """

    def __init__(self, folder: str | os.PathLike[str], analyzer: Analyzer | None = None) -> None:
        self._tantivy = _tantivy()
        self.folder = Path(folder)
        record = self._record()
        if record is None:
            if analyzer is None:
                raise MorfemError(f"{self.folder} is not an index; make one with: morfem index FILE --language CODE --output {self.folder}")
            if self.folder.is_dir() and any(self.folder.iterdir()):
                raise MorfemError(f"{self.folder} holds other files and is not an index; give an empty or a new folder")
        else:
            analyzer = self._checked(record, analyzer)
        self.analyzer: Analyzer = analyzer
        if record is None:
            self._create()
        try:
            self._index = self._tantivy.Index(self._schema(), path=str(self.folder))
        except ValueError as error:
            raise MorfemError(f"tantivy cannot read the index {self.folder} ({error}); build it again") from None

    def _record(self) -> dict[str, Any] | None:
        path = self.folder / RECORD
        if not path.exists():
            return None
        record: Any = None
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            return {name: record[name] for name in ("format", "language", "signature")}
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(record, dict) and "vocab_size" in record:
                raise MorfemError(f"{self.folder}: this folder is a tokenizer, not an index; give another folder") from None
            raise MorfemError(f"{path} is damaged ({error}); build the index again") from None

    def _checked(self, record: dict[str, Any], analyzer: Analyzer | None) -> Analyzer:
        if record["format"] != FORMAT:
            raise MorfemError(f"{self.folder} is an index of format {record['format']}, and this version reads {FORMAT}; build it again")
        if analyzer is None:
            analyzer = Analyzer(record["language"])
        if analyzer.signature != record["signature"]:
            raise MorfemError(
                f"{self.folder} was made by the analyzer {record['signature']}, and this one is {analyzer.signature}; "
                "build the index again, or use the version of morfem, the tokenizer and the table that made it"
            )
        return analyzer

    def _create(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._tantivy.Index(self._schema(), path=str(self.folder))
        record = {"format": FORMAT, "language": self.analyzer.language, "signature": self.analyzer.signature}
        partial = self.folder / (RECORD + ".partial")
        partial.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        partial.replace(self.folder / RECORD)

    def _schema(self) -> Any:
        builder = self._tantivy.SchemaBuilder()
        builder.add_text_field(BODY, stored=True, tokenizer_name="raw", index_option="position")
        builder.add_text_field(KEY, stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_text_field(SOURCE, stored=True, tokenizer_name="raw", index_option="basic")
        return builder.build()

    def __len__(self) -> int:
        """Number of documents of the last commit."""
        self._index.reload()
        return int(self._index.searcher().num_docs)

    @contextlib.contextmanager
    def writer(self) -> Iterator["Writer"]:
        """A writer. Leaving the block commits all that was added; an exception drops what was added since the last commit.

        Raises
        ------
        MorfemError : if another writer is open, in this process or in another.
        """
        try:
            inner = self._index.writer(HEAP, 1)
        except ValueError as error:
            raise MorfemError(f"{self.folder} is being written by another process or writer; wait until it is done ({error})") from None
        writer = Writer(self, inner)
        try:
            yield writer
            writer.commit()
        except BaseException:
            inner.rollback()
            raise
        finally:
            inner.wait_merging_threads()
            self._index.reload()

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """The best documents for a query by BM25, best first. A query without a term finds nothing.

        Parameters
        ----------
        query : words in any form. Words between quotation marks must stand one after the other.
        limit : largest number of hits.

        Raises
        ------
        TypeError : if `query` is not a str, or `limit` not a whole number.
        """
        if not isinstance(query, str):
            raise wrong_type("query", query, "a str")
        check_whole("limit", limit)
        asked = self._query(query)
        if asked is None or limit < 1:
            return []
        self._index.reload()
        searcher = self._index.searcher()
        terms = self.analyzer.query(query)
        hits = []
        for score, address in searcher.search(asked, limit).hits:
            stored = searcher.doc(address)
            text = stored[BODY][0]
            matches = _matches(terms, self.analyzer.document(text))
            hits.append(Hit(stored[KEY][0], score, text, json.loads(stored[SOURCE][0]), matches))
        return hits

    def _query(self, query: str) -> Any | None:
        tantivy, schema = self._tantivy, self._index.schema
        clauses = []
        parts = self._parts(query)
        for number, part in enumerate(parts):
            terms = self.analyzer.query(part)
            # A quotation mark without a second one, as in 12", begins no phrase.
            if number % 2 and number < len(parts) - 1 and (phrase := self._phrase(part)):
                clauses.append((tantivy.Occur.Must, phrase))
            for term in terms:
                one = tantivy.Query.term_query(schema, BODY, term.text, "freq")
                clauses.append((tantivy.Occur.Should, tantivy.Query.boost_query(one, term.weight)))
        return tantivy.Query.boolean_query(clauses) if clauses else None

    def _parts(self, query: str) -> list[str]:
        """The query, cut at its quotation marks. A mark inside a word, as in צה"ל, belongs to the word."""
        inside = {at for term in self.analyzer.query(query) for at in range(term.start, term.end)}
        ends = [at for at, sign in enumerate(query) if sign == '"' and at not in inside]
        return [query[begin:end] for begin, end in zip([0, *(at + 1 for at in ends)], [*ends, len(query)], strict=True)]

    def _phrase(self, words: str) -> Any | None:
        """Words that stand one after the other, each by the first term that a document would have for it."""
        first: dict[int, str] = {}
        for term in self.analyzer.document(words):
            first.setdefault(term.position, term.text)
        if len(first) < 2:
            return None
        return self._tantivy.Query.phrase_query(self._index.schema, BODY, list(first.items()))


class Writer:
    """Adds documents to an index. Made by `Index.writer`."""

    def __init__(self, index: Index, inner: Any) -> None:
        self._index, self._inner = index, inner
        self._tantivy = index._tantivy

    def add(self, key: str, text: str, source: dict[str, Any] | None = None) -> None:
        """Add a document, in place of the one with the same key.

        Parameters
        ----------
        key : what names the document.
        text : what is searched.
        source : anything else to keep with it, as JSON.
        """
        if not isinstance(key, str) or not isinstance(text, str):
            raise TypeError(f"key and text must be str, not {type(key).__name__} and {type(text).__name__}")
        terms = self._index.analyzer.document(text)
        tokens = [self._tantivy.Token(term.text, term.position, term.start, term.end) for term in terms]
        document = self._tantivy.Document()
        document.add_pre_tokenized_text(BODY, self._tantivy.PreTokenizedString(text, tokens))
        document.add_text(KEY, key)
        document.add_text(SOURCE, json.dumps(source if source is not None else {}, ensure_ascii=False))
        # Not earlier: a document that cannot be added takes no other's place.
        self._inner.delete_documents_by_term(KEY, key)
        self._inner.add_document(document)

    def delete(self, key: str) -> None:
        """Delete the document with this key, if there is one."""
        self._inner.delete_documents_by_term(KEY, key)

    def commit(self) -> None:
        """Make everything that was added since the last commit searchable, in one atomic step."""
        self._inner.commit()


def _matches(query: Iterable[Term], document: Iterable[Term]) -> list[tuple[Term, Term]]:
    """Each term of a document that the query has too, with that term of the query: that of the same field if there is one."""
    asked: dict[str, Term] = {}
    same: dict[tuple[str, str], Term] = {}
    for term in query:
        asked.setdefault(term.text, term)
        same.setdefault((term.text, term.field), term)
    return [(same.get((term.text, term.field), asked[term.text]), term) for term in document if term.text in asked]
