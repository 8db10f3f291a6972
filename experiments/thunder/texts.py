"""The texts for training and measuring.

Running text is every 50th line of the Korean corpus; the other lines are for training. The corpus does not name the source of a line, so
there are no figures by genre. The gold sets have one genre each, and those of KLUE and KorSTS are also divided by source. Prompts are built
as in appendix B of the paper. If it gives no form for a set, the fields are joined as in that set's own example of use.
"""

import ast
import csv
import json
import lzma
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Literal

HOLD_OUT = 50
RUNNING = "running text"


def corpus_lines(corpora: Path) -> Iterator[str]:
    """The lines of the corpus, without line ends."""
    with lzma.open(corpora / "ko.txt.xz", "rt", encoding="utf-8", newline="\n") as file:
        yield from (line.removesuffix("\n") for line in file)


def training_lines(corpora: Path, count: int | None) -> Iterator[str]:
    """The first `count` training lines, or all."""
    return islice((line for number, line in enumerate(corpus_lines(corpora), 1) if number % HOLD_OUT), count)


def development_lines(corpora: Path) -> list[str]:
    """The development lines."""
    return [line for number, line in enumerate(corpus_lines(corpora), 1) if number % HOLD_OUT == 0]


def sets(corpora: Path, gold: Path) -> dict[str, list[str]]:
    """Name of a set of texts -> its distinct texts."""
    found = {RUNNING: development_lines(corpora)}
    for read in READERS:
        for name, texts in read(gold).items():
            found[name] = list(dict.fromkeys(text for text in texts if text.strip()))
    return found


Sets = dict[str, list[str]]


def treebanks(gold: Path) -> Sets:
    prefix = "# text = "
    lines = {name: _lines(gold / f"ud/ko_{name.lower()}-ud-dev.conllu") for name in ("GSD", "Kaist")}
    return {f"UD {name}": [line.removeprefix(prefix) for line in found if line.startswith(prefix)] for name, found in lines.items()}


def klue_dependencies(gold: Path) -> Sets:
    rows = [line[3:].split("\t") for line in _lines(gold / "klue-dp-v1.1_dev.tsv") if line.startswith("## klue-dp")]
    return _by_source("KLUE DP", [(id.rpartition("_")[2], text) for id, text in rows])


def klue_pairs(gold: Path) -> Sets:
    found: Sets = {}
    for name, fields in (("nli", ("premise", "hypothesis")), ("sts", ("sentence1", "sentence2"))):
        rows = json.loads((gold / f"klue-{name}-v1.1_dev.json").read_text(encoding="utf-8"))
        found |= _by_source(f"KLUE {name.upper()}", [(row["source"], row[field]) for row in rows for field in fields])
    return found


def kor_pairs(gold: Path) -> Sets:
    similarity = _table(gold / "korsts-dev.tsv", "\t")
    inference = _table(gold / "kornli-xnli.dev.ko.tsv", "\t")
    fields = ("sentence1", "sentence2")
    return _by_source("KorSTS", [(row["genre"].removeprefix("main-"), row[field]) for row in similarity for field in fields]) | {
        "KorNLI": [row[field] for row in inference for field in fields]
    }


def kiwi_sentences(gold: Path) -> Sets:
    return {f"Kiwi {name}": [line.partition("\t")[0] for line in _lines(gold / f"kiwi_eval_{name}.txt")] for name in ("web", "written")}


def parallel_sentences(gold: Path) -> Sets:
    return {"TALPCo": [line.partition("\t")[2] for line in _lines(gold / "talpco_kor.txt")]}


def prompts(gold: Path) -> Sets:
    rows = {name: _table(gold / f"ko_{name}_sample.csv", ",") for name in ("arc", "lambada", "winogrande", "gsm8k", "ifeval", "eqbench")}
    return {
        "ARC prompts": [f"질문: {row['question']} 답변: {_choice(row)}" for row in rows["arc"]],
        "LAMBADA prompts": [row["text"].replace("_", row["answer"], 1) for row in rows["lambada"]],
        "WinoGrande prompts": [row["sentence"].replace("_", row[f"option{float(row['answer']):.0f}"]) for row in rows["winogrande"]],
        "GSM8K prompts": [f"질문: {row['question']} 답변: {row['answer']}" for row in rows["gsm8k"]],
        "IFEval prompts": [row["prompt"] for row in rows["ifeval"]],
        "EQ-Bench prompts": [row["prompt"] for row in rows["eqbench"]],
    }


READERS: tuple[Callable[[Path], Sets], ...] = (
    prompts,
    treebanks,
    klue_dependencies,
    klue_pairs,
    kor_pairs,
    kiwi_sentences,
    parallel_sentences,
)


def is_part(name: str) -> bool:
    """Whether a set is one source of another set."""
    return ": " in name


def _choice(row: dict[str, str]) -> str:
    choices = ast.literal_eval(row["choices"])
    return str(choices["text"][choices["label"].index(row["answerKey"])])


def _by_source(name: str, rows: list[tuple[str, str]]) -> Sets:
    found: Sets = defaultdict(list)
    for source, text in rows:
        found[name].append(text)
        found[f"{name}: {source}"].append(text)
    return dict(found)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def _table(path: Path, delimiter: str) -> list[dict[str, str]]:
    quoting: Literal[0, 3] = csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file, delimiter=delimiter, quoting=quoting)
        # A file that was joined from two has its header twice.
        return [row for row in rows if list(row.values()) != rows.fieldnames]
