"""Labels and tables of scripts of nanDECK."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from printnplay.importing.nandeck_frames import Frames
from printnplay.importing.nandeck_functions import CALL, EACH, WHOLE
from printnplay.importing.nandeck_lines import Line
from printnplay.importing.nandeck_links import Links
from printnplay.importing.nandeck_orders import arranged
from printnplay.importing.nandeck_sums import condition, number_of, shown, split
from printnplay.importing.nandeck_values import PLAIN, UNITS, Turn, at_card
from printnplay.importing.source import MOST_CARDS, Source
from printnplay.kernel.diagnostics import FaultsError

MOST_MADE = 20_000_000
"""The most letters that all functions make: a label of a thousand cards has some ten thousand."""

_SIFTED = re.compile(r"\A\s*([-§@#$?^~=£°%!&¬_ç.:¹ª]|[<>+]{2})|\][^,]|\b(?:FOR|MASK)=")
"""Rules of FILTER that are not worked out."""
_CALLED = re.compile(r"\b[A-Z][A-Z0-9]{3,}\(")
_UNKNOWN = re.compile(
    r"\{[^{}]*\?[^{}]*\}|\[[^\[\]{}]+\]|\{(?=[^{}]*\b[A-Z][A-Z0-9]{3,}\()[^{}]*\}"
    r"|\{(?:[A-J]|[\dA-Jd.]*[\d§°][\dA-Jd.Z£#^*/+(){}§°-]*)\}"
)
"""A label, a sum with a function, or one by chance, that stands for nothing."""
_DEFINED = re.compile(
    r"([A-Z\d]*)\[([^\]]+)\](\d*)((?:;.:\d+-\d+)*)\s*(%.*)?", re.IGNORECASE | re.DOTALL
)


class Tables(Links):
    """The labels of a script, what functions make of them, and its tables."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with none."""
        super().__init__(source, path)
        self.frames = Frames(self)
        self.count = 0
        self._next = 1
        self._made = 0

    def label(self, line: Line, loop: Mapping[str, str]) -> None:
        """Define a label or a frame."""
        self.sequences.clear()
        if line.name.startswith("<"):
            # Its place within another frame is worked out now, as that may change later.
            places = self.frames.placed(line.said, loop).split("|")
            self.frames.define(line.name.strip("<>").lower(), places)
            return
        match = _DEFINED.fullmatch(line.name)
        marks, name, length, counts, when = match.groups() if match else ("", line.name, "", "", "")
        name = name.strip().lower()
        if when and len(given := split(when[1:])) > 2 and given[1]:
            self._looped(line, given, loop)
            return
        linked = self.labels.linked
        is_linked = bool(linked & {*_names(line.said), *_names(when or "")})
        values = self._made_of(name, line, loop)
        if values is None:
            return
        made = arranged(values, marks.upper(), int(length[:3] or 1), counts)
        if made is None:
            todo = "put the values in order in the table"
            self.lose(line.number, f"the order of `{line.name}`", todo)
        values = values if made is None else made
        before = self.labels.known.get(name, [])
        if when is not None:
            values = self._where(name, when.removeprefix("%").strip(), values, line.number)
        elif self.is_merging:
            values = [*before, *values]
        self.labels.linked = linked | {name} if is_linked else linked - {name}
        self.labels.known[name] = values[:MOST_CARDS]

    def _made_of(self, name: str, line: Line, loop: Mapping[str, str]) -> list[str] | None:
        """Return the values of a label; None if a function makes frames of that name."""
        said = line.said.strip()
        call = CALL.fullmatch(said)
        function = call[1].upper() if call else ""
        self.labels.lists.pop(f"[{name}]", None)
        if call and function.startswith("FRAME"):
            given = [self.labels.static(one, loop) for one in self.labels.listed(split(call[2]))[0]]
            given = (
                split(call[2]) if function not in ("FRAMEBAR", "FRAMEBOX", "FRAMECLOCK") else given
            )
            if not self.frames.made(name, function, given):
                self._not_worked_out(f"{function}(", line.number)
            return None
        if call and function == "COOFRAME":
            place = call[2] if "," in call[2] else f"{call[2]},TL,100%%,100%%"
            said = self.frames.placed(f"<{place}>", loop)
            if said.startswith("<"):
                self._not_worked_out("COOFRAME(", line.number)
            self.labels.lists[f"[{name}]"] = said
            return [said]
        values = self._values(said, loop, line.number)
        if len(values) == 1 and len(split(said)) > 1 and not call:
            self.labels.lists[f"[{name}]"] = said
        return values

    def _where(self, name: str, when: str, values: list[str], line: int) -> list[str]:
        """Return the values of a label that is set where a condition says so, else its old ones.

        Without a condition it is set if it is new.
        """
        before = self.labels.known.get(name, [])
        if not when:
            return before or values
        cards = range(1, self.labels.longest(when) + 1)
        known = [
            condition(when, lambda one, at=at: self.labels.filled(one, at_card(at, {})))  # type: ignore[misc]
            for at in cards
        ]
        if None in known or not re.fullmatch(r"\[[^\[\],]+\]", when):
            todo = "write its values into the table"
            self.lose(line, f"the condition of `{name}`", todo)
            return values
        if len(known) == 1:
            return values if known[0] else before
        old, new = before or [""], values or [""]
        return [
            (new if is_so else old)[at % len(new if is_so else old)]
            for at, is_so in enumerate(known)
        ]

    def _looped(self, line: Line, given: Sequence[str], loop: Mapping[str, str]) -> None:
        """Define a label for each number of a loop, or for each value of a sequence.

        With `&` as the condition it is one label with all values.
        """
        when, variable, first, *more = given
        bounds = [number_of(self.labels.static(one, loop)) for one in (first, *more)]
        if more and None not in bounds:
            start, end, step = (one or 0.0 for one in (*bounds, 1.0)[:3])
            count = int(max(0, min((end - start) // (step or 1) + 1, MOST_CARDS)))
            turns = [shown(start + at * (step or 1)) for at in range(count)]
        else:
            turns = self.sequence(first, loop, line.number)
        turns = self._limited(turns[: 200_000 // max(len(line.said), 1) + 1], line.number)
        name = line.name.partition("%")[0]
        if when == "&":
            values = (
                self._values(line.said.replace(variable, one), loop, line.number) for one in turns
            )
            self.labels.known[name.strip("[]").lower()] = [one for each in values for one in each]
            return
        for one in turns:
            called = name.replace(variable, one) + (f"%{when}" if when else "")
            self.label(Line(line.file, line.number, called, line.said.replace(variable, one)), loop)

    def _values(self, said: str, loop: Mapping[str, str], line: int) -> list[str]:
        """Return the values of a label; those of one without a function are filled in later."""
        if auto := re.fullmatch(r"AUTORANGE\((.*)\)", said, re.IGNORECASE):
            said = self.labels.static(auto[1], loop).strip()
            number = int(max(-MOST_CARDS, min(number_of(said) or 0, MOST_CARDS)))
            number = number if said else self.rows
            first = self._next if number >= 0 else 1
            self._next = first + abs(number)
            return [f"{first}-{self._next - 1}"]
        call = CALL.fullmatch(said)
        if call and call[1].upper() in (*EACH, *WHOLE, "FILEREAD", "INFO"):
            return self.sequence(said, loop, line)
        if odd := _CALLED.match(said):
            self._not_worked_out(odd[0], line)
        unquoted = said.strip('"') if said.count('"') == 2 else said
        values = [one.strip().strip('"') for one in unquoted.split("|")] if unquoted else []
        return [
            self.labels.filled(one, at_card(at, loop)) if "[" in one and len(values) > 1 else one
            for at, one in enumerate(values, start=1)
        ]

    def sequence(self, said: str, loop: Mapping[str, str], line: int) -> list[str]:
        """Return the values of a function, of labels, or those between bars."""
        key = (said, *loop.items())
        if key not in self.sequences:
            self.sequences[key] = self._sequence(said, loop, line)
        return self.sequences[key]

    def _sequence(self, said: str, loop: Mapping[str, str], line: int, depth: int = 0) -> list[str]:
        call = CALL.fullmatch(said.strip()) if depth < 9 else None
        name = call[1].upper() if call else ""
        if call and name in (*EACH, *WHOLE):
            parts = split(call[2])[:50]
            if name == "FILTER" and _SIFTED.search(call[2]):
                self._not_worked_out("FILTER(", line)
            given = [self._sequence(one, loop, line, depth + 1) for one in parts]
            self._made += sum(len(one) for values in given for one in values)
            return self._limited((EACH.get(name) or WHOLE[name])(given), line)
        if call and name == "FILEREAD":
            names = self._sequence(split(call[2])[0], loop, line, depth + 1)
            return [self._read(one, line) for one in names]
        if call and name == "INFO" and (value := self._info(call[2].strip().upper())):
            return [value]
        if call and name == "INFO":
            self._not_worked_out(call[0], line)
        bare = said.strip()
        bare = bare[1:-1] if bare.count('"') == 2 and bare[0] == bare[-1] == '"' else bare
        parts = bare.split("|")
        if len(parts) == 1:
            parts *= min(self.labels.longest(bare), MOST_CARDS)
        filled = (
            self.labels.filled(one, at_card(at, loop)) for at, one in enumerate(parts, start=1)
        )
        return [one.strip('"') for one in filled]

    def _info(self, flag: str) -> str:
        """Return what a script may know of its deck; empty for the date, and what is not known."""
        wide, high = (shown(self.um(side, None) / self.unit) for side in self.size)
        count = self.count or self.rows
        unit = next(name for name, size in UNITS.items() if size == self.unit).lower()
        known = {"W": wide, "H": high, "U": unit, "C": "{§}", "S": self.path.name}
        known |= {"N": str(count), "R": f"1-{count}"} if count else {}
        return known.get(flag, "")

    def _limited(self, values: list[str], line: int) -> list[str]:
        """Return what a function made, if functions made no more than games need."""
        kept = [one[:20_000] for one in values[:MOST_CARDS]]
        self._made += sum(map(len, kept))
        if self._made <= MOST_MADE:
            return kept
        self.lose(line, "functions with very long results", "write its words into the table")
        return [""]

    def worked_out(self, said: str, turn: Turn, line: int, depth: int = 0) -> str:
        """Return an argument for a card: with its labels, and what functions make."""
        match = CALL.fullmatch(said.strip()) if depth < 9 else None
        name = match[1].upper() if match else ""
        if match and (name in WHOLE or (name in EACH and "|" in match[2])):
            values = self.sequence(said, turn.loop, line) or [""]
            is_linked = set(_names(said)) & self.labels.linked
            return values[((turn.card if is_linked else turn.nth) - 1) % len(values)]
        if match and name in (*EACH, "FILEREAD"):
            given = (self.worked_out(one, turn, line, depth + 1) for one in split(match[2]))
            parts = [[self._plain(one)] for one in given]
            return "".join(EACH[name](parts)) if name in EACH else self._read(parts[0][0], line)
        if "|" in said and depth == 0:
            values = said.strip().strip('"').split("|")
            said = values[(turn.nth - 1) % len(values)]
        filled = self.labels.filled(said, turn)
        for odd in dict.fromkeys((*_CALLED.findall(said), *_UNKNOWN.findall(filled))):
            self._not_worked_out(odd, line)
        return filled

    @staticmethod
    def _plain(value: str) -> str:
        bare = value.strip()
        return bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] == '"' else bare

    def _not_worked_out(self, odd: str, line: int) -> None:
        todo = "write its words into the table"
        self.lose(line, f"`{odd[:40]}` is not worked out, and is printed as typed", todo)

    def _read(self, name: str, line: int) -> str:
        """Return the content of a text file; empty, with a loss, if there is none."""
        path = self.find(name)
        try:
            text = self.source.text(path)[:20_000].translate(PLAIN) if path else ""
        except FaultsError:
            path, text = None, ""
        if path is None:
            what = f"the text file `{name[:200]}` is not in the folder, or cannot be read"
            self.lose(line, what, "add it, and import again")
        is_html = path is not None and path.suffix.lower().startswith(".htm")
        return " ".join(text.split()) if is_html else text.rstrip()


def _names(said: str) -> list[str]:
    return [one.strip().lower() for one in re.findall(r"\[([^\[\]:]+)", said)]
