"""Texts as a reader sees them: terms filled in, markup gone, every place still known."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from printnplay.model.diagnostics import Fix, Span
from printnplay.model.texts import Glossary, Texts
from printnplay.model.typography import NO_PROSE

UNSEEN = "\ufffc"
"""Stands for what is no text: numbers filled in later, icons, addresses, times of day."""

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")

_TOKEN = re.compile(r"\{[^{}]*\}|\*+|\^\^")
_NO_PROSE = re.compile(NO_PROSE)


@dataclass(frozen=True, slots=True)
class Passage:
    """One form of one text.

    `form` is its plural category; `reading` is the text without markup and with its terms filled
    in; `origins` holds, for each character of it, where in `text` it comes from (start and end).
    """

    language: str
    key: str
    text: str
    reading: str
    origins: tuple[tuple[int, int], ...]
    span: Span
    form: str = "other"

    @property
    def is_rules(self) -> bool:
        """Whether players follow this text; the kit's furniture is other text."""
        return self.key.startswith(("rules.", "cards.", "examples."))

    def near(self, start: int, end: int) -> str:
        """The place with some text on both sides, to be found by where no column can be given."""
        return self.reading[max(0, start - 12) : end + 12].strip().replace(UNSEEN, "…")

    def is_filled_in(self, start: int, end: int) -> bool:
        """Whether all of this comes from one placeholder: its faults are the glossary's."""
        first = self.origins[start]
        return first[1] - first[0] > 1 and first == self.origins[end - 1]

    def fix(self, start: int, end: int, new: str) -> Fix | None:
        """The change of these characters of the reading, unless the glossary fills some in."""
        parts = self.origins[start:end]
        if not parts or any(stop - begin != 1 for begin, stop in parts):
            return None
        if parts[-1][1] - parts[0][0] != end - start:
            return None
        return Fix(self.span, parts[0][0], parts[-1][1], new)

    def place(self, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` of the reading stand in the file.

        Exact if the text stands on one line without escapes; otherwise the whole text.
        """
        if not 0 <= start < end <= len(self.origins):
            return self.span
        raw_start, raw_end = self.origins[start][0], self.origins[end - 1][1]
        return within(self.span, self.text, raw_start, raw_end)


def within(span: Span, text: str, start: int, end: int) -> Span:
    """The part of a span that holds `text[start:end]`, if that can be told."""
    quote = span.length - len(text)
    if quote not in (0, 2):
        return span
    return Span(span.file, span.line, span.column + quote // 2 + start, max(1, end - start))


def passages_of(texts: Texts, glossary: Glossary) -> Iterator[Passage]:
    """Every form of every text."""
    forms = {
        term_id: languages[texts.language].forms
        for term_id, languages in glossary.terms.items()
        if texts.language in languages
    }
    for entry in texts.entries.values():
        for name, text in entry.forms.items():
            reading, origins = _read(text, forms)
            span = entry.places.get(name, entry.span)
            yield Passage(texts.language, entry.key, text, reading, origins, span, name)


def glossary_passages(language: str, glossary: Glossary) -> Iterator[Passage]:
    """The forms that the glossary fills into the texts of a language."""
    for term_id, languages in glossary.terms.items():
        term = languages.get(language)
        for name, form in term.forms.items() if term is not None else ():
            assert term is not None
            reading, origins = _read(form, {})
            span = term.places.get(name, term.span)
            yield Passage(language, f"{term_id}.{name}", form, reading, origins, span)


def term_and_form(inner: str) -> tuple[str, str] | None:
    """The term and form that `term:flip.cards` names, or None if it is another placeholder.

    >>> term_and_form("term:flip"), term_and_form("hand_size")
    (('flip', 'name'), None)
    """
    if not inner.startswith("term:"):
        return None
    term, _, form = inner.removeprefix("term:").partition(".")
    return term, form or "name"


def _read(
    text: str, terms: Mapping[str, Mapping[str, str]]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    pieces: list[str] = []
    origins: list[tuple[int, int]] = []
    done = 0
    for token in _TOKEN.finditer(text):
        pieces.append(text[done : token.start()])
        origins += [(index, index + 1) for index in range(done, token.start())]
        filled = "" if token[0].startswith(("*", "^")) else _filled(token[0][1:-1], terms)
        pieces.append(filled)
        origins += [token.span()] * len(filled)
        done = token.end()
    pieces.append(text[done:])
    origins += [(index, index + 1) for index in range(done, len(text))]
    reading = _NO_PROSE.sub(lambda found: UNSEEN * len(found[0]), "".join(pieces))
    return reading, tuple(origins)


def _filled(inner: str, terms: Mapping[str, Mapping[str, str]]) -> str:
    named = term_and_form(inner)
    if named is None:
        return UNSEEN
    return terms.get(named[0], {}).get(named[1], UNSEEN)
