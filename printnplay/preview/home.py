"""The start page of the studio: new games, recent projects, and folders to open."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any

from anyio import to_thread
from msgspec import Struct, to_builtins
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from printnplay.build.facts import TITLE, Facts, with_facts
from printnplay.build.new import (
    LOOKS,
    PLAIN,
    STARTERS,
    facts_of,
    id_of,
    languages_of,
    named_after,
    start,
)
from printnplay.build.print_again import game_id
from printnplay.build.print_files import prepare, taken
from printnplay.edition.choosing import choose
from printnplay.files.catalog import FOLDERS, Catalog
from printnplay.files.door import (
    ReadError,
    is_folder,
    is_there,
    names_in,
    read,
    read_text,
)
from printnplay.files.settings import settings_folder
from printnplay.files.temporary import temporary_folder
from printnplay.files.writing import write_all
from printnplay.files.yaml_edits import rewritten
from printnplay.files.yaml_tree import read_yaml, text_at
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.messages import translated
from printnplay.preview.guard import FILE, LARGEST, Guard
from printnplay.preview.live import LiveGame
from printnplay.preview.pages import page_file
from printnplay.preview.saving import said_in
from printnplay.preview.spoken import Answer
from printnplay.preview.words import Words
from printnplay.raster.png import draw

RECENT = "recent.json"
"""The file of the projects opened last, in the folder of a user's settings."""

MOST_RECENT = 12
"""The number of projects listed as recent: as many as fit above the starters. A guess."""

MOST_FOLDERS = 500
"""The number of folders listed in one: more make the page slow. A guess."""

MAX_BYTES = 100_000
"""The size of the file of recent projects in bytes: far more than that of its paths."""

PER_INCH = 110
"""The resolution of a starter's picture: about 275 pixels for a poker card. A guess."""

SAMPLE = "my-game"

MOST_NUMBER = 99
"""The last number of a game whose title makes no name: in a folder that may not be searched, all
seem taken. A guess."""


class _New(Struct, frozen=True):
    """The answers for a new game: it gets a folder with its title in this folder."""

    title: str
    folder: str
    starter: str
    language: str = REFERENCE
    look: str = ""
    facts: Facts | None = None


MOST_PDF = 256 << 20
"""The size of a dropped PDF in bytes: those of scans have some 100 MB. A guess."""


class HomeGuard(Guard):
    """The guard of the start page, on which whole PDFs are dropped."""

    largest: Mapping[str, int] = MappingProxyType({**LARGEST, FILE: MOST_PDF})


class _Open(Struct, frozen=True):
    path: str


class Home:
    """The start page; `chosen` is the project to open, if any, when `end` is called."""

    def __init__(self, folder: Path) -> None:
        """Show the page until a project is chosen; new games are in this folder by default."""
        self.folder = folder
        self.chosen: Path | None = None
        self.end: Callable[[], None] = lambda: None

    @property
    def app(self) -> Starlette:
        """The app that handles the page's requests."""
        return Words().app(
            [
                Route("/", self._page),
                Route("/page/{file}", self._page),
                Route("/serving", self._serving),
                Route("/start", self._start),
                Route("/folders", self._folders),
                Route("/picture/{kind}/{name}", self._picture),
                Route("/new", self._new, methods=["POST"]),
                Route("/open", self._open, methods=["POST"]),
                Route("/print", self._print, methods=["POST"]),
                Route("/quit", self._quit, methods=["POST"]),
            ]
        )

    async def _page(self, request: Request) -> Response:
        return page_file(request.path_params.get("file", "home.html"))

    async def _serving(self, request: Request) -> Response:
        del request
        return Answer("start")

    async def _start(self, request: Request) -> Response:
        del request
        starters = [
            {
                "name": name,
                "about": about,
                "languages": languages_of(name),
                "looks": name == PLAIN,
                "facts": to_builtins(facts_of(name)),
            }
            for name, about in STARTERS.items()
        ]
        looks = [{"name": name, "about": about} for name, about in LOOKS.items()]
        recent = await to_thread.run_sync(
            lambda: [{"path": one["path"], "games": _titles(one)} for one in _recent()]
        )
        told = {"starters": starters, "looks": looks, "recent": recent}
        return Answer({**told, "folder": str(self.folder)})

    async def _folders(self, request: Request) -> Response:
        """Return the folders in a folder; the nearest one that exists, if there is none."""
        folder = self._typed(request.query_params.get("path", ""))
        while not is_folder(folder) and folder != folder.parent:
            folder = folder.parent
        return Answer(await to_thread.run_sync(_listed, folder))

    async def _picture(self, request: Request) -> Response:
        kind, name = request.path_params["kind"], request.path_params["name"]
        if name not in {"starter": STARTERS, "look": LOOKS}.get(kind, {}):
            raise HTTPException(404, "there is no such starter")
        chosen = (name, "") if kind == "starter" else (PLAIN, name)
        return Response(await to_thread.run_sync(picture_of, *chosen), media_type="image/png")

    async def _new(self, request: Request) -> Response:
        new = await said_in(request, _New)
        title = " ".join(new.title.split())
        if not named_after(title) or "/" in title or "\\" in title:
            return _refused("write a title without slashes")
        if new.starter not in STARTERS or new.look not in {"", *LOOKS}:
            raise HTTPException(400, "there is no such starter")
        if new.facts is not None and new.facts.fault:
            return _refused(new.facts.fault)
        folder = _folder_for(title, self._typed(new.folder))

        def about(source: str) -> str:
            told = with_facts(source, new.facts) if new.facts is not None else source
            return rewritten(told, {TITLE: title})

        try:
            await to_thread.run_sync(start, folder, new.starter, new.language, new.look, about)
        except FaultsError as error:
            told = {"error": "; ".join(_said(error))}
            with suppress(FaultsError):
                if await to_thread.run_sync(own_games, folder):
                    told["there"] = str(folder)
            return Answer(told, 409)
        return await self._opened(folder)

    async def _open(self, request: Request) -> Response:
        return await self._opened(self._typed((await said_in(request, _Open)).path))

    async def _quit(self, request: Request) -> Response:
        """End the studio."""
        del request
        self.end()
        return Answer({})

    async def _print(self, request: Request) -> Response:
        """Find the cards of a dropped PDF as `printnplay print` does, and open their project."""
        content, name = await request.body(), request.query_params.get("name", "")
        if not content.startswith(b"%PDF") or not name.lower().endswith(".pdf"):
            return _refused("drop a PDF: pictures are printed with `printnplay print FOLDER`")
        try:
            project = await to_thread.run_sync(print_dropped, self.folder, name, content)
        except FaultsError as error:
            return _refused(*_said(error))
        return await self._opened(project)

    def _typed(self, path: str) -> Path:
        """Return the folder that a person means; `~` is that of the user."""
        typed = Path(path.strip().replace("\0", ""))
        with suppress(RuntimeError):  # there is no such user
            typed = typed.expanduser()
        return self.folder / typed

    async def _opened(self, project: Path) -> Response:
        """Open a project, or say why it cannot be opened."""
        try:
            games = await to_thread.run_sync(own_games, project)
        except FaultsError as error:
            return _refused(*_said(error))
        if not games:
            return _refused(f"there is no game in {project}: expected a folder `designs` in it")
        with suppress(FaultsError):  # a list that cannot be written is no reason not to open it
            await to_thread.run_sync(remember, project, games)
        self.chosen = project
        self.end()
        return Answer({"opened": str(project)})


def own_games(project: Path) -> tuple[str, ...]:
    """Return the games of a project.

    Raises:
        FaultsError: one cannot be chosen.
    """
    if not is_folder(project / "designs"):
        return ()
    return tuple(choose(Catalog(project), (), ()))


def print_dropped(folder: Path, name: str, content: bytes) -> Path:
    """Save a dropped PDF in the folder of a new project beside what is found in it.

    Returns:
        The folder of the project, which is named after the file.

    Raises:
        FaultsError: no cards are found, they need a person's answer, or the folder exists.
    """
    project = folder / game_id(Path(name))
    if is_there(project):
        raise FaultsError([taken(project, "is there already", "rename the file")])
    source = folder / f"{project.name}.pdf"
    if is_there(source) and content != read(source, MOST_PDF, anywhere=True):
        why = "is there already, with other content"
        raise FaultsError([taken(source, why, "rename the file")])
    write_all({source: content}, folder)
    return prepare([source], project).folder


_DRAWING = Lock()


@cache
def picture_of(starter: str, look: str) -> bytes:
    """Return the first card of a starter as a PNG: its cover if it has no cards."""
    with _DRAWING, temporary_folder() as folder:
        project = Path(folder) / SAMPLE
        start(project, starter, look=look)
        live = LiveGame(Catalog(project), SAMPLE, (REFERENCE,))
        edition, loaded = live.edition(REFERENCE), live.loaded
        assert edition is not None
        assert loaded is not None
        face = next(iter(live.faces.values()), None)
        picture = face.draw(edition) if face else edition.front_cover
        assert picture is not None
        stream = BytesIO()
        draw(picture, loaded.shelf.faces_by_use, stream, PER_INCH)
    return stream.getvalue()


def remember(project: Path, games: tuple[str, ...]) -> None:
    """Put a project first in the list of recent ones.

    Raises:
        FaultsError: the list cannot be written.
    """
    first = {"path": str(project), "games": ", ".join(games)}
    others = [one for one in _recent() if one["path"] != first["path"]]
    text = json.dumps([first, *others][:MOST_RECENT], indent=1, ensure_ascii=False)
    folder = settings_folder()
    write_all({folder / RECENT: text.encode()}, folder)


def _recent() -> Iterator[dict[str, str]]:
    """Yield the recent projects that are still there."""
    listed: Any = []
    with suppress(ReadError, ValueError):
        listed = json.loads(read_text(settings_folder() / RECENT, MAX_BYTES, anywhere=True))
    for one in listed if isinstance(listed, list) else ():
        path, games = (one.get("path"), one.get("games")) if isinstance(one, dict) else (0, 0)
        if isinstance(path, str) and isinstance(games, str) and is_folder(Path(path)):
            yield {"path": path, "games": games}


def _titles(recent: Mapping[str, str]) -> str:
    """Return the titles of the games of a recent project; their ids where they have none."""

    def titled(game: str) -> str:
        path = Path(recent["path"]) / FOLDERS[0] / game / "game.yaml"
        title = text_at(read_yaml(path, str(path), Problems()), TITLE)
        return title.value if title else game

    return ", ".join(map(titled, recent["games"].split(", ")))


def _listed(folder: Path) -> dict[str, Any]:
    inner = [folder / name for name in names_in(folder) if not name.startswith(".")]
    folders = [path for path in inner if is_folder(path)][:MOST_FOLDERS]
    return {
        "folder": str(folder),
        "parent": "" if folder == folder.parent else str(folder.parent),
        "folders": [
            {"name": path.name, "path": str(path), "project": is_folder(path / FOLDERS[0])}
            for path in folders
        ],
    }


def _folder_for(title: str, parent: Path) -> Path:
    """Return the folder of a new game; a title in another script than Latin makes no id."""
    name = named_after(title)
    if id_of(name) or not any(map(str.isalpha, name)):
        return parent / name
    names = (SAMPLE, *(f"{SAMPLE}-{number}" for number in range(2, MOST_NUMBER + 1)))
    return next((parent / one for one in names if not is_there(parent / one)), parent / name)


def _said(error: FaultsError) -> list[str]:
    return [
        ": ".join(filter(None, (translated(one.message), translated(one.help))))
        for one in error.found
    ]


def _refused(*reasons: str) -> Response:
    return Answer({"error": "; ".join(map(translated, reasons))}, 409)
