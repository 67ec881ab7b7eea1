"""Faults for people: the message, the line it is about, and how to mend it."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from printnplay.model.diagnostics import Diagnostic, Span


def render(found: Sequence[Diagnostic]) -> str:
    """Each fault with the line of the file it is about, and the place in it marked."""
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
    if not span.file:
        return [f"  = {label}"] if label else []
    if not span.line:
        return [f" --> {span.file}", *([f"  = {label}"] if label else [])]
    place = f" --> {span.file}:{span.line}:{span.column}"
    source = _source(span.file)
    if span.line > len(source):
        return [place, *([f"  = {label}"] if label else [])]
    line = source[span.line - 1]
    number = str(span.line)
    gutter = " " * len(number)
    indent = "".join("\t" if mark == "\t" else " " for mark in line[: max(span.column - 1, 0)])
    marks = "^" * max(1, min(span.length, len(line) - len(indent)))
    return [
        place,
        f"{gutter} |",
        f"{number} | {line}",
        f"{gutter} | {indent}{marks}{' ' + label if label else ''}",
    ]


@lru_cache(maxsize=64)
def _source(file: str) -> tuple[str, ...]:
    try:
        return tuple(Path(file).read_text(encoding="utf-8", errors="replace").splitlines())
    except OSError:
        return ()
