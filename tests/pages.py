"""The programs and commands of README and `docs`, which tests run as they stand.

A program is a code block with the language `python`, or a doctest in such a block. A command is a line `$ morfem ...` of a block with the
language `console`; the lines below it, up to the next command, are what it prints.
"""

import doctest
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
IMPORT = re.compile(r"^\s*(?:import|from) (\w+)", re.MULTILINE)
INTEGRATION = re.compile(r"morfem\.integrations\.(\w+)|morfem\.(morpheus)")
# What a module of morfem imports when it is used.
BEHIND = {
    "arrow": ("pyarrow",),
    "morpheus": ("onnxruntime", "safetensors"),
    "postgres": ("psycopg",),
    "spark": ("pyspark",),
    "sqlite": ("sqlite3",),
    "transplant": ("torch", "transformers"),
}
# Large libraries, and one that pip builds from Rust: `make test-integrations` runs the programs that import them. A Trainer of transformers
# needs PyTorch.
HEAVY = ("torch", "ray", "pyspark", "lm_eval", "vllm", "kiwipiepy", "turkish_tokenizer")

# Programs that are not run, by their first words.
NOT_RUN = {
    "measurement = Likelihood()": "needs the probabilities of a language model",
    "import lm_eval": "needs a model; tests/integrations/heavy/transformers/test_lm_eval.py runs these calls",
    "import morfem\nfrom morfem.morpheus.labels": "trains a network for two hours",
}
# A command that runs until it is stopped.
NOT_RUN_COMMAND = "serve"


@dataclass(frozen=True)
class Program:
    """A code block of a page."""

    page: str
    number: int
    text: str

    @property
    def libraries(self) -> tuple[str, ...]:
        """The libraries that it needs, apart from morfem."""
        found = set(IMPORT.findall(self.text)) - {"morfem"}
        for integration, module in INTEGRATION.findall(self.text):
            found.update(BEHIND.get(integration or module, (integration,)))
        if "transformers.Trainer(" in self.text:
            found.update(("torch", "accelerate"))
        return tuple(sorted(found))

    @property
    def is_heavy(self) -> bool:
        return any(library in HEAVY for library in self.libraries)

    @property
    def code(self) -> str:
        """The program; a doctest becomes a program that checks what is printed."""
        if not doctest.DocTestParser().get_examples(self.text):
            return self.text
        return f"import doctest, sys\n\n__doc__ = {self.text!r}\nif doctest.testmod().failed:\n    sys.exit(1)\n"


@dataclass(frozen=True)
class Command:
    """A command of a page, and the lines that the page shows below it."""

    page: str
    text: str
    shown: tuple[str, ...]

    @property
    def arguments(self) -> list[str]:
        return shlex.split(self.text, comments=True)[1:]

    def can_run(self, written: set[str]) -> bool:
        """Whether all files that it names are in the repository or were written by a command before it."""
        if re.search(r"[|<>*]", self.text) or self.arguments[0] == NOT_RUN_COMMAND:
            return False
        inputs = [name for name in self.arguments if re.search(r"\.\w+$|/|^[A-Z]+$", name) and name not in self.outputs]
        return all(name in written or (ROOT / name).exists() for name in inputs) and "--ray" not in self.arguments

    @property
    def outputs(self) -> set[str]:
        """The files that it writes."""
        arguments = self.arguments
        options = ("-o", "--output", "--html", "--json", "--csv", "--latex")
        return {arguments[at + 1] for at, name in enumerate(arguments[:-1]) if name in options}


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page in a language."""
    return [text for name, text in BLOCK.findall(page.read_text("utf-8")) if name == language]


def all_pages() -> list[Path]:
    """README and the pages of `docs`."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def programs() -> list[Program]:
    """All programs that run."""
    found = []
    for page in all_pages():
        for number, text in enumerate(blocks(page, "python"), 1):
            if not text.startswith(tuple(NOT_RUN)):
                found.append(Program(page.relative_to(ROOT).as_posix(), number, text))
    return found


def commands(page: Path) -> list[Command]:
    """The commands of a page."""
    found = []
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            first, *shown = part.rstrip().split("\n")
            if first.startswith("morfem "):
                found.append(Command(page.relative_to(ROOT).as_posix(), first, tuple(shown)))
    return found
