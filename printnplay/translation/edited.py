"""Exported files that somebody has edited since: an export never destroys them.

A record beside the exported files holds a hash of each, and hashes of all its texts. An import adds
the hash of the file that it has read if all edits are in the project: edits of anything else than
translations, states and comments, such as originals or notes, are not. A file that was returned and
imported is kept in a folder of its own when an export takes its place: formats hold more than an
import reads, such as remarks of other programs.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from printnplay.files.catalog import display_path
from printnplay.files.door import LARGEST, ReadError, is_there, read, resolved
from printnplay.files.records import content_hash, hashes_in, record_of
from printnplay.files.writing import write_all, write_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.translation import FOLDER
from printnplay.translation.exchange.pieces import digests, pieces
from printnplay.translation.exchange.rows import DOWNLOADED

SHORT = 8
"""The number of characters of the hash in the name of a returned file: with 8, two files with the
same name are rarer than one in a billion."""

RECORD = ".exported.json"
"""The name of the record in the folder of exported files."""


RETURNED = "returned"
"""The folder of returned files, in that of exported files."""


def write_exported(
    files: Mapping[Path, bytes], folder: Path, endings: Iterable[str]
) -> tuple[Path, ...]:
    """Write exported files and their record: all of them, or none.

    Return the copies of returned files that they have replaced.

    Args:
        files: the contents by path.
        folder: the folder of the export.
        endings: the extensions of files that can be imported.

    Raises:
        FaultsError: a file was edited since its export, or cannot be written.
    """
    record = hashes_in(folder / RECORD)

    def guard(path: Path, _new: Path) -> Diagnostic | None:
        if path.name == RECORD or _hash_of(path) in ("", record.get(_name(path, folder))):
            return None
        return _edited(path, importable=path.suffix.lower() in endings)

    new = {_name(path, folder): content_hash(data) for path, data in files.items()}
    texts = {path.name: digests(pieces(path, data)) for path, data in files.items()}
    new |= {_texts_of(name): hashes for name, hashes in texts.items() if hashes}
    kept = dict(_returned(files, folder, record))
    write_all({**files, **kept, folder / RECORD: record_of(record | new)}, folder, guard)
    return tuple(kept)


def _returned(
    files: Mapping[Path, bytes], folder: Path, record: Mapping[str, str]
) -> Iterator[tuple[Path, bytes]]:
    """Yield copies of returned files that exports replace, and that are not kept yet."""
    for path in files:
        returned = _hash_of(path)
        if returned and returned == record.get(_returned_as(_name(path, folder))):
            copy = folder / RETURNED / f"{path.stem} {returned[:SHORT]}{path.suffix}"
            if not is_there(copy):
                yield copy, read(path, LARGEST, anywhere=True)


def note_imported(path: Path, data: bytes, project: Path) -> None:
    """Record that the edits in an exported file are in the project, so that it may be overwritten.

    Only folders below the project get a record, and those that something was exported into.
    """
    folder = path.parent
    if is_there(folder / RECORD) or resolved(project) in resolved(folder).parents:
        given = content_hash(data)
        record = hashes_in(folder / RECORD)
        if record.get(path.name) != given:
            record |= {path.name: given, _returned_as(path.name): given}
        with suppress(FaultsError):  # then the next export refuses to overwrite the file
            write_bytes(folder / RECORD, record_of(record))


def exported_texts(path: Path, stems: Iterable[str], project: Path) -> str:
    """Return the hashes of the texts of a file as it was exported; empty if there is no record.

    Without a record beside the file, that of the usual folder counts: files are sent and received,
    also under other names. `stems` are the names, without the extension, that its texts have.
    """
    names = [_texts_of(stem + path.suffix) for stem in (DOWNLOADED.sub("", path.stem), *stems)]
    records = [hashes_in(folder / RECORD) for folder in (path.parent, project / FOLDER)]
    found = (record.get(name) for name in names for record in records)
    return next((texts for texts in found if isinstance(texts, str)), "")


def _returned_as(name: str) -> str:
    return f"returned as {name}"


def _texts_of(name: str) -> str:
    return f"texts of {name}"


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _hash_of(path: Path) -> str:
    """Return the hash of a file; empty if there is no file that could have edits."""
    try:
        return content_hash(read(path, LARGEST, anywhere=True))
    except ReadError:  # what cannot be read is reported when it is written
        return ""


def _edited(path: Path, *, importable: bool) -> Diagnostic:
    shown = display_path(path)
    elsewhere = "export into another folder with -o"
    imports = f"import it first: `printnplay l10n import {shown}`"
    return Diagnostic(
        codes.EDITED_SINCE,
        f"`{shown}` was edited after its last export, or was never exported",
        Span(""),
        "an export would overwrite these edits",
        f"{imports}, rename it, or {elsewhere}" if importable else f"rename it, or {elsewhere}",
    )
