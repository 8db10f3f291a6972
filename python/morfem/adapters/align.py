"""Finds the token that owns each code point, for a tokenizer that gives only its tokens' text.

Every token has a *piece*: the bytes that it adds to the decoded text. There are two cases.

1. The pieces of a text, joined, are its UTF-8 bytes, perhaps with an additional space at the front. Then the lengths of the pieces give the
   owners (`tiled`). This case verifies itself, so the pieces may be guesses. It covers every exact tokenizer and needs no work per
   character.
2. The tokenizer has altered the text: its case, marks, spaces or sounds. Then the pieces are aligned with the text (`aligned`). White space
   is ignored, since tokenizers add and remove it freely. If the rest of both is equal, perhaps after *folding*, the alignment is clear.
   Otherwise the words of the text are searched in the pieces, one after the other. If a word is not found, the next word that is found ends
   a stretch of both. Within this stretch, the longest common runs are matched (Ratcliff and Obershelp 1988, Python's difflib). The letters
   between two runs belong to what is between the runs in the pieces: to its token if it is a single one, and letter by letter if both sides
   have the same number of letters.

Code points that remain unclear have no owner, with two exceptions (`closed`): a mark belongs to its base letter, and a code point between
two letters of the same token, within a word, belongs to that token. The same rules complete the offsets of libraries, which leave out what
they delete, and often spaces.

Folding is compatibility decomposition (Unicode NFKD) without marks, then case folding, with i for the dotless ı. Each folded letter keeps
the index of its code point.
"""

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from .segmentation import Flags, Integers, classes, code_points

UNKNOWN = "\ufffd".encode()  # the piece of an unknown token, which may represent any text
LOOKAHEAD = 8  # after a word that is not found, the next word found is searched among this many
KEY = 6  # the fewest letters to search for, so that a short word is not found by chance
SLACK = 16  # the pieces may have this many letters more than twice the text
END = "\0"
LONGEST = 64  # longer words, as in scripts without spaces, are split into parts, so that time stays linear


def tiled(texts: Sequence[str], pieces: Sequence[bytes], indptr: Integers) -> tuple[Integers, Flags]:
    """The owners of code points in texts that their pieces tile.

    Parameters
    ----------
    texts : the texts.
    pieces : (tokens,) the pieces of all texts, concatenated.
    indptr : (texts + 1,) `pieces[indptr[i]:indptr[i + 1]]` belong to text i.

    Returns
    -------
    (code points of all texts,) the token that owns each, -1 in texts that are not tiled; (texts,) which texts are tiled.

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
    """The owners of code points in one text that its pieces do not tile: (code points,) index of the piece, -1 for none.

    >>> aligned("Kitabı oku!", [b"kitap", "ı".encode(), b" oku"]).tolist()
    [0, 0, 0, 0, 0, 1, 2, 2, 2, 2, -1]
    """
    shown = [piece.decode("utf-8", "replace") for piece in pieces]
    codes, stream = code_points([text]), code_points(shown)
    token = np.repeat(np.arange(len(shown)), np.fromiter(map(len, shown), np.int64, len(shown)))
    visible, is_visible = np.flatnonzero(~_spaces(codes)), ~_spaces(stream)
    stream, token = stream[is_visible], token[is_visible]
    seen = codes[visible]
    # A word begins at the first visible code point, and after white space.
    is_start = np.diff(visible, prepend=-2) > 1
    owner = np.full(len(codes), -1, np.int64)
    owner[visible] = token if np.array_equal(seen, stream) else _by_letters(seen, is_start, stream, token)
    return closed(owner, codes, [0], [piece[:1].isspace() for piece in shown])


def _by_letters(codes: NDArray[np.uint32], is_start: Flags, stream: NDArray[np.uint32], token: Integers) -> Integers:
    """The owners of the visible code points of a text, from the folded letters of text and pieces."""
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
    owner[source[::-1]] = found[::-1]  # in reverse order, so that the first letter of a code point decides
    return owner


def _by_words(text: str, starts: Integers, stream: str, token: Integers) -> Integers:
    """The owners of the letters of a text whose words begin at `starts`; `token` gives the token of each letter of the pieces."""
    found = np.full(len(text), -1, np.int64)
    bounds = [*starts.tolist(), len(text)]
    words, size = len(bounds) - 1, len(stream)
    # The end mark makes a match at the end of the text also end the stream.
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
    """Writes the owners of a stretch into `found`, from the runs that text and pieces share. Returns the end of the last run."""
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
    """The common runs: start in the text, start in the stream, length. The last one has length 0 and is at both ends."""
    matcher = SequenceMatcher(None, text, stream, autojunk=False)
    return [(run.a, run.b, run.size) for run in matcher.get_matching_blocks()]


def closed(owner: Integers, codes: NDArray[np.uint32], begins: Sequence[int] | Integers, after_space: Sequence[bool]) -> Integers:
    """Gives owners to code points that have none, where the owner is clear.

    Within a word, a mark belongs to the owner of its base letter, and a code point between two letters of the same token to that token.
    White space belongs to the token after it if that token's piece begins with a space, or if the white space is inside the token.

    Parameters
    ----------
    owner : (code points,) the token that owns each, -1 for none.
    codes : (code points,) the code points of the texts.
    begins : indices at which texts begin.
    after_space : (tokens,) whether the token's piece begins with a space.

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
    return (classes(codes) & 2) != 0


def _text(codes: NDArray[np.uint32]) -> str:
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


# For each code point seen so far: 1 + the number of letters it folds to (0: not seen), and the index of these letters in _letters.
_sizes = np.zeros(0x110000, np.uint8)
_places = np.zeros(0x110000, np.uint32)
_letters = np.zeros(0, np.uint32)


def _folded(codes: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], Integers]:
    """Folded letters, and for each the index of its code point."""
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
    """Which code points fold to nothing."""
    _folded(codes)
    return _sizes[codes] == 1


def _fold(character: str) -> str:
    """A character without marks, case and compatibility form."""
    base = "".join(part for part in unicodedata.normalize("NFKD", character) if unicodedata.category(part) != "Mn")
    return unicodedata.normalize("NFKD", base.casefold()).replace("ı", "i")
