"""What a check has found, as long as the files still say there what the check has read."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from msgspec import Struct, field

from printnplay.files.catalog import CHAPTERS, UnknownNameError
from printnplay.files.door import source_text
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.preview.answers import absolute
from printnplay.preview.live import LiveGame
from printnplay.tables.reading import EDITABLE

WRITTEN = EDITABLE | {CHAPTERS, ".j2"}
"""Suffixes of the files that the page writes."""

Lines = Mapping[Path, list[str]]
"""The lines of files."""


class Findings(Struct, frozen=True):
    """The faults that a check has found, and the lines of the files when it began."""

    faults: tuple[Diagnostic, ...] = ()
    lines: Lines = field(default_factory=dict)

    def now(self) -> tuple[Diagnostic, ...]:
        """Return the faults without those of lines that have changed since."""
        lines_now = cache(_lines)

        def is_unchanged(span: Span) -> bool:
            path, at = absolute(span.file), slice(span.line - 1, span.line)
            return path not in self.lines or self.lines[path][at] == lines_now(path)[at]

        return tuple(fault for fault in self.faults if all(map(is_unchanged, _spans(fault))))


def lines_of(live: LiveGame) -> Lines:
    """Return the lines of the files of a game that the page writes; none if there is no game."""
    paths: set[Path] = set()
    with suppress(UnknownNameError):
        for language in live.languages:
            paths.update(live.catalog.inputs_of(live.game_id, language))
    written = [path for path in paths if path.suffix.lower() in WRITTEN]
    return {path.absolute(): _lines(path) for path in written}


def _lines(path: Path) -> list[str]:
    return source_text(path).splitlines()


def _spans(fault: Diagnostic) -> Iterable[Span]:
    return [fault.span, *(span for _, span in fault.notes if span)]
