"""The text styles of a game on the page: the family and the size of each, in style.yaml."""

from typing import Any

from msgspec import Struct

from printnplay.faces.renderer import FaceRenderer
from printnplay.files.catalog import display_path
from printnplay.kernel.font_settings import parted
from printnplay.kernel.geometry import Um, parse_length
from printnplay.preview.colours import FILE, set_values
from printnplay.preview.edits import NotWrittenError, rewrite_all
from printnplay.preview.layouts import own_folder
from printnplay.preview.live import LiveGame
from printnplay.scene.style import TextStyle

SIZES = (4, 200)
"""The smallest and the largest type size to choose, in points: of a label, and of a large card."""


class TypeEdit(Struct, frozen=True):
    """The family or the size of a text style to set, in points; what is empty stays."""

    language: str
    face: str
    style: str
    family: str = ""
    size: float | None = None


def about_type(live: LiveGame, language: str, key: str) -> dict[str, Any]:
    """Return the family and the size of each text style of a face, and the families to choose from.

    `file` is empty if the styles are not in the project.

    Raises:
        NotWrittenError: there is no such face.
    """
    renderer = _renderer(live, language, key)
    folder = own_folder(live, renderer)
    return {
        "file": display_path(folder / FILE) if folder else "",
        "families": sorted(live.loaded.shelf.families) if live.loaded else [],
        "styles": {
            name: {"family": parted(one.family)[0], "size": _points(one.size)}
            for name, one in renderer.style.text.items()
        },
    }


def _renderer(live: LiveGame, language: str, key: str) -> FaceRenderer:
    face, edition = live.faces.get(key), live.edition(language)
    if face is None or edition is None:
        raise NotWrittenError("there is no such card any more")
    return edition.renderer_of(face.style)


def _points(length: Um) -> float:
    return round(length / parse_length("1in") * 72, 2)


def write_type(live: LiveGame, edit: TypeEdit) -> str:
    """Write the family or the size of a text style to the file of its style; return the file.

    Raises:
        NotWrittenError: there is no such text style or family, or the file cannot be edited.
    """
    with live.lock:
        about = about_type(live, edit.language, edit.face)
        style = _renderer(live, edit.language, edit.face).style.text.get(edit.style)
        if style is None or not about["file"]:
            raise NotWrittenError("the game has no such style any more")
        if edit.family and edit.family not in about["families"]:
            raise NotWrittenError(f"there is no font family `{edit.family}`")
        if edit.size is not None and not SIZES[0] <= edit.size <= SIZES[1]:
            raise NotWrittenError(f"write a size from {SIZES[0]} to {SIZES[1]} pt")
        values = _family(live, style, edit.family) if edit.family else {}
        values |= _sizes(style, edit.size) if edit.size else {}
        file: str = about["file"]
        paths = {f"text.{edit.style}.{key}": value for key, value in values.items()}
        rewrite_all(live, [set_values(file, paths)], f"change the text style `{edit.style}`")
        return file


def _family(live: LiveGame, style: TextStyle, family: str) -> dict[str, str]:
    """Return a family, and the nearest weights that it has."""
    assert live.loaded is not None
    shelf, weights = live.loaded.shelf, {"weight": style.weight, "bold": style.bold}
    nearest = {key: shelf.drawn_face(family, one, italic=False) for key, one in weights.items()}
    changed = {
        key: str(face.weight)
        for key, face in nearest.items()
        if face and face.weight != weights[key]
    }
    return {"family": family, **changed}


def _sizes(style: TextStyle, size: float) -> dict[str, str]:
    """Return a size with the distance of lines in proportion, and a smallest one within it."""
    leading = _points(style.leading) * size / _points(style.size)
    sizes = {"size": size, "leading": round(leading * 4) / 4}
    if _points(style.minimum) > size:
        sizes["minimum"] = size
    return {key: f"{value:g}pt" for key, value in sizes.items()}
