"""The answers of the preview's server to requests that save, try or play."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, TypeVar

from anyio import to_thread
from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from printnplay.build.fix import same_fix
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.preview import (
    answers,
    card_pictures,
    colours,
    deck_tables,
    dropped_pictures,
    fields,
    game_facts,
    groups,
    languages,
    layout_edits,
    layout_starters,
    layouts,
    mending,
    new_kinds,
    outline_edits,
    own_templates,
    type_styles,
)
from printnplay.preview.cures import with_cures
from printnplay.preview.edits import (
    GoneError,
    NotWrittenError,
    check_forms,
    step_back,
    step_forward,
    write_fix,
    write_text,
)
from printnplay.preview.guard import FILE, JSON
from printnplay.preview.play import Asked, NoGameError
from printnplay.preview.renames import rewrite_followed, still_left
from printnplay.preview.running import Preview, Shelf
from printnplay.preview.spoken import Answer, spoken
from printnplay.preview.table_writing import write_edit
from printnplay.preview.text_places import others_saying
from printnplay.tables.reading import TEXT_TABLES
from printnplay.tables.table_edits import Edit, SetCells, cleaned

Given = TypeVar("Given")


class ReadOnlyError(NotWrittenError):
    """The preview was started to read only."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("the preview is read-only")


def refused(_: Request, error: Exception) -> Response:
    """Return the answer to an edit that was not written, with the reason and what to do."""
    if isinstance(error, ReadOnlyError):
        return Answer({"error": str(error)}, 403)
    cure = error.help if isinstance(error, NotWrittenError) else ""
    gone = {"gone": True} if isinstance(error, GoneError) else {}
    return Answer({"error": str(error), "help": cure, **gone}, 409)


class Saving:
    """Saves what people change on the page, and answers with the new state."""

    def __init__(self, preview: Preview) -> None:
        """Answer for a preview."""
        self.preview = preview

    async def _asked(self, request: Request, kind: type[Given]) -> tuple[Shelf, Given]:
        """Return the game of a request that writes, and what it says.

        Raises:
            HTTPException: there is no such game, or the body is not JSON of this type.
            ReadOnlyError: nothing is written.
        """
        shelf, said = await self.preview.shelf(request), await said_in(request, kind)
        self._check_writable()
        return shelf, said

    def _check_writable(self) -> None:
        if self.preview.settings.read_only:
            raise ReadOnlyError

    async def try_text(self, request: Request) -> Response:
        """Return a face rendered with a text that is being edited."""
        shelf, said = await self.preview.shelf(request), await said_in(request, _Tried)
        try:
            check_forms(said.forms, limited=shelf.live.catalog.limited)
            shown = await to_thread.run_sync(
                shelf.live.tried, said.language, said.face, said.key, said.forms
            )
        except NotWrittenError as error:
            return Answer({"error": str(error)}, 422)
        except KeyError as error:
            raise HTTPException(404, "there is no such face") from error
        return Answer(answers.as_shown(shown))

    async def put_text(self, request: Request) -> Response:
        """Save an edited text to its file."""
        shelf, said = await self._asked(request, _Written)
        check_forms(said.forms, limited=shelf.live.catalog.limited)
        # After the save, none of the others is known to say the same any more.
        same = others_saying(shelf.live, said.language, said.key, said.before)
        written = await to_thread.run_sync(
            write_text,
            shelf.live,
            said.language,
            said.key,
            said.forms,
            said.before,
            rewrite_followed,
        )
        await self.preview.written(*written.files)
        return Answer({"file": written.files[0], **to_builtins(written), "same": same})

    async def left(self, request: Request) -> Response:
        """Return the places that still have ids which no card has any more."""
        shelf, said = await self.preview.shelf(request), await said_in(request, _Left)
        return Answer({"left": await to_thread.run_sync(still_left, shelf.live, said.ids)})

    async def put_field(self, request: Request) -> Response:
        """Save the value of a card's field to its cell."""
        shelf, said = await self._asked(request, _Field)
        file, value = await to_thread.run_sync(
            fields.write_field, shelf.live, said.card, said.name, said.value, said.before
        )
        await self.preview.written(file)
        return Answer({"file": file, "value": value})

    async def tables(self, request: Request) -> Response:
        """Return the tables of a game."""
        shelf = await self.preview.shelf(request)
        return Answer(await to_thread.run_sync(deck_tables.about_tables, shelf.live))

    async def table(self, request: Request) -> Response:
        """Return a table with its cells, types and faults."""
        shelf, query = await self.preview.shelf(request), request.query_params
        place = query.get("file", ""), query.get("sheet", "")
        about = await self._table(shelf, *place, query.get("tag", ""))
        if about is None:
            raise HTTPException(404, "there is no such table")
        return Answer(about)

    async def _table(
        self, shelf: Shelf, file: str, sheet: str = "", tag: str = ""
    ) -> dict[str, Any] | None:
        """Return a table with its faults."""
        is_current = shelf.checked_version == shelf.live.version
        # What a check finds from here on is not among these faults.
        checking = shelf.checking or shelf.due.is_set() or not is_current
        others = await to_thread.run_sync(shelf.others)
        about = await to_thread.run_sync(
            deck_tables.about_table, shelf.live, file, sheet, others, tag
        )
        if about is None:
            return None
        faults = await to_thread.run_sync(with_cures, shelf.live, about.get("faults", ()))
        return {**about, "faults": faults, "checking": checking}

    async def put_table(self, request: Request) -> Response:
        """Save an edit of a table to its file."""
        shelf, said = await self._asked(request, _TableEdit)
        written = await to_thread.run_sync(write_edit, shelf.live, said.file, said.tag, said.edit)
        await self.preview.written(*written.files)
        told = {"file": written.files[0], **to_builtins(written)}
        edit, is_text = cleaned(said.edit), Path(said.file).suffix.lower() in TEXT_TABLES
        if is_text and isinstance(edit, SetCells):
            # The page has the other rows: thousands of them would delay the face. In JSON and YAML,
            # a cell may also change the columns.
            own = {"tag": written.tag, **answers.journal_of(shelf.live)}
            return Answer({**told, "set": {**own, "cells": to_builtins(edit.cells)}})
        return Answer({**told, "table": await self._table(shelf, said.file)})

    async def put_outline(self, request: Request) -> Response:
        """Save an edit of the outline of the rulebook."""
        shelf, said = await self._asked(request, _OutlineEdit)
        files, key = await to_thread.run_sync(
            outline_edits.write_outline, shelf.live, said.edit, said.tag
        )
        await self.preview.written(*files)
        return Answer({"files": files, "key": key})

    async def fix(self, request: Request) -> Response:
        """Apply the safe fix of a fault."""
        shelf, said = await self._asked(request, _Fault)
        fault = _named(said, (*shelf.documents.faults, *shelf.checked.faults))
        if fault is None:
            raise GoneError("the fault is gone; wait for the check")
        file = await to_thread.run_sync(write_fix, shelf.live, fault)
        # The others of its kind in the same text are fixed with it.
        left = tuple(one for one in shelf.checked.faults if not same_fix(one, fault))
        shelf.checked = replace(shelf.checked, faults=left)
        await self.preview.written(file)
        return Answer({"file": file})

    async def step(self, request: Request) -> Response:
        """Undo or redo an edit of a file, made on the page in any game."""
        shelf, said = await self._asked(request, _Step)
        step = step_back if said.do == "undo" else step_forward
        try:
            made = await to_thread.run_sync(step, shelf.live)
        except NotWrittenError as error:
            steps = answers.journal_of(shelf.live)
            return Answer({"error": str(error), "help": error.help, **steps}, 409)
        await self.preview.written(*(edit.file for edit in made.edits))
        steps = answers.journal_of(shelf.live)
        return Answer({"file": made.file, "what": made.what, **steps})

    async def put_art(self, request: Request) -> Response:
        """Save the field of a card's picture, or of its focus or crop."""
        shelf, said = await self._asked(request, _Art)
        files = await to_thread.run_sync(
            card_pictures.write_field, shelf.live, said.field, said.value
        )
        await self.preview.written(*files)
        return Answer({"file": ", ".join(files)})

    async def put_layout(self, request: Request) -> Response:
        """Save an edit of a template to its file."""
        shelf, said = await self._asked(request, layout_edits.Asked)
        file = await to_thread.run_sync(layout_edits.write_layout, shelf.live, said)
        await self.preview.written(file)
        about = await to_thread.run_sync(layouts.about_layout, shelf.live, said.language, said.face)
        return Answer({"file": file, "layout": about})

    async def put_type(self, request: Request) -> Response:
        """Save the family or the size of a text style."""
        shelf, said = await self._asked(request, type_styles.TypeEdit)
        file = await to_thread.run_sync(type_styles.write_type, shelf.live, said)
        await self.preview.written(file)
        return Answer({"file": file})

    async def own_template(self, request: Request) -> Response:
        """Copy the template of a face into the style of the game."""
        shelf, said = await self._asked(request, own_templates.Owned)
        file = await to_thread.run_sync(own_templates.own_template, shelf.live, said)
        await self.preview.written(file)
        return Answer({"file": file})

    async def add_kind(self, request: Request) -> Response:
        """Add a kind of cards like that of a face."""
        shelf, said = await self._asked(request, new_kinds.NewKind)
        files, card = await to_thread.run_sync(new_kinds.add_kind, shelf.live, said)
        await self.preview.written(*files)
        return Answer({"files": files, "card": card})

    async def put_group(self, request: Request) -> Response:
        """Save an edit of the groups of cards."""
        shelf, said = await self._asked(request, groups.GroupEdit)
        files, same = await to_thread.run_sync(groups.edit_group, shelf.live, said)
        await self.preview.written(*files)
        return Answer({"files": files, "same": same})

    async def add_language(self, request: Request) -> Response:
        """Add a language to the game."""
        shelf, said = await self._asked(request, languages.NewLanguage)
        files = await to_thread.run_sync(languages.add_language, shelf.live, said.language)
        await self.preview.written(*files)
        return Answer({"files": files})

    async def put_facts(self, request: Request) -> Response:
        """Save the title of the game, its players, its time and its age."""
        shelf, said = await self._asked(request, game_facts.FactsEdit)
        file = await to_thread.run_sync(game_facts.write_facts, shelf.live, said)
        await self.preview.written(file)
        return Answer({"file": file})

    async def put_colour(self, request: Request) -> Response:
        """Save a colour to the file of its style."""
        shelf, said = await self._asked(request, colours.ColourEdit)
        file = await to_thread.run_sync(colours.write_colour, shelf.live, said)
        await self.preview.written(file)
        return Answer({"file": file})

    async def mend(self, request: Request) -> Response:
        """Write what mends a fault."""
        shelf, said = await self._asked(request, mending.Mend)
        files = await to_thread.run_sync(mending.mend, shelf.live, said)
        await self.preview.written(*files)
        return Answer({"files": files})

    async def add_back(self, request: Request) -> Response:
        """Give the cards of a group a back; the answer has the key of its face."""
        shelf, said = await self._asked(request, new_kinds.NewBack)
        file = await to_thread.run_sync(new_kinds.add_back, shelf.live, said)
        await self.preview.written(file)
        back = await to_thread.run_sync(new_kinds.back_of, shelf.live, said.face)
        return Answer({"file": file, "face": back})

    async def take_starter(self, request: Request) -> Response:
        """Replace a template by a layout to start from."""
        shelf, said = await self._asked(request, layout_starters.Taken)
        file = await to_thread.run_sync(layout_starters.take_starter, shelf.live, said)
        await self.preview.written(file)
        return Answer({"file": file})

    async def put_picture(self, request: Request) -> Response:
        """Add a picture, for a card if the query names one, or replace a file by it."""
        shelf, query = await self.preview.shelf(request), request.query_params
        self._check_writable()
        if not request.headers["content-type"].startswith(FILE):
            raise HTTPException(400, "expected the bytes of a file")
        try:
            content = await request.body()
        except ClientDisconnect as error:
            raise HTTPException(400, "the file is cut short") from error
        name, field = query.get("name", ""), None
        if "face" in query:
            given = (query.get(name, "") for name in ("face", "field", "before", "language"))
            field = card_pictures.Field(*given)
        if "replace" in query:
            replace = dropped_pictures.replace_picture
            files = [await to_thread.run_sync(replace, shelf.live, content, query["replace"])]
        else:
            add = dropped_pictures.add_picture
            files, name = await to_thread.run_sync(add, shelf.live, content, name, field)
        await self.preview.written(*files)
        return Answer({"files": files, "name": name})

    async def delete_picture(self, request: Request) -> Response:
        """Delete a picture that nothing uses."""
        shelf, said = await self._asked(request, _Picture)
        file = await to_thread.run_sync(dropped_pictures.delete_picture, shelf.live, said.file)
        await self.preview.written(file)
        return Answer({"file": file})

    async def play(self, request: Request) -> Response:
        """Perform an action of play: deal, move, undo, or write a worked example."""
        shelf, said = await self.preview.shelf(request), await said_in(request, Asked)
        if said.do == "write":
            self._check_writable()
        try:
            answer = await to_thread.run_sync(shelf.tables.do, to_builtins(said))
        except NoGameError as error:
            return Answer({"error": str(error)}, 422)
        return Answer(answer)


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


class _Art(Struct, frozen=True):
    """A field of a picture to save."""

    field: card_pictures.Field
    value: str


class _Picture(Struct, frozen=True):
    """A picture to delete, by its file."""

    file: str


class _Left(Struct, frozen=True):
    """Ids that cards had."""

    ids: list[str]


class _TableEdit(Struct, frozen=True):
    """An edit of a table; `tag` is the digest of the file that the user saw."""

    file: str
    tag: str
    edit: Edit


class _OutlineEdit(Struct, frozen=True):
    """An edit of the outline; `tag` is the digest of its file that the user saw."""

    tag: str
    edit: outline_edits.OutlineEdit


class _Fault(Struct, frozen=True):
    """A fault to fix, by its code, message and place, as the page was told."""

    code: str
    message: str
    place: dict[str, str | int]
    subject: dict[str, str] = {}


def _named(said: _Fault, faults: Iterable[Diagnostic]) -> Diagnostic | None:
    """Return the fault that the page means.

    If a check has ended since the page got the fault, the fault may have moved within its text.
    """
    exact = {"code": said.code, "message": said.message, "place": said.place}
    near = None
    for fault in faults:
        shown = spoken(answers.fault_of(fault))
        if {**shown, **exact} == shown:
            return fault
        is_same = fault.fix is not None and bool(fault.subject.key) and fault.code.id == said.code
        if is_same and shown["subject"] == said.subject:
            near = near or fault
    return near


class _Step(Struct, frozen=True):
    """A step of the journal to undo or redo."""

    do: Literal["undo", "redo"]


class _Written(Struct, frozen=True):
    """A text to save; `before` is its content when the user started to edit."""

    language: str
    key: str
    forms: dict[str, str]
    before: dict[str, str] = {}


async def said_in(request: Request, kind: type[Given]) -> Given:
    """Parse the JSON body of a request.

    Raises:
        HTTPException: the body is not JSON of this type (status 400).
    """
    try:
        is_json = request.headers["content-type"].startswith(JSON)
        said = await request.json() if is_json else None
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
