"""Writes tables as TSV, and their summary as a section of experiments/README.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from fertility import Fertility, Table, average
from overlap import Regions
from systems import ARC, BPE, BUNDLED, LAMBADA, MEAN, SYSTEMS, THUNDER
from texts import RUNNING, is_part
from vocabularies import Contents

BEGIN, END = "<!-- thunder: written by thunder/run.py -->", "<!-- /thunder -->"
PAPER_SIZE = 128_000
# The data of the paper's figures for a set.
PAPER_SETS = {MEAN: "paper: 5 sets", RUNNING: "paper: HPLT v2.0", ARC: "paper: 2,376 prompts", LAMBADA: "paper: 2,255 prompts"}


def fertility_rows(table: Table) -> list[Sequence[object]]:
    head = ("system", "size", "set", "texts", "words", "bytes", "tokens", "fertility", "bytes_per_token")
    return [head, *map(_fertility_row, table.values())]


def contents_rows(found: Iterable[Contents]) -> list[Sequence[object]]:
    head = (
        *("system", "size", "pieces", "multi_word", "punctuated", "either", "break_the_unit_rule"),
        *("multi_word_in_running_text", "begin_inside_a_word", "end_inside_a_word"),
    )
    return [head, *map(_contents_row, found)]


def overlap_rows(names: list[str], found: Regions) -> list[Sequence[object]]:
    return [(*names, "tokens"), *((*("in" if inside else "out" for inside in place), number) for place, number in sorted(found.items()))]


def write_tsv(path: Path, rows: Iterable[Sequence[object]]) -> None:
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")


def section(
    table: Table, found: list[Contents], shared: Regions, sentence: str, segmented: dict[str, list[str]], sizes: list[int], about: str
) -> str:
    """The Markdown between the marks."""
    largest = max(sizes)
    parts = [BEGIN, about, _systems(), _headline(table, found, largest), *_pivots(table, sizes), _vocabularies(found)]
    parts += [_overlap(shared, largest), _longest(found, largest), _sentence(sentence, segmented), END]
    return "\n\n".join(parts) + "\n"


def replace(path: Path, text: str) -> None:
    """Replaces the section of the file."""
    before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    path.write_text(before + text + rest.partition(END)[2].removeprefix("\n"), encoding="utf-8")


def _fertility_row(entry: Fertility) -> Sequence[object]:
    counts = entry.system, entry.size, entry.set, entry.texts, entry.words, entry.bytes, entry.tokens
    return *counts, f"{entry.value:.4f}", f"{entry.bytes_per_token:.3f}"


def _contents_row(row: Contents) -> Sequence[object]:
    kinds = row.pieces, row.multi_word, row.punctuated, row.either, row.breaking
    return row.system, row.size, *kinds, row.running_phrases, row.begin_inside, row.end_inside


def _systems() -> str:
    return _markdown(("system", "what it is"), [(system.title, system.conditions) for system in SYSTEMS])


def _headline(table: Table, found: list[Contents], size: int) -> str:
    """The paper's figures and ours."""
    rows: list[Sequence[object]] = []
    base = next(system for system in SYSTEMS if system.name == BPE)
    for name, conditions in PAPER_SETS.items():
        for system in SYSTEMS:
            ours, of_bpe = (_fertility(table, of.name, size, name) for of in (system, base))
            paper = _with_ratio(system.paper[name], base.paper[name]) if system.paper else ""
            rows.append((name, system.title, paper, _with_ratio(ours, of_bpe), f"{conditions}, ours: {_texts(table, size, name)}"))
    for row in (row for row in found if row.size == size and row.system in (THUNDER, BUNDLED)):
        either, multi_word, punctuated = (_share(part, row.pieces) for part in (row.either, row.multi_word, row.punctuated))
        shares = f"{either} ({multi_word} multi-word, {punctuated} punctuated)"
        title, is_paper = _title(row.system), row.system == THUNDER
        conditions = "of the tokens without specials and single bytes"
        rows.append(("multi-word or punctuated tokens", title, "13.49 %" if is_paper else "", shares, conditions))
        conditions = "checked on the finished vocabulary"
        rows.append(("tokens that break the unit rule", title, "0 by construction" if is_paper else "", row.breaking, conditions))
    text = f"Tokens per white-space word at {size:,}, with the ratio to BPE in brackets. "
    text += f"The paper's vocabularies have {PAPER_SIZE:,} tokens.\n\n"
    return text + _markdown(("figure", "system", "paper", "ours", "conditions"), rows)


def _fertility(table: Table, system: str, size: int, name: str) -> float:
    return average(table, system, size) if name == MEAN else table[system, size, name].value


def _texts(table: Table, size: int, name: str) -> str:
    return "the gold sets" if name == MEAN else f"{table[BPE, size, name].texts:,} texts"


def _with_ratio(value: float, of_bpe: float) -> str:
    return f"{value:.3f} ({value / of_bpe:.3f})"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %"


def _pivots(table: Table, sizes: list[int]) -> Iterable[str]:
    names = list(dict.fromkeys(name for _, _, name in table))
    for size in sorted(sizes, reverse=True):
        rows: list[Sequence[object]] = []
        for name in names:
            values = [table[system.name, size, name] for system in SYSTEMS]
            shown = f"{'&nbsp;&nbsp;' if is_part(name) else ''}{name}"
            rows.append((shown, f"{values[0].words:,}", *(f"{entry.value:.3f}" for entry in values)))
        rows.append(("mean over the gold sets", "", *(f"{average(table, system.name, size):.3f}" for system in SYSTEMS)))
        rows.append((f"bytes a token, {RUNNING}", "", *(f"{table[system.name, size, RUNNING].bytes_per_token:.3f}" for system in SYSTEMS)))
        yield f"### Fertility at {size:,}\n\n" + _markdown(("set", "words", *(system.title for system in SYSTEMS)), rows)


def _vocabularies(found: list[Contents]) -> str:
    head = (
        *("system", "size", "multi-word", "punctuated", "either", "break the unit rule", "most often because"),
        *("multi-word in running text", "begin inside a word", "end inside a word"),
    )
    rows: list[Sequence[object]] = []
    for row in found:
        reason = row.reasons.most_common(1)
        running = row.running_phrases
        inside = [_share(number, running) if running else "" for number in (row.begin_inside, row.end_inside)]
        shares = [_share(number, row.pieces) for number in (row.multi_word, row.punctuated, row.either)]
        why = reason[0][0] if reason else ""
        rows.append((_title(row.system), f"{row.size:,}", *shares, f"{row.breaking:,}", why, f"{running:,}", *inside))
    return "### Contents of the vocabularies\n\n" + _markdown(head, rows)


def _overlap(shared: Regions, size: int) -> str:
    text = f"### Overlap at {size:,}\n\n![Venn diagram of the vocabularies](thunder/overlap.svg)\n\n"
    rows = [(*("yes" if inside else "" for inside in place), f"{number:,}") for place, number in sorted(shared.items(), reverse=True)]
    return text + _markdown(("Thunder-Tok", "BPE", "Unigram", "tokens"), rows)


def _longest(found: list[Contents], size: int) -> str:
    rows = [(_title(row.system), ", ".join(f"`{_visible(text)}`" for text in row.longest)) for row in found if row.size == size]
    return f"### Longest tokens at {size:,}\n\n" + _markdown(("system", "tokens"), rows)


def _sentence(sentence: str, segmented: dict[str, list[str]]) -> str:
    rows = [(_title(name), " ".join(f"`{_visible(token)}`" for token in tokens), len(tokens)) for name, tokens in segmented.items()]
    return f"### The paper's sentence\n\n{sentence}\n\n" + _markdown(("system", "tokens", "number"), rows)


def _title(name: str) -> str:
    return next(system.title for system in SYSTEMS if system.name == name)


def _visible(text: str) -> str:
    """A token for a cell of a table: spaces are ▁, and characters that would end the cell are escaped."""
    shown = text.replace(" ", "▁").replace("|", "\\|").replace("`", "'")
    return shown if shown.isprintable() else repr(shown)[1:-1]


def _markdown(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in (head, ["---"] * len(head), *rows))
