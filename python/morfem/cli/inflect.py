"""`morfem inflect` and `morfem pack check`: words that a grammar makes, and the checks of a language pack."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .. import available, languages, load
from .._core import LanguagePack, MorfemError, Tokenizer
from ..languages import PHONOLOGY
from .formats import write_json
from .table import harmless

app = typer.Typer(name="pack", help="Work on a language pack.", rich_markup_mode=None, no_args_is_help=True, suggest_commands=False)
Pack = Annotated[
    str,
    typer.Argument(
        metavar="PACK",
        help="The language pack: the code of a bundled one, such as tr, or a folder.",
        show_default=False,
    ),
]


def inflect(
    grammar: Annotated[
        str,
        typer.Argument(
            metavar="LANGUAGE",
            help="A language pack, by its code (tr) or folder, or an MFT tokenizer, by its name or folder.",
            show_default=False,
        ),
    ],
    root: Annotated[str, typer.Argument(metavar="ROOT", help="A root, such as kitap.", show_default=False)],
    tags: Annotated[
        list[str] | None, typer.Argument(metavar="TAG", help="Glosses of affixes in their order, such as PL DAT.", show_default="none")
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="Show the affixes that may follow, each with its forms.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Make a word of a root and affixes: morfem inflect tr kitap PL 1SG.POSS DAT.

    Where several forms are right there are several lines, the most probable first.
    """
    model = _grammar(grammar)
    if table:
        forms = model.paradigm(root, tags or [])
        if json:
            write_json(sys.stdout.buffer, forms)
        else:
            _show(Console(highlight=False), forms)
        return
    words = model.inflections(root, tags or [])
    if json:
        write_json(sys.stdout.buffer, words)
    else:
        print("\n".join(words))


@app.callback()
def _pack() -> None:
    pass


@app.command()
def check(
    pack: Pack,
    roots: Annotated[
        list[str] | None,
        typer.Argument(metavar="ROOT", help="Roots whose forms are shown.", show_default="the most frequent of each class"),
    ] = None,
) -> None:
    """Check the tables of a language pack without a corpus, and show forms of roots.

    An error names the file, the line and a fix. The forms are those with one affix; morfem inflect PACK ROOT TAG --table shows the next.
    """
    found = languages.pack(pack)
    console = Console(highlight=False)
    affixes, states = found.sizes
    number = sum(number for number, _ in found.classes.values())
    console.print(
        f"{pack}: {number:,} roots in {len(found.classes)} classes, {affixes} affixes, {states} states; no errors", soft_wrap=True
    )
    chosen = dict.fromkeys(roots or [], "") or {root: f"{name}, {number:,}" for name, (number, root) in found.classes.items()}
    for root, name in chosen.items():
        console.print()
        console.print(Text.assemble((harmless(root), "bold"), (f"  {name}", "dim")), soft_wrap=True)
        _show(console, {gloss: forms for gloss, forms in found.paradigm(root).items() if forms})


def _grammar(name: str) -> LanguagePack | Tokenizer:
    """A language pack, or a tokenizer."""
    is_pack = name in languages.having(PHONOLOGY) or (Path(name, PHONOLOGY).is_file() and not Path(name, "morfem.json").is_file())
    if not is_pack and name not in available() and not Path(name).exists() and "-" not in name:
        raise MorfemError(f"no grammar {name!r}; there are {', '.join(languages.having(PHONOLOGY))} and MFT tokenizers, such as tr-mft")
    return languages.pack(name) if is_pack else load(name)


def _show(console: Console, forms: dict[str, list[str]]) -> None:
    """A line for each affix, with its forms."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="green", no_wrap=True)
    table.add_column()
    for gloss, words in forms.items():
        table.add_row(Text("  " + harmless(gloss)), Text(", ".join(map(harmless, words)) or "no word ends here", "" if words else "dim"))
    console.print(table)
