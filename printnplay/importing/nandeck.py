"""Read a script of nanDECK: its directives, labels and linked tables, for each card."""

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import display_path
from printnplay.importing.markup import hex_colour, tagged
from printnplay.importing.source import MOST_BOXES, MOST_CARDS, Source, guessed_bleed
from printnplay.importing.values import (
    Box,
    Card,
    Deck,
    Font,
    ForeignProject,
    Gradient,
    Image,
    Run,
    Shape,
    Words,
)
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Rect, Size, Um

UNITS: Mapping[str, float] = {"CM": 10_000, "MM": 1_000, "INCH": 25_400}
"""Micrometres of the units of lengths; without UNIT they are centimetres."""

MOST_LINES = 20_000
"""The most directives after loops are unrolled."""

IGNORED = frozenset(
    [
        "PAGE",
        "BORDER",
        "MARGINS",
        "DPI",
        "SAVE",
        "SAVEPDF",
        "PRINT",
        "DISPLAY",
        "OVERSAMPLE",
        "IMAGEFILTER",
        "VISUAL",
        "ENDVISUAL",
        "GAP",
        "GAPS",
        "EDGE",
        "BASERANGE",
        "LINKENCODE",
        "LINKMULCOPY",
        "LINKTRIM",
        "LINKUNI",
        "LINKSEP",
        "LINKSTYLES",
        "SAVEGIFA",
        "RENDER",
        "CASESENS",
        "ENDSECTION",
        "SECTION",
        "SEQUENCE",
        "ENDSEQUENCE",
        "COMMENT",
        "ENDCOMMENT",
        "CUTMARKS",
        "FOOTER",
        "HEADER",
        "PDFMERGE",
        "SAVEPAGES",
        "NEWPAGE",
        "SORT",
        "VECTOR",
        "CACHE",
        "HTMLFILE",
        "FOLDER",
        "COPYCARD",
        "TEXTLIMIT",
    ]
)
"""Directives that say how sheets are printed, or nothing about what is on cards."""


class _Line(Struct, frozen=True):
    """A directive with the file and the line that it is in."""

    file: str
    number: int
    name: str
    said: str


def read_project(source: Source) -> ForeignProject:
    """Return the decks of the scripts in a folder, or of one script."""
    decks = []
    for path in source.scripts(".nde", ".txt"):
        text = source.text(path)
        if not re.search(
            r"(?im)^\s*\{?\s*(?:TEXT|FONT|IMAGE|RECTANGLE|CARDSIZE|HTMLTEXT)\b.*=", text
        ):
            continue
        deck = _Script(source, path).deck(text)
        if deck is not None:
            decks.append(deck)
    return ForeignProject(
        "nanDECK", "", tuple(decks), source.pictures, source.fonts(), tuple(source.losses)
    )


class _Script:
    """A script: its labels, its settings, and the boxes of each card."""

    def __init__(self, source: Source, path: Path) -> None:
        self.source, self.path = source, path
        self.shown = display_path(path)
        self.labels: dict[str, list[str]] = {}
        self.columns: list[str] = []
        self.unit = UNITS["CM"]
        self.size: tuple[str, str] = ("6", "9")
        self.font = ("Arial", "12", "", "#000000", "")
        self.html_fonts: dict[str, tuple[str, str, str, str, str]] = {}
        self.icons: dict[str, str] = {}
        self.boxes: dict[int, list[Box]] = {}
        self.number = 0
        self.rows = 0
        self.copies: list[int] = []
        self.multi = ""
        self.backs: dict[int, int] = {}
        self.macros: dict[str, tuple[list[str], list[_Line]]] = {}
        self._steps = 0
        self._depth = 0

    def lose(self, line: int, what: str, todo: str, *, is_guess: bool = False) -> None:
        """Note what is not taken over."""
        self.source.lose(Span(self.shown, line), what, todo, is_guess=is_guess)

    # Lines

    def deck(self, text: str) -> Deck | None:
        """Return the deck that a script makes; None if it draws nothing."""
        lines = self._lines(text, self.path)
        self._prepare(lines)
        self._run(lines, {})
        if not self.boxes:
            return None
        size = Size(*(max(1_000, self._um(side, None)) for side in self.size))
        count = min(self.number or self.rows or max(self.boxes), MOST_CARDS)
        rears = set(self.backs.values())
        cards = []
        for at in range(1, count + 1):
            if at in rears and at not in self.backs:
                continue
            fields = {
                heading: self.labels[heading.lower()][at - 1]
                for heading in self.columns
                if at <= self.rows and heading.lower() != self.multi.lower()
            }
            if not self.boxes.get(at):
                self.shown = display_path(self.path)
                self.lose(0, "cards with nothing on them are left out", "add them to the table")
                continue
            copies = self.copies[at - 1] if at <= len(self.copies) else 1
            back = self.boxes.get(self.backs.get(at, 0), [])
            cards.append(Card(fields, tuple(self.boxes.get(at, [])), tuple(back), copies))
        name = " ".join(self.path.stem.replace("_", " ").replace("-", " ").split()).title()
        bleed = guessed_bleed(self.source, size, Span(self.shown))
        return Deck(name, size, bleed, tuple(card for card in cards if card.copies))

    def _lines(self, text: str, path: Path, depth: int = 0) -> list[_Line]:  # noqa: C901
        """Return the directives of a script; those over several lines in braces are joined."""
        found: list[_Line] = []
        self.shown = display_path(path)
        waiting, begun = "", 0
        for number, line in enumerate(text.splitlines(), start=1):
            bare = line.strip()
            if not waiting and (not bare or bare[0] in ";'"):
                continue
            if waiting or (bare.startswith("{") and "}" not in bare):
                begun = begun if waiting else number
                waiting += bare.removeprefix("{") if not waiting else bare
                if not bare.endswith("}") and len(waiting) < 100_000:
                    continue
                bare, waiting, number = waiting.removesuffix("}"), "", begun
            match = re.match(r"\s*(\[[^\]=]+\]|[A-Za-z]\w*)\s*(?:=(.*))?$", bare, re.DOTALL)
            if match is None:
                # nanDECK has labels such as N[label], and macros with brackets.
                match = re.match(r"\s*([A-Za-z]?\[[^\]=]+\]|\w+)[^=]*=(.*)$", bare, re.DOTALL)
            if match is None:
                self.lose(number, "a line that is no directive", "do by hand what it does")
                continue
            name, said = match[1].strip(), (match[2] or "").strip()
            if name.upper() == "INCLUDE" and depth < 5:
                other = self.source.find(said.strip('"'), self.path.parent)
                if other is None:
                    what = f"the script {said} is not in the folder"
                    self.lose(number, what, "add it, and import again")
                else:
                    found += self._lines(self.source.text(other), other, depth + 1)
                    self.shown = display_path(path)
                continue
            found.append(_Line(self.shown, number, name, said))
        return found

    def _prepare(self, lines: Sequence[_Line]) -> None:
        """Read units and sizes, which count for the lines before them, too."""
        for line in lines:
            name = line.name.upper()
            if name == "UNIT":
                self.unit = UNITS.get(line.said.upper().strip(), self.unit)
            elif name == "LINKMULTI":
                self.multi = line.said.strip().strip('"')

    def _run(self, lines: Sequence[_Line], loop: Mapping[str, str]) -> None:
        """Go through directives; IF and FOR choose and repeat those within."""
        at = 0
        while at < len(lines):
            line = lines[at]
            name = line.name.upper()
            self.shown = line.file
            self._steps += 1
            if self._steps > MOST_LINES:
                self.lose(line.number, "loops with very many lines", "import a shorter script")
                return
            if name == "FOR":
                end = _end(lines, at, "FOR", "NEXT")
                self._loop(line, lines[at + 1 : end], loop)
                at = end
            elif name == "IF":
                end = _end(lines, at, "IF", "ENDIF")
                self._choose(lines[at:end], loop)
                at = end
            elif name == "MACRO":
                end = _end(lines, at, "MACRO", "END", "ENDMACRO")
                called, *names = split(line.said)
                self.macros[called.strip().upper()] = (names, list(lines[at + 1 : end]))
                at = end
            elif name in self.macros:
                self._macro(line, loop)
            elif name in ("FRAME", "LAYOUT") and not line.said:
                at = _end(lines, at, name, f"END{name}")
                self.lose(line.number, f"`{name}`", "place its boxes in the template")
            else:
                self._directive(line, loop)
            at += 1

    def _loop(self, line: _Line, body: Sequence[_Line], loop: Mapping[str, str]) -> None:
        given = [self._static(one, loop) for one in split(line.said)]
        bounds = [self._number(one) for one in given[1:4]]
        if len(bounds) < 2 or any(one is None for one in bounds):
            self.lose(
                line.number, "a loop whose ends are not known", "draw in the template what it draws"
            )
            return
        first, last, step = (*bounds, 1.0)[:3]
        first, last, step = first or 0.0, last or 0.0, step or 1.0
        count = min(max(0, math.floor((last - first) / step) + 1), 2_000)
        for turn in range(count):
            value = _shown(first + turn * step)
            self._run(body, {**loop, given[0].strip().lower(): value})

    def _macro(self, line: _Line, loop: Mapping[str, str]) -> None:
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

    def _choose(self, lines: Sequence[_Line], loop: Mapping[str, str]) -> None:  # noqa: C901
        """Run the part of an IF that is true, as far as that is known before cards are drawn."""
        parts: list[tuple[_Line, list[_Line]]] = []
        depth = 0
        for line in lines:
            name = line.name.upper()
            if name == "IF":
                depth += 1
            if depth == 1 and name in ("IF", "ELSEIF", "ELSE"):
                parts.append((line, []))
            elif parts:
                parts[-1][1].append(line)
            if name == "ENDIF":
                depth -= 1
        for condition, body in parts:
            if condition.name.upper() == "ELSE":
                self._run(body, loop)
                return
            is_so = _condition(self._static(condition.said, loop))
            if is_so is None:
                todo = "write the condition into the template: {% if card.kind == ... %}"
                self.lose(condition.number, "a condition that is not worked out", todo)
                return
            if is_so:
                self._run(body, loop)
                return

    # Values

    def _static(self, text: str, loop: Mapping[str, str]) -> str:
        """Return a value that is no card's: labels are their first element."""
        return self._filled(text, 1, loop)

    def _filled(self, text: str, card: int, loop: Mapping[str, str], depth: int = 0) -> str:  # noqa: C901
        """Return a value for a card: labels, counts, loop variables and sums are replaced."""
        if depth > 12 or len(text) > 20_000:
            return text
        for _ in range(30):
            before = text
            text = re.sub(
                r"\{\(([^(){}\[\]]+)\)\}",
                lambda match: str(len(self.labels.get(match[1].strip().lower(), []))),
                text,
            )

            def indexed(match: re.Match[str]) -> str:
                items = self.labels.get(match[1].strip().lower())
                number = self._number(_looped(match[2], loop))
                if not items or number is None:
                    return match[0]
                return items[(int(number) - 1) % len(items)]

            text = re.sub(r"[{\[]([^(){}\[\]?]+)\?([^(){}\[\]?]*)[}\]]", indexed, text)

            def label(match: re.Match[str]) -> str:
                items = self.labels.get(match[1].strip().lower())
                if items is None:
                    return loop.get(match[1].strip().lower(), match[0])
                return items[(card - 1) % len(items)] if items else ""

            text = re.sub(r"\[([^\[\]{}?]+)\]", label, text)

            def braces(match: re.Match[str]) -> str:
                inner = match[1].strip()
                if inner.lower() in loop:
                    return loop[inner.lower()]
                number = self._number(_looped(inner, loop))
                return match[0] if number is None else _shown(number)

            text = re.sub(r"\{([^{}\[\]?]*)\}", braces, text)
            if text == before:
                break
        for name, value in loop.items():
            if text.strip().lower() == name:
                return value
        return text

    def _number(self, text: str) -> float | None:
        """Return the value of a sum; None if it is none."""
        bare = text.strip().strip('"').replace(",", ".")
        if not bare or len(bare) > 200 or not re.fullmatch(r"[-+*/().\d\s]+", bare):
            return None
        try:
            return _sum(ast.parse(bare, mode="eval").body)
        except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
            return None

    def _um(self, text: str, side: Um | None) -> Um:
        """Return a length in micrometres: a number in units, or a percentage of a side."""
        bare = text.strip().strip('"')
        total = 0.0
        for sign, part in (
            re.findall(r"([-+]?)\s*([^-+]+)", bare) if "(" not in bare else [("", bare)]
        ):
            is_share = "%" in part
            number = self._number(part.replace("%", "")) or 0.0
            share = number * (side or 0) / 100 if is_share else number * self.unit
            total += -share if sign == "-" else share
        return round(max(-1e7, min(total, 1e7)))

    def _cards(self, said: str, loop: Mapping[str, str], line: int) -> list[int]:
        """Return the numbers of the cards in a range."""
        text = self._static(said, loop).strip().strip('"').strip()
        if not text or text.upper() == "ALL":
            return list(range(1, (self.number or self.rows or 1) + 1))
        found: list[int] = []
        for part in text.replace("§", ",").split(","):
            ends = [self._number(one) for one in part.split("-")]
            if not ends or any(one is None for one in ends) or len(ends) > 2:
                self.lose(
                    line,
                    f"the range `{text[:40]}` is not known",
                    "choose the cards in the template",
                )
                return []
            first, last = int(ends[0] or 0), int(ends[-1] or 0)
            found += range(max(first, 1), min(last, MOST_CARDS) + 1)
        return found[:MOST_CARDS]

    # Directives

    def _directive(self, line: _Line, loop: Mapping[str, str]) -> None:  # noqa: C901, PLR0912, PLR0915
        name, said = line.name.upper(), line.said
        if "[" in line.name:
            self._label(line, loop)
        elif name == "LINK":
            self._link(line)
        elif name in ("LINKMULTI", "UNIT") or name in IGNORED:
            return
        elif name == "CARDSIZE":
            given = [self._static(one, loop) for one in split(said)]
            self.size = (given[0] or "6", given[1] if len(given) > 1 and given[1] else "9")
        elif name in ("CARDS", "CARD"):
            number = self._number(self._static(split(said)[0], loop))
            self.number = int(min(max(number or 0, 0), MOST_CARDS))
        elif name in ("FONT", "FONTRANGE"):
            given = [self._static(one, loop).strip().strip('"') for one in split(said)]
            self.font = _font(given if name == "FONT" else given[1:])
        elif name == "HTMLFONT":
            given = [self._static(one, loop).strip().strip('"') for one in split(said)]
            self.html_fonts[given[0].lower()] = _font(given[1:])
        elif name == "ICON":
            given = [self._static(one, loop).strip().strip('"') for one in split(said)]
            if len(given) > 2:
                self.icons[given[1]] = given[2]
        elif name == "DUPLEX":
            given = split(said)
            fronts = self._cards(given[0], loop, line.number)
            backs = self._cards(given[1], loop, line.number) if len(given) > 1 else []
            if backs:
                self.backs |= {one: backs[at % len(backs)] for at, one in enumerate(fronts)}
        elif name in _DRAWN:
            self._draw(line, name, loop)
        else:
            self.lose(line.number, f"the directive `{name}`", "do by hand what it does")

    def _label(self, line: _Line, loop: Mapping[str, str]) -> None:
        match = re.search(r"\[([^\]]+)\]", line.name)
        name = match[1].strip().lower() if match else ""
        if not line.name.startswith("["):
            self.lose(
                line.number, f"the order of `{line.name}`", "put the values in order in the table"
            )
        said = line.said.strip()
        if re.search(
            r"\b(?:JOIN|CONCAT|FILTER|REPLACE|GROUP|TRANSLATE|LABELRANGE)\w*\(", said, re.I
        ):
            joined = re.fullmatch(r"JOIN\((.*)\)", said, re.IGNORECASE | re.DOTALL)
            if joined is None:
                self.lose(
                    line.number, f"a function in `{line.name}`", "write its values into the table"
                )
                return
            parts = [one.strip().strip('"') for one in split(joined[1])]
            known = [
                self.labels.get(one.strip("[]").lower(), [one]) if one.startswith("[") else [one]
                for one in parts
            ]
            longest = max(map(len, known))
            self.labels[name] = [
                "".join(one[at % len(one)] for one in known if one) for at in range(longest)
            ]
            return
        unquoted = said.strip('"') if said.count('"') == 2 else said
        values = [one.strip().strip('"') for one in unquoted.split("|")] if unquoted else []
        filled = [
            self._filled(one, at, loop) if "[" in one and len(values) > 1 else one
            for at, one in enumerate(values, start=1)
        ]
        self.labels[name] = filled[:MOST_CARDS]

    def _link(self, line: _Line) -> None:
        said = split(line.said)[0].strip().strip('"')
        name, _, sheet = said.partition("!")
        path = self.source.find(name, self.path.parent)
        if path is None:
            todo = "download the table, name its file after LINK=, and import again"
            self.lose(line.number, f"the table `{name}` is not in the folder", todo)
            return
        headings, rows = self.source.table(path, sheet)
        for at, heading in enumerate(headings):
            if heading:
                cells = [row[at].replace("\\13\\", "\n") for row in rows]
                self.labels[heading.lower()] = cells
        if len(rows) > self.rows:
            self.rows = len(rows)
            self.columns = [heading for heading in headings if heading]
            numbers = self.labels.get(self.multi.lower(), [])
            self.copies = [
                min(int(float(one)), 999) if re.fullmatch(r"\d{1,4}(\.\d*)?", one.strip()) else 1
                for one in numbers
            ]

    # Drawing

    def _draw(self, line: _Line, name: str, loop: Mapping[str, str]) -> None:
        said = split(line.said)
        own = f"{name.lower()}-{line.number}"
        drawn = _DRAWN[name]
        for card in self._cards(said[0] if said else "", loop, line.number):
            given = [self._filled(one.strip(), card, loop).strip().strip('"') for one in said[1:]]
            pen = _Pen(self, line.number, given)
            boxes = self.boxes.setdefault(card, [])
            for box in drawn(pen, own):
                if len(boxes) < MOST_BOXES and (box.rect.width or box.rect.height):
                    boxes.append(box)


class _Pen:
    """The arguments of a directive for one card."""

    def __init__(self, script: _Script, line: int, given: Sequence[str]) -> None:
        self.script, self.line, self.given = script, line, given
        self._width, self._height = (script._um(side, None) for side in script.size)

    def get(self, at: int, otherwise: str = "") -> str:
        """Return an argument after the range; from 0."""
        return self.given[at] if at < len(self.given) and self.given[at] else otherwise

    def number(self, at: int, otherwise: float = 0.0) -> float:
        """Return a plain number."""
        found = self.script._number(self.get(at).rstrip("%"))
        return otherwise if found is None else found

    def across(self, at: int) -> Um:
        """Return a length from left to right."""
        return self.script._um(self.get(at, "0"), self._width)

    def down(self, at: int) -> Um:
        """Return a length from top to bottom."""
        return self.script._um(self.get(at, "0"), self._height)

    def rect(self, at: int) -> Rect:
        """Return the box of four arguments; negative sides go the other way."""
        x, y, width, height = (
            self.across(at), self.down(at + 1), self.across(at + 2), self.down(at + 3)
        )  # fmt: skip
        return Rect(min(x, x + width), min(y, y + height), abs(width), abs(height))

    def colour(self, at: int, otherwise: str = "") -> str | Gradient:
        """Return a colour; two with an angle are a gradient."""
        text = self.get(at, otherwise).upper().replace(" ", "")
        if text in ("", "EMPTY"):
            return ""
        found = re.findall(r"#[0-9A-F]{6}", text)
        if not found:
            return hex_colour(text.lower())
        if len(found) == 1:
            return str(found[0].lower())
        angle = re.search(r"@(-?\d{1,3})", text)
        turned = math.radians(float(angle[1]) if angle else 0.0)
        rect = self.rect(0) if len(self.given) > 3 else Rect(0, 0, self._width, self._height)
        across, down = math.cos(turned), -math.sin(turned)
        length = abs(rect.width * across) + abs(rect.height * down)
        x, y = rect.x + rect.width / 2, rect.y + rect.height / 2
        start = (round(x - across * length / 2), round(y - down * length / 2))
        end = (round(x + across * length / 2), round(y + down * length / 2))
        last = len(found) - 1
        stops = tuple((at / last, colour.lower()) for at, colour in enumerate(found))
        return Gradient(start, end, stops)

    def shape(self, at: int, **more: Any) -> Shape:
        """Return the look of a shape: colour, fill and thickness begin at an argument."""
        line = self.colour(at, "#000000")
        fill = self.colour(at + 1) if self.get(at + 1) else line
        width = self.across(at + 2) if self.get(at + 2) else round(0.1 * UNITS["MM"])
        if isinstance(line, Gradient):
            if self.get(at + 1):  # otherwise it fills the shape
                todo = "choose the colour of the line in the template"
                self.script.lose(self.line, "a gradient along a line", todo)
            line = line.stops[0][1]
        return Shape(fill=fill, stroke=line, stroke_width=abs(width), **more)


def _rectangle(pen: _Pen, key: str) -> list[Box]:
    return [Box(key, pen.rect(0), pen.shape(4))]


def _rounded(pen: _Pen, key: str) -> list[Box]:
    rect = pen.rect(0)
    share = pen.number(8, 0.0)
    side = min(rect.width, rect.height)
    return [Box(key, rect, pen.shape(4, corner=round(side * (share or 20) / 100 / 2)))]


def _ellipse(pen: _Pen, key: str) -> list[Box]:
    return [Box(key, pen.rect(0), pen.shape(4, form="ellipse"))]


def _circle(pen: _Pen, key: str) -> list[Box]:
    rect = pen.rect(0)
    side = min(rect.width, rect.height)
    x, y = rect.x + (rect.width - side) // 2, rect.y + (rect.height - side) // 2
    return [Box(key, Rect(x, y, side, side), pen.shape(4, form="ellipse"))]


def _line(pen: _Pen, key: str) -> list[Box]:
    start, end = (pen.across(0), pen.down(1)), (pen.across(2), pen.down(3))
    colour = pen.colour(4, "#000000")
    stroke = colour.stops[0][1] if isinstance(colour, Gradient) else colour
    width = pen.across(5) if pen.get(5) else round(0.1 * UNITS["MM"])
    shape = Shape(form="path", stroke=stroke, stroke_width=width, path=(("M", start), ("L", end)))
    return [Box(key, _around([start, end]), shape)]


def _triangle(pen: _Pen, key: str) -> list[Box]:
    places = [(pen.across(at), pen.down(at + 1)) for at in (0, 2, 4)]
    path = (("M", places[0]), ("L", places[1]), ("L", places[2]), ("Z", ()))
    return [Box(key, _around(places), pen.shape(6, form="path", path=path))]


def _polygon(pen: _Pen, key: str) -> list[Box]:
    rect, count = pen.rect(0), int(min(max(pen.number(4, 6), 3), 60))
    begin = math.radians(pen.number(5))
    places = [
        (
            round(rect.x + rect.width / 2 * (1 + math.sin(begin + 2 * math.pi * at / count))),
            round(rect.y + rect.height / 2 * (1 - math.cos(begin + 2 * math.pi * at / count))),
        )
        for at in range(count)
    ]
    path = (("M", places[0]), *(("L", place) for place in places[1:]), ("Z", ()))
    return [Box(key, rect, pen.shape(6, form="path", path=path))]


def _around(places: Sequence[tuple[Um, Um]]) -> Rect:
    left, top = (min(place[at] for place in places) for at in (0, 1))
    right, bottom = (max(place[at] for place in places) for at in (0, 1))
    return Rect(left, top, right - left, bottom - top)


def _image(pen: _Pen, key: str) -> list[Box]:
    name = pen.get(0)
    if not name or name == "0":
        return []
    rect, flags = pen.rect(1), pen.get(6).upper()
    file = pen.script.source.picture(name, Span(pen.script.shown, pen.line), pen.script.path.parent)
    if not file:
        return []
    fit = "contain" if "P" in flags else "cover" if "C" in flags else "stretch"
    flip = " ".join(one for sign, one in (("H", "horizontal"), ("V", "vertical")) if sign in flags)
    for sign, what in (("T", "a transparent colour of"), ("G", "grey shades of")):
        is_png = file.endswith((".png", ".svg", ".webp"))
        if sign in flags and not (sign == "T" and is_png):
            todo = "save the picture so in a drawing program"
            pen.script.lose(pen.line, f"{what} the picture `{name}`", todo)
    alpha = pen.get(7, "100")
    opacity = min(max(pen.number(7, 100.0), 0.0), 100.0) / 100
    if "@" in alpha:
        opacity = 1.0
        pen.script.lose(
            pen.line, "a gradient of transparency", "edit the picture, and save it in art"
        )
    return [Box(key, rect, Image(file, fit, flip=flip), -pen.number(5), None, opacity)]


def _icons(pen: _Pen, key: str) -> list[Box]:
    """Return a row of small pictures, one for each letter, around the middle of the box."""
    text, rect = pen.get(0), pen.rect(1)
    width, height = pen.across(5), pen.down(6)
    if not text or width <= 0 or height <= 0:
        return []
    names = sorted(pen.script.icons, key=len, reverse=True)
    found = re.findall("|".join(map(re.escape, names)) or "(?!)", text)[:60]
    per_row = max(1, rect.width // width)
    rows = [found[at : at + per_row] for at in range(0, len(found), per_row)]
    boxes = []
    top = rect.y + (rect.height - len(rows) * height) // 2
    for down, row in enumerate(rows):
        left = rect.x + (rect.width - len(row) * width) // 2
        for across, letter in enumerate(row):
            place = Span(pen.script.shown, pen.line)
            file = pen.script.source.picture(
                pen.script.icons[letter], place, pen.script.path.parent
            )
            box = Rect(left + across * width, top + down * height, width, height)
            if file:
                boxes.append(Box(key, box, Image(file, "contain")))
    return boxes


def _font(given: Sequence[str]) -> tuple[str, str, str, str, str]:
    padded = [*given, *[""] * 5]
    return (padded[0] or "Arial", padded[1] or "12", padded[2], padded[3] or "#000000", padded[4])


def _text_box(  # noqa: PLR0913
    pen: _Pen,
    key: str,
    runs: tuple[Run, ...],
    font: tuple[str, str, str, str, str],
    places: tuple[str, str],
    angle: float,
    opacity: float,
) -> list[Box]:
    """Return a text with its ground, if its font has one."""
    family, size, style, colour, ground = font
    points = pen.script._number(size) or 12.0
    flags = style.upper()
    text = "".join(run.text for run in runs)
    if not text.strip() and not any(run.icon for run in runs):
        return []
    if "U" in flags or "S" in flags:
        runs = tuple(replace(one, underline="U" in flags, strike="S" in flags) for one in runs)
    found = re.findall(r"#[0-9A-Fa-f]{6}", colour)
    if len(found) > 1:
        pen.script.lose(pen.line, "a gradient in letters", "choose a colour in style.yaml")
    rect = pen.rect(1)
    halign = {"left": "left", "right": "right", "full": "justify"}.get(places[0].lower(), "centre")
    vertical = places[1].lower().removeprefix("ww")
    valign = {"top": "top", "bottom": "bottom"}.get(vertical, "middle")
    boxes = []
    if ground and "T" not in flags and hex_colour(ground):
        boxes.append(Box(f"{key}-ground", rect, Shape(fill=hex_colour(ground)), -angle))
    words = Words(
        runs,
        text,
        Font(family, round(min(max(points, 1.0), 800.0) * 25_400 / 72), "B" in flags, "I" in flags),
        found[0].lower() if found else hex_colour(colour.lower())[:7] or "#000000",
        halign,
        valign,
    )
    boxes.append(Box(key, rect, words, -angle, None, opacity))
    return boxes


def _text(pen: _Pen, key: str) -> list[Box]:
    text = _plain_text(pen.get(0))
    angle, opacity = pen.number(7), min(max(pen.number(8, 100.0), 0.0), 100.0) / 100
    places = (pen.get(5, "center"), pen.get(6, "center"))
    return _text_box(pen, key, (Run(text),), pen.script.font, places, angle, opacity or 1.0)


def _text_font(pen: _Pen, key: str) -> list[Box]:
    font = _font([pen.get(at) for at in range(9, 14)])
    angle, opacity = pen.number(7), min(max(pen.number(8, 100.0), 0.0), 100.0) / 100
    places = (pen.get(5, "center"), pen.get(6, "center"))
    text = _plain_text(pen.get(0))
    return _text_box(pen, key, (Run(text),), font, places, angle, opacity or 1.0)


def _html_text(pen: _Pen, key: str) -> list[Box]:
    runs, unknown = tagged(_plain_text(pen.get(0)))
    for tag in sorted(unknown):
        pen.script.lose(pen.line, f"the tag <{tag}> in a text", "write its look as markup")
    fonts = pen.script.html_fonts
    named = pen.get(9).lower()
    font = fonts.get(named) or next(iter(fonts.values()), pen.script.font)
    flags = pen.get(7).upper()
    valign = "center" if "M" in flags else "bottom" if "D" in flags else "top"
    return _text_box(pen, key, runs, font, ("left", valign), pen.number(6), 1.0)


def _plain_text(text: str) -> str:
    return text.replace("\\13\\", "\n").replace("\\n", "\n").replace("\r", "")


_DRAWN: Mapping[str, Callable[[_Pen, str], list[Box]]] = {
    "RECTANGLE": _rectangle,
    "ROUNDRECT": _rounded,
    "ELLIPSE": _ellipse,
    "CIRCLE": _circle,
    "LINE": _line,
    "TRIANGLE": _triangle,
    "POLYGON": _polygon,
    "IMAGE": _image,
    "ICONS": _icons,
    "TEXT": _text,
    "TEXTFONT": _text_font,
    "HTMLTEXT": _html_text,
}


def split(said: str) -> list[str]:
    """Return the arguments of a directive: commas in quotes and brackets do not count.

    >>> split('1-3, "a, b", {x*(2,3)}, 5%')
    ['1-3', '"a, b"', '{x*(2,3)}', '5%']
    """
    found, depth, quoted, start = [], 0, False, 0
    for at, sign in enumerate(said):
        if sign == '"':
            quoted = not quoted
        elif not quoted and sign in "({[":
            depth += 1
        elif not quoted and sign in ")}]":
            depth -= 1
        elif sign == "," and not quoted and depth <= 0:
            found.append(said[start:at].strip())
            start = at + 1
    return [*found, said[start:].strip()]


def _end(lines: Sequence[_Line], at: int, begin: str, *ends: str) -> int:
    """Return the place of the line that ends what a line begins."""
    depth = 0
    for place in range(at, len(lines)):
        name = lines[place].name.upper()
        depth += (name == begin) - (name in ends)
        if depth == 0:
            return place
    return len(lines)


def _looped(text: str, loop: Mapping[str, str]) -> str:
    """Return a sum with the values of the variables of loops."""
    for name, value in loop.items():
        text = re.sub(rf"\b{re.escape(name)}\b", value, text, flags=re.IGNORECASE)
    return text


def _sum(node: ast.AST) -> float:  # noqa: C901, PLR0911
    """Return the value of a sum of numbers.

    Raises:
        ValueError, ArithmeticError: it is none.
    """
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return float(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_sum(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _sum(operand)
        case ast.BinOp(left=left, op=sign, right=right):
            one, other = _sum(left), _sum(right)
            match sign:
                case ast.Add():
                    return one + other
                case ast.Sub():
                    return one - other
                case ast.Mult():
                    return one * other
                case ast.Div():
                    return one / other
    raise ValueError("no sum")


def _shown(number: float) -> str:
    return f"{number:.6f}".rstrip("0").rstrip(".")


def _condition(text: str) -> bool | None:  # noqa: PLR0911
    """Return whether a condition is true; None if it is not known."""
    if re.search(r"_(AND|OR)_", text, re.IGNORECASE):
        is_all = re.search(r"_AND_", text, re.IGNORECASE) is not None
        known = [_condition(part) for part in re.split(r"_(?:AND|OR)_", text, flags=re.IGNORECASE)]
        if None in known:
            return None
        return all(known) if is_all else any(known)
    bare = text.strip().strip("()").strip()
    match = re.fullmatch(r"(.*?)(<>|>=|<=|=|<|>|@|#)(.*)", bare, re.DOTALL)
    if match is None or "[" in bare or "{" in bare:
        return None
    left, right = (match[at].strip().strip('"').lower() for at in (1, 3))
    sign = match[2]
    if sign in ("=", "<>"):
        return (left == right) is (sign == "=")
    if sign == "@":
        return right in left
    try:
        one, other = float(left), float(right)
    except ValueError:
        return None
    return {"<": one < other, ">": one > other, "<=": one <= other, ">=": one >= other}.get(sign)
