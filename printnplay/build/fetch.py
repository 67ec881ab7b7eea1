"""Fetching published card tables: apart from LanguageTool servers, the only use of the network.

A build reads the fetched files, so its result does not depend on the network.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from printnplay.build.download import DownloadError, download
from printnplay.edition.choosing import choose_games
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import ReadError, read
from printnplay.files.writing import write_all
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.loading.family_tables import TableAddress, table_addresses
from printnplay.tables.reading import MAX_BYTES, WORKBOOKS, read_content

Download: TypeAlias = Callable[[str, int], bytes]
"""Downloads a URL; returns its bytes, up to a limit."""


class Fetched(Struct, frozen=True):
    """A fetched table: its file, its number of rows, and whether it has changed."""

    path: str
    rows: int
    changed: bool


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
    if problems.errors:
        raise FaultsError(problems.found)
    new: dict[Path, bytes] = {}
    fetched = []
    for address in addresses:
        content = _content(address, answered or download, problems)
        if content is None:
            continue
        shown = display_path(address.path)
        table = read_content(content, shown, address.sheet, problems)
        if table is not None:
            changed = content != _there(address.path)
            fetched.append(Fetched(shown, len(table.rows), changed))
            if changed:
                new[address.path] = content
    if problems.errors:
        raise FaultsError(problems.found)
    write_all(new, project)
    return tuple(fetched)


def _there(path: Path) -> bytes:
    """Return the current content of the file; empty if it cannot be read."""
    try:
        return read(path, MAX_BYTES)
    except ReadError:
        return b""


def _content(address: TableAddress, answered: Download, problems: Problems) -> bytes | None:
    reason = ""
    try:
        content = answered(address.url, MAX_BYTES)
    except DownloadError as error:
        reason = str(error)
    else:
        is_page = content.lstrip()[:1] == b"<"
        is_zip = content[:2] == b"PK"
        if is_page or is_zip != (address.path.suffix.lower() in WORKBOOKS):
            reason = "it is a web page, or not the kind of file that `rows` names"
    if not reason:
        return content
    problems.error(
        codes.CANNOT_FETCH,
        f"the table cannot be fetched: {reason}",
        address.span,
        "expected the address of a table that is published to the web",
        "open the address in a browser: it must download the file without signing in; in"
        " Google Sheets: File > Share > Publish to web, as CSV",
    )
    return None
