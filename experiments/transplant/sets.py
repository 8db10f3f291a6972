"""Sentence pairs with gold similarity."""

import json
from pathlib import Path

DATA = Path(__file__).parents[3] / "shared" / "data"


def pairs(language: str, split: str = "dev") -> list[tuple[str, str, float]]:
    """STSb-TR or KorSTS; other languages have none."""
    gold = DATA / "gold"
    tables = {"tr": gold / f"tr/stsb_tr_{split}.tsv", "ko": gold / f"ko/korsts-{split}.tsv"}
    if language not in tables:
        return []
    rows = [line.split("\t") for line in tables[language].read_text("utf-8").splitlines()[1:]]
    return [(row[5], row[6], float(row[4])) for row in rows if len(row) >= 7]


def klue() -> list[tuple[str, str, float]]:
    """KLUE-STS development data."""
    rows = json.loads((DATA / "gold/ko/klue-sts-v1.1_dev.json").read_text("utf-8"))
    return [(row["sentence1"], row["sentence2"], row["labels"]["real-label"]) for row in rows]
