"""The backend: a `tokenizers.Tokenizer` whose texts are encoded and decoded by morfem.

The class cannot be derived from, so attributes of the object take the place of its methods. What they call is an `Encoder`, which does not
know the backend: Python could not collect a cycle through it.
"""

import copy
import json
import os
import tempfile
import threading
import weakref
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import numpy as np
import tokenizers
from numpy.typing import NDArray

import morfem
from morfem._core import checked_texts, tokenizers_states

Offsets = Literal["hull", "word", "tiles"]
# The added tokens in texts: position of a text -> start and end in code points, id, and token.
Found = dict[int, list[tuple[int, int, int, str]]]


class Encoder:
    """Encodes for a backend with a tokenizer of morfem. The options are those of `MorfemTokenizer`."""

    def __init__(self, tokenizer: morfem.Tokenizer, offsets: Offsets, trim_offsets: bool, add_prefix_space: bool, compose: bool) -> None:
        self.morfem = tokenizer
        self.offsets, self.trim_offsets, self.add_prefix_space, self.compose = offsets, trim_offsets, add_prefix_space, compose
        # For each process the lock of calls that set truncation and padding: a fork may copy a lock that its owner never frees.
        self.locks: dict[int, Any] = {}
        # What finds added tokens in texts, by `split_special_tokens`; None if morfem finds all of them.
        self.finders: dict[bool, Any] = {}
        # Id -> int. Rows that share these are made faster, and take less memory, than rows of new ints.
        self.ints: NDArray[Any] = np.arange(tokenizer.vocab_size).astype(object)

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoder, (self.morfem, self.offsets, self.trim_offsets, self.add_prefix_space, self.compose)

    def composed(self, texts: Sequence[str]) -> Sequence[str]:
        """The texts as they are encoded."""
        return [normalize("NFC", text) for text in texts] if self.compose else texts

    @property
    def lock(self) -> Any:
        """Held while a call sets truncation and padding and uses them."""
        return self.locks.setdefault(os.getpid(), threading.RLock())

    @property
    def spans(self) -> dict[str, Any]:
        """Which spans tokens have, as the functions of the core are asked for them."""
        return {"offsets": self.offsets, "trim": self.trim_offsets}

    def found(self, backend: Any, texts: Sequence[str], split_special_tokens: bool) -> Found | None:
        """The added tokens in texts. None if morfem itself finds all of them."""
        if split_special_tokens not in self.finders:
            added = backend.get_added_tokens_decoder().values()
            specials = set(self.morfem.special_tokens)
            finds_all = all(token.content in specials and not (token.lstrip or token.rstrip or token.single_word) for token in added)
            self.finders[split_special_tokens] = None if finds_all else finder_of(added, split_special_tokens)
        finder = self.finders[split_special_tokens]
        return None if finder is None else found_by(finder, backend, texts)

    def encode_batch(
        self, backend: Any, inputs: Sequence[Any], is_pretokenized: bool = False, add_special_tokens: bool = True
    ) -> list[Any]:
        """What the backend's `encode_batch` does: encodings of texts or pairs, truncated, completed and padded."""
        pairs = _pairs(inputs, is_pretokenized)
        encodings = iter(self._encodings(backend, [text for pair in pairs for text in pair if text is not None], is_pretokenized))
        finished = []
        for _, second in pairs:
            encoding = next(encodings)
            finished.append(backend.post_process(encoding, None if second is None else _second(next(encodings)), add_special_tokens))
        padding = backend.padding
        if padding and padding["length"] is None and finished:
            length = rounded_up(max(map(len, finished)), padding["pad_to_multiple_of"])
            names = ("direction", "pad_id", "pad_type_id", "pad_token")
            for encoding in finished:
                encoding.pad(length, **{name: padding[name] for name in names})
        return finished

    def _encodings(self, backend: Any, texts: Sequence[Any], are_words: bool) -> list[Any]:
        """The encodings of texts or, if `are_words`, of lists of words, before the template."""
        if not are_words:
            return self._encoded(backend, texts, None)
        if any(isinstance(words, str) for words in texts):
            raise TypeError("a text is a str; with is_split_into_words=True give a list of words for each text")
        numbers = [number for words in texts for number in range(len(words))]
        encodings = iter(self._encoded(backend, [word for words in texts for word in words], numbers))
        return [tokenizers.Encoding.merge([next(encodings) for _ in words], growing_offsets=False) for words in texts]

    def _encoded(self, backend: Any, texts: Sequence[str], numbers: Sequence[int] | None) -> list[Any]:
        """The encodings of texts that are words with these numbers or, if None, no words."""
        split = backend.encode_special_tokens
        texts = self.composed(checked_texts(texts, "text"))
        is_behind = self._are_behind(texts, numbers) if numbers is not None and self.add_prefix_space else []
        if is_behind:
            texts = [f" {text}" if behind else text for text, behind in zip(texts, is_behind, strict=True)]
        found = self.found(backend, texts, split)
        states = tokenizers_states(
            self.morfem, texts, foreign=found or {}, words=numbers, **self.spans, parse_special=found is None and not split
        )
        if is_behind:
            states = [_moved(state) if behind else state for state, behind in zip(states, is_behind, strict=True)]
        return list(map(encoding_of, states))

    def _are_behind(self, words: Sequence[str], numbers: Sequence[int]) -> list[bool]:
        """Which words need a space before them: not the first of a text, nor a word that implies its space or begins with one."""
        ids, indptr = self.morfem.encode_ids_batch(words)
        bounds = indptr.tolist()
        # Each word with the one before it.
        both = self.morfem.decode_batch([ids[bounds[max(word - 1, 0)] : bounds[word + 1]].tolist() for word in range(len(words))])
        before = ["", *words[:-1]]
        return [
            number > 0 and text == first + word and not word[:1].isspace()
            for text, first, word, number in zip(both, before, words, numbers, strict=False)
        ]


def found_by(finder: Any, backend: Any, texts: Sequence[str]) -> Found:
    """The added tokens that `finder` finds in texts."""
    found = {}
    for index, encoding in enumerate(finder.encode_batch(texts, add_special_tokens=False)):
        # Id 0 is a stretch between added tokens.
        tokens = zip(encoding.offsets, map(finder.id_to_token, encoding.ids), strict=True)
        if foreign := [(*span, backend.token_to_id(token), token) for span, token in tokens if token]:
            found[index] = foreign
    return found


def finder_of(added: Iterable[Any], split_special_tokens: bool = False) -> Any:
    """A tokenizer whose tokens are the added ones; an empty token stands for each stretch between them."""
    finder = tokenizers.Tokenizer(tokenizers.models.WordLevel({"": 0}, unk_token=""))
    _add(finder, added)
    finder.encode_special_tokens = split_special_tokens
    return finder


def new_backend(encoder: Encoder, added: Iterable[Any], template: Any = None) -> Any:
    """A backend that encodes with `encoder`. Truncation and padding, which every call sets, are not part of a copy."""
    tokenizer = encoder.morfem
    backend = tokenizers.Tokenizer(tokenizers.models.WordLevel(tokenizer.vocab(), unk_token=tokenizer.id_to_token(0)))
    backend.add_special_tokens([tokenizers.AddedToken(token, special=True, normalized=False) for token in tokenizer.special_tokens])
    _add(backend, added)
    backend.decoder = tokenizers.decoders.Decoder.custom(_Decoder(tokenizer))
    if template is not None:
        backend.post_processor = template
    weak = weakref.ref(backend)

    def encode_batch(input: Sequence[Any], is_pretokenized: bool = False, add_special_tokens: bool = True) -> list[Any]:
        return encoder.encode_batch(weak(), input, is_pretokenized, add_special_tokens)

    def encode(sequence: Any, pair: Any = None, is_pretokenized: bool = False, add_special_tokens: bool = True) -> Any:
        return encode_batch([sequence if pair is None else (sequence, pair)], is_pretokenized, add_special_tokens)[0]

    def to_str(pretty: bool = False) -> str:
        return _exported(tokenizer, weak(), pretty)

    def save(path: str, pretty: bool = True) -> None:
        content = to_str(pretty)
        Path(path).write_text(content, encoding="utf-8")

    def parts() -> tuple[Any, ...]:
        backend: Any = weak()
        return encoder, [token for _, token in sorted(backend.get_added_tokens_decoder().items())], backend.post_processor

    own: Any = backend
    own.encode_batch, own.encode, own.to_str, own.save = encode_batch, encode, to_str, save
    own.__reduce_ex__ = lambda protocol: (new_backend, parts())
    own.__deepcopy__ = lambda memo: new_backend(*copy.deepcopy(parts(), memo))
    return backend


def _exported(tokenizer: morfem.Tokenizer, backend: Any, pretty: bool) -> str:
    """The backend as a ``tokenizer.json`` that needs no morfem. Raises InexactExportError if the library cannot compute the same ids."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tokenizer.json")
        try:
            tokenizer.export("tokenizer.json", file)
        except morfem.InexactExportError as error:
            raise morfem.InexactExportError(
                f"a backend of {tokenizer.name} cannot be written as tokenizer.json: {error}; keep the MorfemTokenizer and write it with "
                "save_pretrained"
            ) from None
        whole = tokenizers.Tokenizer.from_file(str(file))
    added = backend.get_added_tokens_decoder()
    _add(whole, [token for _, token in sorted(added.items())])
    wrong = [token.content for id, token in added.items() if whole.token_to_id(token.content) != id]
    if wrong:
        raise morfem.InexactExportError(f"a tokenizer.json of {tokenizer.name} would give the added token {wrong[0]!r} another id")
    if backend.post_processor is not None:
        whole.post_processor = backend.post_processor
    if backend.truncation is not None:
        whole.enable_truncation(**backend.truncation)
    if backend.padding is not None:
        whole.enable_padding(**backend.padding)
    return str(whole.to_str(pretty))


class _Decoder:
    """Decodes token strings for the backend."""

    def __init__(self, tokenizer: morfem.Tokenizer) -> None:
        self.tokenizer = tokenizer

    def decode(self, tokens: Sequence[str]) -> str:
        """The text of the tokens."""
        text, run = "", []
        for token in tokens:
            try:
                run.append(self.tokenizer.token_to_id(token))
            except morfem.VocabularyError:  # noqa: PERF203
                text += self.tokenizer.decode(run) + token
                run = []
        return text + self.tokenizer.decode(run)

    def decode_chain(self, tokens: Sequence[str]) -> list[str]:
        """The text of the tokens as the only item of a list."""
        return [self.decode(tokens)]


def check_free(tokenizer: morfem.Tokenizer, added: Iterable[Any]) -> None:
    """Raises VocabularyError for added tokens that are tokens of the vocabulary already, if decoding could not tell the two apart."""
    for token in map(str, added):
        if reason := refusal(tokenizer, token):
            raise morfem.VocabularyError(f"{token!r} cannot be added: {reason}")


def refusal(tokenizer: morfem.Tokenizer, token: str) -> str | None:
    """Why a token cannot be added; None if it can."""
    try:
        id = tokenizer.token_to_id(token)
    except morfem.VocabularyError:
        return None
    if token in tokenizer.special_tokens:
        return None
    if tokenizer.decode([id]) != token:
        return f"{tokenizer.name} has a token of this name, which does not stand for this text"
    if not tokenizer.has_fixed_bytes:
        cut = f"it is a token of words in {tokenizer.name}, and text that is cut around it would not come back"
        return f"{cut}; add a string that is not in the vocabulary"
    return None


def _add(backend: Any, added: Iterable[Any]) -> None:
    """Adds tokens one by one, so that their ids follow their order."""
    for token in added:
        (backend.add_special_tokens if token.special else backend.add_tokens)([token])


def encoding_of(state: bytes) -> Any:
    """The encoding with this state, which is JSON."""
    encoding = tokenizers.Encoding()
    encoding.__setstate__(state)
    return encoding


def _moved(state: bytes) -> bytes:
    """The state of a word's encoding without the space before the word in its spans."""
    fields = json.loads(state)
    fields["offsets"] = [[max(place - 1, 0) for place in span] for span in fields["offsets"]]
    return json.dumps(fields).encode()


def _second(encoding: Any) -> Any:
    """The encoding of the second text of a pair, with token type 1. The backend gives this type only to the first window of a long text."""
    state = json.loads(encoding.__getstate__())
    return encoding_of(json.dumps({**state, "type_ids": [1] * len(state["ids"])}).encode())


def _pairs(inputs: Sequence[Any], is_pretokenized: bool) -> list[tuple[Any, Any]]:
    """Inputs of the backend as pairs; the second is None for a single text."""
    if any(isinstance(item, (list, tuple)) for item in inputs):
        return [_pair(item, is_pretokenized, f"text[{row}]") for row, item in enumerate(inputs)]
    return [(text, None) for text in checked_texts(inputs, "text")]


def _pair(item: Any, is_pretokenized: bool, place: str) -> tuple[Any, Any]:
    is_list = isinstance(item, (list, tuple))
    is_pair = is_list and len(item) == 2 and not (is_pretokenized and isinstance(item[0], str))
    parts: Sequence[Any] = item if is_pair else [item]
    first, *more = [checked_texts(part, place) for part in parts] if is_list and is_pretokenized else checked_texts(parts, place)
    return first, more[0] if more else None


def rounded_up(length: int, multiple: int | None) -> int:
    """The next multiple."""
    return -(-length // multiple) * multiple if multiple else length
