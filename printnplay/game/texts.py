"""The texts of one language, and the glossary, each with its place in the file."""

import json
from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.kernel.diagnostics import UNKNOWN, Span, Subject

BRACES_OF_OTHERS = (
    r"\{{2,3}[^{}]*\}{2,3}|\{%[^{}]*%\}|\\[A-Za-z]{2,}\*?\{(?:[^{}]|\{[^{}]*\})*\}"
    r"|\{\w+,\s*(?:plural|select|selectordinal),(?:[^{}]|\{[^{}]*\})*\}"
)
r"""The pattern of braces that are not placeholders: `{{cost}}`, `{% if %}`, `\textbf{two}`, ICU."""


TITLE = "game.title"
"""The key of the optional text with the title of the game in a language."""


class Text(Struct, frozen=True):
    """One text. A plural text has a form for each CLDR category; other texts have only `other`.

    `places` is where each form is written; `subject` is the subject of diagnostics about the text.
    `lines` is where each line of a text in Markdown is written, with the position that it begins at
    in the text.
    """

    key: str
    forms: Mapping[str, str]
    span: Span
    places: Mapping[str, Span] = field(default_factory=dict)
    subject: Subject = UNKNOWN
    lines: tuple[tuple[int, Span], ...] = ()

    @property
    def plain(self) -> str:
        """The general form."""
        return self.forms["other"]


def part_of(
    span: Span, text: str, start: int, end: int, lines: Sequence[tuple[int, Span]] = ()
) -> Span:
    """Return the part of a span that holds `text[start:end]`, or all of it if that is unknown.

    It is known if the text is on one line without escapes, or its `lines` are known.
    """
    for first, line in reversed(lines):
        if first <= start:
            length = min(end - start, line.length - start + first)
            return Span(line.file, line.line, line.column + start - first, max(1, length))
    quote = span.length - len(text)
    if quote not in (0, 2):
        return span
    return Span(span.file, span.line, span.column + quote // 2 + start, max(1, end - start))


def source_of(text: Text) -> str:
    """Return a source text as lock files store it: a plural text as JSON of its forms."""
    if len(text.forms) == 1:
        return text.plain
    return json.dumps(dict(text.forms), ensure_ascii=False)


def source_of_term(term: "Term") -> str:
    """Return a source term as lock files store it: all its forms, as JSON."""
    return json.dumps(dict(term.forms), ensure_ascii=False)


class Accepted(Struct, frozen=True):
    """A source text at the time its translation was accepted, and its hash.

    `exceptions` are the accepted warnings, each with its reason; see `exception_name`. `text` is
    the hash of the approved translation; empty if none was approved. `source` is empty if only
    warnings were accepted.
    """

    source: str
    hash: str
    exceptions: Mapping[str, str] = field(default_factory=dict)
    text: str = ""


class Remark(Struct, frozen=True):
    """A translator's remark about a text, stored beside the text.

    `unsure` marks a doubtful translation. `comment` is the translator's, `answer` the author's
    reply; `open` means that the comment asks something that the author has not answered.
    """

    unsure: bool = False
    comment: str = ""
    answer: str = ""
    open: bool = False

    def commented(self, comment: str) -> "Remark":
        """Return the remark with another comment, which the author has not seen yet.

        >>> Remark().commented("Who are *they*?").open
        True
        """
        asks = any(mark in comment for mark in QUESTION_MARKS)
        return replace(self, comment=comment, open=asks)


QUESTION_MARKS = "?？؟"


class Texts(Struct, frozen=True):
    """All texts of a language that a game may use: its own and the common ones, by dotted key.

    `sound` is False if a file had errors, so that texts may be missing for that reason. `lock`
    holds, for each accepted translation, the source it was translated from; `remarks` are the
    translators'. `blanks` are the places of texts that are present in a file but empty.
    """

    language: str
    entries: Mapping[str, Text]
    file: str
    sound: bool = True
    lock: Mapping[str, Accepted] = field(default_factory=dict)
    remarks: Mapping[str, Remark] = field(default_factory=dict)
    blanks: Mapping[str, Span] = field(default_factory=dict)


class Term(Struct, frozen=True):
    """A term of the game in one language: its forms by name, and forbidden forms.

    `forms["name"]` is the preferred form; other names (`plural`, `card`, `cards`, ...) are defined
    as the texts of that language need them; `places` is where each form is written.
    """

    id: str
    forms: Mapping[str, str]
    forbidden: tuple[str, ...]
    span: Span
    places: Mapping[str, Span] = field(default_factory=dict)


class Glossary(Struct, frozen=True):
    """The terms by id and language: `glossary.terms["flip"]["fr"]`.

    `sound` is False if a file had errors, so that terms may be missing for that reason.
    """

    terms: Mapping[str, Mapping[str, Term]]
    file: str
    sound: bool = True
