"""Charges the bits of a model to kinds of words, and to marks and ends of lines.

A token is charged to the white-space word in which its first visible character lies; a token without one (a mark, a space, the first
bytes of a character) to the word of the next token that has one. So the kinds have the same words for every tokenizer. What a
tokenizer's marks cost is given as well: these bits are part of those of the words.
"""

import re
import unicodedata

import numpy as np

KINDS = ("digits", "foreign", "names", "symbols", "ordinary", "line ends")
FOREIGN = {
    "tr": re.compile("[qwxQWX]|[^\x00-\u024f\u2000-\u206f]"),
    "ms": re.compile("[^\x00-\u024f\u2000-\u206f]"),
    "he": re.compile("[A-Za-z]"),
    "ar": re.compile("[A-Za-z]"),
    "ko": re.compile("[A-Za-z]"),
}


def kind(word: str, language: str, is_first: bool) -> str:
    """The kind of a white-space word. A name has a capital letter and does not begin the line or a sentence."""
    if any(character.isdigit() for character in word):
        return "digits"
    letters = [character for character in word if unicodedata.category(character)[0] in "LM"]
    if not letters:
        return "symbols"
    if FOREIGN[language].search(word):
        return "foreign"
    return "names" if letters[0].isupper() and not is_first else "ordinary"


def charged(tokenizer, language: str, texts: list[str], lines, bits: np.ndarray, counted: np.ndarray) -> dict[str, list[float]]:
    """For each kind, bits, characters and tokens over the counted lines; and under "marks", bits and tokens of marks."""
    sums = {name: np.zeros(3) for name in (*KINDS, "marks")}
    starts = lines.indptr.astype(np.int64) + np.arange(len(lines.indptr))
    for number in np.flatnonzero(counted).tolist():
        text = texts[number]
        encoding = tokenizer.encode(text)
        costs = bits[starts[number] : starts[number + 1]]
        spans = [match.span() for match in re.finditer(r"\S+", text)]
        ends_sentence = True
        kinds = []
        for begin, end in spans:
            kinds.append(kind(text[begin:end], language, ends_sentence))
            sums[kinds[-1]][1] += end - begin + 1
            ends_sentence = text[end - 1] in ".!?:…\"'”)-–—"
        sums["line ends"] += costs[-1], 0, 1
        # From the last token to the first, so that a token without a word goes to the word after it.
        word = len(spans) - 1
        for cost, found, token_kind in zip(costs[-2::-1].tolist(), encoding.word_ids[::-1], encoding.kinds[::-1], strict=True):
            word = word if found is None else found
            if kinds:
                sums[kinds[word]] += cost, 0, 1
            if token_kind == "mark":
                sums["marks"] += cost, 0, 1
    return {name: [round(float(value), 1) for value in found] for name, found in sums.items()}
