"""The faults of a drawing, each at the line of its file or of the template that produced it."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from lxml.etree import _Element
from msgspec import Struct

from printnplay.files.door import source_text
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import MOST_KEPT, Diagnostic, Note, Problems, Severity, Span
from printnplay.svg.elements import line_of

DISTINCTIVE = 8
"""The characters in a row of a template's line to search in the drawing's line: fewer occur in many
lines. A guess."""

_EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}")

SOUGHT = 100
"""The number of faults of a drawing that get suggestions of similar names, which are slow to find.
A guess: nobody reads more."""

QUOTE = 120
"""The number of characters to quote of an offending line: what a terminal shows in one or two
lines."""


class Report(Struct):
    """Receives the faults of one drawing.

    `sources` are the files that the drawing was made from: the templates, the main one first. A
    drawing without templates is its own source, with its own line numbers.
    """

    text: str
    sources: Sequence[str]
    rendered: bool
    problems: Problems
    faults: int = 0
    _sought: int = 0
    _placed: int = 0

    def error(self, code: Code, message: str, line: int, help: str = "", label: str = "") -> None:
        """Report an error about a line of the drawing."""
        self.faults += 1
        self._add(code, message, line, (label, help), Severity.ERROR)

    def warning(
        self, code: Code, message: str, line: int, help: str = "", degree: float | None = None
    ) -> None:
        """Report a warning about a line of the drawing; of several `degrees`, the worst is kept."""
        self._add(code, message, line, ("", help), Severity.WARNING, degree)

    def suggest(self, look: Callable[[], str]) -> str:
        """Return help for an error if it is one of the first: there may be thousands."""
        self._sought += 1
        return look() if self._sought <= SOUGHT else ""

    def _add(  # noqa: PLR0913
        self,
        code: Code,
        message: str,
        line: int,
        words: tuple[str, str],
        severity: Severity,
        degree: float | None = None,
    ) -> None:
        label, help_ = words
        quoted = self._line(line)
        span = self._span(line, quoted)
        notes: tuple[Note, ...] = ()
        if self.rendered and span.line == 0 and quoted:
            notes = ((f"the drawing says there: {quoted[:QUOTE]}", None),)
        # Several parts of a drawing may be faulty where the line of its template is unknown.
        degree = None if self.rendered and not span.line else degree
        found = Diagnostic(code, message, span, label, help_, notes, severity, degree=degree)
        self.problems.add(found)

    def place_of(self, line: int) -> Span:
        """Return where a line of the drawing was written: in its template, or in its own file."""
        return self._span(line, self._line(line))

    def _line(self, line: int) -> str:
        lines = _lines(self.text)
        return lines[line - 1] if 0 < line <= len(lines) else ""

    def _span(self, line: int, quoted: str) -> Span:
        if not self.rendered:
            return Span(self.sources[0], line)
        self._placed += 1
        if self._placed > MOST_KEPT:
            return Span(self.sources[0])
        drawn = _places(self.text).get(quoted, ())
        for source in map(Path, self.sources):
            text = source_text(source)
            written = _places(text).get(quoted, ())
            # Drawn as often as written: the order matches the lines of the template.
            if drawn and len(drawn) == len(written):
                return Span(source.as_posix(), written[drawn.index(line)])
            makers = _lines_making(text, quoted)
            if len(makers) == 1:
                return Span(source.as_posix(), makers[0])
        return Span(self.sources[0])


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    return list(map(str.strip, text.splitlines()))


@lru_cache(maxsize=4)
def _places(text: str) -> dict[str, list[int]]:
    """Map each distinct line to the numbers of the lines with this content."""
    places = defaultdict(list)
    for number, line in enumerate(_lines(text), 1):
        if line:
            places[line].append(number)
    return dict(places)


@lru_cache(maxsize=4)
def _patterns(template: str) -> list[tuple[int, list[str]]]:
    """Return the plain text around the expressions of a template's lines, if long enough."""
    lines = ((number, _EXPRESSION.split(line)) for number, line in enumerate(_lines(template), 1))
    return [(number, plain) for number, plain in lines if max(map(len, plain)) >= DISTINCTIVE]


@lru_cache(maxsize=256)
def _lines_making(template: str, drawn: str) -> list[int]:
    """Return the lines of a template that can have produced this one, for any expression values."""
    return [number for number, plain in _patterns(template) if _in_order(plain, drawn)]


def _in_order(parts: Sequence[str], text: str) -> bool:
    """Check whether a text starts with the first part and ends with the last, the rest between."""
    first, last = parts[0], parts[-1]
    if len(parts) == 1 or not (text.startswith(first) and text.endswith(last)):
        return text == first
    at, end = len(first), len(text) - len(last)
    for part in parts[1:-1]:
        at = text.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return at <= end


LISTED = 10
"""The findings of a kind to report singly: an imported map can have thousands. A guess."""

HELP = {
    codes.PART_AS_PIXELS: "remove the effect if its edges have to be sharp",
    codes.OUTSIDE_THE_PRINT: "delete it, or move it onto the face",
    codes.STROKE_TOO_THIN: "make it at least 0.1 mm wide: a thinner one breaks up or vanishes",
    codes.CODE_MAY_NOT_SCAN: "draw it larger, and wholly on the face",
    codes.TOO_FEW_PIXELS: "use a picture with more pixels, or print it smaller",
    codes.MAY_LOOK_DIFFERENT: "correct the value, or save the drawing again: unreadable"
    " values are left out",
}
"""The help text for each kind of finding."""


class Findings:
    """Findings by element; for elements that are drawn several times, the worst is kept."""

    def __init__(self) -> None:
        """Start without findings."""
        self._found: dict[tuple[Code, _Element], tuple[float | None, str]] = {}

    def add(self, code: Code, element: _Element, message: str, degree: float | None = None) -> None:
        """Record a finding about an element, and its severity where that differs."""
        key = (code, element)
        if key not in self._found or (self._found[key][0] or 0) < (degree or 0):
            self._found[key] = (degree, message)

    def report_to(self, report: Report) -> None:
        """Report the findings as warnings, in the order of the drawing's lines."""
        kinds: dict[Code, list[tuple[int, str, float | None]]] = defaultdict(list)
        for (code, element), (degree, message) in self._found.items():
            kinds[code].append((line_of(element), message, degree))
        for code, findings in kinds.items():
            findings.sort()
            for line, message, degree in dict.fromkeys(findings[:LISTED]):
                report.warning(code, message, line, HELP[code], degree)
            more = len(findings) - LISTED
            if more > 0:
                message = f"from here on, {more} more elements have the same fault"
                report.warning(code, message, findings[LISTED][0], HELP[code])
