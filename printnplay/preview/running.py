"""A running preview: its games, the watch over their files, and the checks after each change."""

import asyncio
import os
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from anyio import to_thread
from msgspec import Struct, field
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from watchfiles import awatch

from printnplay.build.check import faults_of
from printnplay.edition.request import CheckRequest
from printnplay.files.catalog import COUNTED, FOLDERS, Catalog
from printnplay.files.door import ReadError, hash_of, resolved
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.visible import visible
from printnplay.preview import answers
from printnplay.preview.documents import Documents
from printnplay.preview.findings import Findings, lines_of
from printnplay.preview.journal import Journal
from printnplay.preview.live import LiveGame
from printnplay.preview.play import Tables

Given = TypeVar("Given")
Made = TypeVar("Made")

WATCHED = COUNTED | {".md"}
"""Suffixes of watched files."""

STEP, TOGETHER = 10, 60
"""Debounce of file changes in milliseconds: the quiet time after a change, and the maximum after
the first one, since editors write a file in several steps. A guess."""

CALM = 0.2
"""Seconds from a change to its check, so that the changed faces have the processor to themselves,
and several saves in a row are checked once. A guess."""

LOOK = 1000
"""Interval in milliseconds for listing folders again: a second, about the time in which a user
looks up after saving (decision 056)."""


class Settings(Struct, frozen=True):
    """The settings of a preview."""

    project: Path
    games: Mapping[str, tuple[str, ...]]
    """The games, each with the languages to show; empty means all that it has."""
    port: int
    secret: str
    read_only: bool = False
    trusted: bool = False
    limited: bool = True
    studio: bool = False
    """Whether the page can be left for the start page of the studio."""


class Shelf(Struct):
    """An open game with its state; `checked` is what the full check has found.

    `checked_version` is the version of the game that the last check has seen, or an earlier one.
    """

    live: LiveGame
    documents: Documents
    tables: Tables
    checked: Findings = Findings()
    checked_version: int = 0
    checking: bool = False
    due: asyncio.Event = field(default_factory=asyncio.Event)

    def others(self) -> tuple[Diagnostic, ...]:
        """Return the faults that loading and drawing cards do not find."""
        return (*self.documents.faults, *self.checked.now())


class Preview:
    """A running preview: its games, and the pages that listen for changes."""

    def __init__(self, settings: Settings) -> None:
        """Create a preview without loading games; each is loaded on first use."""
        self.settings = settings
        self.catalog = Catalog(settings.project, trusted=settings.trusted, limited=settings.limited)
        self.shelves: dict[str, Shelf] = {}
        self.journal = Journal()
        self._own: dict[Path, str] = {}
        """Hashes of files as the page has written them, until the watcher notices."""
        self.listeners: set[asyncio.Queue[dict[str, Any]]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()
        self.is_ending: Callable[[], bool] = lambda: False
        """Return whether the server is stopping, which requires the event streams to end."""
        self.end: Callable[[], None] = lambda: None
        """Stop the server."""
        self.is_left = False
        """Whether the page was left for the start page."""
        self.at_end: list[Callable[[], None]] = []
        """What ends with the preview."""
        self.unwatched = ""
        """Why file changes are not detected; empty if they are."""

    async def shelf(self, request: Request) -> Shelf:
        """Return the game of a request, loading it if needed."""
        name = request.path_params["game"]
        if name not in self.settings.games:
            raise HTTPException(404, "there is no such game")
        async with self._loading:
            if name not in self.shelves:
                languages = self.settings.games[name]
                live = await to_thread.run_sync(
                    LiveGame, self.catalog, name, languages, self.journal
                )
                shelf = Shelf(live, Documents(live), Tables(live))
                self.shelves[name] = shelf
                self._start(self._check(shelf))
                shelf.due.set()
        return self.shelves[name]

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @asynccontextmanager
    async def at_work(self, app: Starlette) -> AsyncIterator[None]:
        """Watch the files while the server runs."""
        del app
        self._start(self._watch())
        yield
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for end in self.at_end:
            await to_thread.run_sync(end)

    async def _watch(self) -> None:
        """Process saved files; update the watched folders, and restart the watcher if it fails.

        Saves between two watchers are missed, so everything is read when the next one starts.
        """
        missed: set[Path] = set()
        while True:
            try:
                await self._watch_in(self._folders(), missed)
            except Exception as error:  # such as too many watches, or unreadable files
                # A folder may have been removed since the listing.
                if not (isinstance(error, FileNotFoundError) and self.settings.project.is_dir()):
                    self._report_unwatched(str(error) or type(error).__name__)
                await asyncio.sleep(LOOK / 1000)
            missed = {self.settings.project}

    def _report_unwatched(self, reason: str) -> None:
        """Report whether changes are detected, in the terminal and on the pages.

        An empty `reason` means that they are.
        """
        if reason == self.unwatched:
            return
        self.unwatched = reason
        why = f"not noticed: {visible(reason, lines=False)}; trying again"
        sys.stderr.write(f"saved files are {why if reason else 'noticed again'}\n")
        for name in self.shelves:
            self.publish({"type": "faults", "game": name})

    def _folders(self) -> set[Path]:
        """Return the project folder and its subfolders to watch.

        Links are followed within the project only, and each folder is watched under one name.
        """
        root = self.settings.project
        home, left = resolved(root), [root / name for name in FOLDERS]
        found = {home: root}
        while left:
            folder = left.pop()
            real = resolved(folder)
            if real in found or not real.is_relative_to(home):
                continue
            with suppress(OSError), os.scandir(folder) as entries:
                found[real] = folder
                # Targets of links are checked later; a link loop raises an error here.
                inner = [one.name for one in entries if one.is_symlink() or one.is_dir()]
                left += [folder / name for name in inner if not name.startswith(".")]
        return set(found.values())

    async def _watch_in(self, folders: set[Path], missed: set[Path]) -> None:
        """Process missed and saved files, until the set of folders changes."""
        project = self.settings.project

        def counts(_: object, name: str) -> bool:
            path = Path(name)
            return path in folders or (path.parent != project and is_watched(path, project))

        async for changes in awatch(
            *folders,
            watch_filter=counts,
            step=STEP,
            debounce=TOGETHER,
            rust_timeout=LOOK,
            yield_on_timeout=True,
            recursive=False,
        ):
            self._report_unwatched("")
            noticed = {Path(path) for _, path in changes}
            if others := await self._by_others(missed | noticed):
                await self.changed(others)
            missed = set()
            # A folder replaced by another of the same name must be watched again.
            if noticed & folders or self._folders() != folders:
                return

    async def changed(self, paths: set[Path]) -> None:
        """Update the games after file changes, and notify the pages."""
        for name, shelf in list(self.shelves.items()):
            update = await to_thread.run_sync(shelf.live.update, paths)
            self.publish(
                {
                    "type": "changed",
                    "game": name,
                    "version": shelf.live.version,
                    "everything": update.everything,
                    "faces": {code: sorted(keys) for code, keys in update.faces.items()},
                }
            )
            shelf.due.set()

    async def _check(self, shelf: Shelf) -> None:
        """Check the whole game after each change, one check at a time."""
        settings, live = self.settings, shelf.live
        while True:
            await shelf.due.wait()
            shelf.checking = True
            self.publish({"type": "checking", "game": live.game_id})
            await asyncio.sleep(CALM)
            shelf.due.clear()
            request = CheckRequest(
                settings.project,
                (live.game_id,),
                live.languages,
                trust_rules=settings.trusted,
                jobs=1,
                limited=settings.limited,
            )
            version = live.version
            try:
                lines = await to_thread.run_sync(lines_of, live)
                shelf.checked = Findings(tuple(await apart(faults_of, request)), lines)
                shelf.checked_version = version
            except RuntimeError:  # an internal error: print it in the terminal
                traceback.print_exc()
            shelf.checking = shelf.due.is_set()
            self.publish({"type": "checked", "game": live.game_id})

    def publish(self, event: dict[str, Any]) -> None:
        """Send an event to all pages."""
        for queue in self.listeners:
            queue.put_nowait(event)

    async def written(self, *files: str) -> None:
        """Update the games after files were written, which the watcher then passes over.

        They may be in folders that are not watched.
        """
        paths = {answers.absolute(file) for file in files}
        for path in paths:
            with suppress(ReadError):
                self._own[path] = await to_thread.run_sync(hash_of, path)
        await self.changed(paths)

    async def _by_others(self, paths: set[Path]) -> set[Path]:
        """Return the changed files without those that are as the page has written them."""

        def is_own(path: Path) -> bool:
            try:
                return path in self._own and hash_of(path) == self._own.pop(path)
            except ReadError:
                return False

        return {path for path in paths if not await to_thread.run_sync(is_own, path)}


async def apart(work: Callable[[Given], Made], given: Given) -> Made:
    """Run long work in a daemon thread, which does not delay the end of the preview."""
    loop, made = asyncio.get_running_loop(), asyncio.Event()
    results: list[Made] = []
    failures: list[BaseException] = []

    def do() -> None:
        try:
            results.append(work(given))
        except BaseException as error:
            failures.append(error)
        with suppress(RuntimeError):  # the preview has ended meanwhile
            loop.call_soon_threadsafe(made.set)

    Thread(target=do, daemon=True).start()
    await made.wait()
    for failure in failures:
        raise failure
    return results[0]


def is_watched(path: Path, project: Path) -> bool:
    """Return whether the preview watches a file of a project: a data file that is not hidden."""
    own = path.relative_to(project) if path.is_relative_to(project) else path
    hidden = any(part.startswith(".") for part in own.parts)
    return path.suffix.lower() in WATCHED and not hidden
