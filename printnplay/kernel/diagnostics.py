"""Diagnostics of the user's files, and the collection that gathers them.

This module only stores them; `cli/reports/` displays them. Their codes are in `kernel/codes.py`.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from enum import Enum
from fnmatch import fnmatchcase
from itertools import product
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.kernel.codes import Code
from printnplay.kernel.suggestions import listed


class Severity(Enum):
    """Errors stop a build; warnings do not."""

    ERROR = "error"
    WARNING = "warning"


class Span(Struct, frozen=True, order=True):
    """A place in a file: path as the user would type it, 1-based line and column.

    Line 0 means the file as a whole. `length` is the number of characters to mark.
    """

    file: str
    line: int = 0
    column: int = 0
    length: int = 1


Note: TypeAlias = tuple[str, Span | None]
"""A further remark, and the place that it points to, if any."""


class Fix(Struct, frozen=True):
    """A safe automatic fix: replace some characters of the value at `span`.

    `start` and `end` are character offsets in the parsed value, not in its quoted source.
    """

    span: Span
    start: int
    end: int
    new: str


EVERY_LANGUAGE = "*"
"""The language of a fault that concerns all languages, such as one in the structure of a
glossary."""


class Subject(Struct, frozen=True):
    """The subject of a fault; a field is empty if it is unknown or not unique.

    `game` is `common` for the texts that all games share. `language` is set for faults of wording.
    `key` is the key of a text, or the term and form in a glossary.
    """

    game: str = ""
    language: str = ""
    card: str = ""
    key: str = ""

    def within(self, scope: "Subject") -> "Subject":
        """Return the subject, with its empty fields filled from `scope`."""
        if UNKNOWN in (self, scope):
            return scope if self == UNKNOWN else self
        return Subject(
            self.game or scope.game,
            self.language or scope.language,
            self.card or scope.card,
            self.key or scope.key,
        )

    def shared_with(self, other: "Subject") -> "Subject":
        """Return the fields that two subjects share: a fault on two cards belongs to neither."""
        return Subject(
            self.game if self.game == other.game else "",
            self.language if self.language == other.language else "",
            self.card if self.card == other.card else "",
            self.key if self.key == other.key else "",
        )


def scopes_of(game: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the game and language of every subject that includes a game's texts in a language."""
    return product((game, ""), (language, EVERY_LANGUAGE))


UNKNOWN = Subject()


class Diagnostic(Struct, frozen=True):
    """A fault: what is wrong, where, what was expected and found, and how to fix it.

    `message` is a self-contained sentence without capital and full stop. `label` annotates the
    marked place with what was expected there. `help` describes a fix; `fix` is the automatic fix if
    one is safe. `more` is 0, except in the summary of a code with very many faults, where it counts
    those that were not kept. `detail` distinguishes warnings of the same code about the same text,
    in words that do not change with the messages; accepted warnings are identified by it. `degree`
    is the severity of faults that may be found several times at one place; only the worst of them
    is reported.
    """

    code: Code
    message: str
    span: Span
    label: str = ""
    help: str = ""
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR
    fix: Fix | None = None
    subject: Subject = UNKNOWN
    more: int = 0
    detail: str = ""
    degree: float | None = None


class Allowance(Struct, frozen=True):
    """A kind of fault that the designer has reviewed and allows, and the reason.

    `key` matches the keys of texts or cards, with `*` for any characters; if empty, the whole game.
    An empty `language` means all languages.
    """

    code: str
    key: str
    language: str
    reason: str
    span: Span

    def covers(self, fault: Diagnostic) -> bool:
        """Return whether a fault is of this kind and may be allowed."""
        is_such = fault.code.id == self.code
        may_be = fault.severity is Severity.WARNING or fault.code.arguable
        return is_such and may_be and self.is_about(fault.subject)

    def is_about(self, subject: Subject) -> bool:
        """Return whether the entry applies to a subject, whatever the fault."""
        is_its_language = not self.language or subject.language in (self.language, EVERY_LANGUAGE)
        names = _named(subject)
        return is_its_language and (
            not self.key or any(fnmatchcase(name, self.key) for name in names)
        )


def _named(subject: Subject) -> Iterator[str]:
    if subject.key:
        yield subject.key
    if subject.card:
        yield f"cards.{subject.card}"


class _Allowed(Struct):
    """The allowances of a game, and those that have covered a fault."""

    every: list[Allowance] = field(default_factory=list)
    used: set[Span] = field(default_factory=set)

    def covers(self, fault: Diagnostic) -> bool:
        covering = [allowance.span for allowance in self.every if allowance.covers(fault)]
        self.used.update(covering)
        return bool(covering)


CARDS_NAMED = 3
"""Number of card names listed in a fault of several cards: enough to find it, and they fit on a
line."""

MOST_KEPT = 1000
"""Number of faults kept per code; the others are only counted. A guess: nobody reads more."""


class _Kept(Struct):
    """The faults that are kept, with their cards, and indexes for finding causes."""

    faults: dict[Hashable, Diagnostic] = field(default_factory=dict)
    cards: dict[Hashable, dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    number: dict[Code, int] = field(default_factory=lambda: defaultdict(int))
    surplus: dict[tuple[Code, Severity], int] = field(default_factory=lambda: defaultdict(int))
    everywhere: set[str] = field(default_factory=set)
    saying: dict[tuple[str, str], Hashable] = field(default_factory=dict)
    """The first fault with a message."""
    in_all: dict[tuple[str, str], Hashable] = field(default_factory=dict)
    """The first fault of a text in every language, by its key."""
    lines: set[tuple[str, str, int]] = field(default_factory=set)

    def merge(self, fault: Diagnostic) -> bool:
        """Keep a fault; if it is known already, merge the subjects and return True."""
        own = _identity(fault)
        known = self.faults.get(own)
        if known is not None:
            worst = fault if (fault.degree or 0) > (known.degree or 0) else known
            shared = known.subject.shared_with(fault.subject)
            if worst is not known or shared != known.subject:
                self.faults[own] = replace(worst, subject=shared)
        elif not fault.more and self.number[fault.code] < MOST_KEPT:
            self._keep(own, fault)
        elif not self._follows(own, fault):
            self.surplus[fault.code, fault.severity] += fault.more or 1
        if fault.subject.card and own in self.faults:
            self.cards[own][fault.subject.card] = None
        return known is not None

    def _keep(self, own: Hashable, fault: Diagnostic) -> None:
        code = fault.code
        self.faults[own] = fault
        self.number[code] += 1
        self.saying.setdefault((code.id, fault.message), own)
        if fault.subject.key and fault.subject.language == EVERY_LANGUAGE:
            self.in_all.setdefault((code.id, fault.subject.key), own)
        self.lines.add((code.id, fault.span.file, fault.span.line))
        if code.everywhere:
            self.everywhere.add(code.id)

    @property
    def found(self) -> list[Diagnostic]:
        """The faults without mere consequences of others; those only counted come last."""
        return [
            *(
                self._with_cards(own, fault)
                for own, fault in self.faults.items()
                if not self._follows(own, fault)
            ),
            *(_surplus(number, *kind) for kind, number in self.surplus.items()),
        ]

    def _with_cards(self, own: Hashable, fault: Diagnostic) -> Diagnostic:
        """Return the fault, with a note that counts its cards if there are several."""
        cards = list(self.cards.get(own, ()))
        if len(cards) < 2:
            return fault
        named = listed(cards[:CARDS_NAMED])
        rest = f" and {len(cards) - CARDS_NAMED} more" if len(cards) > CARDS_NAMED else ""
        return replace(fault, notes=(*fault.notes, (f"on {len(cards)} cards: {named}{rest}", None)))

    def _follows(self, own: Hashable, fault: Diagnostic) -> bool:
        """Return whether the fault is a consequence of another one, met later in the same run.

        The cause has a code listed in `caused_by`, and the same line, the same message, or the same
        text in every language.
        """
        line = (fault.span.file, fault.span.line)
        return any(
            cause in self.everywhere
            or self.saying.get((cause, fault.message), own) != own
            or self.in_all.get((cause, fault.subject.key), own) != own
            or (cause != fault.code.id and (cause, *line) in self.lines)
            for cause in fault.code.caused_by
        )


class Problems:
    """The faults found so far, in order of discovery; each stage adds to it and continues.

    Duplicate faults are kept once: eight cards of one faulty template yield one fault. At most
    MOST_KEPT faults are kept per code. Adding a fault takes constant time.
    """

    def __init__(
        self,
        subject: Subject = UNKNOWN,
        whole: "Problems | None" = None,
        *,
        draft: bool = False,
        is_aside: bool = False,
    ) -> None:
        """Create an empty collection; a part of a `whole` forwards its faults to it.

        `draft` is as below. Errors of a part that is `is_aside` do not count in the whole.
        """
        self.errors = 0
        """Number of errors found that prevent loading."""
        self.draft: bool = whole.draft if whole else draft
        """Whether whatever can be loaded is: errors in other parts are reported and not counted."""
        self.set_aside = 0
        """Number of errors that were not counted."""
        self._is_aside = is_aside and self.draft
        self._subject = subject
        self._whole = whole
        self._allowed: _Allowed = whole._allowed if whole else _Allowed()
        self._kept: _Kept | None = None
        """None before the first fault: most collections, such as that of a cell, have none."""

    def part(self, subject: Subject = UNKNOWN) -> "Problems":
        """Return a separate collection that also adds its faults to this one.

        Its faults are about `subject` where they do not name a subject themselves.
        """
        return Problems(subject, self)

    def aside(self) -> "Problems":
        """Return a part for what a draft can do without, such as the rulebook beside the cards."""
        return Problems(UNKNOWN, self, is_aside=True)

    def allow(self, allowances: Iterable[Allowance]) -> None:
        """Suppress the faults that these allowances cover from now on, here and in all parts."""
        self._allowed.every += allowances

    @property
    def unused_allowances(self) -> list[Allowance]:
        """The allowances that have not covered any fault so far."""
        return [
            allowance
            for allowance in self._allowed.every
            if allowance.span not in self._allowed.used
        ]

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a fault; if it is known already, merge the subjects."""
        self._take(diagnostic, counted=True)

    def _take(self, diagnostic: Diagnostic, *, counted: bool) -> None:
        subject = diagnostic.subject.within(self._subject)
        is_about = subject == diagnostic.subject
        fault = diagnostic if is_about else replace(diagnostic, subject=subject)
        is_allowed = bool(self._allowed.every) and self._allowed.covers(fault)
        # The whole may record even allowed faults, to replay them later.
        if self._whole is not None and counted and not self._is_aside:
            self._whole.add(fault)
        elif self._whole is not None:
            self._whole._take(fault, counted=False)
        if is_allowed:
            return
        self._kept = kept = self._kept or _Kept()
        if kept.merge(fault):
            return
        is_error = fault.severity is Severity.ERROR
        self.errors += counted * is_error * (fault.more or 1)
        self.set_aside += is_error and not counted

    def are_many(self, code: Code) -> bool:
        """Return whether a code has reached its limit and further faults are only counted.

        Callers can then skip costly details of their messages.
        """
        whole = self._whole
        return (self._kept is not None and self._kept.number[code] >= MOST_KEPT) or (
            whole is not None and whole.are_many(code)
        )

    def count(self, code: Code, number: int) -> None:
        """Count further errors of a code without keeping them."""
        if number > 0:
            self.add(_surplus(number, code, Severity.ERROR))

    def error(self, code: Code, message: str, span: Span, label: str = "", help: str = "") -> None:
        """Add an error."""
        self.add(Diagnostic(code, message, span, label, help))

    def warning(
        self, code: Code, message: str, span: Span, label: str = "", help: str = ""
    ) -> None:
        """Add a warning."""
        self.add(Diagnostic(code, message, span, label, help, (), Severity.WARNING))

    @property
    def found(self) -> list[Diagnostic]:
        """The faults without mere consequences of others; those only counted come last."""
        return self._kept.found if self._kept else []


def _identity(fault: Diagnostic) -> Hashable:
    """Return the key by which duplicate faults are recognised, whatever their notes and help.

    Faults of several cards on one template line differ only in the card's id.
    """
    if fault.degree is not None:  # the message contains the degree
        return fault.code.id, fault.span, fault.label
    message, card = fault.message, fault.subject.card
    if card and card in message:
        for before, after in ("``", "`.", ".`", ".."):
            message = message.replace(f"{before}{card}{after}", f"{before}\0{after}")
    return fault.code.id, fault.span, message, fault.label


def _surplus(number: int, code: Code, severity: Severity) -> Diagnostic:
    message = f"{number} more faults of this kind: {code.meaning}"
    help_line = "fix the listed ones, then check again"
    return Diagnostic(code, message, Span(""), help=help_line, severity=severity, more=number)


def error_count(found: Iterable[Diagnostic]) -> int:
    """Count the errors, including those that were not kept."""
    return sum(fault.more or 1 for fault in found if fault.severity is Severity.ERROR)


def warning_count(found: Iterable[Diagnostic]) -> int:
    """Count the warnings, including those that were not kept."""
    return sum(fault.more or 1 for fault in found if fault.severity is Severity.WARNING)


def as_errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the faults with every warning turned into an error, except remarks."""
    return [
        fault if fault.code.remark else replace(fault, severity=Severity.ERROR) for fault in found
    ]


class FaultsError(Exception):
    """The user's files prevent further work; carries every fault found."""

    def __init__(self, found: list[Diagnostic]) -> None:
        """Store the faults for the report."""
        super().__init__("\n".join(map(_line, found)))
        self.found = found


def _line(fault: Diagnostic) -> str:
    """Format a fault for tracebacks and logs."""
    span = fault.span
    place = f"{span.file}:{span.line}: " if span.line else f"{span.file}: " if span.file else ""
    return f"{place}{fault.code.id}: {fault.message}"
