"""Read a project of Cider: decks of cards, templates in HTML and CSS, and assets."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct, field

from printnplay.files.catalog import display_path
from printnplay.files.door import files_below, is_folder, names_in
from printnplay.importing.gathered import guessed_bleed
from printnplay.importing.handlebars import Filler, NotFilledError, bare, kebab
from printnplay.importing.html_painting import face_of
from printnplay.importing.source import MOST_CARDS, Source, unreadable
from printnplay.importing.values import Box, Card, Deck, ForeignProject
from printnplay.kernel.diagnostics import FaultsError, Span
from printnplay.kernel.geometry import Size

DOTS = 300.0
"""The pixels of an inch, by which Cider prints."""

EXPORT_BYTES = 32 << 20
"""The largest export: its pictures are in it, in base64; one of 12 MB has been seen."""

BUILT_IN = {"name", "count", "front template", "back template", "id"}
"""The columns of a deck that say more than an attribute."""


_Filled = Callable[[Mapping[str, str]], str]


class Template(Struct):
    """A template of a deck: HTML, CSS and where they are."""

    html: str
    css: str
    place: Span


class Stock(Struct):
    """A deck as it was saved: rows by heading, templates by name."""

    name: str
    rows: list[dict[str, str]]
    templates: dict[str, Template]
    place: Span


class Saved(Struct):
    """All of a project: decks, assets by their dotted name, and shared style sheets."""

    decks: list[Stock] = field(default_factory=list)
    assets: dict[str, str] = field(default_factory=dict)
    css: str = ""


def read_project(source: Source) -> ForeignProject:
    """Return the project of a folder, or of an exported JSON file."""
    saved = _folder(source) if is_folder(source.path) else _export(source)
    decks = [_Reader(source, saved, stock).deck() for stock in saved.decks]
    return source.project("Cider", decks)


# Where a project is saved


def _folder(source: Source) -> Saved:
    """Return the project of a folder: `decks/<deck>/cards.csv`, templates beside it, `assets/`."""
    saved = Saved()
    root = source.root
    endings = frozenset((".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp"))
    for path in files_below(root / "assets", endings):
        parts = path.relative_to(root / "assets").with_suffix("").parts
        saved.assets[".".join(map(kebab, parts))] = path.relative_to(root).as_posix()
    for name in names_in(root):
        if name.endswith(".css"):
            saved.css += source.text(root / name) + "\n"
    base = root / "decks" if is_folder(root / "decks") else root.parent
    names = names_in(base) if base == root / "decks" else [root.name]
    for name in names:
        folder = base / name
        table = folder / "cards.csv"
        if not is_folder(folder) or not source.has(table) or "cards.csv" not in names_in(folder):
            continue
        headings, rows = source.table(table)
        templates = {}
        for file in names_in(folder):
            path = folder / file
            if path.suffix == ".html" and source.has(path):
                css = path.with_suffix(".css")
                style = source.text(css) if css.name in names_in(folder) else ""
                templates[kebab(path.stem)] = Template(
                    source.text(path), style, Span(display_path(path))
                )
        listed = [dict(zip(headings, row, strict=False)) for row in rows]
        title = name.replace("-", " ").title()
        saved.decks.append(Stock(title, listed, templates, Span(display_path(table))))
    return saved


def _export(source: Source) -> Saved:
    """Return the project of a file that Cider exported: its database as JSON.

    Raises:
        FaultsError: it is something else.
    """
    place = Span(display_path(source.path))
    try:
        said = msgspec.json.decode(source.text(source.path, EXPORT_BYTES).encode())
        tables = {one["tableName"]: one["rows"] for one in said["data"]["data"]}
    except (msgspec.DecodeError, ValueError, KeyError, TypeError, RecursionError):
        help_ = "give the folder of the project, or the JSON file that Cider exports"
        fault = unreadable(source.path, "it is no export of Cider", help_)
        raise FaultsError([fault]) from None
    saved = Saved()
    for row in _rows(tables, "assets"):
        content = _blob(row.get("file")) or _blob(row.get("buffer"))
        if content is None:
            what = f"the asset `{row.get('name')}`"
            source.lose(place, what, "export it from Cider, and save it in art")
            continue
        parts = (*str(row.get("path") or "").split("/"), str(row.get("name")))
        file = source.add(str(row.get("name") or "asset"), content, place)
        saved.assets[".".join(map(kebab, parts)).strip(".")] = file
    sheets = [row for row in _rows(tables, "documents") if "css" in str(row.get("mime"))]
    saved.css = "\n".join(str(row.get("content") or "") for row in sheets)
    for deck in _rows(tables, "decks") or _rows(tables, "games"):
        saved.decks.append(_stock(tables, deck, place))
    return saved


def _stock(tables: Mapping[str, Any], deck: Mapping[str, Any], place: Span) -> Stock:
    """Return a deck of an export, with the cards and templates that belong to it."""

    def mine(name: str) -> list[Mapping[str, Any]]:
        number = deck.get("id")
        rows = _rows(tables, name)
        return [row for row in rows if row.get("deckId", row.get("gameId")) == number]

    stock = Stock(str(deck.get("name") or "Cards"), [], {}, place)
    names: dict[Any, str] = {}
    for row in mine("cardTemplates"):
        names[row.get("id")] = name = kebab(str(row.get("name")))
        html, css = (str(row.get(key) or "") for key in ("html", "css"))
        stock.templates[name] = Template(html, css, place)
    for row in mine("cards")[:MOST_CARDS]:
        cells = {
            str(key): _cell(value)
            for key, value in row.items()
            if key not in ("deckId", "gameId", "frontCardTemplateId", "backCardTemplateId")
        }
        cells["Count"] = cells.pop("count", "1")
        for side in ("Front", "Back"):
            number = row.get(f"{side.lower()}CardTemplateId")
            cells[f"{side} Template"] = names.get(number, "")
        stock.rows.append(cells)
    return stock


def _rows(tables: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    rows = tables.get(name)
    return [one for one in rows if isinstance(one, dict)] if isinstance(rows, list) else []


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None or isinstance(value, dict | list) else str(value)


def _blob(said: Any) -> bytes | None:
    """Return the bytes of a file in an export."""
    text = said.get("data") if isinstance(said, dict) else said
    if not isinstance(text, str):
        return None
    try:
        return base64.b64decode(text.rpartition("base64,")[2], validate=True)
    except (binascii.Error, ValueError):
        return None


# Cards


class _Reader:
    """Fills in the templates of a deck for each card, and lays them out."""

    def __init__(self, source: Source, saved: Saved, stock: Stock) -> None:
        self._source, self._saved, self._stock = source, saved, stock
        self._filler = Filler({name: f"asset:{file}" for name, file in saved.assets.items()})
        self._filled: dict[str, tuple[_Filled, _Filled]] = {}
        self._sizes: list[Size] = []

    def deck(self) -> Deck | None:
        """Return the deck; None if it has no cards."""
        cards = list(self._cards())
        if not cards:
            return None
        size = max(set(self._sizes), key=self._sizes.count) if self._sizes else Size(69_850, 95_250)
        if len(set(self._sizes)) > 1:
            what = "templates of several sizes: all cards have that of the most"
            todo = "make a group of `sheets` for each size in game.yaml"
            self._source.lose(self._stock.place, what, todo)
        bleed = guessed_bleed(self._source, size, self._stock.place)
        return Deck(self._stock.name, size, bleed, tuple(cards))

    def _cards(self) -> Iterator[Card]:
        for number, row in enumerate(self._stock.rows[:MOST_CARDS], start=1):
            cells = {kebab(key): value for key, value in row.items()}
            said = cells.get("count", "1").strip()
            copies = int(float(said)) if re.fullmatch(r"\d{1,3}(?:\.0*)?", said) else 1
            card = {"id": str(number), **cells}
            front = self._face(row.get("Front Template", ""), card)
            back = self._face(row.get("Back Template", ""), card)
            fields = {
                key: value for key, value in row.items() if key.lower() not in BUILT_IN - {"name"}
            }
            layouts = row.get("Front Template", ""), row.get("Back Template", "")
            if not layouts[0].strip():
                what = "cards without a front template are left out"
                todo = "give them one in the column `Front Template`, and import again"
                self._source.lose(self._stock.place, what, todo)
            if front is not None:
                yield Card(fields, front, back or (), copies, *layouts)

    def _face(self, name: str, card: Mapping[str, str]) -> tuple[Box, ...] | None:
        template = self._stock.templates.get(kebab(name))
        if template is None:
            if name.strip():
                what = f"the template `{name}` is not in the deck"
                self._source.lose(self._stock.place, what, "draw the face in a template")
            return None
        place, todo = template.place, "write what it says as Jinja, in the new template"
        lose = partial(self._source.lose, place)
        try:
            if name not in self._filled:
                css = self._saved.css + "\n" + template.css
                self._filled[name] = (
                    self._filler.template(template.html, is_html=True),
                    self._filler.template(css, is_html=False),
                )
            html, css = (filled(card) for filled in self._filled[name])
        except NotFilledError as error:
            lose(f"{error}, in the template", todo)
            return None
        for helper in sorted(self._filler.unknown):
            lose(f"the helper `{helper}`", todo)
        self._filler.unknown.clear()
        face = face_of(html, css, DOTS, self._picture(place), lose)
        if face is None:
            return None
        if face.width > 10 and face.height > 10:
            self._sizes.append(
                Size(*(round(one * 25_400 / DOTS) for one in (face.width, face.height)))
            )
        return face.boxes

    def _picture(self, place: Span) -> Any:
        def find(address: str) -> tuple[str, tuple[float, float] | None]:
            file = bare(address).strip().removeprefix("asset:")
            if not file:
                return "", None
            if re.match(r"(https?|data|blob):", file):
                todo = "save the picture in art, and place it with art()"
                self._source.lose(place, f"a picture at the address `{file[:60]}`", todo)
                return "", None
            if file not in self._source.pictures:
                file = self._source.picture(file, place)
            is_free = not file or self._source.stretches(file)
            return file, None if is_free else self._source.pixels(file)

        return find
