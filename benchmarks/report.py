"""The rows and sections of RESULTS.md.

Each section states its command, machine and versions, so that it can be repeated. Measuring one thing again replaces only its section.
"""

import os
import platform
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles

HEAD = """# Benchmarks

Written by `python benchmarks/run.py`. morfem and its peer take turns in the same process and run.

- *ratio*: the peer's time divided by ours in the same round; the median over the rounds: nine, where a section does not say
  otherwise. Above 1, morfem is faster (or smaller).
- *middle half*: the quartiles of these ratios.
- *wanted*: the goal for the ratio or the figure, if there is one, and whether it was missed.
- *morfem*, *peer*: medians. MB are 10^6 bytes of UTF-8. They hold for the machine that is named.
- *first pass*: running text, directly after loading. Running text is every 50th line of the corpus, which no model was trained on.
- *second pass*: the same text again.
- *long tail*: directly after loading, 60,000 distinct words that occur once or twice in the corpus.
"""
COLUMNS = ("what", "against", "morfem", "peer", "ratio", "middle half", "wanted")


@dataclass(frozen=True)
class Row:
    what: str
    against: str
    ours: str
    theirs: str = ""
    ratio: str = ""
    spread: str = ""
    wanted: str = ""

    def cells(self) -> tuple[str, ...]:
        return self.what, self.against, self.ours, self.theirs, self.ratio, self.spread, self.wanted


@dataclass(frozen=True)
class Section:
    title: str
    text: str
    rows: list[Row]
    peers: Sequence[str]
    notes: list[str] = field(default_factory=list)


def compared(what: str, against: str, ours: list[float], theirs: list[float], amount: float, unit: str, wanted: float | None = None) -> Row:
    """A row for paired times (or sizes) of ours and of a peer; shown as `amount` / time, or, with amount 0, as they are."""
    ratios = [their / our for our, their in zip(ours, theirs, strict=True)]
    low, middle, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3

    def shown(values: list[float]) -> str:
        value = median(values)
        return f"{amount / value:.1f} {unit}" if amount else f"{value:,.1f} {unit}"

    return Row(
        what,
        against,
        shown(ours),
        shown(theirs),
        f"{middle:.2f}",
        f"{low:.2f}–{high:.2f}" if len(ratios) > 1 else "one run",
        "" if wanted is None else f"≥{wanted:g}" if middle >= wanted else f"≥{wanted:g}, missed",
    )


def bounded(what: str, values: list[float], unit: str, limit: float | None = None) -> Row:
    """A row for a figure of ours that has an upper bound and no peer."""
    low, middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    spread = f"{low:,.1f}–{high:,.1f}" if len(values) > 1 else "one run"
    wanted = "" if limit is None else f"≤{limit:,g} {unit}" if middle <= limit else f"≤{limit:,g} {unit}, missed"
    return Row(what, "", f"{middle:,.1f} {unit}", spread=spread, wanted=wanted)


def markdown(section: Section, command: str) -> str:
    """The section as Markdown."""
    rows = [COLUMNS, tuple("---" for _ in COLUMNS), *(row.cells() for row in section.rows)]
    table = "\n".join("| " + " | ".join(cells) + " |" for cells in rows)
    return "\n\n".join([f"## {section.title}", section.text, table, *section.notes, conditions(command, section.peers)]) + "\n"


def conditions(command: str, peers: Sequence[str]) -> str:
    """The command, the machine, and the versions."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("morfem", *peers))
    return f"`{command}`; {machine()}; Python {platform.python_version()}, {versions}"


def keep(path: Path, section: str, order: Sequence[str]) -> None:
    """Writes a section into the file. It replaces the section with the same title."""
    found = re.split(r"^(?=## )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:] if path.exists() else []
    sections = {part.partition("\n")[0].removeprefix("## "): part for part in [*found, section]}
    titles = [title for title in order if title in sections]
    # Sections that other programs have measured come last.
    titles += [title for title in sections if title not in order]
    path.write_text("\n".join([HEAD, *(sections[title].rstrip("\n") + "\n" for title in titles)]), encoding="utf-8")


def machine() -> str:
    """Processor, cores that this process may use, memory."""
    cpu = _first(Path("/proc/cpuinfo"), r"model name\s*:\s*(.+)") or platform.processor() or platform.machine()
    memory = _first(Path("/proc/meminfo"), r"MemTotal:\s*(\d+)")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cpu}, {cores} cores" + (f", {int(memory) / 1e6:.0f} GB" if memory else "")


def _first(path: Path, pattern: str) -> str | None:
    found = re.search(pattern, path.read_text(encoding="utf-8")) if path.exists() else None
    return found.group(1).strip() if found else None
