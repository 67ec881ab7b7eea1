"""The HTTP server of the preview: answers requests of the page, and sends it events."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from anyio import to_thread
from msgspec import to_builtins
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from printnplay.build.defaults import find_defaults
from printnplay.files.door import LARGEST, read
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.diagnostics import FaultsError
from printnplay.preview import (
    answers,
    card_pictures,
    colours,
    deck_tables,
    fields,
    game_facts,
    groups,
    languages,
    layout_starters,
    layouts,
    new_kinds,
    outline,
    pictures,
    type_styles,
)
from printnplay.preview.building import Building
from printnplay.preview.cures import with_cures
from printnplay.preview.edits import NotWrittenError
from printnplay.preview.guard import PICTURE, Guard
from printnplay.preview.hosting import Hosting
from printnplay.preview.listening import PULSE
from printnplay.preview.live import LiveGame
from printnplay.preview.pages import page_file
from printnplay.preview.running import Preview
from printnplay.preview.saving import Saving, refused
from printnplay.preview.spoken import Answer
from printnplay.preview.text_places import where_of
from printnplay.preview.words import Words
from printnplay.scene.sheet import FontFace

FONT_KINDS = {".ttf": "font/ttf", ".otf": "font/otf"}

QUIET = 60
"""Number of pulses after which a keep-alive message is sent, to notice a lost connection: 24 s. A
guess."""


class Showing:
    """Shows the page what a preview has: its games, faces, faults, documents and texts."""

    def __init__(self, preview: Preview) -> None:
        """Answer for a preview."""
        self.preview = preview

    async def events(self, request: Request) -> Response:
        """Stream server-sent events."""
        del request
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.preview.listeners.add(queue)

        async def stream() -> AsyncIterator[str]:
            try:
                quiet = QUIET
                while not self.preview.is_ending():
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
                self.preview.listeners.discard(queue)

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def page(self, request: Request) -> Response:
        """Return a file of the page."""
        return page_file(request.path_params.get("file", "index.html"))

    async def games(self, request: Request) -> Response:
        """Return the games, whether editing is disabled, and the papers."""
        del request
        settings = self.preview.settings
        return Answer(
            {
                "games": list(settings.games),
                "readOnly": settings.read_only,
                "papers": list(PAPERS),
                **_own_choices(),
                "largest": PICTURE,
                "studio": settings.studio,
            }
        )

    async def serving(self, request: Request) -> Response:
        """Return that this is a project, and not the start page of the studio."""
        del request
        return Answer("project")

    async def leave(self, request: Request) -> Response:
        """End this project, in the studio; its start page follows."""
        del request
        if not self.preview.settings.studio:
            raise HTTPException(404)
        self.preview.is_left = True
        self.preview.end()
        return Answer({})

    async def game(self, request: Request) -> Response:
        """Return a game with the list of its faces."""
        shelf = await self.preview.shelf(request)
        about = await to_thread.run_sync(answers.about_game, shelf.live)
        words = await to_thread.run_sync(colours.words_of_colours, shelf.live)
        about["faces"] = [{**one, "kinds": words.get(one["key"], "")} for one in about["faces"]]
        return Answer(about)

    async def faults(self, request: Request) -> Response:
        """Return all known faults."""
        shelf = await self.preview.shelf(request)
        others = await to_thread.run_sync(shelf.others)
        found = await to_thread.run_sync(deck_tables.faults_in, shelf.live, others)
        cured = await to_thread.run_sync(with_cures, shelf.live, found)
        left = await to_thread.run_sync(languages.translations_of, shelf.live, cured)
        return Answer(
            {
                "checking": shelf.checking,
                "unwatched": self.preview.unwatched,
                "translations": left,
                "faults": cured,
            }
        )

    async def fonts(self, request: Request) -> Response:
        """Return the style sheet with the fonts of a game."""
        shelf = await self.preview.shelf(request)
        rules = [
            f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
            f"font-style:{'italic' if face.italic else 'normal'};font-display:block;"
            f'src:url("font/{number}")}}'
            for number, face in enumerate(_font_faces(shelf.live))
        ]
        return Response("\n".join(rules), media_type="text/css")

    async def font(self, request: Request) -> Response:
        """Return a font file by its number in the style sheet."""
        shelf = await self.preview.shelf(request)
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
        shelf, language, key = await self.preview.shelf(request), *_address(request)
        shown = await to_thread.run_sync(shelf.live.face, language, key)
        if shown is None:
            raise HTTPException(404, "there is no such face")
        if request.query_params.get("tag") == shown.tag:
            return Response(status_code=304)
        return Answer(answers.as_shown(shown))

    async def about(self, request: Request) -> Response:
        """Return the source locations and the texts of a face."""
        shelf, language, key = await self.preview.shelf(request), *_address(request)
        live = shelf.live
        shown = await to_thread.run_sync(live.face, language, key)
        if shown is None:
            raise HTTPException(404, "there is no such face")
        face = live.faces[key]
        about = answers.about_face(live, language, face, shown)
        types = await to_thread.run_sync(fields.about_types, live, face)
        art = await to_thread.run_sync(card_pictures.about_art, live, face, shown)
        faults = deck_tables.at_cells(live, ({**one, "faces": [key]} for one in about["faults"]))
        about["faults"] = await to_thread.run_sync(with_cures, live, faults)
        return Answer({**about, "types": types, "art": art})

    async def outline(self, request: Request) -> Response:
        """Return the outline of the rulebook, and what can be added to it."""
        shelf = await self.preview.shelf(request)
        return Answer(to_builtins(await to_thread.run_sync(outline.about_outline, shelf.live)))

    async def groups(self, request: Request) -> Response:
        """Return the groups of cards, and by what their cards can be chosen."""
        shelf = await self.preview.shelf(request)
        return Answer(await to_thread.run_sync(groups.about_groups, shelf.live))

    async def colours(self, request: Request) -> Response:
        """Return the colours of the game's own styles."""
        shelf = await self.preview.shelf(request)
        return Answer(await to_thread.run_sync(colours.about_colours, shelf.live))

    async def facts(self, request: Request) -> Response:
        """Return the title of the game, its players, its time and its age."""
        shelf = await self.preview.shelf(request)
        return Answer(await to_thread.run_sync(game_facts.about_facts, shelf.live))

    async def languages(self, request: Request) -> Response:
        """Return the codes of languages that can be added."""
        shelf = await self.preview.shelf(request)
        return Answer(await to_thread.run_sync(languages.other_languages, shelf.live))

    async def layout(self, request: Request) -> Response:
        """Return the boxes of the templates of a face."""
        shelf, place = await self.preview.shelf(request), _address(request)
        about = await to_thread.run_sync(layouts.about_layout, shelf.live, *place)
        if about is None:
            raise HTTPException(404, "there is no such face")
        live = shelf.live
        kinds = new_kinds.about_kinds(live, live.faces[place[1]])
        return Answer({**about, **kinds, "type": type_styles.about_type(live, *place)})

    async def starters(self, request: Request) -> Response:
        """Return the layouts to start from, drawn with a card."""
        shelf, place = await self.preview.shelf(request), _address(request)
        try:
            about = await to_thread.run_sync(layout_starters.about_starters, shelf.live, *place)
        except FaultsError as error:
            raise HTTPException(503, error.found[0].message) from error
        if about is None:
            raise HTTPException(404, "there is no such face")
        return Answer(about)

    async def pictures(self, request: Request) -> Response:
        """Return the pictures of a game, on demand with where they are used."""
        shelf = await self.preview.shelf(request)
        uses = bool(request.query_params.get("uses"))
        about = await to_thread.run_sync(lambda: pictures.about_pictures(shelf.live, uses=uses))
        return Answer(about)

    async def picture(self, request: Request) -> Response:
        """Return a small clean picture of a file."""
        shelf, file = await self.preview.shelf(request), request.query_params.get("file", "")
        found = await to_thread.run_sync(pictures.thumbnail, shelf.live, file)
        if found is None:
            raise HTTPException(404, "there is no such picture")
        return Response(found[1], media_type=found[0])

    async def document(self, request: Request) -> Response:
        """Return the pages of a document, with labels and sizes in millimetres."""
        shelf, found = await self.preview.shelf(request), request.path_params
        language, paper = found["language"], _paper(found["paper"])
        known = shelf.documents.faults
        made = await to_thread.run_sync(shelf.documents.documents, language, paper)
        if shelf.documents.faults != known:
            self.preview.publish({"type": "faults", "game": shelf.live.game_id})
        document = made.get(found["kind"])
        sheets = document.sheets if document else ()
        return Answer(
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
        shelf, found = await self.preview.shelf(request), request.path_params
        place = (found["language"], _paper(found["paper"]), found["kind"], found["number"])
        image = await to_thread.run_sync(shelf.documents.image, *place)
        if image is None:
            raise HTTPException(404, "there is no such page")
        return Response(image, media_type="image/png")

    async def texts_on_page(self, request: Request) -> Response:
        """Return the positions of texts on a page, in millimetres."""
        shelf, found = await self.preview.shelf(request), request.path_params
        place = (found["language"], _paper(found["paper"]), found["kind"], found["number"])
        areas = await to_thread.run_sync(shelf.documents.texts, *place)
        return Answer(
            [
                {
                    "key": key,
                    "where": where_of(shelf.live, place[0], key),
                    "x": area.x / 1000,
                    "y": area.y / 1000,
                    "bottom": area.bottom / 1000,
                }
                for key, area in areas.items()
            ]
        )

    async def text(self, request: Request) -> Response:
        """Return a text with its place and its source text."""
        shelf, found = await self.preview.shelf(request), request.path_params
        about = answers.about_text(shelf.live, found["language"], found["key"])
        if about is None:
            raise HTTPException(404, "there is no such text")
        return Answer(about)


def _address(request: Request) -> tuple[str, str]:
    return request.path_params["language"], request.path_params["key"]


def _own_choices() -> dict[str, str]:
    """Return the paper and the printer that are chosen at first: the user's own defaults."""
    own: Mapping[str, str] = {}
    with suppress(FaultsError):  # the file of defaults has faults, which commands report
        own = find_defaults(("paper", "printer"))
    paper = own.get("paper", "")
    return {"paper": paper if paper in PAPERS else "a4", "printer": own.get("printer", "")}


def _paper(name: str) -> str:
    if name not in PAPERS:
        raise HTTPException(404, "there is no such paper")
    return name


def _font_faces(live: LiveGame) -> Sequence[FontFace]:
    return live.loaded.shelf.faces_by_use if live.loaded else ()


def app_of(preview: Preview) -> Guard:
    """Return the app that handles the page's requests, behind its guard."""
    settings, showing, saving = preview.settings, Showing(preview), Saving(preview)
    building, hosting = Building(preview), Hosting(preview)
    preview.at_end.append(hosting.end)
    game = "/game/{game}"
    pages = f"{game}/pages/{{language}}/{{paper}}/{{kind}}"
    routes = [
        Route("/", showing.page),
        Route("/page/{file}", showing.page),
        Route("/games", showing.games),
        Route("/serving", showing.serving),
        Route("/leave", showing.leave, methods=["POST"]),
        Route("/events", showing.events),
        Route(game, showing.game),
        Route(f"{game}/faults", showing.faults),
        Route(f"{game}/fonts.css", showing.fonts),
        Route(f"{game}/font/{{number:int}}", showing.font),
        Route(f"{game}/face/{{language}}/{{key:path}}", showing.face),
        Route(f"{game}/about/{{language}}/{{key:path}}", showing.about),
        Route(f"{game}/layout/{{language}}/{{key:path}}", showing.layout),
        Route(f"{game}/layout", saving.put_layout, methods=["POST"]),
        Route(f"{game}/starters/{{language}}/{{key:path}}", showing.starters),
        Route(f"{game}/type", saving.put_type, methods=["POST"]),
        Route(f"{game}/template", saving.own_template, methods=["POST"]),
        Route(f"{game}/kind", saving.add_kind, methods=["POST"]),
        Route(f"{game}/back", saving.add_back, methods=["POST"]),
        Route(f"{game}/starters", saving.take_starter, methods=["POST"]),
        Route(f"{game}/try", saving.try_text, methods=["POST"]),
        Route(f"{game}/art", saving.put_art, methods=["POST"]),
        Route(f"{game}/picture", showing.picture),
        Route(f"{game}/picture", saving.put_picture, methods=["POST"]),
        Route(f"{game}/pictures", showing.pictures),
        Route(f"{game}/pictures", saving.delete_picture, methods=["POST"]),
        Route(f"{game}/field", saving.put_field, methods=["POST"]),
        Route(f"{game}/text", saving.put_text, methods=["POST"]),
        Route(f"{game}/left", saving.left, methods=["POST"]),
        Route(f"{game}/tables", saving.tables),
        Route(f"{game}/table", saving.table),
        Route(f"{game}/table", saving.put_table, methods=["POST"]),
        Route(f"{game}/outline", showing.outline),
        Route(f"{game}/outline", saving.put_outline, methods=["POST"]),
        Route(f"{game}/groups", showing.groups),
        Route(f"{game}/groups", saving.put_group, methods=["POST"]),
        Route(f"{game}/languages", showing.languages),
        Route(f"{game}/languages", saving.add_language, methods=["POST"]),
        Route(f"{game}/facts", showing.facts),
        Route(f"{game}/facts", saving.put_facts, methods=["POST"]),
        Route(f"{game}/colours", showing.colours),
        Route(f"{game}/colours", saving.put_colour, methods=["POST"]),
        Route(f"{game}/mend", saving.mend, methods=["POST"]),
        Route(f"{game}/fix", saving.fix, methods=["POST"]),
        Route(f"{game}/step", saving.step, methods=["POST"]),
        Route(pages, showing.document),
        Route(f"{pages}/{{number:int}}", showing.sheet),
        Route(f"{pages}/{{number:int}}/texts", showing.texts_on_page),
        Route(f"{game}/text/{{language}}/{{key}}", showing.text),
        Route(f"{game}/play", saving.play, methods=["POST"]),
        Route(f"{game}/room", hosting.show),
        Route(f"{game}/room", hosting.change, methods=["POST"]),
        Route(f"{game}/build", building.choices),
        Route(f"{game}/build", building.make, methods=["POST"]),
        Route(f"{game}/built/{{number:int}}", building.file),
    ]
    app = Words().app(
        routes, lifespan=preview.at_work, exception_handlers={NotWrittenError: refused}
    )
    return Guard(app, settings.port, settings.secret)
