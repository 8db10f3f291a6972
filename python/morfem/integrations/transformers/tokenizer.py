"""`MorfemTokenizer`: what transformers calls, done by the backend, by batches without encodings, and by morfem."""

import functools
import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import tokenizers
import transformers

import morfem
from morfem._core import checked_texts, tokenizers_columns

from . import batch as batches
from .backend import Encoder, Found, Offsets, check_free, new_backend, refusal
from .batch import Batch, Frame, Rows, cut, padded, padded_length
from .chat import MASK, Mask, unmarked
from .saving import FILE, NOT_SAVED, STUB, check_added, check_hash, opened, tokenizer_files, write_config
from .streaming import warn_of_plain_streamer

__all__ = ["MorfemTokenizer"]

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
# What an `AddedToken` has beside its text and whether it is special.
FLAGS = ("lstrip", "rstrip", "single_word", "normalized")
# Options of a call that need the backend's encodings.
NEED_ENCODINGS = ("is_split_into_words", "return_overflowing_tokens", "return_length", "stride")
# Options of `from_pretrained` that say where to find files.
PLACES = (
    "cache_dir",
    "code_revision",
    "force_download",
    "local_files_only",
    "proxies",
    "revision",
    "subfolder",
    "token",
    "trust_remote_code",
    "use_fast",
)


class MorfemTokenizer(transformers.PreTrainedTokenizerFast):
    """A tokenizer of morfem as a fast tokenizer of transformers.

    Make one with `from_pretrained`, or with `from_morfem` from a tokenizer. ``AutoTokenizer.from_pretrained`` loads what
    `save_pretrained` wrote.
    Special tokens in a text become their ids, as transformers does it, unless ``split_special_tokens=True``.

    Parameters
    ----------
    vocab_file : a tokenizer of morfem, the name of a bundled one, the folder of a saved one, or the path of a file ``tokenizer.morfem``.
    offsets : the span of a token in ``offset_mapping``. ``"hull"`` is the span from its first character to its last; hulls of Splinter's
        tokens overlap, also in a union. ``"word"`` is the white-space word that the token belongs to. ``"tiles"`` cuts each word into as
        many parts as it has tokens, so that the parts tile the word. The default is ``"word"`` for these and ``"hull"`` for all others.
    trim_offsets : whether spans leave out white space, so that words can be told apart by the gaps between them.
    add_prefix_space : whether a word that is given apart (``is_split_into_words=True``) is encoded with a space before it, unless it is the
        first or implies that space.
    compose : whether the characters of texts are composed (NFC) before they are encoded. Spans are then those of the composed text.
    sample, seed : as for `morfem.Tokenizer.encode`: each call draws other segmentations of its texts, for training. The attribute `sample`
        may be set at any time, to 0 for the ordinary segmentation; it is not saved. A drawn batch has ids and masks alone.
    **kwargs : as for every tokenizer of transformers, such as ``model_max_length`` or ``add_bos_token``.

    Raises
    ------
    ArtifactError : if the file is damaged, or is not the one that the folder was saved with.
    VocabularyError : if added tokens would have other ids than when they were saved.
    MorfemError : if `offsets` is unknown.

    >>> tokenizer = MorfemTokenizer.from_morfem("tr-mft")
    >>> tokenizer("Kitapları okudum.").tokens()
    ['<title>', '▁kitap', '+lAr', '+(s)I', '▁oku', '+DI', '+m', '.']
    >>> tokenizer.decode(tokenizer("Kitapları okudum.")["input_ids"])
    'Kitapları okudum.'
    """

    vocab_files_names: ClassVar = {"vocab_file": FILE}
    model_input_names: ClassVar = ["input_ids", "attention_mask"]
    _auto_map: ClassVar = {"AutoTokenizer": [f"{STUB}.MorfemTokenizer", f"{STUB}.MorfemTokenizer"]}
    # While `__init__` runs: all tokens of a saved folder have been added already.
    _is_loading = False
    # While `add_special_tokens` names tokens that it adds afterwards.
    _is_naming = False

    def __init__(
        self,
        vocab_file: str | os.PathLike[str] | morfem.Tokenizer | None = None,
        *,
        offsets: Offsets | None = None,
        trim_offsets: bool = True,
        add_prefix_space: bool = False,
        compose: bool = False,
        sample: float = 0.0,
        seed: int = 0,
        **kwargs: Any,
    ) -> None:
        self.morfem = opened(vocab_file, kwargs.get("name_or_path"))
        check_hash(self.morfem, kwargs.pop("morfem_hash", None))
        self.morfem.encode("", sample=sample)  # refuses a value that cannot be used
        self.sample, self._seeds = sample, itertools.count(seed)
        if offsets not in (None, "hull", "word", "tiles"):
            raise morfem.MorfemError(f"offsets is {offsets!r}; choose 'hull', 'word' or 'tiles'")
        # Only tokens that interleave have positions.
        offsets = offsets or ("hull" if self.morfem.encode("").positions is None else "word")
        specials = self.morfem.special_tokens
        for name, spellings in NAMED_TOKENS.items():
            if spelling := next((spelling for spelling in spellings if spelling in specials), None):
                kwargs.setdefault(name, spelling)
        saved = {int(id): token for id, token in (kwargs.get("added_tokens_decoder") or {}).items()}
        added = [token for _, token in sorted(saved.items())]
        # The flags of a named token, such as whether it takes the space before it, are those that it is given here.
        known = {token.content for token in added}
        named = (kwargs.get(name) for name in NAMED_TOKENS)
        added += [token for token in named if isinstance(token, tokenizers.AddedToken) and token.content not in known]
        check_free(self.morfem, added)
        self._encoder = Encoder(self.morfem, offsets, trim_offsets, add_prefix_space, compose)
        self._tokenizer = new_backend(self._encoder, added)
        options = {"offsets": offsets, "trim_offsets": trim_offsets, "add_prefix_space": add_prefix_space, "compose": compose}
        self._is_loading = True
        super().__init__(**{"clean_up_tokenization_spaces": False, **kwargs, **options})
        self._is_loading = False
        for name in NOT_SAVED:
            self.init_kwargs.pop(name, None)
        self._settle()
        check_added(self.morfem, self._tokenizer, saved)

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path: str | os.PathLike[str], *args: Any, **kwargs: Any) -> "MorfemTokenizer":
        """Load a tokenizer. The names of bundled tokenizers come first, and need no network.

        Parameters
        ----------
        pretrained_model_name_or_path : the name of a bundled tokenizer, such as ``"tr-mft"`` or ``"tr-mft@1"``; a folder that
            `save_pretrained` or `morfem.Tokenizer.save` wrote; or a repository of a hub.
        *args, **kwargs : as for every tokenizer of transformers, and as for the class.

        >>> len(MorfemTokenizer.from_pretrained("tr-mft"))
        32768
        """
        place = os.fspath(pretrained_model_name_or_path)
        if place.partition("@")[0] in morfem.available() or Path(place, "morfem.json").is_file():
            options = {name: value for name, value in kwargs.items() if name not in PLACES and not name.startswith("_")}
            return cls(place, **{"name_or_path": place, **options})
        return super().from_pretrained(place, *args, **kwargs)

    @classmethod
    def _from_pretrained(cls, resolved_vocab_files: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        # The file for other classes.
        resolved_vocab_files.pop("tokenizer_file", None)
        return super()._from_pretrained(resolved_vocab_files, *args, **kwargs)

    @classmethod
    def convert_to_native_format(cls, **kwargs: Any) -> dict[str, Any]:
        """Leaves the arguments as they are: the file is not one of the library's formats."""
        return kwargs

    @classmethod
    def from_morfem(cls, name_or_folder: str | os.PathLike[str] | morfem.Tokenizer, **kwargs: Any) -> "MorfemTokenizer":
        """Make a tokenizer for transformers from a bundled or a saved tokenizer, or from an object; the options are those of the class.

        >>> len(MorfemTokenizer.from_morfem("ko-thunder"))
        128000
        """
        return cls(name_or_folder if isinstance(name_or_folder, morfem.Tokenizer) else morfem.load(name_or_folder), **kwargs)

    @property
    def offsets(self) -> Offsets:
        """The span of a token."""
        return self._encoder.offsets

    @property
    def trim_offsets(self) -> bool:
        """Whether spans leave out white space."""
        return self._encoder.trim_offsets

    # Encoding

    def _encode_plus(self, text: Any, text_pair: Any = None, **options: Any) -> Any:
        everything = functools.partial(self._alone, super()._encode_plus, text, text_pair, **options)
        needs_encodings = text_pair is not None or not batches.is_texts(text) or any(options.get(name) for name in NEED_ENCODINGS)
        batch = None if needs_encodings else self._columns([text] if isinstance(text, str) else text, **options)
        if batch is None:
            if self.sample:
                raise morfem.MorfemError("sample draws ids of single texts; set sample to 0 for pairs, words, overflow and other templates")
            return everything()
        tensors = options.get("return_tensors")
        if isinstance(text, str) and tensors is None:
            batch = {name: rows[0] for name, rows in batch.items()}
        if self.sample:
            return transformers.BatchEncoding(batch, tensor_type=tensors)
        made = Batch(batch, functools.partial(everything, return_tensors=None), tensors)
        if MASK.get() is not None:
            made.asked = []
        return made

    def _alone(self, call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """What `call` returns. It sets truncation and padding of the backend, which belongs to all threads, so they take turns."""
        with self._encoder.lock:
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
        frame = Frame.of(self._tokenizer.post_processor, add_special_tokens)
        limit = None if truncation_strategy == "do_not_truncate" else max_length
        if frame is None or (limit is not None and (truncation_strategy == "only_second" or limit < len(frame.types))):
            return None
        texts = self._encoder.composed(checked_texts(texts, "text"))
        extra = len(frame.types) - 1
        split = self.split_special_tokens if split_special_tokens is None else split_special_tokens
        texts, found = unmarked(self._tokenizer, texts) if sanitize_control_tokens else (texts, self._found(texts, split))
        rows, spans = self._rows(texts, found, split, return_offsets_mapping)
        numbers = [range(len(row)) for row in rows]
        if limit is not None:
            room = slice(limit - extra) if self.truncation_side == "right" else slice(extra - limit, None)
            rows, spans, numbers = [row[room] for row in rows], [row[room] for row in spans], [row[room] for row in numbers]
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
        length = padded_length(len(longest), padding_strategy, max_length, pad_to_multiple_of)
        is_left = (padding_side or self.padding_side) == "left"
        if (mask := MASK.get()) is not None:
            mask.texts, mask.found, mask.parse_special = texts, found, found is None and not split
            mask.tokens = padded(list(map(list, numbers)), -1, length, is_left)
        return {name: padded(rows, value, length, is_left) for name, (rows, value) in columns.items()}

    def _rows(self, texts: Sequence[str], found: Found | None, split_special_tokens: bool, with_spans: bool) -> tuple[Rows, Rows]:
        """For each text its ids before the template and, if `with_spans`, their spans."""
        if self.sample:
            if found or with_spans:
                raise morfem.MorfemError("sample draws neither spans nor texts with added tokens; set sample to 0 for these")
            drawn = self.morfem.encode_batch(
                list(texts), parse_special=not split_special_tokens, sample=self.sample, seed=next(self._seeds)
            )
            return [encoding.ids for encoding in drawn], []
        if found is None and not with_spans:
            ids, indptr = self.morfem.encode_ids_batch(texts, parse_special=not split_special_tokens)
            return cut(self._encoder.ints.take(ids), indptr), []
        ids, indptr, starts, ends = tokenizers_columns(
            self.morfem, texts, foreign=found or {}, **self._encoder.spans, parse_special=found is None and not split_special_tokens
        )
        both = zip(cut(starts, indptr), cut(ends, indptr), strict=True)
        spans = [list(zip(*row, strict=True)) for row in both] if with_spans else []
        return cut(ids, indptr), spans

    def _found(self, texts: Sequence[str], split_special_tokens: bool) -> Found | None:
        return self._encoder.found(self._tokenizer, texts, split_special_tokens)

    def encode_apart(self, context: str, continuation: str) -> tuple[list[int], list[int]]:
        """Encode a text that is given in two parts, such as a prompt and an answer whose probability is measured.

        No token crosses from one part to the other, and both lists of ids together decode to the whole text. The ids of the context are
        those that it has alone. Special tokens of the template are not added.

        >>> tokenizer = MorfemTokenizer.from_morfem("ko-thunder")
        >>> context, continuation = tokenizer.encode_apart("할", " 수 있는 일")
        >>> tokenizer.decode(context), tokenizer.decode(continuation)
        ('할', ' 수 있는 일')
        """
        context, continuation = self._encoder.composed(checked_texts([context, continuation], "context and continuation"))
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
        return self.morfem.encode_ids(*self._encoder.composed([text])).tolist()

    def apply_chat_template(self, *args: Any, **kwargs: Any) -> Any:
        """As for every tokenizer of transformers.

        In an assistant mask every token counts that holds a character or a byte of an answer, and with it the marks before it. A token over
        the border between an answer and text of the template counts too.

        Raises
        ------
        MorfemError : if a mask is asked for with ``return_overflowing_tokens``, ``return_length`` or ``stride``.
        """
        if not kwargs.get("return_assistant_tokens_mask"):
            return super().apply_chat_template(*args, **kwargs)
        mask = Mask()
        before = MASK.set(mask)
        try:
            # The library keeps one compiled template, which can note the answers of only one call at a time.
            with self._encoder.lock:
                made = super().apply_chat_template(*args, **kwargs)
        finally:
            MASK.reset(before)
        mask.write(self.morfem, made, kwargs.get("return_tensors"))
        return made

    # Decoding

    def _decode(
        self, token_ids: Any, skip_special_tokens: bool = False, clean_up_tokenization_spaces: bool | None = None, **kwargs: Any
    ) -> str:
        if isinstance(token_ids, Mapping):
            token_ids = token_ids["input_ids"]
        ids = [token_ids] if isinstance(token_ids, int) else list(token_ids)
        if not self.morfem.has_fixed_bytes:
            warn_of_plain_streamer()
        text = _decoded(self.morfem, ids, self._tokenizer, skip_special_tokens)
        is_cleaned = self.clean_up_tokenization_spaces if clean_up_tokenization_spaces is None else clean_up_tokenization_spaces
        return str(self.clean_up_tokenization(text)) if is_cleaned else text

    # The vocabulary

    def __setattr__(self, key: str, value: Any) -> None:
        """Set an attribute. A special token that is new is added, as it would be when a saved folder is loaded."""
        name = key.removesuffix("_ids").removesuffix("_id")
        if self._is_naming or (name not in self.SPECIAL_TOKENS_ATTRIBUTES and name != "extra_special_tokens"):
            super().__setattr__(key, value)
            return
        # An id names a token of the vocabulary, which stays what it is.
        tokens = [
            token for token in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(token, (str, tokenizers.AddedToken))
        ]
        check_free(self.morfem, tokens)
        super().__setattr__(key, value)
        self._settle()

    def add_special_tokens(self, special_tokens_dict: dict[str, Any], replace_extra_special_tokens: bool = True) -> int:
        """As for every tokenizer of transformers."""
        for value in special_tokens_dict.values():
            check_free(self.morfem, value if isinstance(value, (list, tuple)) else [value])
        self._is_naming = True
        try:
            return int(super().add_special_tokens(special_tokens_dict, replace_extra_special_tokens))
        finally:
            self._is_naming = False

    def _add_tokens(self, new_tokens: list[Any], special_tokens: bool = False) -> int:
        self._encoder.finders = {}
        if self._is_loading:
            added = self.get_added_vocab()
            new_tokens = [token for token in new_tokens if str(token) not in added and not refusal(self.morfem, str(token))]
        check_free(self.morfem, new_tokens)
        count = int(super()._add_tokens(new_tokens, special_tokens))
        self._settle()
        return count

    def _settle(self) -> None:
        """Add the named and extra special tokens that are new, and make all of them special, in the backend too.

        This happens at the latest when a saved folder is loaded. Done at once, it cannot change ids between saving and loading.
        """
        added = {token.content: token for token in self.added_tokens_decoder.values()}
        named = [token for token in (*self._special_tokens_map.values(), *self._extra_special_tokens) if token is not None]
        for token in named:
            known = added.get(str(token), token)
            if (str(token) in added and known.special) or refusal(self.morfem, str(token)):
                continue
            is_plain = isinstance(known, str)
            flags = {"normalized": False} if is_plain else {name: getattr(known, name) for name in FLAGS}
            self._tokenizer.add_special_tokens([tokenizers.AddedToken(str(token), special=True, **flags)])
            self._encoder.finders = {}

    def train_new_from_iterator(self, *args: Any, **kwargs: Any) -> Any:
        """Not supported: train with `morfem.train`, then use `from_morfem`."""
        raise NotImplementedError("morfem trains its own tokenizers: use morfem.train, then MorfemTokenizer.from_morfem")

    # Saving

    def save_vocabulary(self, save_directory: str, filename_prefix: str | None = None) -> tuple[str, ...]:
        """Write ``tokenizer.morfem``, the module by which ``AutoTokenizer`` finds this class, and a sentence for other classes."""
        contents = tokenizer_files(self.morfem, f"{filename_prefix}-" if filename_prefix else "")
        for name, content in contents.items():
            (Path(save_directory) / name).write_bytes(content)
        return tuple(str(Path(save_directory) / name) for name in contents)

    def _save_pretrained(
        self, save_directory: Any, file_names: tuple[str, ...], legacy_format: bool | None = None, filename_prefix: str | None = None
    ) -> tuple[str, ...]:
        write_config(Path(file_names[0]), self)
        return tuple(file_names) + self.save_vocabulary(str(save_directory), filename_prefix)

    @classmethod
    def register_for_auto_class(cls, auto_class: str = "AutoTokenizer") -> None:
        """Does nothing: `save_pretrained` always writes what ``AutoTokenizer`` needs, instead of a copy of this file."""


def _is_wanted(asked: bool | None, name: str, tokenizer: MorfemTokenizer) -> bool:
    return name in tokenizer.model_input_names if asked is None else asked


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
