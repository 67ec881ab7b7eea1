"""What scripts of nanDECK name for what is drawn later: fonts, pictures, keys and colours."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from printnplay.importing.nandeck_lines import Line
from printnplay.importing.nandeck_ranges import cards_in
from printnplay.importing.nandeck_sums import pattern_of, split
from printnplay.importing.nandeck_tables import Tables
from printnplay.importing.nandeck_text import font_of
from printnplay.importing.nandeck_values import SHOWN, FontWords, Turn, at_card
from printnplay.importing.source import Source
from printnplay.importing.values import padded

Loop = Mapping[str, str]
_VARIABLES = ("#ZZZZZZ", "#YYYYYY", "#XXXXXX", "#WWWWWW", "#VVVVVV")
"""The colours that COLORS sets."""
NAMING = {"HTMLFONT": False, "HTMLMARGINS": False, "HTMLIMAGE": True, "ICON": True, "HTMLKEY": True}
"""Directives that name something, and whether a range of cards comes first."""


class Holding(Struct, frozen=True):
    """What a directive says, the cards that an IF chose for it, and its range."""

    parts: Sequence[str]
    loop: Loop
    line: int
    only: frozenset[int] | None = None
    where: str = ""


class Names(Tables):
    """What the directives of a script have named so far, and its values on a card."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with none."""
        super().__init__(source, path)
        self.only: list[int] | None = None
        """The cards of the IF around."""
        self.colours: dict[int, list[str]] = {}
        self.fonts: dict[str, str] = {}
        self._held: dict[str, list[Holding]] = {}
        self._ground = "#FFFFFF"

    def hold(self, line: Line, loop: Loop) -> None:
        """Keep what a directive says of fonts, icons and words until something is drawn."""
        name, parts = line.name.upper(), self.labels.listed(split(line.said))[0]
        only = None if self.only is None else frozenset(self.only)
        where = parts.pop(0) if name == "FONTRANGE" or NAMING.get(name) else ""
        held = self._held.setdefault(name.removesuffix("RANGE"), [])
        least = 2 if name in NAMING and name != "HTMLKEY" else 1  # a name and a value
        if name == "HTMLKEY" and not "".join(parts[1:2]).strip('" '):
            parts = parts[:1]
        if name == "HTMLKEY" and "R" in [*parts, *[""] * 4][3].upper():
            todo = "write the words into the table"
            self.lose(line.number, "`HTMLKEY` with a regular expression", todo)
            return
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

    def font_on(self, card: int) -> FontWords:
        """Return the font of texts on a card, and the ground of its letters."""
        held = next(iter(self.holding("FONT", card)), None)
        given = self._filled(held, at_card(card, held.loop)) if held else []
        family, size, flags, colour, ground, outline = font_of(given)
        self._ground = ground or self._ground
        family = self.fonts.get(family.lower(), family)
        ground = self.coloured(self._ground, card)
        return (family, size, flags, self.coloured(colour, card), ground, outline)

    def named_on(self, card: int, kind: str) -> dict[str, list[str]]:
        """Return what directives named, with the values for a card."""
        found: dict[str, list[str]] = {}
        for one in self.holding(kind, card):
            key, *parts = self._filled(one, at_card(card, one.loop))
            found.setdefault(key.lower() if kind in ("HTMLFONT", "HTMLMARGINS") else key, parts)
        return found

    def coloured(self, text: str, card: int) -> str:
        """Return an argument with the colours that COLORS has set for a card."""
        for name, colour in zip(_VARIABLES, self.colours.get(card, ()), strict=False):
            text = text.replace(name, colour) if colour else text
        return text

    def keyed(self, text: str) -> str:
        """Return a text in HTML with what its keys stand for on a card; keys may be in others."""
        named = self.named["HTMLKEY"].items()
        left = {key: padded(given, 3) for key, given in named if key and given}
        patterns = {key: pattern_of(key, flags) for key, (_, _, flags) in left.items()}
        while found := next((key for key in left if patterns[key].search(text)), ""):
            value, tag, _ = left.pop(found)
            whole = f"<{tag}>{value}</{tag}>" if tag.lower() in self.named["HTMLFONT"] else value
            text = whole.join(patterns[found].split(text))[:20_000]
        return text


@lru_cache(maxsize=256)
def _numbers(text: str) -> frozenset[int]:
    return frozenset(cards_in(text) or [])
