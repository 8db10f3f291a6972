"""Does `morfem serve` stay up, answer others in time and keep its memory bounded, under hostile requests?

    python benchmarks/soak.py --requests 30000

A server is started on this machine, and three rounds of hostile requests are sent to it; the functions below say which. Meanwhile
`/healthz` is asked ten times a second, each time over a new connection, and must answer within five seconds. After each kind of request an
ordinary one must be answered within five seconds. The server may never need more than `MOST_MEMORY`, and after the last round at most a
tenth more memory than after the first.
"""

import argparse
import contextlib
import json
import resource
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

PORT = 8934
BODY = json.dumps({"tokenizer": "tr-mft", "text": "Kitaplarımızdan okuduk."}).encode()
ROUNDS = 3
TOKENIZERS = ["tr-mft", "he-splinter", "ko-thunder", "bpe"]
SLOWEST = 5.0  # seconds for /healthz
MOST_MEMORY = 1_500  # MB
BYTES = "ⴰ"  # a character in no vocabulary, so three ids
FULL = 3_990_000  # bytes of a body just below the limit
LARGEST = json.dumps({"tokenizer": "bpe", "text": BYTES * 16_000, "tokens": True}).encode()  # has about the largest answer, 11 MB


def head(length: int, path: str = "/v1/encode", *lines: str) -> bytes:
    """The head of a request with a body of `length` bytes."""
    lines = lines or ("Host: 127.0.0.1", "Content-Type: application/json")
    return "\r\n".join([f"POST {path} HTTP/1.1", *lines, f"Content-Length: {length}", "", ""]).encode()


def connect(room: int | None = None) -> socket.socket:
    """A connection to the server, which takes about `room` bytes that are not read."""
    connection = socket.socket()
    if room is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    connection.settimeout(120)
    connection.connect(("127.0.0.1", PORT))
    return connection


def status(connection: socket.socket) -> int:
    """The status of the next answer; 0 if the server has closed the connection."""
    try:
        line = connection.recv(4096)
    except OSError:
        line = b""
    return int(line.split()[1]) if line else 0


def send(body: bytes, path: str = "/v1/encode", *lines: str) -> int:
    """The status of a request with this body. The answer is read to its end."""
    with connect() as connection:
        with contextlib.suppress(OSError):  # the server may answer, and close, before it has read a body that is too large
            connection.sendall(head(len(body), path, *lines) + body)
        found = status(connection)
        if found == 200:
            connection.settimeout(0.5)
            with contextlib.suppress(OSError):
                while connection.recv(1 << 20):
                    pass
        return found


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
    """Bodies of one word of 2 MB."""
    return Counter(send(json.dumps({"tokenizer": "tr-mft", "text": "kitap" * 400_000}).encode()) for _ in range(5))


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


def other_sites() -> Counter[int]:
    """Requests as pages of other sites send them: under another name, with an origin, and as plain text."""
    kind = "Content-Type: application/json"
    origins = [("Host: evil.example", kind), ("Host: 127.0.0.1", kind, "Origin: http://evil.example")]
    return Counter(send(BODY, "/v1/encode", *lines) for lines in [*origins, ("Host: 127.0.0.1", "Content-Type: text/plain")] * 20)


def greedy() -> Counter[int]:
    """Bodies just below the limit whose answers, or faults, would be much larger."""
    text = BYTES * (FULL // 3)
    ids = ",".join(["32594"] * (FULL // 6))
    calls = [
        ("/v1/encode", {"tokenizer": "tr-mft", "text": text, "tokens": True}),
        ("/v1/encode", {"tokenizer": "tr-mft", "text": "x " * (FULL // 2), "tokens": True}),
        ("/v1/compare", {"tokenizers": TOKENIZERS, "text": text, "limit": 1}),
        ("/v1/compare", {"tokenizers": TOKENIZERS, "text": text[:80_000], "limit": 1}),
        ("/v1/compare", {"tokenizers": TOKENIZERS, "text": "Kitaplar okundu. " * 50_000, "limit": 10}),
        ("/v1/search-terms", {"tokenizer": "tr-mft", "text": "ev " * (FULL // 3)}),
        ("/v1/search-terms", {"tokenizer": "tr-mft", "text": "ev " * 33_000}),
        ("/tokenize", {"model": "tr-mft", "prompt": text, "return_token_strs": True}),
    ]
    bodies = [(path, json.dumps(content, ensure_ascii=False).encode()) for path, content in calls]
    bodies += [
        ("/v1/decode", b'{"tokenizer": "bpe", "ids": [%b]}' % ids.encode()),
        ("/v1/decode", b'{"tokenizer": "bpe", "ids": [%b]}' % b",".join([b"9"] * (FULL // 2))),
        ("/v1/decode", b'{"tokenizer": "bpe", "ids": [[%b]]}' % b",".join([b'""'] * (FULL // 3))),
        ("/v1/encode", json.dumps({f"{number:x}": 1 for number in range(FULL // 12)}).encode()),
    ]
    return Counter(send(body, path) for path, body in bodies)


def together() -> Counter[int]:
    """Sixty-four clients ask for the largest answer at the same time."""
    with ThreadPoolExecutor(64) as pool:
        return Counter(pool.map(lambda _: send(LARGEST), range(64)))


def unread() -> Counter[int]:
    """Sixty-four clients ask for the largest answer and do not read it, until the server ends the connection."""
    connections = [connect(1 << 14) for _ in range(64)]
    for connection in connections:
        connection.sendall(head(len(LARGEST)) + LARGEST)
    found: Counter[int] = Counter()
    time.sleep(40)
    for connection in connections:
        size = 0
        with connection, contextlib.suppress(OSError):
            while part := connection.recv(1 << 20):
                if size == 0:
                    found[int(part.split()[1])] += 1
                size += len(part)
        if size > 10_000_000:
            raise SystemExit("an answer that was not read is still there")
    return found


def silent() -> Counter[int]:
    """Two thousand connections on which nothing is sent."""
    connections = [connect() for _ in range(2_000)]
    time.sleep(1)
    for connection in connections:
        connection.close()
    return Counter()


def streams() -> Counter[int]:
    """Sixty streams that pause, and five with a line of 600,000 ids."""
    begin = head(0, "/v1/decode/stream").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    first = b'{"tokenizer": "bpe"}\n'
    line = json.dumps([300] * 600_000).encode() + b"\n"
    chunks = [b"%x\r\n%b\r\n" % (len(part), part) for part in (first, line)]
    found: Counter[int] = Counter()
    for several, body in ((60, chunks[0]), (5, b"".join(chunks) + b"0\r\n\r\n")):
        connections = [connect() for _ in range(several)]
        for connection in connections:
            connection.sendall(begin + body)
        for connection in connections:
            with connection:
                found[status(connection)] += 1
                with contextlib.suppress(OSError):
                    while (part := connection.recv(1 << 20)) and not part.endswith(b"0\r\n\r\n"):
                        pass
    return found


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
    """Whether an ordinary request is answered within five seconds. A server that is still busy with the others answers 429."""
    for _ in range(50):
        if send(BODY) == 200:
            return True
        time.sleep(0.1)
    return False


class Health:
    """Asks `/healthz` ten times a second in a thread of its own, and keeps the longest time."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> "Health":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _ask(self) -> None:
        while not self._ended.wait(0.1):
            started = time.monotonic()
            try:
                with contextlib.closing(HTTPConnection("127.0.0.1", PORT, timeout=2 * SLOWEST)) as connection:
                    connection.request("GET", "/healthz")
                    is_well = connection.getresponse().status == 200
            except OSError:
                is_well = False
            self.longest = max(self.longest, time.monotonic() - started if is_well else float("inf"))


def memory(process: int, field: str) -> float:
    """Memory of a process in MB: VmRSS now, VmHWM at most since `peak_from_now`."""
    (line,) = (line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith(field))
    return int(line.split()[1]) / 1024


def peak_from_now(process: int) -> None:
    """Forget the largest memory so far."""
    Path(f"/proc/{process}/clear_refs").write_text("5")


def main() -> int:
    """Print a table. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=30_000, help="ordinary requests, in all rounds together")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    command = [sys.executable, "-m", "morfem", "serve", "--port", str(PORT), "--body-timeout", "2"]
    for name in TOKENIZERS:
        command += ["-t", name]
    kinds: list[Callable[[], Counter[int]]] = [
        slow,
        too_large,
        large,
        deep,
        not_utf8,
        killed,
        other_sites,
        greedy,
        together,
        unread,
        silent,
    ]
    kinds += [streams, lambda: ordinary(options.requests // ROUNDS)]
    faults: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4_096, most[1]), most[1]))  # of this program, not of the server
        try:
            assert server.stdout is not None
            server.stdout.readline()
            rows: list[list[str]] = [[(each.__doc__ or "").strip() or "Ordinary requests, fifty at a time."] for each in kinds]
            after: list[float] = []
            for _ in range(ROUNDS):
                for row, kind in zip(rows, kinds, strict=True):
                    start = time.perf_counter()
                    peak_from_now(server.pid)
                    with Health() as health:
                        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(kind().items())) or "none awaited"
                    seconds, most_memory = time.perf_counter() - start, memory(server.pid, "VmHWM")
                    if not recovers():
                        raise SystemExit(f"after {row[0]!r} an ordinary request is not answered")
                    if health.longest > SLOWEST:
                        faults.append(f"during {row[0]!r} /healthz took {health.longest:.1f} s")
                    if most_memory > MOST_MEMORY:
                        faults.append(f"during {row[0]!r} the server took {most_memory:.0f} MB")
                    row += [statuses] * (len(row) == 1) + [f"{most_memory:.0f} MB, {health.longest:.2f} s"]
                    print(f"{row[0]} {statuses}, {seconds:.1f} s, {row[-1]}", file=sys.stderr)
                after.append(memory(server.pid, "VmRSS"))
        finally:
            server.terminate()
    print("| requests | answers in a round | " + " | ".join(f"round {number}" for number in range(1, ROUNDS + 1)) + " |")
    print("|---|---|" + "---|" * ROUNDS)
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))
    print("Memory after each round: " + ", ".join(f"{size:.0f} MB" for size in after))
    if after[-1] > 1.1 * after[0]:
        faults.append("the memory has grown by more than a tenth")
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
