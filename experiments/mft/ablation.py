"""(d) Ablation: the tokenizer with one part removed at a time.

    python experiments/mft/ablation.py            trains the missing models (`models.py`) and measures all

Each row is a separate training on the same lines with 32,768 ids. `packs.py` and options of the trainer remove the parts.
"""

import sys

import morfem
from measures import BATCH, CHALLENGE, LINES, UNSEEN, development_lines, figures, letter_tokens
from models import ABLATION, BASE, Model, ready
from results import put, share, table, written

COLUMNS = {
    "F1, Morpho Challenge": (CHALLENGE, "boundaries.f1"),
    "F1, MIT not in it": (UNSEEN, "boundaries.f1"),
    "morph precision": (CHALLENGE, "boundaries.morph_precision"),
    "morph recall": (CHALLENGE, "boundaries.morph_recall"),
    "exact": (CHALLENGE, "boundaries.exact"),
    "pure words": (LINES, "purity.pure_words"),
    "%TR": (LINES, "purity.tr"),
    "%Pure": (LINES, "purity.pure"),
    "roots, Kenet": ("UD Kenet", "root_consistency.consistent"),
    "affixes, Kenet": ("UD Kenet", "affix_consistency.consistent"),
    "tokens a word": (LINES, "compression.fertility"),
    "lines that come back": (LINES, "round_trip.lines"),
}


def section() -> str:
    """The section of RESULTS.md."""
    models = ready(ABLATION)
    if BASE not in models:
        sys.exit("ablation: could not train the model that the others are compared with")
    rows = [_row(model) for model in models]
    left_out = [model.name for model in ABLATION if model not in models]
    note = f"\nNot measured, because training failed: {', '.join(left_out)}.\n" if left_out else ""
    return f"""## (d) Ablation

`python experiments/mft/ablation.py`. Every row is trained on the same lines with 32,768 ids and differs from the first in one thing: the
search (`greedy`: the longest root, then the longest affix, as in the paper), a language pack with something removed (`packs.py`), the
number of roots (30,200 in the others), or the fallback (Unigram in the others). Marks of case count as tokens. The paper has no ablation.

{_without_marks(BASE)}

{table(["", *COLUMNS, "tokens a letter word"], rows)}{note}"""


def _row(model: Model) -> list[str]:
    found = figures(model.name, model.folder())
    cells = [written(found.get(figure), interval=figure[1] == "boundaries.f1") for figure in COLUMNS.values()]
    tokens, words = letter_tokens(model.name, model.folder())
    return [model.name, *cells, f"{tokens / words:.3f}"]


def _without_marks(base: Model) -> str:
    """The share of case marks among tokens, and the share of lines that come back without them."""
    tokenizer = morfem.load(str(base.folder()))
    marks = {tokenizer.token_to_id("<title>"), tokenizer.token_to_id("<upper>")}
    tokens = marked = exact = 0
    texts = development_lines()
    for first in range(0, len(texts), BATCH):
        batch = texts[first : first + BATCH]
        ids = [encoding.ids for encoding in tokenizer.encode_batch(batch)]
        bare = [[id for id in line if id not in marks] for line in ids]
        tokens += sum(map(len, ids))
        marked += sum(map(len, ids)) - sum(map(len, bare))
        exact += sum(map(str.__eq__, batch, tokenizer.decode_batch(bare)))
    would_come_back = share(exact, len(texts))
    return (
        f"Marks of case are {share(marked, tokens)} of all tokens. Without them, {would_come_back} of the lines would come back.\n"
        "In the row *no case marks* nothing is lost: a capital is a letter of its own, and capitalised words are written in pieces."
    )


if __name__ == "__main__":
    put("ablation", section())
