"""Limits, security headers, figures and logs for every request: a layer around the application.

The layer bounds what a client can cost: the size of a body, the time in which it must arrive, and the number of requests at a time. A
request above a limit is refused with status 413, 408 or 429. The work of a request is bounded by the size of its body, because encoding
and decoding take linear time.
"""

import json
import sys
import time
from dataclasses import dataclass

import anyio
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .figures import Figures

JSON = (b"content-type", b"application/json")
HEADERS = [(b"x-content-type-options", b"nosniff"), (b"cross-origin-resource-policy", b"same-origin")]
# For what a browser shows as a document, so not for JSON. The page loads nothing from other hosts, and other sites cannot embed it.
DOCUMENT_HEADERS = [
    *HEADERS,
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
]


@dataclass(frozen=True)
class Limits:
    """What a request may cost.

    Attributes
    ----------
    body_bytes : the largest body.
    body_seconds : the time in which a body must arrive; in a stream, the longest pause.
    concurrent : the most requests that are worked on at a time.
    """

    body_bytes: int = 4_000_000
    body_seconds: float = 10.0
    concurrent: int = 64


class Guard:
    """The layer around an application.

    Parameters
    ----------
    app : the application.
    figures : counts every request.
    limits : what a request may cost.
    streams : paths whose bodies may arrive for as long as they keep arriving.
    log : whether to write a line of JSON on standard error for every request.
    """

    def __init__(self, app: ASGIApp, figures: Figures, limits: Limits, streams: frozenset[str], log: bool) -> None:
        self._app = app
        self._figures = figures
        self._limits = limits
        self._streams = streams
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 499  # the client left before there was a response

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", ())
                message["headers"] = [*headers, *(HEADERS if JSON in headers else DOCUMENT_HEADERS)]
            await send(message)

        self._figures.running += 1
        try:
            if self._figures.running > self._limits.concurrent:
                await _busy()(scope, receive, answer)
            else:
                await self._app(scope, self._bounded(scope, receive), answer)
        finally:
            self._figures.running -= 1
            seconds = time.perf_counter() - start
            self._figures.count(scope["path"], status, seconds)
            if self._log:
                _write(scope, status, seconds)

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """`receive` for a body that is neither too large nor too slow."""
        limits = self._limits
        is_stream = scope["path"] in self._streams
        deadline = time.monotonic() + limits.body_seconds
        size = 0
        is_complete = False

        async def bounded() -> Message:
            nonlocal size, is_complete
            if is_complete:
                return await receive()  # waits for the client to leave
            wait = limits.body_seconds if is_stream else deadline - time.monotonic()
            try:
                with anyio.fail_after(max(wait, 0)):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, f"the body did not arrive within {limits.body_seconds:g} seconds") from None
            size += len(message.get("body", b""))
            if size > limits.body_bytes:
                raise HTTPException(413, f"the body is larger than {limits.body_bytes:,} bytes; send it in parts")
            is_complete = not message.get("more_body", False)
            return message

        return bounded


def _busy() -> Response:
    error = {"error": {"type": "Busy", "message": "too many requests at a time; try again in a second"}}
    return Response(json.dumps(error), 429, {"retry-after": "1"}, "application/json")


def _write(scope: Scope, status: int, seconds: float) -> None:
    """One line of JSON. It has neither the text nor the address of the client."""
    line = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "method": scope["method"],
        "path": scope["path"],
        "status": status,
        "milliseconds": round(1000 * seconds, 2),
    }
    print(json.dumps(line), file=sys.stderr)
