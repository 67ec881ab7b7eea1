"""Read a script of nanDECK: its directives, labels and linked tables, for each card."""

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import display_path
from printnplay.importing.nandeck_drawing import DRAWN, UNITS, Pen, Settings, font_of
from printnplay.importing.source import MOST_BOXES, MOST_CARDS, Source, guessed_bleed
from printnplay.importing.values import (
    Box,
    Card,
    Deck,
    ForeignProject,
)
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size

MOST_LINES = 20_000
"""The most directives after loops are unrolled."""

IGNORED = frozenset([
    "PAGE", "BORDER", "MARGINS", "DPI", "SAVE", "SAVEPDF", "PRINT", "DISPLAY", "OVERSAMPLE",
    "IMAGEFILTER", "VISUAL", "ENDVISUAL", "GAP", "GAPS", "EDGE", "BASERANGE", "LINKENCODE",
    "LINKMULCOPY", "LINKTRIM", "LINKUNI", "LINKSEP", "LINKSTYLES", "SAVEGIFA", "RENDER",
    "CASESENS", "ENDSECTION", "SECTION", "SEQUENCE", "ENDSEQUENCE", "COMMENT", "ENDCOMMENT",
    "CUTMARKS", "FOOTER", "HEADER", "PDFMERGE", "SAVEPAGES", "NEWPAGE", "SORT", "VECTOR",
    "CACHE", "HTMLFILE", "FOLDER", "COPYCARD", "TEXTLIMIT",
])  # fmt: skip
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
    return source.project("nanDECK", decks)


class _Script(Settings):
    """A script: its labels, its settings, and the boxes of each card."""

    def __init__(self, source: Source, path: Path) -> None:
        super().__init__(source, path)
        self.labels: dict[str, list[str]] = {}
        self.columns: list[str] = []
        self.boxes: dict[int, list[Box]] = {}
        self.count = 0
        self.rows = 0
        self.copies: list[int] = []
        self.multi = ""
        self.backs: dict[int, int] = {}
        self.macros: dict[str, tuple[list[str], list[_Line]]] = {}
        self._steps = 0
        self._depth = 0

    # Lines

    def deck(self, text: str) -> Deck | None:
        """Return the deck that a script makes; None if it draws nothing."""
        lines = self._lines(text, self.path)
        self._prepare(lines)
        self._run(lines, {})
        if not self.boxes:
            return None
        size = Size(*(max(1_000, self.um(side, None)) for side in self.size))
        count = min(self.count or self.rows or max(self.boxes), MOST_CARDS)
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
        bounds = [self.number(one) for one in given[1:4]]
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
                number = self.number(_looped(match[2], loop))
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
                number = self.number(_looped(inner, loop))
                return match[0] if number is None else _shown(number)

            text = re.sub(r"\{([^{}\[\]?]*)\}", braces, text)
            if text == before:
                break
        for name, value in loop.items():
            if text.strip().lower() == name:
                return value
        return text

    def _cards(self, said: str, loop: Mapping[str, str], line: int) -> list[int]:
        """Return the numbers of the cards in a range."""
        text = self._static(said, loop).strip().strip('"').strip()
        if not text or text.upper() == "ALL":
            return list(range(1, (self.count or self.rows or 1) + 1))
        found: list[int] = []
        for part in text.replace("§", ",").split(","):
            ends = [self.number(one) for one in part.split("-")]
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
            number = self.number(self._static(split(said)[0], loop))
            self.count = int(min(max(number or 0, 0), MOST_CARDS))
        elif name in ("FONT", "FONTRANGE"):
            given = [self._static(one, loop).strip().strip('"') for one in split(said)]
            self.font = font_of(given if name == "FONT" else given[1:])
        elif name == "HTMLFONT":
            given = [self._static(one, loop).strip().strip('"') for one in split(said)]
            self.html_fonts[given[0].lower()] = font_of(given[1:])
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
        elif name in DRAWN:
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
        drawn = DRAWN[name]
        for card in self._cards(said[0] if said else "", loop, line.number):
            given = [self._filled(one.strip(), card, loop).strip().strip('"') for one in said[1:]]
            pen = Pen(self, line.number, given)
            boxes = self.boxes.setdefault(card, [])
            for box in drawn(pen, own):
                if len(boxes) < MOST_BOXES and (box.rect.width or box.rect.height):
                    boxes.append(box)


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
