"""(d) The unit rule, checked on finished vocabularies by the bytes of their tokens.

The rule (section 3.2, table 1): a token is a part of one character, or whole characters of one word, or whole words. There may be one space
at the beginning and one between words, but none at the end. A final . ? or ! counts as part of the word. A token without letters consists
of digits or symbols with at most one space before them, or repeats one white-space character. This check is independent of the trainer: it
uses regular expressions over the bytes, and for phrases a count of their occurrences in the training text.
"""

from collections import Counter
from collections.abc import Iterable

import regex

WIDE_CHUNK = regex.compile(r"(?: ?\p{L}+)+[.?!]?")
WORD = regex.compile(r" ?(?:\p{L}+[.?!]?|\p{N}+|[^\s\p{L}\p{N}]+)")
PHRASE = regex.compile(r" ?\p{L}+(?: \p{L}+)+[.?!]?")
SPACES = regex.compile(r"(\s)\1*")
LETTER = regex.compile(r"\p{L}")
# Number of bytes of a character by the smallest first byte with this number.
LENGTHS = ((0xF0, 4), (0xE0, 3), (0xC0, 2), (0x00, 1))


def is_multi_word(text: str) -> bool:
    """Words joined by spaces."""
    return regex.search(r"\S\s+\S", text) is not None


def is_punctuated(text: str) -> bool:
    """A word, or the last of several, with its sentence-final punctuation mark."""
    return regex.search(r"\p{L}[.?!]$", text) is not None


def decoded(piece: bytes) -> str | None:
    """The piece as text, if it consists of whole characters."""
    try:
        return piece.decode()
    except UnicodeDecodeError:
        return None


def is_inside_a_character(piece: bytes) -> bool:
    """Whether the bytes are a part of one character."""
    first, rest = piece[0], piece[1:]
    if any(not 0x80 <= byte < 0xC0 for byte in rest):
        return False
    if 0x80 <= first < 0xC0:
        return len(piece) <= 3
    return len(piece) < next(length for lead, length in LENGTHS if first >= lead)


def breaks(piece: bytes, phrases: Counter[str]) -> str | None:
    """How a token breaks the rule, or None. `phrases`: how often each phrase occurs in the text as a run of whole words."""
    text = decoded(piece)
    if text is None:
        return None if is_inside_a_character(piece) else "parts of characters with more"
    if SPACES.fullmatch(text) or WORD.fullmatch(text):
        return None
    if text[-1].isspace():
        return "white space trails"
    if PHRASE.fullmatch(text):
        return None if phrases[text] >= 2 else "never twice a run of whole words"
    return "several units" if is_multi_word(text) else "white space leads twice" if text[0].isspace() else "mixed"


def phrase_counts(texts: Iterable[str], phrases: set[str]) -> Counter[str]:
    """How often each phrase occurs in the texts as a run of whole words, with the space before it if it has one."""
    beginnings = {tuple(phrase.split()[:2]) for phrase in phrases} | {
        (first, second.rstrip(".?!")) for first, second, *_ in (phrase.split() for phrase in phrases)
    }
    most = max((len(phrase.split()) for phrase in phrases), default=0)
    counts = Counter[str]()
    for text in texts:
        for chunk in WIDE_CHUNK.findall(text):
            has_mark = chunk[-1] in ".?!"
            words = chunk[: -1 if has_mark else None].split(" ")
            is_spaced = words[0] == ""
            words = words[is_spaced:]
            for start in range(len(words) - 1):
                if (words[start], words[start + 1]) not in beginnings:
                    continue
                for end in range(start + 2, min(start + most, len(words)) + 1):
                    run = " ".join(words[start:end])
                    runs = [run, run + chunk[-1]] if has_mark and end == len(words) else [run]
                    spaced = [" " + run for run in runs] if is_spaced or start else []
                    counts.update(run for run in runs + spaced if run in phrases)
    return counts


def cut_words(text: str, tokens: list[bytes]) -> tuple[int, int, int]:
    """The number of multi-word tokens of a text, of those that begin between two letters, and of those that end there."""
    position = phrases = begin = end = 0
    content = text.encode()
    for token in tokens:
        after = position + len(token)
        piece = decoded(token)
        if piece is not None and is_multi_word(piece):
            phrases += 1
            before = content[max(position - 4, 0) : position].decode(errors="ignore")
            behind = content[after : after + 4].decode(errors="ignore")
            begin += bool(LETTER.match(piece[0]) and before and LETTER.match(before[-1]))
            end += bool(LETTER.match(piece[-1]) and behind and LETTER.match(behind[0]))
        position = after
    return phrases, begin, end
