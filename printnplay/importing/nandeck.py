"""Read a script of nanDECK: its directives, labels and linked tables, for each card."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.catalog import display_path
from printnplay.importing.nandeck_drawing import DRAWN
from printnplay.importing.nandeck_lines import DIRECTIVES, Line, branches, end_of, joined
from printnplay.importing.nandeck_pen import Pen
from printnplay.importing.nandeck_tables import Tables
from printnplay.importing.nandeck_text import font_of
from printnplay.importing.nandeck_values import PLAIN, SHOWN, UNITS, condition, shown, split
from printnplay.importing.source import MOST_BOXES, MOST_CARDS, Source, guessed_bleed, title_of
from printnplay.importing.values import Box, Card, Deck, ForeignProject, copied
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size

MOST_LINES = 20_000
"""The most directives after loops are unrolled."""

IGNORED = frozenset([
    "PAGE", "BORDER", "MARGINS", "DPI", "SAVE", "SAVEPDF", "PRINT", "DISPLAY", "OVERSAMPLE",
    "IMAGEFILTER", "VISUAL", "ENDVISUAL", "GAP", "GAPS", "EDGE", "BASERANGE", "LINKMULCOPY",
    "LINKTRIM", "LINKUNI", "LINKSEP", "LINKSTYLES", "SAVEGIFA", "RENDER", "CASESENS",
    "ENDSECTION", "SECTION", "COMMENT", "ENDCOMMENT", "CUTMARKS",
    "FOOTER", "HEADER", "PDFMERGE", "SAVEPAGES", "NEWPAGE", "SORT", "VECTOR", "CACHE", "HTMLFILE",
    "FOLDER", "COPYCARD", "TEXTLIMIT", "UNIT",
])  # fmt: skip
"""Directives that say how sheets are printed, or nothing about what is on cards; UNIT is read
first."""

_SCRIPT = re.compile(r"(?im)^\s*\{?\s*(?:TEXT|FONT|IMAGE|RECTANGLE|CARDSIZE|HTMLTEXT)\b.*=")
_Block = Callable[[Sequence[Line], Mapping[str, str]], None]


def read_project(source: Source) -> ForeignProject:
    """Return the decks of the scripts in a folder, or of one script."""
    texts = ((path, source.text(path)) for path in source.scripts(".nde", ".txt"))
    decks = [_Script(source, path).deck(text) for path, text in texts if _SCRIPT.search(text)]
    return source.project("nanDECK", decks)


class _Script(Tables):
    """A script: its labels, its settings, and the boxes of each card."""

    def __init__(self, source: Source, path: Path) -> None:
        super().__init__(source, path)
        self.boxes: dict[int, list[Box]] = {}
        self.count = 0
        self.backs: dict[int, int] = {}
        self.only: list[int] | None = None
        self.macros: dict[str, tuple[list[str], list[Line]]] = {}
        self._steps = self._depth = 0
        self._fonts: tuple[list[str], Mapping[str, str]] | None = None

    def deck(self, text: str) -> Deck | None:
        """Return the deck that a script makes; None if it draws nothing."""
        lines = self._lines(text, self.path)
        # Units and copies count for the lines before them, too.
        for line in lines:
            if line.name.upper() == "UNIT":
                self.unit = UNITS.get(line.said.upper().strip(), self.unit)
                self.size = (shown(60_000 / self.unit), shown(90_000 / self.unit))
            elif line.name.upper() == "LINKMULTI":
                self.multi = self.multi or line.said.strip().strip('"')
        self._run(lines, {})
        if not self.boxes:
            return None
        size = Size(*(max(1_000, self.um(side, None)) for side in self.size))
        self.shown = display_path(self.path)
        count = min(self.count or self.rows or max(self.boxes), MOST_CARDS)
        rears = set(self.backs.values()) - set(self.backs)
        cards = []
        for at in range(1, count + 1):
            if self.boxes.get(at) and at not in rears:
                cards.append(self._card(at))
            elif at not in rears:
                self.lose(0, "cards with nothing on them are left out", "add them to the table")
        bleed = guessed_bleed(self.source, size, Span(self.shown))
        return Deck(title_of(self.path.stem), size, bleed, copied(cards))

    def _card(self, at: int) -> Card:
        fields = {
            heading: self.labels.known[heading.lower()][at - 1].translate(SHOWN)
            for heading in self.columns
            if at <= self.rows and heading.lower() != self.multi.lower()
        }
        back = self.boxes.get(self.backs.get(at, 0), [])
        return Card(fields, tuple(self.boxes[at]), tuple(back))

    # Lines

    def _lines(self, text: str, path: Path, depth: int = 0) -> list[Line]:
        """Return the directives of a script, and those of the scripts that it includes."""
        found: list[Line] = []
        for number, bare in joined(text):
            self.shown = display_path(path)
            match = next(filter(None, (one.match(bare) for one in DIRECTIVES)), None)
            if match is None:
                self.lose(number, "a line that is no directive", "do by hand what it does")
                continue
            name, said = match[1].strip(), (match[2] or "").strip()
            if name.upper() != "INCLUDE" or depth >= 5:
                found.append(Line(self.shown, number, name, said))
            elif other := self.source.find(said.strip('"'), self.path.parent):
                found += self._lines(self.source.text(other), other, depth + 1)
            else:
                what = f"the script {said} is not in the folder"
                self.lose(number, what, "add it, and import again")
        return found

    def _run(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        """Go through directives; IF and FOR choose and repeat those within."""
        blocks: dict[str, tuple[tuple[str, ...], _Block]] = {
            "FOR": (("NEXT",), self._loop),
            "IF": (("ENDIF",), self._choose),
            "MACRO": (("END", "ENDMACRO"), self._keep),
            "LAYOUT": (("ENDLAYOUT",), self._leave),
        }
        at = 0
        while at < len(lines):
            line = lines[at]
            name = line.name.upper()
            self.shown = line.file
            self._steps += 1
            if self._steps > MOST_LINES:
                self.lose(line.number, "loops with very many lines", "import a shorter script")
                return
            if name in blocks and not (name == "LAYOUT" and line.said):
                ends, block = blocks[name]
                end = end_of(lines, at, name, *ends)
                block(lines[at:end], loop)
                at = end
            elif name in self.macros:
                self._macro(line, loop)
            else:
                self._directive(line, loop)
            at += 1

    def _leave(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        del loop
        name = lines[0].name.upper()
        self.lose(lines[0].number, f"`{name}`", "place its boxes in the template")

    def _loop(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        given = [self.labels.static(one, loop) for one in split(lines[0].said)]
        bounds = [self.number(one) for one in given[1:4]]
        if len(bounds) < 2 or None in bounds:
            todo = "draw in the template what it draws"
            self.lose(lines[0].number, "a loop whose ends are not known", todo)
            return
        first, last, step = (one or 0.0 for one in (*bounds, 1.0)[:3])
        count = math.floor((last - first) / (step or 1.0)) + 1
        for turn in range(min(max(0, count), 2_000)):
            value = shown(first + turn * (step or 1.0))
            self._run(lines[1:], {**loop, given[0].strip().lower(): value})

    def _keep(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        del loop
        called, *names = split(lines[0].said)
        self.macros[called.strip().upper()] = (names, list(lines[1:]))

    def _macro(self, line: Line, loop: Mapping[str, str]) -> None:
        """Run the lines of a macro with the values that it is given."""
        names, body = self.macros[line.name.upper()]
        given = split(line.said)

        def put_in(text: str) -> str:
            for at, name in enumerate(names):
                text = text.replace(name, given[at] if at < len(given) else "")
            return text[:20_000]

        self._depth += 1
        if self._depth < 10:
            self._run([replace(one, said=put_in(one.said)) for one in body], loop)
        self._depth -= 1

    def _choose(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        """Run each part of an IF for the cards for which it is true."""
        outer, left = self.only, self._all()
        for line, body in branches(lines):
            varies = self.labels.vary(line.said) or left != self._all()
            known = {card: self._holds(line, card, loop) for card in (left if varies else left[:1])}
            if None in known.values():
                todo = "write the condition into the template: {% if card.kind == ... %}"
                self.lose(line.number, "a condition that is not worked out", todo)
                break
            if varies:
                self.only = [card for card, is_so in known.items() if is_so]
            if any(known.values()):
                self._run(body, loop)
            left = [card for card in left if not known.get(card, any(known.values()))]
            self.only = outer
            if not left:
                break

    def _all(self) -> list[int]:
        """Return the cards that directives draw on, those of the IF around."""
        every = range(1, (self.count or self.rows or 1) + 1)
        return list(every) if self.only is None else self.only

    def _holds(self, line: Line, card: int, loop: Mapping[str, str]) -> bool | None:
        if line.name.upper() == "ELSE":
            return True
        # In brackets, a value is not taken for the name of a loop's variable.
        return condition(line.said, lambda side: self.labels.filled(f"({side})", card, loop)[1:-1])

    # Directives

    def _directive(self, line: Line, loop: Mapping[str, str]) -> None:
        name = line.name.upper()
        if re.search(r"[\[<]", line.name):
            self.label(line, loop)
        elif name in DRAWN:
            self._draw(line, name, loop)
        elif name == "LINK":
            self.link(line)
        elif name == "DUPLEX":
            fronts, *others = (self._cards(one, loop, line.number) for one in split(line.said)[:2])
            if others and others[0]:
                self.backs |= {one: others[0][at % len(others[0])] for at, one in enumerate(fronts)}
        elif name not in IGNORED:
            self._setting(line, name, loop)

    def _setting(self, line: Line, name: str, loop: Mapping[str, str]) -> None:
        """Follow a directive that sets something; fonts may differ between cards."""
        parts = split(line.said)
        if name in ("FONT", "FONTRANGE"):
            varies = self.labels.vary(line.said)
            self._fonts = (parts[name == "FONTRANGE" :], loop) if varies else None
        given = [self.labels.static(one, loop).strip().strip('"') for one in parts]
        if name == "HTMLKEY" and len(parts) > 2:
            self.keys[given[1]] = (parts[2], loop, line.number)
        elif not self._set(name, given):
            self.lose(line.number, f"the directive `{name}`", "do by hand what it does")

    def _set(self, name: str, given: list[str]) -> bool:
        """Follow a directive that sets something; return whether it is known."""
        match name:
            case "LINKMULTI":
                self.multi = given[0]
            case "LINKENCODE":
                self.encoded = {one: sign for one, sign in PLAIN.items() if chr(one) in given[0]}
            case "CARDSIZE":
                self.size = (given[0] or "6", given[1] if len(given) > 1 and given[1] else "9")
            case "CARDS" | "CARD":
                self.count = int(min(max(self.number(given[0]) or 0, 0), MOST_CARDS))
            case "FONT" | "FONTRANGE":
                self.font = font_of(given if name == "FONT" else given[1:])
            case "HTMLFONT" | "HTMLMARGINS":
                self.named[name][given[0].lower()] = given[1:]
            case "HTMLIMAGE" | "ICON":
                self.named[name] |= {given[1]: given[2:]} if len(given) > 2 else {}
            case _:
                return False
        return True

    # Drawing

    def _cards(self, said: str, loop: Mapping[str, str], line: int) -> list[int]:
        """Return the numbers of the cards in a range."""
        text = self.labels.static(said, loop).strip().strip('"').strip()
        if not text or text.upper() == "ALL":
            return self._all()
        found: list[int] = []
        for part in text.replace("§", ",").split(","):
            ends = [self.number(one) for one in part.split("-")]
            if None in ends or len(ends) > 2:
                todo = "choose the cards in the template"
                self.lose(line, f"the range `{text[:40]}` is not known", todo)
                return []
            first, last = int(ends[0] or 0), int(ends[-1] or 0)
            found += range(max(first, 1), min(last, MOST_CARDS) + 1)
            if len(found) > MOST_CARDS:
                break
        chosen = found if self.only is None else set(self.only)
        return [card for card in found if card in chosen][:MOST_CARDS]

    def _draw(self, line: Line, name: str, loop: Mapping[str, str]) -> None:
        where, *arguments = split(line.said)
        cards = self._cards(where, loop, line.number)
        for said, card in product(self.labels.listed(arguments), cards):
            filled = [self.worked_out(one, card, loop, line.number).strip() for one in said]
            if name == "HTMLTEXT":
                filled[:1] = [self.keyed(one.strip('"'), card) for one in filled[:1]]
            given = [one.strip('"').replace('""', '"').translate(SHOWN) for one in filled]
            if lost := next((one for one in said if re.fullmatch(r"<[\w*]+>", one)), ""):
                todo = "place it in the template"
                self.lose(line.number, f"the frame `{lost}` is not known", todo)
                return
            if self._fonts:
                parts, then = self._fonts
                font = (self.labels.filled(one, card, then).strip().strip('"') for one in parts)
                self.font = font_of([*font])
            boxes = self.boxes.setdefault(card, [])
            for box in DRAWN[name](Pen(self, name, line.number, given)):
                if len(boxes) < MOST_BOXES and (box.rect.width or box.rect.height):
                    boxes.append(box)
