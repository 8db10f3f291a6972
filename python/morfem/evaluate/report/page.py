"""A report as one HTML page that needs nothing else: tables, plots, the differences of any two tokenizers, signatures.

The tables and plots are written here and can be read without a script. Only the comparison of two tokenizers is made in the browser, by the
script in `page.js` from the JSON that the page carries.
"""

import importlib.resources
import json
import math
import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate, groupby
from typing import Any

from ..._core import __version__
from ..metric import Score
from . import Report
from .definitions import definition
from .plots import Point, bars, near, points
from .tables import LEVEL, Table, digits, notices, number, printable, tables

FILES = importlib.resources.files(__package__)
QUALITY = "boundaries.f1"
COSTS = {"compression.fertility": ("tokens per word", "tokens per word"), "speed.cold": ("speed", "MB/s, cold")}
PLACE = re.compile(r"\{\{(\w+)\}\}")


def render(report: Report) -> str:
    """The page, a whole HTML document."""
    headlines, whole = tables(report), tables(report, is_whole=True)
    filled = {
        "title": escape(report.suite),
        "subtitle": escape(_subtitle(report)),
        "style": (FILES / "page.css").read_text("utf-8"),
        "script": (FILES / "page.js").read_text("utf-8"),
        "notices": "".join(_notices(report)),
        "trade_offs": "".join(_trade_offs(report)),
        "data": "".join(_data(report, table, every) for table, every in zip(headlines, whole, strict=True)),
        "comparison": "" if len(report.tokenizers) > 1 else "hidden",
        "definitions": "".join(_definitions(report)),
        "signatures": "".join(_signatures(report)),
        "record": json.dumps(_record(report, headlines), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    template = (FILES / "page.html").read_text("utf-8")
    return printable(PLACE.sub(lambda place: filled[place[1]], template))


def _subtitle(report: Report) -> str:
    own = len(report.tokenizers) - len(report.floors)
    data = len({score.data for score in report.scores})
    floors = f" and {len(report.floors)} floors" if report.floors else ""
    return f"{own} tokenizer{'s' * (own != 1)}{floors} on {data} data set{'s' * (data != 1)}, measured with morfem {__version__}"


def _notices(report: Report) -> Iterator[str]:
    """What went wrong: a line each, and all of it in a fold-out."""
    lines = list(notices(report))
    if not lines:
        return
    yield '<aside class="notices"><ul>' + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
    rows = [(data, f"line {line}", reason) for data, dropped in report.dropped.items() for line, reason in dropped]
    rows += [(tokenizer, repr(text), error) for tokenizer, failures in report.failures.items() for text, error in failures.items()]
    if len(rows) > len(report.dropped) + len(report.failures):
        yield f"<details><summary>All {len(rows):,} dropped rows and refused texts</summary><div class=scroll><table class=plain>"
        yield from ("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        yield "</table></div></details>"
    yield "</aside>"


def _trade_offs(report: Report) -> Iterator[str]:
    """Plots of what good cuts cost: every data set with gold cuts against the first that measures the cost."""
    for cost, (name, unit) in COSTS.items():
        costs = [score for score in report.scores if score.metric == cost]
        x = {score.tokenizer: _limits(score) for score in costs if score.data == costs[0].data}
        for data in dict.fromkeys(score.data for score in report.scores if score.metric == QUALITY):
            y = {score.tokenizer: _limits(score) for score in report.scores if score.metric == QUALITY and score.data == data}
            both = [tokenizer for tokenizer in report.tokenizers if tokenizer in x and tokenizer in y]
            found = [Point(tokenizer, x[tokenizer], y[tokenizer], tokenizer in report.floors) for tokenizer in both]
            found = [point for point in found if math.isfinite(point.x[0]) and math.isfinite(point.y[0])]
            if len(found) > 1:
                title = f"Boundary F1 against {name}"
                yield f"<figure><figcaption>{title}<span>{escape(data)}</span></figcaption>"
                shown = near(found)
                yield points(f"{title}, {data}", unit, "boundary F1", shown)
                outside = [f"{point.name} ({number(point.x[0], 2)}, {number(point.y[0], 2)})" for point in found if point not in shown]
                yield f'<p class="outside">Outside: {escape(", ".join(outside))}</p>' if outside else ""
                yield "</figure>"


def _limits(score: Score) -> tuple[float, float | None, float | None]:
    return score.value, score.low, score.high


def _data(report: Report, table: Table, every: Table) -> str:
    """The section of a data set: the table of the headline figures, their bars, and all figures in a fold-out."""
    cards = []
    for figure in table.figures:
        if not any(math.isfinite(cell.score.value) for cell in table.column(figure)):
            continue
        caption = f"{escape(definition(figure).name)} {table.direction(figure)}"
        plot = bars(definition(figure).name, table.column(figure), report.floors)
        cards.append(f"<figure><figcaption>{caption}</figcaption>{plot}</figure>")
    rest = ""
    if table.hidden:
        groups = [list(names) for _, names in groupby(every.figures, lambda name: name.partition(".")[0])]
        rest = f"<details><summary>All {len(every.figures)} figures</summary>"
        rest += f'<div class="groups">{"".join(_grid(report, every, names) for names in groups)}</div></details>'
    head = f"<h2>{escape(table.data)}<span>{escape(table.size)}</span></h2>"
    return f'<section>{head}{_grid(report, table, table.figures)}<div class="cards">{"".join(cards)}</div>{rest}</section>'


def _grid(report: Report, table: Table, figures: Sequence[str]) -> str:
    groups = [(metric, len(list(names))) for metric, names in groupby(figures, lambda name: name.partition(".")[0])]
    lines = ['<div class="scroll" tabindex="0"><table class="figures"><thead><tr><td></td>']
    lines += [f'<th scope="colgroup" colspan="{width}">{_named(metric)}</th>' for metric, width in groups]
    lines.append("</tr><tr><td></td>")
    lines += [f'<th scope="col">{_named(figure)}&nbsp;{table.direction(figure)}</th>' for figure in figures]
    lines.append("</tr></thead><tbody>")
    for tokenizer in table.tokenizers:
        lines.append(
            f'<tr{" class=floor" * (tokenizer in table.floors)}><th scope="row">{escape(tokenizer)}{_about(report, tokenizer)}</th>'
        )
        for figure in figures:
            cell = table.cells.get((tokenizer, figure))
            if cell is None:
                lines.append("<td></td>")
                continue
            style = " class=best" if cell.is_best else ""
            mark = '<span class="mark" title="not significantly worse than the best">≈</span>' if cell.is_tied else ""
            lines.append(f"<td{style}>{cell.value}{mark}<small>{cell.interval}</small></td>")
        lines.append("</tr>")
    return "".join(lines) + "</tbody></table></div>"


def _named(figure: str) -> str:
    """The plain name of a metric or a figure, which leads to its definition and shows it when pointed at."""
    found = definition(figure)
    return f'<a href="#{escape(figure)}" title="{escape(found.text)}">{escape(found.name)}</a>'


def _about(report: Report, tokenizer: str) -> str:
    """Below the name of a tokenizer: the size of its vocabulary, and whether it loses text."""
    size = report.vocab_sizes.get(tokenizer)
    said = [] if size is None else [f"{size:,} ids"]
    said += ["loses text"] * (tokenizer in report.lossy)
    return f"<small>{', '.join(said)}</small>"


def _definitions(report: Report) -> Iterator[str]:
    """What the metrics and figures of the page are."""
    figures = dict.fromkeys(score.metric for score in report.scores)
    for metric, names in groupby(sorted(figures, key=lambda name: name.partition(".")[0]), lambda name: name.partition(".")[0]):
        yield f'<h3 id="{escape(metric)}">{escape(definition(metric).name)}</h3><p>{escape(definition(metric).text)}</p><dl>'
        for figure in names:
            found = definition(figure)
            yield f'<dt id="{escape(figure)}">{escape(found.name)} <code>{escape(figure)}</code></dt><dd>{escape(found.text)}</dd>'
        yield "</dl>"


def _signatures(report: Report) -> Iterator[str]:
    for data in dict.fromkeys(score.data for score in report.scores):
        yield f"<h3>{escape(data)}</h3><ul class=signatures>"
        yield from (f"<li><code>{escape(score.signature)}</code></li>" for score in report.scores if score.data == data)
        yield "</ul>"


def _record(report: Report, headlines: Sequence[Table]) -> dict[str, Any]:
    """What the script compares. Names are given once, and then by their number; the cuts of a word are the places where a piece ends."""
    numbers = {name: index for index, name in enumerate(report.tokenizers)}
    shown = {(table.data, figure) for table in headlines for figure in table.figures}
    figures: dict[tuple[str, str], dict[str, Any]] = {}
    for score in report.scores:
        place = (score.data, score.metric)
        if place not in figures:
            metric, name = definition(score.metric.partition(".")[0]).name, definition(score.metric).name
            figures[place] = {"data": score.data, "metric": metric, "name": name, "better": score.better}
            figures[place] |= {"headline": place in shown, "values": {}, "tests": []}
        figures[place]["values"][numbers[score.tokenizer]] = _finite(score.value)
    for figure in figures.values():
        figure["digits"] = digits(figure["values"].values())
    for found in report.comparisons:
        test = [_finite(number) for number in (found.difference, found.low, found.high, found.p_holm)]
        figures[found.data, found.metric]["tests"].append([numbers[found.first], numbers[found.second], *test])
    words = []
    for word in report.words:
        cuts = [_ends(word.segments.get(name)) for name in report.tokenizers]
        words.append([word.data, word.word, word.count, cuts, _ends(word.gold)])
    return {"tokenizers": report.tokenizers, "level": LEVEL, "figures": list(figures.values()), "words": words}


def _ends(segments: list[str] | None) -> list[int] | None:
    """Where the pieces of a word end, but for the last one, in code points."""
    return None if segments is None else list(accumulate(map(len, segments)))[:-1]


def _finite(value: float) -> float | None:
    return round(value, 6) if math.isfinite(value) else None
