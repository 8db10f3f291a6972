"""`morfem info` and `morfem export`."""

import json as json_format
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import typer
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from .. import available, load
from .._core import Tokenizer
from .arguments import TokenizerName
from .table import counted, harmless

FIRST = ("", "Figures", "Sources", "Limits")  # sections of a model card, in the order in which they are shown
# Control characters that JSON leaves as they are, and a terminal obeys. In JSON they stand only within strings.
CONTROLS = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}
ROWS = 10  # rows shown of a table in a model card


def info(
    tokenizer: Annotated[
        str | None,
        typer.Argument(
            metavar="TOKENIZER", help="Name of a bundled tokenizer, or folder of a saved one. Without it, all bundled tokenizers."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write everything as JSON, with the whole model card and all hashes.")] = False,
) -> None:
    """Describe a tokenizer: sizes, figures, sources with their licences, limits."""
    if tokenizer is None:
        records = [_record(load(name)) for name in available()]
        if json:
            _write(records)
            return
        names = max(len(record["name"]) for record in records)
        for record in records:
            language, size = record["language"] or "any", size_of(record["bytes"])
            about = f"{record['kind']:8}  language {language:3}  {record['vocab_size']:>7,} ids  {size:>8}"
            print(f"{record['name']:{names}}  {about}")
        return
    record = _record(load(tokenizer))
    if json:
        _write(record)
        return
    from rich.markdown import Markdown, TableElement  # loads a parser, which no other command needs

    class Rows(TableElement):
        """A table, without the empty row that Markdown asks for above a table without a head."""

        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            for table in super().__rich_console__(console, options):
                if isinstance(table, Table):
                    table.show_header = any(str(column.header) for column in table.columns)
                yield table

    class Card(Markdown):
        elements: ClassVar = {**Markdown.elements, "table_open": Rows}

    console = Console(highlight=False)
    console.print(Text(harmless(record["name"]), "bold"))
    console.print(_grid(_rows(record)))
    sections = _sections(record["card"] or "")
    sections[""] = [line for line in sections[""] if not line.startswith("|")]
    for title, lines in sections.items():
        hidden = [line for line in lines if line.startswith("|")][ROWS + 2 :]  # after the head and the rule below it
        console.print()
        if title:
            console.print(Text(harmless(title), "bold"))
        console.print(Card("\n".join(harmless(line) for line in lines if line not in hidden)))
        if hidden:
            console.print(f"... {counted(len(hidden), 'more row')} with --json", style="dim")
    console.print(Text("\nTraining", "bold"))
    try:
        rows = _training(record)
    except (AttributeError, KeyError, TypeError, ValueError):  # not as morfem writes it
        rows = [("record", json_format.dumps(record["training"], ensure_ascii=False))]
    console.print(_grid(rows))


def export(
    tokenizer: TokenizerName,
    format: Annotated[
        Literal["tokenizer.json", "spm", "tiktoken"],
        typer.Argument(metavar="FORMAT", help="tokenizer.json for Hugging Face tokenizers, spm for SentencePiece, or tiktoken."),
    ],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="Output file.", show_default=False)],
) -> None:
    """Write a file for another library. Refused unless that library gives the same ids for every text.

    Do not convert a Unigram or Thunder-Tok model to GGUF: llama.cpp's loader of Unigram models ignores byte fallback, and loses characters.
    """
    load(tokenizer).export(format, path)


def _record(tokenizer: Tokenizer) -> dict[str, Any]:
    """The record of a tokenizer, with its sizes and the number of ids of each kind."""
    return {
        **tokenizer.record,
        "vocab_size": tokenizer.vocab_size,
        "special_tokens": tokenizer.special_tokens,
        "kinds": dict(Counter(tokenizer.kinds()).most_common()),
        "bytes": sum(map(len, tokenizer.files().values())),
    }


def _write(record: object) -> None:
    shown = json_format.dumps(record, ensure_ascii=False, indent=2).translate(CONTROLS)
    sys.stdout.buffer.write((shown + "\n").encode())


def _rows(record: dict[str, Any]) -> list[tuple[str, str]]:
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in record["kinds"].items())
    return [
        ("ids", f"{record['vocab_size']:,}: {kinds}"),
        ("size", size_of(record["bytes"])),
        *([("version", f"{record['name']}@{record['version']}")] if record.get("version") else []),
        ("kind", record["kind"]),
        ("language", record["language"] or "any"),
        ("specials", " ".join(record["special_tokens"]) or "none"),
    ]


def _training(record: dict[str, Any]) -> list[tuple[str, str]]:
    """How a tokenizer was trained, with file names instead of hashes."""
    training = dict(record["training"])
    corpus = training.pop("corpus", [])
    general = training.pop("general", {}).get("corpus", [])
    members = training.pop("members", {})
    for nested in ("boundaries", "base"):
        training.pop(nested, None)
    options = dict(record["options"])
    followed = options.pop("boundaries", None)
    known = {name: _shown(value) for name, value in training.items() if not _is_hash(value)}
    rows = [
        ("corpus", "; ".join(f"{file['name']}, {size_of(file['bytes'])}" for file in corpus)),
        ("general", "; ".join(f"{file['name']}, {size_of(file['bytes'])}" for file in general)),
        ("members", "; ".join(_member(name, member) for name, member in members.items())),
        ("record", _listed(known)),
        ("boundaries", "" if followed is None else _followed(followed)),
        ("options", _listed(options)),
        ("splitter", record["splitter"]),
    ]
    return [(name, value) for name, value in rows if value]


def _followed(boundaries: dict[str, Any]) -> str:
    """How well a plain model follows its guide."""
    return (
        f"{boundaries['guide']}, which cuts {boundaries['words_cut_alike']:.1%} of the words of the corpus alike; "
        f"{boundaries['tokens_per_word']:.3f} tokens a word; {boundaries['precision']:.1%} of its cuts are the guide's, which are "
        f"{boundaries['recall']:.1%} of them"
    )


def _member(name: str, member: dict[str, Any]) -> str:
    """A member of a union: its name, its weight, and the files of its texts."""
    texts = [file["name"] for file in member.get("texts", {}).get("corpus", [])]
    return f"{name}, weight {member['weight']:g}" + (f", texts {' '.join(texts)}" if texts else "")


def _grid(rows: list[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, value in rows:
        table.add_row(name, Text(harmless(value)))
    return table


def _sections(card: str) -> dict[str, list[str]]:
    """The sections of a model card by title, the most important first. The key "" is the text before the first section."""
    sections: dict[str, list[str]] = {"": []}
    title = ""
    for line in card.strip().splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
            sections[title] = []
        elif not line.startswith("# "):
            sections[title].append(line)
    return {name: sections[name] for name in sorted(sections, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))}


def _shown(value: object) -> object:
    """A value for display. For a table of hashes, its names."""
    if isinstance(value, dict):
        return " ".join(name if _is_hash(of) else f"{name} {_shown(of)}" for name, of in value.items())
    return f"{value:.3g}" if isinstance(value, float) else value


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _listed(options: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items() if value is not None)


def size_of(size: int | None) -> str:
    if size is None:
        return "size unknown"
    return f"{size:,} bytes" if size < 100_000 else f"{size / 1e6:.1f} MB"
