"""Ask a server that the user runs: no proxies, no redirects, limits of time and size."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from http.client import HTTPResponse

MOST_BYTES = 10_000_000
"""The maximum size of an answer, in bytes: several hundred for each character of a request. A
guess.
"""

MOST_IN_LINE = 300
"""The maximum length of a server's message, in characters: two lines of a report. A guess."""


class NoAnswerError(Exception):
    """The server gave no usable answer; `lasting` if it will not answer other requests either."""

    def __init__(self, reason: str, *, lasting: bool) -> None:
        """Say why, in words for a report."""
        super().__init__(reason)
        self.lasting = lasting


def line(text: object) -> str:
    """Return a text from a server on one line, truncated."""
    return " ".join(str(text).split())[:MOST_IN_LINE]


def posted(url: str, body: bytes, seconds: float, content_type: str) -> bytes:
    """Return the answer to a POST request, without following proxies or redirects.

    Raises:
        NoAnswerError: the server does not answer within `seconds`, or answers with an error.
    """
    from http.client import HTTPException
    from urllib import error, request

    opener = request.OpenerDirector()
    for handler in (
        request.HTTPHandler(),
        request.HTTPSHandler(),
        request.HTTPDefaultErrorHandler(),
        request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    headers = {"User-Agent": "printnplay", "Content-Type": content_type}
    try:
        with opener.open(request.Request(url, body, headers), timeout=seconds) as answer:
            return _read(answer, seconds)
    except error.HTTPError as refusal:
        with refusal:
            said = line(refusal.read(MOST_IN_LINE).decode("utf-8", "replace"))
        raise NoAnswerError(f"{refusal.code} {said}".rstrip(), lasting=False) from None
    except (OSError, ValueError, HTTPException) as problem:
        reason = getattr(problem, "reason", problem)
        late = f"timed out after {seconds:g} s" if isinstance(reason, TimeoutError) else ""
        said = late or line(reason) or type(problem).__name__
        raise NoAnswerError(said, lasting=True) from None


def _read(answer: "HTTPResponse", seconds: float) -> bytes:
    """Return the whole answer, limited in time and size.

    Raises:
        OSError: the answer breaks off, is too large, or takes too long.
    """
    last = time.monotonic() + seconds
    content = b""
    while piece := answer.read1(1 << 16):
        content += piece
        if len(content) > MOST_BYTES:
            raise OSError(f"its answer is over {MOST_BYTES // 1_000_000} MB")
        if time.monotonic() > last:
            raise TimeoutError
    return content
