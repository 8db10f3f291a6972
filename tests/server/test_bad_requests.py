"""A bad request gets a status and a message that says how to fix it, and leaves the server as it was."""

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

import pytest

pytest.importorskip("starlette", reason='the server needs pip install "morfem[serve]"')

from starlette.testclient import TestClient

from .conftest import LIMITS

WORD = {"tokenizer": "tr-mft", "word": "ev"}


@pytest.mark.parametrize(
    ("path", "content", "status", "message"),
    [
        ("/v1/encode", b'{"tokenizer": "tr-mft", "text": "a"', 422, "Invalid JSON"),
        ("/v1/encode", b"\xff\xfe", 422, "Invalid JSON"),
        ("/v1/encode", b'{"tokenizer": "tr-mft", "text": "\\ud800"}', 422, "Invalid JSON"),
        ("/v1/encode", b"[" * 50_000, 422, "Invalid JSON"),
        ("/v1/encode", b"", 422, "Invalid JSON"),
        ("/v1/encode", {"tokenizer": "tr-mft"}, 422, "text: Field required"),
        ("/v1/encode", {"tokenizer": "tr-mft", "text": 5}, 422, "text: should be a valid string or should be a valid array"),
        ("/v1/decode", {"tokenizer": "tr-mft", "ids": ["a"]}, 422, "ids.0: should be a valid integer or should be a valid array"),
        ("/v1/search-terms", {"tokenizer": "bpe", "text": "a"}, 400, "'bpe' is a tokenizer of no single language"),
        ("/v1/encode", {"tokenizer": "tr-mft", "text": "a", "token": True}, 422, "token: Extra inputs"),
        ("/v1/encode", {"tokenizer": "../../etc", "text": "a"}, 404, "no tokenizer '../../etc'; the server has tr-mft"),
        ("/v1/encode", {"tokenizer": "tr-mft", "text": ["a"] * 1001}, 422, "at most 1000 items"),
        ("/v1/decode", {"tokenizer": "tr-mft", "ids": [10**9]}, 400, "1000000000"),
        ("/v1/decode", {"tokenizer": "tr-mft", "ids": [-1]}, 400, "-1"),
        ("/v1/decode", {"tokenizer": "tr-mft", "ids": [10**30]}, 422, "ids."),
        ("/v1/compare", {"tokenizers": ["tr-mft"] * 5, "text": "a"}, 422, "at most 4 items"),
        ("/v1/analyze", {**WORD, "tokenizer": "ko-thunder"}, 400, "tokenizers of kind mft"),
        ("/v1/analyze", {**WORD, "word": "iki söz"}, 400, "white space"),
        ("/v1/analyze", {**WORD, "word": "a" * 201}, 422, "at most 200 characters"),
        ("/v1/paradigm", {"tokenizer": "tr-mft", "root": "ev", "tags": ["NO"]}, 400, '"NO" is no affix'),
        ("/v1/analyze", {**WORD, "n": 21}, 422, "less than or equal to 20"),
        ("/v1/explain", {"tokenizer": "tr-mft", "word": "ev"}, 400, "explain is for tokenizers of kind"),
        ("/detokenize", {"model": "nothing", "tokens": []}, 404, "no tokenizer 'nothing'"),
        ("/v1/encode", {"tokenizer": "tr-mft", "text": "a" * 100_001}, 413, "larger than 100,000 bytes"),
    ],
)
def test_a_bad_request_is_refused_with_the_fix(server: TestClient, path: str, content: object, status: int, message: str) -> None:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    response = server.post(path, content=body)
    assert response.status_code == status, response.text
    assert message in response.json()["error"]["message"]


@pytest.mark.parametrize("body", [b"", b"5\n", b'{"tokenizer": "x"}\n', b"{\n"])
def test_a_stream_without_a_tokenizer_is_refused(server: TestClient, body: bytes) -> None:
    assert server.post("/v1/decode/stream", content=body).status_code in (404, 422)


def test_a_fault_within_a_stream_says_in_which_list(server: TestClient) -> None:
    answer = server.post("/v1/decode/stream", content=b'{"tokenizer": "tr-mft"}\n[262]\n[999999]\n').text
    assert "list 2 of ids: id 999999 is out of range" in answer


@pytest.mark.parametrize("line", [b"{}\n", b"[true]\n", b'["a"]\n', b"[-5]\n", b"[1.5]\n", b"[\n"])
def test_a_fault_within_a_stream_is_an_event(server: TestClient, line: bytes) -> None:
    answer = server.post("/v1/decode/stream", content=b'{"tokenizer": "tr-mft"}\n' + line).text
    assert "event: error" in answer
    assert "event: done" not in answer


def test_other_methods_and_paths_are_refused(server: TestClient) -> None:
    assert server.get("/v1/encode").status_code == 405
    assert server.get("/../../etc/passwd").status_code == 404


def test_every_answer_has_the_security_headers(server: TestClient) -> None:
    for response in (server.get("/"), server.get("/nothing"), server.post("/v1/encode", content=b"")):
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in response.headers


def test_the_page_may_load_nothing_from_elsewhere_and_may_not_be_embedded(server: TestClient) -> None:
    policy = server.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy


def exchange(server: TestClient, requests: int, body: bytes | None) -> list[int]:
    """Statuses of `requests` at the same time. With a body of None, the client sends nothing and waits."""
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/v1/encode", "headers": headers, "query_string": b""}

    async def one() -> int:
        statuses: list[int] = []
        sent = False

        async def receive() -> MutableMapping[str, Any]:
            nonlocal sent
            if body is None or sent:
                await asyncio.sleep(3600)
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await server.app(dict(scope), receive, send)
        return statuses[0]

    async def all_of_them() -> list[int]:
        return list(await asyncio.gather(*(one() for _ in range(requests))))

    return asyncio.run(all_of_them())


def test_a_body_that_does_not_arrive_ends_the_request(server: TestClient) -> None:
    assert exchange(server, 1, None) == [408]


def test_too_many_requests_at_a_time_are_sent_away(server: TestClient) -> None:
    statuses = exchange(server, LIMITS.concurrent + 3, None)
    assert sorted(statuses) == [408] * LIMITS.concurrent + [429] * 3
    assert exchange(server, 1, b'{"tokenizer": "tr-mft", "text": "ev"}') == [200]
