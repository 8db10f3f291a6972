"""`morfem info` and `morfem export`."""

import json as json_format
from collections import Counter
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.table import Table

from .. import available, load
from .._core import Tokenizer
from .arguments import TokenizerName

CARD_LINES = 13


class Format(str, Enum):
    """The formats that a tokenizer can be exported to."""

    TOKENIZERS = "tokenizer.json"
    SENTENCEPIECE = "spm"
    TIKTOKEN = "tiktoken"


def info(
    tokenizer: Annotated[
        str | None,
        typer.Argument(metavar="[TOKENIZER]", help="Name of a bundled tokenizer, or a folder; without it, all that are bundled."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Everything, for machines.")] = False,
) -> None:
    """Show what a tokenizer is and where it comes from."""
    if tokenizer is None:
        records = [_record(load(name)) for name in available()]
        if json:
            print(json_format.dumps(records, ensure_ascii=False, indent=2))
        else:
            for record in records:
                print(f"{record['name']}  {record['kind']}, {record['vocab_size']:,} ids, language {record['language'] or 'any'}")
        return
    record = _record(load(tokenizer))
    if json:
        print(json_format.dumps(record, ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, value in _rows(record):
        table.add_row(name, escape(value))
    console.print(f"[bold]{escape(record['name'])}[/]")
    console.print(table)
    card = (record["card"] or "").strip().splitlines()
    if card:
        console.print(Markdown("\n".join(card[:CARD_LINES])))
        if len(card) > CARD_LINES:
            console.print(f"... {len(card) - CARD_LINES} more lines with --json", style="dim")


def export(
    tokenizer: TokenizerName,
    format: Annotated[
        Format, typer.Argument(metavar="FORMAT", help="tokenizer.json, for tokenizers; spm, for SentencePiece; tiktoken, its ranks.")
    ],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="File to write.", show_default=False)],
) -> None:
    """Write a file for another library, if that gives the same ids on every text."""
    load(tokenizer).export(format.value, path)


def _record(tokenizer: Tokenizer) -> dict[str, Any]:
    """What the artefact says of itself, with sizes and the number of ids of each kind."""
    files = tokenizer.files()
    lines = files["vocabulary.tsv"].decode().splitlines()[1:]
    kinds = Counter(line.split("\t")[1] for line in lines)
    return {
        **tokenizer.record,
        "vocab_size": tokenizer.vocab_size,
        "special_tokens": tokenizer.special_tokens,
        "kinds": dict(kinds.most_common()),
        "bytes": sum(map(len, files.values())),
    }


def _rows(record: dict[str, Any]) -> list[tuple[str, str]]:
    training = dict(record["training"])
    corpus = training.pop("corpus", [])
    rows = [
        ("kind", record["kind"]),
        ("language", record["language"] or "any"),
        ("ids", f"{record['vocab_size']:,}: " + ", ".join(f"{count:,} {kind}" for kind, count in record["kinds"].items())),
        ("specials", " ".join(record["special_tokens"]) or "none"),
        ("splitter", record["splitter"]),
        ("size", _size(record["bytes"])),
        ("options", _listed(record["options"])),
        ("trained with", _listed(training)),
        *(("corpus", f"{file['name']}, {_size(file['bytes'])}, SHA-256 {(file['sha256'] or 'unknown')[:16]}...") for file in corpus),
    ]
    return [(name, value) for name, value in rows if value]


def _listed(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items() if value is not None)


def _size(size: int | None) -> str:
    if size is None:
        return "size unknown"
    return f"{size:,} bytes" if size < 100_000 else f"{size / 1e6:.1f} MB"
