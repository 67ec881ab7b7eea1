"""What a user is told about a fault in their files: values, collected, printed elsewhere.

Codes are stable and never reused: 0xx the command and its surroundings, 1xx YAML, 2xx games and
decks, 3xx texts, 4xx templates, pictures and fonts, 5xx fit on paper, 6xx rules and examples.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from printnplay.model.codes import Code


class Severity(Enum):
    """Errors stop a build; warnings do not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file: path as the user would type it, 1-based line and column.

    Line 0 means the file as a whole. `length` is the number of characters to mark.
    """

    file: str
    line: int = 0
    column: int = 0
    length: int = 1


Note: TypeAlias = tuple[str, Span | None]
"""A further remark, and where it points if it points anywhere."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that mends a fault and cannot harm: the value at `span` gets other characters.

    `start` and `end` count characters of the value as it is read, not as it is quoted.
    """

    span: Span
    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: what is wrong, where, what was expected and found, and how to mend it.

    `message` is a sentence without capital and full stop that stands alone; `label` says beside the
    marked place what was expected there; `help` says how to mend it; `fix` mends it where that is
    safe.
    """

    code: Code
    message: str
    span: Span
    label: str = ""
    help: str = ""
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR
    fix: Fix | None = None


@dataclass
class Problems:
    """The faults found so far; stages add to it and go on."""

    found: list[Diagnostic] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a fault, once: eight cards of one faulty template are one fault."""
        if not any(_same(diagnostic, one) for one in self.found):
            self.found.append(diagnostic)

    def error(self, code: Code, message: str, span: Span, label: str = "", help: str = "") -> None:
        """Keep an error."""
        self.add(Diagnostic(code, message, span, label, help))

    def warning(
        self, code: Code, message: str, span: Span, label: str = "", help: str = ""
    ) -> None:
        """Keep a warning."""
        self.add(Diagnostic(code, message, span, label, help, (), Severity.WARNING))

    @property
    def errors(self) -> int:
        """How many errors were found."""
        return error_count(self.found)


def error_count(found: Iterable[Diagnostic]) -> int:
    """How many are errors, and not warnings."""
    return sum(1 for one in found if one.severity is Severity.ERROR)


def _same(one: Diagnostic, other: Diagnostic) -> bool:
    """Whether two faults say the same of the same place, whatever their notes and help."""
    return (one.code, one.span, one.message, one.label) == (
        other.code,
        other.span,
        other.message,
        other.label,
    )


class FaultsError(Exception):
    """Work cannot go on because of the user's files; carries every fault found."""

    def __init__(self, found: list[Diagnostic]) -> None:
        """Keep the faults for the report."""
        super().__init__(f"{len(found)} problems")
        self.found = found
