"""Added and special tokens keep their ids, whatever is done to a tokenizer, and a saved folder stays what it is."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

pytest.importorskip("transformers")

import transformers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken

from tests.conftest import build

NAMED = ("pad_token", "eos_token", "sep_token", "cls_token", "mask_token", "unk_token")
CONTENTS = ("<x>", "<y>", "<özel>", "[PAD]", "<|son|>", "<s>", "</s>", "<pad>")
PARTS = (*CONTENTS, "Kitabı", " 책을", " ev ", "בבית", "\n", "a")

content = st.sampled_from(CONTENTS)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.lists(content, min_size=1, max_size=3)),
        st.tuples(st.just("add stripping"), content),
        st.tuples(st.just("add named"), st.sampled_from(NAMED), content),
        st.tuples(st.just("add extra"), st.lists(content, min_size=1, max_size=2)),
        st.tuples(st.just("set named"), st.sampled_from(NAMED), content),
        st.tuples(st.just("set extra"), st.lists(content, max_size=2)),
        st.tuples(st.just("resize")),
        st.tuples(st.just("save and load")),
        st.tuples(st.just("save and load with"), st.sampled_from(NAMED), content),
    ),
    max_size=8,
)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def loaded(tokenizer: Any, **options: Any) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        tokenizer.save_pretrained(folder)
        return type(tokenizer).from_pretrained(folder, **options)


def step(tokenizer: Any, name: str, *values: Any) -> Any:
    """The tokenizer after one step."""
    match name:
        case "add":
            tokenizer.add_tokens(*values)
        case "add stripping":
            tokenizer.add_tokens([AddedToken(values[0], lstrip=True, normalized=False)])
        case "add named":
            tokenizer.add_special_tokens({values[0]: values[1]})
        case "add extra":
            tokenizer.add_special_tokens({"extra_special_tokens": values[0]}, replace_extra_special_tokens=False)
        case "set named":
            setattr(tokenizer, *values)
        case "set extra":
            tokenizer.extra_special_tokens = values[0]
        case "save and load":
            return loaded(tokenizer)
        case "save and load with":
            return loaded(tokenizer, **{values[0]: values[1]})
    return tokenizer


@pytest.mark.parametrize("name", ["bpe", "splinter-units", "bpe-without-specials"])
@settings(max_examples=40, deadline=None)
@given(steps=STEPS, text=st.lists(st.sampled_from(PARTS), max_size=6).map("".join))
def test_any_sequence_of_adding_setting_resizing_saving_and_loading_keeps_ids(name: str, steps: list[tuple[Any, ...]], text: str) -> None:
    from morfem.integrations.transformers import MorfemTokenizer

    tokenizer = MorfemTokenizer.from_morfem(build(name))
    rows = tokenizer.convert_ids_to_tokens(range(len(tokenizer)))  # of a model's table of vectors: each belongs to a token
    for each in steps:
        tokenizer = step(tokenizer, *each)
        rows += tokenizer.convert_ids_to_tokens(range(len(rows), len(tokenizer)))
        assert tokenizer.convert_ids_to_tokens(range(len(tokenizer))) == rows
        assert all(getattr(tokenizer, f"{named}_id") is not None for named in NAMED if getattr(tokenizer, named) is not None)
    again = loaded(tokenizer)
    assert again.convert_ids_to_tokens(range(len(again))) == rows
    assert again(text)["input_ids"] == tokenizer(text)["input_ids"]
    assert again.decode(again(text)["input_ids"], skip_special_tokens=True) == tokenizer.decode(
        tokenizer(text)["input_ids"], skip_special_tokens=True
    )
    assert again.special_tokens_map == tokenizer.special_tokens_map
    assert again.extra_special_tokens == tokenizer.extra_special_tokens
    with tempfile.TemporaryDirectory() as folder:
        tokenizer.save_pretrained(Path(folder, "one"))
        again.save_pretrained(Path(folder, "two"))
        assert files(Path(folder, "one")) == files(Path(folder, "two"))


def test_a_folder_with_an_extra_special_and_a_new_pad_token_loads(fresh: Callable[..., Any], tmp_path: Path) -> None:
    tokenizer = fresh("ko-thunder")
    tokenizer.add_special_tokens({"extra_special_tokens": ["<özel>"]})
    tokenizer.add_special_tokens({"pad_token": "[PAD]"})
    tokenizer.save_pretrained(tmp_path)
    again = type(tokenizer).from_pretrained(tmp_path)
    assert again.convert_tokens_to_ids(["<özel>", "[PAD]"]) == tokenizer.convert_tokens_to_ids(["<özel>", "[PAD]"]) == [128000, 128001]
    assert again.pad_token_id == 128001


def test_the_files_stay_the_same_and_small(fresh: Callable[..., Any], tmp_path: Path) -> None:
    tokenizer = fresh("tr-mft", add_bos_token=True, model_max_length=77)
    tokenizer.add_tokens(["<x>"])
    generations = []
    for number in range(3):
        tokenizer.save_pretrained(tmp_path / str(number))
        generations.append(files(tmp_path / str(number)))
        tokenizer = type(tokenizer).from_pretrained(tmp_path / str(number))
    assert generations[0] == generations[1] == generations[2]
    assert sum(len(content) for name, content in generations[2].items() if name != "tokenizer.morfem") < 8000


@pytest.mark.parametrize("name", ["PreTrainedTokenizerFast", "LlamaTokenizer", "BertTokenizer", "GPT2Tokenizer", "T5Tokenizer"])
def test_another_class_refuses_a_saved_folder_with_a_sentence(turkish: Any, tmp_path: Path, name: str) -> None:
    turkish.save_pretrained(tmp_path)
    type(turkish).from_pretrained(tmp_path).save_pretrained(tmp_path / "again")
    for folder in (tmp_path, tmp_path / "again"):
        with pytest.raises(Exception, match=r"holds a tokenizer of morfem.*MorfemTokenizer.from_pretrained"):
            getattr(transformers, name).from_pretrained(folder)


def test_a_token_that_is_set_is_added_at_once_or_refused(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("tr-mft")
    tokenizer.pad_token = "[PAD]"
    assert tokenizer.pad_token_id == tokenizer.morfem.vocab_size == len(tokenizer) - 1
    assert tokenizer("ev[PAD]")["input_ids"][-1] == tokenizer.pad_token_id
    for refused in (lambda: setattr(tokenizer, "eos_token", "."), lambda: tokenizer.add_special_tokens({"eos_token": "."})):
        with pytest.raises(morfem.VocabularyError, match=r"'\.' cannot be added"):
            refused()
        assert tokenizer.eos_token == "</s>"


def test_an_id_may_name_any_token_of_the_vocabulary(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("tr-mft")
    tokenizer.eos_token_id = tokenizer.convert_tokens_to_ids(".")
    again = loaded(tokenizer)
    assert again.eos_token == tokenizer.eos_token == "."
    assert again.eos_token_id == tokenizer.eos_token_id
    assert again("Ev.")["input_ids"] == tokenizer("Ev.")["input_ids"] == tokenizer.morfem.encode("Ev.").ids


def test_names_of_bundled_tokenizers_come_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the network, and without the waiting that a hub costs."""
    from morfem.integrations.transformers import MorfemTokenizer

    def asked(*_: Any, **__: Any) -> Any:
        raise AssertionError("the hub was asked")

    monkeypatch.setattr(transformers.tokenization_utils_base, "cached_file", asked)
    monkeypatch.setattr(transformers.tokenization_utils_base, "resolve_revision", asked)
    monkeypatch.chdir(tmp_path)
    for made in (
        MorfemTokenizer.from_pretrained("tr-mft", padding_side="left", revision="main", cache_dir="nowhere"),
        MorfemTokenizer("tr-mft", padding_side="left"),
    ):
        assert made.morfem == morfem.load("tr-mft")
        assert made.padding_side == "left"
    assert MorfemTokenizer.from_pretrained("tr-mft@1").morfem.version == 1
    morfem.load("bpe").save("kept")
    assert MorfemTokenizer.from_pretrained("kept").morfem == MorfemTokenizer("kept").morfem == morfem.load("bpe")
    with pytest.raises(morfem.MorfemError, match="did you mean 'tr-mft'"):
        MorfemTokenizer("tr-mtf")
