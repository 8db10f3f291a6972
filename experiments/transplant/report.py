"""Writes RESULTS.md from the measured rows."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from conditions import conditions


def write(rows: list[dict]) -> None:
    """The table of all rows."""
    minutes = sum(row["cpu_seconds"] for row in rows) / 60
    head = f"""# Transplant into multilingual-e5-small

`python experiments/transplant/run.py` (its docstring has the setting). 20,000 lines of the training corpus for `spans` and `omp`.
Cosine: mean cosine of a sentence's vector with that of the
untouched model. Tokens: per sentence, with the prompt. A row that is missing was not measured.

{conditions(time=f"{minutes:.0f} minutes of CPU time for measuring")}"""
    lines = [
        head,
        "| data | pairs | tokenizer | method | rows of the matrix | Spearman | cosine | tokens |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in sorted(rows, key=lambda row: (row["language"], row["data"], row["tokenizer"] != "untouched", row["tokenizer"])):
        rho = "–" if row["spearman"] is None else f"{row['spearman']:.3f}"
        lines.append(
            f"| {row['data']} | {row['pairs']:,} | {row['tokenizer']} | {row['method'] or '–'} | {row['rows']:,} | {rho} "
            f"| {row['cosine']:.3f} | {row['tokens']:.1f} |"
        )
    Path(__file__).with_name("RESULTS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
