"""Read a script of nanDECK: its directives, labels and linked tables, for each card."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from msgspec.structs import replace

from printnplay.files.catalog import display_path
from printnplay.importing.gathered import guessed_bleed
from printnplay.importing.nandeck_directives import Directives
from printnplay.importing.nandeck_lines import (
    DIRECTIVES,
    Line,
    branches,
    chosen,
    end_of,
    joined,
)  # fmt: skip
from printnplay.importing.nandeck_sums import condition, number_of, shown, split
from printnplay.importing.nandeck_values import SHOWN, UNITS, at_card
from printnplay.importing.source import MOST_CARDS, Source, title_of
from printnplay.importing.values import Card, Deck, ForeignProject, copied, padded
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size

MOST_LINES = 20_000
"""The most directives after loops are unrolled."""
MOST_TURNS = 2_000
"""The most turns of a loop."""
MOST_MACROS = 10
"""The most macros within one another: one that calls itself never ends."""

_SCRIPT = re.compile(r"(?im)^\s*\{?\s*(?:TEXT|FONT|IMAGE|RECTANGLE|CARDSIZE|HTMLTEXT)\b.*=")
_INCLUDED = re.compile(r"(?im)^\s*INCLUDE\s*=(.*)$")
_BEGIN = frozenset({"FOR", "IF", "MACRO", "SELECT"})
_END = frozenset({"NEXT", "ENDIF", "END", "ENDMACRO", "ENDSELECT"})
_Block = Callable[[Sequence[Line], Mapping[str, str]], None]


def read_project(source: Source) -> ForeignProject:
    """Return the decks of the scripts in a folder, or of one script."""
    texts = {path: source.text(path) for path in source.scripts(".nde", ".txt")}
    included = {
        source.find(name.strip().strip('"'), path.parent)
        for path, text in texts.items()
        for name in _INCLUDED.findall(text)
    }
    decks = [
        _deck(source, path, text)
        for path, text in texts.items()
        if path not in included and (_SCRIPT.search(text) or _INCLUDED.search(text))
    ]
    return source.project("nanDECK", decks)


def _deck(source: Source, path: Path, text: str) -> Deck | None:
    """Return the deck of a script: read again where ranges go further than its first reading did.

    A script without CARDS or a table has as many cards as its ranges say.
    """
    script = _Script(source, path)
    deck = script.deck(text)
    if script.count or script.highest <= max(script.rows, 1):
        return deck
    again = _Script(source, path)
    again.least = min(script.highest, MOST_CARDS)
    return again.deck(text)


class _Script(Directives):
    """A script: its labels, its settings, and the boxes of each card."""

    def __init__(self, source: Source, path: Path) -> None:
        super().__init__(source, path)
        self.macros: dict[str, tuple[list[str], list[Line]]] = {}
        self._steps = self._depth = 0

    def deck(self, text: str) -> Deck | None:
        """Return the deck that a script makes; None if it draws nothing."""
        lines = self._lines(text, self.path)
        self._prepare(lines)
        self._run(lines, {})
        if not self.boxes:
            return None
        for card, other in self.copied.items():
            self.boxes[card] = self.boxes.get(other, [])
        size = Size(*(max(1_000, self.um(side, None)) for side in self.size))
        self.shown = display_path(self.path)
        count = min(self.count or max(self.rows, *self.boxes), MOST_CARDS)
        rears = (set(self.backs.values()) - set(self.backs)) | self.hidden
        cards = []
        for at in (at for at in range(1, count + 1) if at not in rears):
            if self.boxes.get(at):
                cards += [self._card(at)] * self.copies.get(at, 1)
            else:
                self.lose(0, "cards with nothing on them are left out", "add them to the table")
        bleed = guessed_bleed(self.source, size, Span(self.shown))
        return Deck(title_of(self.path.stem), size, bleed, copied(cards))

    def _prepare(self, lines: Sequence[Line]) -> None:
        """Follow what counts for the lines before it, too: units, copies and icons."""
        depth = 0
        for line in lines:
            name = line.name.upper()
            depth += (name in _BEGIN) - (name in _END)
            if name == "UNIT":
                self.unit = UNITS.get(line.said.upper().strip(), self.unit)
                self.size = (shown(60_000 / self.unit), shown(90_000 / self.unit))
            elif name == "LINKMULTI":
                self.multi = self.multi or line.said.strip().strip('"')
            elif name in ("ICON", "HTMLIMAGE") and depth == 0:
                self.hold(line, {})

    def _card(self, at: int) -> Card:
        row = self.copied.get(at, at)
        fields = {
            heading: cells[row - 1].translate(SHOWN)
            for heading, cells in self.columns.items()
            if row <= self.rows and heading.lower() != self.multi.lower()
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
            "MACRO": (("END", "ENDMACRO"), lambda lines, _: self._keep(lines)),
            "LAYOUT": (("ENDLAYOUT",), lambda lines, _: self._leave(lines)),
            "LAYER": (("ENDLAYER",), self._layer),
            "SELECT": (("ENDSELECT",), lambda lines, loop: self._run(chosen(lines), loop)),
            "SECTION": (("ENDSECTION",), self._section),
        }
        at = 0
        while at < len(lines):
            line = lines[at]
            name = line.name.upper()
            self.shown, self.now = line.file, line.number
            self._steps += 1
            if self._steps > MOST_LINES:
                self._too_many(line)
                return
            if name in blocks and not (name == "LAYOUT" and line.said):
                ends, block = blocks[name]
                end = end_of(lines, at, name, *ends)
                block(lines[at:end], loop)
                at = end
            elif name in self.macros:
                self._macro(line, loop)
            else:
                self.directive(line, loop)
            at += 1

    def _section(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        if split(lines[0].said)[-1].upper() != "OFF":
            self._run(lines[1:], loop)

    def _layer(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        """Draw the lines of a layer: moved, and as transparent as it says."""
        given = [self.labels.static(one, loop) for one in split(lines[0].said)]
        level, x, y, *others = padded(given, 5)
        share = number_of(level.replace("%", "")) if level else 100.0
        if share is None or number_of(others[0]) or others[1]:
            self._leave(lines)
            return
        outer = self.opacity, self.moved
        self.opacity *= min(max(share, 0.0), 100.0) / 100
        self.moved = (x or "0", y or "0")
        self._run(lines[1:], loop)
        self.opacity, self.moved = outer

    def _leave(self, lines: Sequence[Line]) -> None:
        name = lines[0].name.upper()
        self.lose(lines[0].number, f"`{name}`", "place its boxes in the template")

    def _loop(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        given = [self.labels.static(one, loop) for one in split(lines[0].said)]
        bounds = [number_of(one) for one in given[1:4]]
        if len(bounds) < 2 or None in bounds:
            todo = "draw in the template what it draws"
            self.lose(lines[0].number, "a loop whose ends are not known", todo)
            return
        first, last, step = (one or 0.0 for one in (*bounds, 1.0)[:3])
        step = step or 1.0
        count = math.floor((last - first) / step) + 1
        if count > MOST_TURNS:
            self._too_many(lines[0])
        for turn in range(min(count, MOST_TURNS)):
            value = shown(first + turn * step)
            self._run(lines[1:], {**loop, given[0].strip().lower(): value})

    def _too_many(self, line: Line) -> None:
        self.lose(line.number, "loops with very many lines", "import a shorter script")

    def _keep(self, lines: Sequence[Line]) -> None:
        called, *names = split(lines[0].said)
        self.macros[called.strip().upper()] = (names, list(lines[1:]))

    def _macro(self, line: Line, loop: Mapping[str, str]) -> None:
        """Run the lines of a macro with the values that it is given."""
        names, body = self.macros[line.name.upper()]
        given = split(line.said)

        def put_in(text: str) -> str:
            for said, value in zip_longest(names, given[: len(names)], fillvalue=""):
                # A name in brackets may have a value after it, which counts where none is given.
                bracketed = re.match(r"\([^()]*\)", said)
                name = bracketed[0] if bracketed else said
                text = text.replace(name, value or said.removeprefix(name)) if name else text
            return text[:20_000]

        if self._depth == MOST_MACROS:
            self._too_many(line)
            return
        self._depth += 1
        self._run([replace(one, said=put_in(one.said)) for one in body], loop)
        self._depth -= 1

    def _choose(self, lines: Sequence[Line], loop: Mapping[str, str]) -> None:
        """Run each part of an IF for the cards for which it is true."""
        outer, left = self.only, self.every()
        for line, body in branches(lines):
            varies = self.labels.vary(line.said) or left != self.every()
            known = {card: self._holds(line, card, loop) for card in (left if varies else left[:1])}
            if None in known.values():
                todo = "write the condition into the template: {% if card.kind == ... %}"
                self.lose(line.number, "a condition that is not worked out", todo)
                break
            if varies:
                self.only = [card for card, is_so in known.items() if is_so]
            if any(known.values()):
                self._run(body, loop)
            # What varies is known of each card, and anything else of the first for all.
            left = [card for card in left if not known.get(card, any(known.values()))]
            self.only = outer
            if not left:
                break

    def _holds(self, line: Line, card: int, loop: Mapping[str, str]) -> bool | None:
        if line.name.upper() == "ELSE":
            return True

        def side(said: str) -> str:
            # In brackets, a value is not taken for the name of a loop's variable.
            return self.labels.filled(f"({said})", at_card(card, loop))[1:-1]

        return condition(line.said, side)
