"""A server application with the bundled tokenizers, in the process of the tests."""

import pytest

pytest.importorskip("starlette", reason='the server needs pip install "morfem[serve]"')

import morfem
from morfem.server.app import application
from morfem.server.limits import Limits
from starlette.testclient import TestClient
from starlette.types import ASGIApp

LIMITS = Limits(body_bytes=100_000, body_seconds=0.5, concurrent=4, ids=30_000, tokens=300, answer_bytes=150_000, stream_seconds=1.0)
HEADERS = {"content-type": "application/json"}


@pytest.fixture(scope="session")
def server() -> TestClient:
    names = ["tr-mft", "he-splinter", "ko-thunder", "bpe"]
    return client(application({name: morfem.load(name) for name in names}, LIMITS))


def client(app: ASGIApp) -> TestClient:
    return TestClient(app, "http://127.0.0.1", headers=HEADERS)
