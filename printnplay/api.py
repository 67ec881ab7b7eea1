"""The public API; `printnplay` exports its names.

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
    from printnplay.rules.protocol import RulesModule

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

    Files that the folder lacks are taken from printnplay itself; so are games that are named but
    not in the folder.

    Attributes:
        folder: the project folder.
        trust_rules: whether to run the Python rules files in the games' folders.
        limited: whether to refuse a game that takes very much time or memory.
    """

    folder: Path
    trust_rules: bool = False
    limited: bool = True

    @property
    def games(self) -> tuple[str, ...]:
        """The IDs of the project's own games, sorted, each followed by its editions."""
        from printnplay.files.catalog import Catalog
        from printnplay.loading.editions import with_editions

        catalog = Catalog(self.folder)
        return with_editions(catalog, catalog.own_games())

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
        language_model: str = "",
        jobs: int = 1,
        cached: bool = True,
        printed: bool = False,
        shard: str = "",
        scheduler: str = "",
        progress: "Progress | None" = None,
    ) -> "CheckReport":
        """Check games: decks, texts, fit and worked examples. Write no files.

        Args:
            games: IDs of games; by default, all games of the project.
            languages: languages such as `fr`, two on the same cards such as `fr+de`, or one on
                their fronts and one on their backs such as `en/fr`; by default,
                all languages of a game.
            pseudo: whether to check the game in its original, lengthened and accented, too.
            numbers: whether to report numbers typed in the texts of cards too.
            proofread: whether to check spelling and meaning too, with dictionaries and word lists;
                findings may be false positives.
            languagetool: the address of a LanguageTool server to query as well.
            remote: whether that server may be on another machine, which receives all texts.
            language_model: the address of a language model on this machine to query about each
                translation, such as `http://localhost:11434/v1#gemma3`.
            jobs: games to check in parallel, each in its own process; 0 for one per core.
            cached: whether to reuse the findings of an earlier check where nothing has changed.
            printed: whether to write PDFs too, compare them with the drawings, and remove them.
            shard: the part to check here, such as `2/5`: one of five machines.
            scheduler: the address of a Dask scheduler whose cluster does the work, such as
                `tcp://10.0.0.5:8786`; it can run code on this machine.
            progress: called after each step.

        Returns:
            Everything found as `problems`, a summary of each game, and how each text fits its box.

        Raises:
            FaultsError: there is no such game or language, or the address cannot be used.
            ValueError: `shard` is not a shard.
        """
        from printnplay.build.check import check
        from printnplay.edition.request import CheckRequest, Progress, Shard

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
            language_model=language_model,
            cached=cached,
            printed=printed,
            shard=Shard.parse(shard),
            scheduler=scheduler,
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
        since: str = "",
        draft: bool = False,
        strict: bool = False,
        jobs: int | None = None,
        cached: bool = True,
        verify: bool = False,
        together: bool = False,
        shard: str = "",
        scheduler: str = "",
        progress: "Progress | None" = None,
    ) -> "Outcome":
        """Build the PDFs of games: all of them, or none if there is any error.

        Skip files that have not changed since the last build.

        Args:
            games: IDs of games; by default, all games of the project.
            languages: languages such as `fr`, two on the same cards such as `fr+de`, or one on
                their fronts and one on their backs such as `en/fr`; by default,
                all languages of a game.
            papers: papers such as `a4` and `letter`, or sizes such as `200x300mm`; by default,
                `a4`.
            output: the folder for the files.
            backs: `long` or `short` (duplex, by the edge a sheet is flipped on), `fold`, `separate`
                or `none`; by default, the edge of the `printer`, else `long`.
            booklet_flip: the edge that the booklet's sheets are flipped on, `short` or `long`; by
                default, the edge of the `printer`, else `short`.
            booklet: the binding of the rulebook: `saddle`, `leaflet`, `zine` or `none`; by default,
                as in the game's booklet.yaml.
            printer: the name of a printer that was measured with `printnplay calibrate`, whose
                offset is compensated.
            formats: the output formats: `pdf`, `png` and the others that `build --help` lists;
                formats with a file for each sheet use a folder beside the PDF.
            sheets: the gutter, marks, margins, ink and stock of card sheets, and which cards and
                sheets to print, where they differ from the game's settings.
            since: an earlier version, to build only what prints differently: a tag or commit of
                git, or the folder of a project or a release.
            draft: whether to build in spite of errors, with a mark on each page.
            strict: whether to treat warnings as errors.
            jobs: processes to run in parallel, 0 for one per core; None for one per core, at most
                8, where that costs little (on Linux), else one.
            cached: whether to reuse what earlier commands rendered from the same input.
            verify: whether to read back each PDF and compare it with the drawings.
            together: whether to build one kit of all games, whose cards share sheets.
            shard: the part to build here, such as `2/5`: one of five machines.
            scheduler: the address of a Dask scheduler whose cluster does the work, such as
                `tcp://10.0.0.5:8786`; it can run code on this machine.
            progress: called after each step.

        Returns:
            The files with their pages and sizes, and the warnings (in a draft, errors too) as
            `problems`.

        Raises:
            FaultsError: with all errors; no file was written or changed.
            ValueError: `backs`, `booklet_flip` or `booklet` is not one of the choices, or `shard`
                is not a shard.
            UnusedOptionError: a `ValueError`; an option has no effect on any of the formats, or on
                a selection.
        """
        from printnplay.build.jobs import build
        from printnplay.build.options import asked_options, refuse_unused
        from printnplay.edition.request import BuildRequest, Progress, Shard

        others = {
            "--paper": papers,
            "--backs": backs,
            "--booklet-flip": booklet_flip,
            "--booklet": booklet,
            "--printer": printer,
            "--verify": verify,
            "--since": since,
            "--together": together,
        }
        asked = asked_options(sheets or SheetOptions(), others)
        refuse_unused(formats, asked)
        measured = None
        if printer:
            from printnplay.kit.printers import find_printer

            measured = find_printer(printer)
        flip = measured.flip if measured else None
        content = b""
        if sheets and sheets.base:
            from printnplay.build.base_pages import read_base

            content = read_base(sheets.base)

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
            since=since,
            shard=Shard.parse(shard),
            together=together,
            scheduler=scheduler,
            base=content,
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
        shard: str = "",
        scheduler: str = "",
        progress: "Progress | None" = None,
    ) -> "ExportOutcome":
        """Export components of games as single files: all of them, or none if there is any error.

        Args:
            target: the export format, such as `png`, `svg` or `pdf-cards`.
            games: IDs of games; by default, all games of the project.
            languages: languages such as `fr`, two on the same cards such as `fr+de`, or one on
                their fronts and one on their backs such as `en/fr`; by default,
                all languages of a game.
            output: the folder for the files.
            options: resolution, bleed, corners, background, copies and names, and which cards.
            strict: whether to treat warnings as errors.
            jobs: processes that render in parallel; 0 for one per core.
            shard: the part to export here, such as `2/5`: one of five machines.
            scheduler: the address of a Dask scheduler whose cluster does the work, such as
                `tcp://10.0.0.5:8786`; it can run code on this machine.
            progress: called after each step.

        Returns:
            The folders that were written, and the warnings as `problems`.

        Raises:
            FaultsError: with all errors; no file was written or changed.
            NotSelectingError: a `ValueError`; cards were selected, but the target exports whole
                games.
            UnusedOptionError: a `ValueError`; an option has no effect on the output of the target.
            ValueError: `shard` is not a shard.
        """
        from printnplay.edition.request import Progress, Shard
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
            Shard.parse(shard),
            scheduler,
        )
        return export(request, progress or Progress())

    def rules(self, game: str) -> "RulesModule":
        """Return the rules of a game, with its deck; call `rules.new_game()` to play.

        Raises:
            FaultsError: there is no such game, it has errors, or its rules are not trusted.
        """
        from printnplay.play.many_games import PlayRequest, open_game

        return open_game(PlayRequest(self.folder, game, trust_rules=self.trust_rules)).rules


def open_project(
    folder: Path | str = ".", *, trust_rules: bool = False, limited: bool = True
) -> Project:
    """Return the project in a folder, without reading any file yet.

    Args:
        folder: the project folder.
        trust_rules: whether to run its games' `rules.py` (Python code).
        limited: whether to refuse games that take very much time or memory.
    """
    return Project(Path(folder), trust_rules, limited)


def open_bundled() -> Project:
    """Return the games that come with printnplay as a project."""
    from printnplay.files.catalog import shipped_root

    return Project(shipped_root())
