"""The public API, which `printnplay` has the names of.

It opens a project, checks it and builds it:

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from printnplay.build.new import start
>>> with TemporaryDirectory() as folder:
...     begun = start(Path(folder) / "lost-city")  # as `printnplay new lost-city` does
...     project = open_project(Path(folder) / "lost-city")
...     project.games
...     project.check().problems
...     built = project.build(output=Path(folder) / "output")
...     len(built.files), built.files[0].path.name
('lost-city',)
()
(4, 'lost-city-en-a4-kit.pdf')
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from printnplay.game.exporting import FaceOptions
from printnplay.kernel.diagnostics import Diagnostic, FaultsError
from printnplay.kernel.printing import Backs, Binding, Flip, SheetOptions

if TYPE_CHECKING:
    from printnplay.build.check_report import CheckReport
    from printnplay.build.job import Outcome
    from printnplay.edition.request import Progress
    from printnplay.export.run import ExportOutcome

__all__ = [
    "Diagnostic",
    "FaceOptions",
    "FaultsError",
    "Project",
    "SheetOptions",
    "open_bundled",
    "open_project",
]


class Project(Struct, frozen=True):
    """A folder with games in `designs/`, their texts in `locales/` and looks in `templates/`.

    What the folder lacks is taken from what comes with printnplay: games, too, where they are
    named.

    Attributes:
        folder: where the project is.
        trust_rules: whether rules that are Python files in the games' folders are run.
        limited: whether a game that takes very much time or memory is refused.
    """

    folder: Path
    trust_rules: bool = False
    limited: bool = True

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the project's own games, sorted."""
        from printnplay.files.catalog import Catalog

        return Catalog(self.folder).own_games()

    def check(
        self,
        games: Sequence[str] = (),
        languages: Sequence[str] = (),
        *,
        pseudo: bool = False,
        numbers: bool = False,
        proofread: bool = False,
        languagetool: str = "",
        remote: bool = False,
        jobs: int = 1,
        cached: bool = True,
        printed: bool = False,
        progress: "Progress | None" = None,
    ) -> "CheckReport":
        """Prove games: decks, texts, fit and worked examples. Nothing is written.

        Args:
            games: ids of games; without any, those of the project.
            languages: languages such as `fr`, or two on the same cards such as `fr+de`; without
                any, all that a game has.
            pseudo: whether the game is also drawn in lengthened, accented English.
            numbers: whether numbers typed in the texts of cards are reported too.
            proofread: whether spelling and meaning are checked too, by dictionaries and word
                lists; what they find may be right anyway.
            languagetool: the address of a LanguageTool server that is asked, too.
            remote: whether that server may be on another machine, which is sent all texts.
            jobs: games checked at once, each in a process of its own; 0 for one a core.
            cached: whether to take what an earlier check has found where nothing has changed.
            printed: whether PDFs are written, too, compared with what was drawn, and removed.
            progress: called after each step.

        Returns:
            Everything found as `problems`, a summary of each game, and how each text fits its box.

        Raises:
            FaultsError: there is no such game or language, or the address cannot be used.
        """
        from printnplay.build.check import check
        from printnplay.edition.request import CheckRequest, Progress

        request = CheckRequest(
            self.folder,
            tuple(games),
            tuple(languages),
            pseudo,
            self.trust_rules,
            jobs,
            limited=self.limited,
            numbers=numbers,
            proofread=proofread,
            languagetool=languagetool,
            remote=remote,
            cached=cached,
            printed=printed,
        )
        return check(request, progress or Progress())

    def build(
        self,
        games: Sequence[str] = (),
        languages: Sequence[str] = (),
        papers: Sequence[str] = (),
        output: Path | str = "output",
        *,
        backs: Backs | str | None = None,
        booklet_flip: Flip | str | None = None,
        booklet: Binding | str | None = None,
        printer: str = "",
        formats: Sequence[str] = ("pdf",),
        sheets: SheetOptions | None = None,
        draft: bool = False,
        strict: bool = False,
        jobs: int | None = None,
        cached: bool = True,
        verify: bool = False,
        progress: "Progress | None" = None,
    ) -> "Outcome":
        """Build the PDFs of games; all of them, or none if anything is at fault.

        What has not changed since the last build is not built again.

        Args:
            games: ids of games; without any, those of the project.
            languages: languages such as `fr`, or two on the same cards such as `fr+de`; without
                any, all that a game has.
            papers: papers such as `a4` and `letter`, or sizes such as `200x300mm`; without any,
                `a4`.
            output: the folder for the files.
            backs: `long` or `short` (duplex, by the edge a sheet is flipped on), `fold`,
                `separate` or `none`; `long`, or as the printer does, if left out.
            booklet_flip: the edge that the booklet's sheets are flipped on, `short` or `long`;
                `short`, or as the printer does, if left out.
            booklet: how the rulebook is bound: `saddle`, `leaflet`, `zine` or `none`; as the
                game's booklet.yaml says, if left out.
            printer: a printer that was measured with `printnplay calibrate`, by its name; how far
                it is out is made up for.
            formats: those to be made, of `pdf`, `png` and the others that `build --help` lists;
                files that each sheet has one of lie in a folder beside the PDF.
            sheets: the gutter, marks, margins and ink of card sheets, which cards and sheets are
                printed, and on what stock, where that is not as the game says.
            draft: whether to build in spite of errors, with a mark on each page.
            strict: whether warnings count as errors.
            jobs: processes that work at once, 0 for one a core; None is one a core, at most 8,
                where that costs little (on Linux), else one.
            cached: whether to take what an earlier command has drawn from the same.
            verify: whether each PDF is read back and compared with what was drawn.
            progress: called after each step.

        Returns:
            The files with their pages and sizes, and the warnings (in a draft, errors too) as
            `problems`.

        Raises:
            FaultsError: with everything that is at fault; no file was written or changed.
            ValueError: `backs`, `booklet_flip` or `booklet` is not one of the choices.
            UnusedOptionError: a `ValueError`; an option changes nothing of any of the formats, or
                of a selection.
        """
        from printnplay.build.jobs import build
        from printnplay.build.options import asked_options, refuse_unused
        from printnplay.edition.request import BuildRequest, Progress

        others = {
            "--paper": papers,
            "--backs": backs,
            "--booklet-flip": booklet_flip,
            "--booklet": booklet,
            "--printer": printer,
            "--verify": verify,
        }
        asked = asked_options(sheets or SheetOptions(), others)
        refuse_unused(formats, asked)
        measured = None
        if printer:
            from printnplay.kit.printers import find_printer

            measured = find_printer(printer)
        flip = measured.flip if measured else None

        request = BuildRequest(
            project=self.folder,
            games=tuple(games),
            languages=tuple(languages),
            papers=tuple(papers) or ("a4",),
            output=Path(output),
            backs=Backs(backs or flip or Backs.LONG),
            booklet_flip=Flip(booklet_flip or flip or Flip.SHORT),
            binding=Binding(booklet) if booklet else None,
            formats=tuple(formats),
            draft=draft,
            strict=strict,
            jobs=jobs,
            trust_rules=self.trust_rules,
            limited=self.limited,
            sheets=sheets or SheetOptions(),
            printer=measured,
            cached=cached,
            verify=verify,
            asked=tuple(name for name in asked if (name, backs) != ("--backs", Backs.NONE)),
        )
        return build(request, progress or Progress())

    def export(
        self,
        target: str,
        games: Sequence[str] = (),
        languages: Sequence[str] = (),
        output: Path | str = "output",
        *,
        options: FaceOptions | None = None,
        strict: bool = False,
        jobs: int = 0,
        progress: "Progress | None" = None,
    ) -> "ExportOutcome":
        """Write the components of games one by one; all of them, or none if anything is at fault.

        Args:
            target: what for, such as `png`, `svg` or `pdf-cards`.
            games: ids of games; without any, those of the project.
            languages: languages such as `fr`, or two on the same cards such as `fr+de`; without
                any, all that a game has.
            output: the folder for the files.
            options: resolution, bleed, corners, ground, copies and names, and which cards.
            strict: whether warnings count as errors.
            jobs: processes that draw at once; 0 for one a core.
            progress: called after each step.

        Returns:
            The folders that were written, and the warnings as `problems`.

        Raises:
            FaultsError: with everything that is at fault; no file was written or changed.
            NotSelectingError: a `ValueError`; some cards are asked for, and the target is for
                whole games.
            UnusedOptionError: a `ValueError`; an option changes nothing of what the target writes.
        """
        from printnplay.edition.request import Progress
        from printnplay.export.job import ExportRequest
        from printnplay.export.run import export

        request = ExportRequest(
            self.folder,
            target,
            tuple(games),
            tuple(languages),
            Path(output),
            options or FaceOptions(),
            jobs,
            self.trust_rules,
            strict,
            self.limited,
        )
        return export(request, progress or Progress())


def open_project(
    folder: Path | str = ".", *, trust_rules: bool = False, limited: bool = True
) -> Project:
    """A project by its folder; with `trust_rules`, its games' `rules.py` (Python code) is run.

    Unless `limited`, games may take any time and memory.

    Nothing is read before something is asked of the project.
    """
    return Project(Path(folder), trust_rules, limited)


def open_bundled() -> Project:
    """The games that come with printnplay, as a project of their own."""
    from printnplay.files.catalog import shipped_root

    return Project(shipped_root())
