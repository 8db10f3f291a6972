"""An embedded, persistent full-text index on tantivy.

An index is a folder: `morfem.json` says which analyzer made it, and the other files are tantivy's. Each commit is atomic: after a crash,
the index is that of the last commit. One writer may be open at a time; readers are never blocked. Who makes or removes an index has a lock
on `morfem.json`, which is written last and is empty until then.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from .._core import MorfemError
from ..checks import check_whole, wrong_type
from ..output import open_locked, remove_locked
from ..require import require
from .analyzer import Analyzer, Term
from .damage import check_files, panics_are_errors

FORMAT = 1
RECORD = "morfem.json"
BODY, KEY, SOURCE = "body", "key", "source"
# Bytes of memory that tantivy fills before it writes a segment.
HEAP = 64_000_000
# Bytes of a key: tantivy leaves out longer ones, so that they would never be found and replaced.
LONGEST_KEY = 65_530


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
    MorfemError : if there is no index and no analyzer is given, the folder holds something else, a file of it is damaged, or the index is
        of another format or was made by another analyzer; the message names both.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     index = Index(folder, Analyzer("tr"))
    ...     with index.writer() as writer:
    ...         writer.add("1", "Kitaplarımızdan biri kayboldu.")
    ...     [hit.key for hit in index.search("kitap")]
    ['1']
    """

    def __init__(self, folder: str | os.PathLike[str], analyzer: Analyzer | None = None) -> None:
        self._tantivy = require("tantivy", "search", ">=0.27")
        self.folder = Path(folder)
        try:
            self._path()
        except UnicodeError:
            raise MorfemError(f"{str(self.folder)!a}: tantivy needs a path in UTF-8; give a folder with another name") from None
        if record := self._record():
            self.analyzer = self._checked(record, analyzer)
            check_files(self.folder)
        else:
            if analyzer is None:
                raise MorfemError(f"{self.folder} is not an index; make one with: morfem index FILE --language CODE --output {self.folder}")
            # In this order: another process that makes the index makes its record first.
            if self.folder.is_dir() and any(self.folder.iterdir()) and not (self.folder / RECORD).exists():
                raise MorfemError(f"{self.folder} holds other files and is not an index; give an empty or a new folder")
            self.analyzer = analyzer
            self._create()
        self._open()

    def _open(self) -> None:
        try:
            with panics_are_errors(self.folder):
                self._index = self._tantivy.Index(self._schema(), path=self._path())
        except ValueError as error:
            raise MorfemError(f"tantivy cannot read the index {self.folder} ({error}); build it again") from None

    def _path(self) -> str:
        """The folder for tantivy, which takes UTF-8, whatever the encoding of the locale."""
        return os.fsencode(self.folder).decode()

    def _record(self) -> dict[str, Any] | None:
        path = self.folder / RECORD
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        if not content:
            return None  # it is being made, or who made it was killed
        record: Any = None
        try:
            record = json.loads(content)
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
        """Make the index, unless another process has done so."""
        with self._locked() as file:
            file.seek(0)
            if file.read():
                self._checked(self._record() or {}, self.analyzer)
                return
            record = {"format": FORMAT, "language": self.analyzer.language, "signature": self.analyzer.signature}
            try:
                self._tantivy.Index(self._schema(), path=self._path())
                file.write(json.dumps(record, ensure_ascii=False, indent=1).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            except (ValueError, OSError) as error:
                remove_locked(file, self.folder)
                raise self._unwritable(error) from None

    @contextlib.contextmanager
    def _locked(self) -> Iterator[BinaryIO]:
        """The record, which is locked. Waits for another process that makes or removes the index, which takes milliseconds."""
        deadline = time.monotonic() + 10
        while (file := open_locked(self.folder / RECORD)) is None:
            if time.monotonic() > deadline:
                raise MorfemError(f"{self.folder} is being made by another process; wait until it is done")
            time.sleep(0.01)
        with file:
            yield file

    def remove(self) -> None:
        """Remove the index with its folder. It is a MorfemError if a writer is open."""
        inner = self._writer()
        with self._locked() as file:
            file.truncate(0)  # a process that opens it meanwhile makes a new one
            inner.wait_merging_threads()
            remove_locked(file, self.folder)

    def _unwritable(self, error: Exception) -> MorfemError:
        return MorfemError(f"{self.folder} cannot be written; is the disk full? ({error})")

    def _schema(self) -> Any:
        builder = self._tantivy.SchemaBuilder()
        builder.add_text_field(BODY, stored=True, tokenizer_name="raw", index_option="position")
        builder.add_text_field(KEY, stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_text_field(SOURCE, stored=True, tokenizer_name="raw", index_option="basic")
        return builder.build()

    def __len__(self) -> int:
        """Number of documents of the last commit."""
        with panics_are_errors(self.folder):
            self._index.reload()
            return int(self._index.searcher().num_docs)

    @contextlib.contextmanager
    def writer(self) -> Iterator["Writer"]:
        """A writer. Leaving the block commits all that was added; an exception drops what was added since the last commit.

        It is a MorfemError if another writer is open, in this process or in another.
        """
        writer = Writer(self, self._writer())
        with panics_are_errors(self.folder):
            try:
                yield writer
                writer.commit()
            except BaseException:
                writer.rollback()
                raise
            finally:
                writer.close()
                self._index.reload()

    def _writer(self) -> Any:
        """tantivy's writer. An index that another process has removed since it was opened is made again."""
        while True:
            try:
                inner = self._index.writer(HEAP, 1)
            except ValueError as error:
                if self._record() is not None and "LockBusy" in str(error):
                    text = f"{self.folder} is being written by another process or writer; wait until it is done ({error})"
                    raise MorfemError(text) from None
                if self._record() is not None:
                    raise self._unwritable(error) from None
            else:
                if self._record() is not None:
                    return inner
                inner.wait_merging_threads()
            self._create()
            self._open()

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """The best documents for a query by BM25, best first. A query without a term finds nothing.

        Parameters
        ----------
        query : words in any form. Words between quotation marks must stand one after the other.
        limit : largest number of hits.
        """
        if not isinstance(query, str):
            raise wrong_type("query", query, "a str")
        check_whole("limit", limit)
        asked = self._query(query)
        if asked is None or limit < 1:
            return []
        terms = self.analyzer.query(query)
        hits = []
        with panics_are_errors(self.folder):
            self._index.reload()
            searcher = self._index.searcher()
            # tantivy takes memory for as many hits as are asked for.
            for score, address in searcher.search(asked, min(limit, max(searcher.num_docs, 1))).hits:
                stored = searcher.doc(address)
                text = stored[BODY][0]
                matches = _matches(terms, self.analyzer.each(text))
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
        key : what names the document, in at most 65,530 bytes.
        text : what is searched.
        source : anything else to keep with it, as JSON.
        """
        if not isinstance(key, str) or not isinstance(text, str):
            raise TypeError(f"key and text must be str, not {type(key).__name__} and {type(text).__name__}")
        if len(key) > LONGEST_KEY // 4 and (size := len(key.encode())) > LONGEST_KEY:
            raise MorfemError(f"the key {key[:20]!r}... has {size:,} bytes, and an index takes at most {LONGEST_KEY:,}; give a shorter one")
        document = self._tantivy.Document()
        document.add_pre_tokenized_text(BODY, self._tantivy.PreTokenizedString(text, self._tokens(text)))
        document.add_text(KEY, key)
        document.add_text(SOURCE, json.dumps(source if source is not None else {}, ensure_ascii=False))
        with self._written():
            # Not earlier: a document that cannot be added takes no other's place.
            self._inner.delete_documents_by_term(KEY, key)
            self._inner.add_document(document)

    def _tokens(self, text: str) -> list[Any]:
        token = self._tantivy.Token
        return [token(term.text, term.position, term.start, term.end) for term in self._index.analyzer.each(text)]

    def delete(self, key: str) -> None:
        """Delete the document with this key, if there is one."""
        self._inner.delete_documents_by_term(KEY, key)

    def commit(self) -> None:
        """Make everything that was added since the last commit searchable, in one atomic step."""
        with self._written():
            self._inner.commit()

    def rollback(self) -> None:
        """Drop what was added since the last commit."""
        with contextlib.suppress(ValueError):  # of a writer that failed there is nothing left
            self._inner.rollback()

    def close(self) -> None:
        """Wait for tantivy's threads."""
        with contextlib.suppress(ValueError):
            self._inner.wait_merging_threads()

    @contextlib.contextmanager
    def _written(self) -> Iterator[None]:
        """An error of tantivy, such as that of a full disk, names the index."""
        try:
            yield
        except (ValueError, OSError) as error:
            raise self._index._unwritable(error) from None


def _matches(query: Iterable[Term], document: Iterable[Term]) -> list[tuple[Term, Term]]:
    """Each term of a document that the query has too, with that term of the query: that of the same field if there is one."""
    asked: dict[str, Term] = {}
    same: dict[tuple[str, str], Term] = {}
    for term in query:
        asked.setdefault(term.text, term)
        same.setdefault((term.text, term.field), term)
    return [(same.get((term.text, term.field), asked[term.text]), term) for term in document if term.text in asked]
