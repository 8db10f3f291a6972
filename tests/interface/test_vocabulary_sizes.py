"""Every trainer states the correct range of vocabulary sizes, and checks its options before it reads the corpus, where possible."""

import doctest
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem import MorfemError, Tokenizer, TrainingError
from morfem.train.schema import SCHEMAS

from tests.conftest import Endings, sentences
from tests.mft.conftest import FINNISH
from tests.mft.conftest import SENTENCES as FINNISH_SENTENCES

LANGUAGES = Path(__file__).parents[2] / "python" / "morfem" / "languages"
TURKISH = {"pack": LANGUAGES / "tr"}
HEBREW = {"alphabet": LANGUAGES / "he" / "alphabet.tsv", "min_count": 1}
UNITS = {**HEBREW, "clitics": LANGUAGES / "he" / "clitics.tsv"}
DISTILLED = {**TURKISH, "network": Endings(), "min_words": 1}
MORE_WHOLES = {"whole_share": 0.7, "root_share": 0.05}

Train = Callable[..., Tokenizer]


def trainer(system: str, language: str, **fixed: Any) -> Train:
    """Trains a system on our own sentences in a language."""
    texts = FINNISH_SENTENCES if language == "fi" else sentences(language)

    def train(**options: Any) -> Tokenizer:
        corpus = options.pop("corpus", texts * 2)
        tokenizer: Tokenizer = getattr(morfem.train, system)(corpus, **{"progress": False, **fixed, **options})
        return tokenizer

    return train


TRAINERS = {
    "bpe": trainer("bpe", "tr"),
    "bpe, frequent pairs": trainer("bpe", "ko", min_count=9, special_tokens=["<a>"]),
    "unigram": trainer("unigram", "tr"),
    "unigram, any bytes": trainer("unigram", "ko", unit_rule="any", special_tokens=()),
    "unigram, few seeds": trainer("unigram", "tr", seed_pieces=1000),
    "thunder": trainer("thunder", "ko"),
    "mft": trainer("mft", "fi", pack=FINNISH),
    "mft, few roots": trainer("mft", "fi", pack=FINNISH, roots=20, special_tokens=["<a>"]),
    "mft, merges": trainer("mft", "fi", pack=FINNISH, merges=20),
    "mft, the Turkish pack": trainer("mft", "tr", **TURKISH),
    "splinter, reductions": trainer("splinter", "he", **HEBREW),
    "splinter, reductions and pieces": trainer("splinter", "he", **HEBREW, merger="unigram"),
    "splinter, units": trainer("splinter", "he", **UNITS),
    "splinter, units by other shares": trainer("splinter", "he", **{**UNITS, **MORE_WHOLES}),
    "morpheus": trainer("morpheus", "tr", **DISTILLED),
    "morpheus, few pieces": trainer("morpheus", "tr", **DISTILLED, pieces=150),
}


@pytest.mark.parametrize("kind", [kind for kind, schema in SCHEMAS.items() if not schema["is_for_tests"]])
def test_the_documentation_of_a_trainer_says_what_it_returns_and_has_an_example_that_runs(kind: str) -> None:
    if kind == "morpheus":
        pytest.importorskip("onnxruntime")
    text = inspect.getdoc(getattr(morfem.train, kind)) or ""
    assert "\n\nReturns\n-------\nA `Tokenizer`, or a list" in text
    assert {"TrainingError", "MorfemError", "TypeError", "OSError"} <= set(re.findall(r"^(\w+) : if", text, re.MULTILINE))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, kind, None, 0))
    assert (runner.tries > 2, runner.failures) == (True, 0)


def refusal(train: Train, **options: Any) -> str:
    """The message of the error."""
    with pytest.raises(TrainingError) as raised:
        train(**options)
    return str(raised.value)


def numbers(pattern: str, message: str) -> tuple[int, ...]:
    """The numbers in a message."""
    found = re.search(pattern, message)
    assert found is not None, message
    return tuple(map(int, found.groups()))


def named(message: str) -> dict[str, int]:
    """The options that a message suggests."""
    advice = message.split("; ")[-1]
    return {option: int(value) for option, value in re.findall(r"(\w+)=(\d+)", advice) if option != "seed_pieces"}


@pytest.mark.parametrize("name", TRAINERS)
def test_the_range_that_a_refusal_names_is_true_at_both_ends(name: str) -> None:
    train = TRAINERS[name]
    message = refusal(train, vocab_size=10**9)
    assert message.startswith("vocab_size 1000000000 is too large: the corpus supports ")
    least, most = numbers(r"supports (\d+) to (\d+) ids", message)
    options = named(message)
    for size in (least, (least + most) // 2, most):
        assert train(**{**options, "vocab_size": size}).vocab_size == size
    assert f"supports {least} to {most} ids" in refusal(train, **{**options, "vocab_size": most + 1})
    assert numbers(r"ask for (\d+) or more", refusal(train, **{**options, "vocab_size": least - 1})) == (least,)


@pytest.mark.parametrize("name", ["mft", "mft, few roots", "splinter, units", "morpheus", "morpheus, few pieces"])
def test_the_range_does_not_depend_on_the_size_asked_for(name: str) -> None:
    train = TRAINERS[name]
    said = [numbers(r"supports (\d+) to (\d+) ids", refusal(train, vocab_size=size)) for size in (60_000, 10**12)]
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("name", "size"), [("mft", 4000), ("mft", 10**6), ("mft, few roots", 10**6), ("morpheus, few pieces", 2500), ("morpheus", 10**6)]
)
def test_merges_that_a_refusal_names_work_and_one_more_does_not(name: str, size: int) -> None:
    train = TRAINERS[name]
    options = named(refusal(train, vocab_size=size, merges=2000))
    assert options["merges"] < 2000
    assert train(**options).vocab_size == options["vocab_size"]
    more = {**options, "vocab_size": options["vocab_size"] + 1, "merges": options["merges"] + 1}
    assert named(refusal(train, **more)).items() <= options.items()


def test_pieces_that_a_refusal_names_work_and_one_more_does_not() -> None:
    train = TRAINERS["morpheus"]
    options = named(refusal(train, vocab_size=10_000, pieces=8000))
    assert train(**options).vocab_size == options["vocab_size"]
    more = {"vocab_size": options["vocab_size"] + 1, "pieces": options["pieces"] + 1}
    assert named(refusal(train, **more)) == options


def test_a_corpus_without_pieces_is_trained_as_its_refusal_says() -> None:
    train, corpus = TRAINERS["morpheus"], ["evler evde evden"] * 30
    named_options = named(refusal(train, corpus=corpus, vocab_size=10**6))
    assert named_options["pieces"] == 95
    assert train(corpus=corpus, **named_options).vocab_size == named_options["vocab_size"]


def test_roots_that_a_refusal_names_work_and_one_more_does_not() -> None:
    train = TRAINERS["mft"]
    least, _ = numbers(r"supports (\d+) to (\d+) ids", refusal(train, vocab_size=10**6))
    size = least - 20
    (roots,) = numbers(r"or for roots=(\d+) or fewer", refusal(train, vocab_size=size))
    assert train(vocab_size=size, roots=roots).vocab_size == size
    refusal(train, vocab_size=size, roots=roots + 1)
    options = named(refusal(train, vocab_size=100))
    assert train(**options).vocab_size == options["vocab_size"]
    refusal(train, **{**options, "vocab_size": options["vocab_size"] - 1})


def test_a_corpus_that_repeats_nothing_has_no_range() -> None:
    assert "supports no vocabulary" in refusal(trainer("bpe", "tr"), corpus=["abc"], vocab_size=300)


def never() -> Iterator[str]:
    """A corpus that must not be read."""
    raise AssertionError("the corpus was read")
    yield ""


WRONG: dict[str, list[dict[str, Any]]] = {
    "bpe": [{"vocab_size": 260}, {"vocab_size": 500, "special_tokens": ["<a>", "<a>"]}, {"vocab_size": 500, "special_tokens": ["a\tb"]}],
    "unigram": [
        {"vocab_size": [500, 260]},
        {"vocab_size": []},
        {"score": "size"},
        {"unit_rule": "words"},
        {"phrase_weight": 0.0},
        {"kinds": 1},
    ],
    "thunder": [
        {"max_token_bytes": 3},
        {"vocab_size": 0},
        {"special_tokens": [""]},
        {"phrase_weight": 0.0},
        {"balance": 1.5},
        {"ending_weight": 0.0, "endings": "ko"},
        {"ending_weight": 0.5},
        {"endings": "ko"},
        {"tail_weight": 0.0, "endings": "ko"},
        {"tail_weight": 0.5},
        {"whole_phrases": 1.5},
        {"expressions": "ko"},
        {"kinds": 1},
        {"kinds": 101},
    ],
    "mft": [{"vocab_size": 300}, {"merge_scope": "any"}, {"merges": 40_000}, {"special_tokens": [""]}],
    "splinter": [{"vocab_size": 300}, {"merger": "words"}, {"weight": "any"}, {"whole_share": 1.5}, {"special_tokens": [""]}],
    "morpheus": [
        {"vocab_size": 300},
        {"merge_scope": "any"},
        {"pieces": 10},
        {"pieces": 60_000},
        {"special_tokens": [""]},
    ],
}


@pytest.mark.parametrize(("system", "options"), [(system, options) for system, each in WRONG.items() for options in each])
def test_what_is_wrong_without_a_corpus_is_said_before_it_is_read(system: str, options: dict[str, Any]) -> None:
    tables: dict[str, dict[str, Any]] = {"mft": TURKISH, "splinter": HEBREW, "morpheus": DISTILLED}
    fixed = tables.get(system, {"vocab_size": 500})
    with pytest.raises(MorfemError):
        getattr(morfem.train, system)(never(), **{"progress": False, **fixed, **options})


# Options that have no effect without another one, or with it: the trainer, what is given, the name in the error, and how to fix it.
UNUSED = [
    ("unigram", {"kinds": 4}, "kinds is 4", "give balance"),
    ("thunder", {"kinds": 4}, "kinds is 4", "give balance"),
    ("unigram", {"phrase_weight": 0.5}, "phrase_weight is 0.5", 'give pretokenizer="phrases"'),
    ("unigram", {"whole_phrases": 0.5}, "whole_phrases is 0.5", 'give pretokenizer="phrases"'),
    ("thunder", {"phrase_weight": 0.5, "pretokenizer": "words"}, "phrase_weight is 0.5", 'give pretokenizer="phrases"'),
    ("morpheus", {"merge_scope": "capitals"}, 'merge_scope is "capitals"', "give merges"),
    ("morpheus", {"analyser": "tr-mft-64k"}, "analyser teaches a new network", "give budget"),
    ("splinter", {"whole_share": 0.3}, "whole_share is 0.3", "give clitics"),
    ("splinter", {"tear_exponent": 1.0}, "tear_exponent is 1.0", "give clitics"),
    ("splinter", {"clitics": "he", "weight": "frequency"}, 'weight is "frequency"', "leave clitics out"),
    ("bpe", {"counts": "folder"}, "counts is the folder", "give ray"),
]


@pytest.mark.parametrize(("system", "options", "named", "fix"), UNUSED)
def test_an_option_that_would_have_no_effect_is_refused_before_the_corpus_is_read(
    system: str, options: dict[str, Any], named: str, fix: str
) -> None:
    tables: dict[str, dict[str, Any]] = {"splinter": HEBREW, "morpheus": DISTILLED}
    fixed = tables.get(system, {"vocab_size": 500})
    with pytest.raises(MorfemError, match=f"^{named}.*; {fix}"):
        getattr(morfem.train, system)(never(), **{"progress": False, **fixed, **options})


def test_options_of_a_first_training_are_refused_for_a_second() -> None:
    of_units, of_letters = (TRAINERS[f"splinter, {method}"](vocab_size=800) for method in ("units", "reductions"))
    for learned, option in ((of_units, {"affix_exponent": 0.3}), (of_units, {"min_count": 2}), (of_letters, {"whole_share": 0.3})):
        with pytest.raises(MorfemError, match="has no effect"):
            morfem.train.splinter(never(), learned=learned, progress=False, **option)
    again = morfem.train.splinter(sentences("he"), learned=of_units, vocab_size=560, whole_share=0.4, progress=False)
    assert isinstance(again, Tokenizer)
    assert again.vocab_size == 560


def test_a_faulty_pack_is_told_before_the_corpus_is_read(tmp_path: Path) -> None:
    (tmp_path / "lexicon.tsv").write_text("lemma\n", "utf-8")
    with pytest.raises(TrainingError):
        morfem.train.mft(never(), pack=tmp_path, progress=False)
    (tmp_path / "phonology.toml").write_text("[vowels]\n", "utf-8")
    with pytest.raises(TrainingError):
        morfem.train.morpheus(never(), pack=tmp_path, network=Endings(), progress=False)
    (tmp_path / "alphabet.tsv").write_text("letters\n", "utf-8")
    with pytest.raises(TrainingError):
        morfem.train.splinter(never(), alphabet=tmp_path / "alphabet.tsv", progress=False)


def test_a_corpus_of_another_language_is_refused_before_the_teacher_works() -> None:
    class Never:
        def boundaries(self, words: list[str], /) -> list[Any]:
            raise AssertionError("the teacher was asked")

    with pytest.raises(TrainingError, match="the corpus is of another language"):
        morfem.train.morpheus(["책을 읽었습니다.", "집에 있었습니다."], pack="tr", network=Never(), vocab_size=900, progress=False)
