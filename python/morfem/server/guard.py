"""Limits, security headers, figures and logs for every request: a layer around the application.

The layer bounds what a client can cost: the size of a body, the time in which it must arrive, and the number of calls at a time. A
request above a limit is refused with status 413, 408 or 429. Requests without a body, such as ``/healthz``, take no time and have no limit.
The layer also refuses what a page of another site may send: a request for another host, and a body that is not declared to be JSON, which
browsers send to other sites without asking the server first.
"""

import json
import sys
import time
from http import HTTPStatus

import anyio
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .figures import Figures
from .hosts import Hosts
from .limits import Limits

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


class Guard:
    """The layer around an application. `stream` is the path of the call whose body is lines of JSON that arrive for as long as it lasts."""

    def __init__(self, app: ASGIApp, figures: Figures, limits: Limits, hosts: Hosts, stream: str, log: bool) -> None:
        self._app = app
        self._figures = figures
        self._limits = limits
        self._hosts = hosts
        self._stream = stream
        self._log = log
        self._calls = 0
        self._streams = 0

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

        is_call, is_stream = scope["method"] == "POST", scope["path"] == self._stream
        self._figures.running += 1
        self._calls += is_call
        self._streams += is_stream
        try:
            if refusal := self._refusal(scope, is_call, is_stream):
                await refusal(scope, receive, answer)
            else:
                await self._app(scope, self._bounded(receive, is_stream), answer)
        finally:
            self._figures.running -= 1
            self._calls -= is_call
            self._streams -= is_stream
            seconds = time.perf_counter() - start
            self._figures.count(scope["path"], status, seconds)
            if self._log:
                _write(scope, status, seconds)

    def _refusal(self, scope: Scope, is_call: bool, is_stream: bool) -> Response | None:
        """The answer to a request that is not worked on."""
        headers = {name: value.decode("latin-1") for name, value in reversed(scope["headers"])}
        if reason := self._hosts.refusal(headers.get(b"host", ""), headers.get(b"origin")):
            return refused(HTTPStatus.FORBIDDEN, "Forbidden", reason)
        if not is_call:
            return None
        kinds = ("application/json", "application/x-ndjson") if is_stream else ("application/json",)
        if headers.get(b"content-type", "").partition(";")[0].strip().lower() not in kinds:
            return refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "UnsupportedMediaType", "send the header content-type: application/json")
        if self._calls > self._limits.concurrent or (is_stream and self._streams > max(self._limits.concurrent // 2, 1)):
            return busy()
        return None

    def _bounded(self, receive: Receive, is_stream: bool) -> Receive:
        """`receive` for a body that is neither too large nor too slow."""
        limits = self._limits
        lasting = limits.stream_seconds if is_stream else limits.body_seconds
        deadline = time.monotonic() + lasting
        size = 0
        is_complete = False

        async def bounded() -> Message:
            nonlocal size, is_complete
            if is_complete:
                return await receive()  # waits for the client to leave
            left = max(deadline - time.monotonic(), 0)
            try:
                with anyio.fail_after(min(limits.body_seconds, left)):
                    message = await receive()
            except TimeoutError:
                if is_stream and left < limits.body_seconds:
                    raise HTTPException(408, f"a stream may last {lasting:g} seconds; begin another") from None
                raise HTTPException(408, f"the body did not arrive within {limits.body_seconds:g} seconds") from None
            size += len(message.get("body", b""))
            if size > limits.body_bytes:
                raise HTTPException(413, f"the body is larger than {limits.body_bytes:,} bytes; send it in parts")
            is_complete = not message.get("more_body", False)
            return message

        return bounded


def refused(status: HTTPStatus, kind: str, message: str) -> Response:
    """The answer to a request that the server does not work on."""
    headers = {"retry-after": "1"} if status == HTTPStatus.TOO_MANY_REQUESTS else None
    return Response(json.dumps({"error": {"type": kind, "message": message}}), status, headers, "application/json")


def busy() -> Response:
    """The answer to a request that comes while there is too much to do."""
    return refused(HTTPStatus.TOO_MANY_REQUESTS, "Busy", "too many requests at a time; try again in a second")


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
