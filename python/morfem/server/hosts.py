"""Which hosts a request may name, so that no page of another site can use the server.

``Origin`` is the site of a page that sends a request. ``Host`` is the name by which the browser knows the server: a site may let its own
name point to the user's machine, and then the browser takes the server for a part of that site (DNS rebinding). A page can set neither. So
the server answers only for the names that it was bound to, and only to pages that it has served itself.
"""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

LOOPBACK = frozenset(["127.0.0.1", "localhost", "::1"])


class Hosts:
    """The hosts that a request may name: the address `bound`, on which the server listens, and further names, such as that of a proxy.

    An address of the machine itself has all its names; one that stands for every address of the machine, such as ``0.0.0.0``, allows every
    numeric address, which no site can have as its name.

    >>> hosts = Hosts("127.0.0.1", ["tokens.example.org"])
    >>> hosts.refusal("localhost:8765", None), hosts.refusal("tokens.example.org", "https://tokens.example.org")
    (None, None)
    >>> hosts.refusal("evil.example", None)
    "the host 'evil.example' is not one of this server; if it is yours, start the server with --allow-host evil.example"
    """

    def __init__(self, bound: str = "127.0.0.1", allowed: Iterable[str] = ()) -> None:
        self._allowed = frozenset(name.lower() for name in allowed)
        address = _address(bound)
        self._any_address = address is not None and address.is_unspecified
        is_local = bound.lower() in LOOPBACK or self._any_address or (address is not None and address.is_loopback)
        self._names = self._allowed | {bound.lower()} | (LOOPBACK if is_local else frozenset())

    def refusal(self, host: str, origin: str | None) -> str | None:
        """Why a request with these headers is refused; None if it is not."""
        name = _name(host)
        if name not in self._names and not (self._any_address and _address(name) is not None):
            shown = name or host
            return f"the host {shown!r} is not one of this server; if it is yours, start the server with --allow-host {shown}"
        if origin is None or origin.partition("://")[2].lower() == host.lower() or _name(origin.partition("://")[2]) in self._allowed:
            return None
        return f"pages of {origin!r} cannot use this server; if the page is yours, start the server with --allow-host and its host"


def _name(netloc: str) -> str:
    """The host of ``host:port`` in small letters; empty if there is none."""
    try:
        return urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        return ""


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
