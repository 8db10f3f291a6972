"""`morfem extend`: a language for an existing byte-pair vocabulary."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table

from ..corpus import Corpus
from ..train import extend as extend_vocabulary
from ..train.extension import check_new

HOLD_OUT = 50  # every so many lines are measured on, and not trained on


def extend(
    base: Annotated[
        str,
        typer.Argument(
            metavar="BASE",
            help="A folder with a tokenizer.json, or the file; a SentencePiece .model of type BPE; a morfem tokenizer of kind bpe.",
            show_default=False,
        ),
    ],
    corpus: Annotated[list[Path], typer.Argument(metavar="CORPUS", help="Texts in the language.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="New folder for the files.", show_default=False)],
    add: Annotated[int, typer.Option(metavar="N", min=1, help="Number of new ids.")] = 32_000,
    boundaries: Annotated[
        str | None, typer.Option(metavar="GUIDE", help="A tokenizer, or a file of words that are cut, whose cuts are followed.")
    ] = None,
    boundary_rule: Annotated[
        Literal["cuts", "tokens", "words"],
        typer.Option(help="Whether a new token may be a run of whole morphemes (tokens), or is a run of whole words (words)."),
    ] = "tokens",
    crossing_cost: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many occurrences of a pair outweigh one that breaks the rule.")
    ] = 1,
    unchanged: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Texts whose ids should stay, such as English and code. May be given many times."),
    ] = None,
    language: Annotated[str | None, typer.Option(metavar="CODE", help="Code of the language.")] = None,
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="Number of threads.", show_default="all")] = None,
) -> None:
    """Add tokens for a language to an existing vocabulary, whose ids all stay.

    Every fiftieth line is left out and measured. The folder gets tokenizer.json, the new ids, and the settings that lie beside BASE.
    """
    check_new(output)
    extension = extend_vocabulary(
        base,
        corpus,
        add=add,
        boundaries=boundaries,
        boundary_rule=boundary_rule,
        crossing_cost=crossing_cost,
        unchanged=unchanged,
        language=language,
        hold_out=HOLD_OUT,
        threads=threads,
    )
    extension.save(output)
    print(f"{output}: {len(extension.new_ids):,} new ids, {extension.tokenizer.vocab_size:,} in all", file=sys.stderr)
    if not any(Corpus(corpus, hold_out=HOLD_OUT, only_held_out=True).texts()):
        print("the corpus has fewer than 50 lines, so nothing is measured", file=sys.stderr)
        return
    report = extension.report(corpus, others={path.name: path for path in unchanged or []}, hold_out=HOLD_OUT)
    table = Table("", "before", "after", title=f"{report.lines:,} held-out lines", title_justify="left")
    table.add_row("tokens per word", *(f"{value:.3f}" for value in report.tokens_per_word))
    table.add_row("bytes per token", *(f"{value:.2f}" for value in report.bytes_per_token))
    if report.precision is not None:
        table.add_row("ends of new tokens where the guide cuts", "", f"{report.precision:.1%}")
    table.add_row("new tokens that occur", "", f"{report.used:,}")
    table.add_row("base tokens that no longer occur", "", f"{report.unused:,}")
    for name, share in report.changed.items():
        table.add_row(f"lines of {name} with other ids", "", f"{share:.2%}")
    Console(highlight=False).print(table)
