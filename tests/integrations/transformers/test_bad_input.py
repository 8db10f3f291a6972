"""Bad input: typed errors that say what is wrong and how to fix it."""

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

pytest.importorskip("transformers")

MODULE = "morfem.integrations.transformers"


def imported_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    importlib.import_module(MODULE)


def test_a_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(morfem.MorfemError, match=r"transformers>=5.*not installed: pip install 'morfem\[transformers\]'"):
        imported_again(monkeypatch)


def test_another_version_of_the_library_names_the_range(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "4.57.1")
    with pytest.raises(morfem.MorfemError, match=r"transformers 4.57.1 is installed, .* needs transformers>=5.23,<6: pip install"):
        imported_again(monkeypatch)


def test_a_folder_that_is_no_artefact(fresh: Callable[..., Any], tmp_path: Path) -> None:
    cls = type(fresh("bpe"))
    with pytest.raises(morfem.ArtifactError, match=r"morfem\.json"):
        cls.from_morfem(tmp_path)
    with pytest.raises(morfem.ArtifactError, match=rf"{tmp_path.name}: no file tokenizer\.morfem.*from_morfem"):
        cls.from_pretrained(tmp_path)
    (tmp_path / "tokenizer_config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(morfem.ArtifactError, match=r"no file tokenizer\.morfem"):
        cls.from_pretrained(tmp_path)


@pytest.mark.parametrize(
    "damage", [lambda data: b"no archive", lambda data: data[: len(data) // 2], lambda data: data[:200] + b"~~" + data[202:]]
)
def test_a_damaged_file(fresh: Callable[..., Any], tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    tokenizer = fresh("bpe")
    tokenizer.save_pretrained(tmp_path)
    file = tmp_path / "tokenizer.morfem"
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(morfem.ArtifactError, match=r"tokenizer.morfem"):
        type(tokenizer).from_pretrained(tmp_path)


def test_the_file_of_another_tokenizer_is_refused(fresh: Callable[..., Any], tmp_path: Path) -> None:
    one, other = fresh("bpe"), fresh("unigram")
    one.save_pretrained(tmp_path / "one")
    other.save_pretrained(tmp_path / "other")
    (tmp_path / "one" / "tokenizer.morfem").write_bytes((tmp_path / "other" / "tokenizer.morfem").read_bytes())
    with pytest.raises(morfem.VocabularyError, match=r"not the tokenizer that tokenizer_config\.json was saved with"):
        type(one).from_pretrained(tmp_path / "one")


def test_added_tokens_whose_ids_would_change_are_refused(fresh: Callable[..., Any], tmp_path: Path) -> None:
    tokenizer = fresh("bpe")
    tokenizer.add_tokens(["<x>"])
    tokenizer.save_pretrained(tmp_path)
    config = tmp_path / "tokenizer_config.json"
    fields = json.loads(config.read_text(encoding="utf-8"))
    fields["added_tokens_decoder"]["99999"] = fields["added_tokens_decoder"].pop(str(tokenizer.morfem.vocab_size))
    config.write_text(json.dumps(fields), encoding="utf-8")
    with pytest.raises(morfem.VocabularyError, match=f"'<x>' was saved with id 99999 but has id {tokenizer.morfem.vocab_size}"):
        type(tokenizer).from_pretrained(tmp_path)


def test_padding_without_a_pad_token(fresh: Callable[..., Any], tmp_path: Path) -> None:
    tokenizer = fresh("bpe-without-specials")
    assert tokenizer.pad_token is None
    with pytest.raises(ValueError, match="does not have a padding token"):
        tokenizer(["a b", "a"], padding=True)
    tokenizer.add_special_tokens({"pad_token": "<pad>"})
    assert len(tokenizer(["a b", "a"], padding=True)["input_ids"]) == 2
    bare = fresh("bpe", pad_token=None)
    bare.save_pretrained(tmp_path)
    assert type(bare).from_pretrained(tmp_path).pad_token is None


def test_a_token_with_the_name_of_another_is_refused(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("tr-mft")
    with pytest.raises(morfem.VocabularyError, match=r"'\+lAr' cannot be added"):
        tokenizer.add_tokens(["+lAr"])


def test_a_token_of_words_cannot_be_added_where_text_would_not_come_back(fresh: Callable[..., Any]) -> None:
    """Text after an added token is encoded as a text of its own; after the same token of words, decoding would write a space."""
    from tokenizers import AddedToken

    for name, token in (("tr-mft", "."), ("tr-morpheus", "lık"), ("he-splinter", "רות")):
        with pytest.raises(morfem.VocabularyError, match=f"'{token}' cannot be added: it is a token of words in .*; add a string that"):
            fresh(name).add_special_tokens({"eos_token": token})
    with pytest.raises(morfem.VocabularyError, match=r"'\.' cannot be added"):
        fresh("tr-mft", pad_token=AddedToken(".", special=True))


def test_ids_out_of_range(turkish: Any) -> None:
    with pytest.raises(morfem.VocabularyError, match=r"ids\[1\] is 32768; tr-mft with its added tokens has ids below 32768"):
        turkish.decode([5, 32768])
    with pytest.raises(morfem.VocabularyError, match="-100"):
        turkish.decode([5, -100])


def test_wrong_arguments(turkish: Any, fresh: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="text input must be"):
        turkish(5)
    with pytest.raises(TypeError, match=r"text\[1\] is None; give a str"):
        turkish(["ev", None])
    with pytest.raises(TypeError, match="a text is a str; with is_split_into_words=True give a list of words"):
        turkish("ev kitap", is_split_into_words=True)
    with pytest.raises(morfem.MorfemError, match="offsets is 'words'; choose 'hull', 'word' or 'tiles'"):
        fresh("bpe", offsets="words")
    with pytest.raises(NotImplementedError, match=r"morfem\.train"):
        turkish.train_new_from_iterator([["a"]], 100)
    with pytest.raises(UnicodeEncodeError):
        turkish("\ud800")
