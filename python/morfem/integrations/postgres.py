"""PostgreSQL: a `tsvector` of terms, and a weighted ranked query. Works with any connection of psycopg 3.

PostgreSQL parses text in C, so its own parser cannot call an analyzer. `tsvector` and `tsquery` give the literals of both types, which
PostgreSQL casts.
"""

from collections.abc import Iterable
from typing import Any

from ..search.analyzer import Analyzer, Term

# The largest position that a tsvector keeps.
LAST = 16383
ADD = """
insert into documents values (%s, %s, %s::tsvector) on conflict (id) do update set body = excluded.body, terms = excluded.terms
"""
RANK = """
with asked as (select * from unnest(%s::text[], %s::float8[]) as t (query, weight)),
holders as (
  select query, weight, id, body, ts_rank(terms, query::tsquery, 1) as rank, count(*) over (partition by query) as holders
  from asked join documents on terms @@ query::tsquery)
select id, sum(weight * rank * ln(1 + (select count(*) from documents)::float8 / holders)) as score, body
from holders group by id, body order by score desc, id limit %s
"""
SCHEMA = """
create table if not exists documents (id bigint primary key, body text not null, terms tsvector not null);
create index if not exists documents_terms on documents using gin (terms);
"""


def _quoted(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''").replace("\0", "") + "'"


def tsvector(terms: Iterable[Term]) -> str:
    """The literal of a tsvector: each term with its positions, from 1. Positions after 16,383 count as that one, as in PostgreSQL itself.

    >>> tsvector(Analyzer("tr", fields={"root": 1.0}).document("Kitaplar, kitap"))
    "'kitap':1,2"
    """
    positions: dict[str, list[int]] = {}
    for term in terms:
        positions.setdefault(term.text, []).append(min(term.position + 1, LAST))
    return " ".join(f"{_quoted(term)}:{','.join(map(str, dict.fromkeys(places[:255])))}" for term, places in positions.items())


def tsquery(terms: Iterable[Term]) -> str:
    """The literal of a tsquery that any of the terms satisfies; empty if there is none."""
    return " | ".join(_quoted(text) for text in dict.fromkeys(term.text for term in terms))


class Table:
    """The table `documents` (id, body, terms) of a database."""

    def __init__(self, connection: Any, analyzer: Analyzer) -> None:
        self.connection, self.analyzer = connection, analyzer
        with connection.transaction():
            connection.execute(SCHEMA)

    def add(self, documents: Iterable[tuple[int, str]]) -> None:
        """Add documents in one transaction, each in place of the one with the same id. PostgreSQL's text cannot hold U+0000."""
        with self.connection.transaction(), self.connection.cursor() as cursor:
            for key, body in documents:
                cursor.execute(ADD, (key, body, tsvector(self.analyzer.document(body))))

    def search(self, query: str, limit: int = 10) -> list[tuple[int, float, str]]:
        """Id, score and body of the best documents, best first.

        The score is the sum of `ts_rank` of each term, times the weight of the term and its inverse document frequency, which `ts_rank`
        alone does not know.
        """
        weights: dict[str, float] = {}
        for term in self.analyzer.query(query):
            weights[term.text] = weights.get(term.text, 0.0) + term.weight
        if not weights:
            return []
        rows = self.connection.execute(RANK, ([_quoted(term) for term in weights], list(weights.values()), limit))
        return list(rows.fetchall())
