"""The guard of the page: only the browser it was opened in, on this machine, is answered.

A page of the web can send requests to programs on the same machine, and a name of the web can be
made to mean 127.0.0.1. So each request has to name this server as its host, to begin its path with
the secret of this session, and, if it changes something, to come from the page itself.

The secret is in the path because a cookie would be sent to every port of this machine. All
addresses of the page are relative: scripts, pictures, fonts and news have it without further code.
"""

from collections.abc import Mapping
from hmac import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self';"
    # Drawings have styles of their own; pictures in them are part of their documents.
    " style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""What is sent with every answer: the page may load nothing from elsewhere, nobody may frame it."""

LARGEST = 1 << 20
"""The bytes of a request: a text, or the log of a game. A guess."""

LONGEST_PATH = 4000
"""The letters that an address may have: a key of a text is far shorter; Python reads no longer
number in one (4,300 digits)."""


class Guard:
    """Lets requests through to the app that come from the page.

    Args:
        app: what answers them.
        port: of the server.
        secret: what the address has that the command printed.
    """

    def __init__(self, app: ASGIApp, port: int, secret: str) -> None:
        """Know the names that the server may be called by."""
        self.app, self.secret = app, secret.encode()
        self.hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        status, refusal = self._refusal(scope, headers)
        if refusal:
            await PlainTextResponse(refusal, status, dict(HEADERS))(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    sent[name] = value
            await send(message)

        await self.app({**scope, "root_path": f"/{self.secret.decode()}"}, receive, with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str]:
        """The HTTP status and the reason of a request that is not answered; empty if it is."""
        if headers.get("host", "") not in self.hosts:
            return 403, "this page is at 127.0.0.1 only"
        first = scope["path"].removeprefix("/").partition("/")[0]
        if not compare_digest(first.encode("utf-8", "replace"), self.secret):
            return 403, (
                "Open the address that `printnplay preview` printed in the terminal: it has the"
                " token of this run. If the preview has ended, start it again."
            )
        if len(scope["path"]) > LONGEST_PATH:
            return 400, "the address is too long"
        if scope["method"] in ("GET", "HEAD"):
            return 200, ""
        return self._refusal_of_change(headers)

    def _refusal_of_change(self, headers: Headers) -> tuple[int, str]:
        """The same of a request that may change something."""
        if headers.get("origin") != f"http://{headers.get('host', '')}":
            return 403, "only the page itself may change something"
        if not headers.get("content-type", "").startswith("application/json"):
            return 403, "expected JSON"
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdecimal()) or int(length) > LARGEST:
            return 400, f"expected at most {LARGEST:,} bytes"
        return 200, ""
