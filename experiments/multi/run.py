"""Compares `multi` with a byte-level BPE of the same size and mixture, and with the tokenizers of single languages.

    python -m experiments.multi.run DATA FOLDER MULTI > table.md

FOLDER is that of experiments.multi.mixture, with the BPE in FOLDER/bpe. MULTI is a name or the folder of a union. Development data only.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import morfem
from morfem.evaluate import gold, wrap
from morfem.evaluate.metrics import find
from morfem.evaluate.metrics.language_model import LanguageModel
from morfem.evaluate.suite import Suite

SINGLE = {
    "tr": "tr-mft-64k",
    "fi": "target/published/fi-mft-64k",
    "he": "he-splinter",
    "ar": "ar-splinter",
    "ms": "ms-splinter",
    "ko": "ko-thunder",
}
# A word of the language behind which gold words are encoded, so that a word that several languages have is read in one.
BEHIND = {"tr": "ve ", "fi": "ja ", "he": "", "ar": "", "ms": "dan ", "ko": ""}
# A line of Turkish or Malay with two of these also holds English.
ENGLISH = {"the", "of", "and", "is", "to", "for", "with", "this", "that", "are", "was", "have", "you", "not", "it", "i'm", "on", "my"}
BATCH = 500


def lines(folder: Path, name: str) -> list[str]:
    """The development lines of a language, or of a kind of general text."""
    return (folder / f"dev/{name}.txt").read_text("utf-8").split("\n")


def compression(folder: Path, multi: morfem.Tokenizer, bpe: morfem.Tokenizer) -> Iterator[str]:
    """Tokens a word."""
    yield "| text | words | BPE: tokens a word | multi | multi / BPE | single tokenizer |\n|---|---:|---:|---:|---:|---:|"
    for name in (*SINGLE, "english", "code", "other"):
        texts = lines(folder, name)
        words = sum(len(text.split()) for text in texts)
        counts = [sum(map(tokenizer.count, texts)) / words for tokenizer in (bpe, multi)]
        single = f"{sum(map(morfem.load(SINGLE[name]).count, texts)) / words:.3f}" if name in SINGLE else ""
        yield f"| {name} | {words:,} | {counts[0]:.3f} | {counts[1]:.3f} | {counts[1] / counts[0]:.3f} | {single} |"


def bits(folder: Path, multi: morfem.Tokenizer, bpe: morfem.Tokenizer) -> Iterator[str]:
    """Bits per character of the n-gram model."""
    yield "| language | BPE | multi | single tokenizer |\n|---|---:|---:|---:|"
    for language, single in SINGLE.items():
        texts = lines(folder, language)
        found = []
        for tokenizer in (bpe, multi, morfem.load(single)):
            adapter = wrap(tokenizer, tokenizer.name)
            measurement = LanguageModel().measure(adapter)
            for first in range(0, len(texts), BATCH):
                measurement.add(adapter.encode(texts[first : first + BATCH]))
            figures = {figure.name: figure.point for figure in measurement.figures()}
            found.append(figures["bits_per_character"])
        yield f"| {language} | {found[0]:.4f} | {found[1]:.4f} | {found[2]:.4f} |"


def golden(data: Path, multi: morfem.Tokenizer, bpe: morfem.Tokenizer) -> Iterator[str]:
    """Figures on gold data."""
    yield "| data | figure | single tokenizer | multi | BPE |\n|---|---|---:|---:|---:|"
    for language, single in SINGLE.items():
        for entry in Suite.read(f"{language}-intrinsic").data:
            if entry.format is None:
                continue
            read = gold.read(data / entry.path, entry.format, **entry.options)
            for name, options in entry.metrics.items():
                if name not in ("boundaries", "roots"):
                    continue
                metric = find(name)(read, **options)
                figures = []
                for tokenizer in (morfem.load(single), multi, bpe):
                    adapter = wrap(tokenizer, tokenizer.name)
                    if tokenizer is multi and BEHIND[language]:
                        adapter.before_word = BEHIND[language]  # type: ignore[misc]
                    figures.append({figure.name: figure.point for figure in metric.figures(adapter)})
                for figure in metric.headlines:
                    one, two, three = (found.get(figure, float("nan")) for found in figures)
                    yield f"| {language}: {entry.label} | {figure} | {one:.4f} | {two:.4f} | {three:.4f} |"


def word_languages(tokenizer: morfem.Tokenizer, text: str) -> Iterator[tuple[str, str | None, int]]:
    """The words of a text that have a letter, with the language of their tokens and their place: that of most of their characters."""
    encoding = tokenizer.encode(text)
    owners: list[str | None] = [None] * len(text)
    for language, positions in zip(encoding.languages or [], encoding.positions or [], strict=True):
        for place in positions:
            owners[place] = language
    start = 0
    for number, word in enumerate(text.split(" ")):
        letters = [owners[start + at] for at, letter in enumerate(word) if letter.isalpha()]
        if letters:
            yield word, Counter(letters).most_common(1)[0][0], number
        start += len(word) + 1


def routing(folder: Path, multi: morfem.Tokenizer, count: int) -> Iterator[str]:
    """Words sent to the wrong language, in lines of one language and in lines that switch."""
    script = {"he": range(0x590, 0x600), "ar": range(0x600, 0x700), "ko": range(0xAC00, 0xD7A4)}
    sources = {**{name: lines(folder, name)[:count] for name in SINGLE}, "english": lines(folder, "english")[:count]}
    expected = {**{name: name for name in SINGLE}, "english": None}
    yield "| lines | words | wrong | share |\n|---|---:|---:|---:|"
    for name, texts in sources.items():
        words, wrong = Counter[str](), Counter[str]()
        for text in texts:
            # Many Malay lines quote English sentences.
            part = f"{name}, lines with English" if name in ("tr", "ms") and len(ENGLISH & set(text.lower().split())) > 1 else name
            for word, found, _ in word_languages(multi, text):
                if name in script and not all(ord(letter) in script[name] for letter in word if letter.isalpha()):
                    continue  # Latin words in a line of another script are no words of the language.
                words[part] += 1
                wrong[part] += found != expected[name]
        for part in sorted(words):
            yield f"| {part} | {words[part]:,} | {wrong[part]:,} | {wrong[part] / words[part]:.2%} |"
    switched, total = Counter[str](), Counter[str]()
    for text, languages in mixed(sources, count):
        found = {number: language for _, language, number in word_languages(multi, text)}
        for number, name in enumerate(languages):
            if number in found:
                total[name] += 1
                switched[name] += found[number] != expected[name]
    for name in total:
        yield f"| {name}, in switched lines | {total[name]:,} | {switched[name]:,} | {switched[name] / total[name]:.2%} |"
    yield f"| all switched lines | {total.total():,} | {switched.total():,} | {switched.total() / total.total():.2%} |"


def mixed(sources: dict[str, list[str]], count: int) -> Iterator[tuple[str, list[str]]]:
    """Lines of phrases of 3 to 8 words that alternate between two languages, with the language of each word."""
    latin = [("tr", "english"), ("tr", "ms"), ("fi", "english"), ("ms", "english"), ("he", "english"), ("ko", "english"), ("ar", "tr")]
    for number in range(count):
        pair = latin[number % len(latin)]
        words: list[str] = []
        languages: list[str] = []
        for part in range(4):
            name = pair[part % 2]
            texts = sources[name]
            source = texts[(number * 7 + part) % len(texts)].split()
            length = 3 + (number + 3 * part) % 6
            begin = (number * 5) % max(1, len(source) - length)
            phrase = only(source[begin : begin + length], name)
            words += phrase
            languages += [name] * len(phrase)
        yield " ".join(words), languages


def only(words: Iterable[str], name: str) -> list[str]:
    """The words that are written in the script of the language."""
    is_latin = name in ("tr", "fi", "ms", "english")
    return [word for word in words if word.isascii() or is_latin == all(ord(letter) < 0x250 or not letter.isalpha() for letter in word)]


def main() -> None:
    data, folder = Path(sys.argv[1]), Path(sys.argv[2])
    multi, bpe = morfem.load(sys.argv[3]), morfem.load(folder / "bpe")
    asked = sys.argv[4:] or ["compression", "routing", "golden", "bits"]
    parts = {
        "compression": lambda: compression(folder, multi, bpe),
        "routing": lambda: routing(folder, multi, 1500),
        "golden": lambda: golden(data, multi, bpe),
        "bits": lambda: bits(folder, multi, bpe),
    }
    for name in asked:
        print(f"## {name}\n", flush=True)
        for row in parts[name]():
            print(row, flush=True)
        print()


if __name__ == "__main__":
    main()
