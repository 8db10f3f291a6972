"""Whether a Ray cluster answers. Ray itself tries for minutes, and cannot be interrupted meanwhile."""

import os
import re
import socket

from .._core import MorfemError

CONNECTING = 10.0  # seconds for a connection
ANSWERING = 4.0  # seconds for the answer of a cluster that has accepted the connection
# What a client of gRPC, which Ray speaks, sends first: the preface of HTTP/2 and empty settings.
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
SETTINGS = 4  # the type of the frame that a server sends first


def check_cluster(address: str) -> None:
    """Raises an error if no cluster answers at an address within some seconds. Ray resolves addresses of other forms by itself."""
    if address == "auto":
        address = os.environ.get("RAY_ADDRESS", address)
    place = re.fullmatch(r"(?:ray://)?\[?(?P<host>[^\[\]/]+?)\]?:(?P<port>\d+)/?", address)
    if place is None:
        return
    try:
        with socket.create_connection((place["host"], int(place["port"])), CONNECTING) as connection:
            if os.environ.get("RAY_USE_TLS", "0") != "1":
                _check_answer(connection)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise MorfemError(f"no Ray cluster answers at {address!r}: {reason}; start one, or give local") from None


def _check_answer(connection: socket.socket) -> None:
    connection.settimeout(ANSWERING)
    connection.sendall(PREFACE)
    answer = b""
    while len(answer) < 4 and (more := connection.recv(64)):
        answer += more
    if answer[3:4] != bytes([SETTINGS]):
        raise ConnectionError("another program listens there")
