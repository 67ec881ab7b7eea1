"""Requests: what a command asks for, the values and jobs that come of it, and what was built."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.files.build_records import LATEST, BuildRecord, BuiltFile, project_key
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import is_closed, names_in, source_text
from printnplay.files.left_behind import Left
from printnplay.files.writing import check_inside
from printnplay.imposition.papers import PAPERS, UnknownPaperError, find_paper
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.model.geometry import Paper
from printnplay.model.printing import Backs, Binding, Flip, Printer, PrintSettings, SheetOptions
from printnplay.model.suggestions import did_you_mean, suggestion
from printnplay.output import FORMATS, Format
from printnplay.output.options import UnusedOptionError as UnusedOptionError

if TYPE_CHECKING:
    from printnplay.model.game import Card, Game

FORMAT_NAMES = tuple(FORMATS)
"""The output formats as they are named in a command."""
PAPER_FORMATS = frozenset(name for name, form in FORMATS.items() if form.on_paper)
"""Those that are made of sheets of paper."""


KIT = "kit"
RULEBOOK = "rulebook"
DOCUMENTS = (KIT, "booklet", RULEBOOK, "box")
"""The documents that a game may have: the first always, others where they fit on the paper."""

PAGE = ".html"

ON_SCREENS = (RULEBOOK, f"{RULEBOOK}-cover")
"""What there may be for screens, whatever the paper: the first always."""


def check_output(folder: Path) -> None:
    """Check whether an output folder that nobody has named is in the current folder.

    Raises:
        FaultsError: it is a link that leads out.
    """
    check_inside(folder, Path.cwd())


def quoted_file(file: Path) -> str:
    """The text of a file that a fault is about, to quote from; empty if it cannot be read."""
    return source_text(file)


def place_of(span: Span) -> str:
    """A place as editors understand it, in a workbook as spreadsheets do; empty if it is nowhere.

    >>> place_of(Span("cards.csv", 8, 41)), place_of(Span("cards.xlsx", 8, 28))
    ('cards.csv:8:41', 'cards.xlsx, cell AB8')
    """
    from printnplay.files.tables import WORKBOOKS, cell_address

    if span.line and span.column and Path(span.file).suffix.lower() in WORKBOOKS:
        return f"{span.file}, cell {cell_address(span.line, span.column)}"
    return ":".join(str(part) for part in (span.file, span.line, span.column) if part)


NOWHERE = Span("")
"""The place of a fault in the command itself."""


class Languages(Struct, frozen=True):
    """The languages of one edition: one, or two that are printed on the same cards.

    >>> str(Languages("fr", "de")), list(Languages("fr", "de")), list(Languages("fr"))
    ('fr+de', ['fr', 'de'], ['fr'])
    """

    first: str
    second: str = ""

    @classmethod
    def parse(cls, word: str) -> "Languages":
        """The languages that a word such as `fr` or `fr+de` asks for.

        What is not two different names with a plus between them is taken for one name.
        """
        first, _, second = word.partition("+")
        is_pair = first and second and first != second and "+" not in second
        return cls(first, second) if is_pair else cls(word)

    def __iter__(self) -> Iterator[str]:
        """Each language by itself."""
        return iter((self.first, self.second) if self.second else (self.first,))

    def __str__(self) -> str:
        """As in the command, and in the names of folders and files."""
        return "+".join(self)


def each_language(editions: Iterable[Languages]) -> tuple[str, ...]:
    """All languages of some editions, each once.

    >>> each_language([Languages("fr", "de"), Languages("fr")])
    ('fr', 'de')
    """
    return tuple(dict.fromkeys(language for languages in editions for language in languages))


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
    """The files of the project that is to be built or checked, with what its rules may do."""
    return Catalog(
        request.project,
        trusted=request.trust_rules,
        limited=request.limited,
        cached=request.cached,
    )


class Outcome(Struct, frozen=True):
    """What a build made, what it found, and what it cleared of earlier builds."""

    files: tuple[BuiltFile, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    left: Left = Left()

    @property
    def grouped(self) -> list[BuiltFile]:
        """The files for a list that people read: the parts of a document as one.

        >>> parts = [BuiltFile(Path(f"kit/kit-{page}.png"), 1, 10, True, True) for page in (1, 2)]
        >>> [(file.path.as_posix(), file.pages, file.size) for file in Outcome((*parts,)).grouped]
        [('kit/*.png', 2, 20)]
        """
        groups: dict[Path, BuiltFile] = {}
        for file in self.files:
            path = file.path.with_name(f"*{file.path.suffix}") if file.is_part else file.path
            so_far = groups.get(path, BuiltFile(path, 0, 0, file.fresh))
            pages, size = so_far.pages + file.pages, so_far.size + file.size
            groups[path] = replace(so_far, pages=pages, size=size)
        return list(groups.values())


class Progress:
    """How far some work has come; this one shows nothing, others override it."""

    def begin(self, steps: int) -> None:
        """Work of this many steps begins."""

    def wait(self, name: str) -> None:
        """Work on something begins that may take long before its first step is done."""

    def step(self, name: str) -> None:
        """One step is done."""


class BuildChoice(Struct, frozen=True):
    """What a build is of: games with their languages, papers and formats, each once.

    `date` is that of its documents, in seconds since 1970; None leaves it to the files that they
    are made of.
    """

    languages: Mapping[str, tuple[Languages, ...]]
    papers: tuple[Paper, ...]
    formats: tuple[Format, ...]
    date: int | None = None


def choose_build(catalog: Catalog, request: BuildRequest) -> BuildChoice:
    """The values that the words of a build mean.

    Raises:
        FaultsError: with every word that is unknown.
    """
    problems = Problems()
    choice = BuildChoice(
        _languages_by_game(catalog, request.games, request.languages, problems, pairs=True),
        _papers(request.papers, problems),
        _formats(request.formats, problems),
        _source_date(problems),
    )
    if problems.found:
        raise FaultsError(problems.found)
    return choice


def choose(
    catalog: Catalog, games: Sequence[str], languages: Sequence[str], *, pairs: bool = False
) -> dict[str, tuple[Languages, ...]]:
    """The games that the words of a command mean, each with its languages.

    No game means those of the project, no language all that a game has. With `pairs`, two languages
    with a plus between them are allowed.

    Raises:
        FaultsError: with every word that is unknown.
    """
    problems = Problems()
    chosen = _languages_by_game(catalog, games, languages, problems, pairs=pairs)
    if problems.found:
        raise FaultsError(problems.found)
    return chosen


def choose_games(catalog: Catalog, games: Sequence[str]) -> tuple[str, ...]:
    """The games that the words of a command mean, whatever languages they have.

    Raises:
        FaultsError: with every word that is unknown.
    """
    problems = Problems()
    chosen = _games(catalog, games, problems)
    if problems.found:
        raise FaultsError(problems.found)
    return chosen


def choose_paper(word: str) -> Paper:
    """The paper that a word means.

    Raises:
        FaultsError: it means none.
    """
    problems = Problems()
    for paper in _papers([word], problems):
        return paper
    raise FaultsError(problems.found)


def server_address(address: str, *, remote: bool = False) -> str:
    """The address of a server: on this machine, or anywhere by https if it may be `remote`.

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
        cure = "`--languagetool-remote` allows another: it is sent all texts of the games"
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


def check_names(catalog: Catalog, problems: Problems) -> None:
    """Report folders that are passed over: for their names, or because they are closed to us."""
    designs = catalog.roots[0] / "designs"
    for folder in filter(is_closed, (designs / name for name in names_in(designs))):
        problems.error(
            codes.CANNOT_READ,
            f"the folder `{folder.name}` cannot be read: permission denied",
            Span(display_path(folder)),
            "expected a folder that may be read",
            "change its permissions",
        )
    for kind, folder in catalog.misnamed():
        problems.error(
            codes.NAME_NOT_PLAIN,
            f"`{folder.name}` cannot be the name of a {kind}",
            Span(display_path(folder)),
            "expected letters and digits, joined by hyphens or underscores",
            "rename the folder",
        )


def _games(catalog: Catalog, words: Sequence[str], problems: Problems) -> tuple[str, ...]:
    known = catalog.games()
    if words:
        for word in words:
            if word not in known:
                text = f"unknown game `{word}`"
                label = _expected(known)
                problems.error(codes.UNKNOWN_GAME, text, NOWHERE, label, did_you_mean(word, known))
        return tuple(game for game in known if game in words)
    check_names(catalog, problems)
    chosen = catalog.own_games()
    if not chosen and not problems.found:
        _report_no_game(catalog, problems)
    return chosen


def _report_no_game(catalog: Catalog, problems: Problems) -> None:
    """Say what was looked for, and what can be built nevertheless."""
    folder = catalog.roots[0] / "designs"
    shown, known = display_path(folder), ", ".join(catalog.games())
    bundled = f"; build one that comes with printnplay by its name ({known}), or all with --bundled"
    problems.error(
        codes.NO_GAME,
        f"there is no game in `{shown}`"
        if folder.is_dir()
        else f"there is no project here: the folder `{shown}` does not exist",
        NOWHERE,
        f"expected a folder for each game with a game.yaml, such as {shown}/my-game/game.yaml",
        f"begin a game with `printnplay new my-game`{bundled if known else ''}",
    )


def _languages_by_game(
    catalog: Catalog,
    games: Sequence[str],
    words: Sequence[str],
    problems: Problems,
    *,
    pairs: bool,
) -> dict[str, tuple[Languages, ...]]:
    parsed = tuple(
        dict.fromkeys(Languages.parse(word) if pairs else Languages(word) for word in words)
    )
    chosen = {game: catalog.languages_of(game) for game in _games(catalog, games, problems)}
    asked = dict.fromkeys(chosen, parsed) if games else _where_they_are(chosen, parsed)
    return {game: _languages(chosen[game], game, here, problems) for game, here in asked.items()}


def _where_they_are(
    chosen: Mapping[str, Sequence[str]], asked: tuple[Languages, ...]
) -> Mapping[str, tuple[Languages, ...]]:
    """The languages that each game has of those asked for; games without any are not meant.

    If no game has a language, all are meant: it is a mistake.
    """
    found = {
        game: tuple(languages for languages in asked if {*languages} <= {*available})
        for game, available in chosen.items()
    }
    nowhere = {*asked} - {languages for here in found.values() for languages in here}
    if not asked or nowhere:
        return dict.fromkeys(chosen, asked)
    return {game: here for game, here in found.items() if here}


def _languages(
    available: Sequence[str], game: str, asked: Sequence[Languages], problems: Problems
) -> tuple[Languages, ...]:
    """What a game is built in: its languages in their order, then pairs in the order asked for."""
    for name in each_language(asked):
        if name not in available:
            problems.error(
                codes.UNKNOWN_LANGUAGE,
                f"the game `{game}` has no language `{name}`",
                NOWHERE,
                _expected(available),
                did_you_mean(
                    name, available, f"write locales/{name}/{game}.yaml to add a language"
                ),
            )
    if not available:
        problems.error(
            codes.UNKNOWN_LANGUAGE,
            f"the game `{game}` has no texts in any language",
            NOWHERE,
            "expected at least one language",
            f"write locales/en/{game}.yaml, or the like for another language",
        )
    single = [Languages(name) for name in available]
    pairs = [languages for languages in asked if languages.second]
    return (*(languages for languages in single if not asked or languages in asked), *pairs)


def _papers(words: Sequence[str], problems: Problems) -> tuple[Paper, ...]:
    chosen: dict[str, Paper] = {}
    for word in words:
        try:
            paper = find_paper(word)
            chosen.setdefault(paper.id, paper)
        except UnknownPaperError as error:
            near = did_you_mean(word, PAPERS, "write a size such as 200x300mm or 8x10in")
            label = f"{_expected(error.known)}, or a size that leaves room to print on"
            problems.error(codes.UNKNOWN_PAPER, f"unknown paper `{word}`", NOWHERE, label, near)
    return tuple(chosen.values())


def _formats(words: Sequence[str], problems: Problems) -> tuple[Format, ...]:
    for word in words:
        if word not in FORMATS:
            near = did_you_mean(word, FORMATS)
            problems.error(
                codes.UNKNOWN_FORMAT, f"unknown format `{word}`", NOWHERE, _expected(FORMATS), near
            )
    return tuple(output for name, output in FORMATS.items() if name in words)


def _source_date(problems: Problems) -> int | None:
    """The date that SOURCE_DATE_EPOCH sets: https://reproducible-builds.org/specs."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        return None
    if re.fullmatch(r"[0-9]{1,12}", seconds) and int(seconds) <= LATEST:
        return int(seconds)
    problems.error(
        codes.NOT_A_TIME,
        f"the environment says SOURCE_DATE_EPOCH={seconds[:40]}",
        NOWHERE,
        "expected the seconds since 1970",
        "set it as `date +%s` prints it, or leave it out",
    )
    return None


def _expected(choices: Iterable[str]) -> str:
    names = ", ".join(choices)
    return f"expected one of {names}" if names else "there is none"


class Job(Struct, frozen=True):
    """The files of one edition of a game on one paper.

    `fingerprint` is the hash of what goes in, `date` when the last of that was changed, in seconds
    since 1970. Without `settings` it is for screens, in one language; `others` are all languages
    that it is made in, and `has_list` says whether there is a page of all games.
    """

    request: BuildRequest
    game: str
    languages: Languages
    settings: PrintSettings | None
    formats: tuple[Format, ...]
    fingerprint: str
    date: int
    others: tuple[str, ...] = ()
    has_list: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether it makes the files that a later build may leave as they are."""
        return not (self.request.draft or self.request.sheets.selection)

    @property
    def may_be_left(self) -> bool:
        """Whether its files may be left as they are, if nothing has changed since."""
        return self.is_recorded and self.request.cached and not self.request.verify

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self.request.output / self.game / str(self.languages)

    @property
    def record(self) -> BuildRecord:
        """The record of its last build, beside its files."""
        documents = DOCUMENTS if self.settings else ON_SCREENS
        path = self.folder / f".build-{self.medium}.json"
        names, project = [self.name(kind) for kind in documents], project_key(self.request.project)
        return BuildRecord(path, self.fingerprint, names, project)

    @property
    def medium(self) -> str:
        """The id of the paper; `screen` for files that need none."""
        return self.settings.paper.id if self.settings else "screen"

    def name(self, kind: str) -> str:
        """The name of the files of a document, without their ending.

        The rulebook to read on a screen is the same whatever paper the others are for.
        """
        if self.settings is None or kind == RULEBOOK:
            return screen_name(self.game, str(self.languages), kind)
        return f"{self.game}-{self.languages}-{self.settings.paper.id}-{kind}"


def screen_name(game: str, language: str, kind: str = RULEBOOK) -> str:
    """The name of files for screens, without their ending."""
    return f"{game}-{language}-{kind}"


FilesOfKinds: TypeAlias = dict[str, tuple[BuiltFile, ...]]
"""The files of a job, by the kind of their document."""


class Finished(Struct, frozen=True):
    """A job, its files, what was found in its game so far, and options that do not change it."""

    job: Job
    files: tuple[BuiltFile, ...]
    problems: tuple[Diagnostic, ...]
    idle: tuple[str, ...] = ()


def is_chosen(id: str, fields: Mapping[str, str], only: Sequence[str]) -> bool:
    """Whether a card is asked for by its id or a field; without any, all are.

    `*` stands for any characters.

    >>> is_chosen("wild-7", {"kind": "wild"}, ["queen", "wild-*"])
    True
    >>> is_chosen("wild-7", {"kind": "wild"}, ["kind=w*"]), is_chosen("king", {}, ["queen"])
    (True, False)
    """
    return not only or any(_fits(id, fields, name) for name in only)


def _fits(id: str, fields: Mapping[str, str], name: str) -> bool:
    field, equals, value = name.partition("=")
    if not equals:
        return fnmatchcase(id, name)
    return field in fields and fnmatchcase(fields[field], value)


def fields_of(card: "Card") -> Mapping[str, str]:
    """The fields that a card can be asked for by, its family among them."""
    return {"family": card.family, **card.fields}


def choosable(game: "Game") -> Mapping[str, Mapping[str, str]]:
    """The ids of all boards and cards of a game, with the fields they can be asked for by."""
    boards: dict[str, Mapping[str, str]] = {board.id: {} for board in game.boards}
    return boards | {card.id: fields_of(card) for card in game.cards}


def check_chosen(
    only: Sequence[str], cards: Mapping[str, Mapping[str, str]], game: str, problems: Problems
) -> None:
    """Report what is asked for and nothing of a game has.

    Args:
        only: ids, and fields with their values, as `--only` has them.
        cards: the fields of all cards and boards by id.
        game: the game's id.
        problems: takes the faults.
    """
    for name in only:
        if any(_fits(id, fields, name) for id, fields in cards.items()):
            continue
        field, equals, value = name.partition("=")
        values = {fields[field] for fields in cards.values() if field in fields}
        if not equals:
            text, cure = f"the game `{game}` has no card `{name}`", did_you_mean(name, cards)
            label = "expected the id of a card, or a part of it and `*` for the rest"
        elif values:
            text = f"no card of the game `{game}` has the {field} `{value}`"
            label, cure = "expected a value of that field", suggestion(value, values)
        else:
            text = f"no card of the game `{game}` has a field `{field}`"
            names = {one for fields in cards.values() for one in fields}
            label, cure = "expected a field of cards", suggestion(field, names)
        problems.error(codes.UNKNOWN_CARD, text, Span(""), label, cure)
