"""Texts of web pages whose placeholders the script of the page fills in."""

from collections.abc import Iterable, Mapping

from printnplay.edition.edition import Edition
from printnplay.text.markup import plain

_FIRST_MARK = 0xE000
"""The first character of the private use area, which no text has: it marks a placeholder."""


def page_words(
    edition: Edition, keys: Iterable[str], placeholders: Iterable[str]
) -> Mapping[str, str]:
    """Return texts by key with their placeholders as `{name}`, for those of these names."""
    marks = {name: chr(_FIRST_MARK + at) for at, name in enumerate(placeholders)}

    def pattern(key: str) -> str:
        text = plain(edition.typesetter.inlines(key, **marks))
        for name, mark in marks.items():
            text = text.replace(mark, f"{{{name}}}")
        return text

    return {key: pattern(key) for key in keys}
