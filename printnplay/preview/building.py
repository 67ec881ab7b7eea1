"""What the page builds and exports: one job at a time, and the files of the last one."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from anyio import to_thread
from msgspec import Struct, to_builtins
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from printnplay.build.jobs import build
from printnplay.edition.request import BuildRequest, Progress
from printnplay.export import targets
from printnplay.export.job import ExportRequest
from printnplay.export.making import find_target
from printnplay.export.run import export
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import LARGEST, ReadError, read
from printnplay.game.exporting import FaceOptions
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import Diagnostic, FaultsError
from printnplay.kernel.messages import translated
from printnplay.kernel.printing import Backs, InkUse, SheetOptions
from printnplay.kernel.suggestions import counted
from printnplay.kit.printers import find_printer, printer_names
from printnplay.preview import answers
from printnplay.preview.cures import with_cures
from printnplay.preview.live import LiveGame
from printnplay.preview.running import Preview, apart
from printnplay.preview.saving import said_in
from printnplay.preview.spoken import Answer

OUTPUT = "output"
"""The folder of a project for what is built, as on the command line."""

PDF = ".pdf"

BACKS: Mapping[Backs, str] = {
    Backs.LONG: "two-sided, flipped on the long edge",
    Backs.SHORT: "two-sided, flipped on the short edge",
    Backs.FOLD: "beside the fronts, to fold and glue",
    Backs.SEPARATE: "on sheets of their own",
    Backs.NONE: "none",
}
"""The ways to print backs, in words."""

INKS: Mapping[InkUse, str] = {
    InkUse.FULL: "as designed",
    InkUse.BLACK_TEXT: "dark text in black ink only",
    InkUse.SAVE: "little ink, on light backgrounds",
    InkUse.GREY: "black ink only",
}
"""The ways to use ink, in words."""


class Job(Struct, frozen=True):
    """What to build, or to export with `target`, in these languages.

    `profile` is the name of an ICC profile, for targets that convert colours to inks.
    """

    do: Literal["build", "export"]
    languages: tuple[str, ...]
    paper: str = "a4"
    backs: Backs | None = None
    ink: InkUse = InkUse.FULL
    printer: str = ""
    target: str = ""
    profile: str = ""


class Made(Struct, frozen=True):
    """What a job has made: the files or folders, each with what it contains, and the faults.

    `version` is that of the game when the job began.
    """

    job: Job
    files: tuple[tuple[Path, str], ...] = ()
    faults: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    version: int = 0


class Building:
    """Builds and exports for the page, and shows it the files."""

    def __init__(self, preview: Preview) -> None:
        """Answer for a preview."""
        self.preview = preview
        self._made: dict[str, Made] = {}
        self._busy = ""

    async def choices(self, request: Request) -> Response:
        """Return what can be chosen, and what the last job of the game has made."""
        shelf = await self.preview.shelf(request)
        made = self._made.get(shelf.live.game_id)
        chosen = await to_thread.run_sync(_choices, shelf.live.catalog)
        folder = str(
            self._output.absolute()
        )  # in full: a studio is not begun in a folder that one sees
        last = await to_thread.run_sync(_told, shelf.live, made) if made else None
        return Answer({**chosen, "folder": folder, "busy": self._busy, "made": last})

    async def make(self, request: Request) -> Response:
        """Build or export, and return what it has made; one job at a time."""
        shelf, job = await self.preview.shelf(request), await said_in(request, Job)
        game, version = shelf.live.game_id, shelf.live.version
        if self.preview.settings.read_only:
            return Answer({"error": "the preview is read-only"}, 403)
        if self._busy:
            return Answer({"error": f"{self._busy} is still running"}, 409)
        self._busy = job.target or "the build"
        loop = asyncio.get_running_loop()

        def publish(event: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(self.preview.publish, {**event, "game": game})

        try:
            made = await apart(lambda given: self._run(game, given, publish), job)
            self._made[game] = replace(made, version=version)
        finally:
            self._busy = ""
        return Answer(await to_thread.run_sync(_told, shelf.live, self._made[game]))

    async def file(self, request: Request) -> Response:
        """Return a PDF that the last job of the game has made, by its number."""
        shelf = await self.preview.shelf(request)
        made, number = self._made.get(shelf.live.game_id), request.path_params["number"]
        if made is None or number >= len(made.files) or made.files[number][0].suffix != PDF:
            raise HTTPException(404, "there is no such file")
        path = made.files[number][0]
        try:
            content = read(path, LARGEST, anywhere=True)
        except ReadError as error:
            raise HTTPException(404, "the file is gone") from error
        name = path.name.encode("ascii", "replace").decode().replace('"', "")
        return Response(
            content,
            media_type="application/pdf",
            headers={"Content-Disposition": f'inline; filename="{name}"'},
        )

    @property
    def _output(self) -> Path:
        return self.preview.settings.project / OUTPUT

    def _run(self, game: str, job: Job, publish: Callable[[dict[str, Any]], None]) -> Made:
        try:
            made = self._built if job.do == "build" else self._exported
            return made(game, job, _Told(publish))
        except FaultsError as error:
            return Made(job, faults=tuple(error.found))

    def _built(self, game: str, job: Job, progress: Progress) -> Made:
        settings = self.preview.settings
        printer = find_printer(job.printer) if job.printer else None
        flip = Backs(printer.flip) if printer and printer.flip else Backs.LONG
        outcome = build(
            BuildRequest(
                settings.project,
                (game,),
                job.languages,
                (job.paper,),
                self._output,
                backs=job.backs or flip,
                jobs=1,  # processes cannot be forked safely from a server with threads
                trust_rules=settings.trusted,
                limited=settings.limited,
                sheets=SheetOptions(ink=job.ink),
                printer=printer,
            ),
            progress,
        )
        files = tuple((one.path, counted(one.pages, "page")) for one in outcome.grouped)
        return Made(job, files, outcome.problems, outcome.notes)

    def _exported(self, game: str, job: Job, progress: Progress) -> Made:
        settings = self.preview.settings
        outcome = export(
            ExportRequest(
                settings.project,
                job.target,
                (game,),
                job.languages,
                self._output,
                FaceOptions(profile=Path(job.profile) if job.profile else None),
                jobs=1,
                trust_rules=settings.trusted,
                limited=settings.limited,
            ),
            progress,
        )
        folders = tuple((one.path, counted(one.files, "file")) for one in outcome.folders)
        return Made(job, folders, outcome.problems)


PARTS: Mapping[str, str] = {
    "kit": "cards and instructions: print at 100 %",
    "booklet": "rulebook to print and fold: print at 100 %",
    "rulebook": "rulebook for screens",
    "box": "box to cut and fold: print at 100 %",
}
"""What the files of a build are, by the ends of their names."""


def _what(path: Path) -> str:
    return PARTS.get(path.stem.rpartition("-")[2], "")


def _told(live: LiveGame, made: Made) -> dict[str, Any]:
    return {
        "job": to_builtins(made.job),
        "old": made.version != live.version,
        "files": [
            {
                "file": display_path(path),
                "what": _what(path),
                "holds": holds,
                "opens": path.suffix == PDF,
            }
            for path, holds in made.files
        ],
        "faults": with_cures(live, answers.faults_of(live, made.faults, alone=True)),
        "notes": [translated(note) for note in made.notes],
    }


def _choices(catalog: Catalog) -> dict[str, Any]:
    """Return what can be chosen, in words."""
    printers: tuple[str, ...] = ()
    with suppress(FaultsError):  # the file of printers is invalid, which a build with one reports
        printers = printer_names()
    return {
        "papers": list(PAPERS),
        "backs": _said(BACKS),
        "inks": _said(INKS),
        "printers": printers,
        "targets": list(_targets(catalog)),
        "profiles": list(catalog.profiles()),
    }


def _said(choices: Mapping[Any, str]) -> dict[Any, str]:
    return {name: translated(words) for name, words in choices.items()}


def _targets(catalog: Catalog) -> Iterator[dict[str, Any]]:
    """Yield the export targets, then the print services; those whose file has errors too."""
    for name in (*targets(), *catalog.services()):
        about, in_inks = "has errors in its file", False
        is_service = name not in targets()
        with suppress(FaultsError):
            target = find_target(name, catalog)
            about, in_inks = target.says, "profile" in target.uses
        yield {"name": name, "about": about, "service": is_service, "inInks": in_inks}


class _Told(Progress):
    """Sends the progress of a job to the page."""

    def __init__(self, publish: Callable[[dict[str, Any]], None]) -> None:
        self._publish, self._steps, self._done = publish, 0, 0

    def begin(self, steps: int) -> None:
        self._steps, self._done = steps, 0
        self._tell("")

    def wait(self, name: str) -> None:
        self._tell(name)

    def step(self, name: str) -> None:
        self._done += 1
        self._tell(name)

    def _tell(self, name: str) -> None:
        self._publish({"type": "building", "done": self._done, "steps": self._steps, "name": name})
