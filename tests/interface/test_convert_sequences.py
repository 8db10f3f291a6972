"""The ways in which models cut texts, in small tokenizers that the `tokenizers` library trains: imports have its ids on every text."""

import functools
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import morfem
import pytest
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from tests.conftest import training_texts
from tests.interface.test_convert_normalised import ALL
from tests.interface.test_splitters import EDGES
from tests.laws.adversarial import SHORT

BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
GPT2 = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
DEEPSEEK = (
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
    "| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+"
)
CASED = (r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]")
SIGN = r"[^\r\n\p{L}\p{N}]?"


def split(*patterns: str) -> list[Any]:
    return [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in patterns]


SETUPS: dict[str, list[Any]] = {
    "GPT-2": [GPT2],
    "Qwen 3.5": [
        *split(
            r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
        ),
        BYTES,
    ],
    "tekken": [
        *split(
            rf"{SIGN}{CASED[0]}*{CASED[1]}+|{SIGN}{CASED[0]}+{CASED[1]}*|\p{{N}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
        ),
        BYTES,
    ],
    "StarCoder, SmolLM, Command R": [pre_tokenizers.Digits(individual_digits=True), GPT2],
    "one number": [*split(r"\p{N}"), GPT2],
    "Falcon": [
        pre_tokenizers.Punctuation("contiguous"),
        GPT2,
        pre_tokenizers.Digits(individual_digits=False),
        *split("[0-9][0-9][0-9]"),
    ],
    "BLOOM": [*split(" ?[^(\\s|[.,!?…。，、।۔،])]+"), BYTES],
    "DeepSeek V3": [*split(r"\p{N}{1,3}", "[一-龥\u3040-ゟ゠-ヿ]+", DEEPSEEK), BYTES],
}
RNG = random.Random(5)
TEXTS = [
    *ALL,
    *SHORT,
    *("".join(RNG.choices(EDGES, k=RNG.randrange(1, 25))) for _ in range(1000)),
    *("".join(RNG.choices("0123456789٣½¼² мü漢あ.,-ab\n", k=RNG.randrange(1, 20))) for _ in range(400)),
]


@functools.cache
def trained(name: str, ignore_merges: bool = False) -> str:
    tokenizer = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(SETUPS[name])
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=1100, special_tokens=["<s>"], initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator([*training_texts(), *TEXTS[: len(ALL)]], trainer)
    return str(tokenizer.to_str())


def imported(file: str) -> morfem.Tokenizer:
    """An import, which has been saved and loaded."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tokenizer.json")
        path.write_text(file, encoding="utf-8")
        morfem.convert.from_tokenizers(path).save(Path(folder, "saved"))
        return morfem.load(Path(folder, "saved"))


def assert_same_ids(ours: morfem.Tokenizer, theirs: Tokenizer, texts: list[str]) -> None:
    for text in texts:
        if not any(special in text for special in ours.special_tokens):
            ids = ours.encode_ids(text).tolist()
            assert ids == theirs.encode(text, add_special_tokens=False).ids, ascii(text)
            assert ours.decode(ids) == text


@pytest.mark.parametrize("name", SETUPS)
def test_ids_of_a_way_to_cut(name: str) -> None:
    file = trained(name)
    assert_same_ids(imported(file), Tokenizer.from_str(file), TEXTS)


@pytest.mark.parametrize("name", SETUPS)
def test_an_import_is_exported_with_the_same_ids(name: str, tmp_path: Path) -> None:
    ours = imported(trained(name))
    ours.export("tokenizer.json", tmp_path / "again.json")
    assert_same_ids(ours, Tokenizer.from_file(str(tmp_path / "again.json")), TEXTS)


def test_runs_of_spaces_as_added_tokens() -> None:
    """As in OLMo and GPT-NeoX."""
    tokenizer = Tokenizer.from_str(trained("GPT-2"))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.add_tokens([AddedToken(" " * length, normalized=True) for length in range(2, 25)])
    texts = [text for text in TEXTS if normalizers.NFC().normalize_str(text) == text]
    assert_same_ids(imported(tokenizer.to_str()), tokenizer, texts)


def test_a_falcon_with_a_token_across_a_cut_inside_characters_is_refused() -> None:
    file = json.loads(trained("Falcon"))
    size = len(file["model"]["vocab"])
    file["model"]["vocab"]["Ð¼"] = size
    file["model"]["merges"].append(["Ð", "¼"])
    with pytest.raises(morfem.MorfemError, match='the token "м", but the step Digits after ByteLevel cuts its bytes apart'):
        imported(json.dumps(file))


REFUSED: dict[str, tuple[list[Any], str]] = {
    "a step": ([pre_tokenizers.BertPreTokenizer(), BYTES], r"a step that morfem cannot import \(its steps: BertPreTokenizer, ByteLevel\)"),
    "white space": ([pre_tokenizers.WhitespaceSplit(), BYTES], "drops white space"),
    "a fixed string": ([pre_tokenizers.Split("ab", "isolated"), BYTES], 'at the fixed string "ab"'),
    "a behaviour": ([pre_tokenizers.Split(Regex(r"\p{N}"), "merged_with_next"), BYTES], "the behaviour MergedWithNext, invert false"),
    "punctuation": ([pre_tokenizers.Punctuation("isolated"), GPT2], "Punctuation with the behaviour Isolated"),
    "a space before each part": (
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=True)],
        "a space before each part",
    ),
    "a pattern": ([*split(r"\w+"), BYTES], r'the pattern "\\\\w\+"; morfem knows the patterns of'),
    "a sequence": (
        [pre_tokenizers.Digits(individual_digits=False), *split(r"\w+"), BYTES],
        r'by Digits, individual_digits false, then Split at "\\\\w\+", then ByteLevel; morfem can import',
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_named(name: str) -> None:
    steps, reason = REFUSED[name]
    file = json.loads(trained("GPT-2"))
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(steps)
    file["pre_tokenizer"] = json.loads(tokenizer.to_str())["pre_tokenizer"]
    with pytest.raises(morfem.MorfemError, match=reason):
        imported(json.dumps(file))
