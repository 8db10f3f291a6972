"""How often are streamed texts, and cuts of a text at a space, wrong?

    python benchmarks/serving.py --lines 400

For each bundled tokenizer of one language, on lines of that language:

The lines are development lines of 41 to 299 characters with a space, which no bundled tokenizer was trained on.

- window: lines that a sliding window over the ids decodes to another text. Serving engines decode like that;
- decoder: lines that `morfem.Decoder` decodes to another text. Should be 0;
- cut: lines where the ids of the text before a space, chosen at random, do not begin the ids of the line. Evaluation harnesses cut
  like that;
- cut, boundaries: the same with `boundaries=[cut]`. Should be 0.
"""

import argparse
import random
from itertools import islice
from pathlib import Path

import morfem
from texts import HOLD_OUT, lines


def window(tokenizer: morfem.Tokenizer, ids: list[int]) -> str:
    """The text of the last ids without the text of the ids before them, step by step."""
    text, begin, read = "", 0, 0
    for end in range(1, len(ids) + 1):
        old, new = tokenizer.decode(ids[begin:read]), tokenizer.decode(ids[begin:end])
        if len(new) > len(old) and not new.endswith("\ufffd"):
            text, begin, read = text + new[len(old) :], read, end
    return text


def measured(tokenizer: morfem.Tokenizer, texts: list[str]) -> list[float]:
    """The four shares."""
    rng = random.Random(0)
    wrong = [0, 0, 0, 0]
    for text in texts:
        ids, decoder = tokenizer.encode(text).ids, tokenizer.decoder()
        wrong[0] += window(tokenizer, ids) != text
        wrong[1] += "".join([*map(decoder.push, ids), decoder.finish()]) != text
        cut = rng.choice([at for at, character in enumerate(text) if character == " "])
        before = tokenizer.encode_ids(text[:cut]).tolist()
        for column, boundaries in ((2, None), (3, [cut])):
            wrong[column] += tokenizer.encode_ids(text, boundaries=boundaries)[: len(before)].tolist() != before
    return [count / len(texts) for count in wrong]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=400)
    parser.add_argument("--corpora", type=Path, default=Path("../shared/data/corpora"))
    options = parser.parse_args()
    print("| tokenizer | lines | window | decoder | cut | cut, boundaries |\n|---|---|---|---|---|---|")
    for name, language in ((name, morfem.load(name).record.get("language")) for name in morfem.available()):
        if language is None:
            continue
        held_out = (line for number, line in enumerate(lines(options.corpora, language), 1) if number % HOLD_OUT == 0)
        texts = list(islice((text for text in held_out if 40 < len(text) < 300 and " " in text), options.lines))
        shares = " | ".join(f"{share:.1%}" for share in measured(morfem.load(name), texts))
        print(f"| `{name}` | {len(texts)} | {shares} |", flush=True)
