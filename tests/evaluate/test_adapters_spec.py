"""What can be named or handed over as a tokenizer, and what is said of that which cannot."""

import importlib
import sys
from pathlib import Path
from typing import Any

import morfem
import pytest
import tiktoken.load
from morfem.adapters.trivial import Characters
from morfem.evaluate import wrap
from tokenizers import Tokenizer, pre_tokenizers

from tests.conftest import build
from tests.evaluate.peers import TEXTS, byte_level, metaspace, ranks, segments, sentence_piece


def pieces(text: str) -> list[str]:
    """Cuts off the last two characters of a word; white space is lost, letters become small."""
    return [part for word in text.lower().split() for part in (word[:-2], word[-2:])]


def spans(text: str) -> list[tuple[str, int, int]]:
    """The same with places."""
    found, end = [], 0
    for word in text.split():
        start = text.index(word, end)
        end = start + len(word)
        found += [(word[:-2], start, end - 2), (word[-2:], end - 2, end)]
    return found


def joined(tokens: list[str]) -> str:
    return "".join(tokens)


def test_help_of_wrap_lists_what_it_takes() -> None:
    shown = wrap.__doc__ or ""
    for spec in (
        "characters",
        "ko-thunder",
        "*.json",
        "tokenizer_config.json",
        "cl100k_base",
        "*.tiktoken:words",
        "*.model",
        "NAME=SPEC",
        "module:function",
    ):
        assert f"``{spec}``" in shown


class Cutter:
    """A callable with a decoder."""

    def __call__(self, text: str) -> list[tuple[str, int, int]]:
        return [(character, position, position + 1) for position, character in enumerate(text)]

    decode = staticmethod(joined)


cutter = Cutter()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tokenizer of every kind, in files."""
    build("bpe").save(tmp_path / "native")
    (tmp_path / "model").mkdir()
    byte_level().save(str(tmp_path / "model" / "tokenizer.json"))
    byte_level().save(str(tmp_path / "byte-level.json"))
    (tmp_path / "pieces.model").write_bytes(sentence_piece("identity").serialized_model_proto())
    build("bpe").export("tiktoken", tmp_path / "ranks.tiktoken")
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "kind", "name"),
    [
        ("characters", "Characters", "characters"),
        ("words", "Words", "words"),
        ("ko-thunder", "MorfemAdapter", "ko-thunder"),
        ("FOLDER/native", "MorfemAdapter", "bpe"),
        ("FOLDER/model", "TokenizersAdapter", "model"),
        ("FOLDER/model/tokenizer.json", "TokenizersAdapter", "model"),
        ("FOLDER/byte-level.json", "TokenizersAdapter", "byte-level"),
        ("FOLDER/pieces.model", "SentencePieceAdapter", "pieces"),
        ("FOLDER/ranks.tiktoken", "TiktokenAdapter", "ranks"),
        ("FOLDER/ranks.tiktoken:words", "TiktokenAdapter", "ranks"),
        ("tests.evaluate.test_adapters_spec:pieces", "FunctionAdapter", "tests.evaluate.test_adapters_spec:pieces"),
        ("tests.evaluate.test_adapters_spec:Cutter.decode", "FunctionAdapter", "tests.evaluate.test_adapters_spec:Cutter.decode"),
    ],
)
def test_specs(folder: Path, spec: str, kind: str, name: str) -> None:
    spec = spec.replace("FOLDER", str(folder))
    adapter = wrap(spec)
    assert type(adapter).__name__ == kind
    assert adapter.name == (build("bpe").name if name == "bpe" else name)
    named = wrap(f"mine={spec}")
    assert (type(named).__name__, named.name, named.hash) == (kind, "mine", adapter.hash)
    assert wrap(spec, name="other").name == "other"
    assert len(adapter.hash) == 64


def test_the_same_tokenizer_by_file_and_by_object(folder: Path) -> None:
    for spec, made in (("byte-level.json", byte_level()), ("pieces.model", sentence_piece("identity")), ("native", build("bpe"))):
        by_file, by_object = wrap(folder / spec), wrap(made)
        assert by_file.hash == by_object.hash
        assert by_file.vocab_size == by_object.vocab_size
        assert by_file.encode(TEXTS).owner.tolist() == by_object.encode(TEXTS).owner.tolist()


def test_an_exported_file_of_ranks_gives_the_same_tokens(folder: Path) -> None:
    assert wrap(folder / "ranks.tiktoken").encode(TEXTS).ids.tolist() == wrap(folder / "native").encode(TEXTS).ids.tolist()
    assert (
        wrap(f"{folder}/ranks.tiktoken:words").encode(["ev."]).ids.tolist()
        == wrap(ranks_split_at_spaces(folder)).encode(["ev."]).ids.tolist()
    )


def ranks_split_at_spaces(folder: Path) -> tiktoken.Encoding:
    loaded = tiktoken.load.load_tiktoken_bpe(str(folder / "ranks.tiktoken"))
    return tiktoken.Encoding("x", pat_str=r" ?\S+|\s+(?!\S)|\s+", mergeable_ranks=loaded, special_tokens={})


def test_other_content_has_another_hash() -> None:
    other = Tokenizer.from_str(byte_level().to_str())
    other.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    every = [byte_level(), other, metaspace(), ranks(), sentence_piece("identity"), pieces, spans, build("bpe"), "characters", "words"]
    assert len({wrap(one).hash for one in every}) == len(every)


def test_objects_get_names() -> None:
    assert wrap(ranks()).name == "ranks"
    assert wrap(byte_level()).name.startswith("tokenizers-")
    assert wrap(sentence_piece("identity")).name.startswith("sentencepiece-")
    assert wrap(cutter).name == "tests.evaluate.test_adapters_spec:Cutter"
    assert wrap(Characters(), name="floor").name == "floor"
    assert Characters.name == "characters"


def test_a_function_with_places() -> None:
    adapter = wrap(spans)
    batch = adapter.encode(["Evlerde  evde"])
    assert segments(batch) == ["Evler", "de", "  ", "ev", "de"]
    assert [adapter.token(id) for id in batch.ids.tolist()] == ["Evler", "de", "ev", "de"]
    assert batch.ids.tolist() == [0, 1, 2, 1]
    assert adapter.decode([[0, 1]]) is None
    assert adapter.vocab_size is None


def test_a_function_of_pieces_is_laid_along_the_text() -> None:
    batch = wrap(pieces).encode(["Evlerde  KIZ", "evde"])
    assert segments(batch, 0) == ["Evler", "de", "  ", "K", "IZ"]
    assert segments(batch, 1) == ["ev", "de"]


def test_a_function_with_a_decoder() -> None:
    adapter = wrap(cutter)
    batch = adapter.encode(["evet"])
    assert batch.ids.tolist() == [0, 1, 0, 2]
    assert adapter.decode([[0, 1], [2]]) == ["ev", "t"]


def test_a_function_in_the_folder_in_which_one_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_cutter.py").write_text("def cut(text):\n    return list(text)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    adapter = wrap("own_cutter:cut")
    assert sys.path == path
    assert segments(adapter.encode(["ev"])) == ["e", "v"]
    first = adapter.hash
    (tmp_path / "own_cutter.py").write_text("def cut(text):\n    return [text]\n", encoding="utf-8")
    monkeypatch.delitem(sys.modules, "own_cutter")
    importlib.invalidate_caches()
    assert wrap("own_cutter:cut").hash != first


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("ko-thunde", "did you mean 'ko-thunder'?"),
        ("cl100k", "did you mean 'cl100k_base'?"),
        ("no-such-thing-at-all", "give one of characters, words, .*SentencePiece .model, a .tiktoken file"),
        ("nowhere/tokenizer.json", "no file or folder 'nowhere/tokenizer.json'; give a name, a folder of morfem or transformers"),
        ("x=nowhere.model", "no file or folder 'nowhere.model'"),
        ("tests.nowhere:pieces", "cannot import module 'tests.nowhere'"),
        ("tests.evaluate.test_adapters_spec:nothing", "tests.evaluate.test_adapters_spec has no 'nothing'"),
        ("tests.evaluate.test_adapters_spec:TEXTS", "is a list, not a function"),
        ("FOLDER/empty", "this folder has no morfem.json, tokenizer_config.json or tokenizer.json"),
        ("FOLDER/notes.txt", "unknown type of file; tokenizers end in .json"),
        ("FOLDER/bad.json", "tokenizers cannot read it"),
        ("FOLDER/bad.model", "not a readable SentencePiece model"),
        ("FOLDER/bad.tiktoken", "not a readable file of ranks"),
        ("FOLDER/bad.tiktoken:thundr", 'unknown splitter "thundr"; the splitters are whole, words, '),
    ],
)
def test_what_is_no_tokenizer(tmp_path: Path, spec: str, message: str) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("notes.txt", "bad.json", "bad.model", "bad.tiktoken"):
        (tmp_path / name).write_text("{ not this", encoding="utf-8")
    with pytest.raises(morfem.MorfemError, match=message):
        wrap(spec.replace("FOLDER", str(tmp_path)))


@pytest.mark.parametrize("thing", [None, 3, object(), ["words"]])
def test_an_object_of_another_kind(thing: Any) -> None:
    with pytest.raises(morfem.MorfemError, match=f"{type(thing).__name__} is not a tokenizer: give a name, a folder"):
        wrap(thing)


@pytest.mark.parametrize(
    ("library", "spec"),
    [
        ("tokenizers", "FOLDER/byte-level.json"),
        ("sentencepiece", "FOLDER/pieces.model"),
        ("tiktoken", "FOLDER/ranks.tiktoken"),
        ("transformers", "FOLDER/fast"),
    ],
)
def test_a_library_that_is_not_installed_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch, library: str, spec: str) -> None:
    (folder / "fast").mkdir()
    (folder / "fast" / "tokenizer_config.json").write_text("{}", encoding="utf-8")
    monkeypatch.setitem(sys.modules, library, None)
    fix = "" if library == "transformers" else r"'morfem\[evaluate\]', or pip install "  # transformers is large, and not in the extra
    with pytest.raises(morfem.MorfemError, match=f"needs {library}, which is not installed: pip install {fix}{library}$"):
        wrap(spec.replace("FOLDER", str(folder)))


def test_without_tiktoken_its_encodings_are_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    with pytest.raises(morfem.MorfemError, match="encodings of tiktoken need tiktoken, which is not installed"):
        wrap("cl100k_base")


def test_ranks_that_cannot_be_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def offline(name: str) -> None:
        raise OSError("no network")

    monkeypatch.setattr(tiktoken, "get_encoding", offline)
    with pytest.raises(morfem.MorfemError, match="cl100k_base: tiktoken cannot get its ranks: OSError: no network; set TIKTOKEN_CACHE_DIR"):
        wrap("cl100k_base")


def test_a_tokenizer_with_a_part_in_python_is_refused_with_the_fix() -> None:
    tokenizer = Tokenizer.from_str(byte_level().to_str())
    tokenizer.pre_tokenizer = pre_tokenizers.PreTokenizer.custom(object())
    with pytest.raises(morfem.MorfemError, match="wrap a function that returns"):
        wrap(tokenizer)
