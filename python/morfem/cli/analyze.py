"""`morfem analyze`: the analyses of words by the grammar of an MFT tokenizer."""

import math
import sys
from typing import Annotated

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from .. import described, load
from .._core import Analysis
from .arguments import TokenizerName, instead
from .formats import write_json
from .table import harmless

HEAD = "  share  parts of the word; below them the root, what each affix means, the part of speech"
OTHERS = 20  # analyses among which shares are computed, also when fewer are shown
STEM = "stem that is not in the lexicon of this tokenizer"


def analyze(
    tokenizer: TokenizerName,
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="Words of the language, such as gözlerinin.", show_default=False)],
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="Largest number of analyses per word, best first.")] = 3,
    json: Annotated[bool, typer.Option("--json", help="Write a JSON object for each word.")] = False,
) -> None:
    """Show how the grammar of an MFT tokenizer, such as tr-mft, takes words apart.

    Below each part of the word is its Leipzig gloss. Before an analysis is its probability among the twenty best of the word. encode uses
    the first analysis, unless the grammar spells the word otherwise, or the stem is unknown and takes fewer ids in pieces.
    """
    model = load(tokenizer)
    with instead(model, "explain"):
        found = [model.analyze(word, count if json else max(count, OTHERS)) for word in words]
    console = Console(highlight=False)
    if not json and any(found):
        console.print(Text(HEAD, "dim"), soft_wrap=True)
    for word, analyses in zip(words, found, strict=True):
        if json:
            write_json(sys.stdout.buffer, {"word": word, "analyses": list(map(described.analysis, analyses))})
        else:
            show(console, word, analyses, count)


def show(console: Console, word: str, analyses: list[Analysis], count: int) -> None:
    """Print a word and the first of its analyses."""
    console.print(Text(harmless(word), "bold"), soft_wrap=True)
    if not analyses:
        console.print(Text("  no analysis: the grammar cannot produce this word", "dim"), soft_wrap=True)
    weights = [math.exp(analysis.score - analyses[0].score) for analysis in analyses]
    for analysis, weight in zip(analyses[:count], weights, strict=False):
        share = 100 * weight / sum(weights)
        above, below = Text(f"  {share:3.0f} %  " if share >= 0.5 else "   <1 %  "), Text(" " * 9)
        before = len(above)
        for segment, gloss in zip(map(harmless, analysis.segments), map(harmless, [analysis.root, *analysis.glosses]), strict=True):
            width = max(cell_len(segment), cell_len(gloss)) + 2
            above.append(segment + " " * (width - cell_len(segment)), "bold" if len(above) == before else "")
            below.append(gloss + " " * (width - cell_len(gloss)), "green")
        below.append(f" {analysis.part_of_speech or STEM}", "dim")
        console.print(above, soft_wrap=True)
        console.print(below, soft_wrap=True)
