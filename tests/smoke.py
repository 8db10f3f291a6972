"""One short use of each extra, to see that the installed versions of its libraries have what morfem calls.

`python -I tests/smoke.py EXTRA` runs it in the environment of that Python. `tools/lowest.py` does so for every extra.
"""

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import morfem
from morfem import cli

WORDS = "Kitaplarımızdan biri kayboldu."
IDS = [int(id) for id in morfem.load("tr-mft").encode(WORDS).ids]


def parquet(folder: Path) -> None:
    import pyarrow
    import pyarrow.parquet
    from morfem.integrations.arrow import encode_column

    assert encode_column(pyarrow.array([WORDS, None]), "tr-mft").to_pylist() == [IDS, None]
    pyarrow.parquet.write_table(pyarrow.table({"text": [WORDS]}), folder / "in.parquet")
    for suffix in ("parquet", "arrow"):
        assert cli.run(["encode", "tr-mft", str(folder / "in.parquet"), "--output", str(folder / f"out.{suffix}")]) == 0
    assert pyarrow.parquet.read_table(folder / "out.parquet")["input_ids"].to_pylist() == [IDS]


def gguf(folder: Path) -> None:
    from gguf import GGUFReader
    from morfem.integrations.gguf import write_vocabulary

    write_vocabulary(morfem.train.bpe([WORDS] * 9, vocab_size=265, pretokenizer="gpt2", progress=False), folder / "vocabulary.gguf")
    assert "tokenizer.ggml.tokens" in GGUFReader(folder / "vocabulary.gguf").fields


def datatrove(folder: Path) -> None:
    from datatrove.data import Document
    from morfem.integrations.datatrove import DocumentTokenizer

    step = DocumentTokenizer(str(folder / "tokenized"), "tr-mft", eos_token="</s>", shuffle_documents=False)
    step.run(iter([Document(WORDS, "1")]), 0, 1)
    assert any(path.suffix == ".ds" for path in (folder / "tokenized").iterdir())


def scikit_learn(folder: Path) -> None:
    from morfem.integrations.sklearn import Analyzer, MorfemVectorizer
    from sklearn.feature_extraction.text import TfidfVectorizer

    assert TfidfVectorizer(analyzer=Analyzer("tr-mft")).fit([WORDS]).transform([WORDS]).nnz
    assert MorfemVectorizer("tr-mft").fit_transform([WORDS]).sum() == len(IDS)


def spacy(folder: Path) -> None:
    import morfem.integrations.spacy  # noqa: F401
    import spacy

    config = {"nlp": {"tokenizer": {"@tokenizers": "morfem.Tokenizer.v1", "name": "tr-mft"}}}
    document = spacy.blank("tr", config=config)(WORDS)
    assert document.text == WORDS
    assert document[0].lemma_ == "kitap"


def zstd(folder: Path) -> None:
    if sys.version_info >= (3, 14):
        from compression import zstd as library
    else:
        import zstandard as library
    (folder / "in.txt.zst").write_bytes(library.compress(f"{WORDS}\n".encode()))
    assert [text for batch in morfem.corpus.Corpus(folder / "in.txt.zst").texts() for text in batch] == [WORDS]


def serve(folder: Path) -> None:
    from morfem.server.client import Client

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "morfem", "serve", "-t", "tr-mft", "--port", str(port)])
    try:
        for _ in range(100):
            time.sleep(0.2)
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
        assert Client(f"http://127.0.0.1:{port}").encode("tr-mft", WORDS) == IDS
    finally:
        server.terminate()
        server.wait()


def search(folder: Path) -> None:
    from morfem.search import Analyzer
    from morfem.search.index import Index

    index = Index(folder / "index", Analyzer("tr"))
    with index.writer() as writer:
        writer.add("1", WORDS)
    assert [hit.key for hit in index.search('"kitap biri" kayıp')] == ["1"]


def mteb(folder: Path) -> None:
    from morfem.search import Analyzer
    from morfem.search.mteb import Search
    from mteb.models import SearchProtocol

    model = Search(Analyzer("tr"))
    assert isinstance(model, SearchProtocol)
    assert model.mteb_model_meta.name == "morfem/bm25"
    model.index([{"id": "1", "text": WORDS}], task_metadata=None)
    assert list(model.search([{"id": "q", "text": "kitap"}], top_k=1)["q"]) == ["1"]


def morpheus(folder: Path) -> None:
    import morfem.morpheus

    (segments,) = morfem.morpheus.load().segment(["kitaplarımızdan"])
    assert "".join(segments) == "kitaplarımızdan"


def morpheus_train(folder: Path) -> None:
    import morfem.morpheus.onnx_export
    import morfem.morpheus.training  # noqa: F401

    morpheus(folder)


def ray(folder: Path) -> None:
    import ray as library
    from morfem.integrations.ray import encode_files

    (folder / "in.txt").write_text(f"{WORDS}\n", encoding="utf-8")
    library.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False)
    assert encode_files("tr-mft", [folder / "in.txt"], folder / "out", address="local", progress=False)["texts"] == 1


def spark(folder: Path) -> None:
    import pandas
    from morfem.integrations.spark import tokenize

    function = tokenize("tr-mft").func  # without a Java machine
    (ids,) = function(iter([pandas.Series([WORDS])]))
    assert ids[0].tolist() == IDS


def transformers(folder: Path) -> None:
    from morfem.integrations.transformers import MorfemTokenizer

    tokenizer = MorfemTokenizer.from_morfem("tr-mft")
    tokenizer.save_pretrained(folder)
    assert MorfemTokenizer.from_pretrained(folder)(WORDS, add_special_tokens=False)["input_ids"] == IDS


def lm_eval(folder: Path) -> None:
    from morfem.integrations.lm_eval import MorfemLM

    assert MorfemLM is not None
    transformers(folder)


def sentence_transformers(folder: Path) -> None:
    from morfem.integrations.sentence_transformers import MorfemStaticEmbedding
    from morfem.integrations.transformers import MorfemTokenizer
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(modules=[MorfemStaticEmbedding(MorfemTokenizer("tr-mft"), embedding_dim=4)], device="cpu")
    model.save(str(folder / "model"))
    loaded = SentenceTransformer(str(folder / "model"), device="cpu", trust_remote_code=True)
    assert (loaded.encode(["ev"]) == model.encode(["ev"])).all()


def transplant(folder: Path) -> None:
    from morfem.integrations.transplant import transplant as transplanted
    from transformers import GPT2Config, GPT2LMHeadModel

    old, new = morfem.load("bpe"), morfem.load("tr-mft")
    model = GPT2LMHeadModel(GPT2Config(vocab_size=old.vocab_size, n_positions=8, n_embd=4, n_layer=1, n_head=1))
    transplanted(model, old, new, [WORDS])
    assert model.get_input_embeddings().weight.shape == (new.vocab_size, 4)


def evaluate(folder: Path) -> None:
    if sys.version_info < (3, 11):
        assert find_spec("tomli") is not None
    import sentencepiece
    import tiktoken
    import tokenizers
    from morfem.evaluate import wrap

    (folder / "text.txt").write_text("".join(f"{WORDS} {number}\n" for number in range(100)), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "text.txt"), model_prefix=str(folder / "sp"), vocab_size=40, hard_vocab_limit=False, minloglevel=2
    )
    morfem.load("bpe").export("tokenizer.json", folder / "tokenizer.json")
    for foreign in (
        sentencepiece.SentencePieceProcessor(model_file=str(folder / "sp.model")),
        tiktoken.Encoding("bytes", pat_str=r"\S+|\s+", mergeable_ranks={bytes([byte]): byte for byte in range(256)}, special_tokens={}),
        tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json")),
    ):
        assert len(wrap(foreign).encode([WORDS]).ids)


def main(extra: str) -> None:
    uses: dict[str, Any] = globals()
    with tempfile.TemporaryDirectory() as folder:
        uses[extra.replace("-", "_")](Path(folder))


if __name__ == "__main__":
    main(sys.argv[1])
