"""Requests: builds and checks as asked for, and how they tell how far they are."""

from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct, field

from printnplay.edition.choosing import NOWHERE
from printnplay.files.catalog import Catalog
from printnplay.files.door import source_text
from printnplay.files.writing import check_inside
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.kernel.memo import Memo
from printnplay.kernel.printing import Backs, Binding, Flip, Printer, SheetOptions


def check_output(folder: Path) -> None:
    """Check whether an output folder that nobody has named is in the current folder.

    Raises:
        FaultsError: it is a link that leads out.
    """
    check_inside(folder, Path.cwd())


def quoted_file(file: Path) -> str:
    """Return the text of a file to quote from; empty if it cannot be read."""
    return source_text(file)


def place_of(span: Span) -> str:
    """Return a place as editors and spreadsheets write it; empty if there is none.

    >>> place_of(Span("cards.csv", 8, 41)), place_of(Span("cards.xlsx", 8, 28))
    ('cards.csv:8:41', 'cards.xlsx, cell AB8')
    """
    from printnplay.tables.reading import cell_address, has_cells

    if span.line and span.column and has_cells(span.file):
        return f"{span.file}, cell {cell_address(span.line, span.column)}"
    return ":".join(str(part) for part in (span.file, span.line, span.column) if part)


class BuildRequest(Struct, frozen=True):
    """A build as asked for.

    Games, languages, papers and formats are still words, which `choose_build` looks up. Empty
    `games` means all of the project, empty `languages` all that a game has. `jobs` are processes at
    once, 0 for one a core, None for what is quickest. `strict` counts warnings as errors: nothing
    is written where there are any. A build that is not `limited` may take any time and memory.
    `binding` is that of the rulebook, None for the game's own. For a `printer` that was measured,
    sheets are drawn so that it prints them right. One that is not `cached` draws everything anew.
    With `verify`, written PDFs are compared with what was drawn. `asked` are the options that were
    given and must change something of the games.
    """

    project: Path
    games: tuple[str, ...]
    languages: tuple[str, ...]
    papers: tuple[str, ...]
    output: Path
    backs: Backs = Backs.LONG
    booklet_flip: Flip = Flip.SHORT
    binding: Binding | None = None
    formats: tuple[str, ...] = ("pdf",)
    draft: bool = False
    jobs: int | None = None
    trust_rules: bool = False
    strict: bool = False
    limited: bool = True
    sheets: SheetOptions = field(default_factory=SheetOptions)
    printer: Printer | None = None
    cached: bool = True
    verify: bool = False
    asked: tuple[str, ...] = ()


class CheckRequest(Struct, frozen=True):
    """A check as asked for. Empty `games` means all, empty `languages` all that a game has.

    `pseudo` also draws each game in the pseudo-language; `trust_rules` allows running rules that
    the user wrote in Python. `jobs` are processes at once, 0 for one a core. `strict` counts
    warnings as errors. A check that is not `limited` may take any time and memory. `numbers` also
    reports typed numbers in the texts of cards, `proofread` checks by dictionaries and word lists,
    `languagetool` is the address of a server to ask; `remote` lets it be on another machine. One
    that is not `cached` checks everything anew, also what has not changed since an earlier check.
    With `printed`, PDFs are written, compared with what was drawn, and removed.
    """

    project: Path
    games: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    pseudo: bool = False
    trust_rules: bool = False
    jobs: int = 1
    strict: bool = False
    limited: bool = True
    numbers: bool = False
    proofread: bool = False
    languagetool: str = ""
    remote: bool = False
    cached: bool = True
    printed: bool = False


def catalog_of(request: BuildRequest | CheckRequest) -> Catalog:
    """Return the catalog of the project, with what its rules may do."""
    return Catalog(
        request.project,
        trusted=request.trust_rules,
        limited=request.limited,
        cached=request.cached,
    )


class Progress:
    """How far some work has come; this one shows nothing, others override it."""

    def begin(self, steps: int) -> None:
        """Begin work of this many steps."""

    def wait(self, name: str) -> None:
        """Begin work that may take long before its first step is done."""

    def step(self, name: str) -> None:
        """Note that one step is done."""


def server_address(address: str, *, remote: bool = False) -> str:
    """Parse the address of a server: on this machine, or https anywhere if `remote` may be.

    Raises:
        FaultsError: it is not an address, or it is on another machine and may not be.
    """
    try:
        parts = urlsplit(address)
        scheme, host, _ = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme, host = "", None
    expected, cure = "", "correct it"
    if scheme not in ("http", "https") or not host or not address.isprintable():
        expected = "an address such as http://localhost:8081"
    elif not _is_here(host) and not remote:
        expected = "a server on this machine"
        cure = (
            "add `--languagetool-remote` to allow another server: it receives all texts of"
            " the games"
        )
    elif not _is_here(host) and scheme != "https":
        expected = "https:// for a server on another machine"
    if expected:
        message = f"`--languagetool {address}` cannot be used"
        found = Diagnostic(
            codes.LANGUAGETOOL_ADDRESS, message, NOWHERE, f"expected {expected}", cure
        )
        raise FaultsError([found])
    return address.rstrip("/")


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def memo_of(catalog: Catalog) -> Memo | None:
    """Return where the results of earlier commands are kept; None if all is to be made again."""
    from printnplay.cache.store import drawn_store  # few commands need it

    return drawn_store(cached=catalog.cached)
