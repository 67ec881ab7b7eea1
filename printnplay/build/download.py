"""HTTPS downloads: the complete response within limits of time and size, or the reason for failure.

The server is not trusted: a response may never end, or be incomplete.
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
"""Default time limit of a download in seconds, with all redirects: 8 MiB take 60 s at 1 Mbit/s."""

MOST_REDIRECTIONS = 5
"""Maximum number of redirects: Google Sheets needs one. A guess."""

PIECE = 1 << 16
"""Bytes to read at a time: 64 KiB, the size of a pipe buffer. Nothing depends on it."""

SAME_OWNER = {
    "docs.google.com": ".googleusercontent.com",
    "drive.google.com": ".googleusercontent.com",
    "www.dropbox.com": ".dropboxusercontent.com",
    "github.com": ".githubusercontent.com",
}
"""Hosts that serve files from other hosts of the same owner, with the suffix of those hosts.

Google redirects every published sheet to a host whose name changes.
"""

PAGES = frozenset({"text/html", "application/xhtml+xml"})
"""Media types of web pages, which are no tables."""

_REDIRECTIONS = frozenset({301, 302, 303, 307, 308})
"""Status codes of redirects (RFC 9110, 15.4)."""

_SAFE = "!#$%&'()*+,/:;=?@[]~"
"""Characters of a URL that are sent unchanged; all others are percent-encoded."""

Connect: TypeAlias = Callable[[str, int | None, float], HTTPConnection]
"""Connects to a host and port, with a timeout in seconds for each response."""


class DownloadError(Exception):
    """There is no usable response; the message briefly states why."""


def download(
    url: str,
    limit: int,
    seconds: float = SECONDS,
    connect: Connect | None = None,
    authorization: str = "",
) -> bytes:
    """Download the complete response of a URL, up to `limit` bytes.

    Args:
        url: an `https` URL without a user name and password.
        limit: the maximum size of the response in bytes.
        seconds: the time limit for the whole download.
        connect: connects to a host; defaults to HTTPS.
        authorization: the header that opens a private file; only the host of `url` receives it.

    Raises:
        DownloadError: there is no complete response within the limits, or it redirects to another
            host.
    """
    found: SimpleQueue[bytes | DownloadError] = SimpleQueue()
    last = monotonic() + seconds

    def work() -> None:
        try:
            found.put(_followed(url, limit, last, connect or _by_https, authorization))
        except DownloadError as error:
            found.put(error)
        except (OSError, ValueError, HTTPException) as error:
            found.put(DownloadError(_reason(error)))

    # DNS lookups, and headers that arrive byte by byte, cannot be interrupted.
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


def _followed(url: str, limit: int, last: float, connect: Connect, authorization: str) -> bytes:
    """Return the response of a URL, following redirects.

    Raises:
        DownloadError: the response is incomplete, or redirects elsewhere.
        OSError, ValueError, HTTPException: the connection failed or the response is invalid.
    """
    private = urlsplit(url).netloc
    for _ in range(MOST_REDIRECTIONS + 1):
        parts = urlsplit(url)
        headers = {"User-Agent": "printnplay"}
        if authorization and parts.netloc == private:
            headers["Authorization"] = authorization
        connection = connect(parts.hostname or "", parts.port, max(last - monotonic(), 0.001))
        try:
            path = quote(parts._replace(scheme="", netloc="", fragment="").geturl() or "/", _SAFE)
            connection.request("GET", path, headers=headers)
            with connection.getresponse() as answer:
                if answer.status not in _REDIRECTIONS:
                    return _whole(answer, limit, last)
                new = urljoin(url, answer.getheader("Location") or "")
            if elsewhere := _elsewhere(url, new):
                raise DownloadError(f"it redirects to {elsewhere}, `{_shown(new)}`")
            url = new
        finally:
            connection.close()
    raise DownloadError(f"it redirects more than {MOST_REDIRECTIONS} times")


def _elsewhere(url: str, new: str) -> str:
    """Return where a redirect leads that is not followed.

    Return nothing if it stays on the same host (ignoring `www`) or with its owner.

    >>> _elsewhere("https://a.org/x", "https://www.a.org/y")
    ''
    >>> _elsewhere("https://docs.google.com/x", "https://doc-0k.googleusercontent.com/y")
    ''
    >>> _elsewhere("https://a.org/x", "http://a.org/x")
    'an address that does not begin with `https:`'
    """
    old, to = urlsplit(url), urlsplit(new)
    host, other = old.hostname or "", to.hostname or ""
    if to.scheme != old.scheme:
        return f"an address that does not begin with `{old.scheme}:`"
    if "@" in to.netloc:
        return "an address with a user name"
    is_same = host.removeprefix("www.") == other.removeprefix("www.")
    if not is_same and not (host in SAME_OWNER and other.endswith(SAME_OWNER[host])):
        return "another host"
    return "another port" if to.port != old.port else ""


def _whole(answer: HTTPResponse, limit: int, last: float) -> bytes:
    """Return the body of a response.

    Raises:
        DownloadError: the status is not OK, or the body is too large, too slow, or maybe
            incomplete.
        OSError, HTTPException: the connection breaks.
    """
    if answer.status != HTTPStatus.OK:
        known = {status.value: status.phrase for status in HTTPStatus}
        raise DownloadError(
            f"the server answers {answer.status} {known.get(answer.status, '')}".rstrip()
        )
    if answer.getheader("Content-Type") and answer.headers.get_content_type() in PAGES:
        raise DownloadError("it is a web page, such as one to sign in")
    if answer.getheader("Content-Encoding", "identity") != "identity":
        raise DownloadError("the server sent it compressed, without being asked")
    expected = _length(answer)
    content = bytearray()
    while piece := answer.read1(PIECE):
        content += piece
        if len(content) > limit:
            raise DownloadError(f"it is larger than {limit >> 20} MiB")
        if monotonic() > last:
            raise DownloadError("timed out")
    if expected is not None and len(content) != expected:
        raise DownloadError(f"the connection ended after {len(content):,} of {expected:,} bytes")
    return bytes(content)


def _length(answer: HTTPResponse) -> int | None:
    """Return the length of the body in bytes; None if it comes in chunks, which mark their end.

    The standard library uses the first of several lengths, and a body may end at any of them.

    Raises:
        DownloadError: the headers do not say where the body ends, or contradict each other.
    """
    lengths, codings = (
        {
            part.strip().lower()
            for line in answer.headers.get_all(name, ())
            for part in line.split(",")
        }
        for name in ("Content-Length", "Transfer-Encoding")
    )
    if len(lengths) + len(codings) > 1:
        raise DownloadError("the server gives its length in several ways, which may differ")
    if codings == {"chunked"} and answer.chunked:
        return None
    length = next(iter(lengths), "")
    if not (length.isascii() and length.isdecimal()):
        raise DownloadError("the server does not give its length, so part of it may be missing")
    return int(length)


def _reason(error: Exception) -> str:
    """Return why a response is invalid, without quoting what the server sent."""
    if isinstance(error, HTTPException):
        return f"the server's answer is not valid HTTP ({type(error).__name__})"
    return _shown(str(getattr(error, "strerror", None) or error)) or type(error).__name__


def _shown(text: str) -> str:
    """Return untrusted text as one short line without control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in text)[:200].strip()
