"""Values in projects of CardMaker: names of columns, functions, conditions, simple JavaScript."""

import operator
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from printnplay.files.catalog import display_path
from printnplay.importing.source import Source
from printnplay.kernel.diagnostics import Span


class Project(Struct, frozen=True):
    """A project file: where it is, whether its values are JavaScript, and its definitions."""

    source: Source
    path: Path
    is_script: bool
    defines: dict[str, str]

    @property
    def shown(self) -> str:
        """The file as messages name it."""
        return display_path(self.path)

    def lose(self, line: int, what: str, todo: str) -> None:
        """Note what is not taken over."""
        self.source.lose(Span(self.shown, line), what, todo)

    def picture(self, name: str, line: int) -> str:
        """Return the name of a picture in the new project; empty if there is none."""
        return self.source.picture(name, Span(self.shown, line), self.path.parent)


class Row(Struct, frozen=True):
    """A line of a reference: cells by heading in small letters, and its copies."""

    cells: Mapping[str, str]
    fields: Mapping[str, str]
    copies: int


class Said(Struct, frozen=True):
    """What values of elements are worked out with: a row, its place from 0, and counts of cards."""

    project: Project
    row: Row
    at: int
    counts: Mapping[str, str]
    line: int

    def of(self, text: str) -> str:
        """Return the value of an element."""
        if self.project.is_script:
            return _script(self.project, text, self.row, self.line)
        said = text.replace("#empty", "")
        for _ in range(20):
            before = said
            said = re.sub(r"@\[([^\[\]]+)\]", self._named, said)
            said = re.sub(r"!\[([^\[\]]+)\]", self._counted, said)
            if said == before or len(said) > 50_000:
                break
        said = re.sub(r"##(\d{1,9});(\d{1,9});(\d{1,3})#", self._numbered, said)
        for pattern, value in _FUNCTIONS.items():
            said = re.sub(pattern, value, said)
        for _ in range(20):  # from the innermost
            said = _CONDITION.sub(self._chosen, said, count=1)
        for name in re.findall(r"#(math|random|padl|padr|strlen|strwidth\w*|cnv\w*);", said):
            todo = "write the value into the table"
            self.project.lose(self.line, f"the function `#{name}`", todo)
        return said

    def _named(self, match: re.Match[str]) -> str:
        key, *given = match[1].split(",")
        key = key.strip().lower()
        found = self.project.defines.get(key, self.row.cells.get(key))
        if found is None:
            todo = "add it as a column of the table"
            self.project.lose(self.line, f"the name `{match[1]}`", todo)
            return ""
        for number, value in enumerate(given, start=1):
            found = found.replace(f"{{{number}}}", value)
        return found

    def _counted(self, match: re.Match[str]) -> str:
        values = {**self.counts, "deckindex": str(self.at + 1), "cardindex": "1"}
        return values.get(match[1].lower(), "")

    def _numbered(self, match: re.Match[str]) -> str:
        return str(int(match[1]) + int(match[2]) * self.at).zfill(min(int(match[3]), 40))

    def _chosen(self, match: re.Match[str]) -> str:
        found = _chosen(match[1])
        if found is None:
            todo = "write the condition into the template: {% if card.kind == ... %}"
            self.project.lose(self.line, f"the condition `{match[1][:60]}`", todo)
        return found or ""


_CONDITION = re.compile(r"#\(((?:if|switch)(?:(?!#\().)*?)\)#", re.DOTALL)
_FUNCTIONS: Mapping[str, Callable[[re.Match[str]], str]] = {
    r"#sc;(\d{1,9});(\d{1,9});(\d{1,3})#": lambda one: one[1].zfill(min(int(one[3]), 40)),
    r"#repeat;(\d{1,3});([^#]*)#": lambda one: one[2] * min(int(one[1]), 100),
    r"#\(caps;([^#]*)\)#": lambda one: one[1].upper(),
    r"#\(nocaps;([^#]*)\)#": lambda one: one[1].lower(),
    r"#\(titlecase;([^#]*)\)#": lambda one: one[1].title(),
}


def _script(project: Project, text: str, row: Row, line: int) -> str:
    """Return the value of a simple expression of JavaScript: texts and columns, joined by +."""
    known = {**project.defines, **row.cells}
    found = []
    said = text.strip().removeprefix("~").rstrip(";").strip()
    for part in re.split(r"\+(?=(?:[^'\"]*['\"][^'\"]*['\"])*[^'\"]*$)", said):
        bare = part.strip()
        is_plain = re.fullmatch(r"[\w./# -]*|#\w+(?:;[^;#]*)*#", bare)
        if re.fullmatch(r"'[^']*'|\"[^\"]*\"", bare):
            found.append(bare[1:-1])
        elif bare.lower() in known or is_plain:
            found.append(known.get(bare.lower(), bare))
        else:
            todo = "write the value into the table, or as Jinja into the template"
            project.lose(line, f"JavaScript: `{bare[:60]}`", todo)
            return ""
    return "".join(found)


_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt,
    "<=": operator.le, ">=": operator.ge,
}  # fmt: skip


def _chosen(said: str) -> str | None:
    """Return the value of `if a == b then c else d` or `switch;a;b;c`; None if it is neither."""
    if said.startswith("switch;"):
        _, key, *pairs = said.split(";")
        values = {
            name.strip().lower(): value
            for name, value in reversed([*zip(pairs[::2], pairs[1::2], strict=False)])
        }
        found = values.get(key.strip().lower(), values.get("#default", ""))
        return found.replace("#switchkey", key)
    match = re.fullmatch(r"if(.*?)\s([!=><]=|<|>)\s(.*?)then (.*?)(?: else (.*))?", said, re.DOTALL)
    if match is None:
        return None
    left, right = match[1].strip().lower(), match[3].strip().lower()
    sign = match[2]
    listed = re.fullmatch(r"\[(.*)\]", right)
    try:
        is_so = _COMPARED[sign](float(left), float(right))
    except ValueError:
        equal = left in listed[1].split(";") if listed else left == right
        is_so = equal is (sign != "!=") and sign not in "<>"
    return match[4] if is_so else match[5] or ""
