"""Jobs of a build: what it is of, the files of one edition on one paper, and what was made."""

import os
import re
from collections.abc import Mapping, Sequence
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
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.kernel.geometry import Paper
from printnplay.kernel.printing import PrintSettings
from printnplay.kernel.suggestions import did_you_mean

FORMAT_NAMES = tuple(FORMATS)
"""The output formats as named in a command."""
PAPER_FORMATS = frozenset(name for name, form in FORMATS.items() if form.on_paper)
"""Those that are made of sheets of paper."""


KIT = "kit"
RULEBOOK = "rulebook"
DOCUMENTS = (KIT, "booklet", RULEBOOK, "box")
"""The documents that a game may have: the first always, others where they fit on the paper."""

PAGE = ".html"

ON_SCREENS = (RULEBOOK, f"{RULEBOOK}-cover")
"""What there may be for screens, whatever the paper: the first always."""


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
    """Return the values of a build's options.

    Raises:
        FaultsError: with every word that is unknown.
    """
    problems = Problems()
    choice = BuildChoice(
        languages_by_game(catalog, request.games, request.languages, problems, pairs=True),
        papers_of(request.papers, problems),
        _formats(request.formats, problems),
        _source_date(problems),
    )
    if problems.found:
        raise FaultsError(problems.found)
    return choice


def _formats(words: Sequence[str], problems: Problems) -> tuple[Format, ...]:
    for word in words:
        if word not in FORMATS:
            near = did_you_mean(word, FORMATS)
            problems.error(
                codes.UNKNOWN_FORMAT, f"unknown format `{word}`", NOWHERE, expected(FORMATS), near
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
        f"SOURCE_DATE_EPOCH is not a time (`{seconds[:40]}`)",
        NOWHERE,
        "expected seconds since 1970",
        "set it to the output of `date +%s`, or unset it",
    )
    return None


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
        """Return the name of the files of a document, without their ending.

        The rulebook to read on a screen is the same whatever paper the others are for.
        """
        if self.settings is None or kind == RULEBOOK:
            return screen_name(self.game, str(self.languages), kind)
        return f"{self.game}-{self.languages}-{self.settings.paper.id}-{kind}"


def screen_name(game: str, language: str, kind: str = RULEBOOK) -> str:
    """Return the name of files for screens, without their ending."""
    return f"{game}-{language}-{kind}"


FilesOfKinds: TypeAlias = dict[str, tuple[BuiltFile, ...]]
"""The files of a job, by the kind of their document."""


class Finished(Struct, frozen=True):
    """A job, its files, what was found in its game so far, and options that do not change it."""

    job: Job
    files: tuple[BuiltFile, ...]
    problems: tuple[Diagnostic, ...]
    idle: tuple[str, ...] = ()
