"""Texts as translators get them and send them back, whatever the format of the file."""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec
from msgspec import Struct, field

from printnplay.game.texts import Remark
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Problems, Span

MAX_BYTES = 4 << 20
"""The bytes of an exchange file: as of a lock file (`loading/locks.py`); the texts of the longest
rulebook are far below."""


MANY = 1000
"""The faults after which a file is not read on. A guess: nobody reads more."""


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


class Base(Struct, frozen=True, array_like=True):
    """What the project said of a text when it was exported.

    Whatever the translator's file says too was not changed by the translator.
    """

    target: Mapping[str, str]
    state: State = State.TRANSLATED
    comment: str = ""

    @property
    def token(self) -> str:
        """One word that carries the base through programs that wrap, sort or replace text.

        It is a hash of the content, so that damage shows, and the content in base64.
        """
        content = msgspec.json.encode(self)
        return f"{_TOKEN}{_digest(content)}.{base64.b64encode(content).decode()}"

    def says(self, state: State) -> bool:
        """Return whether a file with this state says what it said when it was exported.

        PO files cannot say that a text is approved, and say the same of all that is in doubt.
        """
        if self.state.in_doubt or state.in_doubt:
            return self.state.in_doubt and state.in_doubt
        return state in (self.state, State.TRANSLATED) and self.state is not State.EMPTY


_TOKEN = "base:"
_TOKENS = re.compile(rf"{_TOKEN}([0-9a-f]{{16}})\.([A-Za-z0-9+/]+=*)")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def base_in(words: Iterable[str]) -> Base | None:
    """Return the base that notes carry; None if they have none, or a damaged one."""
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
    def base(self) -> Base:
        """What an import compares the translator's file with."""
        return Base(self.target, self.state, self.remark.comment)

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
    of it, UNSURE, TRANSLATED or APPROVED, and None where the file does not say. `base` is what the
    project said when the file was exported, and None if the file does not show it.
    """

    key: str
    source: frozenset[str]
    target: Mapping[str, str]
    places: Mapping[str, Span]
    state: State | None = None
    comment: str = ""
    base: Base | None = None


class Returned(Struct, frozen=True):
    """The texts of a file that came back; `place` is where it says what it is."""

    domain: str
    language: str
    units: tuple[Received, ...]
    place: Span


def singular(forms: Mapping[str, str]) -> str:
    """Return the form that a format with two originals shows first."""
    return forms.get("one", forms["other"])


def original(unit: Unit, category: str) -> str:
    """Return the original that a translator sees beside the form of a category."""
    return unit.source.get(category, unit.source["other"])


def malformed(message: str, place: Span, label: str, cure: str = "") -> Diagnostic:
    """Return the fault of a broken exchange file, or one of another format."""
    return Diagnostic(codes.MALFORMED_EXCHANGE, message, place, label, cure or _AGAIN)


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
    """Return the text of a file, with plain line ends; None, with the reason in `problems`."""
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
