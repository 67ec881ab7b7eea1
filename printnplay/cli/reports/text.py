"""Faults for people: the message, the line it is about, and how to mend it."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from printnplay.model.diagnostics import Diagnostic, Span

WIDTH = 140
"""The most characters of a line that are shown."""
BEFORE = 30
"""How much of a long line is shown before the place."""
CUT = "…"


def render(found: Sequence[Diagnostic]) -> str:
    """Each fault with the line of the file it is about, and the place in it marked."""
    _source.cache_clear()
    return "\n\n".join(_one(diagnostic) for diagnostic in found)


def _one(diagnostic: Diagnostic) -> str:
    lines = [f"{diagnostic.severity.value}[{diagnostic.code}]: {diagnostic.message}"]
    lines += _excerpt(diagnostic.span, diagnostic.label)
    for note, span in diagnostic.notes:
        lines.append(f"note: {note}")
        lines += _excerpt(span, "") if span else []
    if diagnostic.help:
        lines.append(f"help: {diagnostic.help}")
    return "\n".join(lines)


def _excerpt(span: Span, label: str) -> list[str]:
    line = _line(span)
    place = ":".join(str(part) for part in (span.file, span.line, span.column) if part)
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
    """The line, or what is around the place in a long one, and what marks the place below it.

    All of the line is marked where no column is known.
    """
    start = span.column - 1 if span.column else len(line) - len(line.lstrip())
    end = min(start + span.length, len(line)) if span.column else len(line.rstrip())
    first = max(0, min(start - BEFORE, len(line) - WIDTH))
    last = min(len(line), first + WIDTH)
    before, after = CUT if first else "", CUT if last < len(line) else ""
    indent = "".join("\t" if mark == "\t" else " " for mark in before + line[first:start])
    return f"{before}{line[first:last]}{after}", indent + "^" * max(1, min(end, last) - start)


def _line(span: Span) -> str | None:
    """The line of a place; None where it is about no line, or the file has changed since."""
    lines = _source(span.file) if span.file and span.line else ()
    return lines[span.line - 1] if 0 < span.line <= len(lines) else None


@lru_cache(maxsize=64)
def _source(file: str) -> tuple[str, ...]:
    from printnplay.pipeline.request import quoted_file

    return tuple(quoted_file(Path(file)).split("\n"))
