"""The colours of a style on the page: picked, and chosen for new values of cards.

A template that paints with `colours[card.kind]` needs a colour for each `kind`. A new one in a
table gets a colour that differs from the others, in the same step.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from printnplay.faces.renderer import FaceRenderer
from printnplay.faces.template_calls import chain_of, colour_fields
from printnplay.faces.template_files import SUFFIX
from printnplay.files.catalog import display_path
from printnplay.files.door import names_in, source_text
from printnplay.files.yaml_edits import BOM, all_inserted, leaves, rewritten
from printnplay.files.yaml_tree import MappingNode, TextNode, read_bytes, walk
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.strings import plain_name
from printnplay.loading.family_tables import DeckTable
from printnplay.loading.headings import column_name
from printnplay.preview.edits import Change, NotWrittenError, check_sound, existing, rewrite_all
from printnplay.preview.layouts import own_folder, template_of
from printnplay.preview.live import LiveGame
from printnplay.preview.outline import content_of
from printnplay.scene.style import Style
from printnplay.tables.reading import Table
from printnplay.tables.table_edits import AddColumn, AddRows, Edit, SetCells

FILE = "style.yaml"

COLOURS = "colours"

PALETTE = (
    *("#2f6690", "#6a4c93", "#3f7d3a", "#96690f", "#a62f4b", "#1f7a8c", "#7a5238", "#52606d"),
    *("#9c3d88", "#66701c", "#b5541c", "#34408f"),
)
"""Colours for new values, on all of which white text has a contrast of 4.5:1 (WCAG 2.2)."""

SHADES = (1, 0.6)
"""Brightness of the palette colours: full first, then darker for games with many kinds. A guess."""


UNSET = "#808080"
"""The colour that is shown for a value before it has one of its own: a grey that no game needs."""


class ColourEdit(Struct, frozen=True):
    """A colour to set, by the file of its style and its name."""

    file: str
    name: str
    value: str


class _Painted(NamedTuple):
    """A style of the game's own, and the fields of some cards that it has colours for."""

    file: Path
    likes: tuple[Path, ...]
    """The files of the styles that it is like, the nearest first."""
    style: Style
    fields: frozenset[str]


def about_colours(live: LiveGame) -> list[dict[str, Any]]:
    """Return the styles of the game's own, with their colours.

    Those that a file does not define follow, with the style that it has them `of`: picking one
    defines it. Colours that follow others by `legible` are left out.
    """
    with live.lock:
        return [
            {
                "file": display_path(file),
                "colours": [*_marked(live, file, files), *_inherited(file, files, style)],
            }
            for file, (files, style) in {
                one.file: (one.likes, one.style) for one in _painted(live)
            }.items()
        ]


LINES = frozenset({"cut", "fold", "trim", "line"})
"""The colours of lines, which no file has to name."""


def _marked(live: LiveGame, file: Path, likes: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Yield the colours of a style, those `unused` that nothing names, such as mistyped kinds."""
    words = {word for one in (file, *likes) for word in _named_in(one)}
    words |= {one["name"] for like in likes for one in _told(like)} | LINES
    for card in live.game.faces if live.game else ():
        words |= {*card.fields.values(), *(plain_name(one, "-") for one in card.fields.values())}
    # A template may make names, such as `kind-` with a number.
    begins = tuple(word for word in words if len(word) > 1 and word.endswith("-"))
    for one in _told(file):
        name = one["name"]
        is_used = name in words or name.startswith(begins)
        yield one if is_used else {**one, "unused": True}


def _named_in(file: Path) -> Iterator[str]:
    """Yield the words of a style's templates, and those of its other keys."""
    for name in names_in(file.parent):
        if name.endswith(SUFFIX):
            yield from re.findall(r"[\w-]+", source_text(file.parent / name))
    there = leaves(source_text(file).removeprefix(BOM))
    yield from (leaf.value for path, leaf in there.items() if not path.startswith(f"{COLOURS}."))


def _inherited(file: Path, likes: Sequence[Path], style: Style) -> Iterator[dict[str, Any]]:
    """Yield the colours that a style has of those that it is like, the nearest first."""
    known = {one["name"] for one in _told(file)}
    for like in likes:
        for one in _told(like):
            name = one["name"]
            if name not in known and name in style.colours:
                known.add(name)
                yield {**one, "value": style.colours[name], "of": like.parent.name}


def _told(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the colours of a style; those with inks are fixed."""
    nodes = dict(walk(read_bytes(content_of(file) or b"", "", Problems())))
    colours = nodes.get(COLOURS)
    for name in colours.entries if isinstance(colours, MappingNode) else ():
        own, rgb = nodes.get(f"{COLOURS}.{name}"), nodes.get(f"{COLOURS}.{name}.rgb")
        colour = own if rgb is None else rgb
        if isinstance(colour, TextNode):
            yield {"name": name, "value": colour.value, "fixed": rgb is not None}


def paints_of(live: LiveGame, table: DeckTable, cells: Table) -> dict[str, dict[str, Any]]:
    """Return the columns of a table by which its cards are painted: the file, and the colours."""
    columns = {column_name(heading.value): at for at, heading in enumerate(cells.headings)}
    found = {}
    for one in _painted(live, table.families):
        for name in sorted(one.fields & columns.keys()):
            values = dict.fromkeys(row.cells[columns[name]].value for row in cells.rows)
            colours = {value: one.style.colours.get(value, UNSET) for value in values if value}
            found[name] = {"file": display_path(one.file), "colours": colours}
    return found


def _painted(live: LiveGame, families: Iterable[str] | None = None) -> Iterator[_Painted]:
    """Yield the styles of the cards of some families, or of all faces."""
    edition = live.edition(live.languages[0]) if live.languages else None
    if edition is None:
        return
    for style, names in _templates(live, families).items():
        renderer = edition.renderer_of(style)
        folder = own_folder(live, renderer)
        if folder is not None:
            likes = tuple(one / FILE for one in renderer.folders[1:])
            fields = _painting(renderer, names)
            yield _Painted(folder / FILE, likes, renderer.style, fields)


def _templates(live: LiveGame, families: Iterable[str] | None = None) -> dict[str, set[str]]:
    """Return the templates of the cards of some families, or of all faces, by style."""
    templates: dict[str, set[str]] = {}
    for face in live.faces.values():
        if families is None or (face.card is not None and face.card.family in families):
            templates.setdefault(face.style, set()).add(template_of(face))
    return templates


def _painting(renderer: FaceRenderer, names: Iterable[str]) -> frozenset[str]:
    """Return the fields whose words name colours in templates of a style."""
    sources = (one for name in names for one in chain_of(renderer.folders, name))
    return frozenset().union(*(colour_fields(source) for _, source in sources))


def words_of_colours(live: LiveGame) -> dict[str, str]:
    """Return the words for which a card has its colours, by the key of its face.

    Not everybody can tell colours apart.
    """
    with live.lock:
        edition = live.edition(live.languages[0]) if live.languages else None
        if edition is None:
            return {}
        fields = {
            style: sorted(_painting(edition.renderer_of(style), names))
            for style, names in _templates(live).items()
        }
        return {
            key: ", ".join(filter(None, (card.fields.get(name) for name in fields[face.style])))
            for key, face in live.faces.items()
            if face.kind == "card" and (card := face.card) is not None
        }


def write_colour(live: LiveGame, edit: ColourEdit) -> str:
    """Write a colour to the file of its style, and return the file.

    Raises:
        NotWrittenError: it is no colour, or the file cannot be edited.
    """
    with live.lock:
        styles = {display_path(one.file): one.style for one in _painted(live)}
        style = styles.get(edit.file)
        name = edit.name if style and edit.name in style.colours else plain_name(edit.name, "-")
        if style is None or not name:
            raise NotWrittenError("the game has no such style any more")
        if not re.fullmatch("#[0-9a-f]{6}", edit.value):
            raise NotWrittenError(f"`{edit.value}` is not a colour", 'write it like "#e4412f"')
        rewrite_all(live, [_set(edit.file, {name: edit.value})], f"set the colour `{name}`")
        return edit.file


def has_own_style(live: LiveGame) -> bool:
    """Return whether the faces of a game have one style, in files of the game's own."""
    return len([*_painted(live)]) == 1


def add_colour(live: LiveGame, name: str) -> str:
    """Add a colour that differs from the others to the style of the game, and return the file.

    Raises:
        NotWrittenError: the name has no letters, or the game has not one style of its own.
    """
    styles, plain = [*_painted(live)], plain_name(name, "-")
    if len(styles) != 1 or not plain:
        raise NotWrittenError("the game has no such style any more")
    file, colours = display_path(styles[0].file), styles[0].style.colours
    rewrite_all(
        live, [_set(file, {plain: distinct([*colours.values()])})], f"add the colour `{plain}`"
    )
    return file


def _set(file: str, colours: Mapping[str, str]) -> Change:
    """Return the change of a style that sets colours by their names."""
    return set_values(file, {f"{COLOURS}.{name}": value for name, value in colours.items()})


def set_values(file: str, values: Mapping[str, str]) -> Change:
    """Return the change of a style that sets values by their paths."""

    def written(content: bytes) -> bytes:
        check_sound(content, file)
        source = content.decode()
        there = leaves(source.removeprefix(BOM))
        # Of a list of families, the first is the one that has most letters.
        paths = {f"{path}.0" if f"{path}.0" in there else path: values[path] for path in values}
        known = {path: value for path, value in paths.items() if path in there}
        new = {path: value for path, value in paths.items() if path not in there}
        return all_inserted(rewritten(source, known), new).encode()

    return existing(file, written)


def colours_for(
    live: LiveGame, table: DeckTable, names: Sequence[str], edit: Edit
) -> Iterator[Change]:
    """Yield the changes that give the new values of an edit of a table their colours.

    `names` are those of its columns.
    """
    for one in _painted(live, table.families):
        values = (text.strip() for name, text in _texts(names, edit) if name in one.fields)
        lacking = {value for value in values if value and one.style.colours.get(value) is None}
        new = dict.fromkeys(filter(None, (plain_name(value, "-") for value in sorted(lacking))))
        others, found = [*one.style.colours.values()], dict[str, str]()
        for name in new:
            found[name] = distinct(others)
            others.append(found[name])
        if found:
            yield _set(display_path(one.file), found)


def _texts(names: Sequence[str], edit: Edit) -> Iterator[tuple[str, str]]:
    """Yield the texts that an edit writes, each with the name of its column."""
    match edit:
        case SetCells(cells):
            yield from ((names[one.column], one.text) for one in cells if one.column < len(names))
        case AddRows(rows=rows):
            for row in rows:
                yield from zip(names, row, strict=False)
        case AddColumn(name, text):
            yield name, text


def distinct(others: Sequence[str]) -> str:
    """Return the colour of the palette that differs most from others.

    >>> distinct(["#2f6690", "#6a4c93"]) not in ("#2f6690", "#6a4c93")
    True
    """
    shades = ([_shade(one, share) for one in PALETTE] for share in SHADES)
    for found in shades:
        best = max(found, key=lambda one: min((_apart(one, other) for other in others), default=0))
        if best not in others:
            return best
    return best


def _shade(colour: str, share: float) -> str:
    return "#" + "".join(f"{round(part * share):02x}" for part in _parts(colour))


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _apart(one: str, other: str) -> float:
    """Return how different two colours look: their distance, with more weight on green."""
    weights = (2, 4, 3)
    pairs = zip(weights, _parts(one), _parts(other), strict=True)
    return float(sum(weight * (a - b) ** 2 for weight, a, b in pairs))
