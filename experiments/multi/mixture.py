"""Writes the texts of the experiment: the mixture that tokenizers are trained on, and the development lines.

    python -m experiments.multi.mixture DATA FOLDER

FOLDER/train has a file for each language and general.jsonl. The languages have about equally many bytes, so the mixture is balanced, and
the lines are spread over the corpus. FOLDER/dev has development lines of about DEV_CHARACTERS characters: lines whose number is a multiple
of 50, which no training sees. Of the general text there is one file for each kind.
"""

import json
import lzma
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.general_text import paragraphs
from tools.usable_lines import EVERY, usable

LANGUAGES = ("tr", "fi", "he", "ar", "ms", "ko")
# The corpora that a language is trained on.
CORPORA = {"ms": ("ms", "ms_more", "ms_spoken", "ms_words", "id"), "ko": ("ko", "ko_more", "ko_words")}
TRAIN_BYTES = 64_000_000
# Every so many lines of a language also stand in decomposed letters (NFD), as file names of macOS do: the union keeps ids by their use.
DECOMPOSED = {"ko": 40}
# And every so many without its own letters, as many people type them: routing has to know such words.
PLAIN = {"tr": (20, str.maketrans("çğıöşüâîûÇĞİÖŞÜÂÎÛ", "cgiosuaiuCGIOSUAIU"))}
# How often each string stands in the texts that a Korean vocabulary has in any case; hanja belong to the general text.
PIECES = Path(__file__).parents[2] / "python/morfem/languages/ko/pieces.tsv"
TIMES = 100
DEV_CHARACTERS = 2_000_000


def lines(data: Path, language: str) -> Iterator[tuple[int, str]]:
    """The lines of a corpus with their numbers."""
    with lzma.open(data / f"corpora/{language}.txt.xz", "rt", encoding="utf-8", newline="\n") as opened:
        yield from enumerate(opened, 1)


def training(data: Path, language: str) -> Iterator[str]:
    """The lines that a bundled tokenizer may be trained on."""
    return (line for corpus in CORPORA.get(language, (language,)) for line, _ in usable(data, corpus))


def spread(texts: list[str], most: int) -> Iterator[str]:
    """Lines of about `most` bytes in all, evenly spread."""
    sizes = [len(text.encode()) for text in texts]
    share = min(1.0, most / sum(sizes))
    seen = kept = 0
    for text, size in zip(texts, sizes, strict=True):
        seen += size
        if kept < share * seen:
            kept += size
            yield text


def with_copies(texts: Iterable[str], language: str) -> Iterator[str]:
    """Lines, and some of them again in decomposed letters or without the letters of the language."""
    decomposed = DECOMPOSED.get(language, 0)
    plain, letters = PLAIN.get(language, (0, {}))
    for number, text in enumerate(texts, 1):
        yield text
        if decomposed and number % decomposed == 0:
            yield unicodedata.normalize("NFD", text)
        if plain and number % plain == 0:
            yield text.translate(letters)


def pieces(*, hanja: bool) -> list[str]:
    """Lines of the strings of the table that are hanja, or of the others. A string without a space before it begins a line."""
    rows = [row.split("\t") for row in PIECES.read_text("utf-8").splitlines()[2:]]
    forms = [form for form, reason in rows if ("hanja" in reason) == hanja]
    first = [] if hanja else [form for form in forms if not form.startswith("_")]
    behind = ". ".join(form.strip("_") for form in forms if hanja or form.startswith("_"))
    return [f"{line}\n" for line in (*first, behind)] * TIMES


def main(data: Path, folder: Path) -> None:
    for name in ("train", "dev"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        with (folder / f"train/{language}.txt").open("w", encoding="utf-8") as out:
            out.writelines(with_copies(spread(list(training(data, language)), TRAIN_BYTES), language))
            out.writelines(pieces(hanja=False) if language == "ko" else [])
        written = 0
        with (folder / f"dev/{language}.txt").open("w", encoding="utf-8") as out:
            for number, line in lines(data, language):
                if number % EVERY == 0 and written < DEV_CHARACTERS:
                    written += out.write(line)
    with (folder / "train/general.jsonl").open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in paragraphs(data, False))
        out.writelines(json.dumps({"kind": "other", "text": text}, ensure_ascii=False) + "\n" for text in pieces(hanja=True))
    for kind in ("english", "code", "other"):
        with (folder / f"dev/{kind}.txt").open("w", encoding="utf-8") as out:
            out.writelines(record["text"].strip("\n") + "\n" for record in paragraphs(data, True) if record["kind"] == kind)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
