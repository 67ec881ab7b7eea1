"""Labels and tables of scripts of nanDECK."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain, islice, repeat
from pathlib import Path

from printnplay.importing.nandeck_frames import framed, placed
from printnplay.importing.nandeck_functions import CALL, EACH, WHOLE, arranged
from printnplay.importing.nandeck_lines import Line, copies_of
from printnplay.importing.nandeck_sums import COMPARISON, compared, condition, split
from printnplay.importing.nandeck_values import PLAIN, Labels, Settings, Turn, at_card
from printnplay.importing.source import MOST_CARDS, Source
from printnplay.kernel.diagnostics import FaultsError

MOST_MADE = 20_000_000
"""The most letters that all functions make: a label of a thousand cards has some ten thousand."""

_CALLED = re.compile(r"\b[A-Z][A-Z0-9]{3,}\(")
_UNKNOWN = re.compile(r"\{[^{}]*\?\}|\[[^\[\]{}]+\]|\{(?=[^{}]*\b[A-Z][A-Z0-9]{3,}\()[^{}]*\}")
"""A label, or a sum with a function, that stands for nothing."""
_DEFINED = re.compile(r"([A-Z\d]*)\[([^\]]+)\](\d*)\s*(%.*)?", re.IGNORECASE | re.DOTALL)


class Tables(Settings):
    """The labels of a script, and the columns of the largest of its tables."""

    def __init__(self, source: Source, path: Path) -> None:
        """Begin with none."""
        super().__init__(source, path)
        self.labels = Labels()
        self.columns: dict[str, list[str]] = {}
        self.rows = 0
        self.multi = ""
        self.filters: list[tuple[str, str, str]] = []
        self.newline = "\n"
        self._next = 1
        self._made = 0
        self._sequences: dict[tuple[object, ...], list[str]] = {}

    def label(self, line: Line, loop: Mapping[str, str]) -> None:
        """Define a label or a frame."""
        self._sequences.clear()
        if line.name.startswith("<"):
            # Its place within another frame is worked out now, as that may change later.
            self.labels.lists[line.name.lower()] = [placed(self, self.labels, line.said, loop)]
            return
        match = _DEFINED.fullmatch(line.name)
        marks, bare, length, new = match.groups() if match else ("", line.name, "", "")
        name, said = bare.strip().lower(), line.said.strip()
        is_so = self._is_set(name, new or "")
        if is_so is None:
            todo = "write its values into the table"
            self.lose(line.number, f"the condition or loop of `{line.name}`", todo)
        if is_so is False:
            return
        linked = self.labels.linked
        self.labels.linked = linked | {name} if linked & {*_names(said)} else linked - {name}
        call = CALL.fullmatch(said)
        if call and call[1].upper().startswith("FRAME"):
            given = [self.labels.static(one, loop) for one in self.labels.listed(split(call[2]))[0]]
            if not framed(self, self.labels, name, call[1].upper(), given):
                self._not_worked_out(call[1].upper() + "(", line.number)
            return
        values = self._values(said, loop, line.number)
        made = arranged(values, marks.upper(), int(length[:3] or 1))
        if made is None:
            todo = "put the values in order in the table"
            self.lose(line.number, f"the order of `{line.name}`", todo)
        self.labels.known[name] = (values if made is None else made)[:MOST_CARDS]
        if len(values) == 1 and len(split(said)) > 1 and not call:
            self.labels.lists[f"[{name}]"] = [said]

    def _is_set(self, name: str, when: str) -> bool | None:
        """Return whether a label is set: `%` sets a new one, `%[label]` if that says so.

        None if it is not known; then it is set.
        """
        said = when.removeprefix("%").strip()
        if not said:
            return not when or name not in self.labels.known
        if not re.fullmatch(r"\[[^\[\],]+\]", said) or self.labels.vary(said):
            return None
        return condition(said, lambda one: self.labels.static(one, {}))

    def _values(self, said: str, loop: Mapping[str, str], line: int) -> list[str]:
        """Return the values of a label; those of one without a function are filled in later."""
        if auto := re.fullmatch(r"AUTORANGE\((.*)\)", said, re.IGNORECASE):
            number = int(self.labels.static(auto[1], loop) or 0)
            first = self._next if number >= 0 else 1
            self._next = first + abs(number)
            return [f"{first}-{self._next - 1}"]
        if self._is_function(said):
            return self.sequence(said, loop, line)
        if odd := _CALLED.match(said):
            self._not_worked_out(odd[0], line)
        unquoted = said.strip('"') if said.count('"') == 2 else said
        values = [one.strip().strip('"') for one in unquoted.split("|")] if unquoted else []
        return [
            self.labels.filled(one, at_card(at, loop)) if "[" in one and len(values) > 1 else one
            for at, one in enumerate(values, start=1)
        ]

    @staticmethod
    def _is_function(said: str) -> bool:
        call = CALL.fullmatch(said)
        return call is not None and call[1].upper() in (*EACH, *WHOLE, "FILEREAD")

    def sequence(self, said: str, loop: Mapping[str, str], line: int) -> list[str]:
        """Return the values of a function, of labels, or those between bars."""
        key = (said, *loop.items())
        if key not in self._sequences:
            self._sequences[key] = self._sequence(said, loop, line)
        return self._sequences[key]

    def _sequence(self, said: str, loop: Mapping[str, str], line: int, depth: int = 0) -> list[str]:
        call = CALL.fullmatch(said.strip()) if depth < 9 else None
        name = call[1].upper() if call else ""
        if call and name in (*EACH, *WHOLE):
            parts = split(call[2])[:50]
            given = [self._sequence(one, loop, line, depth + 1) for one in parts]
            self._made += sum(len(one) for values in given for one in values)
            return self._limited((EACH.get(name) or WHOLE[name])(given), line)
        if call and name == "FILEREAD":
            names = self._sequence(split(call[2])[0], loop, line, depth + 1)
            return [self._read(one, line) for one in names]
        bare = said.strip()
        bare = bare[1:-1] if bare.count('"') == 2 and bare[0] == bare[-1] == '"' else bare
        parts = bare.split("|")
        if len(parts) == 1:
            parts *= min(self.labels.longest(bare), MOST_CARDS)
        filled = (
            self.labels.filled(one, at_card(at, loop)) for at, one in enumerate(parts, start=1)
        )
        return [one.strip('"') for one in filled]

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

    def keep_rows(self, said: str) -> bool:
        """Take only the rows of tables for which a condition is true; return if it is one."""
        match = COMPARISON.fullmatch(said)
        if said.strip().upper() == "CLEAR":
            self.filters = []
        elif match:
            self.filters.append((match[1].strip().lower(), match[2], match[3].strip()))
        return match is not None or not self.filters

    def link(self, line: Line) -> None:
        """Read a table: its columns are labels."""
        self._sequences.clear()
        given, *fields = (one.strip().strip('"') for one in split(line.said))
        name, _, sheet = given.partition("!")
        path = self.find(name)
        if path is None:
            todo = "download the table, name its file after LINK=, and import again"
            self.lose(line.number, f"the table `{name}` is not in the folder", todo)
            return
        headings, rows = self.source.table(path, sheet)
        headings, rows = _named(headings, rows, fields)
        rows = [row for row in rows if self._is_kept(headings, row)]
        rows = self._copied(headings, rows)
        columns = {
            heading: [self._cell(row[at]) for row in rows]
            for at, heading in enumerate(headings)
            if heading
        }
        self.labels.known |= {heading.lower(): cells for heading, cells in columns.items()}
        self.labels.linked |= {heading.lower() for heading in columns}
        if len(rows) > self.rows:
            self.rows, self.columns = len(rows), columns

    def _copied(self, headings: Sequence[str], rows: list[list[str]]) -> list[list[str]]:
        """Return a row for each copy of a card: LINKMULTI names a column, or a number for all."""
        names, multi = [*map(str.lower, headings)], self.multi.lower()
        if multi and multi in names:
            counts = [row[names.index(multi)] for row in rows]
        elif multi.isdigit():
            counts = [multi] * len(rows)
        else:
            return rows
        copied = map(repeat, rows, map(copies_of, counts))
        return [*islice(chain.from_iterable(copied), MOST_CARDS)]

    def _cell(self, text: str) -> str:
        """Return the text of a cell; brackets in it are no labels, but those of known ones."""
        text = text.replace("\\13\\", "\n").replace("\n", self.newline)
        parts = re.split(r"(\[[^\[\]]+\])", text)
        return "".join(
            part
            if part[1:-1].strip().lower() in self.labels.known
            else part.translate(self.encoded)
            for part in parts
        )

    def _is_kept(self, headings: Sequence[str], row: Sequence[str]) -> bool:
        cells = dict(zip(map(str.lower, headings), row, strict=False))
        return all(
            compared(value, cells.get(field, ""), sign)
            if sign in "@#"
            else compared(cells.get(field, ""), value, sign)
            for field, sign, value in self.filters
        )


def _names(said: str) -> list[str]:
    return [one.strip().lower() for one in re.findall(r"\[([^\[\]:]+)", said)]


def _named(
    headings: list[str], rows: list[list[str]], fields: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """Return a table with the names of its columns that LINK gives.

    Its first row is one of headings only if it has one of these names.
    """
    if not fields or {one.lower() for one in headings} & {one.lower() for one in fields}:
        return headings, rows
    width = len(headings)
    return [*fields, *[""] * width][:width], [headings, *rows]
