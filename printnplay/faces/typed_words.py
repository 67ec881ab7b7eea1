"""Words typed in templates: no language translates them."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from printnplay.faces.templates import SUFFIX
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, names_in, read_text
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Severity, Span

_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->", re.DOTALL)
_LETTERING = re.compile(r"<(text|textPath|tspan)\b[^>]*>([^<]*)")
_SET = re.compile(r"\b(?:textbox|fit_title)\(\s*([\"'])((?:(?!\1).)*)\1\s*[,)]")
MAX_BYTES = 1 << 20
"""Of a template; larger ones are refused when they are drawn."""

_WORD = re.compile(r"[^\W\d_]{3,}")
"""Shorter ones are numerals, symbols such as X and O, and names of units."""


def typed_words(folders: Sequence[Path]) -> Iterator[Diagnostic]:
    """A warning for each run of words in lettering, along a path too, or given to a text box."""
    for folder in folders:
        for name in names_in(folder):
            if name.endswith(SUFFIX):
                path = folder / name
                with suppress(ReadError):  # its fault is told where it is drawn
                    yield from _in(read_text(path, MAX_BYTES), display_path(path))


def _in(source: str, shown: str) -> Iterator[Diagnostic]:
    plain = _JINJA.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source)
    found = [(match.start(2), match[2]) for match in _LETTERING.finditer(plain)]
    found += [(match.start(2), match[2]) for match in _SET.finditer(source)]
    for start, text in sorted(found):
        if not _WORD.search(text):
            continue
        start += len(text) - len(text.lstrip())
        line = source.count("\n", 0, start) + 1
        column = start - source.rfind("\n", 0, start)
        yield Diagnostic(
            codes.TYPED_IN_TEMPLATE,
            f"`{' '.join(text.split())}` is typed in a template: no language translates it",
            Span(shown, line, column, len(text.strip().split("\n")[0])),
            "expected a text of `locales/`",
            'write it into the texts of each language, and `{{ t("...") }}` here',
            severity=Severity.WARNING,
        )
