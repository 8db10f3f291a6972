"""A tokenizer survives being saved, pickled, copied, forked and spawned."""

import copy
import gc
import json
import multiprocessing
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

pytest.importorskip("transformers")

from transformers import AutoTokenizer

from tests.integrations.transformers.conftest import NAMES

TEXT = "Kitabı <x> 책을 בבית<|son|>"
CHAT = "{% for m in messages %}{{ m['content'] }}{% endfor %}"


def changed(fresh: Callable[..., Any], name: str = "tr-mft") -> Any:
    """A tokenizer whose every part differs from the default."""
    tokenizer = fresh(name, chat_template=CHAT, model_max_length=77, padding_side="left", trim_offsets=False, offsets="tiles")
    tokenizer.add_tokens(["<x>"])
    tokenizer.add_special_tokens({"extra_special_tokens": ["<|son|>"]})
    if tokenizer.eos_token is not None:
        tokenizer.add_eos_token = True
    return tokenizer


def assert_same(one: Any, other: Any) -> None:
    for options in ({}, {"padding": "max_length", "max_length": 40, "truncation": True, "return_offsets_mapping": True}):
        if one.pad_token is not None or not options:
            assert dict(one([TEXT], **options)) == dict(other([TEXT], **options))
    assert one(TEXT).tokens() == other(TEXT).tokens()
    assert one.decode(one(TEXT)["input_ids"], skip_special_tokens=True) == other.decode(other(TEXT)["input_ids"], skip_special_tokens=True)
    assert (len(one), one.chat_template, one.model_max_length) == (len(other), other.chat_template, other.model_max_length)
    assert (one.offsets, one.trim_offsets, one.padding_side) == (other.offsets, other.trim_offsets, other.padding_side)
    assert one.get_vocab() == other.get_vocab()
    assert one.special_tokens_map == other.special_tokens_map


@pytest.mark.parametrize("name", NAMES)
def test_save_and_load(fresh: Callable[..., Any], tmp_path: Path, name: str) -> None:
    tokenizer = changed(fresh, name)
    tokenizer.save_pretrained(tmp_path)
    loaded = type(tokenizer).from_pretrained(tmp_path)
    assert_same(tokenizer, loaded)
    assert loaded.morfem == tokenizer.morfem
    loaded.save_pretrained(tmp_path / "again")
    for name in ("tokenizer.morfem", "tokenizer.json", "tokenizer_config.json", "tokenization_morfem.py", "chat_template.jinja"):
        assert (tmp_path / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name


def test_pickle_and_deepcopy(fresh: Callable[..., Any]) -> None:
    tokenizer = changed(fresh)
    tokenizer([TEXT, "ev"], padding=True, truncation=True, max_length=9)  # sets the backend's padding and truncation
    assert_same(tokenizer, pickle.loads(pickle.dumps(tokenizer)))
    assert_same(tokenizer, copy.deepcopy(tokenizer))


def test_a_batch_can_be_pickled(turkish: Any) -> None:
    batch = pickle.loads(pickle.dumps(turkish(["Kitapları okudum."])))
    assert batch.word_ids(0)[:5] == [0, 0, 0, 0, 1]
    assert dict(batch) == dict(turkish(["Kitapları okudum."]))


MODEL_TYPES = ("llama", "bert", "gpt2", "qwen3", "mistral", "modernbert", "granite", "olmo2", "gemma3_text", None)


@pytest.mark.parametrize("model_type", MODEL_TYPES)
def test_auto_tokenizer_finds_the_registered_class(turkish: Any, tmp_path: Path, model_type: str | None) -> None:
    turkish.save_pretrained(tmp_path)
    if model_type is not None:
        (tmp_path / "config.json").write_text(json.dumps({"model_type": model_type}), encoding="utf-8")
    loaded = AutoTokenizer.from_pretrained(tmp_path)
    assert type(loaded) is type(turkish)
    assert loaded(TEXT)["input_ids"] == turkish(TEXT)["input_ids"]


LOAD_BY_STUB = """
import sys
from transformers import AutoTokenizer
assert "morfem" not in sys.modules
tokenizer = AutoTokenizer.from_pretrained(sys.argv[1], trust_remote_code=True)
assert type(tokenizer).__module__ == "morfem.integrations.transformers.tokenizer", type(tokenizer)
tokenizer.save_pretrained(sys.argv[2])
print(tokenizer("Kitabı")["input_ids"])
"""


@pytest.mark.parametrize("model_type", ["modernbert", "llama"])
def test_auto_tokenizer_finds_the_class_by_the_stub(turkish: Any, tmp_path: Path, model_type: str) -> None:
    turkish.save_pretrained(tmp_path / "saved")
    (tmp_path / "saved" / "config.json").write_text(json.dumps({"model_type": model_type}), encoding="utf-8")
    command = [sys.executable, "-c", LOAD_BY_STUB, str(tmp_path / "saved"), str(tmp_path / "again")]
    cache = {"HF_HOME": str(tmp_path / "cache"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env={**_environment(), **cache}, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == turkish("Kitabı")["input_ids"]
    names = {path.name for path in (tmp_path / "again").iterdir()}
    assert names == {"tokenization_morfem.py", "tokenizer.json", "tokenizer.morfem", "tokenizer_config.json"}


def _environment() -> dict[str, str]:
    import os

    return dict(os.environ)


def ids_in_a_worker(tokenizer: Any) -> list[int]:
    ids: list[int] = tokenizer(TEXT)["input_ids"]
    return ids


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.usefixtures("fork_is_wanted")
def test_worker_processes(fresh: Callable[..., Any], method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {method}")
    tokenizer = changed(fresh)
    expected = ids_in_a_worker(tokenizer)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(ids_in_a_worker, [tokenizer] * 3) == [expected] * 3


def test_a_tokenizer_and_its_backend_are_freed_when_nothing_uses_them(fresh: Callable[..., Any]) -> None:
    tokenizer = fresh("bpe")
    tokenizer(["a b"]).tokens()
    gone = weakref.ref(tokenizer)
    backend = tokenizer.backend_tokenizer
    del tokenizer
    gc.collect()
    assert gone() is None
    gone = weakref.ref(backend)
    assert backend.encode("a b").ids == morfem.load("bpe").encode("a b").ids  # StaticEmbedding keeps only the backend
    del backend
    gc.collect()
    assert gone() is None


def test_a_backend_is_copied_and_written_for_other_programs_or_says_why_not(fresh: Callable[..., Any], tmp_path: Path) -> None:
    """sentence-transformers keeps, copies and saves only the backend."""
    import tokenizers

    for name in ("ko-thunder", "tr-mft"):
        tokenizer = changed(fresh, name)
        backend = tokenizer.backend_tokenizer
        for copied in (copy.deepcopy(backend), pickle.loads(pickle.dumps(backend))):
            assert copied.encode(TEXT).ids == backend.encode(TEXT).ids
    with pytest.raises(morfem.InexactExportError, match=r"a backend of tr-mft cannot be written as tokenizer\.json.*save_pretrained"):
        backend.save(str(tmp_path / "tokenizer.json"))
    korean = changed(fresh, "ko-thunder").backend_tokenizer
    korean.save(str(tmp_path / "tokenizer.json"))
    assert tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json")).encode(TEXT).ids == korean.encode(TEXT).ids


def test_the_evaluation_suite_takes_it_and_its_folder(fresh: Callable[..., Any], tmp_path: Path) -> None:
    from morfem.evaluate import wrap

    tokenizer = changed(fresh)
    tokenizer.save_pretrained(tmp_path / "kept")
    plain, size = wrap(tokenizer.morfem), tokenizer.morfem.vocab_size
    for adapter in (wrap(tokenizer), wrap(tmp_path / "kept")):
        assert adapter.vocab_size == len(tokenizer) == size + 2
        assert adapter.hash == wrap(tokenizer).hash != plain.hash
        assert adapter.encode(["Kitabı", "ev"]).ids.tolist() == plain.encode(["Kitabı", "ev"]).ids.tolist()
        assert [adapter.token(id) for id in (size, size + 1)] == ["<x>", "<|son|>"]
        assert adapter.decode([[size]]) == ["<x>"]
    timed = wrap(tmp_path / "kept").open_batch_call(str(tmp_path / "kept"))
    assert timed(["Kitabı"]) == [tokenizer.morfem.encode("Kitabı").ids]
    assert wrap(fresh()).hash == plain.hash
