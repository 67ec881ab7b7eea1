"""Request guard: only the browser on this machine in which the page was opened is served.

Web pages can send requests to programs on the same machine, and a domain name can resolve to
127.0.0.1 (DNS rebinding). So each request must have this server as its host and must start its path
with the secret of this session. If it changes something, it must also come from the page itself.

The secret is in the path because a cookie would be sent to every port of this machine. All URLs in
the page are relative, so scripts, pictures, fonts and events include the secret without further
code.
"""

from collections.abc import Mapping
from hmac import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from printnplay.preview.journal import MOST_BYTES

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self';"
    # Drawings have inline styles; pictures in them are embedded in their documents.
    " style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""Headers of every response: the page may not load anything from elsewhere, nor be framed."""

PICTURE = MOST_BYTES // 2
"""Maximum size of a dropped picture in bytes: the journal holds it and the one that it replaces."""

JSON, FILE = "application/json", "application/octet-stream"
LARGEST = {JSON: 1 << 20, FILE: PICTURE}
"""Maximum size of a request in bytes, by its type: a text, or the log of a game (a guess); a
picture. A page from elsewhere cannot send either type without asking first."""

LONGEST_PATH = 4000
"""Maximum length of a path in characters: the key of a text is far shorter, and Python does not
parse longer numbers (4,300 digits)."""


class Guard:
    """ASGI middleware that passes on only requests from the page.

    Args:
        app: the app that handles them.
        port: the port of the server.
        secret: the secret part of the address that the command prints.
    """

    headers: Mapping[str, str] = HEADERS
    largest: Mapping[str, int] = LARGEST

    def __init__(self, app: ASGIApp, port: int, secret: str) -> None:
        """Compute the valid host names of the server."""
        self.app, self.secret = app, secret.encode()
        self.hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it with a reason."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        status, refusal = self.refusal(scope, headers)
        if refusal:
            await PlainTextResponse(refusal, status, dict(self.headers))(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    sent[name] = value
            await send(message)

        await self.app({**scope, "root_path": f"/{self.secret.decode()}"}, receive, with_headers)

    def has_secret(self, scope: Scope) -> bool:
        """Return whether the path of a request starts with the secret."""
        first = scope["path"].removeprefix("/").partition("/")[0]
        return compare_digest(first.encode("utf-8", "replace"), self.secret)

    def refusal(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        """Return the HTTP status and the reason of a refusal; the reason is empty if accepted."""
        if headers.get("host", "") not in self.hosts:
            return 403, "this page is at 127.0.0.1 only"
        if not self.has_secret(scope):
            return 403, (
                "Open the address that `printnplay preview` printed in the terminal: it has the"
                " token of this run. If the preview has ended, start it again."
            )
        return self.refusal_within(scope, headers)

    def refusal_within(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        """Return the same for a request to the right host with the secret."""
        if len(scope["path"]) > LONGEST_PATH:
            return 400, "the address is too long"
        if scope["method"] in ("GET", "HEAD"):
            return 200, ""
        return self._refusal_of_change(headers)

    def _refusal_of_change(self, headers: Headers) -> tuple[int, str]:
        """Return the same for a request that may change something."""
        if headers.get("origin") != f"http://{headers.get('host', '')}":
            return 403, "only the page itself may change something"
        largest = self.largest.get(headers.get("content-type", "").partition(";")[0].strip())
        if largest is None:
            return 403, "expected JSON"
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdecimal()) or int(length) > largest:
            return 400, f"expected at most {largest:,} bytes"
        return 200, ""
