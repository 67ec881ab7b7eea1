"""The layout of a face on the page: the boxes of its template, and edits of them.

The files of templates stay the truth: an edit is one that a person could have made, and every other
byte is kept.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from printnplay.faces.box_edits import (
    CopyBox,
    DeleteBox,
    OrderBox,
    SetBox,
    edited,
    summary,
    text_of,
    title_of,
)
from printnplay.faces.box_edits import Edit as BoxEdit
from printnplay.faces.box_records import OPTIONS, Box, Layout, Value
from printnplay.faces.new_boxes import AddBox, NoEditError, quoted
from printnplay.faces.renderer import FaceRenderer
from printnplay.faces.template_boxes import layout_of
from printnplay.faces.template_calls import chain_of, signatures, template_file
from printnplay.faces.template_files import SIZE, SUFFIX
from printnplay.faces.template_places import Spot
from printnplay.files.catalog import display_path
from printnplay.files.door import resolved
from printnplay.kernel.diagnostics import Span
from printnplay.preview.answers import place_of
from printnplay.preview.edits import NotWrittenError, rewrite
from printnplay.preview.journal import digest
from printnplay.preview.live import SECOND, Face, LiveGame
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


class _Template(Struct, frozen=True):
    """A template of a face with its boxes, and how to read them in another source of it."""

    path: Path
    source: str
    layout: Layout
    read: Callable[[str], Layout]


def about_layout(live: LiveGame, language: str, key: str) -> dict[str, Any] | None:
    """Return the boxes of the templates of a face, and what can be put on it; None if unknown."""
    with live.lock:
        face, edition = live.faces.get(key), live.edition(language)
        shown = live.face(language, key)
        if face is None or edition is None or shown is None:
            return None
        renderer = edition.renderer_of(face.style)
        name = template_of(face) or Path(shown.template).name.removesuffix(SUFFIX)
        templates = _templates(renderer, name, face)
        sharing = _sharing(live, renderer, face)
        return {
            "files": [_about(live, one, sharing.get(one.path, 1)) for one in templates],
            "colours": dict(renderer.style.colours),
            "roles": [*renderer.style.text],
            "texts": [*texts_of(live, face)],
            "fields": [*fields_of(live, face)],
            "pictures": sorted({found for _, _, found in own_pictures(live)}),
            "icons": sorted(renderer.icons),
        }


def _about(live: LiveGame, template: _Template, faces: int) -> dict[str, Any]:
    file = display_path(template.path)
    layout, source = template.layout, template.source
    lines = [found.end() for found in re.finditer("\n", source)]
    return {
        "file": file,
        "fixed": _why_fixed(live, template.path),
        "broken": layout.broken,
        "faces": faces,
        "tag": digest(source.encode()),
        "adds": layout.last >= 0,
        "boxes": [_about_box(file, lines, box) for box in layout.boxes],
    }


def _about_box(file: str, lines: Sequence[int], box: Box) -> dict[str, Any]:
    """Return a box; `lines` are the offsets at which lines after the first begin."""
    line = bisect_right(lines, box.start)
    column = box.start - (lines[line - 1] if line else 0) + 1
    return {
        "kind": title_of(box),
        "label": _label(box),
        "shape": box.shape,
        "numbers": {one.name: round(one.number or 0, 4) for one in box.numbers},
        "options": [_about_option(one) for one in box.options],
        "matrix": box.matrix,
        "sometimes": box.sometimes,
        "why": box.why,
        "place": place_of(Span(file, line + 1, column)),
    }


def _about_option(option: Value) -> dict[str, Any]:
    text = text_of(option)
    return {
        "name": option.name,
        "kind": OPTIONS[option.name],
        "value": text,
        "source": option.source,
        "optional": not option.part.name.isdigit(),
    }


_TEXT = re.compile(r"t\(\s*[\"']cards\.[\"']\s*~\s*card\.id\s*~\s*[\"']\.([\w-]+)[\"'].*\)")


def _label(box: Box) -> str:
    """Return what a box shows, in short: the card's text or field, its colour, or its code."""
    code = " ".join(box.label.split())
    text = _TEXT.fullmatch(code)
    if not code:
        paints = (one for one in box.options if one.name in ("fill", "stroke") and one.is_there)
        paint = next(paints, None)
        return (text_of(paint) or paint.source) if paint else ""
    return text[1] if text else code.removeprefix("card.").strip("\"'")


# Templates of a face


def template_of(face: Face) -> str:
    """Return the template of a side of a card; empty for backs and boards."""
    card = face.card
    if card is None:
        return ""
    return (face.kind == SECOND and card.back_template) or card.template


def _templates(renderer: FaceRenderer, name: str, face: Face) -> list[_Template]:
    """Return the template of a face, and those that it extends, the outermost first."""
    chain = [*chain_of(renderer.folders, name)]
    names, found = _names(face), list[_Template]()
    blocks: Mapping[str, Spot] | None = None
    for path, source in reversed(chain):
        read = partial(_read, renderer, names, blocks)
        layout = read(source)
        blocks = layout.blocks
        found.append(_Template(path, source, layout, read))
    return found


def _read(
    renderer: FaceRenderer,
    names: Mapping[str, float],
    blocks: Mapping[str, Spot] | None,
    source: str,
) -> Layout:
    calls = signatures(
        source, lambda file: (template_file(renderer.folders, file) or (None, ""))[1]
    )
    return layout_of(source, calls, names, blocks)


def _names(face: Face) -> dict[str, float]:
    """Return the numbers of a face that its template knows, in mm."""
    width, height, bleed = face.size.width / 1000, face.size.height / 1000, face.bleed / 1000
    return {
        "size.width": width,
        "size.height": height,
        "extent.width": width + 2 * bleed,
        "extent.height": height + 2 * bleed,
        "bleed": bleed,
    }


def _why_fixed(live: LiveGame, path: Path) -> str:
    """Return why a template cannot be edited on the page; empty if it can."""
    if resolved(path).is_relative_to(resolved(live.catalog.roots[0])):
        return ""
    style = path.parent.name
    return (
        f"{path.name} belongs to the style `{style}`, which comes with printnplay. Copy the file"
        f" into the style of your project, in `templates/`, and change it there."
    )


def _sharing(live: LiveGame, renderer: FaceRenderer, face: Face) -> dict[Path, int]:
    """Return how many different faces of cards use each template of a style."""
    counts: dict[str, int] = {}
    for one in live.faces.values():
        if one.style == face.style and (name := template_of(one)):
            counts[name] = counts.get(name, 0) + 1
    found: dict[Path, int] = {}
    for name, count in counts.items():
        for path, _ in chain_of(renderer.folders, name):
            found[path] = found.get(path, 0) + count
    return found


def family_of(live: LiveGame, face: Face) -> Sequence[Face]:
    """Return the faces that have the template of a face."""
    name = template_of(face)
    return [
        one
        for one in live.faces.values()
        if name and one.card and one.style == face.style and template_of(one) == name
    ]


def texts_of(live: LiveGame, face: Face) -> dict[str, bool]:
    """Return the names of the texts of a face's card, and whether all cards like it have them."""
    loaded = live.loaded
    if loaded is None or face.card is None:
        return {}
    keys = loaded.texts[loaded.game.original_in(loaded.texts)].entries.keys()
    cards = {one.card.id for one in family_of(live, face) if one.card}
    start = f"cards.{face.card.id}."
    names = [key.removeprefix(start) for key in keys if key.startswith(start)]
    return {
        name: all(f"cards.{card}.{name}" in keys for card in cards)
        for name in names
        if re.fullmatch(r"[\w-]+", name)
    }


def fields_of(live: LiveGame, face: Face) -> list[str]:
    """Return the fields that all cards with the template of a face have."""
    if face.card is None:
        return []
    is_back = face.kind == SECOND
    all_fields = [
        (is_back and one.card.back_fields) or one.card.fields
        for one in family_of(live, face)
        if one.card
    ]
    first = all_fields[0] if all_fields else {}
    return [name for name in first if all(name in fields for fields in all_fields)]


def code_of_text(name: str, *, all_have_it: bool) -> str:
    """Return the code of a text of the card in its template."""
    optional = "" if all_have_it else ", optional=True"
    return f't("cards." ~ card.id ~ ".{name}"{optional})'


def code_of_field(name: str) -> str:
    """Return the code of a field of the card in its template."""
    return f"card.{name}" if name.isidentifier() else f"card[{quoted(name)}]"


# Edits


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
        name = template_of(face) or Path(shown.template).name.removesuffix(SUFFIX)
        named = _templates(renderer, name, face)
        template = next((one for one in named if display_path(one.path) == asked.file), None)
        if template is None:
            raise NotWrittenError(f"`{asked.file}` is not a template of `{face.name}`")
        if fixed := _why_fixed(live, template.path):
            raise NotWrittenError(fixed)
        edit = _meant(live, renderer, face, asked.edit)

        def changed(content: bytes) -> bytes:
            if digest(content) != asked.tag:
                raise NotWrittenError(
                    f"`{asked.file}` was changed by another program or page meanwhile",
                    "nothing was overwritten: look at the boxes as they are now, and try again",
                )
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
    return AddBox(edit.kind, _content(live, renderer, face, edit), *sides)


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
