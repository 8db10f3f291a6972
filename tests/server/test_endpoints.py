"""Every endpoint answers what the tokenizer itself answers, in the form that the OpenAPI description promises."""

import json
import re
from typing import Any

import pytest

pytest.importorskip("starlette", reason='the server needs pip install "morfem[serve]"')

import morfem
from morfem.server import Client, messages
from morfem.server.app import application
from morfem.server.openapi import REFUSALS
from starlette.testclient import TestClient

from tests.conftest import build
from tests.pages import ROOT
from tests.server.conftest import LIMITS, client

TEXTS = ["Kitaplarımızdan okuduk.", "הילדים שבבית", "비가 올 수 있으니까", "", "a\u0301 😀\x00\n"]


def post(server: TestClient, path: str, **content: object) -> Any:
    response = server.post(path, json=content)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.parametrize("name", ["tr-mft", "he-splinter", "ko-thunder"])
def test_ids_and_texts_are_those_of_the_tokenizer(server: TestClient, name: str) -> None:
    tokenizer = morfem.load(name)
    encoded = post(server, "/v1/encode", tokenizer=name, text=TEXTS)
    messages.EncodeResponse.model_validate(encoded)
    ids = [each["ids"] for each in encoded["results"]]
    assert ids == [tokenizer.encode(text).ids for text in TEXTS]
    assert post(server, "/v1/decode", tokenizer=name, ids=ids)["texts"] == TEXTS
    assert post(server, "/v1/decode", tokenizer=name, ids=ids[0])["texts"] == TEXTS[:1]
    assert post(server, "/v1/decode", tokenizer=name, ids=[])["texts"] == [""]
    counted = post(server, "/v1/count", tokenizers=[name], text=TEXTS)
    assert counted["counts"] == {name: [len(each) for each in ids]}
    assert counted["characters"] == [len(text) for text in TEXTS]


def test_the_ids_in_the_documentation_are_those_of_the_server(server: TestClient) -> None:
    """No other test runs these examples, which need a running server; the page had the ids of an earlier training."""
    example = re.search(r"--json '(.*)'\n(.*)\n", (ROOT / "docs" / "server.md").read_text("utf-8"))
    assert example is not None
    answer = post(server, "/v1/encode", **json.loads(example[1]))
    assert answer == json.loads(example[2])
    assert f"    {answer['results'][0]['ids']}\n" in str(Client.__doc__)


def test_tokens_are_described_as_in_an_encoding(server: TestClient) -> None:
    name, text = "he-splinter", "הילדים שבבית"
    encoding = morfem.load(name).encode(text)
    answer = post(server, "/v1/compare", tokenizers=[name, "tr-mft"], text=text)
    messages.CompareResponse.model_validate(answer)
    tokens = answer["results"][0]["tokens"]
    assert [each["token"] for each in tokens] == encoding.tokens
    assert [(each["start"], each["end"]) for each in tokens] == encoding.offsets
    assert [each["positions"] for each in tokens] == encoding.positions
    cut = post(server, "/v1/compare", tokenizers=[name], text=text, limit=2)["results"][0]
    assert (len(cut["tokens"]), cut["count"]) == (2, len(encoding))


def test_a_word_is_analysed_and_explained(server: TestClient) -> None:
    analysed = post(server, "/v1/analyze", tokenizer="tr-mft", word="kitaplarda")
    messages.AnalyzeResponse.model_validate(analysed)
    best = analysed["analyses"][0]
    assert (best["root"], best["glosses"]) == ("kitap", ["PL", "LOC"])
    assert sum(each["probability"] for each in analysed["analyses"]) == pytest.approx(1)
    forms = post(server, "/v1/paradigm", tokenizer="tr-mft", root="kitap", tags=["PL"])
    messages.ParadigmResponse.model_validate(forms)
    assert forms["forms"]["1SG.POSS"] == ["kitaplarım"]
    assert all(forms["forms"].values())
    explained = post(server, "/v1/explain", tokenizer="he-splinter", word="לעבוד")
    messages.ExplainResponse.model_validate(explained)
    assert explained["root"] == "עבד"


def test_terms_are_those_of_the_analyzer(server: TestClient) -> None:
    analyzer = morfem.search.Analyzer("tr")
    for is_query in (False, True):
        answer = post(server, "/v1/search-terms", tokenizer="tr-mft", text="Kitaplarda okudum", is_query=is_query)
        messages.SearchTermsResponse.model_validate(answer)
        wanted = analyzer.query("Kitaplarda okudum") if is_query else analyzer.document("Kitaplarda okudum")
        assert answer["terms"] == [term._asdict() for term in wanted]


def test_the_calls_of_vllm_are_answered(server: TestClient) -> None:
    tokens = post(server, "/tokenize", model="ko-thunder", prompt="비가 온다", add_special_tokens=True, return_token_strs=True, top_k=3)
    messages.TokenizeResponse.model_validate(tokens)
    assert tokens["count"] == len(tokens["tokens"]) == len(tokens["token_strs"])
    assert post(server, "/detokenize", model="ko-thunder", tokens=tokens["tokens"]) == {"prompt": "비가 온다"}


@pytest.mark.parametrize(("name", "text"), [("tr-mft", "Kitabı gözlerinden okudu."), ("he-splinter", "הילדים שבבית כתבו")])
def test_streamed_text_is_never_taken_back(server: TestClient, name: str, text: str) -> None:
    ids = morfem.load(name).encode(text).ids
    body = "\n".join(map(json.dumps, [{"tokenizer": name}, *([id] for id in ids)]))
    lines = server.post("/v1/decode/stream", content=body).text.splitlines()
    parts = [json.loads(line.removeprefix("data: "))["text"] for line in lines if line.startswith('data: {"text"')]
    assert "".join(parts) == text
    assert lines[-3:] == ["event: done", "data: {}", ""]


def test_the_list_names_what_each_tokenizer_can_do(server: TestClient) -> None:
    offered = server.get("/v1/tokenizers").json()
    messages.TokenizersResponse.model_validate(offered)
    assert {each["name"]: each["capabilities"] for each in offered["tokenizers"]} == {
        "tr-mft": ["analyze", "analyze_text", "inflect", "with_roots"],
        "he-splinter": ["explain", "linearize", "delinearize"],
        "ko-thunder": [],
        "bpe": [],
    }


def test_the_description_names_every_endpoint_and_resolves(server: TestClient) -> None:
    description = server.get("/openapi.json").json()
    schemas = description["components"]["schemas"]
    text = json.dumps(description)
    names = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert names <= set(schemas)
    for path in (
        "/v1/encode",
        "/v1/decode",
        "/v1/count",
        "/v1/compare",
        "/v1/analyze",
        "/v1/explain",
        "/v1/paradigm",
        "/v1/search-terms",
        "/tokenize",
        "/detokenize",
    ):
        assert set(description["paths"][path]["post"]["responses"]) == {"200", *REFUSALS}
    assert {"/v1/decode/stream", "/v1/tokenizers", "/healthz", "/metrics"} <= set(description["paths"])


def test_requests_are_counted_by_path_and_status(server: TestClient) -> None:
    server.get("/no-such-page")
    assert server.get("/healthz").json()["status"] == "ok"
    figures = server.get("/metrics").text
    assert 'morfem_requests_total{path="/healthz",status="200"}' in figures
    assert 'morfem_requests_total{path="other",status="404"}' in figures
    assert "no-such-page" not in figures


def test_tokens_of_a_union_have_their_language() -> None:
    union, text = build("small union"), "kitaplar ספרים"
    server = client(application({"union": union}, LIMITS))
    tokens = post(server, "/v1/compare", tokenizers=["union"], text=text)["results"][0]["tokens"]
    assert [each["language"] for each in tokens] == union.encode(text).languages
