"""The guard of the page: only the browser it was opened in, on this machine, is answered.

A page of the web can send requests to programs on the same machine, and a name of the web can be
made to mean 127.0.0.1. So each request has to name this server as its host, to carry the secret of
this session, and, if it changes something, to come from the page itself.
"""

from collections.abc import Mapping
from hmac import compare_digest
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
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
"""The bytes that a request may have: a text, or the log of a game."""


class Guard:
    """Lets requests through to the app that come from the page.

    Args:
        app: what answers them.
        port: of the server.
        secret: what the address has that the command printed.
    """

    def __init__(self, app: ASGIApp, port: int, secret: str) -> None:
        """Know the names that the server may be called by."""
        self.app, self.secret = app, secret
        self.hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))
        self.cookie = f"printnplay-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal:
            await PlainTextResponse(refusal, 403, dict(HEADERS))(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    sent[name] = value
                if scope["path"] == "/":
                    rules = "Path=/; HttpOnly; SameSite=Strict"
                    sent.append("Set-Cookie", f"{self.cookie}={self.secret}; {rules}")
            await send(message)

        await self.app(scope, receive, with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> str:
        """Why a request is not answered; empty if it is."""
        host = headers.get("host", "")
        if host not in self.hosts:
            return "this page is at 127.0.0.1 only"
        said = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        kept = cookie_parser(headers.get("cookie", "")).get(self.cookie, "")
        if not any(compare_digest(word.encode(), self.secret.encode()) for word in (said, kept)):
            return (
                "open the address that `printnplay preview` printed: it has the token of this run"
            )
        return "" if scope["method"] in ("GET", "HEAD") else self._refusal_of_change(headers)

    def _refusal_of_change(self, headers: Headers) -> str:
        """Why a request that may change something is not answered; empty if it is."""
        host = headers.get("host", "")
        if headers.get("origin") != f"http://{host}":
            return "only the page itself may change something"
        if not headers.get("content-type", "").startswith("application/json"):
            return "expected JSON"
        length = headers.get("content-length", "")
        if not length.isdecimal() or int(length) > LARGEST:
            return f"expected at most {LARGEST:,} bytes"
        return ""
