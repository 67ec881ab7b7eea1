"""Values in scripts of nanDECK: units, fonts, labels, and what they stand for on a card."""

import fnmatch
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.importing.nandeck_sums import number_of, shown, split
from printnplay.importing.source import Source
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Um

FontWords = tuple[str, str, str, str, str, str]
"""A font as directives say it: family, size, flags, colour of the letters and of the ground, and
the width of a line around the letters."""

UNITS: Mapping[str, float] = {"CM": 10_000, "MM": 1_000, "INCH": 25_400}
"""Micrometres of the units of lengths; without UNIT they are centimetres."""

_COUNT = re.compile(r"\{\(([^(){}\[\]]+)\)\}")
_ITEM = re.compile(r"(\{)?[{\[]([^(){}\[\]?]+)\?([^(){}\[\]?]*)[}\]](?(1)\})")
"""An item of a label by its number; without one, that of the card."""
_LABEL = re.compile(r"\[([^\[\]{}?:]+)(?::(\d+)(?:,\s*(\d+))?)?\]")
"""A label, or some letters of its value: the first of them, and how many."""
_COUNTED = re.compile(r"\(([^(){}\[\]]+)\)")
_BRACES = re.compile(r"\{([^{}\[\]?]*)\}")


PLAIN = str.maketrans("[]{}", "\ue010\ue011\ue012\ue013")
SHOWN = {value: key for key, value in PLAIN.items()}
"""Stand in for the brackets of tables, which are no labels."""


class Turn(Struct, frozen=True):
    """The card that a directive draws on, its place in the range, and the variables of loops."""

    card: int
    nth: int
    loop: Mapping[str, str]


def at_card(card: int, loop: Mapping[str, str]) -> Turn:
    """Return the turn of a card outside of a range: its elements are those of its number."""
    return Turn(card, card, loop)


class Settings:
    """What a script has set so far: units, sizes, fonts, and what is named."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with what nanDECK begins with."""
        self.source, self.path = source, path
        self.shown = display_path(path)
        self.now = 0
        """The line that is followed."""
        self.unit = UNITS["CM"]
        self.size: tuple[str, str] = ("6", "9")
        self.font: FontWords = ("Arial", "12", "", "#000000", "", "")
        self.folder = path.parent
        self.ground = "TOPLEFT"
        """The colour, or the place of it, that pictures are transparent where they have it."""
        self.points: dict[int, list[tuple[Um, Um]]] = {}
        """The corners of a shape that POLY has begun, by card; those of BEZIERS by minus card."""
        self.latest = "#000000"
        """The last colour that something was drawn in."""
        self.named: dict[str, dict[str, list[str]]] = {}
        self.encoded: Mapping[int, int] = PLAIN
        self.labels = Labels()
        self.included: dict[str, str] = {}
        """Pictures that are written into the script, by their names in small letters."""

    def lose(self, line: int, what: str, todo: str) -> None:
        """Note what is not taken over."""
        self.source.lose(Span(self.shown, line), what, todo)

    def find(self, name: str) -> Path | None:
        """Return the file of a name; None if there is none."""
        return self.source.find(name, self.folder, self.path.parent)

    def picture(self, name: str, line: int) -> str:
        """Return the name of a picture in the new project; empty if there is none."""
        if name.strip().lower() in self.included:
            return self.included[name.strip().lower()]
        return self.source.picture(name, Span(self.shown, line), self.folder, self.path.parent)

    def um(self, text: str, side: Um | None) -> Um:
        """Return a length in micrometres: a number in units, or a percentage of a side."""
        bare = text.strip().strip('"')
        parts = re.findall(r"([-+]?)\s*([^-+]+)", bare) if "(" not in bare else [("", bare)]
        total = 0.0
        for sign, part in parts:
            number = number_of(part.replace("%", ""))
            if number is None:
                number = 0.0
                todo = "place what is drawn in the template"
                said = part.strip()[:40]
                self.lose(self.now, f"the length `{said}` is not known", todo)
            share = number * ((side or 0) / 100 if "%" in part else self.unit)
            total += -share if sign == "-" else share
        return round(max(-1e7, min(total, 1e7)))


class Labels:
    """The labels of a script, and what values with them stand for."""

    def __init__(self) -> None:
        """Begin with none."""
        self.known: dict[str, list[str]] = {}
        self.lists: dict[str, str] = {}
        """Labels that stand for several arguments."""
        self.frames: dict[str, list[tuple[str, str]]] = {}
        """Frames and groups of them: the name and the place of each part."""
        self.linked: set[str] = set()
        """Columns of tables, and what is made of them: each card has its row in any range."""

    def listed(self, arguments: Sequence[str]) -> list[list[str]]:
        """Return arguments with labels and frames that stand for several of them.

        There are several lists if a frame has several parts.
        """
        rows = [list(arguments)]
        for _ in range(9):
            before = rows
            rows = [one for row in rows for one in self._opened(row)][:500]
            if rows == before:
                break
        return rows

    def _opened(self, row: list[str]) -> list[list[str]]:
        for at, one in enumerate(row):
            if said := self.lists.get(one.strip().lower()):
                # No directive has as many arguments.
                return [[*row[:at], *split(said), *row[at + 1 :]][:50]]
            if parts := self.framed(one):
                return [
                    [
                        *(_numbered(other, number, name) for other in row[:at]),
                        *split(place),
                        *(_numbered(other, number, name) for other in row[at + 1 :]),
                    ][:50]
                    for number, (name, place) in enumerate(parts, start=1)
                ]
        return [row]

    def framed(self, said: str) -> list[tuple[str, str]]:
        """Return the parts of a frame, or of those of a pattern; with `!` they are used up."""
        match = re.fullmatch(r"\s*<(\d*)(!?)([^<>,!~]+)>\s*", said)
        if match is None:
            return []
        name = match[3].strip().lower()
        found = self.frames.get(name, [])
        if re.search(r"[*?]", name):
            names = fnmatch.filter(self.frames, name)
            found = [*dict.fromkeys(part for one in names for part in self.frames[one])]
        if match[2]:
            found = found[: int(match[1][:4] or 1)]
            gone = set(found)
            self.frames = {
                one: [part for part in parts if part not in gone]
                for one, parts in self.frames.items()
            }
        return found

    def vary(self, text: str) -> bool:
        """Return whether a value may differ between cards."""
        known = (
            self.known.get(one.strip().lower(), []) for one in re.findall(r"[^\[\]{}?:]+", text)
        )
        several = (len(one) > 1 or re.search(r"\[|§", "".join(one)) for one in known)
        return "§" in text or (("[" in text or "?" in text) and any(several))

    def longest(self, text: str) -> int:
        """Return the number of elements of the longest label in a value; 1 without labels."""
        longest, waiting, seen = 1, [text], set[str]()
        while waiting:
            names = {one[0].strip().lower() for one in _LABEL.findall(waiting.pop())} - seen
            seen |= names
            known = [self.known.get(one, []) for one in names]
            longest = max([longest, *map(len, known)])
            waiting += [one[0] for one in known if len(one) == 1 and "[" in one[0]]
        return longest

    def static(self, text: str, loop: Mapping[str, str]) -> str:
        """Return a value that is no card's: labels are their first element."""
        return self.filled(text, at_card(1, loop))

    def filled(self, text: str, turn: Turn) -> str:
        """Return a value for a card: labels, counts, loop variables and sums are replaced."""
        loop = turn.loop

        def count(match: re.Match[str]) -> str:
            return str(len(self.known.get(match[1].strip().lower(), [])))

        def item(match: re.Match[str]) -> str:
            items = self.known.get(match[2].strip().lower())
            wanted = _looped(match[3].replace("§", str(turn.card)), loop)
            number = number_of(wanted) if wanted.strip() else turn.card
            return (
                items[(int(number) - 1) % len(items)] if items and number is not None else match[0]
            )

        def label(match: re.Match[str]) -> str:
            name = match[1].strip().lower()
            items = self.known.get(name, [loop.get(name, match[0])]) or [""]
            value = items[((turn.card if name in self.linked else turn.nth) - 1) % len(items)]
            start = int((match[2] or "1")[:5]) - 1
            return value[max(start, 0) :][: int((match[3] or "1")[:5])] if match[2] else value

        def braces(match: re.Match[str]) -> str:
            said = match[1].strip().replace("§", str(turn.card))
            return self._in_braces(said, loop) or match[0]

        text = _begun(text, loop)
        for _ in range(30):
            before = text
            for pattern, value in (
                (_COUNT, count),
                (_ITEM, item),
                (_LABEL, label),
                (_BRACES, braces),
            ):
                text = pattern.sub(value, text)
            if text == before or len(text) > 20_000:
                break
        return text

    def _in_braces(self, said: str, loop: Mapping[str, str]) -> str:
        """Return a sum, a variable, or a text several times; empty if it is none of them."""
        if formed := re.fullmatch(r"(.+)Z([0#]*)(?:\.([0#]*))?", said):
            number = number_of(_looped(formed[1], loop))
            return "" if number is None else _formed(number, formed[2], formed[3] or "")
        if repeated := re.fullmatch(r"(.+)X(\w+)", said):
            times = loop.get(repeated[2].lower(), repeated[2])
            return repeated[1] * min(int(times[:9]), 100) if times.isdecimal() else ""

        def count(match: re.Match[str]) -> str:
            items = self.known.get(match[1].strip().lower())
            return match[0] if items is None else str(len(items))

        number = number_of(_COUNTED.sub(count, _looped(said, loop)))
        return loop.get(said.lower(), "") if number is None else shown(number)


def _formed(number: float, whole: str, decimals: str) -> str:
    """Return a number in a form such as `00.00`: `0` is a digit or a zero, `#` or a space."""
    digits, _, rest = f"{number:.{len(decimals)}f}".partition(".")
    filling = whole[: max(len(whole) - len(digits), 0)].replace("#", " ")
    return filling + digits + (f".{rest}" if decimals else "")


def _numbered(said: str, number: int, name: str) -> str:
    """Return an argument with the number and the name of the frame that it is drawn in."""
    return said.replace("°", str(number)).replace("µ", name)


def _begun(text: str, loop: Mapping[str, str]) -> str:
    """Return an argument in which variables of loops outside of braces are replaced."""
    summed = _looped(text, loop)
    is_sum = number_of(summed.replace("%", "")) is not None
    return summed if is_sum else loop.get(text.strip().lower(), text)


def _looped(text: str, loop: Mapping[str, str]) -> str:
    """Return a sum with the values of the variables of loops."""
    for name, value in loop.items():
        text = re.sub(rf"\b{re.escape(name)}\b", value, text, flags=re.IGNORECASE)
    return text
