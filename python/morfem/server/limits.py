"""What a request may cost. No request within these limits takes much memory, or keeps the server from others for long."""

from dataclasses import dataclass

from .._core import MorfemError


class TooMuchError(MorfemError):
    """A request, or its answer, is larger than the server allows."""


@dataclass(frozen=True)
class Limits:
    """What a request may cost.

    Attributes
    ----------
    body_bytes : the largest body.
    body_seconds : the time in which a body must arrive; in a stream, the longest pause.
    concurrent : the most calls that are worked on at a time; of these at most half are streams.
    ids : the most ids in a request and in its answer.
    tokens : the most tokens that an answer describes.
    answer_bytes : the largest answer, and the most text for one list of ids in a stream.
    waiting_bytes : all answers together that clients have not read yet.
    stream_seconds : how long a stream may last.
    """

    body_bytes: int = 4_000_000
    body_seconds: float = 10.0
    concurrent: int = 64
    ids: int = 1_000_000
    tokens: int = 50_000
    answer_bytes: int = 16_000_000
    waiting_bytes: int = 128_000_000
    stream_seconds: float = 600.0

    def check_ids(self, count: int) -> None:
        """Refuse more ids than a request may have."""
        if count > self.ids:
            raise TooMuchError(f"the request has {count:,} ids; the server allows {self.ids:,}, so send it in parts")

    def check_tokens(self, count: int) -> None:
        """Refuse more tokens than an answer may describe."""
        if count > self.tokens:
            raise TooMuchError(f"the answer would describe {count:,} tokens; the server allows {self.tokens:,}, so send the text in parts")

    def check_answer(self, size: int) -> None:
        """Refuse an answer that is too large."""
        if size > self.answer_bytes:
            raise TooMuchError(f"the answer is larger than {self.answer_bytes:,} bytes; send the request in parts")
