"""`morfem serve`: a web server for tokenizers, with a page to try them."""

import functools
import socket
from typing import Annotated

import typer

from .. import available, load
from .._core import MorfemError, Tokenizer

TIMEOUT = 10  # seconds that running requests get when the server stops
BACKLOG = 128  # connections accepted at a time: fewer than there may be, so that none has to go before its request has been read
CONNECTIONS = 8  # for each request at a time, also those that have sent nothing yet; with 64 requests they are below 1,024 open files


def serve(
    tokenizer: Annotated[
        list[str] | None,
        typer.Option(
            "--tokenizer",
            "-t",
            metavar="NAME",
            help="A tokenizer to serve; may be given many times. A bundled name, or NAME=FOLDER for a saved one.",
            show_default="all bundled tokenizers",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on. The default accepts only this machine.")
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="A further name of this server, such as that of a proxy before it; may be given many times. "
            "Requests for other names, and from pages of other sites, are refused.",
        ),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="Port to listen on; 0 for any free one.")] = 8765,
    max_body: Annotated[int, typer.Option(min=1, metavar="BYTES", help="Largest body of a request.")] = 4_000_000,
    max_requests: Annotated[int, typer.Option(min=1, metavar="N", help="Most requests at a time; further ones get status 429.")] = 64,
    body_timeout: Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="Time in which a request must arrive.")] = 10.0,
    log: Annotated[bool, typer.Option("--log", help="Write a line of JSON on standard error for every request.")] = False,
) -> None:
    """Serve tokenizers over HTTP, with a page to try them."""
    try:
        import uvicorn

        from ..server.app import application
        from ..server.connections import Connection
        from ..server.hosts import Hosts
        from ..server.limits import Limits
    except ImportError as error:
        raise MorfemError(f'morfem serve needs {error.name}; install it with pip install "morfem[serve]"') from None
    loaded = [_loaded(name) for name in tokenizer or available()]
    names = [name for name, _ in loaded]
    if twice := [name for name in names if names.count(name) > 1]:
        raise MorfemError(f"two tokenizers are called {twice[0]!r}; name them: NAME=TOKENIZER")
    tokenizers = dict(loaded)
    app = application(tokenizers, Limits(max_body, body_timeout, max_requests), hosts=Hosts(host, allow_host or ()), log=log)
    # asyncio turns off Nagle's algorithm, which delays small answers by 40 ms, only for sockets whose protocol is stated.
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise MorfemError(f"--host {host} --port {port}: {error.strerror}; choose another, or --port 0 for any free one") from None
        listener.listen(1024)
        port = listener.getsockname()[1]
        print(
            f"morfem: {len(tokenizers)} tokenizers at http://{f'[{host}]' if ':' in host else host}:{port}/ (stop with Ctrl-C)", flush=True
        )
        config = uvicorn.Config(
            app,
            http=functools.partial(Connection, CONNECTIONS * max_requests),  # type: ignore[arg-type]  # anything that makes a protocol
            ws="none",  # a connection that is turned into a WebSocket would have no limits
            access_log=False,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=TIMEOUT,
            backlog=BACKLOG,
            timeout_keep_alive=body_timeout,  # type: ignore[arg-type]  # any number of seconds
        )
        uvicorn.Server(config).run(sockets=[listener])


def _loaded(option: str) -> tuple[str, Tokenizer]:
    name, at, folder = option.partition("=")
    return name, load(folder if at else name)
