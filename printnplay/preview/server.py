"""The HTTP server of the preview: answers requests of the page, and sends it events."""

import asyncio
import json
import os
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, Literal, TypeVar

from anyio import to_thread
from msgspec import Struct, ValidationError, convert, field, to_builtins
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from watchfiles import awatch

from printnplay.build.check import faults_of
from printnplay.edition.request import CheckRequest
from printnplay.files.catalog import COUNTED, FOLDERS, Catalog
from printnplay.files.door import LARGEST, ReadError, hash_of, read, read_text, resolved
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.visible import visible
from printnplay.preview import answers, deck_tables, fields
from printnplay.preview.documents import Documents
from printnplay.preview.edits import (
    NotWrittenError,
    check_forms,
    step_back,
    step_forward,
    write_text,
)
from printnplay.preview.guard import Guard
from printnplay.preview.journal import Journal
from printnplay.preview.live import LiveGame
from printnplay.preview.play import Asked, NoGameError, Tables
from printnplay.scene.sheet import FontFace
from printnplay.tables.table_edits import Edit

Given = TypeVar("Given")
Made = TypeVar("Made")

PAGE = Path(__file__).parent / "page"
"""The folder of the page's files."""

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
FONT_KINDS = {".ttf": "font/ttf", ".otf": "font/otf"}

WATCHED = COUNTED | {".md"}
"""Suffixes of watched files."""

STEP, TOGETHER = 10, 60
"""Debounce of file changes in milliseconds: the quiet time after a change, and the maximum after
the first one, since editors write a file in several steps. A guess."""

LOOK = 1000
"""Interval in milliseconds for listing folders again: a second, about the time in which a user
looks up after saving (decision 056)."""

PULSE = 0.4
"""Interval in seconds at which an event stream checks whether the server is stopping: shorter than
a person waits after Ctrl-C."""

QUIET = 60
"""Number of pulses after which a keep-alive message is sent, to notice a lost connection: 24 s. A
guess."""


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


class _Shelf(Struct):
    """An open game with its state; `checked` are the faults found by the full check.

    `checked_version` is the version of the game that the last check has seen, or an earlier one.
    """

    live: LiveGame
    documents: Documents
    tables: Tables
    checked: tuple[Diagnostic, ...] = ()
    checked_version: int = 0
    checking: bool = False
    due: asyncio.Event = field(default_factory=asyncio.Event)


class Preview:
    """A running preview: its games, and the pages that listen for changes."""

    def __init__(self, settings: Settings) -> None:
        """Create a preview without loading games; each is loaded on first use."""
        self.settings = settings
        self.catalog = Catalog(settings.project, trusted=settings.trusted, limited=settings.limited)
        self.shelves: dict[str, _Shelf] = {}
        self.journal = Journal()
        self._own: dict[Path, str] = {}
        """Hashes of files as the page has written them, until the watcher notices."""
        self.listeners: set[asyncio.Queue[dict[str, Any]]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()
        self.is_ending: Callable[[], bool] = lambda: False
        """Return whether the server is stopping, which requires the event streams to end."""
        self.unwatched = ""
        """Why file changes are not detected; empty if they are."""

    async def shelf(self, request: Request) -> _Shelf:
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
                shelf = _Shelf(live, Documents(live), Tables(live))
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
            paths = missed | {Path(path) for _, path in changes}
            if others := await self._by_others(paths):
                await self.changed(others)
            missed = set()
            # A folder replaced by another of the same name must be watched again.
            if paths & folders or self._folders() != folders:
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

    async def _check(self, shelf: _Shelf) -> None:
        """Check the whole game after each change, one check at a time."""
        settings, live = self.settings, shelf.live
        while True:
            await shelf.due.wait()
            shelf.due.clear()
            shelf.checking = True
            self.publish({"type": "checking", "game": live.game_id})
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
                shelf.checked = tuple(await _apart(faults_of, request))
                shelf.checked_version = version
            except RuntimeError:  # an internal error: print it in the terminal
                traceback.print_exc()
            shelf.checking = shelf.due.is_set()
            self.publish({"type": "checked", "game": live.game_id})

    def publish(self, event: dict[str, Any]) -> None:
        """Send an event to all pages."""
        for queue in self.listeners:
            queue.put_nowait(event)

    async def events(self, request: Request) -> Response:
        """Stream server-sent events."""
        del request
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.listeners.add(queue)

        async def stream() -> AsyncIterator[str]:
            try:
                quiet = QUIET
                while not self.is_ending():
                    if quiet == QUIET:
                        yield ": here\n\n"
                        quiet = 0
                    try:
                        event = await asyncio.wait_for(queue.get(), PULSE)
                    except TimeoutError:
                        quiet += 1
                    else:
                        yield f"data: {json.dumps(event)}\n\n"
            finally:
                self.listeners.discard(queue)

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def page(self, request: Request) -> Response:
        """Return a file of the page."""
        name = request.path_params.get("file", "index.html")
        path = PAGE / name
        if "/" in name or path.suffix not in KINDS:
            raise HTTPException(404)
        try:
            text = read_text(path, LARGEST, anywhere=True)
        except ReadError as error:
            raise HTTPException(404) from error
        return Response(text, media_type=KINDS[path.suffix])

    async def games(self, request: Request) -> Response:
        """Return the games, whether editing is disabled, and the papers."""
        del request
        settings = self.settings
        return JSONResponse(
            {
                "games": list(settings.games),
                "readOnly": settings.read_only,
                "papers": list(PAPERS),
            }
        )

    async def game(self, request: Request) -> Response:
        """Return a game with the list of its faces."""
        shelf = await self.shelf(request)
        return JSONResponse(await to_thread.run_sync(answers.about_game, shelf.live))

    async def faults(self, request: Request) -> Response:
        """Return all known faults."""
        shelf = await self.shelf(request)
        others = (*shelf.documents.faults, *shelf.checked)
        found = await to_thread.run_sync(answers.faults_of, shelf.live, others)
        return JSONResponse(
            {"checking": shelf.checking, "unwatched": self.unwatched, "faults": found}
        )

    async def fonts(self, request: Request) -> Response:
        """Return the style sheet with the fonts of a game."""
        shelf = await self.shelf(request)
        rules = [
            f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
            f"font-style:{'italic' if face.italic else 'normal'};font-display:block;"
            f'src:url("font/{number}")}}'
            for number, face in enumerate(_font_faces(shelf.live))
        ]
        return Response("\n".join(rules), media_type="text/css")

    async def font(self, request: Request) -> Response:
        """Return a font file by its number in the style sheet."""
        shelf = await self.shelf(request)
        faces = _font_faces(shelf.live)
        number = request.path_params["number"]
        if number >= len(faces):
            raise HTTPException(404)
        path = Path(faces[number].path)
        content = await to_thread.run_sync(lambda: read(path, LARGEST))
        kind = FONT_KINDS.get(path.suffix.lower(), "font/ttf")
        return Response(content, media_type=kind)

    async def face(self, request: Request) -> Response:
        """Return the current face, or status 304 if the page has it already."""
        shelf, language, key = await self.shelf(request), *_address(request)
        shown = await to_thread.run_sync(shelf.live.face, language, key)
        if shown is None:
            raise HTTPException(404, "there is no such face")
        if request.query_params.get("tag") == shown.tag:
            return Response(status_code=304)
        return JSONResponse(answers.as_shown(shown))

    async def about(self, request: Request) -> Response:
        """Return the source locations and the texts of a face."""
        shelf, language, key = await self.shelf(request), *_address(request)
        live = shelf.live
        shown = await to_thread.run_sync(live.face, language, key)
        if shown is None:
            raise HTTPException(404, "there is no such face")
        face = live.faces[key]
        about = answers.about_face(live, language, face, shown)
        types = await to_thread.run_sync(fields.about_types, live, face)
        return JSONResponse({**about, "types": types})

    async def try_text(self, request: Request) -> Response:
        """Return a face rendered with a text that is being edited."""
        shelf, said = await self.shelf(request), await _said(request, _Tried)
        try:
            check_forms(said.forms, limited=shelf.live.catalog.limited)
            shown = await to_thread.run_sync(
                shelf.live.tried, said.language, said.face, said.key, said.forms
            )
        except NotWrittenError as error:
            return JSONResponse({"error": str(error)}, 422)
        except KeyError as error:
            raise HTTPException(404, "there is no such face") from error
        return JSONResponse(answers.as_shown(shown))

    async def put_text(self, request: Request) -> Response:
        """Save an edited text to its file."""
        shelf, said = await self.shelf(request), await _said(request, _Written)
        if self.settings.read_only:
            return JSONResponse({"error": "the preview is read-only"}, 403)
        try:
            check_forms(said.forms, limited=shelf.live.catalog.limited)
            file = await to_thread.run_sync(
                write_text, shelf.live, said.language, said.key, said.forms, said.before
            )
        except NotWrittenError as error:
            return JSONResponse({"error": str(error)}, 409)
        await self._written(file)
        return JSONResponse({"file": file})

    async def put_field(self, request: Request) -> Response:
        """Save the value of a card's field to its cell."""
        shelf, said = await self.shelf(request), await _said(request, _Field)
        if self.settings.read_only:
            return JSONResponse({"error": "the preview is read-only"}, 403)
        try:
            file, value = await to_thread.run_sync(
                fields.write_field, shelf.live, said.card, said.name, said.value, said.before
            )
        except NotWrittenError as error:
            return JSONResponse({"error": str(error)}, 409)
        await self._written(file)
        return JSONResponse({"file": file, "value": value})

    async def tables(self, request: Request) -> Response:
        """Return the tables of a game."""
        shelf = await self.shelf(request)
        return JSONResponse(await to_thread.run_sync(deck_tables.about_tables, shelf.live))

    async def table(self, request: Request) -> Response:
        """Return a table with its cells, types and faults."""
        shelf, query = await self.shelf(request), request.query_params
        place = query.get("file", ""), query.get("sheet", "")
        about = await self._table(shelf, *place, query.get("tag", ""))
        if about is None:
            raise HTTPException(404, "there is no such table")
        return JSONResponse(about)

    async def _table(
        self, shelf: _Shelf, file: str, sheet: str = "", tag: str = ""
    ) -> dict[str, Any] | None:
        """Return a table; places found by a check before the last change of files are left out."""
        is_current = shelf.checked_version == shelf.live.version
        others = (*shelf.documents.faults, *(shelf.checked if is_current else ()))
        # What a check finds from here on is not among these faults.
        checking = shelf.checking or shelf.due.is_set() or not is_current
        about = await to_thread.run_sync(
            deck_tables.about_table, shelf.live, file, sheet, others, tag
        )
        return None if about is None else {**about, "checking": checking}

    async def put_table(self, request: Request) -> Response:
        """Save an edit of a table to its file."""
        shelf, said = await self.shelf(request), await _said(request, _TableEdit)
        if self.settings.read_only:
            return JSONResponse({"error": "the preview is read-only"}, 403)
        try:
            file = await to_thread.run_sync(
                deck_tables.write_edit, shelf.live, said.file, said.tag, said.edit
            )
        except NotWrittenError as error:
            return JSONResponse({"error": str(error), "help": error.help}, 409)
        await self._written(file)
        return JSONResponse({"file": file, "table": await self._table(shelf, said.file)})

    async def step(self, request: Request) -> Response:
        """Undo or redo an edit of a file, made on the page in any game."""
        shelf, said = await self.shelf(request), await _said(request, _Step)
        if self.settings.read_only:
            return JSONResponse({"error": "the preview is read-only"}, 403)
        step = step_back if said.do == "undo" else step_forward
        try:
            made = await to_thread.run_sync(step, shelf.live)
        except NotWrittenError as error:
            steps = deck_tables.journal_of(shelf.live)
            return JSONResponse({"error": str(error), "help": error.help, **steps}, 409)
        await self._written(made.file)
        steps = deck_tables.journal_of(shelf.live)
        return JSONResponse({"file": made.file, "what": made.what, **steps})

    async def _written(self, file: str) -> None:
        """Update the games after a file was written, which the watcher then passes over.

        The file may be in a folder that is not watched.
        """
        path = answers.absolute(file)
        with suppress(ReadError):
            self._own[path] = await to_thread.run_sync(hash_of, path)
        await self.changed({path})

    async def _by_others(self, paths: set[Path]) -> set[Path]:
        """Return the changed files without those that are as the page has written them."""

        def is_own(path: Path) -> bool:
            try:
                return path in self._own and hash_of(path) == self._own.pop(path)
            except ReadError:
                return False

        return {path for path in paths if not await to_thread.run_sync(is_own, path)}

    async def document(self, request: Request) -> Response:
        """Return the pages of a document, with labels and sizes in millimetres."""
        shelf, found = await self.shelf(request), request.path_params
        language, paper = found["language"], _paper(found["paper"])
        known = shelf.documents.faults
        made = await to_thread.run_sync(shelf.documents.documents, language, paper)
        if shelf.documents.faults != known:
            self.publish({"type": "faults", "game": shelf.live.game_id})
        document = made.get(found["kind"])
        sheets = document.sheets if document else ()
        return JSONResponse(
            {
                "version": shelf.live.version,
                "pages": [
                    {
                        "label": sheet.label,
                        "title": sheet.bookmarks[0].title if sheet.bookmarks else "",
                        "width": sheet.size.width / 1000,
                        "height": sheet.size.height / 1000,
                    }
                    for sheet in sheets
                ],
            }
        )

    async def sheet(self, request: Request) -> Response:
        """Return a page of a document as an image."""
        shelf, found = await self.shelf(request), request.path_params
        place = (found["language"], _paper(found["paper"]), found["kind"], found["number"])
        image = await to_thread.run_sync(shelf.documents.image, *place)
        if image is None:
            raise HTTPException(404, "there is no such page")
        return Response(image, media_type="image/png")

    async def texts_on_page(self, request: Request) -> Response:
        """Return the positions of texts on a page, in millimetres."""
        shelf, found = await self.shelf(request), request.path_params
        place = (found["language"], _paper(found["paper"]), found["kind"], found["number"])
        areas = await to_thread.run_sync(shelf.documents.texts, *place)
        return JSONResponse(
            [
                {"key": key, "x": area.x / 1000, "y": area.y / 1000, "bottom": area.bottom / 1000}
                for key, area in areas.items()
            ]
        )

    async def text(self, request: Request) -> Response:
        """Return a text with its place and its source text."""
        shelf, found = await self.shelf(request), request.path_params
        about = answers.about_text(shelf.live, found["language"], found["key"])
        if about is None:
            raise HTTPException(404, "there is no such text")
        return JSONResponse(about)

    async def play(self, request: Request) -> Response:
        """Perform an action of play: deal, move, undo, or write a worked example."""
        shelf, said = await self.shelf(request), await _said(request, Asked)
        if said.do == "write" and self.settings.read_only:
            return JSONResponse({"error": "the preview is read-only"}, 403)
        try:
            answer = await to_thread.run_sync(shelf.tables.do, to_builtins(said))
        except NoGameError as error:
            return JSONResponse({"error": str(error)}, 422)
        return JSONResponse(answer)


async def _apart(work: Callable[[Given], Made], given: Given) -> Made:
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


class _Tried(Struct, frozen=True):
    """A text that is being edited, and the face to preview."""

    language: str
    face: str
    key: str
    forms: dict[str, str]


class _Field(Struct, frozen=True):
    """A field of a card to save; `before` is its value when the user saw it."""

    card: str
    name: str
    value: str
    before: str


class _TableEdit(Struct, frozen=True):
    """An edit of a table; `tag` is the digest of the file that the user saw."""

    file: str
    tag: str
    edit: Edit


class _Step(Struct, frozen=True):
    """A step of the journal to undo or redo."""

    do: Literal["undo", "redo"]


class _Written(Struct, frozen=True):
    """A text to save; `before` is its content when the user started to edit."""

    language: str
    key: str
    forms: dict[str, str]
    before: dict[str, str] = {}


async def _said(request: Request, kind: type[Given]) -> Given:
    """Parse the JSON body of a request.

    Raises:
        HTTPException: the body is not JSON of this type (status 400).
    """
    try:
        said = await request.json()
    except (ValueError, RecursionError, ClientDisconnect):  # also if a tab is closed while sending
        said = None
    if not isinstance(said, dict):
        raise HTTPException(400, "expected an object in JSON")
    try:
        json.dumps(said, ensure_ascii=False).encode()
        return convert(said, kind)
    except UnicodeEncodeError as error:
        raise HTTPException(400, "a text cannot contain half a character") from error
    except (ValidationError, RecursionError) as error:
        raise HTTPException(400, f"malformed request: {error}") from error


def is_watched(path: Path, project: Path) -> bool:
    """Return whether the preview watches a file of a project: a data file that is not hidden."""
    own = path.relative_to(project) if path.is_relative_to(project) else path
    hidden = any(part.startswith(".") for part in own.parts)
    return path.suffix.lower() in WATCHED and not hidden


def _address(request: Request) -> tuple[str, str]:
    return request.path_params["language"], request.path_params["key"]


def _paper(name: str) -> str:
    if name not in PAPERS:
        raise HTTPException(404, "there is no such paper")
    return name


def _font_faces(live: LiveGame) -> Sequence[FontFace]:
    return live.loaded.shelf.faces_by_use if live.loaded else ()


def app_of(preview: Preview) -> Guard:
    """Return the app that handles the page's requests, behind its guard."""
    settings = preview.settings
    game = "/game/{game}"
    pages = f"{game}/pages/{{language}}/{{paper}}/{{kind}}"
    routes = [
        Route("/", preview.page),
        Route("/page/{file}", preview.page),
        Route("/games", preview.games),
        Route("/events", preview.events),
        Route(game, preview.game),
        Route(f"{game}/faults", preview.faults),
        Route(f"{game}/fonts.css", preview.fonts),
        Route(f"{game}/font/{{number:int}}", preview.font),
        Route(f"{game}/face/{{language}}/{{key:path}}", preview.face),
        Route(f"{game}/about/{{language}}/{{key:path}}", preview.about),
        Route(f"{game}/try", preview.try_text, methods=["POST"]),
        Route(f"{game}/field", preview.put_field, methods=["POST"]),
        Route(f"{game}/text", preview.put_text, methods=["POST"]),
        Route(f"{game}/tables", preview.tables),
        Route(f"{game}/table", preview.table),
        Route(f"{game}/table", preview.put_table, methods=["POST"]),
        Route(f"{game}/step", preview.step, methods=["POST"]),
        Route(pages, preview.document),
        Route(f"{pages}/{{number:int}}", preview.sheet),
        Route(f"{pages}/{{number:int}}/texts", preview.texts_on_page),
        Route(f"{game}/text/{{language}}/{{key}}", preview.text),
        Route(f"{game}/play", preview.play, methods=["POST"]),
    ]
    app = Starlette(routes=routes, lifespan=preview.at_work)
    return Guard(app, settings.port, settings.secret)
