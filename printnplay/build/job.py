"""Build jobs: the scope of a build, the files of one edition on one paper, and the results."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.build_records import LATEST, BuildRecord, BuiltFile, project_key
from printnplay.build.formats import FORMATS, Format
from printnplay.build.left_behind import Left
from printnplay.build.options import UnusedOptionError as UnusedOptionError
from printnplay.edition.choosing import NOWHERE, Languages, expected, languages_by_game, papers_of
from printnplay.edition.request import BuildRequest
from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import EVERY_LANGUAGE, Diagnostic, FaultsError, Problems
from printnplay.kernel.geometry import Paper
from printnplay.kernel.label_sheets import LabelSheet
from printnplay.kernel.printing import PrintSettings
from printnplay.kernel.suggestions import did_you_mean

FORMAT_NAMES = tuple(FORMATS)
"""Names of the output formats on the command line."""


KIT = "kit"
RULEBOOK = "rulebook"
DOCUMENTS = (KIT, "booklet", RULEBOOK, "box")
"""Possible documents of a game: the first always exists, others if they fit on the paper."""

PAGE = ".html"

SHARED = "together"
"""The name of a kit of several games, used in place of a game's id."""

ON_SCREENS = (RULEBOOK, f"{RULEBOOK}-cover")
"""Possible files for screens, independent of the paper: the first always exists."""


class Outcome(Struct, frozen=True):
    """The files of a build, its diagnostics, and the files of earlier builds that it removed.

    `about` are hints about the whole build.
    """

    files: tuple[BuiltFile, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    left: Left = Left()
    about: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The hints about the build and its files."""
        return tuple(dict.fromkeys((*self.about, *chain(*(file.notes for file in self.files)))))

    @property
    def grouped(self) -> list[BuiltFile]:
        """The files for display, with the parts of a document combined.

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


class BuildChoice(Struct, frozen=True):
    """The scope of a build: games with their languages, papers and formats, without duplicates.

    `date` is the date of its documents, in seconds since 1970; None means the date of their newest
    input. In a kit of several games, `SHARED` is the only game, `members` are the games in it,
    and `notes` are hints about it. With a `label_sheet`, its paper is the only one.
    """

    languages: Mapping[str, tuple[Languages, ...]]
    papers: tuple[Paper, ...]
    formats: tuple[Format, ...]
    date: int | None = None
    members: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    label_sheet: LabelSheet | None = None


def choose_build(catalog: Catalog, request: BuildRequest) -> BuildChoice:
    """Resolve the options of a build.

    Raises:
        FaultsError: an option has an unknown value; all such values are reported.
    """
    problems = Problems()
    choice = BuildChoice(
        languages_by_game(catalog, request.games, request.languages, problems, pairs=True),
        papers_of(request.papers, problems),
        _formats(request.formats, problems),
        _source_date(problems),
    )
    if request.sheets.label_sheet:
        from printnplay.edition.label_sheets import chosen_label_sheet  # few builds have labels

        chosen = chosen_label_sheet(catalog, request, problems)
        if chosen is not None:
            choice = replace(choice, label_sheet=chosen[0], papers=chosen[1:])
    if problems.found:
        raise FaultsError(problems.found)
    return _together(choice, catalog) if request.together else choice


def _together(choice: BuildChoice, catalog: Catalog) -> BuildChoice:
    """Return the choice with one kit of all games, in the languages that all of them have.

    Raises:
        FaultsError: there is only one game, no common language, or a game with the id `SHARED`.
    """
    games = choice.languages
    problems = Problems()
    if SHARED in catalog.games():
        problems.error(
            codes.NAME_OF_SHARED_KIT,
            f"a game has the id `{SHARED}`, which is reserved for kits of several games",
            NOWHERE,
            f"expected no folder designs/{SHARED}",
            "rename the game, or build without `--together`",
        )
    if len(games) < 2:
        problems.error(
            codes.ONE_GAME,
            f"`--together` needs at least two games, found {', '.join(games) or 'none'}",
            NOWHERE,
            "expected games whose cards can share sheets",
            "name another game, or build without `--together`",
        )
    each = dict.fromkeys(chain.from_iterable(games.values()))
    lacking = {
        languages: [game for game, own in games.items() if languages not in own]
        for languages in each
    }
    common = tuple(languages for languages in each if not lacking[languages])
    if not common:
        problems.error(
            codes.NO_COMMON_LANGUAGE,
            "`--together` needs a language that all games have",
            NOWHERE,
            "; ".join(f"{game}: {', '.join(map(str, own))}" for game, own in games.items()),
            "translate one of the games, or name games with a language in common",
        )
    if problems.found:
        raise FaultsError(problems.found)
    notes = tuple(
        f"{SHARED}: no kit in {languages}, a language that {', '.join(without)} lacks"
        for languages, without in lacking.items()
        if without
    )
    return replace(choice, languages={SHARED: common}, members=tuple(games), notes=notes)


def _formats(words: Sequence[str], problems: Problems) -> tuple[Format, ...]:
    for word in words:
        if word not in FORMATS:
            near = did_you_mean(word, FORMATS)
            problems.error(
                codes.UNKNOWN_FORMAT, f"unknown format `{word}`", NOWHERE, expected(FORMATS), near
            )
    return tuple(output for name, output in FORMATS.items() if name in words)


def _source_date(problems: Problems) -> int | None:
    """Return the date set by SOURCE_DATE_EPOCH: https://reproducible-builds.org/specs."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        return None
    if re.fullmatch(r"[0-9]{1,12}", seconds) and int(seconds) <= LATEST:
        return int(seconds)
    problems.error(
        codes.NOT_A_TIME,
        f"SOURCE_DATE_EPOCH is not a time (`{seconds[:40]}`)",
        NOWHERE,
        "expected seconds since 1970",
        "set it to the output of `date +%s`, or unset it",
    )
    return None


class Job(Struct, frozen=True):
    """The files of one edition of a game on one paper.

    `fingerprint` is the hash of the inputs, `date` the time of their last change, in seconds since
    1970. Without `settings`, the files are for screens, in one language; `others` are all languages
    of that kind, and `has_list` tells whether there is a page that lists all games. In a kit
    of several games, `members` are the games and `game` is `SHARED`.
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
    members: tuple[str, ...] = ()

    @property
    def games(self) -> tuple[str, ...]:
        """The games in its files."""
        return self.members or (self.game,)

    def edition_in(self, editions: Sequence[Languages]) -> Languages:
        """Return the edition that it belongs to: for screens, the first in its language."""
        if self.settings:
            return self.languages
        return next(one for one in editions if self.languages.first in {*one})

    @property
    def is_recorded(self) -> bool:
        """Whether its files are recorded, so that a later build can reuse them."""
        sheets = self.settings.options if self.settings else self.request.sheets
        return not (self.request.draft or sheets.selection)

    @property
    def may_be_left(self) -> bool:
        """Whether its files can be reused if nothing has changed."""
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
        """The id of the paper, or `screen` for files that need none."""
        return self.settings.paper.id if self.settings else "screen"

    def name(self, kind: str) -> str:
        """Return the file name of a document, without extension.

        The rulebook for screens is the same for every paper.
        """
        if self.settings is None or kind == RULEBOOK:
            return screen_name(self.game, str(self.languages), kind)
        return f"{self.game}-{self.languages}-{self.settings.paper.id}-{kind}"


def screen_name(game: str, language: str, kind: str = RULEBOOK) -> str:
    """Return the name of a file for screens, without extension."""
    return f"{game}-{language}-{kind}"


FilesOfKinds: TypeAlias = dict[str, tuple[BuiltFile, ...]]
"""The files of a job by kind of document."""


class Finished(Struct, frozen=True):
    """A finished job: its files, diagnostics, and options without effect.

    `problems` are those of its edition, `of_game` those of reading the game in all languages that
    are built. `known` is whether the job's fingerprint covers all that was read.
    """

    job: Job
    files: tuple[BuiltFile, ...]
    problems: tuple[Diagnostic, ...]
    idle: tuple[str, ...] = ()
    known: bool = True
    of_game: tuple[Diagnostic, ...] = ()

    @property
    def has_warnings(self) -> bool:
        """Whether there are diagnostics that are not of other languages alone.

        It does not depend on what else is built, so that records do not either.
        """
        own = {"", EVERY_LANGUAGE, *self.job.languages}
        return bool(self.problems) or any(fault.subject.language in own for fault in self.of_game)

    def write_record(self) -> None:
        """Write the record of the job, if it has one; it tells later builds of warnings.

        Raises:
            FaultsError: the record cannot be written.
        """
        if self.job.is_recorded:
            record, files = self.job.record, self.files
            if files and self.has_warnings:
                note = f"{self.job.game}: unchanged, with warnings; see `printnplay check`"
                files = (replace(files[0], notes=(*files[0].notes, note)), *files[1:])
            (record if self.known else replace(record, inputs="")).write(files)


def faults_of(done: Iterable[Finished]) -> Iterator[Diagnostic]:
    """Yield the diagnostics of finished jobs: those of each game and each edition once."""
    games: dict[str, Sequence[Diagnostic]] = {}
    editions: dict[tuple[str, Languages], Sequence[Diagnostic]] = {}
    for finished in done:
        job = finished.job
        games[job.game] = finished.of_game
        editions[job.game, job.languages] = finished.problems  # the last job knows most
    yield from chain.from_iterable((*games.values(), *editions.values()))
