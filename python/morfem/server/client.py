"""A client of the server, with the standard library only."""

import http.client
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from .._core import MorfemError


class ServerError(MorfemError):
    """The server refused a request, or cannot be reached."""


class Client:
    """A client of `morfem serve`. Every call opens a connection of its own, so a client can be shared between threads.

    Parameters
    ----------
    url : address of the server.
    timeout : seconds to wait for a response.

    Examples
    --------
    >>> client = Client("http://127.0.0.1:8765")
    >>> client.encode("tr-mft", "Kitaplar")  # doctest: +SKIP
    [26211, 3, 412]
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
        """The ids of `text`."""
        return list(self._post("/v1/encode", tokenizer=tokenizer, text=text)["results"][0]["ids"])

    def encode_batch(self, tokenizer: str, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text."""
        return [each["ids"] for each in self._post("/v1/encode", tokenizer=tokenizer, text=list(texts))["results"]]

    def tokens(self, tokenizer: str, text: str) -> list[dict[str, Any]]:
        """The tokens of `text`, with string, kind, gloss and offsets."""
        return list(self._post("/v1/encode", tokenizer=tokenizer, text=text, tokens=True)["results"][0]["tokens"])

    def decode(self, tokenizer: str, ids: Sequence[int]) -> str:
        """The text of `ids`."""
        return str(self._post("/v1/decode", tokenizer=tokenizer, ids=[list(ids)])["texts"][0])

    def decode_stream(self, tokenizer: str, ids: Iterable[Sequence[int]]) -> Iterator[str]:
        """Text as it becomes certain, from lists of ids that are sent as `ids` yields them."""
        first: list[object] = [{"tokenizer": tokenizer}]
        body = (json.dumps(line).encode() + b"\n" for part in (first, ids) for line in part)
        connection, response = self._open("POST", STREAM, body)
        try:
            kind = ""
            for line in response:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    kind = value
                elif field == "data" and kind == "error":
                    raise ServerError(json.loads(value)["error"]["message"])
                elif field == "data" and kind == "text":
                    yield json.loads(value)["text"]
            if kind != "done":
                raise ServerError("the connection ended before the text did; send the ids again")
        finally:
            connection.close()

    def count(self, tokenizers: Sequence[str], text: str) -> dict[str, int]:
        """Number of tokens of `text` under each tokenizer."""
        return {name: counts[0] for name, counts in self._post("/v1/count", tokenizers=list(tokenizers), text=text)["counts"].items()}

    def compare(self, tokenizers: Sequence[str], text: str) -> dict[str, Any]:
        """The tokens of `text` under each tokenizer, as the server describes them."""
        return self._post("/v1/compare", tokenizers=list(tokenizers), text=text)

    def analyze(self, tokenizer: str, word: str, n: int = 5) -> list[dict[str, Any]]:
        """The `n` best analyses of `word`."""
        return list(self._post("/v1/analyze", tokenizer=tokenizer, word=word, n=n)["analyses"])

    def explain(self, tokenizer: str, word: str) -> dict[str, Any]:
        """How Splinter takes `word` apart."""
        return self._post("/v1/explain", tokenizer=tokenizer, word=word)

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
        self, method: str, path: str, body: bytes | Iterable[bytes] | None
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """A response with status 200. An error is raised with the message of the server."""
        parts = self._parts
        connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = connect(parts.hostname or "", parts.port, timeout=self._timeout)
        try:
            connection.request(method, parts.path.rstrip("/") + path, body, {"content-type": "application/json"})
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
