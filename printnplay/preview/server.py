"""The server of the page: what it asks for is answered, what has changed is sent to it."""

import asyncio
import json
import os
import sys
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

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
from printnplay.files.door import LARGEST, ReadError, read, read_text, resolved
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.visible import visible
from printnplay.preview import answers
from printnplay.preview.documents import Documents
from printnplay.preview.edits import NotWrittenError, check_forms, write_text
from printnplay.preview.guard import Guard
from printnplay.preview.live import LiveGame
from printnplay.preview.play import Asked, NoGameError, Tables
from printnplay.scene.sheet import FontFace

Given = TypeVar("Given")
Made = TypeVar("Made")

PAGE = Path(__file__).parent / "page"
"""The files of the page itself."""

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
FONT_KINDS = {".ttf": "font/ttf", ".otf": "font/otf"}

WATCHED = COUNTED | {".md"}
"""The endings of files whose changes are looked at."""

STEP, TOGETHER = 10, 60
"""The milliseconds within which saved files are one change, and the most after the first: editors
write a file in several steps. A guess."""

LOOK = 1000
"""The milliseconds after which folders are listed again: a second, as one who saved looks up
(decision 056)."""

PULSE = 0.4
"""The seconds after which a stream of news looks whether the server is about to end: shorter than a
person waits after Ctrl-C."""

QUIET = 60
"""The pulses after which an empty message is sent, so that a lost connection is noticed: 24 s. A
guess."""


class Settings(Struct, frozen=True):
    """What a preview is of, and what it may do."""

    project: Path
    games: Mapping[str, tuple[str, ...]]
    """The games, each with the languages it is shown in; all that it has, if there are none."""
    port: int
    secret: str
    read_only: bool = False
    trusted: bool = False
    limited: bool = True


class _Shelf(Struct):
    """A game that is looked at, with what goes with it; `checked` is what the whole check found."""

    live: LiveGame
    documents: Documents
    tables: Tables
    checked: tuple[Diagnostic, ...] = ()
    checking: bool = False
    due: asyncio.Event = field(default_factory=asyncio.Event)


class Preview:
    """A preview at work: its games, and the pages that learn of changes."""

    def __init__(self, settings: Settings) -> None:
        """Load nothing yet: a game is loaded when it is looked at first."""
        self.settings = settings
        self.catalog = Catalog(settings.project, trusted=settings.trusted, limited=settings.limited)
        self.shelves: dict[str, _Shelf] = {}
        self.listeners: set[asyncio.Queue[dict[str, Any]]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()
        self.is_ending: Callable[[], bool] = lambda: False
        """Whether the server is about to end: it waits for streams of news to do so, too."""
        self.unwatched = ""
        """Why saved files are not noticed; empty if they are."""

    async def shelf(self, request: Request) -> _Shelf:
        """Return the game that a request is about, loaded."""
        name = request.path_params["game"]
        if name not in self.settings.games:
            raise HTTPException(404, "there is no such game")
        async with self._loading:
            if name not in self.shelves:
                live = await to_thread.run_sync(
                    LiveGame, self.catalog, name, self.settings.games[name]
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
        """Take in what is saved; folders come and go meanwhile, and a watch that fails is renewed.

        What is saved between two watches is missed, so all is read when the next one is at work.
        """
        missed: set[Path] = set()
        while True:
            try:
                await self._watch_in(self._folders(), missed)
            except Exception as error:  # too many watches, say, or what reading the files raises
                # A folder may have gone since they were looked for.
                if not (isinstance(error, FileNotFoundError) and self.settings.project.is_dir()):
                    self._report_unwatched(str(error) or type(error).__name__)
                await asyncio.sleep(LOOK / 1000)
            missed = {self.settings.project}

    def _report_unwatched(self, reason: str) -> None:
        """Report in the terminal and on the pages why files are not watched; empty if they are."""
        if reason == self.unwatched:
            return
        self.unwatched = reason
        why = f"not noticed: {visible(reason, lines=False)}; trying again"
        sys.stderr.write(f"saved files are {why if reason else 'noticed again'}\n")
        for name in self.shelves:
            self.publish({"type": "faults", "game": name})

    def _folders(self) -> set[Path]:
        """The folder of the project, and those in it whose files are looked at.

        Links are followed within the project only, and each folder is watched by one name.
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
                # What a link leads to is seen later; a loop of them raises here.
                inner = [one.name for one in entries if one.is_symlink() or one.is_dir()]
                left += [folder / name for name in inner if not name.startswith(".")]
        return set(found.values())

    async def _watch_in(self, folders: set[Path], missed: set[Path]) -> None:
        """Take in what was missed, and what is saved in folders, until there are others."""
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
            if paths:
                await self.changed(paths)
            missed = set()
            # A folder that was replaced by another of its name has to be watched anew.
            if paths & folders or self._folders() != folders:
                return

    async def changed(self, paths: set[Path]) -> None:
        """Take in changed files, and send the pages what has changed."""
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
            try:
                shelf.checked = tuple(await _apart(faults_of, request))
            except RuntimeError:  # ours, not the project's: told where the preview was started
                traceback.print_exc()
            shelf.checking = shelf.due.is_set()
            self.publish({"type": "checked", "game": live.game_id})

    def publish(self, event: dict[str, Any]) -> None:
        """Tell all pages something."""
        for queue in self.listeners:
            queue.put_nowait(event)

    async def events(self, request: Request) -> Response:
        """Yield server-sent events as they happen."""
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
        """Return the games that can be looked at, and what may be done."""
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
        """Return a game, and the list of its faces."""
        shelf = await self.shelf(request)
        return JSONResponse(await to_thread.run_sync(answers.about_game, shelf.live))

    async def faults(self, request: Request) -> Response:
        """Return all faults that are known."""
        shelf = await self.shelf(request)
        others = (*shelf.documents.faults, *shelf.checked)
        found = await to_thread.run_sync(answers.faults_of, shelf.live, others)
        return JSONResponse(
            {"checking": shelf.checking, "unwatched": self.unwatched, "faults": found}
        )

    async def fonts(self, request: Request) -> Response:
        """Return the fonts of a game, as a style sheet."""
        shelf = await self.shelf(request)
        rules = [
            f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
            f"font-style:{'italic' if face.italic else 'normal'};font-display:block;"
            f'src:url("font/{number}")}}'
            for number, face in enumerate(_font_faces(shelf.live))
        ]
        return Response("\n".join(rules), media_type="text/css")

    async def font(self, request: Request) -> Response:
        """Return a font file, by its number in the style sheet."""
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
        """Return a face as it is now; nothing where it is as the page has it."""
        shelf, language, key = await self.shelf(request), *_address(request)
        shown = await to_thread.run_sync(shelf.live.face, language, key)
        if shown is None:
            raise HTTPException(404, "there is no such face")
        if request.query_params.get("tag") == shown.tag:
            return Response(status_code=304)
        return JSONResponse(answers.as_shown(shown))

    async def about(self, request: Request) -> Response:
        """Return where a face is written, and its texts."""
        shelf, language, key = await self.shelf(request), *_address(request)
        live = shelf.live
        shown = await to_thread.run_sync(live.face, language, key)
        if shown is None:
            raise HTTPException(404, "there is no such face")
        face = live.faces[key]
        return JSONResponse(answers.about_face(live, language, face, shown))

    async def try_text(self, request: Request) -> Response:
        """Return a face with a text that is still being written."""
        shelf, said = await self.shelf(request), await _said(request, _Tried)
        try:
            check_forms(said.forms)
            shown = await to_thread.run_sync(
                shelf.live.tried, said.language, said.face, said.key, said.forms
            )
        except NotWrittenError as error:
            return JSONResponse({"error": str(error)}, 422)
        except KeyError as error:
            raise HTTPException(404, "there is no such face") from error
        return JSONResponse(answers.as_shown(shown))

    async def put_text(self, request: Request) -> Response:
        """Write a text into its file."""
        shelf, said = await self.shelf(request), await _said(request, _Written)
        if self.settings.read_only:
            return JSONResponse({"error": "the preview is read-only"}, 403)
        try:
            check_forms(said.forms)
            file = await to_thread.run_sync(
                write_text, shelf.live, said.language, said.key, said.forms, said.before
            )
        except NotWrittenError as error:
            return JSONResponse({"error": str(error)}, 409)
        path = answers.absolute(file)
        if resolved(path) != path:
            # What a link leads to may lie where nobody watches.
            await self.changed({path})
        return JSONResponse({"file": file})

    async def document(self, request: Request) -> Response:
        """Return the pages of a document: how many, their sizes in millimetres, their labels."""
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
        """Return a page of a document as a picture."""
        shelf, found = await self.shelf(request), request.path_params
        place = (found["language"], _paper(found["paper"]), found["kind"], found["number"])
        image = await to_thread.run_sync(shelf.documents.image, *place)
        if image is None:
            raise HTTPException(404, "there is no such page")
        return Response(image, media_type="image/png")

    async def texts_on_page(self, request: Request) -> Response:
        """Return where on a page which texts are, in millimetres."""
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
        """Return a text, with its place and its original."""
        shelf, found = await self.shelf(request), request.path_params
        about = answers.about_text(shelf.live, found["language"], found["key"])
        if about is None:
            raise HTTPException(404, "there is no such text")
        return JSONResponse(about)

    async def play(self, request: Request) -> Response:
        """Play: a game dealt, a move made or taken back, a position written as an example."""
        shelf, said = await self.shelf(request), await _said(request, Asked)
        if said.do == "write" and self.settings.read_only:
            return JSONResponse({"error": "the preview is read-only"}, 403)
        try:
            answer = await to_thread.run_sync(shelf.tables.do, to_builtins(said))
        except NoGameError as error:
            return JSONResponse({"error": str(error)}, 422)
        return JSONResponse(answer)


async def _apart(work: Callable[[Given], Made], given: Given) -> Made:
    """What a long work makes, in a thread that nobody waits for once the preview ends."""
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
    """A text that is being written, on a face."""

    language: str
    face: str
    key: str
    forms: dict[str, str]


class _Written(Struct, frozen=True):
    """A text that is to be saved; `before` is what it said when somebody began to change it."""

    language: str
    key: str
    forms: dict[str, str]
    before: dict[str, str] = {}


async def _said(request: Request, kind: type[Given]) -> Given:
    """Read what the page sends.

    Raises:
        HTTPException: it is not JSON of this kind (status 400).
    """
    try:
        said = await request.json()
    except (ValueError, RecursionError, ClientDisconnect):  # a tab is closed while it sends
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
    """Return whether the preview watches a file of a project: it is data, and not hidden."""
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
    """Return the app that answers the page's requests, behind its guard."""
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
        Route(f"{game}/text", preview.put_text, methods=["POST"]),
        Route(pages, preview.document),
        Route(f"{pages}/{{number:int}}", preview.sheet),
        Route(f"{pages}/{{number:int}}/texts", preview.texts_on_page),
        Route(f"{game}/text/{{language}}/{{key}}", preview.text),
        Route(f"{game}/play", preview.play, methods=["POST"]),
    ]
    app = Starlette(routes=routes, lifespan=preview.at_work)
    return Guard(app, settings.port, settings.secret)
