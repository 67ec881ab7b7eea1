"""Directives of scripts of nanDECK: what they set, for which cards, and what they draw."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from printnplay.importing.nandeck_drawing import DRAWN
from printnplay.importing.nandeck_lines import Line
from printnplay.importing.nandeck_names import NAMING, Loop, Names
from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_ranges import cards_in
from printnplay.importing.nandeck_shapes import around_turned, copied, overlap
from printnplay.importing.nandeck_sums import number_of, split
from printnplay.importing.nandeck_values import PLAIN, SHOWN, Turn, at_card
from printnplay.importing.source import MOST_BOXES, MOST_CARDS, Source
from printnplay.importing.values import Box, Shape, padded
from printnplay.kernel.diagnostics import Span

IGNORED = frozenset([
    "PAGE", "BORDER", "MARGINS", "DPI", "SAVE", "SAVEPDF", "DISPLAY", "OVERSAMPLE",
    "VISUAL", "ENDVISUAL", "GAP", "GAPS", "LINKMULCOPY", "LINKTRIM", "LINKUNI",
    "LINKSEP", "LINKSTYLES", "LINKSTYL", "LINKFONT", "SAVEGIFA", "SAVETTS", "CASESENS",
    "ENDSECTION", "COMMENT", "ENDCOMMENT", "CUTMARKS", "FOOTER", "HEADER", "PDFMERGE",
    "SAVEPAGES", "NEWPAGE", "SORT", "CACHE", "TEXTLIMIT", "LIMIT", "UNIT",
    "FONTALIAS", "CORRECTION", "THREADS", "TOKEN", "DECK", "TABLE", "DRAW", "TAG",
    "LOG", "COMPARE", "DOWNLOAD", "NANDECK", "CANVASSIZE", "CANVASWORK", "PAGEFONT", "PAGEIMAGE",
    "BATCH", "BOOKMARK", "CMYK", "DEPTH", "HTMLFONTSTEP", "HTMLLANG", "LINKADO", "LINKAUTO",
    "LINKCACHE", "LINKCSV", "LINKENCCSV", "LINKTAB", "MERGEPDF", "MODULEPDF", "PAGEBREAK",
    "PAGESHAPE", "PAGETEXT", "PNGCOMP", "SEED", "SEEDRANGE", "TAGF", "TAGS",
])  # fmt: skip
"""Directives that say how sheets are printed, or nothing about what is on cards; UNIT is read
first. The variables of LIMIT and TEXTLIMIT are listed where something is drawn with them."""

_USUAL = frozenset(
    {("EDGE", "SOLID"), ("BRUSH", "SOLID"), ("LINKRANDOM", "OFF"), ("ZOOM", "100")}
    | {("PRINT", "DUPLEX"), ("PRINT", "FOLD")}
    | {("IMAGEFILTER", one) for one in ("SOLID", "NEAREST", "DRAFT", "LINEAR", "COSINE", "SPLINE",
        "LANCZOS", "MITCHELL")}
)  # fmt: skip
"""Directives that set what is so without them."""
_SETTINGS: Mapping[str, tuple[str, Callable[[list[str]], Any]]] = {
    "BASERANGE": ("is_based", lambda given: given[-1].upper() != "OFF"),
    "CARDSIZE": ("size", lambda given: (given[0] or "6", padded(given, 2)[1] or "9")),
    "LABELMERGE": ("is_merging", lambda given: given[0].upper() == "ON"),
    "LINKENCODE": (
        "encoded",
        lambda given: {at: one for at, one in PLAIN.items() if chr(at) in given[0]},
    ),
    "LINKMULDIS": ("separate", lambda given: frozenset(map(str.lower, given))),
    "LINKMULTI": ("multi", lambda given: given[0]),
    "LINKNEW": ("newline", lambda given: given[0]),
    "RANGE": ("first", lambda given: int(max(0, min(number_of(given[0]) or 0, MOST_CARDS)))),
    **dict.fromkeys(
        ("CARD", "CARDS"),
        ("count", lambda given: min(max(cards_in(given[0]) or [0]), MOST_CARDS)),
    ),
}
"""What directives set, and to what."""
_FLAGGED = {
    "IMAGE": 6, "HTMLTEXT": 7, "HTMLFILE": 7, "VECTOR": 7, "ICONS": 8, "PATTERN": 9, "ROUNDRECT": 9
}  # fmt: skip
"""Where the flags of directives are, among the arguments after their ranges."""
GROUNDS = ("TOPLEFT", "TOPRIGHT", "BOTTOMLEFT", "BOTTOMRIGHT", "CENTER", "NULL")
"""Where the colour is that CHROMAKEY makes transparent."""


class Directives(Names):
    """What the directives of a script have set and drawn so far."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with none."""
        super().__init__(source, path)
        self.boxes: dict[int, list[Box]] = {}
        self.backs: dict[int, int] = {}
        self.copied: dict[int, int] = {}
        self.opacity = 1.0
        self.hidden: set[int] = set()
        """Cards that STORE keeps out of the deck."""
        self.highest = 1
        """The highest card in a range."""
        self.least = 1
        """The cards that there are at least, where neither CARDS nor a table says it."""
        self.copies: dict[int, int] = {}
        self.moved: tuple[str, str] = ("0", "0")
        self.first = 0
        self._origins: dict[int, tuple[str, str]] = {}
        self._flags: list[tuple[frozenset[int], str, str]] = []
        self.is_based = False
        self._followed: Mapping[str, Callable[[Line, Loop], None]] = {
            "LINK": lambda line, _: self.link(line),
            "IMAGEENC": lambda line, _: self._include(line),
            "COPYCARD": partial(self._pair, self.copied),
            **dict.fromkeys(("DUPLEX", "FOLD"), partial(self._pair, self.backs)),
            **dict.fromkeys(("FONT", "FONTRANGE", *NAMING), self.hold),
            **dict.fromkeys(("COLORS", "FLAGS", "ORIGIN", "STORE"), self._set_for),
            **dict.fromkeys((*DRAWN, "COPY"), self._draw),
        }

    def every(self) -> list[int]:
        """Return the cards that directives draw on, those of the IF around."""
        every = range(1, (self.count or max(self.rows, self.least)) + 1)
        return list(every) if self.only is None else self.only

    def directive(self, line: Line, loop: Loop) -> None:
        """Follow a directive that begins no block."""
        name = line.name.upper()
        if re.search(r"[\[<]", line.name):
            self.label(line, loop)
        elif follow := self._followed.get(name):
            follow(line, loop)
        elif name not in IGNORED:
            given = [self.labels.static(one, loop).strip().strip('"') for one in split(line.said)]
            if (name, given[-1].upper()) not in _USUAL and not self._set(name, given, line.said):
                self.lose(line.number, f"the directive `{name}`", "do by hand what it does")

    def _pair(self, pairs: dict[int, int], line: Line, loop: Loop) -> None:
        """Keep which cards of a range belong to those of another, also in parts between bars."""
        fronts, *more = split(line.said)
        number = more[1] if len(more) > 1 else ""
        if pairs is self.copied and "F" in number.upper():
            self.lose(line.number, "`COPYCARD` that turns cards round", "turn them in the template")
        sides = (one.strip().strip('"').split("|") for one in (fronts, *more[:1]))
        for each in zip(*sides, strict=False):
            first, *others = (self.cards(one, loop, line.number) for one in each)
            if others and others[0]:
                pairs |= {one: others[0][at % len(others[0])] for at, one in enumerate(first)}
            if pairs is self.backs and number.isdecimal():
                self.copies |= dict.fromkeys(first, min(int(number), 99))

    def _set_for(self, line: Line, loop: Loop) -> None:
        """Follow a directive that sets something for a range of cards."""
        name = line.name.upper()
        where, *said = split(line.said)
        given = [self.labels.static(one, loop).strip().strip('"') for one in said] or [""]
        cards = self.cards(where, loop, line.number)
        match name:
            case "COLORS":
                self.colours |= dict.fromkeys(cards, given)
            case "STORE":
                self.hidden -= {*cards}
                self.hidden |= {*cards} if given[-1].upper() == "OFF" else set()
            case "FLAGS":
                known, flags = given[0].upper(), given[-1]
                if known in _FLAGGED and flags:
                    self._flags.append((frozenset(cards), known, flags.upper()))
                else:
                    self.lose(line.number, f"`FLAGS` of `{known}`", "do by hand what it does")
            case _:
                self._origins |= dict.fromkeys(cards, (given[0] or "0", [*given, "0"][1] or "0"))
                if any(given[2:]):
                    self.lose(line.number, "`ORIGIN` with other percentages", "place it by hand")

    def _set(self, name: str, given: list[str], said: str) -> bool:
        """Follow a directive that sets something; return whether it is known."""
        match name:
            case _ if name in _SETTINGS:
                setting, value = _SETTINGS[name]
                setattr(self, setting, value(given))
            case "LINKFILTER":
                return self.keep_rows(said)
            case "FOLDER":
                self.folder = self.path.parent / given[0].replace("\\", "/")
            case "FONTCHANGE":
                self.fonts[given[0].lower()] = given[-1]
            case "CHROMAKEY":
                self.ground = given[0].upper()
                is_known = self.ground in GROUNDS or re.fullmatch(r"#[0-9A-F]{6}", self.ground)
                return bool(is_known) and not any(map(number_of, given[1:]))  # colours near it
            case "LINKREP":
                self.changes.append((given[0], [*given, ""][1]))
            case "INPUTTEXT" | "INPUTCHOICE" | "INPUTLIST" | "INPUTNUMBER" if len(given) > 2:
                usual = self.labels.known.get(given[0].lower(), [""])
                self.labels.known[given[0].lower()] = [given[2]] if given[2] else usual
            case _:
                return False
        return True

    def _include(self, line: Line) -> None:
        """Keep a picture that is written into the script."""
        name, _, written = line.said.partition("\n")
        try:
            content = b64decode("".join(written.split()))
        except ValueError:
            content = b""
        place = Span(self.shown, line.number)
        self.included[name.strip().lower()] = self.source.add(Path(name).stem, content, place)

    # Drawing

    def cards(self, said: str, loop: Loop, line: int) -> list[int]:
        """Return the numbers of the cards in a range, those of the IF around."""
        return [turn.card for turn in self._turns(said, loop, line)]

    def _range(self, said: str, loop: Loop, line: int) -> list[int]:
        bare = said.strip().strip('"').strip()
        text = self.worked_out(bare, at_card(1, loop), line).strip().strip('"').strip()
        if not text or text.upper() == "ALL":
            return list(range(1, (self.count or self.rows or self.least) + 1))
        found = cards_in(text.replace("§", ","))
        if found is None or bare == "0":
            what = f"the range `{text[:40]}` is not known" if bare != "0" else "the canvas (card 0)"
            self.lose(line, what, "choose the cards in the template")
        found = [one + self.first for one in found or []]
        self.highest = max([self.highest, *found])
        return found

    def _turns(self, said: str, loop: Loop, line: int) -> list[Turn]:
        """Return the cards of a range, each with the place of its elements in sequences."""
        found = self._range(said, loop, line)
        chosen = set(found if self.only is None else self.only)
        is_based = self.is_based or "LABELRANGE" in said.upper()
        return [
            Turn(card, card if is_based else nth, loop)
            for nth, card in enumerate(found, start=1)
            if card in chosen
        ]

    def _draw(self, line: Line, loop: Loop) -> None:
        name = line.name.upper()
        where, *arguments = split(self.frames.placed(line.said, loop))
        turns = self._turns(where, loop, line.number)
        for said, turn in product(self.labels.listed(arguments), turns):
            filled = [self.worked_out(one, turn, line.number).strip() for one in said]
            if lost := next((one for one in said if re.fullmatch(r"<[\w*?!~]+>", one)), ""):
                todo = "place it in the template"
                self.lose(line.number, f"the frame `{lost}` is not known", todo)
                return
            for kind in NAMING if name in ("HTMLTEXT", "HTMLFILE", "ICONS") else ():
                self.named[kind] = self.named_on(turn.card, kind)
            given = [one.strip('"').replace('""', '"').translate(SHOWN) for one in filled]
            given = self._flagged(name, [self.coloured(one, turn.card) for one in given], turn.card)
            if name == "HTMLFILE" and given:
                given[0] = self._read(given[0], line.number)
            if name in ("HTMLFILE", "HTMLTEXT") and given:
                given[0] = self.keyed(given[0])
            self.font = self.font_on(turn.card)
            pen = Pen(self, name, line.number, given)
            pen.card, pen.moves = turn.card, (self.moved, self._origins.get(turn.card, ("0", "0")))
            boxes = self.boxes.get(turn.card, [])
            self._add(turn.card, [*copied(pen, boxes)] if name == "COPY" else DRAWN[name](pen))

    def _flagged(self, name: str, given: list[str], card: int) -> list[str]:
        """Return arguments with the flags that FLAGS adds, or takes away with a minus."""
        at = _FLAGGED.get(name, 0)
        for cards, directive, flags in self._flags:
            if card in cards and directive == name:
                given = [*given, *[""] * (at + 1 - len(given))]
                given[at] = re.sub(f"(?i)[{re.escape(flags)}]", "", given[at])
                given[at] += "" if flags.startswith("-") else flags
        return given

    def _add(self, card: int, drawn: Iterable[Box]) -> None:
        boxes = self.boxes.setdefault(card, [])
        for box in drawn:
            is_ground = box.key.endswith("-ground") and box.what == Shape(fill="#ffffff")
            place = around_turned(box)
            if is_ground and not any(overlap(place, around_turned(other)) for other in boxes):
                continue  # white on the white of the card
            if len(boxes) < MOST_BOXES and (box.rect.width or box.rect.height):
                boxes.append(replace(box, opacity=box.opacity * self.opacity))
