"""`morfem index` and `morfem search`: a folder of texts that can be searched in any form of its words."""

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from .._core import MorfemError
from ..corpus import Corpus
from ..progress import Meter
from ..train.schema import paths
from .arguments import Field, OnBadText
from .formats import write_json
from .table import harmless

# Documents that are committed together.
COMMIT = 10_000
# Code points of text around the first match of a hit.
AROUND = 80


def index(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILES",
            help="Files, folders or patterns: text, .json, .jsonl, .csv, also compressed as .gz .bz2 .xz .zst; - is standard input.",
            show_default="-",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Folder of the index; an index there is added to.", show_default=False),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            metavar="CODE", help="Language of the texts: ar, fi, he, id, ko, ms or tr. Needed for a new index.", show_default=False
        ),
    ] = None,
    field: Field = None,
    key: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Field of JSON or .csv that names a document.", show_default="id, else a hash of the text"),
    ] = None,
    on_bad_text: OnBadText = "fail",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Index texts for `morfem search`. Needs the extra morfem[search].

    A document is a line of a text file, a JSON object with a field for the text, or a row of a .csv or .tsv table. A document replaces
    the one with the same key, so the same file can be indexed again. Every 10,000 documents are committed in one step; after an
    interruption the index is that of the last commit.
    """
    from ..search import Analyzer
    from ..search.index import RECORD, Index

    if output is None:
        raise typer.BadParameter("missing; give the folder of the index: --output DIR")
    if language is None and not (output / RECORD).exists():
        raise MorfemError(f"{output} is not an index yet; say which language the texts are in: --language tr")
    analyzer = Analyzer(language) if language is not None else None
    documents = _documents(Corpus(paths(files or ["-"]), field=field, on_bad_text=on_bad_text), key)
    with _removed_if_unused(output):
        target = Index(output, analyzer)
        with Meter(not quiet) as meter, target.writer() as writer:
            count = 0
            for count, (name, text, source) in enumerate(documents, 1):
                writer.add(name, text, source)
                if count % COMMIT == 0:
                    writer.commit()
                if count % 100 == 0:
                    meter("indexing", count, None)
            meter("indexing", count, count)
    if not quiet:
        print(f"{output}: {len(target):,} documents, {count:,} of them read now", file=sys.stderr)


@contextmanager
def _removed_if_unused(folder: Path) -> Iterator[None]:
    """Removes a new index, with the folders made for it, if an error ends it before its first commit and no other process writes it."""
    from ..search.index import RECORD, Index

    made = [path for path in (folder, *folder.parents) if not path.exists()]
    is_new = not (folder / RECORD).exists()
    try:
        yield
    except BaseException:
        with suppress(MorfemError, OSError):
            if is_new and len(index := Index(folder)) == 0:
                index.remove()
                if folder not in made:
                    folder.mkdir()
        for path in made if not folder.exists() else ():
            with suppress(OSError):
                path.rmdir()
        raise


def _documents(corpus: Corpus, key: str | None) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Key, text and record of each document."""
    if table := next((file.path for file in corpus.files if file.suffix == ".parquet"), None):
        raise MorfemError(f"{table}: an index reads text, JSON and .csv, not Parquet; write its rows as JSON lines")
    for document in corpus.documents():
        if not isinstance(document.record, dict):
            if document.text.strip():
                yield _hash(document.text), document.text, {"file": document.file.name, "line": document.number}
            continue
        record, text = document.record, document.text
        name = record.get(key or "id")
        if name is None and key is not None:
            raise MorfemError(f"{document.place}: no field {key!r} to name the document")
        source = {name: value for name, value in record.items() if name != (corpus.field or "text")}
        yield _hash(text) if name is None else str(name), text, source


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def search(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of an index.", show_default=False)],
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help='Words in any form; "two words" for a phrase.', show_default=False)],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, metavar="N", help="Largest number of hits.")] = 10,
    why: Annotated[bool, typer.Option("--why", help="Show which roots, stems and other units matched.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write a JSON object for each hit.")] = False,
) -> None:
    """Search an index that `morfem index` made. Best hits come first; words that matched are highlighted."""
    from ..search.index import Index

    hits = Index(folder).search(" ".join(query), limit)
    if json:
        for hit in hits:
            matches = [
                {"query": asked.text, "weight": asked.weight, "field": own.field, "start": own.start, "end": own.end}
                for asked, own in hit.matches
            ]
            write_json(
                sys.stdout.buffer,
                {"key": hit.key, "score": hit.score, "text": hit.text, "source": hit.source} | ({"matches": matches} if why else {}),
            )
        return
    console = Console(highlight=False)
    if not hits:
        console.print(Text("no document has a word of the query", "dim"))
    for number, hit in enumerate(hits, 1):
        place = ":".join(str(hit.source[name]) for name in ("file", "line") if name in hit.source)
        console.print(Text(f"{number}. ").append(harmless(place or hit.key), "bold").append(f"  {hit.score:.2f}", "dim"), soft_wrap=True)
        console.print(excerpt(hit.text, hit.spans()), soft_wrap=True)
        if why:
            _explain(console, hit)


def excerpt(text: str, spans: list[tuple[int, int]]) -> Text:
    """The part of a text around its first match, on one line, with all matches in it highlighted."""
    start = max(0, spans[0][0] - AROUND) if spans else 0
    end = min(len(text), start + 3 * AROUND)
    shown = Text("   " + ("…" if start else ""))
    offset = len(shown) - start
    line = text[start:end].replace("\n", " ").replace("\r", " ").replace("\t", " ")
    shown.append(harmless(line)).append("…" if end < len(text) else "")
    for first, last in spans:
        if first < end:
            shown.stylize("bold red", first + offset, min(last, end) + offset)
    return shown


def _explain(console: Console, hit: Any) -> None:
    """One line for each unit of the query that matched: the unit, its field and weight, and the forms that it has in the text."""
    forms: dict[tuple[str, str, float], dict[str, None]] = {}
    for asked, own in hit.matches:
        forms.setdefault((harmless(asked.text), own.field, asked.weight), {})[harmless(hit.text[own.start : own.end])] = None
    for (text, field, weight), words in forms.items():
        console.print(
            Text(f"   {field} ", "dim").append(text, "green").append(f" × {weight:.2g}: {', '.join(words)}", "dim"), soft_wrap=True
        )
