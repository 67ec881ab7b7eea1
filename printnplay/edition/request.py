"""Requests for builds and checks, and the progress interface."""

import re
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.choosing import NOWHERE, Languages
from printnplay.files.catalog import Catalog
from printnplay.files.door import source_text
from printnplay.files.writing import check_inside
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.kernel.memo import Memo
from printnplay.kernel.printing import Backs, Binding, Flip, Printer, SheetOptions


def check_output(folder: Path, project: Path) -> None:
    """Check that the default output folder is inside the folder of the project.

    Raises:
        FaultsError: it is a link to a place outside.
    """
    check_inside(folder, project)


def quoted_file(file: Path) -> str:
    """Return the text of a file to quote in a diagnostic; empty if it cannot be read."""
    return source_text(file)


def place_of(span: Span) -> str:
    """Return a place in the notation of editors and spreadsheets; empty if there is none.

    >>> place_of(Span("cards.csv", 8, 41)), place_of(Span("cards.xlsx", 8, 28))
    ('cards.csv:8:41', 'cards.xlsx, cell AB8')
    """
    from printnplay.tables.reading import cell_address, has_cells

    if span.line and span.column and has_cells(span.file):
        return f"{span.file}, cell {cell_address(span.line, span.column)}"
    return ":".join(str(part) for part in (span.file, span.line, span.column) if part)


MOST_SHARDS = 1000
"""The largest number of shards: CI systems start some 250 machines for one matrix. A guess."""

_FORM = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")


class Shard(Struct, frozen=True):
    """One of several parts of a command's editions, counted from 1; the default is everything.

    Shards follow the order of the games, so each machine reads few games, and differ in size by at
    most one edition. With `whole_games`, all languages of a game are in the same shard.

    >>> chosen = {"city": (Languages("en"), Languages("fr")), "garden": (Languages("en"),)}
    >>> [Shard(number, 3).editions(chosen).keys() for number in (1, 2, 3)]
    [dict_keys(['city']), dict_keys(['city']), dict_keys(['garden'])]
    >>> [[*Shard(number, 2, True).editions(chosen)] for number in (1, 2)]
    [['city'], ['garden']]
    """

    number: int = 1
    of: int = 1
    whole_games: bool = False

    @classmethod
    def parse(cls, text: str) -> "Shard":
        """Parse a shard such as `2/5`; empty text means everything.

        Raises:
            ValueError: it is not a number and a total of at least as many.
        """
        if not text:
            return cls()
        match = _FORM.fullmatch(text)
        shard = cls(int(match[1]), int(match[2])) if match else cls(0)
        if not 1 <= shard.number <= shard.of <= MOST_SHARDS:
            raise ValueError(f"'{text}' is not a shard such as 2/5, of at most {MOST_SHARDS}")
        return shard

    def __bool__(self) -> bool:
        """Return whether this is a part of the work, not everything."""
        return self.of > 1

    def editions(
        self, chosen: Mapping[str, tuple[Languages, ...]]
    ) -> dict[str, tuple[Languages, ...]]:
        """Return the editions of this shard, by game."""
        if self.whole_games:
            games = [*chosen]
            return {game: chosen[game] for game in games[self._part(len(games))]}
        editions = [(game, languages) for game in chosen for languages in chosen[game]]
        found: dict[str, tuple[Languages, ...]] = {}
        for game, languages in editions[self._part(len(editions))]:
            found[game] = (*found.get(game, ()), languages)
        return found

    def _part(self, count: int) -> slice:
        return slice(count * (self.number - 1) // self.of, count * self.number // self.of)


class BuildRequest(Struct, frozen=True):
    """The options of a build.

    Games, languages, papers and formats are unresolved names, which `choose_build` looks up. Empty
    `games` means all of the project; empty `languages` means all languages of each game. `jobs` is
    the number of processes: 0 for one per core, None for the fastest number. `strict` treats
    warnings as errors: nothing is written if there are any. Without `limited`, time and memory are
    unlimited. `binding` is the binding of the rulebook; None means the game's own. Sheets
    compensate for the measured offsets of `printer`. Without `cached`, everything is rendered
    again. With `verify`, written PDFs are compared with the rendered pictures. `asked` are the
    given options that must affect at least one game. A `release` leaves out stamps if the game says
    so.
    With `since`, only what prints differently since that version is built. A `shard` is the part of
    the editions that this machine builds. `together` builds one kit of all games, whose cards share
    sheets. `scheduler` is the address of a Dask cluster that does the work. `base` is the PDF to
    print below sheets, if any.
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
    release: bool = False
    since: str = ""
    shard: Shard = Shard()
    together: bool = False
    scheduler: str = ""
    base: bytes = b""


class CheckRequest(Struct, frozen=True):
    """The options of a check; empty `games` means all, empty `languages` all of each game.

    `pseudo` also renders each game in the pseudo-language. `trust_rules` allows running rules that
    the user wrote in Python. `jobs` is the number of processes, 0 for one per core. `strict` treats
    warnings as errors. Without `limited`, time and memory are unlimited. `numbers` also reports
    typed numbers in the texts of cards. `proofread` checks by dictionaries and word lists.
    `languagetool` is the address of a server to query; `remote` allows one on another machine.
    `language_model` is the address of another on this machine, with the name of a model behind `#`.
    Without `cached`, everything is checked again, even if unchanged since an earlier check. With
    `printed`, PDFs are written, compared with the rendered pictures, and removed. A `shard` is the
    part of the editions that this machine checks. `scheduler` is the address of a Dask cluster that
    does the work.
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
    language_model: str = ""
    cached: bool = True
    printed: bool = False
    shard: Shard = Shard()
    scheduler: str = ""


def catalog_of(request: BuildRequest | CheckRequest) -> Catalog:
    """Return the catalog of the project, with the permissions and limits of its rules."""
    return Catalog(
        request.project,
        trusted=request.trust_rules,
        limited=request.limited,
        cached=request.cached,
    )


class Progress:
    """The progress of a task; does nothing here, subclasses display it."""

    def begin(self, steps: int) -> None:
        """Start a task with this number of steps."""

    def wait(self, name: str) -> None:
        """Start a task whose first step may take long."""

    def step(self, name: str) -> None:
        """Record that one step is done."""


def with_parsed_addresses(request: CheckRequest) -> CheckRequest:
    """Return a request with the addresses of its servers parsed.

    Raises:
        FaultsError: an address is invalid, or is on another machine without permission.
    """
    asked, model = request.languagetool, request.language_model
    return replace(
        request,
        languagetool=server_address(asked, remote=request.remote) if asked else "",
        language_model=model_address(model) if model else "",
    )


def server_address(address: str, *, remote: bool = False) -> str:
    """Parse the address of a LanguageTool server: on this machine, or https elsewhere if `remote`.

    Raises:
        FaultsError: the address is invalid, or is on another machine without permission.
    """
    cure = "correct it"
    is_here, expected = _placed(address)
    if not expected and not is_here and not remote:
        expected = "a server on this machine"
        cure = "add `--languagetool-remote` to allow another: it receives all texts of the games"
    elif not expected and not is_here and not address.startswith("https:"):
        expected = "https:// for a server on another machine"
    if expected:
        raise _unusable("--languagetool", address, expected, cure)
    return address.rstrip("/")


def model_address(address: str) -> str:
    """Parse the address of a language model on this machine, with the name of the model behind `#`.

    Raises:
        FaultsError: the address is invalid, names no model, or is on another machine.
    """
    server, _, model = address.partition("#")
    is_here, expected = _placed(server)
    if not expected and not is_here:
        expected = "a server on this machine: texts are sent to no other"
    elif not expected and not model:
        expected = "`#` and the name of a model after the address"
    if expected:
        cure = "correct it, for example to http://localhost:11434/v1#gemma3"
        raise _unusable("--language-model", address, expected, cure)
    return f"{server.rstrip('/')}#{model}"


def _placed(address: str) -> tuple[bool, str]:
    """Return whether a server is on this machine, and what is expected if it is no address."""
    try:
        parts = urlsplit(address)
        scheme, host, _ = parts.scheme, parts.hostname, parts.port
    except ValueError:
        parts, scheme, host = urlsplit(""), "", None
    if scheme not in ("http", "https") or not host or not address.isprintable():
        return False, "an address such as http://localhost:8081"
    if "@" in parts.netloc:
        return False, "an address without a user name and password"
    return _is_here(host), ""


def _unusable(option: str, address: str, expected: str, cure: str) -> FaultsError:
    message = f"`{option} {address}` cannot be used"
    return FaultsError(
        [Diagnostic(codes.PROOFREADING_ADDRESS, message, NOWHERE, f"expected {expected}", cure)]
    )


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def memo_of(catalog: Catalog) -> Memo | None:
    """Return the cache of earlier commands' results; None if the cache is disabled."""
    from printnplay.cache.store import drawn_store  # few commands need it

    return drawn_store(cached=catalog.cached)
