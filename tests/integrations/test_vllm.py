"""The plugin for vLLM, run by a stand-in for its engine loop, over a stand-in base class and over vLLM's own.

vLLM itself needs a graphics card and gigabytes of PyTorch. `make vllm-source` downloads the few files of its source that the plugin
touches. Without them, the tests of the published class and of its signatures are skipped.
"""

import ast
import importlib.metadata
import importlib.util
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest
from morfem.integrations.vllm import VllmTokenizer, register

from tests.conftest import LANGUAGES, sentences, sentences_for

SOURCE = Path("target/vllm")
IM_END = 10**6


class Registry:
    """What `vllm.tokenizers` offers to plugins."""

    def __init__(self) -> None:
        self.classes: dict[str, tuple[str, str]] = {}

    def register(self, tokenizer_mode: str, module: str, class_name: str) -> None:
        """As in vLLM."""
        self.classes[tokenizer_mode] = (module, class_name)


class StandIn:
    """The outline of vLLM's base class: collects text, ends it at a stop string, and passes it on."""

    def __init__(self, request: Any) -> None:
        params = request.sampling_params
        self.stop, self.min_tokens = list(params.stop), params.min_tokens
        self.include_stop_str_in_output = params.include_stop_str_in_output
        self.token_ids: list[int] = []
        self.output_text, self.passed_on = "", 0

    def num_output_tokens(self) -> int:
        return len(self.token_ids)

    def decode_next(self, next_token_id: int) -> str:
        raise NotImplementedError

    def update(self, new_token_ids: list[int], stop_terminated: bool) -> str | None:
        is_cut = stop_terminated and not self.include_stop_str_in_output
        for id in new_token_ids[: len(new_token_ids) - is_cut]:
            searched = len(self.output_text)
            self.output_text += self.decode_next(id)
            self.token_ids.append(id)
            found = [(self.output_text.find(stop, max(0, searched - len(stop) + 1)), stop) for stop in self.stop]
            ends = [(place + len(stop), place, stop) for place, stop in found if place >= 0]
            if ends and len(self.token_ids) > self.min_tokens:
                end, place, first = min(ends)
                self.output_text = self.output_text[: end if self.include_stop_str_in_output else place]
                return str(first)
        return None

    def get_next_output_text(self, finished: bool, delta: bool) -> str:
        held = 0 if finished or self.include_stop_str_in_output else max([len(stop) - 1 for stop in self.stop], default=0)
        text = self.output_text[: max(0, len(self.output_text) - held)]
        begin, self.passed_on = self.passed_on, max(self.passed_on, len(text))
        return text[begin:] if delta else text


def stand_in() -> Any:
    engine: Any = types.ModuleType("vllm.v1.engine.detokenizer")
    engine.BaseIncrementalDetokenizer = StandIn
    engine.IncrementalDetokenizer = type("IncrementalDetokenizer", (), {"from_new_request": classmethod(lambda *_: "vLLM's own")})
    return engine


def published(monkeypatch: pytest.MonkeyPatch) -> Any:
    """vLLM's own module, with stand-ins for what it imports."""
    path = SOURCE / "v1/engine/detokenizer.py"
    if not path.exists():
        pytest.skip("there is no source of vLLM: make vllm-source")
    pytest.importorskip("tokenizers")
    names: dict[str, dict[str, Any]] = {
        "vllm.logger": {"init_logger": lambda name: None},
        "vllm.tokenizers": {"TokenizerLike": object, "TokenizerRegistry": Registry()},
        "vllm.tokenizers.detokenizer_utils": {"convert_prompt_ids_to_tokens": None, "detokenize_incrementally": None},
        "vllm.utils": {"length_from_prompt_token_ids_or_embeds": None},
        "vllm.v1.engine": {"EngineCoreRequest": object},
        "transformers": {"TokenizersBackend": type("TokenizersBackend", (), {})},
    }
    for name, members in names.items():
        module = types.ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.spec_from_file_location("vllm.v1.engine.detokenizer", path)
    assert spec is not None
    assert spec.loader is not None
    engine = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(engine)
    monkeypatch.setattr(engine.IncrementalDetokenizer, "from_new_request", classmethod(lambda *_: "vLLM's own"))
    return engine


@pytest.fixture(params=["stand-in", "published"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module `vllm.v1.engine.detokenizer` with the plugin registered."""
    made = stand_in() if request.param == "stand-in" else published(monkeypatch)
    tokenizers: Any = types.ModuleType("vllm.tokenizers")
    tokenizers.TokenizerRegistry = Registry()
    for name in ("vllm", "vllm.v1", "vllm.v1.engine"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "vllm.tokenizers", tokenizers)
    monkeypatch.setitem(sys.modules, "vllm.v1.engine.detokenizer", made)
    register()
    return made


def tokenizer(name: str) -> Any:
    """What the plugin sees of a `MorfemTokenizer` with one token that transformers has added."""
    added = types.SimpleNamespace(content="<|im_end|>", special=True)
    return types.SimpleNamespace(morfem=morfem.load(name), added_tokens_decoder={IM_END: added})


def request(prompt: list[int] | None, **params: Any) -> Any:
    defaults = {"stop": [], "min_tokens": 0, "include_stop_str_in_output": False, "skip_special_tokens": True}
    return types.SimpleNamespace(prompt_token_ids=prompt, sampling_params=types.SimpleNamespace(**{**defaults, **params}))


def serve(engine: Any, tokenizer: Any, asked: Any, ids: list[int], step: int = 1, is_eos: bool = False) -> tuple[str, str, str | None]:
    """Replays the engine's calls: some ids a step, a delta after each, the whole at the end.

    Returns the deltas joined, the whole, and the stop string.
    """
    detokenizer = engine.IncrementalDetokenizer.from_new_request(tokenizer, asked)
    text, stop = "", None
    steps = [ids[at : at + step] for at in range(0, len(ids), step)]
    for number, new in enumerate(steps, 1):
        is_last = number == len(steps)
        stop = detokenizer.update(new, is_eos and is_last)
        finished = is_last or stop is not None
        text += detokenizer.get_next_output_text(finished, True)
        if finished:
            break
    return text, detokenizer.get_next_output_text(True, False), stop


@pytest.mark.parametrize("name", morfem.available())
def test_every_sentence_streams_exactly(engine: Any, name: str) -> None:
    tok = tokenizer(name)
    for text in (*sentences_for(name), *(line for language in LANGUAGES for line in sentences(language)[:5])):
        for step in (1, 3):
            assert serve(engine, tok, request([]), tok.morfem.encode(text).ids, step) == (text, text, None)


@pytest.mark.parametrize("name", morfem.available())
def test_the_prompt_stays_out_of_the_answer(engine: Any, name: str) -> None:
    tok = tokenizer(name)
    for text in sentences_for(name)[:20]:
        cut = text.find(" ", len(text) // 2)
        ids, count = tok.morfem.encode(text, boundaries=[cut]).ids, tok.morfem.count(text[:cut])
        assert serve(engine, tok, request(ids[:count]), ids[count:])[0] == text[cut:]
    assert serve(engine, tok, request(None), tok.morfem.encode("evde").ids)[0] == "evde"


def window(tokenizer: morfem.Tokenizer, ids: list[int]) -> str:
    """What a sliding window writes: the text of the last ids without that of the ids before them."""
    text, begin, read = "", 0, 0
    for end in range(1, len(ids) + 1):
        old, new = tokenizer.decode(ids[begin:read]), tokenizer.decode(ids[begin:end])
        if len(new) > len(old) and not new.endswith("\ufffd"):
            text, begin, read = text + new[len(old) :], read, end
    return text


@pytest.mark.parametrize(("name", "least"), [("tr-mft", 0.5), ("he-splinter", 0.3), ("ar-splinter", 0.3), ("ko-thunder", 0)])
def test_a_sliding_window_writes_wrong_letters(name: str, least: float) -> None:
    """Why the plugin is needed."""
    tok, texts = morfem.load(name), sentences_for(name)
    wrong = sum(window(tok, tok.encode(text).ids) != text for text in texts) / len(texts)
    assert wrong >= least
    assert (wrong == 0) == (name == "ko-thunder")


TEXT = "Kitapları okuduk. Soru: kitabı kim okudu?"


def test_text_ends_before_a_stop_string(engine: Any) -> None:
    tok = tokenizer("tr-mft")
    ids = tok.morfem.encode(TEXT).ids
    for step in (1, 2, 50):
        assert serve(engine, tok, request([], stop=["yok", "Soru:"]), ids, step) == ("Kitapları okuduk. ",) * 2 + ("Soru:",)
        included = request([], stop=["Soru:"], include_stop_str_in_output=True)
        assert serve(engine, tok, included, ids, step)[1] == "Kitapları okuduk. Soru:"


def test_letters_that_wait_do_not_come_behind_a_stop_string(engine: Any) -> None:
    """okud- waits for its ending when the stop string is complete."""
    tok = tokenizer("tr-mft")
    ids = tok.morfem.encode("Kitap, kitap").ids
    assert serve(engine, tok, request([], stop=[","]), ids, len(ids))[0] == "Kitap"


def test_a_stop_string_may_be_complete_only_at_the_end(engine: Any) -> None:
    """kitap waits for an affix; when the request ends without one, it completes the stop string."""
    tok = tokenizer("tr-mft")
    ids = tok.morfem.encode("Bir kitap").ids
    assert serve(engine, tok, request([], stop=["itap"]), ids)[:2] == ("Bir k", "Bir k")
    assert serve(engine, tok, request([], stop=["itap"], include_stop_str_in_output=True), ids)[1] == "Bir kitap"
    assert serve(engine, tok, request([], stop=["itap"], min_tokens=50), ids)[1] == "Bir kitap"


def test_stop_strings_wait_for_the_least_number_of_tokens(engine: Any) -> None:
    tok = tokenizer("tr-mft")
    ids = tok.morfem.encode("Ev, ev, ev, evler").ids
    assert serve(engine, tok, request([], stop=[","], min_tokens=5), ids)[0].count(",") >= 2


def test_the_last_token_of_a_finished_answer_is_not_shown(engine: Any) -> None:
    tok = tokenizer("tr-mft")
    ids = [*tok.morfem.encode("Kitap").ids, tok.morfem.token_to_id("</s>")]
    assert serve(engine, tok, request([], skip_special_tokens=False), ids, is_eos=True)[0] == "Kitap"


def test_specials_and_added_tokens_are_shown_on_request(engine: Any) -> None:
    tok = tokenizer("tr-mft")
    ids = [*tok.morfem.encode("Kitap").ids, tok.morfem.token_to_id("</s>"), IM_END, *tok.morfem.encode("ev").ids]
    assert serve(engine, tok, request([], skip_special_tokens=False), ids)[0] == "Kitap</s><|im_end|>ev"
    assert serve(engine, tok, request([]), ids)[0] == "Kitapev"  # as MorfemTokenizer.decode
    prompt = [*tok.morfem.encode("Soru").ids, IM_END]
    assert serve(engine, tok, request(prompt), tok.morfem.encode("Kitap").ids)[0] == "Kitap"
    assert serve(engine, tok, request([]), [*ids[:2], IM_END + 1])[0] == "Kitap"


def test_a_special_token_that_the_vocabulary_had_already_is_left_out(engine: Any) -> None:
    tok = tokenizer("ko-thunder")
    taken = tok.morfem.token_to_id("합니다")
    tok.added_tokens_decoder[taken] = types.SimpleNamespace(content="합니다", special=True)
    ids = [*tok.morfem.encode("책").ids, taken, *tok.morfem.encode("을").ids]
    assert serve(engine, tok, request([]), ids)[0] == "책을"
    assert serve(engine, tok, request([], skip_special_tokens=False), ids)[0] == "책합니다을"


def test_tokenizers_of_others_are_decoded_as_before(engine: Any) -> None:
    assert engine.IncrementalDetokenizer.from_new_request(object(), request([])) == "vLLM's own"
    register()
    assert engine.IncrementalDetokenizer.from_new_request(None, request([])) == "vLLM's own"
    registered = sys.modules["vllm.tokenizers"].TokenizerRegistry.classes
    assert registered == {"morfem": ("morfem.integrations.vllm", "VllmTokenizer")}


def test_vllm_finds_the_plugin() -> None:
    found = {point.name: point for point in importlib.metadata.entry_points(group="vllm.general_plugins")}
    assert found["morfem"].load() is register


def definitions(name: str) -> dict[str, ast.AST]:
    """The functions and classes of a published file, by qualified name."""
    path = SOURCE / name
    if not path.exists():
        pytest.skip("there is no source of vLLM: make vllm-source")
    tree = ast.parse(path.read_text("utf-8"))
    found: dict[str, ast.AST] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = node
            found.update({f"{node.name}.{part.name}": part for part in node.body if isinstance(part, ast.FunctionDef)})
    return found


def arguments(node: ast.AST) -> list[str]:
    assert isinstance(node, ast.FunctionDef)
    return [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]


@pytest.mark.parametrize(
    ("file", "name", "expected"),
    [
        ("tokenizers/registry.py", "_TokenizerRegistry.register", ["self", "tokenizer_mode", "module", "class_name"]),
        ("tokenizers/hf.py", "get_cached_tokenizer", ["tokenizer"]),
        ("v1/engine/detokenizer.py", "IncrementalDetokenizer.from_new_request", ["cls", "tokenizer", "request"]),
        ("v1/engine/detokenizer.py", "BaseIncrementalDetokenizer.__init__", ["self", "request"]),
        ("v1/engine/detokenizer.py", "BaseIncrementalDetokenizer.update", ["self", "new_token_ids", "stop_terminated"]),
        ("v1/engine/detokenizer.py", "BaseIncrementalDetokenizer.decode_next", ["self", "next_token_id"]),
        ("v1/engine/detokenizer.py", "BaseIncrementalDetokenizer.get_next_output_text", ["self", "finished", "delta"]),
    ],
)
def test_the_published_functions_take_what_the_plugin_gives(file: str, name: str, expected: list[str]) -> None:
    assert arguments(definitions(file)[name]) == expected


def test_the_class_is_made_as_vllm_makes_tokenizers() -> None:
    expected = arguments(definitions("tokenizers/protocol.py")["TokenizerLike.from_pretrained"])
    code: Callable[..., Any] = VllmTokenizer.from_pretrained.__func__  # type: ignore[attr-defined]
    count = code.__code__.co_argcount + code.__code__.co_kwonlyargcount
    assert list(code.__code__.co_varnames[:count]) == expected


def test_a_tokenizer_has_what_vllm_asks_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """`get_cached_tokenizer` adds the members that tokenizers of transformers lack."""
    members = [name.partition(".")[2] for name in definitions("tokenizers/protocol.py") if name.startswith("TokenizerLike.")]
    pytest.importorskip("morfem.integrations.transformers")
    added = {"max_token_id", "max_chars_per_token"}
    hf: Any = types.ModuleType("vllm.tokenizers.hf")
    hf.get_cached_tokenizer = lambda tokenizer: tokenizer
    for name in ("vllm", "vllm.tokenizers"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, "vllm.tokenizers.hf", hf)
    made = VllmTokenizer.from_pretrained("tr-mft", truncation_side="left")
    assert [member for member in members if member not in added and not hasattr(made, member)] == []
    assert made.decode(made.encode("Kitapları okuduk.")) == "Kitapları okuduk."
    assert VllmTokenizer.from_pretrained("tr-mft@1").morfem.version == 1
