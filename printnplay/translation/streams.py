"""What each exchange file said when it was last imported.

A file says what changed since its export. A translator who imports it a second time may have taken
an edit back: compared with the export alone, such a text looks untouched. So an import stores what
each file said, in `.l10n/`, one record for each path. Where the project still says that, the next
import of the path compares with it instead of the export.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.door import ReadError, read, resolved
from printnplay.files.writing import write_bytes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.translation.exchange.units import Base, Received, Returned
from printnplay.translation.import_faults import Side, changed_since_import

RECORDS = Path(".l10n")
"""The folder of the records, in the project: people delete the output, and nothing makes a record
again."""

_MAX_BYTES = 8 << 20
"""The maximum size of a record in bytes: twice that of an exchange file, a part of which it has."""


class Stream(Struct):
    """What a file said about its edited texts, and the texts that its imports marked as unsure.

    Bases are those of the last import, with the digest of the exported one in `seen`. `is_kept` is
    false if the file may be somebody else's copy, whose edits must not replace these.
    """

    said: dict[str, Base] = field(default_factory=dict)
    doubted: set[str] = field(default_factory=set)
    is_kept: bool = True

    def last(self, unit: Received) -> Base | None:
        """Return what the file said about a text that it had edited; None if it had not."""
        said = self.said.get(unit.key)
        return said if said and unit.base and said.seen == unit.base.digest else None

    def is_followed_by(self, units: Iterable[Received]) -> bool:
        """Return whether a file has most of the edits that it had: else it may be another copy."""
        kept = [said_by(unit) == said for unit in units if (said := self.last(unit))]
        return sum(kept) * 2 > len(kept)


def said_by(unit: Received) -> Base:
    """Return what a file says about a text, as an export would."""
    base = unit.base or Base({})
    target = {name: text.rstrip("\n") for name, text in {**base.target, **unit.target}.items()}
    state = unit.state
    if state is None or base.says(state, approves=unit.approves) or not all(target.values()):
        state = base.state
    return Base(target, state, unit.comment, base.digest)


def moved(unit: Received, said: Base, ours: Base) -> Received:
    """Return a text with what its file said before as its base, where the project says that too."""
    base = unit.base or Base({})
    target = {
        name: said.target[name] if ours.target.get(name, "") == said.target[name] else text
        for name, text in base.target.items()
    }
    state = said.state if said.says(ours.state, approves=unit.approves) else base.state
    comment = said.comment if ours.comment == said.comment else base.comment
    return replace(unit, base=replace(base, target=target, state=state, comment=comment))


def is_as_exported(unit: Received, later: Received) -> bool:
    """Return whether a part of a text is as exported, but not as in the `later` base."""
    now, base, last = said_by(unit), unit.base or Base({}), later.base or Base({})
    return (
        any(
            now.target[name] == text.rstrip("\n") != last.target[name].rstrip("\n")
            for name, text in base.target.items()
        )
        or now.state is base.state is not last.state
        or now.comment == base.comment.strip() != last.comment.strip()
    )


def load_stream(path: Path, returned: Returned, project: Path) -> Stream:
    """Return the record of a file; an empty one if there is none, or it is damaged."""
    with suppress(ReadError, msgspec.MsgspecError):
        data = read(_record(path, returned, project), _MAX_BYTES, anywhere=True)
        return msgspec.json.decode(data, type=Stream)
    return Stream()


def keep_stream(stream: Stream, path: Path, returned: Returned, project: Path) -> None:
    """Store what a file says. If that fails, its edits are compared with the export only."""
    if stream.is_kept:
        says = {unit.key: said_by(unit) for unit in returned.units if unit.base}
        stream.said = {
            unit.key: says[unit.key]
            for unit in returned.units
            if unit.base and says[unit.key] != said_by(_untouched(unit, unit.base))
        }
    record = _record(path, returned, project)
    if stream.said or stream.doubted or record.exists():
        with suppress(FaultsError):
            write_bytes(record, msgspec.json.encode(replace(stream, is_kept=True)))


def _untouched(unit: Received, base: Base) -> Received:
    return replace(unit, target=base.target, state=None, comment=base.comment.strip())


def _record(path: Path, returned: Returned, project: Path) -> Path:
    at, home = resolved(path), resolved(project)
    name = at.relative_to(home).as_posix() if at.is_relative_to(home) else at.as_posix()
    words = "\n".join((name, returned.domain, returned.language))
    return project / RECORDS / f"{hashlib.sha256(words.encode()).hexdigest()[:16]}.json"


def since_last_import(
    returned: Returned,
    stream: Stream,
    ours: Callable[[str], Base],
    side: Side | None,
    problems: Problems,
) -> Sequence[Received]:
    """Return the texts of a file with bases that its last import moved, unless it may be a copy.

    Somebody else's copy of the export, saved under the same name, looks like a file whose
    translator took back all edits. `ours` returns the project's version of a text.
    """
    units, again = _moved(returned.units, stream, ours)
    if not again or stream.is_followed_by(returned.units) or side is Side.THEIRS:
        if again:
            problems.add(_changed(again, taken=True))
        return units
    by_key = {unit.key: unit for unit in returned.units}
    reversed_ones = [unit for unit in again if is_as_exported(by_key[unit.key], unit)]
    stream.is_kept = side is not None
    if reversed_ones and side is None:
        problems.add(_changed(reversed_ones, taken=False))
    return returned.units


def newer_in_project(units: Iterable[Received], ours: Callable[[str], Base]) -> Iterator[str]:
    """Yield the keys of texts that the project has changed since, and their file has not."""
    for unit in units:
        now, base = said_by(unit).target, unit.base.target if unit.base else {}
        project = ours(unit.key).target
        if (
            base
            and all(now[name] == text.rstrip("\n") for name, text in base.items())
            and any(project.get(name, "") != text.rstrip("\n") for name, text in base.items())
        ):
            yield unit.key


def _changed(units: Sequence[Received], *, taken: bool) -> Diagnostic:
    return changed_since_import([unit.key for unit in units], units[0].place, taken=taken)


def _moved(
    units: Sequence[Received], stream: Stream, ours: Callable[[str], Base]
) -> tuple[list[Received], list[Received]]:
    """Return all texts with moved bases, and those of them that say something new since."""
    bases = [
        moved(unit, said, ours(unit.key)) if (said := stream.last(unit)) else unit for unit in units
    ]
    again = [
        later
        for unit, later in zip(units, bases, strict=True)
        if later.base != unit.base and said_by(unit) != stream.last(unit)
    ]
    return bases, again
