"""Writes the documentation site into `site/`: collects the pages, builds them with Zensical, checks the result.

    python -m tools.site

The pages are the Markdown files of the repository: README, `docs/`, results, model cards; and the programs of `docs/learn`. They are copied
to `target/site-source`. There, a link to another page becomes a link within the site, and a link to any other file one to the repository on
GitHub. Two references are written here: the Python interface from docstrings (mkdocstrings), and the command line from the program itself.

Zensical checks that every link within the site leads to a page, and to an anchor on it. The check here reads the HTML: no page may load
anything from another host.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "target" / "site-source"
SITE = ROOT / "site"
REPOSITORY = "https://github.com/morfem/morfem/blob/main"
LINK = re.compile(r"(\]\()([^)\s]+)(\))|(<img [^>]*?src=\")([^\"]+)(\")|(srcset=\")([^\"]+)(\")")
FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
# What a page loads from another host when it is opened. Its own address, which it only states, is no such thing.
LOADED = re.compile(r'<(?:script|img|iframe|source|link(?![^>]* rel="canonical"))[^>]* (?:src|srcset|href)="((?:https?:)?//[^"]+)"')

# Pages of the reference of Python: file, title, and the objects it shows. A module that has parts for its own use is not shown whole.
INTERFACE = {
    "tokenizer": ("Tokenizers", ["morfem.load", "morfem.available", "morfem.Tokenizer", "morfem.Encoding", "morfem.Decoder"]),
    "analyses": ("Analyses and explanations", ["morfem.Analysis", "morfem.Explanation", "morfem.Step"]),
    "train": ("Training", ["morfem.train", "morfem.train._Common", "morfem.train._OfCorpus"]),
    "convert": ("Import and export", ["morfem.convert", "morfem.integrations.gguf"]),
    "evaluate": ("Evaluation", ["morfem.evaluate"]),
    "corpus": ("Corpora", ["morfem.corpus"]),
    "languages": ("Languages", ["morfem.languages", "morfem.LanguagePack"]),
    "search": (
        "Search",
        [
            "morfem.search",
            "morfem.search.index.Index",
            "morfem.integrations.sqlite.Table",
            "morfem.integrations.postgres.Table",
            "morfem.search.mteb.Search",
        ],
    ),
    "transplant": ("Transplant", ["morfem.transplant", "morfem.integrations.transplant"]),
    "morpheus": ("Morpheus", ["morfem.morpheus"]),
    "server": ("Server", ["morfem.server"]),
    "integrations": (
        "Integrations",
        [
            "morfem.integrations.transformers",
            "morfem.integrations.lm_eval",
            "morfem.integrations.sentence_transformers",
            "morfem.integrations.vllm",
            "morfem.integrations.datatrove.DocumentTokenizer",
            "morfem.integrations.arrow",
            "morfem.integrations.ray.Tokenize",
            "morfem.integrations.ray.encode_files",
            "morfem.integrations.spark",
            "morfem.integrations.sklearn",
            "morfem.integrations.spacy",
            "morfem.require.LibraryError",
        ],
    ),
    "errors": (
        "Errors",
        [f"morfem.{name}" for name in ("MorfemError", "ArtifactError", "VocabularyError", "TrainingError", "InexactExportError")],
    ),
}


def pages() -> dict[Path, Path]:
    """Where each Markdown file of the repository and each program of `docs/learn` is on the site; both paths are relative."""
    found = {Path("README.md"): Path("index.md")}
    for program in sorted((ROOT / "docs" / "learn").glob("*.py")):
        found[program.relative_to(ROOT)] = Path("learn", f"{program.stem}.md")
    for page in sorted((ROOT / "docs").rglob("*.md")):
        found[page.relative_to(ROOT)] = page.relative_to(ROOT / "docs")
    for name in ("CHANGELOG", "CONTRIBUTING", "CODE_OF_CONDUCT", "SECURITY"):
        found[Path(f"{name}.md")] = Path(f"{name.lower()}.md")
    found[Path("python/morfem/evaluate/suites/own/README.md")] = Path("reference/sentences.md")
    found[Path("benchmarks/RESULTS.md")] = Path("results/speed.md")
    found[Path("experiments/README.md")] = Path("results/index.md")
    for page in sorted((ROOT / "experiments").glob("*/RESULTS.md")):
        found[page.relative_to(ROOT)] = Path("results", f"{page.parent.name}.md")
    for folder, place in (("artifacts", "tokenizers"), ("languages", "languages")):
        for page in sorted((ROOT / "python/morfem" / folder).glob("*/README.md")):
            found[page.relative_to(ROOT)] = Path(place, f"{page.parent.name}.md")
    return found


def collect() -> None:
    """Write all pages into `target/site-source`."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    found = pages()
    for page, place in found.items():
        target = SOURCE / place
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / page).read_text("utf-8")
        if page.suffix == ".py":
            title = text.removeprefix('"""').partition(":")[0]
            text = f"# {title}\n\n```python\n{text}```\n"
        target.write_text(rewritten(text, page, place, found), "utf-8")
    (SOURCE / "images").mkdir(exist_ok=True)
    shutil.copyfile(ROOT / "python" / "morfem" / "server" / "page" / "icon.svg", SOURCE / "images" / "icon.svg")
    for name in ("site.css", "site.js"):
        shutil.copyfile(ROOT / "tools" / name, SOURCE / name)
    reference = SOURCE / "reference"
    (reference / "python").mkdir(parents=True, exist_ok=True)
    for name, (title, objects) in INTERFACE.items():
        text = "\n\n".join([f"# {title}", *(f"::: {each}" for each in objects)])
        (reference / "python" / f"{name}.md").write_text(text + "\n", "utf-8")
    (reference / "command-line.md").write_text("\n".join(command_line()) + "\n", "utf-8")


def rewritten(text: str, page: Path, place: Path, found: dict[Path, Path]) -> str:
    """The text of a page with its links changed. Code blocks stay as they are."""

    def link(match: re.Match[str]) -> str:
        before, target, after = next(match.group(at, at + 1, at + 2) for at in (1, 4, 7) if match.group(at))
        return before + moved(target, page, place, found) + after

    parts, end = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(link, text[end : fence.start()]), fence.group()]
        end = fence.end()
    return "".join([*parts, LINK.sub(link, text[end:])])


def moved(target: str, page: Path, place: Path, found: dict[Path, Path]) -> str:
    """Where a link of `page` leads on the site."""
    if urlsplit(target).scheme or target.startswith("#"):
        return target
    path, mark, anchor = target.partition("#")
    file = (ROOT / page.parent / path).resolve().relative_to(ROOT)
    if not (ROOT / file).exists():
        raise SystemExit(f"{page}: the link to {target} leads nowhere")
    up = "../" * (len(place.parts) - 1)
    if file in found:
        return up + found[file].as_posix() + mark + anchor
    if file.suffix == ".svg":
        (SOURCE / "images").mkdir(exist_ok=True)
        shutil.copyfile(ROOT / file, SOURCE / "images" / f"{file.parent.name}-{file.name}")
        return f"{up}images/{file.parent.name}-{file.name}"
    return f"{REPOSITORY}/{file.as_posix()}{mark}{anchor}"


def command_line() -> Iterator[str]:
    """The help of every command."""
    import typer
    from morfem.cli import app

    def helps(command: typer.core.TyperGroup, context: typer.Context) -> Iterator[str]:
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is None or below.hidden:
                continue
            within = typer.Context(below, info_name=name, parent=context, max_content_width=100)
            yield from ("", f"## `{within.command_path}`", "", "```text", below.get_help(within).rstrip(), "```")
            if isinstance(below, typer.core.TyperGroup):
                yield from helps(below, within)

    group = typer.main.get_group(app)
    context = typer.Context(group, info_name="morfem", max_content_width=100)
    yield from ("# Command line", "", "Written by the program itself: `morfem --help`, and `--help` of each command.")
    yield from helps(group, context)


def faults(site: Path) -> Iterator[str]:
    """Files loaded from other hosts."""
    for page in sorted(site.rglob("*.html")):
        text = page.read_text("utf-8")
        if 'data-md-component="source"' in text:
            yield f"{page.relative_to(site)}: would ask GitHub for the number of stars; take repo_url out of zensical.toml"
        yield from (f"{page.relative_to(site)}: loads {each}" for each in LOADED.findall(text))


def main() -> int:
    """Write and check the site. Returns the exit status."""
    collect()
    command = [str(Path(sys.executable).with_name("zensical")), "build", "--clean", "--strict"]
    built = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(built.stdout)
    if built.returncode:
        return built.returncode
    # Docstrings that cannot be read are only warnings there, but are garbled on the site.
    found = [line for line in built.stdout.splitlines() if line.startswith("griffe:")] + list(faults(SITE))
    print("\n".join(found) or f"{len(list(SITE.rglob('*.html')))} pages in site/")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
