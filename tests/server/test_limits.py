"""What a request may cost: ids, described tokens, bytes of an answer, streams. Refused before the objects are made."""

import json
import tracemalloc
from typing import Any

import morfem
import pytest

pytest.importorskip("starlette", reason='the server needs pip install "morfem[serve]"')

from morfem.server import messages as m
from morfem.server.app import application
from morfem.server.figures import BOUNDS, Figures
from morfem.server.limits import Limits, TooMuchError
from morfem.server.service import Service
from starlette.testclient import TestClient

from .conftest import LIMITS, client

BYTES = "ⴰ"  # in no bundled vocabulary, so three ids


def refused(server: TestClient, path: str, **content: object) -> str:
    response = server.post(path, json=content)
    assert response.status_code == 413, response.text[:200]
    return str(response.json()["error"]["message"])


def test_a_body_of_exactly_the_limit_is_read(server: TestClient) -> None:
    body = json.dumps({"tokenizer": "tr-mft", "text": "ev"}).encode()
    assert server.post("/v1/encode", content=body.ljust(LIMITS.body_bytes)).status_code == 200
    assert server.post("/v1/encode", content=body.ljust(LIMITS.body_bytes + 1)).status_code == 413


def test_a_server_of_one_request_at_a_time_answers_a_stream() -> None:
    alone = client(application({"bpe": morfem.load("bpe")}, Limits(concurrent=1)))
    assert alone.post("/v1/decode/stream", content=b'{"tokenizer": "bpe"}\n[300]\n').status_code == 200


def test_a_request_with_too_many_ids_is_refused(server: TestClient) -> None:
    text = BYTES * (LIMITS.ids // 3 + 1)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/v1/encode", {"tokenizer": "tr-mft", "text": text}),
        ("/v1/encode", {"tokenizer": "tr-mft", "text": [BYTES * (LIMITS.ids // 30 + 1)] * 10}),
        ("/v1/encode", {"tokenizer": "tr-mft", "text": text, "tokens": True}),
        ("/v1/compare", {"tokenizers": ["tr-mft"], "text": text, "limit": 1}),
        ("/v1/compare", {"tokenizers": ["tr-mft", "he-splinter", "ko-thunder"], "text": BYTES * (LIMITS.ids // 9 + 1), "limit": 1}),
        ("/v1/decode", {"tokenizer": "tr-mft", "ids": [9] * (LIMITS.ids + 1)}),
        ("/v1/decode", {"tokenizer": "tr-mft", "ids": [[9] * (LIMITS.ids // 10 + 1)] * 10}),
        ("/tokenize", {"model": "tr-mft", "prompt": text}),
        ("/detokenize", {"model": "tr-mft", "tokens": [9] * (LIMITS.ids + 1)}),
    ]
    for path, content in asked:
        assert "ids; the server allows 30,000, so send it in parts" in refused(server, path, **content)


def test_an_answer_with_too_many_described_tokens_is_refused(server: TestClient) -> None:
    text = BYTES * (LIMITS.tokens // 3 + 1)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/v1/encode", {"tokenizer": "tr-mft", "text": text, "tokens": True}),
        ("/v1/encode", {"tokenizer": "tr-mft", "text": [text[:50]] * 3, "tokens": True}),
        ("/v1/compare", {"tokenizers": ["tr-mft"], "text": text, "limit": 5_000}),
        ("/v1/compare", {"tokenizers": ["tr-mft", "bpe"], "text": text, "limit": LIMITS.tokens // 2 + 1}),
        ("/tokenize", {"model": "tr-mft", "prompt": text, "return_token_strs": True}),
    ]
    for path, content in asked:
        assert "tokens; the server allows 300" in refused(server, path, **content)
    fits = server.post("/v1/compare", json={"tokenizers": ["tr-mft", "bpe"], "text": text, "limit": LIMITS.tokens // 2})
    assert [len(each["tokens"]) for each in fits.json()["results"]] == [LIMITS.tokens // 2] * 2


def longest(tokenizer: morfem.Tokenizer) -> int:
    return max(range(tokenizer.vocab_size), key=lambda id: len(tokenizer.decode_bytes([id])))


def test_ids_of_long_tokens_are_refused_by_the_text_that_they_stand_for(server: TestClient) -> None:
    bpe = morfem.load("bpe")
    id = longest(bpe)
    count = LIMITS.answer_bytes // len(bpe.decode_bytes([id])) + 1
    assert count < LIMITS.ids
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/v1/decode", {"tokenizer": "bpe", "ids": [id] * count}),
        ("/v1/decode", {"tokenizer": "bpe", "ids": [[id] * (count // 10 + 1)] * 10}),
        ("/detokenize", {"model": "bpe", "tokens": [id] * count}),
    ]
    for path, content in asked:
        assert "the answer is larger than 150,000 bytes" in refused(server, path, **content)
    body = b'{"tokenizer": "bpe"}\n' + json.dumps([id] * count).encode()
    event = server.post("/v1/decode/stream", content=body).text
    assert "event: error" in event
    assert "list 1 of ids: the answer is larger than 150,000 bytes" in event


def test_an_answer_of_exactly_the_limit_is_sent() -> None:
    bpe = {"bpe": morfem.load("bpe")}
    asked = {"tokenizer": "bpe", "ids": [300, 301]}
    size = len(client(application(bpe)).post("/v1/decode", json=asked).content)
    statuses = [client(application(bpe, Limits(answer_bytes=most))).post("/v1/decode", json=asked).status_code for most in (size, size - 1)]
    assert statuses == [200, 413]


def test_a_request_of_exactly_a_bound_counts_below_it() -> None:
    figures = Figures(["/v1/encode"])
    for bound in BOUNDS:
        figures.count("/v1/encode", 200, bound)
    assert [f'_bucket{{le="{bound}"}} {number}\n' in figures.text() for number, bound in enumerate(BOUNDS, 1)] == [True] * len(BOUNDS)


def test_an_answer_that_is_longer_as_json_is_refused(server: TestClient) -> None:
    """A control character takes six bytes in JSON."""
    id = morfem.load("bpe").token_to_id("<0x01>")
    assert LIMITS.ids < LIMITS.answer_bytes < 6 * LIMITS.ids
    assert "the answer is larger" in refused(server, "/v1/decode", tokenizer="bpe", ids=[id] * LIMITS.ids)


def test_the_place_of_a_wrong_id_is_that_in_its_whole_list(server: TestClient) -> None:
    answer = server.post("/v1/decode", json={"tokenizer": "tr-mft", "ids": [9] * 20_000 + [10**6]})
    assert answer.status_code == 400
    assert "at position 20000: id 1000000" in answer.json()["error"]["message"]


def test_what_is_too_much_is_refused_before_objects_are_made_for_it() -> None:
    """Each of these took gigabytes."""
    service = Service({name: morfem.load(name) for name in ("tr-mft", "bpe")}, Limits())
    text = BYTES * 300_000
    calls: list[Any] = [
        lambda: service.encode(m.EncodeRequest(parse_special=False, tokenizer="tr-mft", text=text, tokens=True)),
        lambda: service.tokenize(m.TokenizeRequest(add_special_tokens=True, model="tr-mft", prompt=text, return_token_strs=True)),
        lambda: service.compare(m.CompareRequest(tokenizers=["tr-mft"], text=text, limit=100_000)),
    ]
    tracemalloc.start()
    try:
        for call in calls:
            tracemalloc.reset_peak()
            with pytest.raises(TooMuchError):
                call()
            assert tracemalloc.get_traced_memory()[1] < 60_000_000
        tracemalloc.reset_peak()
        (shown,) = service.compare(m.CompareRequest(tokenizers=["tr-mft"], text=text, limit=1))["results"]
        assert (shown["count"], len(list(shown["tokens"]))) == (900_000, 1)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_a_long_text_for_search_terms_is_refused(server: TestClient) -> None:
    text = "ev " * (m.MOST_SEARCHED // 3 + 1)
    app = client(application({"tr-mft": morfem.load("tr-mft")}))
    answer = app.post("/v1/search-terms", json={"tokenizer": "tr-mft", "text": text})
    assert answer.status_code == 422
    assert f"at most {m.MOST_SEARCHED} characters" in answer.json()["error"]["message"]
    fits = app.post("/v1/search-terms", json={"tokenizer": "tr-mft", "text": text[: m.MOST_SEARCHED]})
    assert fits.status_code == 200


@pytest.mark.parametrize("body", ['{"tokenizer": "tr-mft", "ids": [%s]}', '{"tokenizer": "tr-mft", "ids": [[%s]]}'])
def test_a_list_with_many_faults_has_one_error(server: TestClient, body: str) -> None:
    answer = server.post("/v1/decode", content=body % ",".join(['""'] * 30_000))
    assert answer.status_code == 422
    assert len(answer.text) < 500


def test_a_request_with_many_unknown_fields_has_few_errors(server: TestClient) -> None:
    answer = server.post("/v1/encode", content=json.dumps({f"{number:x}": 1 for number in range(9_000)}))
    assert answer.status_code == 422
    assert len(answer.text) < 500
    assert "the request has 9,002 faults; /openapi.json lists the fields" in answer.text
