"""SQLite FTS5: full-text search in a database file, with Python's own sqlite3.

SQLite cannot call an analyzer, so the table of documents has a column with their terms, joined by spaces. The index is an external-content
FTS5 table over this column, and keeps no copy of it.
"""

import sqlite3
from collections.abc import Iterable

from ..search.analyzer import Analyzer

SCHEMA = """
create table if not exists documents (id integer primary key, body text not null, terms text not null);
create virtual table if not exists documents_index using fts5 (
  terms, content = 'documents', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 0 tokenchars '*_.,:@+-'");
create trigger if not exists documents_added after insert on documents begin
  insert into documents_index (rowid, terms) values (new.id, new.terms); end;
create trigger if not exists documents_removed after delete on documents begin
  insert into documents_index (documents_index, rowid, terms) values ('delete', old.id, old.terms); end;
"""


class Table:
    """The tables `documents` (id, body, terms) and `documents_index` of a database.

    >>> table = Table(sqlite3.connect(":memory:"), Analyzer("tr"))
    >>> table.add([(1, "Kitaplar kayboldu."), (2, "Evin bahçesi var.")])
    >>> [key for key, score, body in table.search("kitabı")]
    [1]
    """

    def __init__(self, connection: sqlite3.Connection, analyzer: Analyzer) -> None:
        self.connection, self.analyzer = connection, analyzer
        connection.executescript(SCHEMA)

    def add(self, documents: Iterable[tuple[int, str]]) -> None:
        """Add documents in one transaction, each in place of the one with the same id."""
        rows = list(documents)
        terms = self.analyzer.texts([body for _, body in rows])
        with self.connection:
            self.connection.executemany("delete from documents where id = ?", [(key,) for key, _ in rows])
            values = [(key, body, " ".join(own)) for (key, body), own in zip(rows, terms, strict=True)]
            self.connection.executemany("insert into documents values (?, ?, ?)", values)

    def search(self, query: str, limit: int = 10) -> list[tuple[int, float, str]]:
        """Id, score and body of the best documents by FTS5's BM25, best first. FTS5 has no weights of terms, so all count the same."""
        asked = match(self.analyzer, query)
        if not asked:
            return []
        found = self.connection.execute(
            "select documents.id, -bm25(documents_index), body from documents_index join documents on documents.id = documents_index.rowid "
            "where documents_index match ? order by bm25(documents_index) limit ?",
            (asked, limit),
        )
        return found.fetchall()


def match(analyzer: Analyzer, query: str) -> str:
    """The FTS5 expression of a query: any of its terms, quoted. Empty if the query has no term."""
    terms = dict.fromkeys(term.text for term in analyzer.query(query))
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
