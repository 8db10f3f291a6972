"""Wrong arguments raise a Python error that says what is wrong, and never a panic."""

import itertools
from collections.abc import Callable
from typing import Any

import morfem
import numpy as np
import pytest

from tests.conftest import build

WRONG_TEXTS: list[Any] = [None, 3, b"ev", ["ev"], pytest.param(object(), id="object")]
WRONG_IDS: list[Any] = [
    "abc",
    b"abc",
    None,
    3,
    [1.5],
    ["1"],
    [None],
    [[1]],
    np.array([1.0]),
    np.array([[1, 2]]),
    pytest.param(object(), id="object"),
]


def test_the_errors_and_their_families() -> None:
    for error in (morfem.ArtifactError, morfem.VocabularyError, morfem.TrainingError, morfem.InexactExportError):
        assert issubclass(error, morfem.MorfemError)
        assert error is not morfem.MorfemError
        assert error.__module__ == "morfem"
        assert error.__doc__
    assert issubclass(morfem.MorfemError, ValueError)


@pytest.mark.parametrize("text", WRONG_TEXTS, ids=repr)
def test_what_is_no_text_is_a_type_error(tokenizer: morfem.Tokenizer, text: Any) -> None:
    calls: list[Callable[[], Any]] = [
        lambda: tokenizer.encode(text),
        lambda: tokenizer.encode_ids(text),
        lambda: tokenizer.count(text),
        lambda: tokenizer.token_to_id(text),
        lambda: tokenizer.encode_batch([text]),
        lambda: tokenizer.encode_ids_batch(["ev", text]),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("texts", ["ev", None, 3, {"ev": 1}, b"ev"], ids=repr)
def test_what_is_no_batch_is_a_type_error(bpe: morfem.Tokenizer, texts: Any) -> None:
    for call in (bpe.encode_batch, bpe.encode_ids_batch):
        with pytest.raises(TypeError):
            call(texts)


@pytest.mark.parametrize("ids", WRONG_IDS, ids=repr)
def test_what_are_no_ids_is_a_type_error(tokenizer: morfem.Tokenizer, ids: Any) -> None:
    for call in (tokenizer.decode, tokenizer.decode_bytes, lambda ids: tokenizer.decode_batch([ids])):
        with pytest.raises(TypeError):
            call(ids)


LOOSE: Any = morfem.train
SAID: list[tuple[Callable[[Any], Any], str]] = [
    (lambda t: t.encode(None), "text is None; give a str"),
    (lambda t: t.encode(b"ev"), "text is of type bytes; give a str"),
    (lambda t: t.encode(["ev"]), "text is of type list; give a str; for several texts use encode_batch"),
    (lambda t: t.encode_ids(3), "text is of type int; give a str"),
    (lambda t: t.count(None), "text is None; give a str"),
    (lambda t: t.linearize(None), "text is None; give a str"),
    (lambda t: t.token_to_id(3), "token is of type int; give a str"),
    (lambda t: t.analyze(None), "word is None; give a str"),
    (lambda t: t.analyze("ev", "2"), "n is of type str; give a whole number"),
    (lambda t: t.explain(b"ev"), "word is of type bytes; give a str"),
    (lambda t: t.encode_batch("text"), "texts is of type str; give a list of str"),
    (lambda t: t.encode_batch(None), "texts is None; give a list of str"),
    (lambda t: t.encode_batch(b"ev"), "texts is of type bytes; give a list of str"),
    (lambda t: t.encode_batch(["ev", None]), r"texts\[1\] is None; give a str"),
    (lambda t: t.encode_ids_batch([["ev"]]), r"texts\[0\] is of type list; give a str"),
    (lambda t: t.encode_ids_batch(np.array([["ev", "su"]])), r"texts\[0\] is a 1-dimensional array; give a str"),
    (lambda t: t.encode_batch(["ev"], threads="2"), "threads is of type str; give a whole number, or None"),
    (lambda t: t.decode(None), "ids is None; give a list or one-dimensional array of ids, or an Encoding"),
    (lambda t: t.decode("12"), "ids is of type str; give a list"),
    (lambda t: t.decode(b"12"), "ids is of type bytes; give a list"),
    (lambda t: t.decode(5), "ids is of type int; give a list"),
    (lambda t: t.decode(np.array([[1, 2]])), "ids is a 2-dimensional array; give a list or one-dimensional array"),
    (lambda t: t.decode(np.array(3)), "ids is a 0-dimensional array; give a list or one-dimensional array"),
    (lambda t: t.decode_bytes([1, "2"]), r"ids\[1\] is of type str; give a whole number"),
    (lambda t: t.decode_bytes([1.5]), r"ids\[0\] is of type float; give a whole number"),
    (lambda t: t.decode(np.array([1.5])), r"ids\[0\] is of type float64; give a whole number"),
    (lambda t: t.decode([[1, 2]]), r"ids\[0\] is of type list; give a whole number"),
    (lambda t: t.decode_batch([1, 2]), r"batch\[0\] is of type int; give a list"),
    (lambda t: t.decode_batch([[1], None]), r"batch\[1\] is None; give a list"),
    (lambda t: t.decode_batch([[1], [2, None]]), r"batch\[1\]\[1\] is None; give a whole number"),
    (lambda t: t.decode_batch(None), "batch is None; give a list with ids for each text"),
    (lambda t: t.decode_batch("12"), "batch is of type str; give a list with ids for each text"),
    (lambda t: t.decode_batch(t.encode("ev")), "batch is of type Encoding; give a list with ids for each text"),
    (lambda t: t.id_to_token(None), "id is None; give a whole number"),
    (lambda t: t.units(1.5), "id is of type float; give a whole number"),
    (lambda t: t.decoder().push("1"), "id is of type str; give a whole number"),
    (lambda t: t.with_record(version="1"), "version is of type str; give a whole number"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size=300, special_tokens="<s>"), "special_tokens is of type str; give a list of str"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size=300, seed=1.5), "seed is of type float; give a whole number"),
    (lambda t: LOOSE.bpe(5, vocab_size=300), r"corpus is of type int; give a path \(str\), a list of paths, a list of texts"),
    (lambda t: LOOSE.bpe(None, vocab_size=300), "corpus is None; give a path"),
    (lambda t: LOOSE.bpe(b"tr.txt", vocab_size=300), "corpus is of type bytes; give a path"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size=300, general=5), "general is of type int; give a path"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size="500"), "vocab_size is of type str; give a whole number, or a list of them"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size=500.0), "vocab_size is of type float; give a whole number, or a list of them"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size=np.array([500])), "vocab_size is of type ndarray; give a whole number"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size=[300, "500"]), r"vocab_size\[1\] is of type str; give a whole number"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size=300, hold_out="2"), "hold_out is of type str; give a whole number, or None"),
    (lambda t: LOOSE.bpe(["ev"], vocab_size=300, language=3), "language is of type int; give a str, or None"),
    (lambda t: LOOSE.unigram(["ev"], vocab_size=300, balance="1"), "balance is of type str; give a number"),
    (lambda t: LOOSE.mft(["ev"], pack=3), "pack is of type int; give the code of a bundled language, or a path"),
    (lambda t: LOOSE.union(3), "members is of type int; give a list of tokenizers"),
    (lambda t: LOOSE.union(["tr-mft"], weights={"tr": None}), r"weights\['tr'\] is None; give a number"),
    (lambda t: LOOSE.union(["tr-mft"], texts={"tr": 3}), r"texts\['tr'\] is of type int; give a path"),
    (lambda t: morfem.load(LOOSE), "name_or_folder is of type module; give the name of a bundled tokenizer, or a folder"),
    (lambda t: next(morfem.corpus.texts(LOOSE.bpe)), "source is of type function; give a path"),
]


@pytest.mark.parametrize(("call", "message"), SAID, ids=[message for _, message in SAID])
def test_a_wrong_type_is_named_with_what_is_wanted(bpe: morfem.Tokenizer, call: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(TypeError, match=f"^{message}"):
        call(bpe)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: t.decode([3, -1]), "at position 1: id -1 is out of range"),
        (lambda t: t.decode([3, 2**70]), r"ids\[1\] is 1180591620717411303424, which is out of range"),
        (lambda t: t.decode_batch([[1], [3, -5]]), r"batch\[1\], at position 1: id -5 is out of range"),
        (lambda t: t.id_to_token(-1), "id -1 is out of range"),
        (lambda t: t.decoder().push(-(2**70)), "id is -1180591620717411303424, which is out of range"),
        (lambda t: t.analyze("ev", -1), "n is -1; give a whole number of 0 or more"),
        (lambda t: t.encode_batch(["ev"], threads=-1), "threads is -1; give 1 or more"),
        (lambda t: t.with_record(version=-1), "version is -1; give a whole number of 0 or more"),
        (lambda t: t.with_record(version=2**70), "version is 1180591620717411303424; give a whole number"),
        (lambda t: LOOSE.bpe(["ev"], vocab_size=300, seed=-1), "seed is -1; give a whole number of 0 or more"),
        (lambda t: LOOSE.bpe(["ev"], vocab_size=300, seed=2**64), f"seed is {2**64}; give a whole number of {2**64 - 1} or less"),
    ],
)
def test_a_number_out_of_range_is_shown(call: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(morfem.MorfemError, match=message):
        call(build("tr-mft"))


def test_an_error_of_an_object_that_stands_for_a_number_is_not_hidden(bpe: morfem.Tokenizer) -> None:
    class Broken:
        def __index__(self) -> int:
            raise RuntimeError("my own error")

    broken: list[Any] = [Broken()]
    for call in (lambda: bpe.decode(broken), lambda: LOOSE.bpe(["ev"], vocab_size=300, seed=Broken())):
        with pytest.raises(RuntimeError, match="my own error"):
            call()


def test_all_kinds_of_whole_numbers_are_ids(bpe: morfem.Tokenizer) -> None:
    class Own(int):
        pass

    ids = bpe.encode("evlerimizden").ids
    numbers: list[Any] = [kind(id) for kind, id in zip(itertools.cycle((int, Own, np.int64, np.uint16)), ids, strict=False)]
    for given in (ids, numbers, tuple(ids), iter(numbers), np.array(ids, np.uint32), np.array(ids)):
        assert bpe.decode(given) == "evlerimizden"
    assert bpe.decode_batch([numbers, ids, []]) == ["evlerimizden", "evlerimizden", ""]
    boolean: Any = [False, True]
    assert bpe.decode(boolean) == bpe.decode([0, 1])


def test_a_list_that_gets_shorter_while_it_is_read_is_an_error(bpe: morfem.Tokenizer) -> None:
    class Clearing:
        def __index__(self) -> int:
            ids.clear()
            return 1

    ids: list[Any] = [2, Clearing(), 1000, 1001]
    with pytest.raises(IndexError):
        bpe.decode(ids)


@pytest.mark.parametrize("id", ["1", None, 1.0, [1], b"1"], ids=repr)
def test_what_is_no_id_is_a_type_error(tokenizer: morfem.Tokenizer, id: Any) -> None:
    for call in (tokenizer.id_to_token, tokenizer.units, tokenizer.decoder().push):
        with pytest.raises(TypeError):
            call(id)


def test_options_are_named(bpe: morfem.Tokenizer) -> None:
    loose: Any = bpe
    calls: list[Callable[[], Any]] = [
        lambda: loose.encode("ev", True),
        lambda: loose.decode([1], True),
        lambda: loose.encode("ev", special=True),
        lambda: loose.encode(),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError):
        loose.encode("ev", parse_special="no")


def test_classes_of_the_core_are_not_made_by_hand() -> None:
    loose: Any = morfem.Tokenizer
    with pytest.raises(TypeError):
        loose()
    with pytest.raises(TypeError):
        type("Mine", (loose,), {})


def test_an_error_in_a_batch_says_where(bpe: morfem.Tokenizer) -> None:
    with pytest.raises(morfem.VocabularyError, match=r"position 2\b.*5000"):
        bpe.decode([0, 1, 5000])
    with pytest.raises(morfem.VocabularyError, match="5000"):
        bpe.decode_batch([[1]] * 50 + [[5000]])


def test_a_weight_that_is_no_number_is_named_with_its_language() -> None:
    with pytest.raises(morfem.MorfemError, match=r"^weights\['tr'\] is 'a'; give a number$"):
        LOOSE.union(["tr-mft"], weights={"tr": "a"})


def test_an_unknown_pretokenizer_is_named_as_the_option_is() -> None:
    with pytest.raises(morfem.MorfemError, match=r'^pretokenizer "gpt5" is not known; choose whole, words, .* or deepseek3$'):
        LOOSE.bpe(["ev"], vocab_size=300, pretokenizer="gpt5")


def test_a_text_that_is_given_as_a_corpus_is_refused_with_the_fix() -> None:
    for text in ("kitap kitaplar ev", "kitap " * 5000):
        with pytest.raises(OSError, match="a str is a path, so give texts as a list of str") as error:
            LOOSE.bpe(text, vocab_size=300)
        assert error.value.filename == text
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: 'no\.txt'$"):
        LOOSE.bpe(["no.txt"], vocab_size=300)


def test_an_unknown_splitter_is_named() -> None:
    loose: Any = morfem._core
    with pytest.raises(morfem.MorfemError, match="no such splitter"):
        loose.split("no such splitter", "ev")
    with pytest.raises(morfem.MorfemError, match="no such splitter"):
        loose.splitter_pattern("no such splitter")


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    for name in morfem.available():
        with pytest.raises(morfem.MorfemError, match=name):
            morfem.load(name[:-1])
    with pytest.raises(morfem.MorfemError, match="no such tokenizer at all"):
        morfem.load("no such tokenizer at all")


@pytest.mark.parametrize("name", ["tr-mft-128k", "ko-thunder-64k@1"])
def test_a_tokenizer_that_is_not_in_the_package_is_known_by_who_writes_it(name: str) -> None:
    with pytest.raises(morfem.MorfemError, match=r"`make train` in a clone of morfem writes it into target/published/"):
        morfem.load(name)


def test_a_name_is_suggested_only_where_it_is_near() -> None:
    with pytest.raises(morfem.MorfemError, match="did you mean 'tr-mft'"):
        morfem.load("tr-mtf")
    with pytest.raises(morfem.MorfemError, match="bundled are "):
        morfem.load("klingon")


@pytest.mark.parametrize("trainer", ["bpe", "unigram", "thunder", "mft", "splinter", "morpheus", "union"])
def test_an_unknown_option_of_a_trainer_is_named(trainer: str) -> None:
    pack = {"pack": "tr"} if trainer in ("mft", "morpheus") else {}
    with pytest.raises(TypeError, match="'min_cont'"):
        getattr(morfem.train, trainer)(["ev evler"], vocab_size=300, **pack, min_cont=2)


def test_a_misspelled_argument_that_is_required_is_named() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'vocabsize'"):
        getattr(morfem.train, "bpe")(["ev evler"], vocabsize=300)  # noqa: B009  (a type checker would say so before)
