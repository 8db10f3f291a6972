"""`morfem analyze`: the analyses of words by the grammar of an MFT tokenizer."""

import sys
from typing import Annotated, Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from .. import load
from .._core import Analysis
from .arguments import TokenizerName
from .formats import write_json
from .table import harmless

STEM = "stem that is not in the lexicon of this tokenizer"


def analyze(
    tokenizer: TokenizerName,
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="Words of the language, such as gözlerinin.", show_default=False)],
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="Largest number of analyses per word, best first.")] = 3,
    json: Annotated[bool, typer.Option("--json", help="Write a JSON object for each word.")] = False,
) -> None:
    """Show how the grammar of an MFT tokenizer, such as tr-mft, takes words apart.

    Below each part of the word is its Leipzig gloss. At the end is the score, the logarithm of a probability; compare it only between
    analyses of the same word. encode uses the first analysis, unless the grammar spells the word otherwise, or the stem is unknown and
    takes fewer ids in pieces.
    """
    model = load(tokenizer)
    found = [model.analyze(word, count) for word in words]
    console = Console(highlight=False)
    for word, analyses in zip(words, found, strict=True):
        if json:
            write_json(sys.stdout.buffer, {"word": word, "analyses": [_record(analysis) for analysis in analyses]})
        else:
            show(console, word, analyses)


def show(console: Console, word: str, analyses: list[Analysis]) -> None:
    """Print a word and its analyses."""
    console.print(Text(harmless(word), "bold"), soft_wrap=True)
    if not analyses:
        console.print(Text("  no analysis: the grammar cannot produce this word", "dim"), soft_wrap=True)
    for number, analysis in enumerate(analyses, 1):
        above, below = Text(f"  {number}  "), Text("     ")
        for segment, gloss in zip(map(harmless, analysis.segments), map(harmless, [analysis.root, *analysis.glosses]), strict=True):
            width = max(cell_len(segment), cell_len(gloss)) + 2
            above.append(segment + " " * (width - cell_len(segment)), "" if above.plain.strip() != str(number) else "bold")
            below.append(gloss + " " * (width - cell_len(gloss)), "green")
        above.append(f" {analysis.score:.2f}", "dim")
        below.append(f" {analysis.part_of_speech or STEM}", "dim")
        console.print(above, soft_wrap=True)
        console.print(below, soft_wrap=True)


def _record(analysis: Analysis) -> dict[str, Any]:
    """An analysis as a JSON object."""
    names = ("root", "part_of_speech", "affixes", "glosses", "segments", "score")
    return {name: getattr(analysis, name) for name in names}
