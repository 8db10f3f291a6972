"""The client and the command, against a server in a process of its own."""

import http.client
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from urllib.request import urlopen

import pytest

pytest.importorskip("uvicorn", reason='the server needs pip install "morfem[serve]"')

import morfem
from morfem.server import Client, ServerError


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    command = [sys.executable, "-m", "morfem", "serve", "--port", "0", "--tokenizer", "tr-mft"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            url = line.split(" at ")[1].split()[0].rstrip("/")
            for _ in range(200):
                try:
                    urlopen(f"{url}/healthz").close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield Client(url)
        finally:
            process.terminate()
            assert process.wait(20) in (-15, 143)


def test_the_client_gives_what_the_tokenizer_gives(client: Client) -> None:
    tokenizer, text = morfem.load("tr-mft"), "Kitabı gözlerinden okudu."
    ids = tokenizer.encode(text).ids
    assert [each["name"] for each in client.tokenizers()] == ["tr-mft"]
    assert client.encode("tr-mft", text) == ids
    assert client.encode_batch("tr-mft", [text, ""]) == [ids, []]
    assert client.decode("tr-mft", ids) == text
    assert "".join(client.decode_stream("tr-mft", ([id] for id in ids))) == text
    assert client.count(["tr-mft"], text) == {"tr-mft": len(ids)}
    assert [each["id"] for each in client.tokens("tr-mft", text)] == ids
    assert client.compare(["tr-mft"], text)["results"][0]["count"] == len(ids)
    assert client.analyze("tr-mft", "evler")[0]["segments"] == ["ev", "ler"]


def test_the_example_of_the_client_has_the_ids_of_the_server(client: Client) -> None:
    assert f'encode("tr-mft", "Kitaplar")  # doctest: +SKIP\n    {client.encode("tr-mft", "Kitaplar")}\n' in (Client.__doc__ or "")


def test_ids_that_arrive_one_by_one_are_all_decoded(client: Client) -> None:
    """The server must not lose what arrives while it already answers."""
    text = "Kitabı gözlerinden okudu."

    def slowly() -> Iterator[list[int]]:
        for id in morfem.load("tr-mft").encode(text).ids:
            time.sleep(0.02)
            yield [id]

    assert "".join(client.decode_stream("tr-mft", slowly())) == text


def test_text_comes_before_the_ids_that_follow_it(client: Client) -> None:
    tokenizer, text = morfem.load("tr-mft"), "Kitabı okudu. Sonra uyudu."
    came: list[str] = []
    seen = []

    def ids() -> Iterator[list[int]]:
        for id in tokenizer.encode(text).ids:
            seen.append("".join(came))
            yield [id]

    came.extend(client.decode_stream("tr-mft", ids()))
    assert "".join(came) == text
    certain = tokenizer.decoder()
    shown = [""]
    for id in tokenizer.encode(text).ids:
        shown.append(shown[-1] + certain.push(id))
    assert seen == shown[:-1]
    assert seen[-1].startswith("Kitabı okudu.")


def test_a_stream_that_a_caller_leaves_or_that_fails_in_its_ids_frees_the_server(client: Client) -> None:
    def failing() -> Iterator[list[int]]:
        yield [300]
        raise RuntimeError("the model has stopped")

    with pytest.raises(RuntimeError, match="the model has stopped"):
        list(client.decode_stream("tr-mft", failing()))
    left = client.decode_stream("tr-mft", [[300], [301], [302]])
    next(left)
    left.close()
    assert client.decode("tr-mft", client.encode("tr-mft", "ev")) == "ev"


@pytest.mark.parametrize(
    "answer",
    [
        b"transfer-encoding: chunked\r\n\r\n5\r\nevent",
        b"transfer-encoding: chunked\r\n\r\n",
        b"\r\n",
        b'connection: close\r\n\r\nevent: text\ndata: {"text": "a"}\n\n',
    ],
)
def test_a_stream_that_breaks_is_an_error(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def broken() -> None:
            accepted, _ = listening.accept()
            with accepted:
                accepted.recv(1 << 16)
                accepted.sendall(b"HTTP/1.1 200 OK\r\n" + answer)

        thread = threading.Thread(target=broken)
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(ServerError, match=r"the stream ended early.*; send the ids again"):
            list(Client(url).decode_stream("tr-mft", [[300], [301], [302]]))
        thread.join()


def test_small_answers_are_not_delayed_on_an_open_connection(client: Client) -> None:
    """Nagle's algorithm together with delayed acknowledgements would take at least 40 ms for each answer after the first."""
    connection = http.client.HTTPConnection(client._parts.hostname or "", client._parts.port)
    times = []
    for _ in range(20):
        start = time.perf_counter()
        connection.request("POST", "/v1/encode", json.dumps({"tokenizer": "tr-mft", "text": "ev"}))
        connection.getresponse().read()
        times.append(time.perf_counter() - start)
    connection.close()
    assert min(times[1:]) < 0.03


def test_the_message_of_the_server_is_raised(client: Client) -> None:
    with pytest.raises(ServerError, match="status 404: no tokenizer 'x'"):
        client.encode("x", "")
    with pytest.raises(ServerError, match="tokenizers of kind splinter"):
        client.explain("tr-mft", "ev")
    with pytest.raises(ServerError, match="out of range"):
        list(client.decode_stream("tr-mft", [[10**12]]))
    with pytest.raises(ServerError, match="out of range"):
        list(client.decode_stream("tr-mft", [[10**12], *([1] for _ in range(2000))]))


def test_a_server_that_does_not_run_is_named_with_the_fix() -> None:
    with pytest.raises(ServerError, match=r"127\.0\.0\.1:9: .*; is the server running\? Start it with morfem serve"):
        Client("http://127.0.0.1:9").tokenizers()
    with pytest.raises(ServerError, match="is not the address of a server"):
        Client("localhost")
