"""A server application with the bundled tokenizers, in the process of the tests."""

import pytest

pytest.importorskip("starlette", reason='the server needs pip install "morfem[serve]"')

import morfem
from morfem.server.app import application
from morfem.server.guard import Limits
from starlette.testclient import TestClient

LIMITS = Limits(body_bytes=100_000, body_seconds=0.5, concurrent=4)


@pytest.fixture(scope="session")
def server() -> TestClient:
    names = ["tr-mft", "he-splinter", "ko-thunder", "bpe"]
    return TestClient(application({name: morfem.load(name) for name in names}, LIMITS))
