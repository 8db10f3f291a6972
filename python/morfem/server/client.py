"""A client of the server, with the standard library only."""

import contextlib
import http.client
import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from .._core import MorfemError


class ServerError(MorfemError):
    """The server refused a request, or cannot be reached."""


class Client:
    """A client of `morfem serve`. Every call opens a connection of its own, so a client can be shared between threads.

    A call raises `ServerError` if the server refuses it, with the reason of the server, or cannot be reached. A tokenizer is one of the
    names that `tokenizers` lists.

    Parameters
    ----------
    url : address of the server.
    timeout : seconds to wait for a response.

    Examples
    --------
    >>> client = Client("http://127.0.0.1:8765")
    >>> client.encode("tr-mft", "Kitaplar")  # doctest: +SKIP
    [262, 716, 274]
    """

    def __init__(self, url: str = "http://127.0.0.1:8765", timeout: float = 30.0) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ServerError(f"{url!r} is not the address of a server; give one such as http://127.0.0.1:8765")
        self._url = url.rstrip("/")
        self._parts = parts
        self._timeout = timeout

    def __repr__(self) -> str:
        return f"Client({self._url!r})"

    def tokenizers(self) -> list[dict[str, Any]]:
        """The tokenizers that the server offers."""
        return list(self._call("GET", "/v1/tokenizers")["tokenizers"])

    def encode(self, tokenizer: str, text: str) -> list[int]:
        """The ids of `text`, as `Tokenizer.encode` gives them."""
        return list(self._post("/v1/encode", tokenizer=tokenizer, text=text)["results"][0]["ids"])

    def encode_batch(self, tokenizer: str, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text."""
        return [each["ids"] for each in self._post("/v1/encode", tokenizer=tokenizer, text=list(texts))["results"]]

    def tokens(self, tokenizer: str, text: str) -> list[dict[str, Any]]:
        """The tokens of `text`, with string, kind, gloss and offsets."""
        return list(self._post("/v1/encode", tokenizer=tokenizer, text=text, tokens=True)["results"][0]["tokens"])

    def decode(self, tokenizer: str, ids: Sequence[int]) -> str:
        """The text of `ids`, as `Tokenizer.decode` gives it."""
        return str(self._post("/v1/decode", tokenizer=tokenizer, ids=[list(ids)])["texts"][0])

    def decode_stream(self, tokenizer: str, ids: Iterable[Sequence[int]]) -> Generator[str, None, None]:
        """Text as it becomes certain. Joined, the texts are that of all ids.

        After each list of ids that `ids` yields, such as ``[id]`` for each id that a model gives, its text is awaited, and yielded unless
        it is empty. The time limit is for the text of one list. Long lists need fewer round trips. An error is raised when the next text is
        asked for.
        """
        connection, response = self._open("POST", STREAM, _chunk({"tokenizer": tokenizer}), {"transfer-encoding": "chunked"})
        # A send after the server has closed the connection must fail, and not open another.
        connection.auto_open = 0
        try:
            events = _events(response)
            for part in ids:
                # The server may have ended with an error, which is the next event.
                with contextlib.suppress(OSError, http.client.NotConnected):
                    connection.send(_chunk(part))
                yield from _text_of(next(events, None))
            with contextlib.suppress(OSError, http.client.NotConnected):
                connection.send(LAST_CHUNK)
            while (event := next(events, None)) != ("done", {}):
                yield from _text_of(event)
        finally:
            connection.close()

    def count(self, tokenizers: Sequence[str], text: str) -> dict[str, int]:
        """Number of tokens of `text` under each of one to four tokenizers, by name."""
        return {name: counts[0] for name, counts in self._post("/v1/count", tokenizers=list(tokenizers), text=text)["counts"].items()}

    def compare(self, tokenizers: Sequence[str], text: str) -> dict[str, Any]:
        """The tokens of `text` under each tokenizer, as the server describes them."""
        return self._post("/v1/compare", tokenizers=list(tokenizers), text=text)

    def analyze(self, tokenizer: str, word: str, n: int = 5) -> list[dict[str, Any]]:
        """The `n` best analyses of a word. The server takes words of up to 200 characters, and gives up to 20 analyses.

        Parameters
        ----------
        tokenizer : a name that `tokenizers` lists with analyze among its `capabilities`, such as tr-mft.

        Returns
        -------
        The analyses, best first
            Each has `root`, `part_of_speech`, `affixes`, `glosses`, `segments`, `score` and `probability`, which is its share among the
            analyses returned.
        """
        return list(self._post("/v1/analyze", tokenizer=tokenizer, word=word, n=n)["analyses"])

    def explain(self, tokenizer: str, word: str) -> dict[str, Any]:
        """How Splinter takes `word` apart."""
        return self._post("/v1/explain", tokenizer=tokenizer, word=word)

    def paradigm(self, tokenizer: str, root: str, tags: Sequence[str] = ()) -> dict[str, Any]:
        """The forms of a root, by the gloss of the affix that they end in (MFT)."""
        return self._post("/v1/paradigm", tokenizer=tokenizer, root=root, tags=list(tags))

    def search_terms(self, tokenizer: str, text: str, is_query: bool = False) -> list[dict[str, Any]]:
        """The terms of a document or a query for a search index."""
        return list(self._post("/v1/search-terms", tokenizer=tokenizer, text=text, is_query=is_query)["terms"])

    def _post(self, path: str, **content: object) -> dict[str, Any]:
        return self._call("POST", path, json.dumps(content).encode())

    def _call(self, method: str, path: str, body: bytes | None = None) -> dict[str, Any]:
        connection, response = self._open(method, path, body)
        try:
            return dict(json.load(response))
        finally:
            connection.close()

    def _open(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str] | None = None
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """A response with status 200. An error is raised with the message of the server."""
        parts = self._parts
        connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = connect(parts.hostname or "", parts.port, timeout=self._timeout)
        try:
            connection.request(method, parts.path.rstrip("/") + path, body, {"content-type": "application/json", **(headers or {})})
            response = connection.getresponse()
            if response.status != 200:
                content = response.read()
                try:
                    message = json.loads(content)["error"]["message"]
                except (ValueError, KeyError, TypeError):
                    message = content[:200].decode("utf-8", "replace")
                raise ServerError(f"{self._url}: status {response.status}: {message}")
            return connection, response
        except OSError as error:
            connection.close()
            raise ServerError(f"{self._url}: {error.strerror or error}; is the server running? Start it with morfem serve") from error
        except ServerError:
            connection.close()
            raise


STREAM = "/v1/decode/stream"
LAST_CHUNK = b"0\r\n\r\n"  # of a body whose length is not known before (RFC 9112, section 7.1)


def _chunk(content: object) -> bytes:
    """One line of JSON as a chunk of a body."""
    line = json.dumps(content).encode() + b"\n"
    return b"%x\r\n%b\r\n" % (len(line), line)


def _events(response: http.client.HTTPResponse) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events of a stream: kind and content."""
    kind = ""
    try:
        for line in response:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                kind = value
            elif field == "data":
                yield kind, json.loads(value)
    except (OSError, http.client.HTTPException) as error:
        raise ServerError(f"the stream ended early: {error}; send the ids again") from error


def _text_of(event: tuple[str, dict[str, Any]] | None) -> Iterator[str]:
    """The text of an event, if it has any."""
    if event is None:
        raise ServerError("the stream ended early; send the ids again")
    kind, content = event
    if kind == "error":
        raise ServerError(content["error"]["message"])
    if content["text"]:
        yield content["text"]
