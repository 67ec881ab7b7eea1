"""Texts as a reader sees them: terms filled in, markup gone, the place of each character known."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TypedDict, Unpack

from msgspec import Struct

from printnplay.game.texts import Glossary, Texts
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, Fix, Note, Severity, Span, Subject
from printnplay.kernel.typography import MARKS_OF_NO_PROSE, NO_PROSE
from printnplay.proofreading.other_programs import Columns, Foreign, foreign_in

UNSEEN = "\ufffc"
"""The character in place of what is not text: numbers filled in later, icons, addresses, times."""

TERM = "term:"
"""What the keys of forms in the glossary begin with, where keys of texts may be meant too."""

PLACEHOLDER = re.compile(r"(?<!\\)\{([^{}]*)\}")

_TOKEN = re.compile(r"(?<!\\)\{[^{}]*\}|\*+|\^\^|\\-|\\n(?![a-z])")
_NO_PROSE = re.compile(NO_PROSE)


class Extras(TypedDict, total=False):
    """What only some faults have: see `Diagnostic`."""

    notes: tuple[Note, ...]
    severity: Severity
    fix: Fix | None
    detail: str


class Passage(Struct, frozen=True):
    """One form of one text, of a language file or of the glossary.

    `form` is its plural category; `reading` is the text without markup and with its terms filled
    in; `origins` holds, for each character of it, where in `text` it comes from (start and end).
    `foreign` is the markup of other programs in `text`, which is reported, and read as it is meant.
    """

    subject: Subject
    text: str
    reading: str
    origins: tuple[tuple[int, int], ...]
    span: Span
    form: str = "other"
    foreign: tuple[Foreign, ...] = ()

    @property
    def language(self) -> str:
        """The language that the passage should be in."""
        return self.subject.language

    @property
    def key(self) -> str:
        """The key of the text, or the term and form in the glossary."""
        return self.subject.key.removeprefix(TERM)

    @property
    def is_rules(self) -> bool:
        """Whether players follow this text; labels of sheets, for one, are other text."""
        return self.key.startswith(("rules.", "cards.", "examples."))

    @property
    def has_placeholders(self) -> bool:
        """Whether something may be filled in."""
        return "{" in self.text

    def near(self, start: int, end: int) -> str:
        """Return the place with some text on both sides, for faults without a column."""
        return self.reading[max(0, start - 12) : end + 12].strip().replace(UNSEEN, "…")

    def is_filled_in(self, start: int, end: int) -> bool:
        """Return whether one placeholder made all of this, so that the glossary is at fault."""
        first = self.origins[start]
        return first[1] - first[0] > 1 and first == self.origins[end - 1]

    def fix(self, start: int, end: int, new: str) -> Fix | None:
        """Return the fix of these characters of the reading, unless the glossary has some."""
        parts = self.origins[start:end]
        if not parts or any(stop - begin != 1 for begin, stop in parts):
            return None
        if parts[-1][1] - parts[0][0] != end - start:
            return None
        return Fix(self.span, parts[0][0], parts[-1][1], new)

    def place(self, start: int, end: int) -> Span:
        """Return the place in the file of characters of the reading.

        Exact if the text is on one line without escapes; otherwise the whole text.
        """
        if not 0 <= start < end <= len(self.origins):
            return self.span
        raw_start, raw_end = self.origins[start][0], self.origins[end - 1][1]
        return self.typed_place(raw_start, raw_end)

    def typed_place(self, start: int, end: int) -> Span:
        """Return the place in the file of characters of the typed text."""
        return _within(self.span, self.text, start, end)

    @property
    def as_original(self) -> tuple[Note, ...]:
        """The note that shows this passage beside a faulty translation of it."""
        return (("the original is here", self.span),)

    def fault(
        self,
        code: Code,
        message: str,
        label: str,
        help: str = "",
        place: Span | None = None,
        **extras: Unpack[Extras],
    ) -> Diagnostic:
        """Return a fault of this passage, at a place in it or in the whole of it.

        A judgement is a warning, unless the check says that it is certain.
        """
        span = self.span if place is None else place
        if code.arguable:
            extras.setdefault("severity", Severity.WARNING)
        return Diagnostic(code, message, span, label, help, subject=self.subject, **extras)


def _within(span: Span, text: str, start: int, end: int) -> Span:
    """The part of a span that holds `text[start:end]`, if that can be told."""
    quote = span.length - len(text)
    if quote not in (0, 2):
        return span
    return Span(span.file, span.line, span.column + quote // 2 + start, max(1, end - start))


def passages_of(
    texts: Texts, glossary: Glossary, columns: Columns = frozenset()
) -> Iterator[Passage]:
    """Yield every form of every text; `columns` are the cards' fields that texts may quote."""
    forms = {
        term_id: languages[texts.language].forms
        for term_id, languages in glossary.terms.items()
        if texts.language in languages
    }
    for entry in texts.entries.values():
        subject = Subject(entry.subject.game, texts.language, key=entry.key)
        own = columns if entry.key.startswith("cards.") else frozenset()
        for name, text in entry.forms.items():
            foreign = foreign_in(text, texts.language, own)
            reading, origins = _read(text, forms, foreign)
            span = entry.places.get(name, entry.span)
            yield Passage(subject, text, reading, origins, span, name, foreign)


def glossary_passages(language: str, glossary: Glossary) -> Iterator[Passage]:
    """Yield the forms that the glossary fills into the texts of a language."""
    for term_id, languages in glossary.terms.items():
        term = languages.get(language)
        for name, form in term.forms.items() if term is not None else ():
            assert term is not None
            foreign = foreign_in(form, language)
            reading, origins = _read(form, {}, foreign)
            span = term.places.get(name, term.span)
            subject = Subject(language=language, key=f"{TERM}{term_id}.{name}")
            yield Passage(subject, form, reading, origins, span, foreign=foreign)


def term_and_form(inner: str) -> tuple[str, str] | None:
    """Return the term and form that `term:flip.cards` names, or None if it is another placeholder.

    >>> term_and_form("term:flip"), term_and_form("hand_size")
    (('flip', 'name'), None)
    """
    if not inner.startswith("term:"):
        return None
    term, _, form = inner.removeprefix("term:").partition(".")
    return term, form or "name"


def fact_named(inner: str) -> str:
    """Return the number that a placeholder names, in whatever form of its word.

    >>> fact_named("effect.storm.draw:word"), fact_named("hand_size"), fact_named("term:flip")
    ('effect.storm.draw', 'hand_size', '')
    """
    name, _, _ = inner.partition(":")
    return "" if name in KINDS else name


KINDS = ("term", "icon", "example")
"""What begins a placeholder that is not for a number."""


def _read(
    text: str, terms: Mapping[str, Mapping[str, str]], foreign: tuple[Foreign, ...]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    fillings = tuple(_filled(inner, terms) for inner in PLACEHOLDER.findall(text))
    return _filled_in(text, fillings, foreign)


@lru_cache(maxsize=1 << 10)
def _each(length: int) -> tuple[tuple[int, int], ...]:
    """The places of this many characters, one after the other."""
    return tuple(zip(range(length), range(1, length + 1), strict=True))


@lru_cache(maxsize=1 << 13)
def _filled_in(
    text: str, fillings: Sequence[str], foreign: tuple[Foreign, ...]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text without markup, its placeholders filled in, and where each character is from."""
    if not fillings and not foreign and not any(mark in text for mark in ("*", "^^", r"\-", r"\n")):
        return _said(text), _each(len(text))
    pieces: list[str] = []
    origins: list[tuple[int, int]] = []
    done = 0
    left = iter(fillings)
    tokens = [
        (*token.span(), next(left) if token[0][0] == "{" else _meant(token[0]))
        for token in _TOKEN.finditer(text)
    ]
    others = [(start, end, _meant(right)) for one in foreign for start, end, right in one.places]
    for start, end, filled in sorted(others + tokens, key=itemgetter(0)):
        if start < done:
            continue
        pieces.append(text[done:start])
        origins += zip(range(done, start), range(done + 1, start + 1), strict=True)
        pieces.append(filled)
        origins += [(start, end)] * len(filled)
        done = end
    pieces.append(text[done:])
    origins += zip(range(done, len(text)), range(done + 1, len(text) + 1), strict=True)
    return _said("".join(pieces)), tuple(origins)


def _meant(markup: str) -> str:
    r"""The characters that our markup stands for; whatever quotation mark it is, one that is right.

    >>> _meant("**"), _meant("\\n "), _meant("{field.cost}") == UNSEEN
    ('', '\n ', True)
    """
    if markup[:1] == "{":
        return UNSEEN
    return "’" if markup in {'"', "'"} else _MARKS.sub("", markup.replace("\\n", "\n"))


_MARKS = re.compile(r"\*+|\^\^|\\-")


def _said(text: str) -> str:
    """The text with what is no prose unseen."""
    # To look for an address in what has none takes long.
    if not any(mark in text for mark in MARKS_OF_NO_PROSE):
        return text
    return _NO_PROSE.sub(lambda found: UNSEEN * len(found[0]), text)


def _filled(inner: str, terms: Mapping[str, Mapping[str, str]]) -> str:
    named = term_and_form(inner)
    if named is None:
        return UNSEEN
    return terms.get(named[0], {}).get(named[1], UNSEEN)
