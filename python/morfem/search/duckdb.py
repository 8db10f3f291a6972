"""DuckDB: BM25 in plain SQL over a table of postings.

DuckDB's own full-text extension is downloaded at run time and stems by itself; this adapter needs neither.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .analyzer import Analyzer

SCHEMA = """
create table if not exists documents (id bigint primary key, body varchar not null, length integer not null);
create table if not exists postings (term varchar not null, id bigint not null, frequency integer not null);
"""
RANK = """
with asked as (select unnest(?::varchar[]) as term, unnest(?::double[]) as weight),
sizes as (select count(*) as documents, avg(length) as average from documents),
found as (select asked.term, weight, id, frequency, count(*) over (partition by asked.term) as holders from asked join postings using
(term)) select id, sum(weight * ln(1 + (sizes.documents - holders + 0.5) / (holders + 0.5))
               * frequency * 2.2 / (frequency + 1.2 * (0.25 + 0.75 * length / average))) as score, body
from found join documents using (id) cross join sizes group by id, body order by score desc, id limit ?
"""


class Table:
    """The tables `documents` (id, body, length) and `postings` (term, id, frequency) of a database.

    >>> import duckdb
    >>> table = Table(duckdb.connect(), Analyzer("tr"))
    >>> table.add([(1, "Kitaplar kayboldu."), (2, "Evin bahçesi var.")])
    >>> [key for key, score, body in table.search("kitabı")]
    [1]
    """

    def __init__(self, connection: Any, analyzer: Analyzer) -> None:
        self.connection, self.analyzer = connection, analyzer
        connection.execute(SCHEMA)

    def add(self, documents: Iterable[tuple[int, str]]) -> None:
        """Add documents with new ids in one transaction."""
        rows = list(documents)
        if not rows:
            return
        terms = self.analyzer.texts([body for _, body in rows])
        lengths = [(key, body, len(own)) for (key, body), own in zip(rows, terms, strict=True)]
        postings = [(term, key, count) for (key, _), own in zip(rows, terms, strict=True) for term, count in Counter(own).items()]
        self.connection.begin()
        try:
            self.connection.executemany("insert into documents values (?, ?, ?)", lengths)
            if postings:
                columns = [list(column) for column in zip(*postings, strict=True)]
                self.connection.execute("insert into postings select unnest(?), unnest(?), unnest(?)", columns)
            self.connection.commit()
        except BaseException:
            self.connection.rollback()
            raise

    def search(self, query: str, limit: int = 10) -> list[tuple[int, float, str]]:
        """Id, score and body of the best documents by BM25 (k1 1.2, b 0.75), best first."""
        weights: dict[str, float] = {}
        for term in self.analyzer.query(query):
            weights[term.text] = weights.get(term.text, 0.0) + term.weight
        found = self.connection.execute(RANK, [list(weights), list(weights.values()), limit])
        return list(found.fetchall())
