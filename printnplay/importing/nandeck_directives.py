"""Directives of scripts of nanDECK: what they set, for which cards, and what they draw."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.importing.nandeck_drawing import DRAWN
from printnplay.importing.nandeck_frames import placed
from printnplay.importing.nandeck_lines import Line
from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_ranges import cards_in
from printnplay.importing.nandeck_sums import split
from printnplay.importing.nandeck_tables import Tables
from printnplay.importing.nandeck_text import font_of
from printnplay.importing.nandeck_values import PLAIN, SHOWN, FontWords, Turn, at_card
from printnplay.importing.source import MOST_BOXES, MOST_CARDS, Source
from printnplay.importing.values import Box, Shape
from printnplay.kernel.geometry import Rect

IGNORED = frozenset([
    "PAGE", "BORDER", "MARGINS", "DPI", "SAVE", "SAVEPDF", "PRINT", "DISPLAY", "OVERSAMPLE",
    "IMAGEFILTER", "VISUAL", "ENDVISUAL", "GAP", "GAPS", "LINKMULCOPY", "LINKTRIM", "LINKUNI",
    "LINKSEP", "LINKSTYLES", "LINKSTYL", "LINKFONT", "SAVEGIFA", "SAVETTS", "RENDER", "CASESENS",
    "ENDSECTION", "COMMENT", "ENDCOMMENT", "CUTMARKS", "FOOTER", "HEADER", "PDFMERGE",
    "SAVEPAGES", "NEWPAGE", "SORT", "VECTOR", "CACHE", "TEXTLIMIT", "LIMIT", "UNIT", "ZOOM",
    "FONTALIAS", "CORRECTION", "THREADS", "TOKEN", "DECK", "TABLE", "DRAW", "TAG", "STORE",
    "LOG", "COMPARE", "DOWNLOAD", "NANDECK", "CANVASSIZE", "CANVASWORK", "PAGEFONT", "PAGEIMAGE",
])  # fmt: skip
"""Directives that say how sheets are printed, or nothing about what is on cards; UNIT is read
first."""

_USUAL = frozenset(
    {("CHROMAKEY", "TOPLEFT"), ("EDGE", "SOLID"), ("BRUSH", "SOLID"), ("LINKRANDOM", "OFF")}
)
"""Directives that set what is so without them."""
NAMING = {"HTMLFONT": False, "HTMLMARGINS": False, "HTMLIMAGE": True, "ICON": True, "HTMLKEY": True}
"""Directives that name something, and whether a range of cards comes first."""

Loop = Mapping[str, str]


class Holding(Struct, frozen=True):
    """What a directive says, the cards that an IF chose for it, and its range."""

    parts: Sequence[str]
    loop: Loop
    line: int
    only: frozenset[int] | None = None
    where: str = ""


class Directives(Tables):
    """What the directives of a script have set and drawn so far."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with none."""
        super().__init__(source, path)
        self.boxes: dict[int, list[Box]] = {}
        self.count = 0
        self.backs: dict[int, int] = {}
        self.copied: dict[int, int] = {}
        self.only: list[int] | None = None
        self.opacity = 1.0
        self._held: dict[str, list[Holding]] = {}
        self._is_based = False
        self._fonts: dict[str, str] = {}
        self._ground = "#FFFFFF"

    def every(self) -> list[int]:
        """Return the cards that directives draw on, those of the IF around."""
        every = range(1, (self.count or self.rows or 1) + 1)
        return list(every) if self.only is None else self.only

    def directive(self, line: Line, loop: Loop) -> None:
        """Follow a directive that begins no block."""
        name = line.name.upper()
        if re.search(r"[\[<]", line.name):
            self.label(line, loop)
        elif name in DRAWN:
            self._draw(line, name, loop)
        elif name == "LINK":
            self.link(line)
        elif name in ("DUPLEX", "COPYCARD"):
            self._pair(self.backs if name == "DUPLEX" else self.copied, line, loop)
        elif name in ("FONT", "FONTRANGE", *NAMING):
            self.hold(line, loop)
        elif name not in IGNORED:
            given = [self.labels.static(one, loop).strip().strip('"') for one in split(line.said)]
            if (name, given[-1].upper()) not in _USUAL and not self._set(name, given, line.said):
                self.lose(line.number, f"the directive `{name}`", "do by hand what it does")

    def _pair(self, pairs: dict[int, int], line: Line, loop: Loop) -> None:
        """Keep which cards of a range belong to those of another."""
        first, *others = (self.cards(one, loop, line.number) for one in split(line.said)[:2])
        if others and others[0]:
            pairs |= {one: others[0][at % len(others[0])] for at, one in enumerate(first)}

    def _set(self, name: str, given: list[str], said: str) -> bool:
        """Follow a directive that sets something; return whether it is known."""
        match name:
            case "LINKMULTI":
                self.multi = given[0]
            case "LINKENCODE":
                self.encoded = {one: sign for one, sign in PLAIN.items() if chr(one) in given[0]}
            case "LINKNEW":
                self.newline = given[0]
            case "LINKFILTER":
                return self.keep_rows(said)
            case "CARDSIZE":
                self.size = (given[0] or "6", given[1] if len(given) > 1 and given[1] else "9")
            case "CARDS" | "CARD":
                self.count = min(max(cards_in(given[0]) or [0]), MOST_CARDS)
            case _:
                return self._follow(name, given)
        return True

    def _follow(self, name: str, given: list[str]) -> bool:
        """Follow a directive that is rarely used; return whether it is known."""
        match name:
            case "FOLDER":
                self.folder = self.path.parent / given[0].replace("\\", "/")
            case "BASERANGE":
                self._is_based = given[-1].upper() != "OFF"
            case "FONTCHANGE":
                self._fonts[given[0].lower()] = given[-1]
            case _:
                return False
        return True

    # What is held until something is drawn

    def hold(self, line: Line, loop: Loop) -> None:
        """Keep what a directive says of fonts, icons and words until something is drawn."""
        name, parts = line.name.upper(), self.labels.listed(split(line.said))[0]
        only = None if self.only is None else frozenset(self.only)
        where = parts.pop(0) if name == "FONTRANGE" or NAMING.get(name) else ""
        held = self._held.setdefault(name.removesuffix("RANGE"), [])
        least = 2 if name in NAMING else 1  # a name and a value
        if least <= len(parts) and len(held) < 2_000:
            held.append(Holding(parts, loop, line.number, only, where))

    def holding(self, kind: str, card: int) -> Iterable[Holding]:
        """Yield what is held of a kind for a card, the last first."""
        for one in reversed(self._held.get(kind, [])):
            if one.only is not None and card not in one.only:
                continue
            where = self.labels.static(one.where, one.loop).strip().strip('"')
            if where and card not in _numbers(where):
                continue
            yield one

    def _filled(self, one: Holding, turn: Turn) -> list[str]:
        filled = (self.worked_out(part, turn, one.line) for part in one.parts)
        return [part.strip().strip('"').translate(SHOWN) for part in filled]

    def _font_of(self, card: int) -> FontWords:
        held = next(iter(self.holding("FONT", card)), None)
        return font_of(self._filled(held, at_card(card, held.loop)) if held else [])

    def _named(self, kind: str, card: int) -> dict[str, list[str]]:
        """Return what directives named, with the values for a card."""
        found: dict[str, list[str]] = {}
        for one in self.holding(kind, card):
            key, *parts = self._filled(one, at_card(card, one.loop))
            found.setdefault(key.lower() if kind in ("HTMLFONT", "HTMLMARGINS") else key, parts)
        return found

    # Drawing

    def cards(self, said: str, loop: Loop, line: int) -> list[int]:
        """Return the numbers of the cards in a range, those of the IF around."""
        return [turn.card for turn in self._turns(said, loop, line)]

    def _range(self, said: str, loop: Loop, line: int) -> list[int]:
        bare = said.strip().strip('"').strip()
        text = self.worked_out(bare, at_card(1, loop), line).strip().strip('"').strip()
        if not text or text.upper() == "ALL":
            return list(range(1, (self.count or self.rows or 1) + 1))
        found = cards_in(text.replace("§", ","))
        if found is None:
            todo = "choose the cards in the template"
            self.lose(line, f"the range `{text[:40]}` is not known", todo)
        return found or []

    def _turns(self, said: str, loop: Loop, line: int) -> list[Turn]:
        """Return the cards of a range, each with the place of its elements in sequences."""
        found = self._range(said, loop, line)
        chosen = set(found if self.only is None else self.only)
        is_based = self._is_based or "LABELRANGE" in said.upper()
        return [
            Turn(card, card if is_based else nth, loop)
            for nth, card in enumerate(found, start=1)
            if card in chosen
        ]

    def _draw(self, line: Line, name: str, loop: Loop) -> None:
        where, *arguments = split(placed(self, self.labels, line.said, loop))
        turns = self._turns(where, loop, line.number)
        for said, turn in product(self.labels.listed(arguments), turns):
            filled = [self.worked_out(one, turn, line.number).strip() for one in said]
            if lost := next((one for one in said if re.fullmatch(r"<[\w*?!~]+>", one)), ""):
                todo = "place it in the template"
                self.lose(line.number, f"the frame `{lost}` is not known", todo)
                return
            for kind in NAMING if name in ("HTMLTEXT", "ICONS") else ():
                self.named[kind] = self._named(kind, turn.card)
            given = [one.strip('"').replace('""', '"').translate(SHOWN) for one in filled]
            if name == "HTMLTEXT" and given:
                given[0] = self._keyed(given[0])
            self.font = self._looking(self._font_of(turn.card))
            self._add(turn.card, DRAWN[name](Pen(self, name, line.number, given)))

    def _looking(self, font: FontWords) -> FontWords:
        """Return a font with another in place of a changed one, and the ground of its letters."""
        family, size, flags, colour, ground = font
        self._ground = ground or self._ground
        return self._fonts.get(family.lower(), family), size, flags, colour, self._ground

    def _keyed(self, text: str) -> str:
        """Return a text in HTML with what its keys stand for on a card."""
        for key, (value, *fonts) in self.named["HTMLKEY"].items():
            tag = fonts[0] if fonts else ""
            is_font = tag.lower() in self.named["HTMLFONT"]
            whole = f"<{tag}>{value}</{tag}>" if is_font else value
            text = text.replace(key, whole)[:20_000] if key else text
        return text

    def _add(self, card: int, drawn: Iterable[Box]) -> None:
        boxes = self.boxes.setdefault(card, [])
        for box in drawn:
            is_ground = box.key.endswith("-ground") and box.what == Shape(fill="#ffffff")
            if is_ground and not any(_overlap(_around(box), _around(other)) for other in boxes):
                continue  # white on the white of the card
            if len(boxes) < MOST_BOXES and (box.rect.width or box.rect.height):
                boxes.append(replace(box, opacity=box.opacity * self.opacity))


def _around(box: Box) -> Rect:
    """Return the place of a box, also of one that is turned on its side."""
    rect = box.rect
    if box.turn % 180 != 90:
        return rect
    x, y = (rect.width - rect.height) // 2, (rect.height - rect.width) // 2
    return Rect(rect.x + x, rect.y + y, rect.height, rect.width)


def _overlap(one: Rect, other: Rect) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@lru_cache(maxsize=256)
def _numbers(text: str) -> frozenset[int]:
    return frozenset(cards_in(text) or [])
