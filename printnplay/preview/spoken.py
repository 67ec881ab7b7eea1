"""Answers to the page in the language of its reader."""

from typing import Any

from starlette.responses import JSONResponse

from printnplay.kernel.messages import SPOKEN, translated

SAID = frozenset(
    [
        "about",
        "broken",
        "cannot",
        "error",
        "fixed",
        "help",
        "holds",
        "message",
        "unwatched",
        "what",
        "where",
        "why",
    ]
)
"""The names of values that are messages of the program, wherever they are in an answer."""


def spoken(told: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return an answer with its messages in the language that is read now."""
    if isinstance(told, dict):
        return {
            name: translated(value) if name in SAID and isinstance(value, str) else spoken(value)
            for name, value in told.items()
        }
    return [spoken(one) for one in told] if isinstance(told, list | tuple) else told


class Answer(JSONResponse):
    """A response in JSON, whose messages are in the language of the reader."""

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - any JSON
        """Return the bytes of the response."""
        return super().render(spoken(content) if SPOKEN.get()() else content)
