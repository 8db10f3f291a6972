"""How each baseline is trained: `TRAINERS` maps its name to a function of the training text and the place of the result.

All vocabularies have 32,768 entries, and all trainers get every training line unless the table says otherwise. Each library is used
as its own users use it, with two exceptions that keep the comparison about segmentation: text is not normalised, and what a library drops
by default when a line is long or its alphabet rare is kept as far as the library can.

=====================  ====================================================================================================
morfem-bpe             byte-level BPE, GPT-2's splitter
morfem-bpe-o200k       the same with the splitter of o200k, which leaves vowel points in their words
morfem-unigram         Unigram, whole characters, 256 bytes
sentencepiece-bpe      `--model_type=bpe`, byte fallback, identity normalisation, white space kept
sentencepiece-unigram  the same with `--model_type=unigram`
tokenizers-bpe         byte-level BPE, GPT-2's splitter
tokenizers-unigram     Unigram over Metaspace, `<unk>` (the trainer knows no byte fallback); Korean, Hebrew and Arabic from every fourth
                       training line, since all of Turkish, the next smaller corpus, took 27 minutes on two busy cores
morfessor-log          Morfessor Baseline (Creutz and Lagus 2007) on the words that occur three times or more, counts dampened to
                       their logarithm (Virpioja et al. 2013); it chooses the size of its lexicon
morfessor-types        the same with every word counted once, which makes it cut far more
=====================  ====================================================================================================
"""

import gzip
import math
import random
import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from texts import lines, word_counts

VOCABULARY = 32_768
THREADS = 2
COVERAGE = 0.9995
LEAST_COUNT = 3
SAMPLED = {"ko": 4, "he": 4, "ar": 4}  # language -> N: the slow trainer gets every Nth training line
LONGEST_LINE = 1_000_000  # bytes; by default, SentencePiece leaves out lines longer than 4,192


def _morfem(kind: str, **options: str) -> Callable[[Path, Path, str], None]:
    def train(text: Path, target: Path, language: str) -> None:
        import morfem.train

        function: Callable[..., morfem.Tokenizer] = morfem.train.bpe if kind == "bpe" else morfem.train.unigram
        function(text, vocab_size=VOCABULARY, threads=THREADS, progress=False, language=language, **options).save(target)

    return train


def _sentencepiece(kind: str) -> Callable[[Path, Path, str], None]:
    def train(text: Path, target: Path, language: str) -> None:
        import sentencepiece

        options: dict[str, Any] = {
            "model_type": kind,
            "vocab_size": VOCABULARY,
            "normalization_rule_name": "identity",
            "remove_extra_whitespaces": False,
            "byte_fallback": True,
            "max_sentence_length": LONGEST_LINE,
            "character_coverage": COVERAGE,
        }
        prefix = target.with_suffix(".training")
        sentencepiece.SentencePieceTrainer.train(input=str(text), model_prefix=str(prefix), num_threads=THREADS, minloglevel=1, **options)
        prefix.with_name(f"{prefix.name}.vocab").unlink()
        prefix.with_name(f"{prefix.name}.model").replace(target)

    return train


def _tokenizers_bpe(text: Path, target: Path, language: str) -> None:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(lines(text), trainers.BpeTrainer(vocab_size=VOCABULARY, initial_alphabet=alphabet, show_progress=False))
    tokenizer.save(str(target))


def _tokenizers_unigram(text: Path, target: Path, language: str) -> None:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=VOCABULARY, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False)
    sample = list(islice(lines(text), 0, None, SAMPLED.get(language, 1)))
    tokenizer.train_from_iterator(sample, trainer)
    tokenizer.save(str(target))


def _morfessor(dampening: str) -> "Trainer":
    def train(text: Path, target: Path, language: str) -> None:
        import morfessor

        morfessor.utils.show_progress_bar = False
        counts = {word: count for word, count in word_counts(text, language).items() if count >= LEAST_COUNT}
        random.seed(0)  # seed of the order in which Morfessor visits the words
        model = morfessor.BaselineModel()
        # The rules of its option `--dampening`, which cannot be imported because they are inside its command.
        dampened: Callable[[int], int] = (lambda count: round(math.log2(count + 1))) if dampening == "log" else (lambda count: 1)
        model.load_data([(counts[word], word) for word in sorted(counts)], count_modifier=dampened)
        model.train_batch()
        rows = sorted(model.get_segmentations(), key=lambda row: row[1])
        table = "".join(f"{count} {' + '.join(morphs)}\n" for count, _, morphs in rows)
        target.write_bytes(gzip.compress(table.encode(), mtime=0))

    return train


Trainer = Callable[[Path, Path, str], None]
# Name -> its training function, and the name of its file or folder.
TRAINERS: dict[str, tuple[Trainer, str]] = {
    "morfem-bpe": (_morfem("bpe"), "morfem-bpe"),
    "morfem-bpe-o200k": (_morfem("bpe", pretokenizer="o200k"), "morfem-bpe-o200k"),
    "morfem-unigram": (_morfem("unigram"), "morfem-unigram"),
    "sentencepiece-bpe": (_sentencepiece("bpe"), "sentencepiece-bpe.model"),
    "sentencepiece-unigram": (_sentencepiece("unigram"), "sentencepiece-unigram.model"),
    "tokenizers-bpe": (_tokenizers_bpe, "tokenizers-bpe.json"),
    "tokenizers-unigram": (_tokenizers_unigram, "tokenizers-unigram.json"),
    "morfessor-log": (_morfessor("log"), "morfessor-log.txt.gz"),
    "morfessor-types": (_morfessor("ones"), "morfessor-types.txt.gz"),
}


def train(name: str, text: Path, folder: Path, language: str) -> None:
    """Trains a baseline into its place in `folder`, completely or not at all."""
    trainer, file = TRAINERS[name]
    unfinished = folder / f"unfinished-{file}"
    if unfinished.is_dir():
        shutil.rmtree(unfinished)
    trainer(text, unfinished, language)
    unfinished.replace(folder / file)
