"""Downloads by HTTPS: the whole answer of an address, within a time and a size, or why not.

Nothing that a server sends is believed: neither that it will end, nor that what came is all.
"""

from collections.abc import Callable
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import TypeAlias
from urllib.parse import quote, urljoin, urlsplit

SECONDS = 60.0
"""How long a download may take, with all redirections: 8 MiB come in 60 s at 1 Mbit/s."""

MOST_REDIRECTIONS = 5
"""The redirections of a download: Google Sheets needs one. A guess."""

PIECE = 1 << 16
"""The bytes that are read in one go: 64 KiB, as pipes have. Nothing depends on it."""

SAME_OWNER = {
    "docs.google.com": ".googleusercontent.com",
    "drive.google.com": ".googleusercontent.com",
    "www.dropbox.com": ".dropboxusercontent.com",
    "github.com": ".githubusercontent.com",
}
"""Hosts that keep files on other hosts of theirs, and how the names of these end.

Google redirects every published sheet to one whose name changes.
"""

_REDIRECTIONS = frozenset({301, 302, 303, 307, 308})
"""The statuses of a redirection (RFC 9110, 15.4)."""

_SAFE = "!#$%&'()*+,/:;=?@[]~"
"""Characters of an address that are sent as they are; all others are encoded."""

Connect: TypeAlias = Callable[[str, int | None, float], HTTPConnection]
"""Connects to a host and port, with a time limit in seconds for each answer."""


class DownloadError(Exception):
    """There is no answer that can be used; the message says why, in a few words."""


def download(
    url: str, limit: int, seconds: float = SECONDS, connect: Connect | None = None
) -> bytes:
    """Return all that an address answers, at most `limit` bytes.

    Args:
        url: an `https` address without a name and password.
        limit: the most bytes that the answer may have.
        seconds: how long all of it may take.
        connect: what connects to a host, if not HTTPS.

    Raises:
        DownloadError: there is no whole answer within the limits, or it leads to another host.
    """
    found: SimpleQueue[bytes | DownloadError] = SimpleQueue()
    last = monotonic() + seconds

    def work() -> None:
        try:
            found.put(_followed(url, limit, last, connect or _by_https))
        except DownloadError as error:
            found.put(error)
        except (OSError, ValueError, HTTPException) as error:
            found.put(DownloadError(_reason(error)))

    # A name that is not resolved, or a header that comes letter by letter, cannot be interrupted.
    Thread(target=work, daemon=True).start()
    try:
        content = found.get(timeout=seconds)
    except Empty:
        content = DownloadError(f"timed out after {seconds:g} s")
    if isinstance(content, DownloadError):
        raise content
    return content


def _by_https(host: str, port: int | None, seconds: float) -> HTTPConnection:
    return HTTPSConnection(host, port, timeout=seconds)


def _followed(url: str, limit: int, last: float, connect: Connect) -> bytes:
    """Return what an address answers, or the one that it leads to.

    Raises:
        DownloadError: it is no whole answer, or it leads elsewhere.
        OSError, ValueError, HTTPException: the server cannot be understood.
    """
    for _ in range(MOST_REDIRECTIONS + 1):
        parts = urlsplit(url)
        connection = connect(parts.hostname or "", parts.port, max(last - monotonic(), 0.001))
        try:
            path = quote(parts._replace(scheme="", netloc="", fragment="").geturl() or "/", _SAFE)
            connection.request("GET", path, headers={"User-Agent": "printnplay"})
            with connection.getresponse() as answer:
                if answer.status not in _REDIRECTIONS:
                    return _whole(answer, limit, last)
                new = urljoin(url, answer.getheader("Location") or "")
            if not _is_same_host(url, new):
                raise DownloadError(f"it redirects to another host, `{_shown(new)}`")
            url = new
        finally:
            connection.close()
    raise DownloadError(f"it redirects more than {MOST_REDIRECTIONS} times")


def _is_same_host(url: str, new: str) -> bool:
    """Whether an address leads to one of the same host, with or without `www`, or of its owner.

    >>> _is_same_host("https://a.org/x", "https://www.a.org/y")
    True
    >>> _is_same_host("https://docs.google.com/x", "https://doc-0k.googleusercontent.com/y")
    True
    >>> _is_same_host("https://a.org/x", "http://a.org/x")
    False
    """
    old, to = urlsplit(url), urlsplit(new)
    host, other = old.hostname or "", to.hostname or ""
    if to.scheme != old.scheme or to.port != old.port or "@" in to.netloc:
        return False
    is_same = host.removeprefix("www.") == other.removeprefix("www.")
    return is_same or (host in SAME_OWNER and other.endswith(SAME_OWNER[host]))


def _whole(answer: HTTPResponse, limit: int, last: float) -> bytes:
    """Return the body of an answer.

    Raises:
        DownloadError: it is not that of a file, too large, too slow, or not known to be whole.
        OSError, HTTPException: it breaks off.
    """
    if answer.status != HTTPStatus.OK:
        known = {status.value: status.phrase for status in HTTPStatus}
        raise DownloadError(
            f"the server answers {answer.status} {known.get(answer.status, '')}".rstrip()
        )
    if answer.getheader("Content-Encoding", "identity") != "identity":
        raise DownloadError("the server sent it compressed, without being asked")
    expected = answer.length
    if expected is None and not answer.chunked:
        raise DownloadError("the server does not give its length, so part of it may be missing")
    content = bytearray()
    while piece := answer.read1(PIECE):
        content += piece
        if len(content) > limit:
            raise DownloadError(f"it is larger than {limit >> 20} MiB")
        if monotonic() > last:
            raise DownloadError("timed out")
    if expected is not None and len(content) < expected:
        raise DownloadError(f"the connection ended after {len(content):,} of {expected:,} bytes")
    return bytes(content)


def _reason(error: Exception) -> str:
    """Why a server cannot be understood, without what it has sent."""
    if isinstance(error, HTTPException):
        return f"the server's answer is not valid HTTP ({type(error).__name__})"
    return _shown(str(getattr(error, "strerror", None) or error)) or type(error).__name__


def _shown(text: str) -> str:
    """A text from elsewhere on one line, not too long, without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in text)[:200].strip()
