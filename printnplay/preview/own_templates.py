"""Templates of a game's own for backs and covers: copied from another style, with pictures."""

import re
from pathlib import Path

from msgspec import Struct

from printnplay.faces.art_calls import PLACING
from printnplay.faces.box_records import Box
from printnplay.faces.new_boxes import quoted
from printnplay.faces.renderer import FaceRenderer
from printnplay.files.catalog import display_path
from printnplay.preview.edits import Change, NotWrittenError, rewrite_all
from printnplay.preview.faces import Face
from printnplay.preview.journal import Content
from printnplay.preview.layouts import Template, name_of_template, own_folder, templates_of
from printnplay.preview.live import LiveGame

_ROOT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm"'
    ' height="{{ extent.height }}mm" viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }}'
    ' {{ extent.height }}">'
)
_WHOLE = '{{ art($file, -bleed, -bleed, extent.width, extent.height, fit="cover") }}'
PICTURE_ALONE = f"{{# A picture, up to the bleed. #}}\n{_ROOT}\n{_WHOLE}\n</svg>\n"
"""The template of a back that is a picture."""


class Owned(Struct, frozen=True):
    """The face whose template is to be the game's own."""

    language: str
    face: str


def own_template(live: LiveGame, asked: Owned) -> str:
    """Copy the template of a face into the style of the game; return the new file.

    Raises:
        NotWrittenError: the style is not in the project, or has this template.
    """
    with live.lock:
        face, renderer, template = _found(live, asked.language, asked.face)
        path = _own_path(live, renderer, template)
        if path == template.path:
            raise NotWrittenError(f"`{display_path(path)}` is in the style of the game already")

        def copied(now: Content) -> bytes:
            if now is not None:
                raise NotWrittenError(f"there is a file `{display_path(path)}` now")
            return template.source.encode()

        file = display_path(path)
        rewrite_all(live, [(file, copied)], f"copy the template of `{face.name}`")
        return file


def picture_change(live: LiveGame, language: str, key: str, name: str) -> Change:
    """Return the change of a template that puts a picture on a back, a cover or a board.

    A picture that the template names is replaced. Otherwise a back becomes the picture, and on
    others it lies above the backgrounds.

    Raises:
        NotWrittenError: the style is not in the project.
    """
    face, renderer, template = _found(live, language, key)
    path = _own_path(live, renderer, template)
    source, file = template.source, display_path(path)

    def changed(now: Content) -> bytes:
        if now not in (None, source.encode()):
            raise NotWrittenError(f"`{file}` was changed meanwhile", "drop the picture again")
        return _with_picture(template, face, name).encode()

    return file, changed


def picture_on(live: LiveGame, language: str, key: str) -> str:
    """Return the picture that the template of a back, a cover or a board names; empty if none."""
    face, _, template = _found(live, language, key)
    named = _naming(template, face)
    return named.label[1:-1] if named else ""


def _found(live: LiveGame, language: str, key: str) -> tuple[Face, FaceRenderer, Template]:
    face, edition, shown = live.faces.get(key), live.edition(language), live.face(language, key)
    if face is None or edition is None or shown is None:
        raise NotWrittenError("there is no such face any more")
    renderer = edition.renderer_of(face.style)
    templates = templates_of(renderer, name_of_template(face, shown), face)
    if not templates:
        raise NotWrittenError(f"the template of `{face.name}` was not found")
    return face, renderer, templates[-1]


def _own_path(live: LiveGame, renderer: FaceRenderer, template: Template) -> Path:
    """Return the file of a template in the style of the game.

    Raises:
        NotWrittenError: the style is not in the project.
    """
    if own_folder(live, renderer) is None:
        style = renderer.folders[0].name
        raise NotWrittenError(f"the style `{style}` comes with printnplay: give the game its own")
    return renderer.folders[0] / template.path.name


def _with_picture(template: Template, face: Face, name: str) -> str:
    """Return the source of a template with a picture of this name."""
    source, named = template.source, _naming(template, face)
    if named:
        start = source.index(named.label, named.start)
        return source[:start] + quoted(name) + source[start + len(named.label) :]
    if face.kind == "back":
        return PICTURE_ALONE.replace("$file", quoted(name))
    at, whole = _above_grounds(template, face), _WHOLE.replace("$file", quoted(name))
    if at < 0:
        raise NotWrittenError("the template has no place for a picture: write it in the file")
    if face.kind == "box":
        whole = f'{{% if panel == "{face.key.removeprefix("box/")}" %}}{whole}{{% endif %}}'
    return f"{source[:at]}\n{whole}{source[at:]}"


def _naming(template: Template, face: Face) -> Box | None:
    """Return the first picture of a face whose file its template names."""
    is_front = face.key == "box/front"
    for box in template.layout.boxes:
        names_file = re.fullmatch(r"([\"'])[^\"']+\1", box.label)
        if box.kind in PLACING and names_file and box.sometimes <= is_front:
            return box
    return None


def _above_grounds(template: Template, face: Face) -> int:
    """Return the offset after the shapes that cover a face, at the beginning of its drawing."""
    layout, at = template.layout, template.layout.first
    for box in layout.boxes:
        numbers = {one.name: one.number or 0 for one in box.numbers}
        sides = [numbers.get(name, 0) for name in ("width", "height")]
        needed = face.size.width / 1000, face.size.height / 1000
        if box.kind != "rect" or box.sometimes or sides[0] < needed[0] or sides[1] < needed[1]:
            break
        at = box.end
    return at
