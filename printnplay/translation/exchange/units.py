"""Texts as sent to translators and received from them, in any file format."""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec import Struct, field

from printnplay.game.texts import Remark
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity, Span
from printnplay.kernel.suggestions import counted

MAX_BYTES = 4 << 20
"""The maximum size of an exchange file, in bytes: the same as for lock files (`loading/locks.py`);
the texts of the longest rulebook are far below.
"""


MANY = 1000
"""The number of faults after which reading a file stops. A guess: nobody reads more."""


class State(StrEnum):
    """The progress of a translation; STALE means that its original has changed since."""

    EMPTY = "empty"
    STALE = "stale"
    UNSURE = "unsure"
    TRANSLATED = "translated"
    APPROVED = "approved"

    @property
    def in_doubt(self) -> bool:
        """Whether somebody has to check the translation before it is printed."""
        return self in (State.STALE, State.UNSURE)


class Base(Struct, frozen=True, array_like=True):
    """The project's version of a text when it was exported.

    The translator did not change any part that the returned file has in the same form. `seen` holds
    the hashes of the original and the notes in the file (`pieces.digests`), and `number` is the
    number of texts in the file.
    """

    target: Mapping[str, str]
    state: State = State.TRANSLATED
    comment: str = ""
    seen: str = ""
    number: int = 0

    @property
    def token(self) -> str:
        """The base as one word, which survives programs that wrap, sort or replace text.

        It consists of a hash of the content, to detect damage, and the content in base64.
        """
        content = msgspec.json.encode(self)
        return f"{_TOKEN}{_digest(content)}.{base64.b64encode(content).decode()}"

    @property
    def digest(self) -> str:
        """The hash that identifies the base."""
        return _digest(msgspec.json.encode(self))

    def says(self, state: State, *, approves: bool) -> bool:
        """Return whether a file with this state still has the state that was exported.

        Files have one state for everything in doubt; without `approves`, they cannot mark a text as
        approved.
        """
        if self.state.in_doubt or state.in_doubt:
            return self.state.in_doubt and state.in_doubt
        if not approves and self.state is not State.EMPTY:
            return state is not State.EMPTY
        return state is self.state


_TOKEN = "base:"
_TOKENS = re.compile(rf"{_TOKEN}([0-9a-f]{{16}})\.([A-Za-z0-9+/]+=*)")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def without_base(note: str) -> str:
    """Return a note without any base."""
    return _TOKENS.sub("", note).strip()


def base_in(words: Iterable[str]) -> Base | None:
    """Return the base contained in notes; None if there is none, or it is damaged."""
    for word in words:
        for digest, data in _TOKENS.findall(word):
            try:
                content = base64.b64decode(data, validate=True)
                if _digest(content) == digest:
                    return msgspec.json.decode(content, type=Base)
            except (ValueError, msgspec.MsgspecError):
                continue
    return None


NO_REMARK = Remark()


class Unit(Struct, frozen=True):
    """One text for a translator, with its forms by plural category (`other` if it has one).

    `target` has a form for each category of its language, empty if not yet written. `previous` is
    the original that the translation was accepted for, if different; `place` is where the original
    is. `remark` is the translator's earlier comment; an `approved` translation was accepted by
    somebody. `values` maps placeholders, with their braces, to their printed values. `seen` and
    `number` are those of the base.
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
    seen: str = ""
    number: int = 0

    @property
    def plural(self) -> bool:
        """Whether the text has several forms in either language."""
        return len(self.source) > 1 or len(self.target) > 1

    @property
    def state(self) -> State:
        """The state of the translation, derived from the other fields."""
        if not all(self.target.values()):
            return State.EMPTY
        if self.previous:
            return State.STALE
        if self.remark.unsure:
            return State.UNSURE
        return State.APPROVED if self.approved else State.TRANSLATED

    @property
    def base(self) -> Base:
        """The base that an import compares with the translator's file."""
        return Base(self.target, self.state, self.remark.comment, self.seen, self.number)

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The author's notes, the values of placeholders, and the answer to a comment."""
        values = (f"Value: {name} is {value}" for name, value in self.values.items())
        answer = (f"From the author: {self.remark.answer}",) if self.remark.answer else ()
        return (*self.notes, *values, *answer)


class Sent(Struct, frozen=True):
    """The texts of one file: those of a game, or those that all games share."""

    domain: str
    language: str
    source_language: str
    units: tuple[Unit, ...]


class Received(Struct, frozen=True):
    """One text received from a translator: its forms by category, and the original it was made for.

    `places` holds the place of each form in the exchange file; `state` is the translator's, or None
    if the file has none. `base` is the project's version when the
    file was exported, or None if the file does not contain it. `carried` are the original and the
    notes in the file, with their lines; `approves` is whether the format has a state for approved
    texts.
    """

    key: str
    source: frozenset[str]
    target: Mapping[str, str]
    places: Mapping[str, Span]
    state: State | None = None
    comment: str = ""
    base: Base | None = None
    carried: tuple[tuple[str, int], ...] = ()
    approves: bool = True

    @property
    def place(self) -> Span:
        """The place of its first form."""
        return next(iter(self.places.values()), Span(""))


class Returned(Struct, frozen=True):
    """The texts of a file that was received; `place` is where its game and language are.

    `faults` apply only if the game has the language of the file.
    """

    domain: str
    language: str
    units: tuple[Received, ...]
    place: Span
    faults: tuple[Diagnostic, ...] = ()


def singular(forms: Mapping[str, str]) -> str:
    """Return the form that a format with two originals shows first."""
    return forms.get("one", forms["other"])


def original(unit: Unit, category: str) -> str:
    """Return the original that a translator sees beside the form of a category."""
    return unit.source.get(category, unit.source["other"])


def is_variant(language: str, wanted: str) -> bool:
    """Return whether a language is the wanted one or a regional variant of it: `en-GB` for `en`."""
    one, other = (re.split("[-_]", said.lower())[0] for said in (language, wanted))
    return one == other


def malformed(message: str, place: Span, label: str, cure: str = "") -> Diagnostic:
    """Return the fault of an exchange file that is broken or has another format."""
    return Diagnostic(codes.MALFORMED_EXCHANGE, message, place, label, cure or _AGAIN)


def warn_of_states(unknown: Mapping[str, Sequence[Span]], known: str, problems: Problems) -> None:
    """Warn of each unknown state, with its places; texts with it are in doubt."""
    for state, places in unknown.items():
        more = f", and {counted(len(places) - 1, 'more place')}" if len(places) > 1 else ""
        problems.add(
            Diagnostic(
                codes.UNKNOWN_STATE,
                f"the state `{state[:_SHOWN]}` is unknown: the translation is taken as in doubt",
                places[0],
                f"in this `state`{more}",
                f"use one of {known}",
                severity=Severity.WARNING,
            )
        )


_SHOWN = 40
"""The most characters of an unknown state to quote: a cell may hold a whole text instead."""


def control_in(text: str) -> str | None:
    """Return the first control character that not every format can hold."""
    return next((letter for letter in text if letter < " " and letter not in "\n\t"), None)


def twice(key: str, place: Span, first: Span, cure: str) -> Diagnostic:
    """Return the fault of a duplicate text, in one file or in two."""
    return Diagnostic(
        codes.IMPORTED_TWICE,
        f"the text `{key}` appears twice",
        place,
        "expected each text once",
        cure,
        (("the first one", first),),
    )


_AGAIN = "save it again with the translator's program, or export it again"


def decoded(data: bytes, shown: str, problems: Problems) -> str | None:
    """Return the text of a file, with normalised line ends; None if `problems` has the reason."""
    if len(data) > MAX_BYTES:
        problems.add(
            malformed("the file is larger than 4 MiB", Span(shown), "expected a smaller file")
        )
        return None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        text = f"byte 0x{data[error.start]:02x} is not UTF-8"
        cure = "save the file in the encoding UTF-8"
        problems.add(malformed(text, Span(shown, line, 1), "expected UTF-8", cure))
        return None
