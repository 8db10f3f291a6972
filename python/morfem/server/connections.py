"""Connections, which cost little also if the client does nothing.

uvicorn waits for ever for a client that has connected and sends nothing, or that does not read its answer. Here both end the connection,
and when there are too many connections a new one takes the place of the one that has been silent for longest. So those who hold connections
cannot keep others out.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

READING_SECONDS = 30.0  # that a client may let an answer wait in all, while the connection can take no more of it

Base: Any = AutoHTTPProtocol


class Connection(Base):  # type: ignore[misc]
    """A connection of uvicorn. Its option `timeout_keep_alive` is the seconds in which the head of a request must arrive.

    `most` is the most connections: uvicorn's own limit would also refuse those who ask for `/healthz`.
    """

    def __init__(self, most: int, **options: Any) -> None:
        super().__init__(**options)
        self._most = most
        self._served: Any = self.app
        self.app: Any = self._run
        self._silence: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._patience = READING_SECONDS
        self._running = 0  # the next of several requests may begin before the one before it has ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Make room if there is none."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > self._most:
            silent = [each for each in self.connections if each.silent_until is not None]
            min(silent, key=lambda each: each.silent_until).end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks."""
        self._stop()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the clock of a client that does not read."""
        super().pause_writing()
        self._unread = self.loop.call_later(self._patience, self.end)

    def resume_writing(self) -> None:
        """Stop it again."""
        super().resume_writing()
        if self._unread is not None:
            self._patience = max(self._unread.when() - self.loop.time(), 0.0)
            self._unread.cancel()
            self._unread = None

    @property
    def silent_until(self) -> float | None:
        """When the connection ends unless a request comes; None while one is worked on."""
        return self._silence.when() if self._silence is not None else None

    async def _run(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        self._stop()
        self._patience = READING_SECONDS
        self._running += 1
        try:
            await self._served(scope, receive, send)
        finally:
            self._running -= 1
            if self._running == 0 and self in self.connections:
                self._wait()

    def _wait(self) -> None:
        self._stop()
        self._silence = self.loop.call_later(self.timeout_keep_alive, self.end)

    def end(self) -> None:
        """End the connection at once. What the client has not read is lost."""
        self._stop()
        self.transport.abort()

    def _stop(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
