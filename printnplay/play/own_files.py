"""Python files of the user's own, such as a player: they run only with the user's consent.

What goes wrong in a file is a fault of this file, whatever rules it is used with.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from printnplay.files.door import ReadError, read
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.rules.endless import LOADING, within
from printnplay.rules.importer import run_files
from printnplay.rules.loader import MAX_BYTES, RulesFileError, RulesSource, contained

_FAILING = {"the rules fail:": "fails:", "the rules do not end:": "does not end:"}
"""The words in messages about rules, and those for a file of another kind in their place."""


class Trade(Struct, frozen=True):
    """What a file is for: its noun in messages, its functions, the code and help of its faults."""

    noun: str
    functions: tuple[str, ...]
    code: Code
    label: str
    help: str


class OwnFile:
    """A file that has run; `functions` are those of its trade, and the optional ones that it has.

    Raises:
        RulesFileError: the file cannot be read, or fails, or lacks a function.
    """

    def __init__(self, name: str, trade: Trade, optional: tuple[str, ...] = ()) -> None:
        """Run the file."""
        self.name, self._trade, self.title = f"`{name}`", trade, f"{trade.noun} `{name}`"
        self._source = RulesSource.at(Path(name))
        entry = self._source.entry
        try:
            contents = {entry: read(entry, MAX_BYTES, anywhere=True)}
        except ReadError as error:
            raise self.error(f"cannot be read: {error.reason}") from error
        with self.contained(LOADING):
            module = run_files(entry, self._source.module, contents, {})
        found = {name: vars(module).get(name) for name in (*trade.functions, *optional)}
        self.functions: Mapping[str, Callable[..., Any]] = {
            name: made for name, made in found.items() if callable(made)
        }
        for lacking in [name for name in trade.functions if name not in self.functions]:
            raise self.error(f"has no function `{lacking}`")

    @contextmanager
    def contained(self, seconds: float) -> Iterator[None]:
        """Convert what goes wrong in the file to errors of it."""
        try:
            with contained(self._source), within(seconds, self.name):
                yield
        except RulesFileError as error:
            message = error.fault.message
            for of_rules, of_file in _FAILING.items():
                message = message.replace(of_rules, f"{self.title} {of_file}", 1)
            raise RulesFileError(self.fault(message, self._trade.code, error.fault.span)) from error

    def error(self, what: str) -> RulesFileError:
        """Return the error that the file does this."""
        return RulesFileError(self.fault(f"{self.title} {what}", self._trade.code))

    def fault(self, message: str, code: Code, span: Span | None = None) -> Diagnostic:
        """Return a diagnostic at the file."""
        place = span or Span(self._source.shown)
        return Diagnostic(code, message, place, self._trade.label, self._trade.help)
