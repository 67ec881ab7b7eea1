"""Report faults for people: the message, its line in the file, and how to fix it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from printnplay.cli.speech import speak
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.kernel.visible import visible

FEW = 5
"""Number of faults of one kind that are reported in full; for the others, only places are listed. A
guess: what a screen holds."""
MOST_FILES, MOST_ITEMS = 10, 20
"""Maximum number of files, and of lines or names per file, in such a list. A guess: what a screen
holds."""
WIDTH = 140
"""Number of displayed characters of a line: a terminal of half the width of a screen wraps it once.
A guess."""
BEFORE = 30
"""Number of displayed characters before the place in a long line: about a fifth of `WIDTH`. A
guess."""
CUT = "…"


def render(faults: Sequence[Diagnostic]) -> str:
    """Render each fault with its source line and a mark at its place.

    Warnings come first and errors last, next to the prompt. If many messages differ only in names
    and numbers, the first few are reported in full and the others listed.
    """
    _source.cache_clear()
    parts: list[str] = []
    for severity in (Severity.WARNING, Severity.ERROR):
        parts += _section([fault for fault in faults if fault.severity is severity])
    return "\n\n".join(parts)


def _section(faults: Sequence[Diagnostic]) -> Iterator[str]:
    """Yield the faults of one severity: in full, then as lists, then those only counted."""
    kinds: dict[tuple[str, str], list[Diagnostic]] = {}
    for fault in faults:
        is_mended = fault.fix is not None and fault.code in PRINTS_RIGHT
        pattern = MENDED if is_mended else _NAMES.sub("…", fault.message)
        kind = kinds.setdefault((fault.code.id, pattern), [])
        kind.append(fault)
        if len(kind) <= _few(pattern) and not fault.more:
            yield _one(fault)
    for (_, pattern), same_kind in kinds.items():
        left = same_kind[_few(pattern) :]
        if left:
            yield _list(pattern, left)
    yield from (_one(fault) for fault in faults if fault.more)


_NAMES = re.compile(r"`[^`]*`|\d+(?:\.\d+)?")
"""The variable parts of messages of one kind: names in backquotes, and numbers."""


PRINTS_RIGHT = (codes.DOUBLED_WORD, codes.TYPOGRAPHY)
"""Codes whose faults already print correctly if they have a fix."""
MENDED = "they already print correctly; `printnplay check --fix` corrects the files"
"""The message for all of these except the first, which are listed together."""


def _few(pattern: str) -> int:
    return 1 if pattern == MENDED else FEW


def _list(pattern: str, faults: Sequence[Diagnostic]) -> str:
    """Format the number of further faults of a kind, and their places by file."""
    files: dict[str, list[Diagnostic]] = {}
    for fault in faults:
        files.setdefault(fault.span.file, []).append(fault)
    places = [_places(file, here) for file, here in files.items() if file]
    if len(places) > MOST_FILES:
        places[MOST_FILES:] = [f" --> {speak(f'{len(places) - MOST_FILES} more files')}"]
    kind = f"{speak(faults[0].severity.value)}[{faults[0].code}]"
    head = f"{kind}: {speak(f'{len(faults)} more')}: {pattern}"
    return "\n".join([head, *places])


def _places(file: str, faults: Sequence[Diagnostic]) -> str:
    """Format the lines of faults in a file, or their names if all are on one line."""
    lines = dict.fromkeys(str(fault.span.line) for fault in faults)
    names = dict.fromkeys(name for fault in faults for name in _NAMES.findall(fault.message)[:1])
    file = visible(file, lines=False)
    start, items = (f"{file}:", list(lines)) if len(lines) > 1 else (f"{file}: ", list(names))
    rest = len(items) - MOST_ITEMS
    return f" --> {start}{', '.join(items[:MOST_ITEMS])}" + (
        f" {speak(f'and {rest} more')}" if rest > 0 else ""
    )


def _one(diagnostic: Diagnostic) -> str:
    lines = [f"{speak(diagnostic.severity.value)}[{diagnostic.code}]: {diagnostic.message}"]
    lines += _excerpt(diagnostic.span, diagnostic.label)
    for note, span in diagnostic.notes:
        lines.append(f"{speak('note')}: {note}")
        lines += _excerpt(span, "") if span else []
    if diagnostic.help:
        lines.append(f"{speak('help')}: {diagnostic.help}")
    return "\n".join(lines)


def _excerpt(span: Span, label: str) -> list[str]:
    line = _line(span)
    place = _place(span)
    head = [f" --> {place}"] if place else []
    if line is None:
        return [*head, f"  = {label}"] if label else head
    number = str(span.line)
    gutter = " " * len(number)
    shown, marks = _marked(span, line)
    return [
        *head,
        f"{gutter} |",
        f"{number} | {shown}",
        f"{gutter} | {marks}{' ' + label if label else ''}",
    ]


def _marked(span: Span, line: str) -> tuple[str, str]:
    """Return the source line, shortened around the place if long, and the line of marks below.

    Without a column, the whole line is marked.
    """
    start = span.column - 1 if span.column else len(line) - len(line.lstrip())
    end = min(start + span.length, len(line)) if span.column else len(line.rstrip())
    first = max(0, min(start - BEFORE, len(line) - WIDTH))
    last = min(len(line), first + WIDTH)
    before, after = CUT if first else "", CUT if last < len(line) else ""
    indent = "".join("\t" if mark == "\t" else " " for mark in before + line[first:start])
    return f"{before}{line[first:last]}{after}", indent + "^" * max(1, min(end, last) - start)


def _line(span: Span) -> str | None:
    """Return the source line of a place; None if there is none, or the file has changed since."""
    lines = _source(span.file) if span.file and span.line else ()
    if not 0 < span.line <= len(lines):
        return None
    return lines[span.line - 1].rstrip("\r").translate(_PICTURES)


_PICTURES = {code: 0xFFFD for code in range(0x7F, 0x2070) if visible(chr(code)) != chr(code)}
_PICTURES |= {code: 0x2400 + code for code in range(32) if chr(code) != "\t"}
"""Symbols for control characters that a terminal might interpret; each is one column wide."""


def _place(span: Span) -> str:
    from printnplay.edition.request import place_of

    return visible(place_of(span), lines=False)


@lru_cache(maxsize=64)
def _source(file: str) -> tuple[str, ...]:
    from printnplay.edition.request import quoted_file

    text = quoted_file(Path(file))
    return tuple(text.split("\n")) if text else ()
