"""Texts of one language, and the glossary, each with its place in the file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from printnplay.model.diagnostics import UNKNOWN, Span, Subject


@dataclass(frozen=True, slots=True)
class Text:
    """One text. A plural text has a form for each CLDR category; the others have one, `other`.

    `places` says where each form is written, `subject` what a fault of the text is about.
    """

    key: str
    forms: Mapping[str, str]
    span: Span
    places: Mapping[str, Span] = field(default_factory=dict)
    subject: Subject = UNKNOWN

    @property
    def plain(self) -> str:
        """The general form."""
        return self.forms["other"]


def source_of(text: Text) -> str:
    """What a source text says, as locks hold it: a plural text as JSON of its forms."""
    if len(text.forms) == 1:
        return text.plain
    return json.dumps(dict(text.forms), ensure_ascii=False)


def source_of_term(term: "Term") -> str:
    """What a term of the source says, as locks hold it: all its forms."""
    return json.dumps(dict(term.forms), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a source text said when its translation was accepted, and the hash of that.

    `exceptions` are the warnings that were accepted, each with the reason; see `exception_name`.
    """

    source: str
    hash: str
    exceptions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Texts:
    """All texts of a language that a game may use: its own and the common ones, by dotted key.

    `sound` is False where a file had faults, so that texts may be missing for that reason.
    `lock` says, for translations that somebody accepted, what they were translated from.
    """

    language: str
    entries: Mapping[str, Text]
    file: str
    sound: bool = True
    lock: Mapping[str, Accepted] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game in one language: its forms by name, and forms that must not be used.

    `forms["name"]` is the preferred form; other names (`plural`, `card`, `cards`, ...) are what the
    texts of that language need; `places` says where each form is written.
    """

    id: str
    forms: Mapping[str, str]
    forbidden: tuple[str, ...]
    span: Span
    places: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Glossary:
    """The terms by id and language: `glossary.terms["flip"]["fr"]`.

    `sound` is False where a file had faults, so that terms may be missing for that reason.
    """

    terms: Mapping[str, Mapping[str, Term]]
    file: str
    sound: bool = True
