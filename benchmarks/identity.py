"""Are the ids of imported and exported tokenizers those of the other library, line by line, on real text?

    python benchmarks/identity.py                    Turkish and Korean, 20,000 lines each
    python benchmarks/identity.py --lines 2000 --training-lines 20000 --vocab-size 8000

Models are trained by the other libraries, and by morfem, on the first lines of a corpus, and compared on the lines that follow.
SentencePiece sums scores over a whole line in 32 bits, so some lines differ because two splits have the same score within its rounding.
Such ties are found by their scores and counted separately, and the first one is shown. Any other difference makes the exit status 1.

Peers: `pip install --group bench`. Models are kept in --work and used again.
"""

import argparse
import base64
import json
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any

import morfem
import morfem.convert
import morfem.train
import tiktoken
from texts import lines
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sentencepiece

Encode = Callable[[list[str]], list[list[int]]]
SPECIALS = ["<unk>", "<s>", "</s>"]
# The relative error of one rounding to 32 bits.
ROUNDING = 2.0**-24


@dataclass
class Case:
    """A tokenizer of morfem, the same one in another library, and the scores of ids if 32-bit sums may tie."""

    what: str
    ours: morfem.Tokenizer
    theirs: Encode
    scores: list[float] | None = None


@dataclass
class Bench:
    """Texts of a language, and a folder for models trained on them."""

    corpora: Path
    work: Path
    language: str
    training_lines: int
    vocab_size: int

    def path(self, name: str) -> Path:
        return self.work / f"{self.language}-{self.training_lines}-{self.vocab_size}-{name}"

    def training_file(self, count: int) -> Path:
        path = self.work / f"{self.language}-first-{count}.txt"
        if not path.exists():
            path.write_text(
                "".join(f"{line}\n" for line in islice(lines(self.corpora, self.language), count)), encoding="utf-8", newline=""
            )
        return path

    def other_lines(self, count: int) -> list[str]:
        return list(islice(lines(self.corpora, self.language), self.training_lines, self.training_lines + count))


def in_sentencepiece(path: Path) -> Encode:
    processor = sentencepiece.SentencePieceProcessor(model_file=str(path))
    return lambda texts: [list(ids) for ids in processor.encode(texts)]


def in_tokenizers(path: Path) -> Encode:
    tokenizer = Tokenizer.from_file(str(path))
    return lambda texts: [encoding.ids for encoding in tokenizer.encode_batch(texts, add_special_tokens=False)]


def in_tiktoken(path: Path, pattern: str) -> Encode:
    entries = (line.split(" ") for line in path.read_text(encoding="ascii").splitlines())
    ranks = {base64.b64decode(token): int(rank) for token, rank in entries}
    encoding = tiktoken.Encoding(path.name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return lambda texts: encoding.encode_ordinary_batch(texts, num_threads=1)


def exported(tokenizer: morfem.Tokenizer, format: Any, path: Path) -> Path:
    tokenizer.export(format, path)
    return path


def of_sentencepiece(bench: Bench) -> Iterator[Case]:
    """Models of SentencePiece, imported, and exported again."""
    for what, keeps in (("removes extra spaces", False), ("keeps spaces", True)):
        path = bench.path(f"sentencepiece-{'keeps' if keeps else 'removes'}.model")
        if not path.exists():
            sentencepiece.SentencePieceTrainer.train(
                input=str(bench.training_file(bench.training_lines)),
                model_prefix=str(path.with_suffix("")),
                model_type="unigram",
                vocab_size=bench.vocab_size,
                character_coverage=0.9995,
                byte_fallback=True,
                normalization_rule_name="identity",
                remove_extra_whitespaces=not keeps,
                num_threads=2,
                minloglevel=2,
            )
        ours = morfem.convert.from_sentencepiece(path)
        processor = sentencepiece.SentencePieceProcessor(model_file=str(path))
        scores = [processor.get_score(id) for id in range(processor.vocab_size())]
        yield Case(f"SentencePiece, {what}", ours, in_sentencepiece(path), scores)
        yield Case("- back to .model", ours, in_sentencepiece(exported(ours, "spm", bench.path("back.model"))), scores)
        yield Case("- to tokenizer.json", ours, in_tokenizers(exported(ours, "tokenizer.json", bench.path("spm.json"))))


def of_tokenizers(bench: Bench, unigram_lines: int) -> Iterator[Case]:
    """Models of tokenizers, imported, and exported again. Its Unigram trainer is slow, so it gets fewer lines."""
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    options = {"special_tokens": SPECIALS, "show_progress": False}
    spaces = pre_tokenizers.Metaspace(prepend_scheme="always")
    made: dict[str, tuple[Any, Any, Any, int]] = {
        "BPE over bytes": (
            models.BPE(),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
            trainers.BpeTrainer(vocab_size=bench.vocab_size, initial_alphabet=alphabet, **options),
            bench.training_lines,
        ),
        "Unigram over bytes": (
            models.Unigram(),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
            trainers.UnigramTrainer(vocab_size=bench.vocab_size, initial_alphabet=alphabet, unk_token="<unk>", **options),
            unigram_lines,
        ),
        "Unigram, Metaspace": (
            models.Unigram(),
            spaces,
            trainers.UnigramTrainer(vocab_size=bench.vocab_size, unk_token="<unk>", **options),
            unigram_lines,
        ),
    }
    for what, (model, pre_tokenizer, trainer, count) in made.items():
        path = bench.path(f"tokenizers-{what.lower().replace(',', '').replace(' ', '-')}.json")
        if not path.exists():
            tokenizer = Tokenizer(model)
            tokenizer.pre_tokenizer = pre_tokenizer
            if pre_tokenizer is not spaces:
                tokenizer.decoder = decoders.ByteLevel()
            tokenizer.train([str(bench.training_file(count))], trainer)
            path.write_text(with_bytes(tokenizer.to_str()) if pre_tokenizer is spaces else tokenizer.to_str(), encoding="utf-8")
        ours = morfem.convert.from_tokenizers(path)
        yield Case(f"tokenizers, {what}", ours, in_tokenizers(path))
        yield Case("- back to tokenizer.json", ours, in_tokenizers(exported(ours, "tokenizer.json", bench.path("back.json"))))
        if ours.kind == "bpe":
            yield Case("- to tiktoken", ours, in_tiktoken(exported(ours, "tiktoken", bench.path("back.tiktoken")), pattern_of(ours)))


def with_bytes(file: str) -> str:
    """A Unigram file with byte fallback, which the library's trainer cannot write."""
    read = json.loads(file)
    read["model"]["vocab"] += [[f"<0x{byte:02X}>", 0.0] for byte in range(256)]
    read["model"]["byte_fallback"] = True
    return json.dumps(read)


def pattern_of(tokenizer: morfem.Tokenizer) -> str:
    return morfem._core.splitter_pattern(tokenizer.record["splitter"])


def of_morfem(bench: Bench) -> Iterator[Case]:
    """Our own models, exported."""
    text = str(bench.training_file(bench.training_lines))
    trained: dict[str, Callable[[], morfem.Tokenizer]] = {
        "BPE": lambda: morfem.train.bpe(text, vocab_size=bench.vocab_size, progress=False),
        "Unigram": lambda: morfem.train.unigram(text, vocab_size=bench.vocab_size, progress=False),
    }
    if bench.language == "ko":
        trained["Thunder-Tok"] = lambda: morfem.train.thunder(text, vocab_size=bench.vocab_size, progress=False)
    for what, train in trained.items():
        folder = bench.path(f"morfem-{what.lower()}")
        if not folder.exists():
            train().save(folder)
        ours = morfem.load(folder)
        yield Case(f"morfem, {what}, to tokenizer.json", ours, in_tokenizers(exported(ours, "tokenizer.json", bench.path("own.json"))))
        if what == "BPE":
            yield Case("- to tiktoken", ours, in_tiktoken(exported(ours, "tiktoken", bench.path("own.tiktoken")), pattern_of(ours)))
    for name in morfem.available():
        ours = morfem.load(name)
        if ours.language == bench.language:
            yield Case(f"{name}, to tokenizer.json", ours, in_tokenizers(exported(ours, "tokenizer.json", bench.path(f"{name}.json"))))


def is_tie(scores: list[float], ours: Iterable[int], theirs: Iterable[int]) -> bool:
    """Whether two splits have the same score within the rounding of 32-bit sums."""
    ours, theirs = list(ours), list(theirs)
    sums = [sum(scores[id] for id in ids) for ids in (ours, theirs)]
    return abs(sums[0] - sums[1]) <= ROUNDING * abs(sums[0]) * (len(ours) + len(theirs))


def compare(case: Case, texts: list[str], language: str) -> bool:
    """Prints a row. True if all lines agree except for ties."""
    flat, starts = case.ours.encode_ids_batch(texts)
    ours = [flat[start:end].tolist() for start, end in pairwise(starts)]
    theirs = case.theirs(texts)
    different = [index for index, ids in enumerate(ours) if ids != theirs[index]]
    ties = [index for index in different if case.scores and is_tie(case.scores, ours[index], theirs[index])]
    print(f"| {language} | {case.what} | {len(texts):,} | {len(different)} | {len(ties)} |", flush=True)
    for index in [index for index in different if index not in ties][:3] + ties[:1]:
        at = next(place for place, pair in enumerate(zip(ours[index], theirs[index], strict=False)) if pair[0] != pair[1])
        pieces = [[case.ours.id_to_token(id) for id in ids[at : at + 6]] for ids in (ours[index], theirs[index])]
        print(f"    {' '.join(pieces[0])}   there: {' '.join(pieces[1])}")
    return len(different) == len(ties) and len(ties) * 1000 <= len(texts)


def main() -> int:
    root = Path(__file__).parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, default=root / "../shared/data/corpora", help="folder with tr.txt.xz and ko.txt.xz")
    parser.add_argument("--work", type=Path, default=root / "target/identity", help="folder for models")
    parser.add_argument("--languages", nargs="+", default=["tr", "ko"])
    parser.add_argument("--lines", type=int, default=20_000, help="lines compared")
    parser.add_argument("--training-lines", type=int, default=200_000)
    parser.add_argument("--unigram-lines", type=int, default=20_000, help="training lines for the Unigram trainer of tokenizers")
    parser.add_argument("--vocab-size", type=int, default=32_000)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    agree = True
    print("| language | model | lines | differ | of these ties |\n|---|---|---|---|---|")
    for language in options.languages:
        if not (options.corpora / f"{language}.txt.xz").exists():
            print(
                f"{options.corpora}/{language}.txt.xz is absent: nothing compared for {language}; say where the corpora lie with --corpora"
            )
            continue
        bench = Bench(options.corpora, options.work, language, options.training_lines, options.vocab_size)
        texts = bench.other_lines(options.lines)
        for case in chain(of_morfem(bench), of_sentencepiece(bench), of_tokenizers(bench, options.unigram_lines)):
            agree &= compare(case, texts, language)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
