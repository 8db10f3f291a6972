"""The texts for measuring.

Running text is every 50th line of the Korean corpus, which no training has seen. Prompts are built as in appendix B of the paper. If it
gives no form for a set, the fields are joined as in that set's own example of use.
"""

import ast
import csv
import json
import lzma
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Literal

HOLD_OUT = 50
RUNNING = "running text"


def sets(corpora: Path, gold: Path) -> dict[str, list[str]]:
    """Name of a set of texts -> its distinct texts."""
    with lzma.open(corpora / "ko.txt.xz", "rt", encoding="utf-8", newline="\n") as file:
        found = {RUNNING: [line.removesuffix("\n") for line in islice(file, HOLD_OUT - 1, None, HOLD_OUT)]}
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
    lines = _lines(gold / "klue-dp-v1.1_dev.tsv")
    return {"KLUE DP": [line[3:].split("\t")[1] for line in lines if line.startswith("## klue-dp")]}


def klue_pairs(gold: Path) -> Sets:
    found: Sets = {}
    for name, fields in (("nli", ("premise", "hypothesis")), ("sts", ("sentence1", "sentence2"))):
        rows = json.loads((gold / f"klue-{name}-v1.1_dev.json").read_text(encoding="utf-8"))
        found[f"KLUE {name.upper()}"] = [row[field] for row in rows for field in fields]
    return found


def kor_pairs(gold: Path) -> Sets:
    similarity = _table(gold / "korsts-dev.tsv", "\t")
    inference = _table(gold / "kornli-xnli.dev.ko.tsv", "\t")
    fields = ("sentence1", "sentence2")
    return {name: [row[field] for row in rows for field in fields] for name, rows in (("KorSTS", similarity), ("KorNLI", inference))}


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


def _choice(row: dict[str, str]) -> str:
    choices = ast.literal_eval(row["choices"])
    return str(choices["text"][choices["label"].index(row["answerKey"])])


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def _table(path: Path, delimiter: str) -> list[dict[str, str]]:
    quoting: Literal[0, 3] = csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = csv.DictReader(file, delimiter=delimiter, quoting=quoting)
        # A file that was joined from two has its header twice.
        return [row for row in rows if list(row.values()) != rows.fieldnames]
