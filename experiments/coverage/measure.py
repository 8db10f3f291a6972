"""How tokenizers do on mixed text: characters a token for English, code, emoji and 300 languages, tokens a word in the own language.

    python experiments/coverage/measure.py DATA LANGUAGE TOKENIZER ...

DATA is the folder with `corpora/`. English, code and the other languages are the held-out paragraphs of the general corpus (every 50th),
the own language is held-out lines of its corpus (every 50th, the first 2,000 of them); emoji are the texts below. A tokenizer is the name
of a bundled one or a folder. All texts are measured whole: tokens of a text divided by its characters or words.
"""

import argparse
import itertools
import lzma
import sys
from pathlib import Path

import morfem

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tools.general_text import EVERY, paragraphs

LINES = 2000
EMOJI = [
    "😂😂😂",
    "🎉 🎂 🥳🥳",
    "❤️ 💕💖 😍",
    "👍🏽 👏🏻👏🏻 🙏🏾",
    "🇹🇷 🇮🇱 🇲🇾 🇪🇬🇩🇪",
    "👨‍👩‍👧 👩‍💻 🤷‍♂️ 🤦‍♀️",
    "☀️🌧️❄️ ⚽🏀",
    "✅ ❌ ⚠️ ➡️",
    "1️⃣ 2️⃣ 3️⃣",
    "🔥🔥 🚀 💯💯",
    "😭 🤣 🙄 🤔 😅",
    "🐱🐶 🦁 🌹🌸",
]


def own_lines(data: Path, language: str) -> list[str]:
    """Held-out lines of the corpus of a language."""
    with lzma.open(data / "corpora" / f"{language}.txt.xz", "rt", encoding="utf-8", newline="\n") as lines:
        return [line.removesuffix("\n") for line in itertools.islice(lines, EVERY - 1, EVERY * LINES, EVERY)]


def held_out(data: Path) -> dict[str, list[str]]:
    """The held-out paragraphs of the general corpus by kind."""
    rows = list(paragraphs(data, is_held_out=True))
    return {kind: [row["text"] for row in rows if row["kind"] == kind] for kind in ("english", "code", "other")}


def main() -> None:
    """Prints a row for each tokenizer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("language")
    parser.add_argument("tokenizers", nargs="+")
    arguments = parser.parse_args()
    texts = held_out(arguments.data) | {"emoji": EMOJI}
    own = own_lines(arguments.data, arguments.language)
    words = sum(len(line.split()) for line in own)
    print("tokenizer\tids\t" + "\t".join(texts) + "\town tokens a word")
    for name in arguments.tokenizers:
        tokenizer = morfem.load(name)
        row = [f"{sum(map(len, each)) / sum(map(tokenizer.count, each)):.3f}" for each in texts.values()]
        own_tokens = sum(tokenizer.count(line) for line in own)
        print("\t".join([Path(name).name, str(tokenizer.vocab_size), *row, f"{own_tokens / words:.4f}"]), flush=True)


if __name__ == "__main__":
    main()
