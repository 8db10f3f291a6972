"""A causal model gets another vocabulary: bits per character before, after the transplant, and after a little more training.

    python experiments/neural/transplanted.py --new tr-mft     writes TRANSPLANTED.md

The model `small` that was trained on the tokens of BPE gets the rows of the new tokenizer by `morfem.transplant` (methods `spans`, `text`
and `random`; 20,000 training lines), and then 5 % of its training steps on the tokens of the new tokenizer, with a schedule of its own. The
same steps from nothing, and the whole training on the new tokens, are beside it.
"""

import argparse
import json
import sys
from pathlib import Path

import morfem
import torch
import train
from trained import CACHE, HERE, bits, load

sys.path.append(str(HERE.parent))

from conditions import conditions

METHODS = ("spans", "text", "random")
LINES = 20_000
SHARE = 0.05


def bits_per_character(tokenizer: morfem.Tokenizer, model: torch.nn.Module, lines: list[str]) -> float:
    """Bits per character of lines that stand alone, with their ends."""
    return sum(float(found.sum()) for found in bits(tokenizer, model, lines)) / sum(map(len, lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--old", default=str(CACHE / "tr" / "bpe-32768"))
    parser.add_argument("--new", default="tr-mft")
    parser.add_argument("--language", default="tr")
    asked = parser.parse_args()
    old, donor = load(asked.old, asked.language)
    settings = argparse.Namespace(
        configuration="small", tokenizer=asked.new, language=asked.language, budget="text", steps=None, device="cpu"
    )
    lines = train.development_sample(asked.language)[: train.Run(settings).settings["measured_lines"]]
    corpus = train.training_text(asked.language, 10_000_000, 0)[:LINES]
    rows = [["untouched, tokens of the old tokenizer", "", f"{bits_per_character(old, donor, lines):.3f}", ""]]
    for method in (*METHODS, "from nothing"):
        run = train.Run(settings)
        run.steps = run.schedule = round(SHARE * run.steps)
        run.save = lambda: None  # the checkpoint of the whole training stays as it is
        run.settings = {**run.settings, "save_every": run.steps}
        if method != "from nothing":
            run.model.load_state_dict(
                {name: value for name, value in donor.state_dict().items() if name != "embedding.weight"}, strict=False
            )
            matrix, _ = morfem.transplant(donor.embedding.weight.detach().numpy(), old, run.tokenizer, corpus=corpus, method=method)
            with torch.no_grad():
                run.model.embedding.weight.copy_(torch.from_numpy(matrix))
        before = bits_per_character(run.tokenizer, run.model.eval(), lines)
        run.train()
        after = bits_per_character(run.tokenizer, run.model.eval(), lines)
        rows.append([method, f"{before:.3f}", f"{after:.3f}", f"{run.steps}"])
        print(rows[-1], flush=True)
    whole = [json.loads(line) for line in (HERE / "runs.jsonl").read_text("utf-8").splitlines()]
    whole = [row for row in whole if row["tokenizer"] == asked.new and row["language"] == asked.language and row["steps"] == row["of"]]
    if whole:
        rows.append(["whole training on the new tokens", "", f"{whole[0]['bits_per_character']:.3f}", f"{whole[0]['steps']}"])
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    page = f"""# A causal model with another vocabulary

`python experiments/neural/transplanted.py --new {asked.new}` (its first lines have the setting). From `{Path(asked.old).name}` to
`{asked.new}`, {len(lines)} development lines, bits per character.

{conditions()}
| rows of the new tokens | after the transplant | after the steps | steps |
|---|---|---|---|
{table}
"""
    (HERE / "TRANSPLANTED.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
