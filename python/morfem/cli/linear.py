"""`morfem explain`, `linearize` and `delinearize`: words taken apart by Splinter.

`explain` prints a line for each step, letters below letters. Removed letters are dots, and each line says what was removed and what is
left. Letters stay in logical order. Text written from right to left is enclosed in Unicode's directional isolates (UAX 9, section 2.4). So
a terminal that supports both directions shows it correctly, and in any other terminal the letters of all lines are still aligned.

`linearize` writes linear texts, which any other tokenizer can be trained on. `delinearize` restores the exact bytes.
"""

import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from .. import described, load
from .._core import Explanation, Step
from ..corpus import Corpus
from ..output import whole
from ..progress import Meter
from ..train.schema import paths
from .arguments import Column, Field, Files, OnBadText, Output, TokenizerName, instead
from .compare import END, RIGHT_TO_LEFT
from .formats import write_json
from .table import harmless

LEFT_TO_RIGHT = "\u2066"
TAKEN = "·"
Json = Annotated[bool, typer.Option("--json", help='Write one line {"text": ...} per text, for texts that are not lines.')]


def explain(
    tokenizer: TokenizerName,
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="Words of the language, such as לעבוד.", show_default=False)],
    json: Annotated[bool, typer.Option("--json", help="Write a JSON object for each word.")] = False,
) -> None:
    """Show how Splinter takes words apart, step by step, to the root.

    A line has the letters, with a dot for each that was taken off; the affixes or the pattern taken off; and what is left. In an affix,
    - stands for the rest of the word; in a pattern, _ stands for a letter of the root. The last line has the root, the places of its
    letters in the word, and the tokens.
    """
    model = load(tokenizer)
    with instead(model, "analyze"):
        explanations = [model.explain(word) for word in words]
    console = Console(highlight=False)
    for number, (word, explanation) in enumerate(zip(words, explanations, strict=True)):
        tokens = model.encode(word).tokens
        if json:
            write_json(sys.stdout.buffer, {"word": word, **described.explanation(explanation), "tokens": tokens})
            continue
        if number:
            console.print()
        show(console, word, explanation, tokens)


def _rewriter(name: str, text: str) -> Callable[..., None]:
    """The command for a method of a tokenizer that rewrites texts; `text` is its help."""

    def command(
        tokenizer: TokenizerName,
        files: Files = None,
        output: Output = None,
        field: Field = None,
        column: Column = None,
        on_bad_text: OnBadText = "fail",
        json: Json = False,
    ) -> None:
        _rewrite(getattr(load(tokenizer), name), files, output, json, field=field, column=column, on_bad_text=on_bad_text)

    command.__name__, command.__doc__ = name, text
    return command


linearize = _rewriter(
    "linearize",
    """Write texts as linear texts, for other tokenizers.

    A word becomes a run of private-use characters: the letters of its root, then the units that put the other letters back. Other text is
    unchanged.
    """,
)
delinearize = _rewriter("delinearize", "Turn linear texts back into the original texts.")


def _rewrite(rewritten: Callable[[str], str], files: list[str] | None, output: Path | None, json: bool, **options: Any) -> None:
    corpus = Corpus(paths(files or ["-"]), line_ends=True, **options)
    with whole(output) as file, Meter(output is not None, has_lines=False) as meter:
        for batch in corpus.texts():
            for text in batch:
                found = rewritten(text)
                if json:
                    write_json(file, {"text": found})
                else:
                    file.write(found.encode())
            meter(f"reading {corpus.names}", corpus.done, corpus.size, is_bytes=True)


def show(console: Console, word: str, explanation: Explanation, tokens: list[str]) -> None:
    """Print the word, and a line for each step."""
    is_reversed = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in word)
    letters = list(_letters(harmless(word)))
    steps = explanation.steps
    width = max([len(step.token) for step in steps], default=0)
    console.print(Text.assemble("  ", _isolated([(" ".join(letter for _, letter in letters), "bold")], is_reversed)), soft_wrap=True)
    before = {at for at, _ in letters}
    for step in steps:
        drawn: list[tuple[str, str]] = []
        for at, letter in letters:
            is_left = at in step.positions
            style = "bold" if is_left else "red" if at in before else "dim"
            drawn.append(((" " if drawn else "") + (letter if is_left else TAKEN + " " * (cell_len(letter) - 1)), style))
        before = set(step.positions)
        line = Text.assemble("  ", _isolated(drawn, is_reversed), "   ", _token(step, is_reversed), " " * (width - len(step.token) + 3))
        line.append_text(_isolated([(harmless(step.left), "")], is_reversed))
        line.append("" if step.is_attested else "  not attested", "dim")
        console.print(line, soft_wrap=True)
    summary = "root" if explanation.root is not None else "no root, left"
    positions = ", ".join(map(str, explanation.residue_positions))
    left = harmless(explanation.root or explanation.residue)
    end = Text.assemble(f"  {summary} ", _isolated([(left, "bold green")], is_reversed), Text(f" at {positions}", "dim"), "   tokens")
    for token in tokens:
        end.append_text(Text.assemble(" ", _isolated([(token, "cyan")], is_reversed and ":" not in token)))
    console.print(end, soft_wrap=True)


def _letters(word: str) -> Iterator[tuple[int, str]]:
    """The letters of a word with their marks, each with its position."""
    begin = 0
    for at in range(1, len(word) + 1):
        if at == len(word) or not unicodedata.combining(word[at]):
            yield begin, word[begin:at]
            begin = at


def _token(step: Step, is_reversed: bool) -> Text:
    # A reduction is read from its number on, in any script.
    return _isolated([(step.token, "blue")], is_reversed and ":" not in step.token)


def _isolated(parts: list[tuple[str, str]], is_reversed: bool) -> Text:
    is_plain = all(unicodedata.bidirectional(sign) not in ("R", "AL") for part, _ in parts for sign in part)
    around = ("", "") if is_plain and not is_reversed else (RIGHT_TO_LEFT if is_reversed else LEFT_TO_RIGHT, END)
    return Text.assemble(around[0], *parts, around[1])
