"""The tokenizers of the tests.

`BUILDERS` lists them: every bundled tokenizer, small tokenizers trained here on sentences of our own, and imported ones. A test with the
fixture `tokenizer` runs once for each, so a system that is added to the list is tested for all laws. Tests of properties of the program,
such as its memory, use the fixture `program`: small tokenizers, which load quickly.
"""

import functools
import gc
import os
import random
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# NumPy starts the threads of OpenBLAS when it is imported, which costs each of our many processes .1 s; no test is faster with them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import morfem
import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from numpy.typing import NDArray

TEXTS = Path(__file__).parent / "texts"
PACKS = Path(__file__).parents[1] / "python" / "morfem" / "languages"
TEST_PACKS = Path(__file__).parent / "packs"
LANGUAGES = ("tr", "he", "ar", "ms", "ko")

settings.register_profile("laws", max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("laws")


@pytest.fixture(scope="session", autouse=True)
def _interrupts_arrive() -> None:
    """Accept Ctrl-C: a shell starts background jobs with interrupts ignored, and tests send them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection; there are thousands, and they are never freed."""
    gc.freeze()


@functools.cache
def sentences(language: str) -> list[str]:
    """Our own sentences in a language."""
    return (TEXTS / f"{language}.txt").read_text(encoding="utf-8").splitlines()


def sentences_for(name: str) -> list[str]:
    """Our own sentences in the language of a bundled tokenizer; some in each language if it has several."""
    language = morfem.load(name).language
    return sentences(language) if (TEXTS / f"{language}.txt").is_file() else [line for each in LANGUAGES for line in sentences(each)[:20]]


@functools.cache
def training_texts() -> list[str]:
    """Our own sentences, and the same with their words in other orders, so that words repeat in other contexts."""
    rng = random.Random(0)
    texts = [line for language in LANGUAGES for line in sentences(language)]
    for line in list(texts):
        words = line.split(" ")
        for _ in range(3):
            rng.shuffle(words)
            texts.append(" ".join(words))
    return texts


def _small_bpe() -> morfem.Tokenizer:
    return morfem.train.bpe(training_texts(), vocab_size=1200, progress=False)


def _bpe_without_specials() -> morfem.Tokenizer:
    return morfem.train.bpe(training_texts(), vocab_size=600, special_tokens=(), pretokenizer="words", progress=False)


def _small_unigram() -> morfem.Tokenizer:
    return morfem.train.unigram(training_texts(), vocab_size=1200, progress=False)


def _unigram_over_any_bytes() -> morfem.Tokenizer:
    """A Unigram model whose pieces end inside characters: the difficult case for spans and streaming."""
    return morfem.train.unigram(training_texts(), vocab_size=900, unit_rule="any", progress=False)


def _small_thunder() -> morfem.Tokenizer:
    korean = [line for line in training_texts() if any("가" <= c <= "힣" for c in line)]
    return morfem.train.thunder(korean, vocab_size=800, progress=False)


def _small_splinter(language: str, **options: Any) -> morfem.Tokenizer:
    """Words as residue and reductions."""
    options = {"vocab_size": 1200, "alphabet": PACKS / language / "alphabet.tsv", "min_count": 1, "progress": False, **options}
    tokenizer: morfem.Tokenizer = morfem.train.splinter(sentences(language) * 2, **options)
    return tokenizer


def _splinter_of_units() -> morfem.Tokenizer:
    """Words as prefixes, root, pattern and suffixes."""
    return _small_splinter(
        "he",
        clitics=PACKS / "he" / "clitics.tsv",
        vocab_size=700,
        whole_share=0.4,
        root_share=0.2,
        pattern_share=0.1,
        piece_share=0.15,
    )


def _toy() -> morfem.Tokenizer:
    """Runs of vowels and of consonants: the system that only the tests have."""
    tokenizer: morfem.Tokenizer = vars(morfem.train)["toy"](training_texts(), vocab_size=400, progress=False)
    return tokenizer


def _sentencepiece(**options: Any) -> morfem.Tokenizer:
    settings = {"model_type": "unigram", "vocab_size": 900, "byte_fallback": True, "normalization_rule_name": "identity", **options}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        trainer = pytest.importorskip("sentencepiece").SentencePieceTrainer
    with tempfile.TemporaryDirectory() as folder:
        trainer.train(
            sentence_iterator=iter(training_texts()),
            model_prefix=f"{folder}/small",
            hard_vocab_limit=False,
            character_coverage=0.9995,
            minloglevel=2,
            **settings,
        )
        return morfem.convert.from_sentencepiece(f"{folder}/small.model")


def _tokenizers_bpe() -> morfem.Tokenizer:
    """Byte-level BPE that puts a space before every text."""
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.Tokenizer(tokenizers.models.BPE())
    model.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=True)
    model.decoder = tokenizers.decoders.ByteLevel()
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=900, special_tokens=["<s>", "</s>"], initial_alphabet=alphabet, show_progress=False)
    model.train_from_iterator(training_texts(), trainer)
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/tokenizer.json")
        return morfem.convert.from_tokenizers(f"{folder}/tokenizer.json")


def _tokenizers_nfc() -> morfem.Tokenizer:
    """Byte-level BPE that normalises, and finds an added token in any text."""
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.Tokenizer(tokenizers.models.BPE())
    pattern = tokenizers.Regex(morfem._core.splitter_pattern("o200k"))
    bytes_ = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    model.pre_tokenizer = tokenizers.pre_tokenizers.Sequence([tokenizers.pre_tokenizers.Split(pattern, "isolated"), bytes_])
    model.normalizer = tokenizers.normalizers.NFC()
    model.decoder = tokenizers.decoders.ByteLevel()
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=900, special_tokens=["<s>"], initial_alphabet=alphabet, show_progress=False)
    model.train_from_iterator(training_texts(), trainer)
    model.add_tokens([tokenizers.AddedToken(" ve", normalized=False)])
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/tokenizer.json")
        return morfem.convert.from_tokenizers(f"{folder}/tokenizer.json")


def _finnish_mft() -> morfem.Tokenizer:
    """MFT for Finnish, with the small pack of the tests."""
    finnish = TEST_PACKS / "finnish"
    texts = (finnish / "sentences.txt").read_text(encoding="utf-8").splitlines()
    return morfem.train.mft(texts + training_texts(), pack=finnish, vocab_size=1200, progress=False)


class Endings:
    """A teacher with boundaries before a few endings."""

    ENDINGS = ("lar", "ler", "dan", "den", "da", "de", "nın", "nin", "ki")

    def boundaries(self, words: list[str], /) -> list[NDArray[np.float32]]:
        """High probabilities before an ending, low ones elsewhere."""
        return [np.array([0.9 if word.startswith(self.ENDINGS, at) else 0.1 for at in range(1, len(word))], np.float32) for word in words]


def _small_morpheus() -> morfem.Tokenizer:
    turkish = Path(__file__).parents[1] / "python" / "morfem" / "languages" / "tr"
    return morfem.train.morpheus(
        training_texts(),
        pack=turkish,
        network=Endings(),
        vocab_size=1500,
        pieces=600,
        merges=100,
        exceptions=50,
        min_words=1,
        progress=False,
    )


def _small_union() -> morfem.Tokenizer:
    """A union whose members have roots and affixes, tokens that interleave, and a script that two of them share."""
    members = ["tr-mft", "he-splinter", "ms-splinter"]
    texts = {language: sentences(language) for language in ("tr", "he", "ms")}
    english = ["The children wrote letters, and the letters were sent.", "I do not know where the old books of the house are."]
    return morfem.train.union(members, texts=texts, general=english, vocab_size=9000, general_share=0.02, progress=False)


BUILDERS: dict[str, Callable[[], morfem.Tokenizer]] = {
    **{name: functools.partial(morfem.load, name) for name in morfem.available()},
    "bpe": _small_bpe,
    "bpe-without-specials": _bpe_without_specials,
    "unigram": _small_unigram,
    "unigram-any-bytes": _unigram_over_any_bytes,
    "thunder": _small_thunder,
    "splinter-ar": functools.partial(_small_splinter, "ar"),
    "splinter-ms": functools.partial(_small_splinter, "ms"),
    "splinter-units": _splinter_of_units,
    "mft-finnish": _finnish_mft,
    "morpheus-merged": _small_morpheus,
    "sentencepiece": _sentencepiece,
    "sentencepiece-nfkc": functools.partial(_sentencepiece, normalization_rule_name="nmt_nfkc", byte_fallback=False),
    "sentencepiece-bpe": functools.partial(
        _sentencepiece, model_type="bpe", normalization_rule_name="nmt_nfkc", user_defined_symbols=["ve", "▁▁", "a"]
    ),
    "tokenizers-bpe": _tokenizers_bpe,
    "tokenizers-nfc": _tokenizers_nfc,
    "small union": _small_union,
    **({"toy": _toy} if hasattr(morfem.train, "toy") else {}),
}

# One for each way to encode.
PROGRAMS = ("bpe", "unigram-any-bytes", "splinter-ms", "splinter-units", "mft-finnish", "morpheus-merged", "sentencepiece")


@functools.cache
def build(name: str) -> morfem.Tokenizer:
    """The tokenizer of that name, made once."""
    return BUILDERS[name]()


@pytest.fixture(scope="session", params=list(BUILDERS))
def tokenizer(request: pytest.FixtureRequest) -> morfem.Tokenizer:
    """Each of the tokenizers in turn."""
    return build(request.param)


@pytest.fixture(scope="session", params=PROGRAMS)
def program(request: pytest.FixtureRequest) -> morfem.Tokenizer:
    """A small tokenizer of each program in turn."""
    return build(request.param)


@pytest.fixture(scope="session")
def saved(tokenizer: morfem.Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the artefact of `tokenizer`. Tests that damage it work on a copy."""
    folder = tmp_path_factory.mktemp("artefacts") / "saved"
    tokenizer.save(folder)
    return folder


@pytest.fixture(scope="session")
def bpe() -> morfem.Tokenizer:
    """The small BPE tokenizer, for tests of what does not depend on the system."""
    return build("bpe")


@pytest.fixture
def fork_is_wanted() -> Iterator[None]:
    """Silences Python's warning about forking a process with threads, because the test does so on purpose."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield
