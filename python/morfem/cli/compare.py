"""`morfem compare`: how tokenizers cut the same sentences, one below the other, word below word.

``|`` marks a cut, ``‿`` a token that continues into the next word, ``▁`` a space that is a token of its own, ``°`` a token without
characters, such as the mark of a capital, and ``⟨⟩`` characters that no token covers. ``^`` marks the words that are cut differently. In a
terminal with colours, a piece also has one of four colours, the same for all pieces of a token. So the letters of a token can be found even
if they are not neighbours, as in an Arabic root.

Letters stay in logical order. Text written from right to left is enclosed in Unicode's directional isolates (UAX 9, section 2.4), word by
word and as a whole. So a terminal that supports both directions shows it correctly, and any other terminal shows all words in the same way.
"""

import json as json_format
import os
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from .._core import MorfemError, __version__
from ..corpus import Corpus
from ..output import whole
from ..train.schema import paths
from .arguments import JsonFile
from .table import fitting, visible

SCHEMA = 1
# Dark letters on light backgrounds, which can be read on dark and on light terminals.
COLOURS = ("black on color(153)", "black on color(222)", "black on color(151)", "black on color(218)")
FEW_COLOURS = ("black on cyan", "black on yellow", "black on green", "black on magenta")  # for terminals that have only 16
LOST = "strike red"
HIDDEN = "°"
HIDDEN_MEANS = f"{HIDDEN} is a token without letters of its own: the mark of a capital, or a part of a character"
RIGHT_TO_LEFT, FIRST_STRONG, END = "\u2067", "\u2068", "\u2069"


@dataclass(frozen=True)
class Cut:
    """A text as segmented by one tokenizer.

    Attributes
    ----------
    ids : the ids of its tokens.
    owner : for each code point the index of its token, -1 for none.
    words : start and end of its white-space words.
    error : the error that the tokenizer raised, if any.
    """

    text: str
    ids: list[int]
    owner: list[int]
    words: list[tuple[int, int]]
    error: str | None

    @property
    def hidden(self) -> list[int]:
        """The tokens that no code point belongs to."""
        return sorted({*range(len(self.ids))} - {*self.owner})

    def pieces(self, begin: int, end: int) -> list[tuple[str, int]]:
        """Runs of code points with the same owner, and the owner."""
        starts = [at for at in range(begin, end) if at == begin or self.owner[at] != self.owner[at - 1]]
        return [(self.text[at:stop], self.owner[at]) for at, stop in zip(starts, [*starts[1:], end], strict=True)]


def compare(
    tokenizers: Annotated[
        list[str],
        typer.Argument(
            metavar="TOKENIZER",
            help="Two or more: a bundled name, a folder, a tokenizer.json, a .model, a tiktoken encoding, module:function, characters, "
            "words; NAME=TOKENIZER gives it a name.",
            show_default=False,
        ),
    ],
    corpus: Annotated[str, typer.Option(metavar="FILE", help="Sentences, one per line; - is standard input.")] = "-",
    lines: Annotated[int, typer.Option(min=1, metavar="N", help="The most sentences to show.")] = 20,
    json: JsonFile = None,
) -> None:
    """Show side by side how tokenizers cut sentences."""
    from ..evaluate import wrap

    if len(tokenizers) < 2:
        raise typer.BadParameter("give two tokenizers or more")
    adapters = [wrap(tokenizer) for tokenizer in tokenizers]
    name, count = Counter(adapter.name for adapter in adapters).most_common(1)[0]
    if count > 1:
        raise MorfemError(f"two tokenizers are called {name!r}; name them: NAME=TOKENIZER")
    texts = _texts(corpus, lines)
    compared: list[dict[str, Cut]] = [{} for _ in texts]
    for adapter in adapters:
        segmentation = adapter.encode(texts)
        begins, indptr = segmentation.begins.tolist(), segmentation.indptr.tolist()
        for index, cuts in enumerate(compared):
            begin, end, first = begins[index], begins[index + 1], indptr[index]
            owner = [token - first if token >= 0 else -1 for token in segmentation.owner[begin:end].tolist()]
            inside = (segmentation.words[:, 0] >= begin) & (segmentation.words[:, 1] <= end)
            words = [(start, stop) for start, stop in (segmentation.words[inside] - begin).tolist()]
            ids = segmentation.ids[first : indptr[index + 1]].tolist()
            cuts[adapter.name] = Cut(texts[index], ids, owner, words, segmentation.failures.get(index))
    with whole(json) as file:
        if json is not None:
            record = {"schema": SCHEMA, "morfem": __version__, "texts": [_record(cuts) for cuts in compared]}
            file.write((json_format.dumps(record, ensure_ascii=False) + "\n").encode())
            return
        console = Console(highlight=False)
        for cuts in compared:
            with console.capture() as capture:
                show(console, cuts)
            file.write(capture.get().encode())
        with console.capture() as capture:
            _sum_up(console, compared)
        file.write(capture.get().encode())


def show(console: Console, cuts: dict[str, Cut]) -> None:
    """Prints a text as segmented by each tokenizer; `cuts` has an entry per tokenizer."""
    any_cut = next(iter(cuts.values()))
    directions = [unicodedata.bidirectional(c) for c in any_cut.text]
    is_isolated = any(direction in ("R", "AL") for direction in directions)
    is_reversed = next((direction for direction in directions if direction in ("L", "R", "AL")), "L") != "L"
    around = (RIGHT_TO_LEFT, END) if is_reversed else ("", "")
    has_colour = console.color_system is not None and not console.no_color
    colours = (FEW_COLOURS if console.color_system in ("standard", "windows") else COLOURS) if has_colour else ()
    console.print(Text(around[0] + visible(any_cut.text, is_cut=False) + around[1], "bold"), no_wrap=True, overflow="ellipsis")

    rows = {name: list(_cells(cut, colours)) for name, cut in cuts.items() if cut.error is None}
    widths = [max(cell_len(row[word][1].plain) for row in rows.values()) for word in range(len(any_cut.words))] if rows else []
    differing = _differing(cuts)
    names, counts = max(map(cell_len, cuts)), max(len(f"{len(cut.ids):,}") for cut in cuts.values())
    indent = names + counts + 5
    for name, cut in cuts.items():
        if cut.error is not None:
            console.print(Text.assemble(f"  {name}  ", (f"error: {cut.error}", "red")))
    for first, last in fitting([wide + 1 for wide in widths], console.width - indent):
        for name, row in rows.items():
            head = f"  {name}{' ' * (names - cell_len(name))}  {len(cuts[name].ids):>{counts},} "
            line = Text.assemble(head if first == 0 else " " * len(head), around[0])
            for word in range(first, last):
                gap, cell = row[word]
                line.append_text(gap if word > first else Text(" "))
                line.append_text(Text.assemble(FIRST_STRONG, cell, END) if is_isolated else cell)
                line.append(" " * (widths[word] - cell_len(cell.plain)))
            line.append(around[1])
            _print(console, line)
        if any(first <= word < last for word in differing):
            marks = "".join(" " + ("^" if word in differing else " ") * widths[word] for word in range(first, last))
            _print(console, Text.assemble(" " * indent, around[0], (marks, "yellow"), around[1]))
    console.print()


def _print(console: Console, line: Text) -> None:
    line.rstrip()
    console.print(line, soft_wrap=True)


def _cells(cut: Cut, colours: Sequence[str]) -> Iterator[tuple[Text, Text]]:
    """For each word the sign before it, one column wide, and its pieces with marks between them, in the colours if there are any."""
    before = -1
    hidden = cut.hidden
    for begin, end in cut.words:
        pieces = cut.pieces(begin, end)
        space = cut.owner[begin - 1] if begin else -1
        is_own = space >= 0 and space != pieces[0][1]
        goes_on = before >= 0 and before == pieces[0][1]
        sign = "‿" if goes_on else "▁" if is_own and space != before else " "
        gap = Text(sign, colours[space % len(colours)] if colours and (goes_on or is_own) else "")
        cell = Text()
        for index, (piece, token) in enumerate(pieces):
            shown = visible(piece, is_cut=False)
            cell.append("|" if index else "")
            while hidden and hidden[0] < token:
                cell.append(HIDDEN)
                hidden.pop(0)
            style = "" if not colours else colours[token % len(colours)] if token >= 0 else LOST
            cell.append(shown if token >= 0 else f"⟨{shown}⟩", style)
        if end == cut.words[-1][1]:
            cell.append(HIDDEN * len(hidden))
        yield gap, cell
        before = pieces[-1][1]


def _differing(cuts: dict[str, Cut]) -> set[int]:
    """The words that are cut differently by those that raised no error."""
    known = [cut for cut in cuts.values() if cut.error is None]
    words = known[0].words if known else []
    return {index for index, word in enumerate(words) if len({tuple(piece for piece, _ in cut.pieces(*word)) for cut in known}) > 1}


def _sum_up(console: Console, compared: Sequence[dict[str, Cut]]) -> None:
    words = sum(len(next(iter(cuts.values())).words) for cuts in compared)
    differing = sum(len(_differing(cuts)) for cuts in compared)
    said = f"{differing:,} of {words:,} words are cut differently" if differing else f"all {words:,} words are cut alike"
    console.print(said, style="dim")
    if any(cut.hidden for cuts in compared for cut in cuts.values()):
        console.print(HIDDEN_MEANS, style="dim")
    names = max(map(cell_len, compared[0]))
    for name in compared[0]:
        tokens = sum(len(cuts[name].ids) for cuts in compared)
        own = sum(len(cuts[name].words) for cuts in compared if cuts[name].error is None)
        fertility = f"{tokens / own:.2f} per word" if own else "no text without an error"
        console.print(f"  {name}{' ' * (names - cell_len(name))}  {tokens:,} tokens, {fertility}", style="dim", markup=False)


def _record(cuts: dict[str, Cut]) -> dict[str, Any]:
    """The JSON object of a text."""
    segmentations = {}
    for name, cut in cuts.items():
        pieces = [piece for piece, _ in cut.pieces(0, len(cut.text))]
        segmentations[name] = {"ids": cut.ids, "owner": cut.owner, "pieces": pieces, "error": cut.error}
    return {"text": next(iter(cuts.values())).text, "differing_words": sorted(_differing(cuts)), "tokenizers": segmentations}


def _texts(file: str, count: int) -> list[str]:
    """The first texts of a file that are not blank."""
    if " " in file and not os.path.exists(file):
        raise MorfemError(f"{file}: no such file; --corpus names a file of sentences, and without it they are read from standard input")
    if file == "-" and sys.stdin.isatty():
        print("Type sentences, each on a line; Ctrl-D ends.", file=sys.stderr)
    found: list[str] = []
    for batch in Corpus(paths([file])).texts():
        found += [text for text in batch if text.strip()]
        if len(found) >= count:
            break
    if not found:
        raise MorfemError(f"{'standard input' if file == '-' else file}: no text in it")
    return found[:count]
