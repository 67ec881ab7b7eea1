"""Edits of the layout of a face: each is one of a template that a person could have made.

Every other byte of the file is kept.
"""

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from printnplay.faces.box_edits import CopyBox, DeleteBox, OrderBox, SetBox, edited, summary
from printnplay.faces.box_edits import Edit as BoxEdit
from printnplay.faces.new_boxes import AddBox, NoEditError, quoted
from printnplay.faces.renderer import FaceRenderer
from printnplay.faces.template_files import SIZE
from printnplay.files.catalog import display_path
from printnplay.kernel.diagnostics import Span
from printnplay.preview.edits import ChangedElsewhereError, NotWrittenError, rewrite
from printnplay.preview.faces import Face
from printnplay.preview.journal import digest
from printnplay.preview.layouts import (
    code_of_field,
    code_of_text,
    fields_of,
    name_of_template,
    templates_of,
    texts_of,
    why_fixed,
)
from printnplay.preview.live import LiveGame
from printnplay.preview.new_inks import ink_on
from printnplay.preview.pictures import own_pictures


class NewBox(Struct, frozen=True, tag="add", tag_field="do"):
    """A box to add: what it shows is the `name` of a text, field, file, icon or colour, or words.

    Lengths are in mm.
    """

    kind: Literal[
        "title", "text", "picture", "icon", "rectangle", "circle", "line", "stack", "background"
    ]
    of: Literal["text", "field", "words", "file", "icon", "colour"]
    name: str
    x: float
    y: float
    width: float
    height: float


Edit: TypeAlias = SetBox | DeleteBox | CopyBox | OrderBox | NewBox


class Asked(Struct, frozen=True):
    """An edit of a template of a face; `tag` is the digest of the file that the user saw."""

    language: str
    face: str
    file: str
    tag: str
    edit: Edit


def write_layout(live: LiveGame, asked: Asked) -> str:
    """Write an edit of a template to its file; return the file.

    Raises:
        NotWrittenError: the template cannot be edited so, or has changed meanwhile.
    """
    with live.lock:
        face, edition = live.faces.get(asked.face), live.edition(asked.language)
        shown = live.face(asked.language, asked.face)
        if face is None or edition is None or shown is None:
            raise NotWrittenError("there is no such card any more")
        renderer = edition.renderer_of(face.style)
        named = templates_of(renderer, name_of_template(face, shown), face)
        template = next((one for one in named if display_path(one.path) == asked.file), None)
        if template is None:
            raise NotWrittenError(f"`{asked.file}` is not a template of `{face.name}`")
        if fixed := why_fixed(live, template.path):
            raise NotWrittenError(fixed)
        edit = _meant(live, renderer, face, asked.edit)

        def changed(content: bytes) -> bytes:
            if digest(content) != asked.tag:
                raise ChangedElsewhereError(asked.file)
            try:
                made = edited(content.decode(), template.read, edit).encode()
            except NoEditError as error:
                raise NotWrittenError(str(error)) from error
            if len(made) > SIZE:
                raise NotWrittenError(f"a template has at most {SIZE:,} bytes")
            return made

        rewrite(live, Span(asked.file), changed, summary(edit, template.layout))
        return asked.file


def _meant(live: LiveGame, renderer: FaceRenderer, face: Face, edit: Edit) -> BoxEdit:
    """Return an edit with the code for what a new box shows.

    Raises:
        NotWrittenError: there is no such text, field, icon or colour.
    """
    if not isinstance(edit, NewBox):
        return edit
    sides = edit.x, edit.y, edit.width, edit.height
    ink = ink_on(live, renderer, face, edit.kind, sides)
    return AddBox(edit.kind, _content(live, renderer, face, edit), *sides, ink=ink)


def _content(live: LiveGame, renderer: FaceRenderer, face: Face, new: NewBox) -> str:
    """Return the code for what a new box shows.

    Raises:
        NotWrittenError: there is no such text, field, icon or colour.
    """
    name = new.name
    match new.of:
        case "text" if name in (texts := texts_of(live, face)):
            code = code_of_text(name, all_have_it=texts[name])
        case "field" if name in fields_of(live, face):
            code = code_of_field(name)
        case "words" if len(name) <= 1000 and not re.search(r"[\x00-\x09\x0b-\x1f]", name):
            code = quoted(name)
        case "file" if any(name == found for _, _, found in own_pictures(live)):
            code = quoted(name)
        case "icon" if name in renderer.icons:
            code = quoted(name)
        case "colour" if name in renderer.style.colours:
            code = f"{{{{ colours[{quoted(name)}] }}}}"
        case _:
            raise NotWrittenError(f"there is no {new.of} `{name}` for this face")
    is_shape = new.kind in ("rectangle", "circle", "line", "background")
    if is_shape != (new.of == "colour"):
        raise NotWrittenError(f"a {new.kind} does not show a {new.of}")
    return f"text({code})" if new.kind == "stack" else code
