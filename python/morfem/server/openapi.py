"""The OpenAPI description of the server, made from the pydantic models of its messages."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from .. import __version__
from .messages import ErrorResponse, Json, TokenizersResponse

REFUSALS = {
    "400": "The tokenizer cannot do this.",
    "403": "The request names another host, or comes from a page of another site.",
    "404": "There is no tokenizer of this name.",
    "408": "The body arrived too slowly.",
    "413": "The body, or the answer, is too large.",
    "415": "The body is not declared to be JSON.",
    "422": "The request is not valid.",
    "429": "Too many requests at a time.",
}


class Endpoint(NamedTuple):
    """An endpoint: its path, what it takes and returns, and what computes it."""

    path: str
    request: type[BaseModel]
    response: type[BaseModel]
    work: Callable[..., Json]


def description(endpoints: Sequence[Endpoint], stream: str) -> Json:
    """The description as a dictionary, OpenAPI 3.1. `stream` is the path of the endpoint that decodes a stream of ids."""
    validation: JsonSchemaMode = "validation"
    models = [model for each in endpoints for model in (each.request, each.response)] + [ErrorResponse, TokenizersResponse]
    _, schemas = models_json_schema([(model, validation) for model in models], ref_template="#/components/schemas/{model}")
    refusals = {status: _response(about, ErrorResponse) for status, about in REFUSALS.items()}
    paths: Json = {each.path: {"post": _post(each, refusals)} for each in endpoints}
    paths[stream] = {
        "post": {
            "operationId": "decode_stream",
            "summary": 'Decode ids as they arrive. The body is lines of JSON: {"tokenizer": "NAME"}, then lists of ids.',
            "requestBody": {"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}},
            "responses": {
                "200": {
                    "description": "Events: text (data.text) for each list, done, error.",
                    "content": {"text/event-stream": {"schema": {"type": "string"}}},
                },
                **refusals,
            },
        }
    }
    paths["/v1/tokenizers"] = {
        "get": {
            "operationId": "tokenizers",
            "summary": "The tokenizers that the server offers.",
            "responses": {"200": _response("The tokenizers.", TokenizersResponse)},
        }
    }
    for path, about in {
        "/healthz": "Whether the server runs.",
        "/metrics": "Counts of requests, in the text format of Prometheus.",
    }.items():
        paths[path] = {"get": {"operationId": path[1:], "summary": about, "responses": {"200": {"description": about}}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "morfem", "version": __version__, "license": {"name": "Apache-2.0"}},
        "paths": paths,
        "components": {"schemas": schemas["$defs"]},
    }


def _post(endpoint: Endpoint, refusals: Json) -> Json:
    return {
        "operationId": endpoint.path.removeprefix("/v1").strip("/"),
        "summary": (endpoint.request.__doc__ or "").strip(),
        "requestBody": {"required": True, "content": _content(endpoint.request)},
        "responses": {"200": _response((endpoint.response.__doc__ or "").strip(), endpoint.response), **refusals},
    }


def _response(about: str, model: type[BaseModel]) -> Json:
    return {"description": about, "content": _content(model)}


def _content(model: type[BaseModel]) -> Json:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}}}
