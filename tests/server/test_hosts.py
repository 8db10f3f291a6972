"""Pages of other sites cannot use a server on the machine of the user: neither with the name of the server, nor with one of their own."""

import pytest

pytest.importorskip("starlette", reason='the server needs pip install "morfem[serve]"')

from morfem.server.hosts import Hosts
from starlette.testclient import TestClient

BODY = b'{"tokenizer": "tr-mft", "text": "ev"}'
LOCAL = Hosts("127.0.0.1", ["tokens.example.org"])
ANY = Hosts("0.0.0.0")


@pytest.mark.parametrize(
    ("hosts", "host", "origin"),
    [
        (LOCAL, "127.0.0.1:8765", None),
        (LOCAL, "localhost:8765", "http://localhost:8765"),
        (LOCAL, "LocalHost", None),
        (LOCAL, "LocalHost:8765", "http://localhost:8765"),  # a browser writes the host of a page in small letters
        (LOCAL, "[::1]:8765", "http://[::1]:8765"),
        (LOCAL, "tokens.example.org", "https://tokens.example.org"),
        (LOCAL, "127.0.0.1:8765", "https://tokens.example.org"),  # a proxy that gives the server its own address as the host
        (Hosts("::1"), "localhost:1", None),
        (Hosts("192.168.1.7"), "192.168.1.7:8765", "http://192.168.1.7:8765"),
        (ANY, "192.168.1.7:8765", "http://192.168.1.7:8765"),
        (ANY, "[fe80::1]", None),
        (ANY, "localhost:80", None),
        (Hosts("::"), "10.1.2.3", None),
    ],
)
def test_requests_for_the_server_itself_are_answered(hosts: Hosts, host: str, origin: str | None) -> None:
    assert hosts.refusal(host, origin) is None


@pytest.mark.parametrize(
    ("hosts", "host", "origin"),
    [
        (LOCAL, "evil.example", None),
        (LOCAL, "evil.example:8765", "http://evil.example:8765"),
        (LOCAL, "127.0.0.1.evil.example", None),
        (LOCAL, "localhost.evil.example:8765", None),
        (LOCAL, "192.168.1.7:8765", None),
        (LOCAL, "", None),
        (LOCAL, "[::1", None),
        (LOCAL, "127.0.0.1:8765", "http://evil.example"),
        (LOCAL, "127.0.0.1:8765", "null"),
        (LOCAL, "127.0.0.1:8765", ""),
        (LOCAL, "127.0.0.1:8765", "http://localhost:8765"),  # another origin, also for a browser
        (LOCAL, "127.0.0.1:8765", "http://127.0.0.1:3000"),
        (LOCAL, "127.0.0.1:8765", "https://tokens.example.org.evil.example"),
        (Hosts("192.168.1.7"), "localhost:8765", None),
        (ANY, "evil.example", "http://evil.example"),
        (ANY, "192.168.1.7", "http://evil.example"),
    ],
)
def test_requests_of_other_sites_are_refused(hosts: Hosts, host: str, origin: str | None) -> None:
    assert hosts.refusal(host, origin) is not None


@pytest.mark.parametrize("path", ["/v1/encode", "/v1/decode/stream", "/", "/healthz", "/metrics", "/nothing"])
def test_every_path_is_refused_under_another_name(server: TestClient, path: str) -> None:
    for method in ("GET", "POST", "PUT"):
        answer = server.request(method, path, headers={"host": "evil.example:8765"})
        assert answer.status_code == 403
        assert "--allow-host evil.example" in answer.json()["error"]["message"]


def test_a_page_of_another_site_is_refused(server: TestClient) -> None:
    for origin in ("http://evil.example", "null", "http://127.0.0.1:3000"):
        answer = server.post("/v1/encode", content=BODY, headers={"origin": origin})
        assert answer.status_code == 403
        assert f"pages of '{origin}' cannot use this server" in answer.json()["error"]["message"]
    assert server.post("/v1/encode", content=BODY, headers={"origin": "http://127.0.0.1"}).status_code == 200


@pytest.mark.parametrize(
    "kind", [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain; application/json"]
)
@pytest.mark.parametrize("path", ["/v1/encode", "/v1/decode/stream", "/tokenize"])
def test_a_body_that_a_browser_sends_to_any_site_is_refused(server: TestClient, path: str, kind: str | None) -> None:
    request = server.build_request("POST", path, content=BODY, headers={"content-type": kind or ""})
    if kind is None:
        del request.headers["content-type"]
    answer = server.send(request)
    assert answer.status_code == 415
    assert answer.json()["error"]["message"] == "send the header content-type: application/json"


def test_json_is_taken_with_a_charset(server: TestClient) -> None:
    assert server.post("/v1/encode", content=BODY, headers={"content-type": "Application/JSON; charset=utf-8"}).status_code == 200
    stream = server.post("/v1/decode/stream", content=b'{"tokenizer": "tr-mft"}\n', headers={"content-type": "application/x-ndjson"})
    assert stream.status_code == 200
