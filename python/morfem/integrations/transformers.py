"""transformers: `MorfemTokenizer`, a fast tokenizer of that library over a tokenizer of morfem.

A `tokenizers.Tokenizer`, the *backend*, holds the vocabulary, added tokens, truncation, padding and the template of special tokens, as for
every fast tokenizer. morfem encodes and decodes: it hands the backend finished encodings, which the backend truncates, completes and pads.
Calls that need only ids do not make encodings. Importing this module registers the class with ``AutoTokenizer``.
"""

import functools
import itertools
import json
import os
import re
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

import morfem
from morfem._core import tokenizers_columns, tokenizers_states
from morfem.evaluate.adapters.morfem_adapter import BYTE_EXACT

from . import packed, require

transformers: Any = require("transformers", "transformers", ">=5.23,<6")
tokenizers: Any = require("tokenizers", "transformers", ">=0.22,<1")

__all__ = ["MorfemTokenizer"]

FILE = "tokenizer.morfem"
STUB = "tokenization_morfem"
# A module with this name in a folder of a model lets `AutoTokenizer` find the class where it is not registered.
STUB_SOURCE = 'from morfem.integrations.transformers import MorfemTokenizer\n\n__all__ = ["MorfemTokenizer"]\n'
# How the named tokens of transformers are spelled, the likelier spelling first.
NAMED_TOKENS = {
    "pad_token": ("<pad>", "[PAD]"),
    "bos_token": ("<s>",),
    "eos_token": ("</s>",),
    "mask_token": ("<mask>", "[MASK]"),
    "unk_token": ("<unk>", "[UNK]"),
    "cls_token": ("[CLS]",),
    "sep_token": ("[SEP]",),
}
# Options of a call that need the backend's encodings.
NEED_ENCODINGS = ("is_split_into_words", "return_overflowing_tokens", "return_length", "stride")
# `apply_chat_template` wraps the control tokens that a user wrote in these.
MARKED = re.compile("\U000f0000([^\U000f0000\U000f0001]*)\U000f0001|[\U000f0000\U000f0001]")

Offsets = Literal["hull", "word", "tiles"]
Rows = list[list[Any]]
# The added tokens in texts: position of a text -> start and end in code points, id, and token.
Found = dict[int, list[tuple[int, int, int, str]]]
# Set while assistant masks are read off spans: these must tile the text, and none may be empty. Other threads keep their spans.
_MASKING: ContextVar[bool] = ContextVar("masking", default=False)


class MorfemTokenizer(transformers.PreTrainedTokenizerFast):
    """A tokenizer of morfem as a fast tokenizer of transformers.

    Make one with `from_morfem`, or load one that `save_pretrained` wrote with `from_pretrained` or ``AutoTokenizer.from_pretrained``.
    Special tokens in a text become their ids, as transformers does it, unless ``split_special_tokens=True``.

    Parameters
    ----------
    vocab_file : a tokenizer of morfem, or the path of a file ``tokenizer.morfem``.
    offsets : the span of a token in ``offset_mapping``. ``"hull"`` is the span from its first character to its last; hulls of Splinter's
        tokens overlap, also in a union. ``"word"`` is the white-space word that the token belongs to. ``"tiles"`` cuts each word into as
        many parts as it has tokens, so that the parts tile the word. The default is ``"word"`` for these and ``"hull"`` for all others.
    trim_offsets : whether spans leave out white space, so that words can be told apart by the gaps between them.
    **kwargs : as for every tokenizer of transformers, such as ``model_max_length`` or ``add_bos_token``.

    Raises
    ------
    ArtifactError : if the file is damaged, or is not the one that the folder was saved with.
    VocabularyError : if added tokens would have other ids than when they were saved.
    MorfemError : if `offsets` is unknown.

    >>> tokenizer = MorfemTokenizer.from_morfem("tr-mft")
    >>> tokenizer("Kitapları okudum.").tokens()
    ['<title>', '▁kitap', '+lArI', '▁oku', '+DI', '+m', '.']
    >>> tokenizer.decode(tokenizer("Kitapları okudum.")["input_ids"])
    'Kitapları okudum.'
    """

    vocab_files_names: ClassVar = {"vocab_file": FILE}
    model_input_names: ClassVar = ["input_ids", "attention_mask"]
    _auto_map: ClassVar = {"AutoTokenizer": [f"{STUB}.MorfemTokenizer", f"{STUB}.MorfemTokenizer"]}

    def __init__(
        self,
        vocab_file: str | os.PathLike[str] | morfem.Tokenizer | None = None,
        *,
        offsets: Offsets | None = None,
        trim_offsets: bool = True,
        **kwargs: Any,
    ) -> None:
        self.morfem = vocab_file if isinstance(vocab_file, morfem.Tokenizer) else _unpacked(vocab_file, kwargs.get("name_or_path"))
        _check_hash(self.morfem, kwargs.pop("morfem_hash", None))
        if offsets not in (None, "hull", "word", "tiles"):
            raise morfem.MorfemError(f"offsets is {offsets!r}; choose 'hull', 'word' or 'tiles'")
        # Only tokens that interleave have positions.
        self.offsets = offsets or ("hull" if self.morfem.encode("").positions is None else "word")
        self.trim_offsets = trim_offsets
        specials = self.morfem.special_tokens
        for name, spellings in NAMED_TOKENS.items():
            if spelling := next((spelling for spelling in spellings if spelling in specials), None):
                kwargs.setdefault(name, spelling)
        named = [kwargs[name] for name in NAMED_TOKENS if isinstance(kwargs.get(name), tokenizers.AddedToken)]
        _check_free(self.morfem, named)
        self._held = _Backend(self.morfem, named, None)
        self._held.encode_with(self)
        saved = {token.content: int(id) for id, token in kwargs.get("added_tokens_decoder", {}).items()}
        super().__init__(**{"clean_up_tokenization_spaces": False, **kwargs, "offsets": self.offsets, "trim_offsets": trim_offsets})
        self.init_kwargs["vocab_file"] = None
        self._check_added(saved)

    @classmethod
    def from_morfem(cls, name_or_folder: str | os.PathLike[str] | morfem.Tokenizer, **kwargs: Any) -> "MorfemTokenizer":
        """Make a tokenizer for transformers.

        Parameters
        ----------
        name_or_folder : the name of a bundled tokenizer, the folder of a saved one, or a tokenizer.
        **kwargs : as for the class.

        Raises
        ------
        MorfemError : if there is no such tokenizer.
        ArtifactError : if the folder is not a saved tokenizer, or is damaged.

        >>> len(MorfemTokenizer.from_morfem("ko-thunder"))
        128000
        """
        return cls(name_or_folder if isinstance(name_or_folder, morfem.Tokenizer) else morfem.load(name_or_folder), **kwargs)

    # Encoding

    def _encode_plus(self, text: Any, text_pair: Any = None, **options: Any) -> Any:
        everything = functools.partial(self._alone, super()._encode_plus, text, text_pair, **options)
        if text_pair is not None or not _is_texts(text) or any(options.get(name) for name in NEED_ENCODINGS):
            return everything()
        batch = self._columns([text] if isinstance(text, str) else text, **options)
        if batch is None:
            return everything()
        tensors = options.get("return_tensors")
        if isinstance(text, str) and tensors is None:
            batch = {name: rows[0] for name, rows in batch.items()}
        return _Batch(batch, functools.partial(everything, return_tensors=None), tensors)

    def _alone(self, call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """What `call` returns. It sets truncation and padding of the backend, which belongs to all threads, so they take turns."""
        with self._held.lock:
            return call(*args, **options)

    def _columns(
        self,
        texts: Sequence[str],
        *,
        add_special_tokens: bool = True,
        padding_strategy: str = "do_not_pad",
        truncation_strategy: str = "do_not_truncate",
        max_length: int | None = None,
        pad_to_multiple_of: int | None = None,
        padding_side: str | None = None,
        return_token_type_ids: bool | None = None,
        return_attention_mask: bool | None = None,
        return_special_tokens_mask: bool = False,
        return_offsets_mapping: bool = False,
        verbose: bool = True,
        split_special_tokens: bool | None = None,
        sanitize_control_tokens: bool = False,
        **_: Any,
    ) -> dict[str, Rows] | None:
        """The columns of a batch, made without encodings. None if the template or the truncation needs the backend."""
        frame = self._frame(add_special_tokens)
        limit = None if truncation_strategy == "do_not_truncate" else max_length
        if frame is None or (limit is not None and (truncation_strategy == "only_second" or limit < len(frame.types))):
            return None
        extra = len(frame.types) - 1
        split = self.split_special_tokens if split_special_tokens is None else split_special_tokens
        texts, found = self._unmarked(texts) if sanitize_control_tokens else (texts, self._found(texts, split))
        rows, spans = self._rows(texts, found, split, return_offsets_mapping)
        if limit is not None:
            room = slice(limit - extra) if self.truncation_side == "right" else slice(extra - limit, None)
            rows, spans = [row[room] for row in rows], [row[room] for row in spans]
        sizes = [len(row) for row in rows]
        columns: dict[str, tuple[Rows, Any]] = {"input_ids": (frame.around(rows, frame.before, frame.after), self.pad_token_id)}
        if _is_wanted(return_token_type_ids, "token_type_ids", self):
            kinds = [[frame.types[len(frame.before)]] * size for size in sizes]
            before, after = frame.types[: len(frame.before)], frame.types[len(frame.before) + 1 :]
            columns["token_type_ids"] = frame.around(kinds, before, after), self.pad_token_type_id
        if _is_wanted(return_attention_mask, "attention_mask", self):
            columns["attention_mask"] = [[1] * (size + extra) for size in sizes], 0
        if return_special_tokens_mask:
            masks = [[0] * size for size in sizes]
            columns["special_tokens_mask"] = frame.around(masks, [1] * len(frame.before), [1] * len(frame.after)), 1
        if return_offsets_mapping:
            spans = frame.around(spans, [(0, 0)] * len(frame.before), [(0, 0)] * len(frame.after))
            columns["offset_mapping"] = spans, (0, 0)
        longest = max(columns["input_ids"][0], key=len)
        self._eventual_warn_about_too_long_sequence(longest, max_length, verbose)
        length = _padded_length(len(longest), padding_strategy, max_length, pad_to_multiple_of)
        is_left = (padding_side or self.padding_side) == "left"
        return {name: _padded(rows, value, length, is_left) for name, (rows, value) in columns.items()}

    def _frame(self, add_special_tokens: bool) -> "_Frame | None":
        """What the template puts around a text; None for a template that does something else."""
        template = self._tokenizer.post_processor
        if template is None:
            return _Frame([], [], [0])
        framed = template.process(_encoding(_SINGLE), None, add_special_tokens)
        places = [place for place, is_special in enumerate(framed.special_tokens_mask) if not is_special]
        if len(places) != 1:
            return None
        return _Frame(framed.ids[: places[0]], framed.ids[places[0] + 1 :], framed.type_ids)

    def _rows(self, texts: Sequence[str], found: Found | None, split_special_tokens: bool, with_spans: bool) -> tuple[Rows, Rows]:
        """For each text its ids before the template and, if `with_spans`, their spans."""
        if found is None and not with_spans:
            ids, indptr = self.morfem.encode_ids_batch(texts, parse_special=not split_special_tokens)
            return _cut(self._held.ints.take(ids), indptr), []
        ids, indptr, starts, ends = tokenizers_columns(
            self.morfem,
            texts,
            foreign=found or {},
            **self._spans,
            parse_special=found is None and not split_special_tokens,
        )
        both = zip(_cut(starts, indptr), _cut(ends, indptr), strict=True)
        spans = [list(zip(*row, strict=True)) for row in both] if with_spans else []
        return _cut(ids, indptr), spans

    @property
    def _spans(self) -> dict[str, Any]:
        """Which spans tokens have, as the functions of the core are asked for them."""
        return {"offsets": "tiles", "trim": False} if _MASKING.get() else {"offsets": self.offsets, "trim": self.trim_offsets}

    def _found(self, texts: Sequence[str], split_special_tokens: bool) -> Found | None:
        """The added tokens in texts. None if morfem itself finds all of them."""
        finders = self._held.finders
        if split_special_tokens not in finders:
            added = self._tokenizer.get_added_tokens_decoder().values()
            specials = set(self.morfem.special_tokens)
            finds_all = all(token.content in specials and not (token.lstrip or token.rstrip or token.single_word) for token in added)
            finders[split_special_tokens] = None if finds_all else _finder(added, split_special_tokens)
        finder = finders[split_special_tokens]
        return None if finder is None else self._found_by(finder, texts)

    def _found_by(self, finder: Any, texts: Sequence[str]) -> Found:
        ids = self.get_added_vocab()
        found = {}
        for index, encoding in enumerate(finder.encode_batch(texts, add_special_tokens=False)):
            # Id 0 is a stretch between added tokens.
            tokens = zip(encoding.offsets, map(finder.id_to_token, encoding.ids), strict=True)
            if foreign := [(*span, ids[token], token) for span, token in tokens if token]:
                found[index] = foreign
        return found

    def _unmarked(self, texts: Sequence[str]) -> tuple[list[str], Found]:
        """Chats without the marks around control tokens of a user, and the added tokens in them, which those are not."""
        finder = _finder(self._tokenizer.get_added_tokens_decoder().values())
        plain, found = [], {}
        for index, text in enumerate(texts):
            tokens, start = [], 0
            # Pieces from the template and from the user in turn; a mark without its partner gives None.
            pieces = [piece or "" for piece in MARKED.split(text)]
            for place, piece in enumerate(pieces):
                if place % 2 == 0:
                    tokens += [
                        (begin + start, end + start, id, token) for begin, end, id, token in self._found_by(finder, [piece]).get(0, ())
                    ]
                start += len(piece)
            plain.append("".join(pieces))
            found[index] = tokens
        return plain, found

    def _encode_batch(self, inputs: Sequence[Any], is_pretokenized: bool = False, add_special_tokens: bool = True) -> list[Any]:
        """What the backend's `encode_batch` does: encodings of texts or pairs, truncated, completed and padded."""
        pairs = [_pair(item, is_pretokenized) for item in inputs]
        encodings = iter(self._encodings([text for pair in pairs for text in pair if text is not None], is_pretokenized))
        backend = self._tokenizer
        finished = []
        for _, second in pairs:
            encoding = next(encodings)
            finished.append(backend.post_process(encoding, None if second is None else _second(next(encodings)), add_special_tokens))
        padding = backend.padding
        if padding and padding["length"] is None and finished:
            length = _rounded_up(max(map(len, finished)), padding["pad_to_multiple_of"])
            names = ("direction", "pad_id", "pad_type_id", "pad_token")
            for encoding in finished:
                encoding.pad(length, **{name: padding[name] for name in names})
        return finished

    def _encodings(self, texts: Sequence[Any], are_words: bool) -> list[Any]:
        """The encodings of texts or, if `are_words`, of lists of words, before the template."""
        if are_words and any(isinstance(words, str) for words in texts):
            raise TypeError("a text is a str; with is_split_into_words=True give a list of words for each text")
        flat = [word for words in texts for word in words] if are_words else texts
        split = self._tokenizer.encode_special_tokens
        found = self._found(flat, split)
        states = tokenizers_states(
            self.morfem,
            flat,
            foreign=found or {},
            words=[index for words in texts for index in range(len(words))] if are_words else None,
            **self._spans,
            parse_special=found is None and not split,
        )
        encodings = map(_encoding, states)
        if not are_words:
            return list(encodings)
        return [tokenizers.Encoding.merge([next(encodings) for _ in words], growing_offsets=False) for words in texts]

    def encode_apart(self, context: str, continuation: str) -> tuple[list[int], list[int]]:
        """Encode a text that is given in two parts, such as a prompt and an answer whose probability is measured.

        No token crosses from one part to the other, and both lists of ids together decode to the whole text. The ids of the context are
        those that it has alone. Special tokens of the template are not added.

        Parameters
        ----------
        context, continuation : the two parts of the text.

        Raises
        ------
        MorfemError : if the tokenizer of morfem is not exact.

        >>> tokenizer = MorfemTokenizer.from_morfem("ko-thunder")
        >>> context, continuation = tokenizer.encode_apart("할", " 수 있는 일")
        >>> tokenizer.decode(context), tokenizer.decode(continuation)
        ('할', ' 수 있는 일')
        """
        text, cut = context + continuation, len(context)
        found = self._found([context, continuation], self.split_special_tokens)
        of_context, of_continuation = (found.get(0, ()), found.get(1, ())) if found else ((), ())
        # The stretch between added tokens in which the cut lies.
        start = of_context[-1][1] if of_context else 0
        end = cut + of_continuation[0][0] if of_continuation else len(text)
        encode = functools.partial(self.morfem.encode_ids, parse_special=found is None and not self.split_special_tokens)
        left = encode(text[start:cut]).tolist()
        both = encode(text[start:end], boundaries=[cut - start]).tolist()
        head, tail = self([text[:start], text[end:]], add_special_tokens=False)["input_ids"]
        return head + left, both[len(left) :] + tail

    def _encode_without_added_tokens(self, text: str) -> list[int]:
        ids: list[int] = self.morfem.encode_ids(text).tolist()
        return ids

    def apply_chat_template(self, *args: Any, **kwargs: Any) -> Any:
        """As for every tokenizer of transformers. Assistant masks are exact for every choice of `offsets`."""
        if not kwargs.get("return_assistant_tokens_mask"):
            return super().apply_chat_template(*args, **kwargs)
        before = _MASKING.set(True)
        try:
            # The library keeps one compiled template, which can note the answers of only one call at a time.
            with self._held.lock:
                return super().apply_chat_template(*args, **kwargs)
        finally:
            _MASKING.reset(before)

    # Decoding

    def _decode(
        self, token_ids: Any, skip_special_tokens: bool = False, clean_up_tokenization_spaces: bool | None = None, **kwargs: Any
    ) -> str:
        if isinstance(token_ids, Mapping):
            token_ids = token_ids["input_ids"]
        ids = [token_ids] if isinstance(token_ids, int) else list(token_ids)
        text = _decoded(self.morfem, ids, self._tokenizer, skip_special_tokens)
        is_cleaned = self.clean_up_tokenization_spaces if clean_up_tokenization_spaces is None else clean_up_tokenization_spaces
        return str(self.clean_up_tokenization(text)) if is_cleaned else text

    # The vocabulary

    def _add_tokens(self, new_tokens: list[Any], special_tokens: bool = False) -> int:
        _check_free(self.morfem, new_tokens)
        self._held.finders = {}
        return int(super()._add_tokens(new_tokens, special_tokens))

    def _check_added(self, saved: Mapping[str, int]) -> None:
        for token, id in saved.items():
            now = self._tokenizer.token_to_id(token)
            if now != id:
                raise morfem.VocabularyError(
                    f"the added token {token!r} was saved with id {id} but has id {now} in {self.morfem.name}, which has "
                    f"{self.morfem.vocab_size} ids; load the folder with the {FILE} that it was saved with"
                )

    def train_new_from_iterator(self, *args: Any, **kwargs: Any) -> Any:
        """Not supported: train with `morfem.train`, then use `from_morfem`."""
        raise NotImplementedError("morfem trains its own tokenizers: use morfem.train, then MorfemTokenizer.from_morfem")

    # Saving, loading, copying

    def save_vocabulary(self, save_directory: str, filename_prefix: str | None = None) -> tuple[str, ...]:
        """Write ``tokenizer.morfem``, and the module by which ``AutoTokenizer`` finds this class."""
        prefix = f"{filename_prefix}-" if filename_prefix else ""
        contents = {f"{prefix}{FILE}": packed.packed(self.morfem), f"{STUB}.py": STUB_SOURCE.encode()}
        for name, content in contents.items():
            (Path(save_directory) / name).write_bytes(content)
        return tuple(str(Path(save_directory) / name) for name in contents)

    def _save_pretrained(
        self, save_directory: Any, file_names: tuple[str, ...], legacy_format: bool | None = None, filename_prefix: str | None = None
    ) -> tuple[str, ...]:
        # For other fast tokenizers these fields are in tokenizer.json.
        config = Path(file_names[0])
        fields = json.loads(config.read_text(encoding="utf-8"))
        fields["added_tokens_decoder"] = {str(id): token.__getstate__() for id, token in self.added_tokens_decoder.items()}
        fields |= {"add_bos_token": self.add_bos_token, "add_eos_token": self.add_eos_token, "morfem_hash": _hash(self.morfem)}
        config.write_text(json.dumps(fields, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
        return tuple(file_names) + self.save_vocabulary(str(save_directory), filename_prefix)

    @classmethod
    def register_for_auto_class(cls, auto_class: str = "AutoTokenizer") -> None:
        """Does nothing: `save_pretrained` always writes what ``AutoTokenizer`` needs, instead of a copy of this file."""

    @property
    def _tokenizer(self) -> Any:
        return self._held.backend

    @_tokenizer.setter
    def _tokenizer(self, backend: Any) -> None:
        self._held.backend = backend

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._held.encode_with(self)


class _Frame(NamedTuple):
    """The ids that a template puts before and after a text, and the type ids of a text of one token with them."""

    before: list[int]
    after: list[int]
    types: list[int]

    def around(self, rows: Rows, before: list[Any], after: list[Any]) -> Rows:
        """Each row between `before` and `after`."""
        return [before + row + after for row in rows] if before or after else rows


class _Batch(transformers.BatchEncoding):
    """A batch whose encodings, which hold tokens, words and spans, are made when they are first used."""

    def __init__(self, data: Mapping[str, Any], make: Callable[[], Any], tensors: Any) -> None:
        self._made: Any = None
        self._make = make
        super().__init__(data, tensor_type=tensors, n_sequences=1)

    @property
    def _encodings(self) -> Any:
        if self._made is None:
            self._made = self._make().encodings
        return self._made

    @_encodings.setter
    def _encodings(self, encodings: Any) -> None:
        self._made = encodings

    @property
    def is_fast(self) -> bool:
        """Whether there are encodings; here always."""
        return True


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


class _Backend:
    """A `tokenizers.Tokenizer` that can be pickled, with what belongs to it. Truncation and padding, set by every call, are left out."""

    def __init__(self, tokenizer: morfem.Tokenizer, added: Sequence[Any], template: Any) -> None:
        self.morfem = tokenizer
        # For each process the lock of calls that set truncation and padding: a fork may copy a lock that its owner never frees.
        self.locks: dict[int, Any] = {}
        # What finds added tokens in texts, by `split_special_tokens`; None if morfem finds all of them.
        self.finders: dict[bool, Any] = {}
        # Id -> int. Rows that share these are made faster, and take less memory, than rows of new ints.
        self.ints: NDArray[Any] = np.arange(tokenizer.vocab_size).astype(object)
        model = tokenizers.models.WordLevel(tokenizer.vocab(), unk_token=tokenizer.id_to_token(0))
        self.backend = tokenizers.Tokenizer(model)
        specials = [tokenizers.AddedToken(token, special=True, normalized=False) for token in tokenizer.special_tokens]
        self.backend.add_special_tokens(specials)
        _add(self.backend, added)
        self.backend.decoder = tokenizers.decoders.Decoder.custom(_Decoder(tokenizer))
        if template is not None:
            self.backend.post_processor = template

    @property
    def lock(self) -> Any:
        """Held while a call sets truncation and padding and uses them."""
        return self.locks.setdefault(os.getpid(), threading.RLock())

    def __reduce__(self) -> tuple[Any, ...]:
        added = [token for _, token in sorted(self.backend.get_added_tokens_decoder().items())]
        return _Backend, (self.morfem, added, self.backend.post_processor)

    def encode_with(self, owner: MorfemTokenizer) -> None:
        """Let the backend's `encode` and `encode_batch` call `owner`."""
        # Python cannot collect a cycle through the backend, so it must not own its owner.
        weak = weakref.ref(owner)

        def encode_batch(input: Sequence[Any], is_pretokenized: bool = False, add_special_tokens: bool = True) -> list[Any]:
            alive = weak()
            if alive is None:
                raise ReferenceError("the MorfemTokenizer of this backend no longer exists; keep it as long as its backend is used")
            return alive._encode_batch(input, is_pretokenized, add_special_tokens)

        def encode(sequence: Any, pair: Any = None, is_pretokenized: bool = False, add_special_tokens: bool = True) -> Any:
            return encode_batch([sequence if pair is None else (sequence, pair)], is_pretokenized, add_special_tokens)[0]

        self.backend.encode_batch, self.backend.encode = encode_batch, encode


def _finder(added: Iterable[Any], split_special_tokens: bool = False) -> Any:
    """A tokenizer whose tokens are the added ones; an empty token stands for each stretch between them."""
    finder = tokenizers.Tokenizer(tokenizers.models.WordLevel({"": 0}, unk_token=""))
    _add(finder, added)
    finder.encode_special_tokens = split_special_tokens
    return finder


def _check_free(tokenizer: morfem.Tokenizer, added: Iterable[Any]) -> None:
    """Refuses added tokens that are tokens of the vocabulary already, if decoding could not tell the two apart."""
    specials = tokenizer.special_tokens
    for token in map(str, added):
        id = _id(tokenizer, token)
        if id is None or token in specials:
            continue
        if tokenizer.decode([id]) != token:
            raise morfem.VocabularyError(
                f"{token!r} cannot be added: {tokenizer.name} has a token of this name, which does not stand for this text"
            )
        if tokenizer.kind not in BYTE_EXACT:
            raise morfem.VocabularyError(
                f"{token!r} cannot be added: it is a token of words in {tokenizer.name}, and text that is cut around it would not come "
                "back; add a string that is not in the vocabulary"
            )


def _id(tokenizer: morfem.Tokenizer, token: str) -> int | None:
    try:
        return tokenizer.token_to_id(token)
    except morfem.VocabularyError:
        return None


def _add(backend: Any, added: Iterable[Any]) -> None:
    """Adds tokens one by one, so that their ids follow their order."""
    for token in added:
        (backend.add_special_tokens if token.special else backend.add_tokens)([token])


_SINGLE = json.dumps(
    {
        "ids": [0],
        "type_ids": [0],
        "tokens": [""],
        "words": [0],
        "offsets": [[0, 0]],
        "special_tokens_mask": [0],
        "attention_mask": [1],
        "overflowing": [],
        "sequence_ranges": {},
    }
).encode()


def _encoding(state: bytes) -> Any:
    encoding = tokenizers.Encoding()
    encoding.__setstate__(state)
    return encoding


def _second(encoding: Any) -> Any:
    """The encoding of the second text of a pair, with token type 1. The backend gives this type only to the first window of a long text."""
    state = json.loads(encoding.__getstate__())
    return _encoding(json.dumps({**state, "type_ids": [1] * len(state["ids"])}).encode())


def _is_texts(text: Any) -> bool:
    """Whether `text` is a text, or a list of at least one text."""
    is_list = isinstance(text, (list, tuple)) and bool(text)
    return isinstance(text, str) or (is_list and all(issubclass(kind, str) for kind in set(map(type, text))))


def _pair(item: Any, is_pretokenized: bool) -> tuple[Any, Any]:
    """An input of the backend as a pair; the second is None for a single text."""
    if isinstance(item, str):
        return item, None
    if not isinstance(item, (list, tuple)):
        raise TypeError(f"a text is of type {type(item).__name__}; give a str, or a pair of str")
    is_pair = len(item) == 2 and not (is_pretokenized and isinstance(item[0], str))
    return (item[0], item[1]) if is_pair else (item, None)


def _is_wanted(asked: bool | None, name: str, tokenizer: MorfemTokenizer) -> bool:
    return name in tokenizer.model_input_names if asked is None else asked


def _padded_length(longest: int, strategy: str, max_length: int | None, multiple: int | None) -> int:
    """The length that rows are padded to; 0 to leave them as they are."""
    if strategy == "do_not_pad":
        return 0
    return _rounded_up(max_length if strategy == "max_length" and max_length is not None else longest, multiple)


def _rounded_up(length: int, multiple: int | None) -> int:
    return -(-length // multiple) * multiple if multiple else length


def _padded(rows: Rows, value: Any, length: int, is_left: bool) -> Rows:
    if not length:
        return rows
    filled = [[value] * (length - len(row)) for row in rows]
    return [fill + row if is_left else row + fill for row, fill in zip(rows, filled, strict=True)]


def _cut(items: NDArray[Any], indptr: NDArray[np.int64]) -> Rows:
    """The items of each text."""
    return [items[start:end].tolist() for start, end in itertools.pairwise(indptr.tolist())]


def _decoded(tokenizer: morfem.Tokenizer, ids: Sequence[int], backend: Any, skip_special: bool) -> str:
    """The text of `ids`. Added tokens have ids beyond the vocabulary of `tokenizer`, or are tokens that it had already."""
    added = backend.get_added_tokens_decoder()
    if skip_special and len(added) > len(tokenizer.special_tokens):
        own = tokenizer.special_tokens
        hidden = {id for id, token in added.items() if token.special and token.content not in own and id < tokenizer.vocab_size}
        ids = [id for id in ids if id not in hidden]
    if not ids or max(ids) < tokenizer.vocab_size:
        return tokenizer.decode(ids, skip_special=skip_special)
    text, start = "", 0
    for place, id in enumerate(ids):
        if id >= tokenizer.vocab_size:
            if id not in added:
                size = max(tokenizer.vocab_size, max(added, default=0) + 1)
                raise morfem.VocabularyError(f"ids[{place}] is {id}; {tokenizer.name} with its added tokens has ids below {size}")
            text += tokenizer.decode(ids[start:place], skip_special=skip_special)
            text += "" if skip_special and added[id].special else added[id].content
            start = place + 1
    return text + tokenizer.decode(ids[start:], skip_special=skip_special)


def _unpacked(path: str | os.PathLike[str] | None, folder: str | None) -> morfem.Tokenizer:
    if path is None:
        raise morfem.ArtifactError(
            f"{folder or 'vocab_file'}: no file {FILE}, which save_pretrained writes; "
            "make a tokenizer with MorfemTokenizer.from_morfem(NAME or FOLDER)"
        )
    return packed.unpacked(path)


def _hash(tokenizer: morfem.Tokenizer) -> str:
    return str(json.loads(tokenizer.files()["morfem.json"])["hash"])


def _check_hash(tokenizer: morfem.Tokenizer, saved: str | None) -> None:
    if saved is not None and saved != _hash(tokenizer):
        raise morfem.VocabularyError(
            f"{FILE} holds {tokenizer.name} with {tokenizer.vocab_size} ids, which is not the tokenizer that tokenizer_config.json was "
            "saved with; copy both files from the same folder"
        )


class _MorfemConfig(transformers.PreTrainedConfig):
    """A configuration to register the tokenizer with; no model has it."""

    model_type = "morfem"


transformers.AutoTokenizer.register(_MorfemConfig, fast_tokenizer_class=MorfemTokenizer, exist_ok=True)
