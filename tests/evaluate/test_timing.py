"""Every tokenizer is timed through its own library's batch call, and not through the alignment that metrics need."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from morfem import MorfemError
from morfem.adapters.library import LibraryAdapter
from morfem.adapters.segmentation import Segmentation
from morfem.evaluate import TokenizerAdapter, wrap
from morfem.evaluate import bench as running
from morfem.evaluate.bench import bench

from tests.conftest import build, sentences
from tests.evaluate.peers import byte_level, ranks, sentence_piece, transformers

TEXTS = sentences("tr")[:4]


def letters(text: str) -> list[str]:
    """A function that tokenizes a text."""
    return list(text)


class Library:
    """Stands for the tokenizer class of a foreign library; every call of a method is recorded in `calls`."""

    name_or_path = "stand-in"
    is_fast = True
    backend_tokenizer = byte_level()

    def __init__(self) -> None:
        self.calls: list[str] = []

    def __len__(self) -> int:
        return 1000

    def _record(self, call: str, texts: Sequence[str]) -> list[list[int]]:
        assert list(texts) == TEXTS
        self.calls.append(call)
        return [[0] for _ in texts]

    def __call__(self, texts: list[str], add_special_tokens: bool) -> dict[str, Any]:
        return {"input_ids": self._record(f"call, special tokens {add_special_tokens}", texts)}

    def encode_batch_fast(self, texts: list[str], add_special_tokens: bool) -> Any:
        return self._record(f"encode_batch_fast, special tokens {add_special_tokens}", texts)

    def encode_ordinary_batch(self, texts: list[str], num_threads: int) -> Any:
        return self._record(f"encode_ordinary_batch, threads {num_threads}", texts)

    def encode(self, texts: list[str], num_threads: int) -> Any:
        return self._record(f"encode, threads {num_threads}", texts)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    """A stand-in for all foreign libraries at once: each loads this one tokenizer."""
    made = Library()
    monkeypatch.setitem(sys.modules, "tokenizers", SimpleNamespace(Tokenizer=SimpleNamespace(from_file=lambda path: made)))
    auto = SimpleNamespace(from_pretrained=lambda folder, **options: made)
    base = SimpleNamespace(AutoTokenizer=auto, PreTrainedTokenizerBase=Library)
    monkeypatch.setitem(sys.modules, "transformers", base)
    monkeypatch.setitem(sys.modules, "tiktoken", SimpleNamespace(get_encoding=lambda name: made))
    monkeypatch.setitem(sys.modules, "tiktoken.registry", SimpleNamespace(ENCODINGS={}))
    monkeypatch.setitem(sys.modules, "sentencepiece", SimpleNamespace(SentencePieceProcessor=lambda model_file: made))
    return made


@pytest.mark.parametrize(
    ("adapter", "target", "call"),
    [
        ("tokenizers_adapter.TokenizersAdapter", "tokenizer.json", "encode_batch_fast, special tokens False"),
        ("transformers_adapter.TransformersAdapter", "folder", "call, special tokens False"),
        ("tiktoken_adapter.TiktokenAdapter", "cl100k_base", "encode_ordinary_batch, threads 1"),
        ("sentencepiece_adapter.SentencePieceAdapter", "pieces.model", "encode, threads 1"),
    ],
)
def test_a_foreign_library_is_timed_through_its_own_batch_call(library: Library, adapter: str, target: str, call: str) -> None:
    module, _, name = adapter.partition(".")
    kind = getattr(sys.modules[f"morfem.adapters.{module}"], name)
    kind.open_batch_call(target)(TEXTS)
    assert library.calls == [call]


def test_bench_times_transformers_through_the_tokenizers_own_call(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tokenizer_config.json").write_text("{}")
    monkeypatch.setattr(running, "_measure_memory", lambda contender, running: None)  # a separate process has no stand-in
    monkeypatch.setattr(Library, "_record", lambda self, call, texts: self.calls.append(call))
    report = bench([f"fast={tmp_path}"], TEXTS, peer="words", passes=2)
    assert not report.failures
    # Once before the first pass; then cold, warm and long tail in each pass.
    assert library.calls == ["call, special tokens False"] * 7


def test_bench_times_a_real_tokenizer_of_transformers_through_its_own_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = transformers().PreTrainedTokenizerFast(tokenizer_object=byte_level())
    made.save_pretrained(tmp_path)
    calls: list[list[str]] = []
    original = type(made).__call__

    def recorded(self: Any, texts: list[str], **options: Any) -> Any:
        calls.append(texts)
        return original(self, texts, **options)

    monkeypatch.setattr(type(made), "__call__", recorded)
    report = bench([f"fast={tmp_path}"], TEXTS, peer="words", passes=2)
    assert not report.failures
    assert len(calls) == 7
    assert {score.metric for score in report.scores if score.tokenizer == "fast"} >= {"speed.cold", "speed.memory"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tokenizer of each library, in files."""
    build("bpe").save(tmp_path / "morfem")
    byte_level().save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "pieces.model").write_bytes(sentence_piece("identity").serialized_model_proto())
    build("bpe").export("tiktoken", tmp_path / "ranks.tiktoken")
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "ids"),
    [
        ("morfem", lambda found: found[0].tolist()),
        ("tokenizer.json", lambda found: [id for encoding in found for id in encoding.ids]),
        ("pieces.model", lambda found: [id for text in found for id in text]),
        ("ranks.tiktoken", lambda found: [id for text in found for id in text]),
        ("ranks.tiktoken:words", lambda found: [id for text in found for id in text]),
    ],
)
def test_the_call_that_is_timed_gives_the_ids_that_are_measured(folder: Path, spec: str, ids: Callable[[Any], list[int]]) -> None:
    target = str(folder / spec)
    adapter = wrap(target)
    assert ids(adapter.open_batch_call(target)(TEXTS)) == adapter.encode(TEXTS).ids.tolist()


def test_a_function_is_timed_through_calls_of_itself() -> None:
    spec = "tests.evaluate.test_timing:letters"
    assert wrap(spec).open_batch_call(spec)(["ev", ""]) == [["e", "v"], []]


def test_every_adapter_that_wrap_chooses_has_a_batch_call_of_its_own() -> None:
    direct = [*TokenizerAdapter.__subclasses__(), *LibraryAdapter.__subclasses__()]
    adapters = {kind for kind in direct if kind.__module__.startswith("morfem.adapters.") and kind is not LibraryAdapter}
    assert len(adapters) == 7
    assert all("open_batch_call" in vars(kind) for kind in adapters)


def test_an_adapter_without_a_batch_call_is_refused_and_not_timed_through_its_alignment() -> None:
    class Own(TokenizerAdapter):
        name, hash, vocab_size = "own", "0" * 64, None

        def encode(self, texts: Sequence[str]) -> Segmentation:
            return wrap(ranks()).encode(texts)

        def decode(self, batch: Sequence[Sequence[int]]) -> None:
            return None

        def token(self, id: int) -> str:
            return str(id)

    with pytest.raises(MorfemError, match="Own cannot be timed: it does not define open_batch_call"):
        Own().open_batch_call("own")
