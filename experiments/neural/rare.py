"""Do forms of rare lemmas cost fewer bits where all spellings of an affix share one vector?

    python experiments/neural/rare.py      writes RARE.md for the Turkish models that train.py has trained

A word's lemma is the root that `tr-mft` finds in it, and its frequency is the number of its occurrences in the training text. Every
tokenizer is charged for the same white-space words: a token counts for the word in which its first visible character lies. Words whose
root is not a unit of `tr-mft` (names, foreign words) are a class of their own.
"""

import sys
from collections import Counter
from pathlib import Path

import morfem
import numpy as np
import train
from trained import CACHE, HERE, SETTINGS, bits, load

sys.path.append(str(HERE.parent))

from conditions import conditions

BANDS = ((1, "never seen"), (10, "1 to 9 times"), (100, "10 to 99 times"), (sys.maxsize, "100 times or more"))
UNKNOWN = "no root of tr-mft"
SOURCES = [*(str(CACHE / "tr" / name) for name in ("bpe-32768", "unigram-32768")), "tr-mft", "tr-mft-spelled", "tr-mft-64k", "tr-morpheus"]
LINES = 2_000


def roots(tokenizer: morfem.Tokenizer, line: str) -> list[int | None]:
    """For each word of `Encoding.word_ids`, the id of its root."""
    encoding = tokenizer.encode(line)
    found: dict[int, int | None] = {}
    for id, word, kind in zip(encoding.ids, encoding.word_ids, encoding.kinds, strict=True):
        if word is not None and (kind == "root" or word not in found):
            found[word] = int(id) if kind == "root" and found.get(word) is None else found.get(word)
    return [found.get(word) for word in range(max(found, default=-1) + 1)]


def main() -> None:
    analyser = morfem.load("tr-mft")
    counts: Counter[int | None] = Counter()
    for line in train.training_text("tr", SETTINGS["bytes"], SETTINGS["seed"]):
        counts.update(roots(analyser, line))
    lines = train.development_sample("tr")[:LINES]
    bands, characters, words = [], Counter(), Counter()
    for line in lines:
        encoding = analyser.encode(line)
        spans: dict[int, list[int]] = {}
        for (first, last), word in zip(encoding.offsets, encoding.word_ids, strict=True):
            if word is not None and last > first:
                span = spans.setdefault(word, [first, last])
                span[1] = max(span[1], last)
        of_line = np.full(len(line), -1)
        for word, root in enumerate(roots(analyser, line)):
            if word in spans:
                band = len(BANDS) if root is None else next(index for index, (least, _) in enumerate(BANDS) if counts[root] < least)
                of_line[slice(*spans[word])] = band
                words[band] += 1
                characters[band] += spans[word][1] - spans[word][0]
        bands.append(of_line)
    names = [*(name for _, name in BANDS), UNKNOWN]
    table = [f"| tokenizer | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
    table.append(f"| words | {' | '.join(f'{words[band]:,}' for band in range(len(names)))} |")
    for source in SOURCES:
        if not (CACHE / "neural" / f"small-{Path(source).name}-tr-text.bits.npy").exists():
            continue
        tokenizer, model = load(source, "tr")
        sums = Counter()
        for line, of_line, costs in zip(lines, bands, bits(tokenizer, model, lines), strict=True):
            band = -1
            # From the last token to the first, so that a mark or a space goes to the word after it.
            for cost, (first, last) in zip(costs[-2::-1].tolist(), tokenizer.encode(line).offsets[::-1], strict=True):
                visible = [int(of_line[place]) for place in range(first, last) if not line[place].isspace()]
                band = visible[0] if visible else band
                sums[band] += cost
        table.append(f"| {Path(source).name} | {' | '.join(f'{sums[band] / characters[band]:.3f}' for band in range(len(names)))} |")
        print(table[-1], flush=True)
    head = f"""# Bits on forms of rare lemmas

`python experiments/neural/rare.py` (its first lines have the setting). {LINES:,} development lines; bits per character of the words of each
class, by how often the training text has the word's root. The models are those of [RESULTS.md](RESULTS.md), over equal text.

{conditions()}
"""
    (HERE / "RARE.md").write_text(head + "\n".join(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
