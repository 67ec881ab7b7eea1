"""Replace texts of a Markdown file of chapters; every other character is kept."""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

from printnplay.game.texts import Text
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.loading.chapters import parse_chapters, texts_of

_BREAK = re.compile(r"[ \t]*\r?\n[ \t>]*")
"""Matches a line break within a text, which is read as a space."""


def texts_at(source: str, file: str) -> dict[Span, Text]:
    """Return the texts of a file of chapters by place, except those that share a place."""
    found: dict[Span, list[Text]] = {}
    for text in texts_of(parse_chapters(source, file, Problems())).values():
        found.setdefault(text.span, []).append(text)
    return {place: texts[0] for place, texts in found.items() if len(texts) == 1}


def with_texts(source: str, file: str, changes: Mapping[Span, str]) -> str:
    """Return the source with the texts at these places replaced, as far as that is safe.

    A text stays if it is written in a way that cannot be changed without changing others.
    """
    there = texts_at(source, file)
    for place, new in sorted(changes.items(), reverse=True):  # earlier places stay as they are
        if place in there:
            made = _replaced(source, place, there[place].plain, new)
            if _said(made, file) == _said(source, file) | {there[place].key: new}:
                source = made
    return source


def _said(source: str, file: str) -> dict[str, str]:
    texts = texts_of(parse_chapters(source, file, Problems()))
    return {key: text.plain for key, text in texts.items()}


def _replaced(source: str, place: Span, old: str, new: str) -> str:
    """Return the source with a text replaced; line breaks between unchanged words are kept."""
    lines = source.splitlines(keepends=True)
    start = sum(map(len, lines[: place.line - 1])) + place.column - 1
    ends = _ends(source, start, old)
    if ends is None:
        return source
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for kind, begin, end, new_begin, new_end in reversed(changes):
        if kind != "equal":
            source = source[: ends[begin]] + new[new_begin:new_end] + source[ends[end] :]
    return source


def _ends(source: str, at: int, text: str) -> list[int] | None:
    """Return where each character of a text begins in the source, and where the last one ends.

    None if the text is not written there.
    """
    places = []
    for letter in text:
        places.append(at)
        wrapped = _BREAK.match(source, at) if letter == " " else None
        if wrapped is None and not source.startswith(letter, at):
            return None
        at = at + 1 if wrapped is None else wrapped.end()
    return [*places, at]
