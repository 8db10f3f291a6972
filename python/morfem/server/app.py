"""The HTTP application: which path leads to which method of the service, and how errors look."""

import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from importlib import resources
from typing import TypeVar

import anyio
import anyio.to_thread
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from .. import __version__
from .._core import MorfemError, Tokenizer
from . import messages as m
from .figures import Figures
from .guard import JSON, Guard, busy
from .hosts import Hosts
from .limits import Limits, TooMuchError
from .openapi import Endpoint, description
from .service import Service, Stream, UnknownTokenizerError

Model = TypeVar("Model", bound=BaseModel)
Handler = Callable[[HttpRequest], Awaitable[Response]]

MOST_FAULTS = 1_000
STREAM = "/v1/decode/stream"
IDS = TypeAdapter(m.Ids)
SHORT = 1_024  # bytes of a body, or of a line, whose work is done at once; more goes to a thread, so that other requests need not wait
PIECE = 65_536  # bytes of an answer that are handed over at a time; the next are when the client has read most of these
WORKERS = 2 + (os.cpu_count() or 1)  # threads that work at a time; with more, memory would grow and nothing would be faster
TYPES = {"css": "text/css", "html": "text/html", "js": "text/javascript", "json": "application/json", "svg": "image/svg+xml"}


class InvalidError(Exception):
    """A request that is not valid."""


REFUSED = (InvalidError, MorfemError, HTTPException, ClientDisconnect)


def application(
    tokenizers: Mapping[str, Tokenizer], limits: Limits | None = None, *, hosts: Hosts | None = None, log: bool = False
) -> ASGIApp:
    """The application that serves `tokenizers`, under the names given; `log` writes a line of JSON on standard error for every request."""
    limits = limits or Limits()
    service = Service(tokenizers, limits)
    workers = anyio.CapacityLimiter(WORKERS)
    endpoints = [
        Endpoint("/v1/encode", m.EncodeRequest, m.EncodeResponse, service.encode),
        Endpoint("/v1/decode", m.DecodeRequest, m.DecodeResponse, service.decode),
        Endpoint("/v1/count", m.CountRequest, m.CountResponse, service.count),
        Endpoint("/v1/compare", m.CompareRequest, m.CompareResponse, service.compare),
        Endpoint("/v1/analyze", m.AnalyzeRequest, m.AnalyzeResponse, service.analyze),
        Endpoint("/v1/explain", m.ExplainRequest, m.ExplainResponse, service.explain),
        Endpoint("/v1/paradigm", m.ParadigmRequest, m.ParadigmResponse, service.paradigm),
        Endpoint("/v1/search-terms", m.SearchTermsRequest, m.SearchTermsResponse, service.search_terms),
        Endpoint("/tokenize", m.TokenizeRequest, m.TokenizeResponse, service.tokenize),
        Endpoint("/detokenize", m.DetokenizeRequest, m.DetokenizeResponse, service.detokenize),
    ]
    openapi = description(endpoints, STREAM)
    page = {each.name: each.read_bytes() for each in resources.files(__package__).joinpath("page").iterdir() if each.is_file()}
    routes = [Route(STREAM, _stream(service, workers), methods=["POST"])]
    get: dict[str, Handler] = {
        "/v1/tokenizers": _constant(JSONResponse(service.tokenizers())),
        "/openapi.json": _constant(JSONResponse(openapi)),
        "/healthz": _constant(JSONResponse({"status": "ok", "version": __version__})),
    }
    for name, content in page.items():
        get["/" if name == "index.html" else f"/{name}"] = _file(name, content)
    figures = Figures([*(each.path for each in endpoints), STREAM, *get, "/metrics"])
    routes += [Route(path, handler) for path, handler in get.items()]

    async def metrics(_: HttpRequest) -> Response:
        return PlainTextResponse(figures.text())

    routes.append(Route("/metrics", metrics))
    app = Starlette(routes=routes, exception_handlers=dict.fromkeys(REFUSED, _refused))
    return Guard(Calls(endpoints, app, limits, workers), figures, limits, hosts or Hosts(), STREAM, log)


class Calls:
    """The calls that take and return JSON, all of method POST.

    They do not pass through Starlette's router and layers, which would take longer than encoding a short text. All other requests go to the
    application `others`.
    """

    def __init__(self, endpoints: Iterable[Endpoint], others: ASGIApp, limits: Limits, workers: anyio.CapacityLimiter) -> None:
        self._endpoints = {each.path: each for each in endpoints}
        self._others = others
        self._limits = limits
        self._workers = workers
        self._waiting = 0  # bytes of answers that clients have not read yet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = self._endpoints.get(scope["path"])
        if endpoint is None:
            await self._others(scope, receive, send)
            return
        try:
            if scope["method"] != "POST":
                raise HTTPException(405, f"{scope['path']} takes POST", {"allow": "POST"})
            body = await _body(receive)
            if len(body) <= SHORT:
                content = _answer(endpoint, body)
            else:
                content = await anyio.to_thread.run_sync(_answer, endpoint, body, limiter=self._workers)
            del body
            self._limits.check_answer(len(content))
        except REFUSED as error:
            await _refusal(error)(scope, receive, send)
            return
        if self._waiting + len(content) > self._limits.waiting_bytes:
            await busy()(scope, receive, send)
            return
        self._waiting += len(content)
        try:
            headers = [JSON, (b"content-length", b"%d" % len(content))]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await _send(send, content, is_all=True)
        finally:
            self._waiting -= len(content)


async def _body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


async def _send(send: Send, content: bytes, *, is_all: bool) -> None:
    """Send an answer, or a part of it, as fast as the client reads it. Otherwise all of it would wait in the connection."""
    for end in range(PIECE, len(content) + PIECE, PIECE):
        await send({"type": "http.response.body", "body": content[end - PIECE : end], "more_body": not is_all or end < len(content)})


def _parsed(model: type[Model], content: bytes) -> Model:
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        raise InvalidError(_faults(error)) from None


def _answer(endpoint: Endpoint, body: bytes) -> bytes:
    return to_json(endpoint.work(_parsed(endpoint.request, body)))


def _stream(service: Service, workers: anyio.CapacityLimiter) -> Handler:
    """Lines of JSON come in: first ``{"tokenizer": name}``, then lists of ids. An event goes out for each list, with its text."""

    def event_of(stream: Stream, line: bytes) -> bytes:
        try:
            return _event("text", {"text": stream.push(IDS.validate_json(line))})
        except ValidationError as error:
            raise InvalidError(_faults(error)) from None

    async def handle(request: HttpRequest) -> Response:
        lines = _lines(request)
        stream = service.stream(_parsed(m.StreamStart, await anext(lines, b"")).tokenizer)

        async def events() -> AsyncIterator[bytes]:
            number = 0
            try:
                async for line in lines:
                    number += 1
                    if len(line) <= SHORT:
                        yield event_of(stream, line)
                    else:
                        yield await anyio.to_thread.run_sync(event_of, stream, line, limiter=workers)
                if text := stream.finish():
                    yield _event("text", {"text": text})
                yield _event("done", {})
            except HTTPException as error:
                yield _event("error", _error("HTTPException", error.detail))
            except MorfemError as error:
                yield _event("error", _error(type(error).__name__, f"list {number} of ids: {error}"))
            except InvalidError as error:
                yield _event("error", _error("ValidationError", f"list {number} of ids: {error}"))

        return Events(events(), lines)

    return handle


class Events(Response):
    """Server-sent events that are written while the request is still being read.

    Starlette's ``StreamingResponse`` waits for the client to leave by receiving messages, and so takes parts of the body from the one who
    reads it. What is left of the body, `rest`, is read after the last event: a connection that is closed with unread bytes is reset, and
    the client may lose events.
    """

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], rest: AsyncIterator[bytes]) -> None:
        super().__init__(headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._events = events
        self._rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        with contextlib.suppress(ClientDisconnect):
            async for event in self._events:
                await _send(send, event, is_all=False)
            with contextlib.suppress(HTTPException):  # too large, or too slow
                async for _ in self._rest:
                    pass
            await send({"type": "http.response.body", "body": b""})


async def _lines(request: HttpRequest) -> AsyncIterator[bytes]:
    """The lines of a body, as they arrive."""
    rest: list[bytes] = []  # the parts of a line, joined once
    async for part in request.stream():
        *complete, last = part.split(b"\n")
        for line in complete:
            whole = b"".join([*rest, line])
            rest.clear()
            if whole.strip():
                yield whole
        rest.append(last)
    if (whole := b"".join(rest)).strip():
        yield whole


def _event(kind: str, content: m.Json) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (kind.encode(), to_json(content))


def _constant(response: Response) -> Handler:
    async def handle(_: HttpRequest) -> Response:
        return response

    return handle


def _file(name: str, content: bytes) -> Handler:
    kind = TYPES[name.rpartition(".")[2]]
    return _constant(Response(content, media_type=kind, headers={"cache-control": "max-age=300"}))


def _error(kind: str, message: str) -> m.Json:
    return {"error": {"type": kind, "message": message}}


def _faults(error: ValidationError) -> str:
    """The first faults of a request, by their place. A field of several types has a fault for each type."""
    if error.error_count() > MOST_FAULTS:  # each would become an object
        return f"the request has {error.error_count():,} faults; /openapi.json lists the fields that it may have"
    messages: dict[str, list[str]] = {}
    for each in error.errors(include_url=False, include_input=False, include_context=False)[:10]:
        field, *below = each["loc"] or ("body",)
        # Names below the field are those of the types that it may have. A client knows only fields and indices.
        place = ".".join(map(str, [field, *(part for part in below if isinstance(part, int))]))
        messages.setdefault(place, []).append(each["msg"].removeprefix("Input "))
    return "; ".join(f"{place}: {' or '.join(found)}" for place, found in messages.items())


def _refusal(error: Exception) -> Response:
    """The answer to a request that failed."""
    if isinstance(error, InvalidError):
        return JSONResponse(_error("ValidationError", str(error)), 422)
    if isinstance(error, MorfemError):
        status = {UnknownTokenizerError: 404, TooMuchError: 413}.get(type(error), 400)
        return JSONResponse(_error(type(error).__name__, str(error)), status)
    if isinstance(error, HTTPException):
        return JSONResponse(_error("HTTPException", error.detail), error.status_code, error.headers)
    return Response(status_code=499)  # the client has left


async def _refused(_: HttpRequest, error: Exception) -> Response:
    return _refusal(error)
