"""Layouts to start from on the page: templates for the texts and fields that a card has.

Each is shown with the project's own card. Taking one replaces the template: one edit of its file.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from string import Template
from typing import Any

from msgspec import Struct

from printnplay.faces.renderer import FaceRenderer
from printnplay.faces.template_files import SIZE, SUFFIX
from printnplay.files.catalog import PACKAGE, display_path
from printnplay.files.door import files_below, is_there, read, read_text, resolved
from printnplay.files.temporary import temporary_folder
from printnplay.files.writing import write_bytes
from printnplay.preview.answers import as_shown
from printnplay.preview.edits import ChangedElsewhereError, NotWrittenError, rewrite_all
from printnplay.preview.faces import SECOND, Face
from printnplay.preview.journal import Content, digest
from printnplay.preview.layouts import (
    code_of_field,
    code_of_text,
    family_of,
    fields_of,
    template_of,
    texts_of,
)
from printnplay.preview.live import LiveGame
from printnplay.svg.pictures import KINDS

LAYOUTS = PACKAGE / "layouts"

NAMES: Mapping[str, Sequence[str]] = {
    "title": ("name", "title"),
    "text": ("rule", "text", "effect", "example"),
    "number": ("cost", "value", "number", "points", "strength"),
}
"""The usual names of texts and fields, by what they are on a card; others are taken if there are
none of these."""


class Taken(Struct, frozen=True):
    """A layout to take for the template of a face; `tag` is the digest of the file as seen."""

    language: str
    face: str
    layout: str
    tag: str


def about_starters(live: LiveGame, language: str, key: str) -> dict[str, Any] | None:
    """Return the layouts to start from, drawn with a card; None if there is no such face.

    Those for more than the card has come last.

    Raises:
        FaultsError: a temporary file cannot be written.
    """
    with live.lock:
        face, edition = live.faces.get(key), live.edition(language)
        if face is None or edition is None:
            return None
        renderer = edition.renderer_of(face.style)
        path, why = _target(live, renderer, face)
        parts, shown = _parts(live, face), list[dict[str, Any]]()
        for name, source in _layouts() if path else ():
            code = _filled(source, live, renderer, face)
            with temporary_folder() as folder:
                write_bytes(Path(folder) / f"{template_of(face)}{SUFFIX}", code.encode())
                drawn = live.drafted(language, key, Path(folder))
            if drawn.svg and not drawn.broken:
                about = {
                    "name": name,
                    "about": title_of(source),
                    "lacks": _lacks(source, parts, code),
                }
                shown.append({**about, **as_shown(drawn)})
        shown.sort(key=lambda one: len(one["lacks"]))
        return {
            "why": why,
            "file": display_path(path) if path else "",
            "cards": len(family_of(live, face)),
            "tag": digest(_content(path)) if path else "",
            "layouts": shown,
        }


def take_starter(live: LiveGame, taken: Taken) -> str:
    """Replace the template of a face by a layout; return its file.

    Raises:
        NotWrittenError: there is no such layout, or the file cannot be written.
    """
    with live.lock:
        face, edition = live.faces.get(taken.face), live.edition(taken.language)
        source = dict(_layouts()).get(taken.layout)
        if face is None or edition is None or source is None:
            raise NotWrittenError("there is no such card or layout any more")
        renderer = edition.renderer_of(face.style)
        path, why = _target(live, renderer, face)
        if path is None:
            raise NotWrittenError(why)
        code, file = _filled(source, live, renderer, face).encode(), display_path(path)

        def changed(now: Content) -> bytes:
            if digest(now) != taken.tag:
                raise ChangedElsewhereError(file)
            return code

        rewrite_all(live, [(file, changed)], f"start from the layout `{taken.layout}`")
        return file


def _layouts() -> Iterator[tuple[str, str]]:
    """Yield the layouts that come with printnplay: their names and sources."""
    for path in sorted(files_below(LAYOUTS, frozenset({".j2"}))):
        yield path.name.removesuffix(SUFFIX), read_text(path, SIZE)


_SHOWN = {"title": "name", "text": "text", "number": "number"}
"""The parts of layouts, and what of a card they show."""


def _lacks(source: str, parts: Container[str], code: str) -> list[str]:
    """Return what a layout is for that the card has not: a name, text, number or picture."""
    lacks = [name for part, name in _SHOWN.items() if f"${part}" in source and part not in parts]
    return [*lacks, "picture"] if "$picture_in" in source and "art(" not in code else lacks


def title_of(source: str) -> str:
    """Return the title of a layout, which is the comment in its first line."""
    return source.partition("\n")[0].strip("{#} .")


def _target(live: LiveGame, renderer: FaceRenderer, face: Face) -> tuple[Path | None, str]:
    """Return the file for the template of a face's card, or why there can be none."""
    name = template_of(face)
    if not name:
        return None, f"A {face.kind} has no texts and fields of a card to lay out."
    folder, home = renderer.folders[0], resolved(live.catalog.roots[0])
    if not resolved(folder).is_relative_to(home):
        return None, f"The style `{folder.name}` comes with printnplay: give the game its own."
    return folder / f"{name}{SUFFIX}", ""


def _content(path: Path) -> Content:
    return read(path, SIZE) if is_there(path) else None


def _filled(source: str, live: LiveGame, renderer: FaceRenderer, face: Face) -> str:
    """Return a layout with the texts, fields and colours of a card; lines without any are left."""
    parts = {**_parts(live, face), **_colours(renderer.style.colours)}
    picture = _picture(live, face)
    lines = []
    for line in source.splitlines():
        if line.startswith("$picture_in("):
            box = line.removeprefix("$picture_in(")[:-1]
            line = picture.replace("BOX", box)
        wanted = set(re.findall(r"\$([a-z]+)", line))
        if line and wanted <= parts.keys():
            lines.append(Template(line).substitute(parts))
    return "\n".join([*lines, ""])


def _parts(live: LiveGame, face: Face) -> dict[str, str]:
    """Return the code for the title, the text and the number of a card, as far as it has them."""
    texts, fields = texts_of(live, face), fields_of(live, face)
    found: dict[str, str] = {}
    rest = [*texts]
    for part in ("title", "text"):
        name = next((name for name in NAMES[part] if name in rest), rest[0] if rest else "")
        if name:
            found[part] = code_of_text(name, all_have_it=texts[name])
            rest.remove(name)
            continue
        named = (name for name in NAMES[part] if name in fields)
        field = next(named, _distinct(live, face) if part == "title" else "")
        if field:
            found[part] = code_of_field(field)
    numbers = [name for name in fields if all(one.isdecimal() for one in _values(live, face, name))]
    number = next((name for name in NAMES["number"] if name in numbers), (numbers or [""])[0])
    return found | ({"number": code_of_field(number)} if number else {})


def _distinct(live: LiveGame, face: Face) -> str:
    """Return the first field that differs between all cards of a kind, as names do."""
    for name in fields_of(live, face):
        values = _values(live, face, name)
        if len({*values}) == len(values) and not all(value.isdecimal() for value in values):
            return name
    return ""


def _values(live: LiveGame, face: Face, name: str) -> list[str]:
    is_back = face.kind == SECOND
    cards = [one.card for one in family_of(live, face) if one.card]
    return [((is_back and card.back_fields) or card.fields)[name] for card in cards]


def _picture(live: LiveGame, face: Face) -> str:
    """Return the code of the picture that a card names, in the box `BOX`; empty if none does."""
    for name in fields_of(live, face):
        values = _values(live, face, name)
        if any(PurePosixPath(value).suffix.lower() in KINDS for value in values):
            return f'{{{{ art({code_of_field(name)}, BOX, fit="cover") }}}}'
    return ""


def _colours(colours: Mapping[str, str]) -> dict[str, str]:
    """Return the names of a style's colours for a light ground, an accent, and texts on both."""

    def light(name: str) -> float:
        red, green, blue = (int(colours[name][at : at + 2], 16) for at in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    order = sorted(colours, key=light)
    if not order:
        return {}
    ground = next((name for name in ("paper", "white") if name in colours), order[-1])
    dark = "ink" if "ink" in colours else order[0]
    accent = "accent" if "accent" in colours else order[len(order) // 3]
    # Of both, the one that is further from the accent.
    on = max((ground, dark), key=lambda name: abs(light(name) - light(accent)))
    return {"light": ground, "dark": dark, "accent": accent, "on": on}
