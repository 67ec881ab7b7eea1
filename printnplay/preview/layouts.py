"""The layout of a face on the page: the boxes of its templates, and what can be put on it."""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from printnplay.faces.box_edits import text_of, title_of
from printnplay.faces.box_records import OPTIONS, Box, Layout, Value
from printnplay.faces.new_boxes import quoted
from printnplay.faces.renderer import FaceRenderer
from printnplay.faces.template_boxes import layout_of
from printnplay.faces.template_calls import chain_of, signatures, template_file, usual_styles
from printnplay.faces.template_files import SUFFIX
from printnplay.faces.template_places import Spot
from printnplay.files.catalog import display_path
from printnplay.files.door import resolved
from printnplay.kernel.diagnostics import Span
from printnplay.preview.answers import place_of
from printnplay.preview.faces import SECOND, Face
from printnplay.preview.journal import digest
from printnplay.preview.live import LiveGame, Shown
from printnplay.preview.pictures import own_pictures


class Template(Struct, frozen=True):
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
        templates = templates_of(renderer, name_of_template(face, shown), face)
        sharing, own = _sharing(live, renderer, face), own_folder(live, renderer)
        return {
            "files": [_about(live, one, sharing.get(one.path, 1), own) for one in templates],
            "colours": dict(renderer.style.colours),
            "roles": [*renderer.style.text],
            "texts": [*texts_of(live, face)],
            "fields": [*fields_of(live, face)],
            "pictures": sorted({found for _, _, found in own_pictures(live)}),
            "icons": sorted(renderer.icons),
        }


def _about(live: LiveGame, template: Template, faces: int, own: Path | None) -> dict[str, Any]:
    """Return a template of a face; `own` is the folder of its style, if that is in the project."""
    file = display_path(template.path)
    layout, source = template.layout, template.source
    lines = [found.end() for found in re.finditer("\n", source)]
    return {
        "file": file,
        "fixed": why_fixed(live, template.path),
        "ownable": own is not None and own / template.path.name != template.path,
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
        "usualStyle": usual_styles().get(box.kind, ""),
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


def template_of(face: Face) -> str:
    """Return the template of a side of a card; empty for backs and boards."""
    card = face.card
    if card is None:
        return ""
    return (face.kind == SECOND and card.back_template) or card.template


def name_of_template(face: Face, shown: Shown) -> str:
    """Return the template of a face, also of a back or cover that was rendered."""
    return template_of(face) or Path(shown.template).name.removesuffix(SUFFIX)


def templates_of(renderer: FaceRenderer, name: str, face: Face) -> list[Template]:
    """Return the template of a face, and those that it extends, the outermost first."""
    chain = [*chain_of(renderer.folders, name)]
    names, found = _names(face), list[Template]()
    blocks: Mapping[str, Spot] | None = None
    for path, source in reversed(chain):
        read = partial(_read, renderer, names, blocks)
        layout = read(source)
        blocks = layout.blocks
        found.append(Template(path, source, layout, read))
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


def why_fixed(live: LiveGame, path: Path) -> str:
    """Return why a template cannot be edited on the page; empty if it can."""
    if resolved(path).is_relative_to(resolved(live.catalog.roots[0])):
        return ""
    style = path.parent.name
    return (
        f"{path.name} belongs to the style `{style}`, which comes with printnplay. Copy the file"
        f" into the style of your game, in `templates/`, and change it there."
    )


def own_folder(live: LiveGame, renderer: FaceRenderer) -> Path | None:
    """Return the folder of a style if it is in the project."""
    folder = renderer.folders[0]
    return folder if resolved(folder).is_relative_to(resolved(live.catalog.roots[0])) else None


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
