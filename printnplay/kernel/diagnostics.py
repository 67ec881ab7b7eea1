"""Faults in the user's files, as values, and the collection that gathers them.

Here they are only kept; `cli/reports/` shows them. Their codes are in `kernel/codes.py`.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from enum import Enum
from fnmatch import fnmatchcase
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
"""A further remark, and where it points if it points anywhere."""


class Fix(Struct, frozen=True):
    """A change that repairs a fault and can do no harm: the value at `span` gets other characters.

    `start` and `end` count characters of the value as read, not as it is quoted.
    """

    span: Span
    start: int
    end: int
    new: str


EVERY_LANGUAGE = "*"
"""The language of a fault that concerns all languages alike, as in the frame of a glossary."""


class Subject(Struct, frozen=True):
    """What a fault is about, as far as that is known; what is not known, or several, is empty.

    `game` is `common` for the texts that all games share. `language` is set where words are at
    fault. `key` is the key of a text, or the term and form in a glossary.
    """

    game: str = ""
    language: str = ""
    card: str = ""
    key: str = ""

    def within(self, scope: "Subject") -> "Subject":
        """Return the same subject; what it leaves open is as in `scope`."""
        if UNKNOWN in (self, scope):
            return scope if self == UNKNOWN else self
        return Subject(
            self.game or scope.game,
            self.language or scope.language,
            self.card or scope.card,
            self.key or scope.key,
        )

    def shared_with(self, other: "Subject") -> "Subject":
        """Return what two subjects share: a fault on two cards belongs to neither."""
        return Subject(
            self.game if self.game == other.game else "",
            self.language if self.language == other.language else "",
            self.card if self.card == other.card else "",
            self.key if self.key == other.key else "",
        )

    def concerns(self, game: str, language: str) -> bool:
        """Return whether the words of a game in a language are concerned, perhaps among others."""
        return self.game in (game, "") and self.language in (language, EVERY_LANGUAGE)


UNKNOWN = Subject()


class Diagnostic(Struct, frozen=True):
    """One fault: what is wrong, where, what was expected and found, and how to fix it.

    `message` is a sentence without capital and full stop that says enough by itself; `label` says
    beside the marked place what was expected there; `help` says how to fix it; `fix` does it where
    that is safe. `more` is 0 except the last of very many faults of one code: it stands for so
    many that were counted, but not kept. `detail` tells a warning from others of its code about the
    same text, in words that stay the same when messages change: by them it is accepted. `degree`
    is how bad it is, for faults that may be found at one place several times, more and less bad:
    then the worst of them is told.
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
    """A kind of fault that the designer has looked at and allows, and why.

    `key` is that of texts or cards, where `*` stands for any characters; empty means the whole
    game. So does an empty `language` for all languages.
    """

    code: str
    key: str
    language: str
    reason: str
    span: Span

    def covers(self, fault: Diagnostic) -> bool:
        """Return whether a fault is of this kind, and one that may be allowed."""
        is_such = fault.code.id == self.code
        may_be = fault.severity is Severity.WARNING or fault.code.arguable
        return is_such and may_be and self.is_about(fault.subject)

    def is_about(self, subject: Subject) -> bool:
        """Return whether it is about a subject, whatever is wrong with that."""
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
    """The allowances of a game, and those of them that covered a fault."""

    every: list[Allowance] = field(default_factory=list)
    used: set[Span] = field(default_factory=set)

    def covers(self, fault: Diagnostic) -> bool:
        covering = [allowance.span for allowance in self.every if allowance.covers(fault)]
        self.used.update(covering)
        return bool(covering)


CARDS_NAMED = 3
"""The cards that a fault of many cards names: enough to find it, and they fit on a line."""

MOST_KEPT = 1000
"""The faults of one code that are kept; the others are counted. A guess: nobody reads more."""


class Problems:
    """The faults found so far, in the order of their discovery; stages add to it and go on.

    A fault is kept once, however often it is found: eight cards of one faulty template are one
    fault. Of each code MOST_KEPT are kept. To add one takes the same time however many there are.
    """

    def __init__(self, subject: Subject = UNKNOWN, whole: "Problems | None" = None) -> None:
        """Begin empty; a `part` of a `whole` passes on what it is given."""
        self.errors = 0
        """How many errors were found."""
        self._subject = subject
        self._whole = whole
        self._kept: dict[Hashable, Diagnostic] = {}
        self._cards: dict[Hashable, dict[str, None]] = defaultdict(dict)
        self._allowed: _Allowed = whole._allowed if whole else _Allowed()
        self._number: dict[Code, int] = defaultdict(int)
        self._surplus: dict[tuple[Code, Severity], int] = defaultdict(int)
        # Where causes are looked up: by code alone, with the message of the first, with the line.
        self._everywhere: set[str] = set()
        self._saying: dict[tuple[str, str], Hashable] = {}
        self._in_all: dict[tuple[str, str], Hashable] = {}  # of the text of a key
        self._lines: set[tuple[str, str, int]] = set()

    def part(self, subject: Subject = UNKNOWN) -> "Problems":
        """Return a collection of its own, all of whose faults are added here too.

        The faults are about `subject`, as far as they do not say what they are about.
        """
        return Problems(subject, self)

    def allow(self, allowances: Iterable[Allowance]) -> None:
        """Leave out what these cover from now on, here and in all parts."""
        self._allowed.every += allowances

    @property
    def unused_allowances(self) -> list[Allowance]:
        """The allowances that have covered nothing so far."""
        return [
            allowance
            for allowance in self._allowed.every
            if allowance.span not in self._allowed.used
        ]

    def add(self, diagnostic: Diagnostic) -> None:
        """Keep a fault; one that is known already may turn out to be about more than one thing."""
        subject = diagnostic.subject.within(self._subject)
        is_about = subject == diagnostic.subject
        fault = diagnostic if is_about else replace(diagnostic, subject=subject)
        is_allowed = bool(self._allowed.every) and self._allowed.covers(fault)
        # A whole may note what is found, allowed or not, to say it again.
        if self._whole is not None:
            self._whole.add(fault)
        if is_allowed:
            return
        own = _identity(fault)
        known = self._kept.get(own)
        if known is not None:
            worst = fault if (fault.degree or 0) > (known.degree or 0) else known
            shared = known.subject.shared_with(fault.subject)
            if worst is not known or shared != known.subject:
                self._kept[own] = replace(worst, subject=shared)
        else:
            self._keep_new(own, fault)
        if fault.subject.card and own in self._kept:
            self._cards[own][fault.subject.card] = None

    def _keep_new(self, own: Hashable, fault: Diagnostic) -> None:
        if not fault.more and self._number[fault.code] < MOST_KEPT:
            self._keep(own, fault)
        elif not self._follows(own, fault):
            self._surplus[fault.code, fault.severity] += fault.more or 1
        if fault.severity is Severity.ERROR:
            self.errors += fault.more or 1

    def are_many(self, code: Code) -> bool:
        """Return whether a code has reached its limit and further faults are only counted.

        What costs time to say about them need not be found out.
        """
        whole = self._whole
        return self._number.get(code, 0) >= MOST_KEPT or (
            whole is not None and whole.are_many(code)
        )

    def count(self, code: Code, number: int) -> None:
        """Count further errors of a code that nobody needs to see one by one."""
        if number > 0:
            self.add(_surplus(number, code, Severity.ERROR))

    def _keep(self, own: Hashable, fault: Diagnostic) -> None:
        code = fault.code
        self._kept[own] = fault
        self._number[code] += 1
        self._saying.setdefault((code.id, fault.message), own)
        if fault.subject.key and fault.subject.language == EVERY_LANGUAGE:
            self._in_all.setdefault((code.id, fault.subject.key), own)
        self._lines.add((code.id, fault.span.file, fault.span.line))
        if code.everywhere:
            self._everywhere.add(code.id)

    def error(self, code: Code, message: str, span: Span, label: str = "", help: str = "") -> None:
        """Keep an error."""
        self.add(Diagnostic(code, message, span, label, help))

    def warning(
        self, code: Code, message: str, span: Span, label: str = "", help: str = ""
    ) -> None:
        """Keep a warning."""
        self.add(Diagnostic(code, message, span, label, help, (), Severity.WARNING))

    @property
    def found(self) -> list[Diagnostic]:
        """The faults, without those that only follow from others; last, what was only counted."""
        if not (self._kept or self._surplus):  # as mostly
            return []
        return [
            *(
                self._with_cards(own, fault)
                for own, fault in self._kept.items()
                if not self._follows(own, fault)
            ),
            *(_surplus(number, *kind) for kind, number in self._surplus.items()),
        ]

    def _with_cards(self, own: Hashable, fault: Diagnostic) -> Diagnostic:
        """The fault with a note that counts the cards it concerns, if they are several."""
        cards = list(self._cards.get(own, ()))
        if len(cards) < 2:
            return fault
        named = listed(cards[:CARDS_NAMED])
        rest = f" and {len(cards) - CARDS_NAMED} more" if len(cards) > CARDS_NAMED else ""
        return replace(fault, notes=(*fault.notes, (f"on {len(cards)} cards: {named}{rest}", None)))

    def _follows(self, own: Hashable, fault: Diagnostic) -> bool:
        """Whether another fault is its cause: work goes on after a fault, and meets it again.

        The cause is of a code that may be one, and is about the same line, or says the same, or is
        about the same text in every language.
        """
        line = (fault.span.file, fault.span.line)
        return any(
            cause in self._everywhere
            or self._saying.get((cause, fault.message), own) != own
            or self._in_all.get((cause, fault.subject.key), own) != own
            or (cause != fault.code.id and (cause, *line) in self._lines)
            for cause in fault.code.caused_by
        )


def _identity(fault: Diagnostic) -> Hashable:
    """What two faults have in common that are one, whatever their notes and help.

    Faults of several cards on one line of their template differ in nothing but the card's id.
    """
    if fault.degree is not None:  # its message says how bad it is
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
    """Return how many are errors, and not warnings; those that were only counted too."""
    return sum(fault.more or 1 for fault in found if fault.severity is Severity.ERROR)


def warning_count(found: Iterable[Diagnostic]) -> int:
    """Return how many are warnings; those that were only counted too."""
    return sum(fault.more or 1 for fault in found if fault.severity is Severity.WARNING)


def as_errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the same faults, every warning as an error."""
    return [replace(fault, severity=Severity.ERROR) for fault in found]


class FaultsError(Exception):
    """Work cannot go on because of the user's files; carries every fault found."""

    def __init__(self, found: list[Diagnostic]) -> None:
        """Keep the faults for the report."""
        super().__init__("\n".join(map(_line, found)))
        self.found = found


def _line(fault: Diagnostic) -> str:
    """The fault for whoever lets the error through: in a traceback, or a log."""
    span = fault.span
    place = f"{span.file}:{span.line}: " if span.line else f"{span.file}: " if span.file else ""
    return f"{place}{fault.code.id}: {fault.message}"
