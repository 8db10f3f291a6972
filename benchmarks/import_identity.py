"""Do imported tokenizers give the ids of the original library, on lines of five languages?

    python benchmarks/import_identity.py --lines 5000
    python benchmarks/import_identity.py --published --file tokenizer.json --ranks cl100k=cl100k_base.tiktoken

Small models are trained by the other libraries on the lines before; `--published` leaves them out. The PyPI packages litellm and
llama-index-core contain published files: the ranks cl100k (9b5ad71b...) and o200k (fb374d41...) of tiktoken, and a `tokenizer.json`.
The table has three counts of lines for each model; the second and the third should be 0.

- original alters: lines whose ids, as the original gives them, stand for another text, or which have an unknown character;
- differs elsewhere: of the other lines, those on which the import gives other ids;
- not given back: of all lines, those that the import does not decode to the same text.

SentencePiece adds scores in 32 bits, so it may choose another of two splits with the same score. Up to one line in a thousand is accepted.
"""

import argparse
import io
import sys
import tempfile
import warnings
from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import morfem
import morfem.convert
import tiktoken.load
from texts import lines
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sentencepiece

Encode = Callable[[list[str]], list[list[int]]]
LANGUAGES = ["tr", "ko", "he", "ar", "ms"]
TIKTOKEN = {
    "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    "cl100k": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
}
"""Patterns as tiktoken writes them, where it has another spelling than the splitter."""


def of_sentencepiece(training: list[str], vocab_size: int, **options: Any) -> bytes:
    model = io.BytesIO()
    settings = {"vocab_size": vocab_size, "character_coverage": 0.9995, "num_threads": 2, "minloglevel": 2} | options
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(training), model_writer=model, **settings)
    return model.getvalue()


def of_tokenizers(training: list[str], model: Any, trainer: Any, **parts: Any) -> bytes:
    tokenizer = Tokenizer(model)
    for name, part in parts.items():
        setattr(tokenizer, name, part)
    tokenizer.train_from_iterator(training, trainer)
    return str(tokenizer.to_str()).encode()


def byte_level(training: list[str], vocab_size: int, splitter: str, normalizer: Any) -> bytes:
    cut = pre_tokenizers.Split(Regex(morfem._core.splitter_pattern(splitter)), "isolated")
    parts: dict[str, Any] = {
        "pre_tokenizer": pre_tokenizers.Sequence([cut, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]),
        "decoder": decoders.ByteLevel(),
    }
    if normalizer:
        parts["normalizer"] = normalizer
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, initial_alphabet=alphabet, special_tokens=["<s>"], show_progress=False)
    return of_tokenizers(training, models.BPE(), trainer, **parts)


def ranks(training: list[str], vocab_size: int, splitter: Any) -> bytes:
    trained = morfem.train.bpe(training, vocab_size=vocab_size, pretokenizer=splitter, special_tokens=[], progress=False)
    return b"".join(b64encode(trained.decode_bytes([token])) + b" %d\n" % token for token in range(trained.vocab_size))


def of_tiktoken(content: bytes, splitter: str) -> Encode:
    pattern = TIKTOKEN.get(splitter, morfem._core.splitter_pattern(splitter))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ranks")
        path.write_bytes(content)
        mergeable = tiktoken.load.load_tiktoken_bpe(str(path))
    encoding = tiktoken.Encoding(splitter, pat_str=pattern, mergeable_ranks=mergeable, special_tokens={})
    return encoding.encode_ordinary_batch


def given(files: list[Path], rank_files: list[str]) -> Iterator[tuple[str, str, bytes]]:
    """Name, format and content of each file that the command names."""
    for path in files:
        yield path.name, "spm" if path.suffix == ".model" else "tokenizer.json", path.read_bytes()
    for splitter, _, place in (named.partition("=") for named in rank_files):
        yield f"tiktoken, {splitter}, as published", f"tiktoken {splitter}", Path(place).read_bytes()


def cases(training: list[str], vocab_size: int) -> Iterator[tuple[str, str, bytes]]:
    """Name, format and content of each small model."""
    for kind in ("unigram", "bpe"):
        for rule, has_bytes in (("identity", True), ("nmt_nfkc", True), ("nmt_nfkc_cf", False)):
            content = of_sentencepiece(training, vocab_size, model_type=kind, normalization_rule_name=rule, byte_fallback=has_bytes)
            yield f"SentencePiece {kind}, {rule}{'' if has_bytes else ', no bytes'}", "spm", content
    for splitter, normalizer in (("llama3", None), ("cl100k", None), ("o200k", None), ("qwen2", normalizers.NFC())):
        name = f"tokenizers BPE, {splitter}{', NFC' if normalizer else ''}"
        yield name, "tokenizer.json", byte_level(training, vocab_size, splitter, normalizer)
    for splitter in ("gpt2", "cl100k", "o200k"):
        yield f"tiktoken, {splitter}", f"tiktoken {splitter}", ranks(training, vocab_size, splitter)
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, special_tokens=["<unk>"], limit_alphabet=1000, show_progress=False)
    llama2 = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    words = [f" {word}" for line in training for word in line.split(" ")]
    yield (
        "tokenizers BPE over characters, ▁, no bytes",
        "tokenizer.json",
        of_tokenizers(words, models.BPE(unk_token="<unk>", fuse_unk=True), trainer, normalizer=llama2),
    )


def main() -> int:
    root = Path(__file__).parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, default=root / "../shared/data/corpora", help="folder with tr.txt.xz and others")
    parser.add_argument("--lines", type=int, default=5000, help="number of lines to compare, over all languages")
    parser.add_argument("--training-lines", type=int, default=1000, help="of each language")
    parser.add_argument("--vocab-size", type=int, default=8000)
    parser.add_argument("--file", type=Path, nargs="*", default=[], help="more files to compare: .model or tokenizer.json")
    parser.add_argument("--ranks", nargs="*", default=[], metavar="PATTERN=FILE", help="more files to compare, of tiktoken")
    parser.add_argument("--published", action="store_true", help="compare the named files alone")
    options = parser.parse_args()
    training: list[str] = []
    texts: list[str] = []
    share = options.lines // len(LANGUAGES)
    for language in LANGUAGES:
        read = list(islice(lines(options.corpora, language), options.training_lines + share))
        training += read[: options.training_lines]
        texts += read[options.training_lines :]
    is_good = True
    print(f"{len(texts)} lines\n")
    print("| file | original alters | differs elsewhere | not given back |")
    print("|---|---|---|---|")
    small = () if options.published else cases(training, options.vocab_size)
    for name, format, content in chain(given(options.file, options.ranks), small):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "file")
            path.write_bytes(content)
            if format.startswith("tiktoken"):
                ours = morfem.convert.from_tiktoken(path, pattern=format.split()[1])
            else:
                convert = morfem.convert.from_sentencepiece if format == "spm" else morfem.convert.from_tokenizers
                ours = convert(path)
        if format == "spm":
            theirs = sentencepiece.SentencePieceProcessor(model_proto=content).encode(texts)
        elif format.startswith("tiktoken"):
            theirs = of_tiktoken(content, format.split()[1])(texts)
        else:
            encodings = Tokenizer.from_str(content.decode()).encode_batch(texts, add_special_tokens=False)
            theirs = [encoding.ids for encoding in encodings]
        ids = [ours.encode_ids(text).tolist() for text in texts]
        unknown = ours.token_to_id("<unk>")
        altered = [unknown in found or ours.decode(found) != text for found, text in zip(theirs, texts, strict=True)]
        elsewhere = sum(own != other for own, other, is_altered in zip(ids, theirs, altered, strict=True) if not is_altered)
        lost = sum(ours.decode(own) != text for own, text in zip(ids, texts, strict=True))
        print(f"| {name} | {sum(altered)} | {elsewhere} | {lost} |", flush=True)
        is_good &= not lost and elsewhere <= len(texts) // 1000
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
