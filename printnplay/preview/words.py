"""The language of the page: of its words, and of what the server answers."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, cast

from anyio import to_thread
from msgspec import Struct
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from printnplay.build.defaults import set_default
from printnplay.build.defaults_file import is_ci
from printnplay.build.messages import messages_in, own_language
from printnplay.kernel.diagnostics import FaultsError
from printnplay.kernel.messages import LANGUAGES, SPOKEN, spoken
from printnplay.preview.saving import said_in

PERIOD = 200
"""The number of counts whose plural form the page gets: the forms of all languages repeat after
100, but some begin differently."""


class _Choice(Struct, frozen=True):
    language: str


class Words:
    """The language of a page: the one chosen there or in the settings, or else the browser's."""

    def __init__(self) -> None:
        """Take the language from the command line or the settings."""
        self.chosen = own_language()

    def app(self, routes: Sequence[Route], **settings: object) -> Starlette:
        """Return the app with some routes, which answers each request in its language."""
        own = [Route("/words", self._words), Route("/words", self._choose, methods=["POST"])]
        speaking = Middleware(_Speaking, self)
        return Starlette(routes=[*routes, *own], middleware=[speaking], **cast(Any, settings))

    def language_of(self, headers: Headers) -> str:
        """Return the language for a request."""
        return self.chosen or spoken(_accepted(headers.get("accept-language", "")))

    async def _words(self, request: Request) -> Response:
        """Return the language of the page, all languages, and the words with their plural rule."""
        language = self.language_of(request.headers)
        messages = await to_thread.run_sync(messages_in, language)
        told: dict[str, Any] = {"language": language, "languages": LANGUAGES, "words": {}}
        if messages is None:
            return JSONResponse(told)
        plurals = "".join(str(messages.form_of(number)) for number in range(PERIOD))
        return JSONResponse({**told, "words": messages.forms, "plurals": plurals})

    async def _choose(self, request: Request) -> Response:
        """Keep a language for this page and, in the settings, for later."""
        language = (await said_in(request, _Choice)).language
        if language not in LANGUAGES:
            raise HTTPException(400, "there is no such language")
        self.chosen = language
        if not is_ci():
            with suppress(FaultsError):  # it cannot be kept for later
                await to_thread.run_sync(set_default, "language", language)
        return JSONResponse({})


class _Speaking:
    """ASGI middleware that answers each request in its language."""

    def __init__(self, app: ASGIApp, words: Words) -> None:
        self.app, self.words = app, words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            SPOKEN.set(partial(messages_in, self.words.language_of(Headers(scope=scope))))
        await self.app(scope, receive, send)


def _accepted(header: str) -> list[str]:
    """Return the languages that a browser accepts, the best first."""
    weighted: dict[str, float] = {}
    for one in header.split(","):
        language, _, quality = one.partition(";q=")
        try:
            weighted[language.strip()] = float(quality or 1)
        except ValueError:
            continue
    return sorted(weighted, key=lambda language: -weighted[language])
