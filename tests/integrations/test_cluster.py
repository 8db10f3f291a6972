"""The address of a Ray cluster at which none answers."""

import errno
import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from morfem import MorfemError
from morfem.integrations import cluster


@contextmanager
def listening(answer: bytes | None) -> Iterator[int]:
    """The port of a program that gives every connection the same answer, and then keeps it open; None closes it at once."""
    connections = []

    def serve(server: socket.socket) -> None:
        connection, _ = server.accept()
        connections.append(connection)
        if answer is None:
            connection.close()
        else:
            connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve, args=(server,))
        thread.start()
        yield server.getsockname()[1]
        thread.join()
    for connection in connections:
        connection.close()


@pytest.mark.parametrize("address", ["{place}", "ray://{place}", "auto"])
def test_an_address_where_nothing_listens_is_named_at_once(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{reserved.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", place)
        named = address.format(place=place)
        refused = re.escape(f"no Ray cluster answers at '{place if named == 'auto' else named}': {os.strerror(errno.ECONNREFUSED)}")
        begin = time.monotonic()
        with pytest.raises(MorfemError, match=f"^{refused}; start one, or give local$"):
            cluster.check_cluster(named)
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize(
    ("answer", "reason"),
    [(b"", "timed out"), (None, ""), (b"HTTP/1.1 400 Bad Request\r\n\r\n", "another program listens there")],
    ids=["silent", "closing", "web server"],
)
def test_a_program_that_is_no_cluster_is_refused(monkeypatch: pytest.MonkeyPatch, answer: bytes | None, reason: str) -> None:
    monkeypatch.setattr(cluster, "ANSWERING", 0.5)
    with listening(answer) as port, pytest.raises(MorfemError, match=f"no Ray cluster answers at '127.0.0.1:{port}': {reason}"):
        cluster.check_cluster(f"127.0.0.1:{port}")


def test_a_cluster_answers_with_its_settings() -> None:
    with listening(bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])) as port:
        cluster.check_cluster(f"127.0.0.1:{port}")


def test_ray_finds_a_cluster_on_this_machine_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    cluster.check_cluster("auto")
    cluster.check_cluster("local")
