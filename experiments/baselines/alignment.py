"""Finds the spans of a word's tokens if a program gives only their strings.

A token stands for one of several surface forms (an affix for its allomorphs, a root for its stems), for any one character (an unknown
character), or for nothing (a mark). The tokens of a word stand one after the other, so token i can end at position e exactly if one of
its forms ends there and token i - 1 can end where that form begins: one pass over the tokens finds all places, and following them back
from the end of the word gives the spans. If no form fits at some place, because the program altered or deleted something, the tokens up to
there keep their spans and the remaining characters belong to no token.
"""

from collections.abc import Sequence

ANY = None  # the form of a token for any one character
Form = str | None
Spans = list[tuple[int, int]]


def align(word: str, tokens: Sequence[Sequence[Form]]) -> Spans:
    """The spans of tokens in a word. Each token is given by its possible forms; a token without a place has an empty span.

    >>> align("gözüyle", [["göz"], ["ı", "ü"], ["la", "le", "yla", "yle"]])
    [(0, 3), (3, 4), (4, 7)]
    >>> align("sıcağı", [["sıcak", "sıcağ", "sıca"], ["ı"]])
    [(0, 5), (5, 6)]
    >>> align("ab東de", [["ab"], [ANY], ["d"], ["k"]])
    [(0, 2), (2, 3), (3, 4), (4, 4)]
    """
    # For each token that has a place: its possible ends, each with its beginning.
    reached: list[dict[int, int]] = []
    begins = [0]
    for forms in tokens:
        ends: dict[int, int] = {}
        for begin in begins:
            for form in forms:
                end = begin + (1 if form is ANY else len(form))
                if end <= len(word) and (form is ANY or word.startswith(form, begin)):
                    ends.setdefault(end, begin)
        if not ends:
            break
        reached.append(ends)
        begins = list(ends)
    end = last = max(begins)
    spans: Spans = []
    for ends in reversed(reached):
        spans.append((ends[end], end))
        end = ends[end]
    return spans[::-1] + [(last, last)] * (len(tokens) - len(reached))


def turkish_lower(text: str) -> str:
    """Turkish lower case, one character for every character.

    >>> turkish_lower("IĞDIR İZMİR")
    'ığdır izmir'
    """
    lower = text.replace("I", "ı").replace("İ", "i").lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)
