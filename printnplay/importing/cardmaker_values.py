"""Values in projects of CardMaker: names of columns, functions, conditions, simple JavaScript."""

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

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
    """What values of elements are worked out with.

    They are a row, the place of the card in the deck and among the copies of its row, from 0, and
    what is known of the layout and the element.
    """

    project: Project
    row: Row
    at: int
    copy: int
    counts: Mapping[str, str]
    given: Mapping[str, str]
    line: int

    def of(self, text: str) -> str:
        """Return the value of an element."""
        if self.project.is_script:
            return self._script(text, {**self._places, **self.project.defines, **self.row.cells})
        said = text.replace("#empty", "")
        said = _repeated(said, ((_NAME, self._named), (_PART, _part), (_COUNT, _key(self._places))))
        for change in ((_NUMBER, self._numbered), (_FIELD, _key(self.given)), *_FUNCTIONS):
            said = _repeated(said, (change,))
        said = _repeated(said, ((_CONDITION, self._chosen),))
        for name in re.findall(r"#\(?(math|random|padl|padr|strlen|strw|cnv\w*)[;\[]", said):
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
        return found.replace("#empty", "")

    @property
    def _places(self) -> dict[str, str]:
        return {**self.counts, "deckindex": str(self.at + 1), "cardindex": str(self.copy + 1)}

    def _numbered(self, match: re.Match[str]) -> str:
        at = self.copy if match[1] == "#sc;" else self.at
        return str(int(match[2]) + int(match[3]) * at).zfill(min(int(match[4]), 40))

    def _chosen(self, match: re.Match[str]) -> str:
        found = _chosen(match[1])
        if found is None:
            todo = "write the condition into the template: {% if card.kind == ... %}"
            self.project.lose(self.line, f"the condition `{match[1][:60]}`", todo)
        return found or ""

    def _script(self, text: str, known: dict[str, str]) -> str:
        """Return the value of simple JavaScript: texts, columns and counts, joined by +."""
        said, at, found = text.strip().removeprefix("~").rstrip("; \n"), 0, ""
        if re.fullmatch(r"[./# -][\w./# -]*|#\w+(?:;[^;#]*)*#|", said):
            return said
        if match := _SWITCH.fullmatch(said):
            wanted = f"'{known.get(match[1].lower(), '')}'"
            cases = _CASE.findall(match[2].strip())
            chosen = next((value for case, value in cases if case in ("", wanted)), "''")
            return "" if "switch" in chosen else self._script(chosen, known)
        if match := _TERNARY.fullmatch(said) or _IF.fullmatch(said):
            return self._script(self._branch(match, known).strip(), known)
        while at < len(said):
            match = _TERM.match(said, at)
            name = (match["name"] or "").lower() if match else ""
            if match is None or (name and name not in known) or len(found) > _LONGEST:
                todo = "write the value into the table, or as Jinja into the template"
                self.project.lose(self.line, f"JavaScript: `{said[at : at + 60]}`", todo)
                return ""
            value = known.get(name, "") if name else ""
            if value.startswith(("~", "'")):
                known[name] = ""  # code that names itself ends
                known[name] = value = self._script(value, known)
            quoted = re.sub(
                r"\\(n)?(.?)", lambda one: "\n" if one[1] else one[2], match["text"] or ""
            )
            found += quoted[1:-1] + value.rjust(int(match["wide"] or 0), match["sign"] or " ")
            at = match.end()
        return found

    def _branch(self, match: re.Match[str], known: dict[str, str]) -> str:
        """Return the code that a comparison of JavaScript chooses."""
        left, sign, right, yes, no = match.groups()
        sides = [
            one if re.fullmatch(r"\d+(\.\d+)?", one) else self._script(one, known)
            for one in (left, right)
        ]
        numbers = [float(one) for one in sides if re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?", one)]
        one, other = numbers if len(numbers) == 2 else sides
        return yes if _JAVASCRIPT[sign[:2]](one, other) else no or "''"


_JAVASCRIPT: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_SIDE = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\w+(?:\.\d+)?)"""
_COMPARISON = rf"\(?\s*{_SIDE}\s*(===?|!==?|<=?|>=?)\s*{_SIDE}\s*\)?"
_VALUE = r"""((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^'"?:{};])*)"""
_TERNARY = re.compile(rf"{_COMPARISON}\s*\?\s*{_VALUE}:(.*)", re.DOTALL)
_IF = re.compile(
    rf"if\s*{_COMPARISON}\s*\{{?\s*{_VALUE};?\s*\}}?\s*(?:else\s*\{{?(.*?);?\s*\}}?)?", re.DOTALL
)
_SWITCH = re.compile(r"switch\s*\((\w+)\)\s*\{(.*)\}", re.DOTALL)
_CASE = re.compile(
    r"(?:case\s+('[^']*')|default)\s*:\s*(.*?);\s*(?:break;\s*)?(?=case\b|default\b|$)", re.DOTALL
)
_TERM = re.compile(
    r"""\s*(?:(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?P<name>[A-Za-z_]\w*)(?:\.toString\(\))?"""
    r"""(?:\.padStart\((?P<wide>\d{1,2}), *'(?P<sign>.)'\))?)\s*(?:\+|$)""",
    re.DOTALL,
)
_NAME = re.compile(r"@\[([^\[\]]+)\]")
_PART = re.compile(r"%\[([^\[\]]*?),(\d{1,4}),(\d{1,4})\]")
_COUNT = re.compile(r"!\[([^\[\]]+)\]")
_FIELD = re.compile(r"&\[([^\[\]]+)\]")
_NUMBER = re.compile(r"(##|#sc;)(\d{1,9});(\d{1,9});(\d{1,3})#")
_CONDITION = re.compile(r"#\(((?:if|switch)(?:(?!#\().)*?)\)#", re.DOTALL)

_LONGEST = 50_000
"""The most letters of a value: texts of cards have some hundred."""

_Value = Callable[[re.Match[str]], str]


def _repeated(said: str, changes: Sequence[tuple[re.Pattern[str], _Value]]) -> str:
    """Return a text after changes until nothing changes: values may have further ones in them."""
    for _ in range(100):
        before = said
        for pattern, value in changes:
            said = pattern.sub(value, said, count=500)[:_LONGEST]
        if said == before or len(said) == _LONGEST:
            break
    return said


def _key(values: Mapping[str, str]) -> _Value:
    return lambda match: values.get(match[1].lower(), "")


def _part(match: re.Match[str]) -> str:
    start, length = int(match[2]), int(match[3])
    return match[1][start : start + length] if len(match[1]) >= start + length else ""


def _summed(match: re.Match[str]) -> str:
    """Return the value of `#math;`: two numbers and a sign, and a format such as 0.0."""
    left, right, form = float(match[1]), float(match[3]), match[4]
    if match[2] in "/%" and not right:
        return ""
    value = _SIGNS[match[2]](left, right)
    decimals = form.partition(".")[2]
    shown = f"{value:.{len(decimals) if form else 6}f}"
    return shown if form or "." not in shown else shown.rstrip("0").rstrip(".")


_SIGNS: Mapping[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": math.fmod,
}  # fmt: skip
_REAL = r"([+-]?\d{0,9}\.?\d{1,9})"
_FUNCTIONS: Sequence[tuple[re.Pattern[str], _Value]] = [
    (re.compile(pattern), value)
    for pattern, value in (
        (r"#\(caps;((?:(?!#\().)*?)\)#", lambda one: one[1].upper()),
        (r"#\(nocaps;((?:(?!#\().)*?)\)#", lambda one: one[1].lower()),
        (r"#\(titlecase;((?:(?!#\().)*?)\)#", lambda one: one[1].title()),
        (r"#\(strlen;((?:(?!#\().)*?)\)#", lambda one: str(len(one[1]))),
        (rf"#math;{_REAL}([-+*/%]){_REAL};?([0#.]{{0,12}})#", _summed),
        (r"#repeat;(\d{1,3});([^#]+)#", lambda one: one[2] * min(int(one[1]), 100)),
        (r"#\(repeat;(\d{1,3});((?:(?!#\().)*?)\)#", lambda one: one[2] * min(int(one[1]), 100)),
        (r"#padl;(\d{1,2});(.);([^#]*)#", lambda one: one[3].rjust(int(one[1]), one[2])),
        (r"#padr;(\d{1,2});(.);([^#]*)#", lambda one: one[3].ljust(int(one[1]), one[2])),
    )
]
_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip


def _chosen(said: str) -> str | None:
    """Return the value of `if a == b then c else d` or `switch;a;b;c`; None if it is neither."""
    if match := re.match(r"switch(;|..)", said):
        _, key, *pairs = said.split(match[1])
        cases = list(zip(pairs[::2], pairs[1::2], strict=False))
        usual = [value for name, value in cases if name.strip().lower() == "#default"]
        equal = [value for name, value in cases if _members(name) & _members(key)]
        return [*equal, *usual, ""][0].replace("#switchkey", key)
    sign = re.search(r"\s([!=><]=|<|>)\s", said)
    if sign is None or not (rest := said[sign.end() - 1 :].partition("then "))[1]:
        return None
    left, right = said[2 : sign.start()], rest[0]
    yes, _, no = rest[2].partition(" else ")
    if compared := _COMPARED.get(sign[1]):
        try:
            return yes if compared(float(left), float(right)) else no
        except ValueError:
            return ""
    is_equal = bool(_members(left) & _members(right))
    return yes if is_equal is (sign[1] == "==") else no


def _members(said: str) -> set[str]:
    """Return the values of a set such as `[a;b]`, or the only value."""
    match = re.search(r"\[(.*?)\]", said)
    return {one.strip().lower() for one in (match[1].split(";") if match else [said])}
