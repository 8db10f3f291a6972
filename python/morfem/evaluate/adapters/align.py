"""Which token owns which code point, for a tokenizer that says only what its tokens look like.

Every token has a *piece*: the bytes that it adds to the decoded text. Two cases.

1. The pieces of a text, joined, are its UTF-8 bytes, perhaps with one space more at the front. Then they tile it: their lengths say all
   (`tiled`). This proves itself, so the pieces may be guessed. It is the case of every exact tokenizer, and costs no work per character.
2. The tokenizer has altered the text: its case, its marks, its spaces, its sounds. Then pieces and text are laid side by side (`aligned`).
   White space is left out, since tokenizers add and drop it freely. If what remains is the same, or is the same when both are *folded*,
   all is clear. Else the words of the text are looked up in the pieces one after the other. Where a word is not found, the next one that
   is found bounds a stretch of both, and in this stretch the longest common runs are taken (Ratcliff and Obershelp 1988, Python's
   difflib). What stands in the place of the letters between two runs owns them if it is a single token, or letter by letter if there
   are as many on both sides.

What is still unclear belongs to nobody, unless it is a mark, which belongs to what it stands on, or has one and the same token on its left
and right within its word (`closed`; so it is with the offsets of libraries too, which leave out what they delete, and often spaces).
Folding is compatibility decomposition (Unicode NFKD) without marks, then case folding, with the dotless i as i; each folded letter
remembers its code point.
"""

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..segmentation import Flags, Integers, classes, code_points

UNKNOWN = "\ufffd".encode()  # the piece of a token that stands for anything
LOOKAHEAD = 8  # words after a word that is not found, among which one is looked for that is
KEY = 6  # letters that are looked for at least, so that a short word is not found by chance
SLACK = 16  # letters that the pieces may have more than twice the text
END = "\0"
LONGEST = 64  # letters of a word: longer ones, as in scripts without spaces, are taken in parts, so that the work stays linear


def tiled(texts: Sequence[str], pieces: Sequence[bytes], indptr: Integers) -> tuple[Integers, Flags]:
    """The owners where the pieces of a text tile it.

    Parameters
    ----------
    texts : the texts.
    pieces : (tokens,) of all texts, one after the other.
    indptr : (texts + 1,) `pieces[indptr[i]:indptr[i + 1]]` are those of text i.

    Returns
    -------
    (code points of all texts,) the token that owns each, -1 in texts that are not tiled; (texts,) which are tiled.

    >>> owner, is_tiled = tiled(["ev", "Ev"], [b" e", b"v", b"ev"], np.array([0, 2, 3]))
    >>> owner.tolist(), is_tiled.tolist()
    ([0, 1, -1, -1], [True, False])
    """
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    is_tiled = np.zeros(len(texts), bool)
    bounds = indptr.tolist()
    for index, text in enumerate(texts):
        first, last = bounds[index], bounds[index + 1]
        data = text.encode("utf-8", "surrogatepass")
        joined = b"".join(pieces[first:last])
        if joined == data:
            is_tiled[index] = True
        elif len(joined) == len(data) + 1 and joined[:1] == b" " and pieces[first] and joined[1:] == data:
            lengths[first] -= 1
            is_tiled[index] = True
    tokens = np.flatnonzero(np.repeat(is_tiled, np.diff(indptr)))
    owner = np.full(sum(map(len, texts)), -1, np.int64)
    data = "".join(text for index, text in enumerate(texts) if is_tiled[index]).encode("utf-8", "surrogatepass")
    is_first_byte = (np.frombuffer(data, np.uint8) & 0xC0) != 0x80
    owner[np.repeat(is_tiled, np.fromiter(map(len, texts), np.int64, len(texts)))] = np.repeat(tokens, lengths[tokens])[is_first_byte]
    return owner, is_tiled


def aligned(text: str, pieces: Sequence[bytes]) -> Integers:
    """The owners where the pieces of one text do not tile it: (code points,) which of the pieces owns each, -1 for none.

    >>> aligned("Kitabı oku!", [b"kitap", "ı".encode(), b" oku"]).tolist()
    [0, 0, 0, 0, 0, 1, 2, 2, 2, 2, -1]
    """
    shown = [piece.decode("utf-8", "replace") for piece in pieces]
    codes, stream = code_points([text]), code_points(shown)
    token = np.repeat(np.arange(len(shown)), np.fromiter(map(len, shown), np.int64, len(shown)))
    visible, is_visible = np.flatnonzero(~_spaces(codes)), ~_spaces(stream)
    stream, token = stream[is_visible], token[is_visible]
    seen = codes[visible]
    # A word begins at the first visible code point, and at one that has white space before it.
    is_start = np.diff(visible, prepend=-2) > 1
    owner = np.full(len(codes), -1, np.int64)
    owner[visible] = token if np.array_equal(seen, stream) else _by_letters(seen, is_start, stream, token)
    return closed(owner, codes, [0], [piece[:1].isspace() for piece in shown])


def _by_letters(codes: NDArray[np.uint32], is_start: Flags, stream: NDArray[np.uint32], token: Integers) -> Integers:
    """The owners of the visible code points of a text, by the folded letters of text and pieces."""
    letters, source = _folded(codes)
    of_tokens, of_stream = _folded(stream)
    token = token[of_stream]
    if np.array_equal(letters, of_tokens):
        found = token
    else:
        starts = np.searchsorted(source, np.flatnonzero(is_start))
        sizes = np.diff(starts, append=len(letters))
        parts = -(-sizes // LONGEST)
        starts = np.repeat(starts, parts) + LONGEST * (np.arange(parts.sum()) - np.repeat(np.cumsum(parts) - parts, parts))
        found = _by_words(_text(letters), starts, _text(of_tokens), token)
    owner = np.full(len(codes), -1, np.int64)
    owner[source[::-1]] = found[::-1]  # assigned from the last to the first, so that the first letter of a code point decides
    return owner


def _by_words(text: str, starts: Integers, stream: str, token: Integers) -> Integers:
    """The owners of the letters of a text whose words begin at `starts`, from the letters of the pieces, with the token of each."""
    found = np.full(len(text), -1, np.int64)
    bounds = [*starts.tolist(), len(text)]
    words, size = len(bounds) - 1, len(stream)
    # What is looked for at the end of the text must stand at the end of the stream.
    text, stream = text + END, stream + END
    word = at = 0
    while word < words:
        begin, end = bounds[word], bounds[word + 1]
        if stream.startswith(text[begin : max(begin + KEY, end)], at):
            found[begin:end] = token[at : at + end - begin]
            word, at = word + 1, at + end - begin
            continue
        following, next_at = word + 1, -1
        while next_at < 0 and following < min(words, word + 1 + LOOKAHEAD):
            key = text[bounds[following] : max(bounds[following] + KEY, bounds[following + 1])]
            reach = at + 2 * (bounds[following] - begin) + SLACK
            next_at = stream.find(key, at, reach + len(key))
            following += next_at < 0
        end = bounds[following]
        reach = min(size, at + 2 * (end - begin) + SLACK) if next_at < 0 else next_at
        last = _by_runs(found[begin:end], text[begin:end], stream[at:reach], token[at:reach])
        word, at = following, at + last if next_at < 0 else next_at
    return found


def _by_runs(found: Integers, text: str, stream: str, token: Integers) -> int:
    """Writes the owners of a stretch into `found`, by the runs that text and stream have in common. Returns where the last run ends."""
    at = last = 0
    for run, run_in_stream, size in _runs(text, stream):
        between = token[last:run_in_stream]
        if len(between) and len(between) == run - at:
            found[at:run] = between
        elif len(between) and between[0] == between[-1]:
            found[at:run] = between[0]
        if size:
            found[run : run + size] = token[run_in_stream : run_in_stream + size]
            at, last = run + size, run_in_stream + size
    return last


@lru_cache(1 << 14)
def _runs(text: str, stream: str) -> list[tuple[int, int, int]]:
    """Begin, begin and length of the common runs; the last is of length 0 and stands at both ends."""
    matcher = SequenceMatcher(None, text, stream, autojunk=False)
    return [(run.a, run.b, run.size) for run in matcher.get_matching_blocks()]


def closed(owner: Integers, codes: NDArray[np.uint32], begins: Sequence[int] | Integers, after_space: Sequence[bool]) -> Integers:
    """The owners of the code points of texts, after those that had none have got one where that is clear.

    Within a word, a mark belongs to what it stands on, any code point to the token on both sides of it. White space belongs to the token
    after it if the piece of that begins with a space, or if it lies within that token.

    Parameters
    ----------
    owner : (code points,) the token that owns each, -1 for none.
    codes : (code points,) of the texts.
    begins : where texts begin.
    after_space : (tokens,) whose piece begins with a space.

    >>> codes = code_points(["a\u0301bc d"])
    >>> closed(np.array([0, -1, -1, 0, -1, 1]), codes, [0], [False, True]).tolist()
    [0, 0, 0, 0, 1, 1]
    """
    is_space = _spaces(codes)
    visible = np.flatnonzero(~is_space)
    text = np.searchsorted(begins, np.arange(len(codes)), "right")
    word = np.cumsum((np.diff(visible, prepend=-2) > 1) | (np.diff(text[visible], prepend=0) > 0))
    found = owner[visible]
    index = np.arange(len(found))
    base = np.maximum.accumulate(np.where(_is_mark(codes[visible]) & (found < 0), 0, index))
    found = np.where(word[base] == word, found[base], -1)
    left = np.maximum.accumulate(np.where(found >= 0, index, -1))
    right = np.minimum.accumulate(np.where(found >= 0, index, len(found))[::-1])[::-1]
    inside = np.flatnonzero((left >= 0) & (right < len(found)) & (found < 0))
    left, right = left[inside], right[inside]
    is_one = (found[left] == found[right]) & (word[left] == word[right])
    found[inside[is_one]] = found[left[is_one]]
    owner = owner.copy()
    owner[visible] = found
    spaces = np.flatnonzero(is_space & (owner < 0))
    following = np.searchsorted(visible, spaces)
    is_inner = np.append(text[visible], -1)[following] == text[spaces]
    on_left, on_right = np.append(-1, found)[following], np.append(found, -1)[following]
    owner[spaces] = np.where(is_inner & (np.array([*after_space, False])[on_right] | (on_left == on_right)), on_right, -1)
    return owner


def _spaces(codes: NDArray[np.uint32]) -> Flags:
    spaces: Flags = (classes(codes) & 2) != 0
    return spaces


def _text(codes: NDArray[np.uint32]) -> str:
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


# Of the code points seen so far: how many letters each is folded into, and one more (0: not seen); where these stand in _letters.
_sizes = np.zeros(0x110000, np.uint8)
_places = np.zeros(0x110000, np.uint32)
_letters = np.zeros(0, np.uint32)


def _folded(codes: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], Integers]:
    """Folded letters, and the index of the code point that each comes from."""
    global _letters
    new = np.unique(codes[_sizes[codes] == 0]).tolist()
    if new:
        folds = [_fold(chr(code)) for code in new]
        _sizes[new] = [len(fold) + 1 for fold in folds]
        _places[new] = len(_letters) + np.cumsum([0, *map(len, folds)])[:-1]
        _letters = np.concatenate([_letters, code_points(folds)])
    sizes = _sizes[codes].astype(np.int64) - 1
    source = np.repeat(np.arange(len(codes)), sizes)
    within = np.arange(len(source)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return _letters[_places[codes[source]] + within], source


def _is_mark(codes: NDArray[np.uint32]) -> Flags:
    """Which code points are folded into nothing."""
    _folded(codes)
    marks: Flags = _sizes[codes] == 1
    return marks


def _fold(character: str) -> str:
    """A character without marks, case and compatibility form."""
    base = "".join(part for part in unicodedata.normalize("NFKD", character) if unicodedata.category(part) != "Mn")
    return unicodedata.normalize("NFKD", base.casefold()).replace("ı", "i")
