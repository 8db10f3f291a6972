"""RESULTS.md: one section per experiment, each written by its own command, in a fixed order."""

import sys
from collections.abc import Sequence

from measures import FLOORS, OURS, Value
from models import HERE

sys.path.append(str(HERE.parent))

from conditions import NOT_RECORDED, conditions

FILE = HERE / "RESULTS.md"
ORDER = ("purity", "round_trip", "boundaries", "ablation", "kinds", "merges")
HEAD = """# MFT: experiments

Written by `python experiments/mft/run.py`; each section names its own command. Data: every fiftieth line of the Turkish corpus (9,009
development lines, which nothing was trained on), gold sets and baselines as in `experiments/baselines`. The paper is Bayram et al. 2025.
If a table has figures of the paper, it says how the conditions differ. **Bold**: ours; *italic*: the trivial baselines.
`tr-mft` and `tr-mft-64k` are version 1 in all tables; the figures of version 2, the bundled one, are in
[Mixed text](../coverage/RESULTS.md#size-against-language).

"""
NOTHING = "–"


def put(name: str, text: str) -> None:
    """Writes a section into its place and prints it."""
    sections = {each: _section(each) for each in ORDER} | {name: text.strip()}
    marked = [f"{_mark(each)}\n{found}\n{_mark('/' + each)}\n" for each, found in sections.items() if found]
    FILE.write_text("\n".join([HEAD + conditions("seed 0 for intervals", NOT_RECORDED), *marked]), encoding="utf-8")
    print(text)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; columns but the first are figures."""
    rule = ["---", *["---:"] * (len(heads) - 1)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [heads, rule, *rows])


def written(value: Value | None, *, interval: bool = False, digits: int = 3) -> str:
    """A figure, formatted for tables."""
    if value is None or value.value != value.value:
        return NOTHING
    text = f"{value.value:.{digits}f}"
    return f"{text} [{value.low:.{digits}f}–{value.high:.{digits}f}]" if interval and value.low is not None else text


def share(part: float, whole: float) -> str:
    """A share, formatted for tables."""
    return f"{part / whole:.3f}" if whole else NOTHING


def shown(name: str) -> str:
    """The name of a tokenizer: ours bold, trivial baselines italic."""
    return f"**{name}**" if name in OURS else f"*{name}*" if name in FLOORS else name


def _section(name: str) -> str:
    """The section as it is in the file now."""
    text = FILE.read_text("utf-8") if FILE.exists() else ""
    return text.partition(_mark(name) + "\n")[2].partition("\n" + _mark("/" + name))[0]


def _mark(name: str) -> str:
    return f"<!-- {name} -->"
