"""`generate` with streamers and stop strings, and static embeddings of sentence-transformers."""

import copy
import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import morfem
import pytest

transformers = pytest.importorskip("transformers")
torch = pytest.importorskip("torch")

from tests.conftest import sentences_for  # noqa: E402
from tests.integrations.heavy.transformers.conftest import wrapped  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")


class Scripted(transformers.LogitsProcessor):  # type: ignore[name-defined, misc, unused-ignore]
    """Lets a model write given ids, so that its text is known."""

    def __init__(self, ids: list[int], prompt: int) -> None:
        self.ids, self.prompt = ids, prompt

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        scores[:] = -1e9
        scores[:, self.ids[input_ids.shape[1] - self.prompt]] = 0
        return scores


def generated(model: Any, tokenizer: Any, text: str, cut: int, **options: Any) -> Any:
    prompt, answer = tokenizer.encode_apart(text[:cut], text[cut:])
    script = transformers.LogitsProcessorList([Scripted(answer, len(prompt))])
    ids = torch.tensor([prompt])
    return model.generate(
        ids,
        attention_mask=torch.ones_like(ids),
        logits_processor=script,
        max_new_tokens=len(answer),
        do_sample=False,
        tokenizer=tokenizer,
        **options,
    )


def test_streamers_print_what_is_decoded(name: str, tiny_llama: Callable[[Any], Any], capsys: pytest.CaptureFixture[str]) -> None:
    from morfem.integrations.transformers import MorfemIteratorStreamer, MorfemStreamer

    tokenizer = wrapped(name)
    model = tiny_llama(tokenizer)
    for text in sentences_for(name)[:5]:
        cut = text.index(" ", len(text) // 3)
        streamer = MorfemIteratorStreamer(tokenizer, skip_prompt=True, timeout=60)
        generated(model, tokenizer, text, cut, streamer=streamer)
        assert "".join(streamer) == text[cut:]
        capsys.readouterr()
        generated(model, tokenizer, text, cut, streamer=MorfemStreamer(tokenizer))
        assert capsys.readouterr().out == f"{text}\n"


def test_stop_strings_end_the_text(tiny_llama: Callable[[Any], Any]) -> None:
    tokenizer = wrapped("tr-mft")
    text = "Bu kitabı gözlerinden okudum. Soru: kim?"
    ids = generated(tiny_llama(tokenizer), tokenizer, text, 2, stop_strings=["gözlerin", "Soru:"])
    assert tokenizer.decode(ids[0].tolist()).startswith("Bu kitabı gözlerin")
    assert "okudum" not in tokenizer.decode(ids[0].tolist())
    korean = wrapped("ko-thunder")
    ids = generated(tiny_llama(korean), korean, "나는 책을 읽었다. 그리고", 2, stop_strings="읽었다")
    assert korean.decode(ids[0].tolist()).endswith("읽었다.")


def test_resized_embeddings_keep_the_vectors_of_tokens(tiny_llama: Callable[[Any], Any], tmp_path: Path) -> None:
    from morfem.integrations.transformers import MorfemTokenizer

    tokenizer = MorfemTokenizer.from_morfem("tr-mft")
    model = tiny_llama(tokenizer)
    tokenizer.add_tokens(["<x>"])
    tokenizer.pad_token = "[PAD]"
    model.resize_token_embeddings(len(tokenizer))
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    again, kept = MorfemTokenizer.from_pretrained(tmp_path), transformers.LlamaForCausalLM.from_pretrained(tmp_path)
    assert kept.get_input_embeddings().num_embeddings == len(again)
    ids = again("Kitabı<x>[PAD]", return_tensors="pt")["input_ids"]
    assert torch.equal(model.get_input_embeddings()(ids), kept.get_input_embeddings()(ids))


def test_static_embeddings_are_copied_and_saved(tmp_path: Path) -> None:
    sentence_transformers = pytest.importorskip("sentence_transformers")
    from morfem.integrations.sentence_transformers import MorfemStaticEmbedding
    from morfem.integrations.transformers import MorfemTokenizer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    texts = ["Kitabı okudum.", "책을 읽었다."]
    plain = sentence_transformers.SentenceTransformer(
        modules=[StaticEmbedding(MorfemTokenizer.from_morfem("ko-thunder"), embedding_dim=8)], device="cpu"
    )
    gc.collect()
    expected = plain.encode(texts)
    assert (copy.deepcopy(plain).encode(texts) == expected).all()
    plain.save(str(tmp_path / "plain"))
    assert (sentence_transformers.SentenceTransformer(str(tmp_path / "plain"), device="cpu").encode(texts) == expected).all()

    ours = sentence_transformers.SentenceTransformer(
        modules=[MorfemStaticEmbedding(MorfemTokenizer.from_morfem("tr-mft"), embedding_dim=8)], device="cpu"
    )
    expected = ours.encode(texts)
    assert (copy.deepcopy(ours).encode(texts) == expected).all()
    ours.save(str(tmp_path / "ours"))
    loaded = sentence_transformers.SentenceTransformer(str(tmp_path / "ours"), device="cpu", trust_remote_code=True)
    assert (loaded.encode(texts) == expected).all()
    refused = StaticEmbedding(MorfemTokenizer.from_morfem("tr-mft"), embedding_dim=8)
    with pytest.raises(morfem.InexactExportError, match=r"cannot be written as tokenizer\.json"):
        refused.save(str(tmp_path))


FRESH = """
import sys
from morfem.integrations.lm_eval import MorfemLM
model = MorfemLM(pretrained=sys.argv[1], device="cpu")
print(type(model.tokenizer).__name__)
"""


def test_lm_eval_loads_a_folder_in_a_fresh_process_and_from_its_command(tiny_llama: Callable[[Any], Any], tmp_path: Path) -> None:
    pytest.importorskip("lm_eval")
    tokenizer = wrapped("tr-mft")
    tiny_llama(tokenizer).save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    done = subprocess.run([sys.executable, "-c", FRESH, str(tmp_path / "model")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == "MorfemTokenizer"
    (tmp_path / "tasks").mkdir()
    (tmp_path / "data.jsonl").write_text('{"text": "Bu", "choices": ["ev", "kitap"]}\n', encoding="utf-8")
    from tests.integrations.heavy.transformers.test_lm_eval import TASK

    (tmp_path / "tasks" / "own_words.yaml").write_text(TASK.replace("DATA", str(tmp_path / "data.jsonl")), encoding="utf-8")
    command = [sys.executable, "-c", "from morfem.integrations.lm_eval import main; main()", "--model", "morfem", "--device", "cpu"]
    command += ["--model_args", f"pretrained={tmp_path / 'model'}", "--tasks", "own_words", "--include_path", str(tmp_path / "tasks")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "own_words" in done.stdout
