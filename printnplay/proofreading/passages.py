"""Texts as a reader sees them: terms filled in, markup removed, with each character's origin."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TypedDict, Unpack

from msgspec import Struct

from printnplay.game.texts import Glossary, Texts, part_of
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, Fix, Note, Severity, Span, Subject
from printnplay.kernel.formulas import without_formulas
from printnplay.kernel.markup import SPAN_NAME, link_marks, span_marks, without_code
from printnplay.kernel.typography import MARKS_OF_NO_PROSE, NO_PROSE
from printnplay.proofreading.other_programs import Columns, Foreign, foreign_in

UNSEEN = "\ufffc"
"""The placeholder for anything that is not text: numbers filled in later, icons, addresses, code,
times.
"""

TERM = "term:"
"""The key prefix of forms in the glossary, where keys of texts may occur too."""

PLACEHOLDER = re.compile(rf"(?<!\\)(?:\]\{{{SPAN_NAME}(?=\}})|\{{)([^{{}}]*)\}}")
"""A placeholder, or the end of a span, which names nothing."""

_LINK = r"\]\((?:https?://[^\s()]+|#[a-z0-9][\w.-]*)\)"
_TOKEN = re.compile(rf"{PLACEHOLDER.pattern}|(?<!\\)\[|{_LINK}|\*+|\^\^|\\-|\\n(?![a-z])")
_NO_PROSE = re.compile(NO_PROSE)


class Extras(TypedDict, total=False):
    """Optional arguments of a fault: see `Diagnostic`."""

    notes: tuple[Note, ...]
    severity: Severity
    fix: Fix | None
    detail: str


class Passage(Struct, frozen=True):
    """One form of one text, from a language file or the glossary.

    `text` is as typed, with code and formulas masked. `form` is its plural category; `reading` is
    the text without markup and with its terms filled in; `origins` holds the start and end in
    `text` of each character of the reading. `foreign` is the markup of other programs in `text`,
    which is reported and read as its equivalent. `lines` are those of a text in Markdown.
    """

    subject: Subject
    text: str
    reading: str
    origins: tuple[tuple[int, int], ...]
    span: Span
    form: str = "other"
    foreign: tuple[Foreign, ...] = ()
    lines: tuple[tuple[int, Span], ...] = ()

    @classmethod
    def typed(cls, subject: Subject, text: str) -> "Passage":
        """Return a passage without markup, from no file of texts."""
        return cls(subject, text, text, _each(len(text)), Span(""))

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
        """Whether players follow this text; labels of sheets, for example, are other text."""
        return self.key.startswith(("rules.", "cards.", "examples."))

    @property
    def has_placeholders(self) -> bool:
        """Whether the text contains placeholders."""
        return "{" in self.text

    def near(self, start: int, end: int) -> str:
        """Return the place with some text on both sides, for faults without a column."""
        return self.reading[max(0, start - 12) : end + 12].strip().replace(UNSEEN, "…")

    def is_filled_in(self, start: int, end: int) -> bool:
        """Return whether one placeholder produced all of this: the glossary is at fault."""
        whole = self.origins[start:end]
        return bool(whole) and whole[0][1] - whole[0][0] > 1 and whole[0] == whole[-1]

    def is_quoted(self, at: int) -> bool:
        """Return whether a placeholder produced a character of the reading."""
        return self.origins[at][1] - self.origins[at][0] > 1

    def is_icon(self, at: int) -> bool:
        """Return whether an icon produced a character of the reading."""
        return self.text.startswith("{icon:", self.origins[at][0])

    def fix(self, start: int, end: int, new: str) -> Fix | None:
        """Return a fix of these characters of the reading; None if some come from the glossary."""
        parts = self.origins[start:end]
        if not parts or any(stop - begin != 1 for begin, stop in parts):
            return None
        if parts[-1][1] - parts[0][0] != end - start:
            return None
        return Fix(self.span, parts[0][0], parts[-1][1], new)

    def place(self, start: int, end: int) -> Span:
        """Return the place in the file of characters of the reading.

        It is exact if the text is on one line without escapes, or in Markdown; otherwise it is the
        whole text.
        """
        if not 0 <= start < end <= len(self.origins):
            return self.span
        raw_start, raw_end = self.origins[start][0], self.origins[end - 1][1]
        return self.typed_place(raw_start, raw_end)

    def typed_place(self, start: int, end: int) -> Span:
        """Return the place in the file of characters of the typed text."""
        return part_of(self.span, self.text, start, end, self.lines)

    @property
    def as_original(self) -> tuple[Note, ...]:
        """The note that shows this passage next to a faulty translation of it."""
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
        """Return a fault of this passage, at a place in it or for all of it.

        If its code needs judgement, the fault is a warning unless the check passes a severity.
        """
        span = self.span if place is None else place
        if code.arguable:
            extras.setdefault("severity", Severity.WARNING)
        return Diagnostic(code, message, span, label, help, subject=self.subject, **extras)


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
        for name, typed in entry.forms.items():
            text = without_formulas(without_code(typed, UNSEEN), UNSEEN)
            foreign = foreign_in(text, texts.language, own)
            reading, origins = _read(text, forms, foreign)
            span = entry.places.get(name, entry.span)
            yield Passage(subject, text, reading, origins, span, name, foreign, entry.lines)


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
    """Return the term and form that `term:flip.cards` names, or None for other placeholders.

    >>> term_and_form("term:flip"), term_and_form("hand_size")
    (('flip', 'name'), None)
    """
    if not inner.startswith("term:"):
        return None
    term, _, form = inner.removeprefix("term:").partition(".")
    return term, form or "name"


def fact_named(inner: str) -> str:
    """Return the fact that a placeholder names, regardless of its form.

    >>> fact_named("effect.storm.draw:word"), fact_named("hand_size"), fact_named("term:flip")
    ('effect.storm.draw', 'hand_size', '')
    """
    name, _, _ = inner.partition(":")
    return "" if name in KINDS else name


KINDS = ("term", "icon", "example")
"""The prefixes of placeholders that do not stand for numbers."""


def _read(
    text: str, terms: Mapping[str, Mapping[str, str]], foreign: tuple[Foreign, ...]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    found = PLACEHOLDER.finditer(text)
    fillings = tuple(_filled(one[1], terms) for one in found if one[0][0] == "{")
    return _filled_in(text, fillings, foreign)


@lru_cache(maxsize=1 << 10)
def _each(length: int) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each of `length` consecutive characters."""
    return tuple(zip(range(length), range(1, length + 1), strict=True))


@lru_cache(maxsize=1 << 13)
def _filled_in(
    text: str, fillings: Sequence[str], foreign: tuple[Foreign, ...]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the text with placeholders filled in and markup removed, and its origins."""
    if not fillings and not foreign and not any(mark in text for mark in _OURS):
        return _said(text), _each(len(text))
    pieces: list[str] = []
    origins: list[tuple[int, int]] = []
    done = 0
    left = iter(fillings)
    spans, links = span_marks(text), link_marks(text)
    tokens = [
        (*token.span(), next(left) if token[0][0] == "{" else _meant(token[0]))
        for token in _TOKEN.finditer(text)
        if token[0] != "[" or token.start() in spans or token.start() in links
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
    r"""Return the characters that our markup stands for; for any quotation mark, a right one.

    >>> _meant("**"), _meant("\\n "), _meant("{field.cost}") == UNSEEN
    ('', '\n ', True)
    """
    if markup[:1] == "{":
        return UNSEEN
    return "’" if markup in {'"', "'"} else _MARKS.sub("", markup.replace("\\n", "\n"))


_OURS = ("*", "^^", "]{", "](", r"\-", r"\n")
_MARKS = re.compile(rf"\*+|\^\^|\\-|\[|\]\{{{SPAN_NAME}\}}|{_LINK}")


def _said(text: str) -> str:
    """Return the text with everything that is not prose masked."""
    # Searching for addresses is slow, so texts without their marks skip it.
    if not any(mark in text for mark in MARKS_OF_NO_PROSE):
        return text
    return _NO_PROSE.sub(lambda found: UNSEEN * len(found[0]), text)


def _filled(inner: str, terms: Mapping[str, Mapping[str, str]]) -> str:
    named = term_and_form(inner)
    if named is None:
        return UNSEEN
    return terms.get(named[0], {}).get(named[1], UNSEEN)
