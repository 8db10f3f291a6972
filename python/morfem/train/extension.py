"""`extend`: a language for an existing byte-pair vocabulary, whose ids all stay.

The new merges stand behind those of the base, so every text without a new pair keeps its ids. The splitter, the specials, the normaliser
and the template are those of the base: `Extension.save` adds tokens and merges to the base's own `tokenizer.json` and changes nothing else.
"""

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .. import convert, load
from .._core import ChunkCounts, InexactExportError, MorfemError, Tokenizer
from .._core import extend as _extend
from ..adapters import wrap
from ..checks import wrong_type
from ..corpus import BadText, Corpus, Source
from ..progress import Meter
from .guide import Boundaries, Guided, guided
from .reading import Reading

TOKENIZER: Literal["tokenizer.json"] = "tokenizer.json"
NEW_IDS = "new_ids.tsv"
BESIDE = ("tokenizer_config", "special_tokens_map", "chat_template")  # files of a base that an extension keeps, by their beginnings
BATCH = 500  # lines encoded at once


@dataclass(frozen=True)
class ExtensionReport:
    """What an extension changes, measured on lines that it was not trained on.

    Attributes
    ----------
    lines, words : how many were measured.
    tokens_per_word, bytes_per_token : before and after.
    precision : share of the ends of new tokens inside words where the guide cuts too; None without a guide that is a tokenizer.
    used : new tokens that occur.
    unused : base tokens of more than one byte that occurred before, and do not occur after.
    changed : for each other text, the share of its lines whose ids change.
    """

    lines: int
    words: int
    tokens_per_word: tuple[float, float]
    bytes_per_token: tuple[float, float]
    precision: float | None
    used: int
    unused: int
    changed: Mapping[str, float]


@dataclass(frozen=True)
class Extension:
    """An extended tokenizer.

    Attributes
    ----------
    tokenizer : with the ids of the base and the new ones.
    new_ids : in the order of the merges that make them.
    base : the tokenizer that was extended.
    guide : the tokenizer whose cuts were followed, if there was one.
    source : the `tokenizer.json` of the base, if it was read from one.
    """

    tokenizer: Tokenizer
    new_ids: NDArray[np.uint32]
    base: Tokenizer
    guide: Tokenizer | None
    source: Path | None

    def report(self, corpus: Source, *, others: Mapping[str, Source] | None = None, hold_out: int | None = None) -> ExtensionReport:
        """Measures the extension.

        Parameters
        ----------
        corpus : texts in the language, which the training has not seen.
        others : texts that should keep their ids, such as English and code, by name.
        hold_out : measure only every so many lines of `corpus`, as `extend` has left them out.

        Raises
        ------
        MorfemError : if a corpus has no text.
        """
        lines = words = size = agreed = ends = 0
        counts = np.zeros((2, self.tokenizer.vocab_size), np.int64)
        is_new = np.zeros(self.tokenizer.vocab_size, bool)
        is_new[self.new_ids] = True
        guide = None if self.guide is None else wrap(self.guide)
        before, after = wrap(self.base), wrap(self.tokenizer)
        for texts in Corpus(corpus, hold_out=hold_out, only_held_out=hold_out is not None).lines_with_text(BATCH):
            found = [each.encode(texts) for each in (before, after)]
            for count, segmented in zip(counts, found, strict=True):
                count += np.bincount(segmented.ids, minlength=len(count))
            lines, words, size = lines + len(texts), words + len(" ".join(texts).split()), size + sum(len(text.encode()) for text in texts)
            if guide is not None:
                owner, joined = found[1].owner, "".join(texts)
                is_letter = np.fromiter(map(str.isalpha, joined), bool, len(joined))
                is_new_there = (owner >= 0) & is_new[found[1].ids[owner]]
                is_inside = is_letter[1:] & is_letter[:-1]
                is_end = is_inside & (owner[1:] != owner[:-1]) & (is_new_there[1:] | is_new_there[:-1])
                cut = guide.encode(texts)
                wanted = cut.owner if cut.units is None else cut.units
                ends += int(is_end.sum())
                agreed += int((is_end & (wanted[1:] != wanted[:-1])).sum())
        if not lines:
            raise MorfemError("report: the corpus has no text")
        tokens = counts.sum(1)
        is_single = np.array([len(self.base.decode_bytes([id])) < 2 for id in range(self.base.vocab_size)])
        was_used = (counts[0, : len(is_single)] > 0) & ~is_single
        return ExtensionReport(
            lines,
            words,
            (float(tokens[0] / max(words, 1)), float(tokens[1] / max(words, 1))),
            (float(size / tokens[0]), float(size / tokens[1])),
            agreed / ends if ends else None,
            int((counts[1, self.new_ids] > 0).sum()),
            int((was_used & (counts[1, : len(is_single)] == 0)).sum()),
            {name: _changed(self.base, self.tokenizer, other) for name, other in (others or {}).items()},
        )

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes ``tokenizer.json``, the new ids, and what lies beside the base's ``tokenizer.json`` (its template and settings).

        `transformers.AutoTokenizer.from_pretrained` loads the folder as it loads that of the base. ``new_ids.tsv`` has an id and its token
        on each line. A base without a ``tokenizer.json`` is written as `Tokenizer.export` does, also as ``ranks.tiktoken`` where that is
        exact.

        Raises
        ------
        MorfemError : if the folder exists and is not empty.
        InexactExportError : if there is no base file, and the format cannot express the tokenizer.
        """
        target = Path(folder)
        check_new(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        written = target.with_name(f".{target.name}.new")
        shutil.rmtree(written, ignore_errors=True)
        written.mkdir()
        try:
            self._write(written)
            if target.exists():
                target.rmdir()
            written.rename(target)
        finally:
            shutil.rmtree(written, ignore_errors=True)

    def _write(self, folder: Path) -> None:
        self.tokenizer.export(TOKENIZER, folder / TOKENIZER)
        if self.source is None:
            with suppress(InexactExportError):
                self.tokenizer.export("tiktoken", folder / "ranks.tiktoken")
        else:
            for path in self.source.parent.iterdir():
                if path.name.startswith(BESIDE) or path.suffix == ".jinja":
                    shutil.copyfile(path, folder / path.name)
            own = json.loads((folder / TOKENIZER).read_text("utf-8"))["model"]
            merged = _merged(json.loads(self.source.read_text("utf-8")), own, {int(id) for id in self.new_ids})
            (folder / TOKENIZER).write_text(json.dumps(merged, ensure_ascii=False, indent=2), "utf-8")
        lines = (f"{id}\t{self.tokenizer.id_to_token(int(id))}\n" for id in self.new_ids)
        (folder / NEW_IDS).write_text("".join(lines), "utf-8")


def _merged(file: dict[str, Any], own: dict[str, Any], new: set[int]) -> dict[str, Any]:
    """The file of the base with the new tokens and merges. Specials that stand outside the vocabulary get their places in it: the program
    numbers them behind the vocabulary otherwise."""
    model = file["model"]
    vocabulary, merges = model["vocab"], model["merges"]
    specials = {token["content"]: token["id"] for token in file.get("added_tokens") or []}
    model["vocab"] = {**vocabulary, **specials, **{token: id for token, id in own["vocab"].items() if id in new}}
    is_pairs = bool(merges) and not isinstance(merges[0], str)
    added = own["merges"][len(merges) :]
    model["merges"] = merges + ([merge.split(" ") for merge in added] if is_pairs else added)
    return file


def extend(
    base: Tokenizer | str | os.PathLike[str],
    corpus: Source | ChunkCounts,
    *,
    add: int = 32_000,
    boundaries: Boundaries | None = None,
    boundary_rule: Literal["cuts", "tokens", "words"] = "tokens",
    crossing_cost: int = 1,
    min_count: int = 2,
    unchanged: Source | None = None,
    language: str | None = None,
    name: str | None = None,
    hold_out: int | None = None,
    on_bad_text: BadText = "fail",
    threads: int | None = None,
    progress: bool = True,
) -> Extension:
    """Appends tokens for a language to a byte-pair vocabulary. Every id of the base stays.

    The merges are learned on the corpus as the base itself segments it, from words alone. A guide that knows roots leaves out words without
    one.

    Parameters
    ----------
    base : a folder with a ``tokenizer.json``, or the file; a SentencePiece ``.model`` of type BPE; a tokenizer of kind ``bpe`` or what
        `morfem.convert` has made of ranks.
    corpus : texts in the language, as for `morfem.train.bpe`.
    add : number of new ids.
    boundaries : the guide: a tokenizer, a file of words that are cut, or a callable. Without one, the most frequent pairs are merged.
    boundary_rule : ``"cuts"``: no new token crosses a cut of the guide between morphemes; ``"tokens"``: a new token may also be a run of
        whole morphemes. Merges that make a whole morpheme come first, joins of several last. The base's own tokens stay as they are,
        wherever they end. ``"words"``, without a guide: a new token is a run of whole words, as in the second stage of SuperBPE (Liu et
        al. 2025); the base needs a splitter that leaves several words in a chunk, such as ``"phrases"``.
    crossing_cost : how many occurrences of a pair outweigh one that breaks the rule.
    min_count : pairs that occur less often are not merged.
    unchanged : texts whose ids should stay, such as English and code. A pair that occurs in them is merged only if it is a thousand times
        as frequent in the corpus.
    language : its code; a guide of another one is refused.
    name : of the tokenizer; by default the base's, with ``-extended``.
    hold_out : leave every so many texts of the corpus out, for `Extension.report`.
    on_bad_text, threads, progress : as for every training.

    Returns
    -------
    The tokenizer, its new ids, and ways to measure and to save it.

    Raises
    ------
    TrainingError : if the corpus is empty or supports fewer tokens, or is in another language than the guide.
    MorfemError : if the base is no byte-pair encoding, or an option has an invalid value.
    VocabularyError : if a new token would be spelled like a special of the base.

    >>> import morfem
    >>> base = morfem.train.bpe(["the cat sat on the mat"] * 9, vocab_size=270, progress=False)
    >>> extension = morfem.train.extend(base, ["kitaplar kitaptan evler evden"] * 9, add=12, progress=False)
    >>> base.encode("the cat").ids == extension.tokenizer.encode("the cat").ids
    True
    >>> int(extension.new_ids.min()) == base.vocab_size, extension.tokenizer.count(" kitaplar") < base.count(" kitaplar")
    (True, True)
    """
    start, source = _base(base)
    splitter = start.record["splitter"]
    if splitter == "whole":  # chunks are texts, of which no two are the same
        splitter = "space_runs"
    texts = Corpus([] if isinstance(corpus, ChunkCounts) else corpus, hold_out=hold_out, on_bad_text=on_bad_text)
    guide = Guided() if boundaries is None else guided(boundaries, language)
    reading = Reading(texts, splitter, progress)
    kept = None if unchanged is None else Reading(Corpus(unchanged, on_bad_text=on_bad_text), splitter, progress)

    def read() -> tuple[ChunkCounts, ChunkCounts | None, bytes | None]:
        counts = corpus if isinstance(corpus, ChunkCounts) else reading()
        return counts, None if kept is None else kept(), None if guide.cut_words is None else guide.cut_words(counts)

    options = {"add": add, "min_count": min_count, "boundary_rule": boundary_rule, "crossing_cost": crossing_cost}
    with Meter(progress, of=texts.names if texts.files else "") as meter:
        tokenizer, new_ids = _extend(start, read, options=json.dumps(options), guide=guide.tokenizer, threads=threads, progress=meter)
    training = {**reading.record, "options": options, "boundaries": guide.record, "base": start.record["training"]}
    named = tokenizer.with_record(name=name or f"{start.name}-extended", language=language, training=training)
    return Extension(named, new_ids, start, guide.tokenizer, source)


def check_new(folder: Path) -> None:
    """Refuses a folder that is not empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise MorfemError(f"{folder}: exists and is not an empty folder; choose another")


def _base(base: Tokenizer | str | os.PathLike[str]) -> tuple[Tokenizer, Path | None]:
    """The tokenizer, and the `tokenizer.json` that it was read from."""
    if isinstance(base, Tokenizer):
        return base, None
    if not isinstance(base, str | os.PathLike):
        raise wrong_type("base", base, "a tokenizer, or the path of one")
    path = Path(base)
    if path.suffix == ".model":
        return convert.from_sentencepiece(path), None
    if (path / TOKENIZER).is_file():
        path /= TOKENIZER
    if path.suffix == ".json":
        return convert.from_tokenizers(path), path
    if path.suffix == ".tiktoken":
        raise MorfemError(f"base: {path} is a file of ranks, which does not say how texts are cut; give morfem.convert.from_tiktoken(...)")
    return load(base), None


def _changed(base: Tokenizer, tokenizer: Tokenizer, corpus: Source) -> float:
    """The share of the lines whose ids differ."""
    lines = changed = 0
    for texts in Corpus(corpus).lines_with_text(BATCH):
        (one, ends), (other, other_ends) = base.encode_ids_batch(texts), tokenizer.encode_ids_batch(texts)
        lines += len(texts)
        changed += sum(
            not np.array_equal(one[ends[place] : ends[place + 1]], other[other_ends[place] : other_ends[place + 1]])
            for place in range(len(texts))
        )
    return changed / max(lines, 1)
