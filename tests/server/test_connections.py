"""Clients that are silent, that do not read, or that keep a stream open cost little, end in time, and never keep `/healthz` from others."""

import contextlib
import functools
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason='the server needs pip install "morfem[serve]"')

import morfem
import uvicorn
from morfem.server import connections
from morfem.server.app import application
from morfem.server.connections import Connection
from morfem.server.limits import Limits

LIMITS = Limits(body_seconds=1.0, concurrent=4, stream_seconds=2.0, waiting_bytes=30_000_000)
MOST = 12  # connections
SILENCE = 1.0  # seconds
READING = 3.0
HEAD = b"POST %b HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
# Its answer is 11 MB, much more than the system takes for a connection.
LARGE = json.dumps({"tokenizer": "bpe", "text": "ⴰ" * 16_000, "tokens": True}).encode()
STREAM = HEAD % b"/v1/decode/stream" + b"transfer-encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    patch = pytest.MonkeyPatch()
    patch.setattr(connections, "READING_SECONDS", READING)
    options: dict[str, Any] = {"http": functools.partial(Connection, MOST), "ws": "none", "timeout_keep_alive": SILENCE}
    server = uvicorn.Server(uvicorn.Config(application({"bpe": morfem.load("bpe")}, LIMITS), port=0, log_level="critical", **options))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()
    patch.undo()


Connect = Callable[..., socket.socket]


@pytest.fixture
def connect(port: int) -> Iterator[Connect]:
    """Makes connections, which take at most about `room` bytes that are not read."""
    with contextlib.ExitStack() as opened:

        def connection(room: int | None = None) -> socket.socket:
            new = opened.enter_context(socket.socket())
            if room is not None:
                new.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
            new.settimeout(20)
            new.connect(("127.0.0.1", port))
            return new

        yield connection


def chunk(line: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(line), line)


def post(path: bytes, body: bytes) -> bytes:
    return HEAD % path + b"content-length: %d\r\n\r\n" % len(body) + body


def is_ended(connection: socket.socket) -> bool:
    """Whether the server ends the connection while one waits; what it sends before that is read."""
    try:
        while connection.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def health(port: int) -> int:
    """The status of `/healthz`, which is awaited for two seconds."""
    connection = HTTPConnection("127.0.0.1", port, timeout=2)
    with contextlib.closing(connection):
        connection.request("GET", "/healthz")
        return connection.getresponse().status


def test_a_connection_that_sends_nothing_or_half_a_head_ends(connect: Connect) -> None:
    started = time.monotonic()
    silent, half, slow = (connect() for _ in range(3))
    half.sendall(HEAD % b"/v1/encode")

    def drip() -> None:
        with contextlib.suppress(OSError):
            for byte in b"x-header: " + b"a" * 100:
                slow.sendall(bytes([byte]))
                time.sleep(0.1)

    thread = threading.Thread(target=drip)
    thread.start()
    assert all(map(is_ended, (silent, half, slow)))
    assert SILENCE * 0.5 < time.monotonic() - started < SILENCE + 5
    thread.join()


def test_silent_connections_make_room_for_others(port: int, connect: Connect) -> None:
    silent = [connect() for _ in range(3 * MOST)]
    assert health(port) == 200
    # Those that came first have gone first.
    silent[0].settimeout(0.5)
    assert is_ended(silent[0])


def test_an_answer_that_is_not_read_ends_the_connection(port: int, connect: Connect) -> None:
    unread = [connect(1 << 14) for _ in range(LIMITS.concurrent)]
    for connection in unread:
        connection.sendall(post(b"/v1/encode", LARGE))
    started = time.monotonic()
    time.sleep(0.5)
    assert health(port) == 200
    time.sleep(READING + 3)
    for connection in unread:
        assert is_ended(connection)
    assert time.monotonic() - started < READING + 10
    client = connect()
    client.sendall(post(b"/v1/encode", b'{"tokenizer": "bpe", "text": "ev"}'))
    assert client.recv(100).startswith(b"HTTP/1.1 200")


def test_an_answer_that_is_read_slowly_arrives_whole(port: int) -> None:
    body = json.dumps({"tokenizer": "bpe", "text": "a " * 200_000}).encode()
    content = bytearray()
    with contextlib.closing(HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("POST", "/v1/encode", body, {"content-type": "application/json"})
        response = connection.getresponse()
        while part := response.read(100_000):
            content += part
            time.sleep(0.05)
    assert json.loads(content)["results"][0]["count"] == morfem.load("bpe").count("a " * 200_000)


def test_answers_that_wait_are_bounded_together(connect: Connect) -> None:
    """A further large answer is refused while others are not read; a small one is not."""
    probe = connect()
    probe.sendall(post(b"/v1/encode", LARGE))
    size = int(probe.recv(4096).split(b"content-length: ")[1].split(b"\r\n")[0])
    probe.close()
    fits = LIMITS.waiting_bytes // size
    assert fits < LIMITS.concurrent
    statuses = []
    for _ in range(fits + 1):
        unread = connect(1 << 14)
        unread.sendall(post(b"/v1/encode", LARGE))
        statuses.append(unread.recv(12)[-3:])
    assert statuses == [b"200"] * fits + [b"429"]


def test_idle_streams_leave_room_for_other_calls_and_end_in_time(port: int, connect: Connect) -> None:
    streams = [connect() for _ in range(LIMITS.concurrent)]
    for stream in streams:
        stream.sendall(STREAM + chunk(b'{"tokenizer": "bpe"}\n'))
    started = time.monotonic()
    client = connect()
    client.sendall(post(b"/v1/encode", b'{"tokenizer": "bpe", "text": "ev"}'))
    assert client.recv(100).startswith(b"HTTP/1.1 200")
    assert health(port) == 200
    kept = []
    for stream in streams:
        answer = stream.recv(100)
        kept += [stream] * (b" 200 " in answer)
        assert b" 200 " in answer or b" 429 " in answer
    assert len(kept) == LIMITS.concurrent // 2
    answers = dict.fromkeys(kept, b"")
    # They never pause for as long as is allowed, but they may not last for ever.
    while time.monotonic() < started + LIMITS.stream_seconds + 0.5:
        for stream in kept:
            with contextlib.suppress(OSError):
                stream.sendall(chunk(b"[300]\n"))
        time.sleep(0.2)
    for stream in kept:
        stream.settimeout(5)
        with contextlib.suppress(OSError):
            while part := stream.recv(1 << 16):
                answers[stream] += part
        assert b"a stream may last 2 seconds; begin another" in answers[stream]


def test_a_long_line_of_a_stream_keeps_nobody_waiting(port: int, connect: Connect) -> None:
    ids = json.dumps([300] * 600_000).encode() + b"\n"
    stream = connect()
    longest = 0.0
    done = threading.Event()

    def ask() -> None:
        nonlocal longest
        while not done.is_set():
            started = time.monotonic()
            assert health(port) == 200
            longest = max(longest, time.monotonic() - started)
            time.sleep(0.005)

    thread = threading.Thread(target=ask)
    thread.start()
    stream.sendall(STREAM + chunk(b'{"tokenizer": "bpe"}\n') + chunk(ids) + b"0\r\n\r\n")
    started = time.monotonic()
    answer = b""
    while not answer.endswith(b"0\r\n\r\n"):
        answer += stream.recv(1 << 16)
    work = time.monotonic() - started
    done.set()
    thread.join()
    assert b"event: done" in answer
    assert longest < max(0.1, work / 2)


def test_a_websocket_is_no_way_around(connect: Connect) -> None:
    started = time.monotonic()
    connection = connect()
    connection.sendall(
        b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
        b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert connection.recv(12) == b"HTTP/1.1 200"
    assert is_ended(connection)
    assert time.monotonic() - started < SILENCE + 5
