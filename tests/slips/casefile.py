"""Slips as data: what somebody did to a sound project, and what has to be reported.

`slips.yaml` maps a subject to a list of slips. Files have short names (`NAMES` in
`projects.py`): `texts`, `booklet`, `cards`, `game`, `style`, `template`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec
import yaml

HERE = Path(__file__).parent

Edit: TypeAlias = tuple[str, str, str]
"""A file, a text that stands in it exactly once, and what is written in its place."""

Book: TypeAlias = Mapping[str, Any]
"""What a workbook has besides its cells; see `tables.py`."""


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is done to a project, in this order: its table, its files."""

    headings: Mapping[str, str] = {}
    """Old headings of the table: new ones."""
    columns: Mapping[str, Any] = {}
    """New columns on the right: one value for all rows, or a list of values."""
    add: Sequence[Sequence[Any]] = ()
    """New rows below the others."""
    insert: Mapping[int, Sequence[Any]] = {}
    """New rows by the number that they get, 1 being above the headings."""
    cells: Mapping[str, Any] = {}
    """Cells by their address in the finished table, such as `D2`."""
    table: Literal["", "csv", "tsv", "xlsx", "ods"] = ""
    """What the table is saved as; if empty, as what it was."""
    book: Book = {}
    csv: Mapping[str, str] = {}
    """How a CSV is written: `encoding`, `separator`, `newline`, `before` (a text in front)."""
    edits: Sequence[Edit] = ()
    files: Mapping[str, str] = {}
    delete: Sequence[str] = ()
    rename: Mapping[str, str] = {}


class Base(Changes, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sound project that slips are made in: a starter of `printnplay new`, and changes to it."""

    starter: str = "csv"


class Slip(Changes, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that people do, and what must be reported of it."""

    id: str
    base: str = "coast"
    """The project: a base, or `sound/<name>`."""
    first: Sequence[str] = ()
    """Commands before the changes."""
    run: str = "check"
    at: str | Sequence[str] = ()
    """Where it must be reported, one of these: a cell (`D2`), a column (`D`), a row (`2`), a file
    (`texts`), a line of it with certain words (`texts > thirty cards`), `command`, or `nothing`
    where nothing may be reported, because it is no slip at all."""
    says: Sequence[str] = ()
    """What the message, its label or its help must say; `copies|number` is either."""
    never: Sequence[str] = ()
    """What they must not say."""
    severity: Literal["error", "warning", "either"] = msgspec.field(name="as", default="either")
    most: int = 1000
    """How many reports are not too many."""
    gone: Sequence[str] = ()
    """Files that must not be there afterwards, or must be reported."""
    prints: Sequence[str] = ()
    """Words that must stand on the sheets of a build, or be reported."""


class Sound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sound project as a native speaker writes it, in the drawings of the starter `csv`."""

    language: str
    title: str
    table: str
    """The table of cards, as CSV."""
    texts: str
    """The texts, without the first key."""
    booklet: str
    saved: Changes = Changes()
    """What else is done, such as saving the table as a workbook."""


@cache
def slips() -> Mapping[str, Sequence[Slip]]:
    """All slips, by their subjects."""
    listed = yaml.load((HERE / "slips.yaml").read_text("utf-8"), yaml.CSafeLoader)
    return msgspec.convert(listed, dict[str, list[Slip]])


@cache
def bases() -> Mapping[str, Base]:
    """The projects that slips are made in, by name."""
    listed = yaml.load((HERE / "bases.yaml").read_text("utf-8"), yaml.CSafeLoader)
    return msgspec.convert(listed, dict[str, Base])


@cache
def sounds() -> Mapping[str, Sound]:
    """The sound projects, by the names of their files."""
    return {
        path.stem: msgspec.convert(yaml.load(path.read_text("utf-8"), yaml.CSafeLoader), Sound)
        for path in sorted((HERE / "sound").glob("*.yaml"))
    }
