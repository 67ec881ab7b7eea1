"""Fetching published card tables: apart from LanguageTool servers, the only use of the network.

A build reads the fetched files, so its result does not depend on the network.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.addresses import downloadable
from printnplay.build.download import DownloadError, download
from printnplay.build.keys import authorization, read_keys
from printnplay.edition.choosing import choose_games
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import ReadError, is_there, read
from printnplay.files.edits import editing, write_edits
from printnplay.files.records import content_hash, hashes_in, record_of
from printnplay.files.yaml_tree import TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity
from printnplay.kernel.suggestions import counted
from printnplay.loading.family_tables import TableAddress, table_addresses
from printnplay.tables.reading import MAX_BYTES, TEXT_TABLES, WORKBOOKS, Table, read_content

Download: TypeAlias = Callable[[str, int], bytes]
"""Downloads a URL; returns its bytes, up to a limit."""


RECORD = ".fetched.json"
"""The name of the record of fetched tables, in the folder of the game."""

NAMED = 5
"""Maximum number of lost rows to name in a warning. A guess: they fit on a line."""

_BEFORE_PAGES = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"
"""Bytes before the first tag of a page: byte order marks, white space, and halves of UTF-16."""


class Fetched(Struct, frozen=True):
    """A fetched table: its file, its number of rows, whether it has changed, and warnings."""

    path: str
    rows: int
    changed: bool
    warnings: tuple[Diagnostic, ...] = ()


@editing
def fetch(
    project: Path, games: Sequence[str], answered: Download | None = None
) -> tuple[Fetched, ...]:
    """Download the tables of games from the URLs in cards.yaml; write all of them or none.

    Args:
        project: the folder of the project.
        games: the ids of games; if empty, all games of the project.
        answered: returns the response of a URL; defaults to HTTPS.

    Raises:
        FaultsError: a game does not exist, or a table cannot be fetched, parsed or written.
    """
    catalog, problems = Catalog(project), Problems()
    addresses = [
        address
        for game in choose_games(catalog, games)
        for address in table_addresses(catalog.game_folder(game), problems)
    ]
    answered = answered or (_with_keys(problems) if addresses else download)
    if problems.errors:
        raise FaultsError(problems.found)
    new: dict[Path, bytes] = {}
    contents: dict[Path, bytes] = {}
    fetched = []
    for address in addresses:
        content = _content(address, answered, problems)
        if content is None:
            continue
        shown = display_path(address.path)
        table = _table(content, address, problems)
        if table is None:
            continue
        there, warnings = _there(address.path), Problems()
        if there and there != content:
            old = read_content(there, shown, address.sheet, Problems())
            _compare(old, table, address, problems, warnings)
        if there != content:
            new |= _files(address, there, content, warnings)
        fetched.append(Fetched(shown, len(table.rows), there != content, tuple(warnings.found)))
        contents[address.path] = content
    if problems.errors:
        raise FaultsError(problems.found)
    write_edits(new | _records(contents), project, keep_links=False)
    return tuple(fetched)


def _with_keys(problems: Problems) -> Download:
    """Return how a table is downloaded: with the user's key for its host, if there is one."""
    keys = read_keys(problems)

    def answered(url: str, limit: int) -> bytes:
        key = keys.get(urlsplit(url).hostname or "")
        return download(url, limit, authorization=authorization(key) if key else "")

    return answered


def _files(
    address: TableAddress, there: bytes, content: bytes, warnings: Problems
) -> dict[Path, bytes]:
    """Return the files to write for a new table; an edited table is kept under another name."""
    path = address.path
    if path.is_symlink():
        warnings.add(_unlinked(address))
    if not there or content_hash(there) == hashes_in(path.with_name(RECORD)).get(path.name):
        return {path: content}
    kept = _free_name(path)
    warnings.add(_kept(address, kept))
    return {path: content, kept: there}


def _records(contents: Mapping[Path, bytes]) -> dict[Path, bytes]:
    """Return the records of fetched tables, by path."""
    hashes: dict[Path, dict[str, str]] = {}
    for path, content in contents.items():
        record = path.with_name(RECORD)
        hashes.setdefault(record, hashes_in(record))[path.name] = content_hash(content)
    return {record: record_of(noted) for record, noted in hashes.items()}


def _free_name(path: Path) -> Path:
    """Return a free name for the edited content of a table."""
    names = (path.with_name(f"{path.name}.kept{number or ''}") for number in count())
    return next(name for name in names if not is_there(name))


def _kept(address: TableAddress, kept: Path) -> Diagnostic:
    return Diagnostic(
        codes.EDITED_SINCE,
        f"`{display_path(address.path)}` was edited after it was fetched, or was never fetched",
        address.span,
        f"the edited table is kept as `{kept.name}`",
        "make the same changes in the published table, then delete that file",
        severity=Severity.WARNING,
    )


def _unlinked(address: TableAddress) -> Diagnostic:
    path = address.path
    return Diagnostic(
        codes.EDITED_SINCE,
        f"`{display_path(path)}` is a link to `{path.readlink()}`",
        address.span,
        "a file with the fetched table replaces the link; the linked file does not change",
        "to use the linked file instead, remove the address and restore the link",
        severity=Severity.WARNING,
    )


def _there(path: Path) -> bytes:
    """Return the current content of the file; empty if it cannot be read."""
    try:
        return read(path, MAX_BYTES)
    except ReadError:
        return b""


def _content(address: TableAddress, answered: Download, problems: Problems) -> bytes | None:
    reason = ""
    try:
        content = answered(downloadable(address.url, address.path.suffix), MAX_BYTES)
    except DownloadError as error:
        reason = str(error)
    else:
        is_page = content.lstrip(_BEFORE_PAGES)[:1] == b"<"
        is_zip = content[:2] == b"PK"
        ending = address.path.suffix.lower()
        if (
            is_page
            or is_zip != (ending in WORKBOOKS)
            or (ending in TEXT_TABLES and _is_json(content))
        ):
            reason = "it is a web page, or not the kind of file that `rows` names"
    if not reason:
        return content
    _refuse(reason, address, problems)
    return None


def _refuse(reason: str, address: TableAddress, problems: Problems) -> None:
    problems.error(
        codes.CANNOT_FETCH,
        f"the table cannot be fetched: {reason}",
        address.span,
        "expected the address of a table that is published to the web",
        "share the table with everyone who has the link, or publish it to the web as CSV; for a"
        " private one, add a key to keys.yaml (docs: Google Sheets)",
    )


def _table(content: bytes, address: TableAddress, problems: Problems) -> Table | None:
    """Parse a fetched table; report its faults at its address."""
    faults = Problems()
    table = read_content(content, display_path(address.path), address.sheet, faults)
    for fault in faults.found if table is None else ():
        problems.add(_in_the_answer(fault, address))
    return table


def _in_the_answer(fault: Diagnostic, address: TableAddress) -> Diagnostic:
    """Return a fault of a fetched table at its address: the file on the disk is another one."""
    place = f" in line {fault.span.line}, column {fault.span.column}" if fault.span.line else ""
    return replace(
        fault,
        code=codes.CANNOT_FETCH,
        message=f"the table cannot be fetched: {fault.message}",
        span=address.span,
        label=f"{fault.label}{place}",
        help=f"in the published table, {fault.help}" if fault.help else "",
    )


def _is_json(content: bytes) -> bool:
    """Return whether content is a JSON object or list, such as an error of a server."""
    with suppress(ValueError, RecursionError):
        return isinstance(json.loads(content), dict | list)
    return False


def _compare(
    old: Table | None,
    new: Table,
    address: TableAddress,
    problems: Problems,
    warnings: Problems,
) -> None:
    """Refuse a table that has nothing of the old one; warn of one that has much less."""
    if old is None or not old.rows:
        return
    name = address.path.name
    columns = {_plain(one) for one in new.headings}
    lost = [one.value for one in old.headings if one.value and _plain(one) not in columns]
    if not new.rows or len(lost) == sum(1 for one in old.headings if one.value):
        what = "no rows" if not new.rows else f"none of the columns of `{name}`"
        problems.error(
            codes.CANNOT_FETCH,
            f"the table cannot be fetched: it has {what}",
            address.span,
            f"expected a table like `{name}`, which has {counted(len(old.rows), 'row')}",
            f"open the address in a browser; if the table is right, remove `{name}` first",
        )
        return
    kept = {_plain(row.cells[0]) for row in new.rows}
    gone = [row.cells[0].value for row in old.rows if _plain(row.cells[0]) not in kept]
    said = [f"the column `{one}`" for one in lost]
    if len(new.rows) * 2 < len(old.rows):
        named = ", ".join(f"`{one}`" for one in gone[:NAMED] if one)
        rows = counted(max(len(gone), len(old.rows) - len(new.rows)), "row")
        said.append(f"{rows} of {len(old.rows)}{named and f': {named}'}{'…' * (len(gone) > NAMED)}")
    if said:
        warnings.warning(
            codes.FETCHED_LESS,
            f"the fetched table has lost {', and '.join(said)}",
            address.span,
            f"`{name}` had more before",
            "if this is wrong, correct the published table and fetch it again",
        )


def _plain(cell: TextNode) -> str:
    return cell.value.strip().casefold()
