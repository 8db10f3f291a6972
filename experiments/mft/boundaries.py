"""(c) Morpheme boundaries against gold data, MorphScore, consistency of roots and affixes.

    python experiments/mft/boundaries.py

The paper measures none of these. The Morpheus paper gives one of its programs a MorphScore F1 of .648 on Kenet, with one boundary per word.
"""

from measures import CHALLENGE, MIT, UNSEEN, baselines, bundled, figures
from results import put, shown, table, written

METRICS = ("precision", "recall", "f1", "exact", "morph_precision", "morph_recall")
# Headings of the other figures, with their data and metric.
OTHERS = {
    "Google IG recall": ("Google IG", "boundaries.recall"),
    "MorphScore v1": ("MorphScore", "morphscore.v1"),
    "MorphScore v2": ("MorphScore", "morphscore.v2"),
    "roots, Kenet": ("UD Kenet", "root_consistency.consistent"),
    "roots, BOUN": ("UD BOUN", "root_consistency.consistent"),
    "affixes, Kenet": ("UD Kenet", "affix_consistency.consistent"),
    "affixes, BOUN": ("UD BOUN", "affix_consistency.consistent"),
}


def section() -> str:
    """The section of RESULTS.md."""
    found = {shown(name): figures(name, name) for name in bundled()} | {shown(name): each for name, each in baselines().items()}
    parts = [
        """## (c) Boundaries, MorphScore, consistency

`python experiments/mft/boundaries.py`. The paper has no such figures, so two versions of its program, turkish-tokenizer, are measured
here. (The Morpheus paper gives one of them a MorphScore F1 of .648 on Kenet, with one gold boundary per word.) Brackets hold 95 % bootstrap
intervals. Merged tokens are not taken apart, so a merge of a root and its affixes costs recall. Zemberek is an analyser, not a tokenizer.
"""
    ]
    for data in (CHALLENGE, MIT, UNSEEN):
        heads = [data, *(metric.replace("_", " ") for metric in METRICS)]
        rows = [
            [name, *(written(each.get((data, f"boundaries.{metric}")), interval=metric == "f1") for metric in METRICS)]
            for name, each in found.items()
        ]
        parts.append(table(heads, rows))
    rows = [[name, *(written(each.get(figure)) for figure in OTHERS.values())] for name, each in found.items()]
    parts.append(table(["", *OTHERS], rows))
    return "\n".join(parts)


if __name__ == "__main__":
    put("boundaries", section())
