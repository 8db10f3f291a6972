"""Does `morfem serve` stay up, and its memory flat, under hostile requests?

    python benchmarks/soak.py --requests 100000

A server is started, and three rounds of hostile requests are sent to it: bodies that arrive slowly, bodies above the limit and just below
it, JSON that is nested deeply, bytes that are no UTF-8, clients that leave in the middle of a body, and ordinary requests without a
pause. After each kind of request an ordinary one must be answered within five seconds. After the last round the server may need at most a
tenth more memory than after the first.
"""

import argparse
import contextlib
import json
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

PORT = 8934
BODY = json.dumps({"tokenizer": "tr-mft", "text": "Kitaplarımızdan okuduk."}).encode()
ROUNDS = 3


def head(length: int) -> bytes:
    """The head of a request with a body of `length` bytes."""
    return f"POST /v1/encode HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n".encode()


def connect() -> socket.socket:
    """A connection to the server."""
    return socket.create_connection(("127.0.0.1", PORT), timeout=60)


def status(connection: socket.socket) -> int:
    """The status of the next answer; 0 if the server has closed the connection."""
    try:
        line = connection.recv(4096)
    except OSError:
        line = b""
    return int(line.split()[1]) if line else 0


def send(body: bytes) -> int:
    """The status of a request with this body."""
    with connect() as connection:
        with contextlib.suppress(OSError):  # the server may answer, and close, before it has read a body that is too large
            connection.sendall(head(len(body)) + body)
        return status(connection)


def slow() -> Counter[int]:
    """Sixty clients send one byte of a body and then wait."""
    connections = [connect() for _ in range(60)]
    for connection in connections:
        connection.sendall(head(100) + b"{")
    found = Counter(status(connection) for connection in connections)
    for connection in connections:
        connection.close()
    return found


def too_large() -> Counter[int]:
    """Bodies of 8 MB; the limit is 4 MB."""
    return Counter(send(b'"' + b"a" * 8_000_000 + b'"') for _ in range(10))


def large() -> Counter[int]:
    """Bodies just below the limit, of one word."""
    return Counter(send(json.dumps({"tokenizer": "tr-mft", "text": "kitap" * 780_000}).encode()) for _ in range(5))


def deep() -> Counter[int]:
    """A million brackets."""
    return Counter(send(b"[" * 1_000_000) for _ in range(20))


def not_utf8() -> Counter[int]:
    """Bytes that are no text."""
    return Counter(send(b'{"tokenizer": "tr-mft", "text": "\xff\xfe\xed\xa0\x80"}') for _ in range(500))


def killed() -> Counter[int]:
    """Clients that end the connection at once, in the middle of a body."""
    for _ in range(1000):
        connection = connect()
        connection.sendall(head(1000) + b'{"tokenizer": "tr')
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    return Counter()


def ordinary(requests: int) -> Counter[int]:
    """Requests over one connection, fifty at a time."""
    many = (head(len(BODY)) + BODY) * 50
    answered = 0
    with connect() as connection:
        for _ in range(requests // 50):
            connection.sendall(many)
            answers = 0
            while answers < 50:
                answers += connection.recv(1 << 16).count(b"HTTP/1.1 200")
            answered += answers
    return Counter({200: answered})


def recovers() -> bool:
    """Whether an ordinary request is answered within five seconds. A server that is still busy with the others answers 429 or 503."""
    for _ in range(50):
        if send(BODY) == 200:
            return True
        time.sleep(0.1)
    return False


def memory(process: int) -> float:
    """Resident memory of a process in MB."""
    (line,) = (line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> int:
    """Print a table. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=100_000, help="ordinary requests, in all rounds together")
    options = parser.parse_args()
    command = [sys.executable, "-m", "morfem", "serve", "-t", "tr-mft", "--port", str(PORT), "--body-timeout", "2"]
    kinds: list[Callable[[], Counter[int]]] = [slow, too_large, large, deep, not_utf8, killed, lambda: ordinary(options.requests // ROUNDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            rows: list[list[str]] = [[(each.__doc__ or "").strip() or "Ordinary requests, fifty at a time."] for each in kinds]
            after: list[float] = []
            for _ in range(ROUNDS):
                for row, kind in zip(rows, kinds, strict=True):
                    start = time.perf_counter()
                    statuses = ", ".join(f"{count} × {status}" for status, count in sorted(kind().items())) or "none awaited"
                    if not recovers():
                        raise SystemExit(f"after {row[0]!r} an ordinary request is not answered")
                    row += [statuses] * (len(row) == 1) + [f"{memory(server.pid):.0f} MB"]
                    print(f"{row[0]} {statuses}, {time.perf_counter() - start:.1f} s", file=sys.stderr)
                after.append(memory(server.pid))
        finally:
            server.terminate()
    print("| requests | answers in a round | " + " | ".join(f"memory after round {number}" for number in range(1, ROUNDS + 1)) + " |")
    print("|---|---|" + "---|" * ROUNDS)
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return 0 if after[-1] <= 1.1 * after[0] else 1


if __name__ == "__main__":
    sys.exit(main())
