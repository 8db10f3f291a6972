"""What the size of a vocabulary changes: tokens a word, boundaries, roots, and bits per character, for each system.

    python experiments/coverage/sizes.py DATA > table.md

The tokenizers are the bundled ones, those of `target/published` (`make train`), and those that `experiments/language_model/models.py` has
trained at every size. Tokens, boundaries and roots are those of the suites `LANGUAGE-intrinsic`; bits are read from
`experiments/language_model/cells.jsonl` (models of 40,000 lines). What is not there is left out.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
CELLS = ROOT / "experiments" / "language_model" / "cells.jsonl"
LINES = 40_000
# Of each language: bundled and published tokenizers, the systems of the other sizes, and the figures of its suite (metric, data, heading).
LANGUAGES = {
    "Turkish": ("tr", ["tr-mft", "tr-mft-64k", "tr-mft-128k"], ("mft",), [("boundaries.f1", "MIT", "F1, MIT")]),
    "Hebrew": (
        *("he", ["he-splinter", "he-splinter-128k"], ("splinter",)),
        [("roots.exact", "roots", "root a token"), ("boundaries.f1", "clitics, HTB", "clitic F1, HTB")],
    ),
    "Arabic": (
        *("ar", ["ar-splinter", "ar-splinter-128k"], ("splinter",)),
        [("roots.exact", "roots", "root a token"), ("boundaries.f1", "NAFIS", "clitic F1, NAFIS")],
    ),
    "Malay": ("ms", ["ms-splinter"], ("splinter",), [("boundaries.f1", "affixes", "affix F1")]),
    "Korean": (
        *("ko", ["ko-thunder", "ko-thunder-64k"], ("thunder", "thunder-likelihood")),
        [("boundaries.f1", "morphemes", "morpheme F1")],
    ),
}


def tokenizers(language: str, named: list[str], systems: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """By the name in the table: what `morfem eval` takes, and the name in the cells."""
    found = {}
    for name in named:
        published = ROOT / "target" / "published" / name
        if (ROOT / "python" / "morfem" / "artifacts" / name).exists():
            found[name] = (name, name)
        elif published.exists():
            found[name] = (str(published), name)
    for system in systems:
        folders = (ROOT / "target" / "language_model" / language).glob(f"{system}-[0-9]*")
        for folder in sorted(folders, key=lambda folder: int(folder.name.rpartition("-")[2])):
            size = folder.name.rpartition("-")[2]
            found[f"{system} {size}"] = (str(folder), f"{system} {size}")
    return found


def scores(data: str, language: str, specs: dict[str, tuple[str, str]]) -> tuple[dict, dict]:
    """The sizes, and every figure by tokenizer, metric and data."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        asked = [part for name, (spec, _) in specs.items() for part in ("-t", f"{name}={spec}")]
        command = ["morfem", "eval", "--suite", f"{language}-intrinsic", "--data", data, "--json", file.name, *asked]
        subprocess.run([Path(sys.executable).parent / command[0], *command[1:]], check=True, stdout=subprocess.DEVNULL)
        found = json.loads(Path(file.name).read_text("utf-8"))
    values = {(score["tokenizer"], score["metric"], score["data"]): score["value"] for score in found["scores"]}
    return found["vocab_sizes"], values


def main() -> None:
    cells = [json.loads(line) for line in CELLS.read_text("utf-8").splitlines()]
    bits = {(cell["language"], cell["tokenizer"]): cell["bits"] / cell["characters"] for cell in cells if cell["lines"] == LINES}
    for title, (language, named, systems, figures) in LANGUAGES.items():
        specs = tokenizers(language, named, systems)
        sizes, values = scores(sys.argv[1], language, specs)
        headings = ["ids", "tokens a word", "letter tokens", *(heading for *_, heading in figures), "bits a character"]
        print(f"### {title}\n\n| tokenizer | {' | '.join(headings)} |\n|---{'|---:' * len(headings)}|")
        for name, (_, cell) in specs.items():
            tokens = [values[name, f"compression.{metric}", "development lines"] for metric in ("fertility", "letter_fertility")]
            quality = [values[name, metric, data] for metric, data, _ in figures]
            cost = bits.get((language, cell))
            row = [f"{sizes[name]:,}", *(f"{value:.3f}" for value in (*tokens, *quality)), "" if cost is None else f"{cost:.3f}"]
            print(f"| {f'**`{name}`**' if name in named else name} | {' | '.join(row)} |")
        print(flush=True)


if __name__ == "__main__":
    main()
