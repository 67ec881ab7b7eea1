"""Texts as they are sent to translators and come back, whatever the format of the file."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct, field

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Problems, Span
from printnplay.model.texts import Remark

MAX_BYTES = 4 << 20
"""Of an exchange file; the texts of the longest rulebook are far below."""


MANY = 1000
"""Faults after which a file is not read on."""


class State(StrEnum):
    """How far a translation is; STALE says that its original has changed since."""

    EMPTY = "empty"
    STALE = "stale"
    UNSURE = "unsure"
    TRANSLATED = "translated"
    APPROVED = "approved"

    @property
    def in_doubt(self) -> bool:
        """Whether somebody has to look at the translation before it is printed."""
        return self in (State.STALE, State.UNSURE)


NO_REMARK = Remark()


class Unit(Struct, frozen=True):
    """One text for a translator, each of its forms by plural category (`other` if it has one).

    `target` has a form for each category of its language, empty where nothing is written yet.
    `previous` is the original that the translation was accepted for, where that was another one;
    `place` is where the original is. `remark` is what the translator noted before; a
    translation that is `approved` is one that somebody accepted as it is. `values` are what
    placeholders, with their braces, stand for in print.
    """

    key: str
    source: Mapping[str, str]
    target: Mapping[str, str]
    notes: tuple[str, ...] = ()
    previous: Mapping[str, str] = field(default_factory=dict)
    place: Span | None = None
    remark: Remark = NO_REMARK
    approved: bool = False
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def plural(self) -> bool:
        """Whether the text has several forms in either language."""
        return len(self.source) > 1 or len(self.target) > 1

    @property
    def state(self) -> State:
        """What is to be done about the translation."""
        if not all(self.target.values()):
            return State.EMPTY
        if self.previous:
            return State.STALE
        if self.remark.unsure:
            return State.UNSURE
        return State.APPROVED if self.approved else State.TRANSLATED

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The author's notes, the values of placeholders, and the answer to a comment."""
        values = (f"Value: {name} is {value}" for name, value in self.values.items())
        answer = (f"From the author: {self.remark.answer}",) if self.remark.answer else ()
        return (*self.notes, *values, *answer)


class Sent(Struct, frozen=True):
    """The texts of one file: of a game, or those that all games have in common."""

    domain: str
    language: str
    source_language: str
    units: tuple[Unit, ...]


class Received(Struct, frozen=True):
    """One text as it came back: its forms by category, and the original that it was made for.

    `places` says where each form is in the exchange file; `state` is what the translator says
    of it, UNSURE, TRANSLATED or APPROVED, and None where the file does not say.
    """

    key: str
    source: frozenset[str]
    target: Mapping[str, str]
    places: Mapping[str, Span]
    state: State | None = None
    comment: str = ""


class Returned(Struct, frozen=True):
    """The texts of a file that came back; `place` is where it says what it is."""

    domain: str
    language: str
    units: tuple[Received, ...]
    place: Span


def singular(forms: Mapping[str, str]) -> str:
    """The form that a format with two originals shows first."""
    return forms.get("one", forms["other"])


def original(unit: Unit, category: str) -> str:
    """The original that a translator sees beside the form of a category."""
    return unit.source.get(category, unit.source["other"])


def malformed(message: str, place: Span, label: str, cure: str = "") -> Diagnostic:
    """The fault of a file that is not what its name says, or is broken."""
    return Diagnostic(codes.MALFORMED_EXCHANGE, message, place, label, cure or _AGAIN)


def twice(key: str, place: Span, first: Span, cure: str) -> Diagnostic:
    """The fault of a text that comes twice, in one file or in two."""
    return Diagnostic(
        codes.IMPORTED_TWICE,
        f"the text `{key}` is there twice",
        place,
        "expected each text once",
        cure,
        (("the first one", first),),
    )


_AGAIN = "save it again with the translator's program, or export it anew"


def decoded(data: bytes, shown: str, problems: Problems) -> str | None:
    """The text of a file, with plain line ends; None, with the reason in `problems`."""
    if len(data) > MAX_BYTES:
        problems.add(malformed("the file is larger than 4 MiB", Span(shown), "expected less"))
        return None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        text = f"byte 0x{data[error.start]:02x} is not UTF-8"
        cure = "save the file in the encoding UTF-8"
        problems.add(malformed(text, Span(shown, line, 1), "expected UTF-8", cure))
        return None
