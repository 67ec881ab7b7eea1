"""The source of a template as marks: its elements, statements and outputs, each with its place.

Jinja and lxml keep no offsets, and a template is no XML before it is rendered: `fill="{{ colours
["ink"] }}"` has quotes within quotes. All places are offsets of characters in the source.
"""

import re
from collections.abc import Iterator

from msgspec import Struct


class UnreadableError(ValueError):
    """The source has an error, such as a tag without an end."""


class Part(Struct, frozen=True):
    """An attribute of an element, or an argument of a call.

    `start` and `end` surround its value, `begin` and `stop` all of it, with what parts it from the
    one before. An argument without a name has its position as its name.
    """

    name: str
    start: int
    end: int
    begin: int
    stop: int


class Tag(Struct, frozen=True):
    """A start tag, an end tag, or an element without content; `end` is the offset after it.

    `inner` is where another attribute can be added. With `mixed`, statements stand between its
    attributes.
    """

    name: str
    start: int
    end: int
    closes: bool = False
    single: bool = False
    inner: int = 0
    parts: tuple[Part, ...] = ()
    mixed: bool = False


class Output(Struct, frozen=True):
    """`{{ code }}`."""

    start: int
    end: int
    code: str
    at: int
    """Where the code begins."""


class Statement(Struct, frozen=True):
    """`{% code %}`."""

    start: int
    end: int
    code: str


Mark = Tag | Output | Statement

_SIGN = re.compile(r"\{\{|\{%|\{#|<!--|<!\[CDATA\[|<[?!]|</?[A-Za-z_][\w:.-]*")
_ENDS = {"{#": "#}", "<!--": "-->", "<![CDATA[": "]]>", "<?": ">", "<!": ">"}
_CODE = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<end>[-+]?(?:\}\}|%\}))"""
    r"|(?P<opens>[(\[{])|(?P<closes>[)\]}])",
    re.DOTALL,
)
_IN_TAG = re.compile(r"\{[{%#]|/?>|(?P<name>[\w:.-]+)\s*=\s*(?P<quote>[\"'])")
_RAW = re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}")


def marks(source: str) -> Iterator[Mark]:
    """Yield the marks of a source, in order.

    Raises:
        UnreadableError: it has an error.
    """
    at = 0
    while found := _SIGN.search(source, at):
        sign, start = found[0], found.start()
        if sign in _ENDS:
            at = _after(source, _ENDS[sign], start)
            continue
        if sign == "{{":
            at = _end_of_code(source, start + 2, "}}")
            yield _output(source, start, at)
        elif sign == "{%":
            at = _end_of_code(source, start + 2, "%}")
            code = source[start + 2 : at - 2].strip("-+").strip()
            if code == "raw":
                ending = _RAW.search(source, at)
                at = ending.end() if ending else len(source)
            else:
                yield Statement(start, at, code)
        else:
            tag = _tag(source, found)
            at = tag.end
            yield tag


def _after(source: str, ending: str, start: int) -> int:
    found = source.find(ending, start)
    if found < 0:
        raise UnreadableError(f"`{source[start : start + 2]}` has no end")
    return found + len(ending)


def _output(source: str, start: int, end: int) -> Output:
    begin, stop = start + 2, end - 2
    begin += source[begin] in "-+"
    stop -= source[stop - 1] in "-+"
    code = source[begin:stop]
    return Output(start, end, code.strip(), begin + len(code) - len(code.lstrip()))


def _end_of_code(source: str, at: int, ending: str) -> int:
    """Return the offset after the code of a statement or output that begins at an offset."""
    depth = 0
    while found := _CODE.search(source, at):
        at = found.end()
        if found["end"]:
            if not depth and found[0].endswith(ending):
                return at
            at = found.start() + 1
            depth -= source[found.start()] == "}"
        elif found["opens"]:
            depth += 1
        elif found["closes"]:
            depth -= 1
    raise UnreadableError("`{{` or `{%` has no end")


def _skip(source: str, at: int) -> int:
    """Return the offset after the Jinja that begins at an offset."""
    sign = source[at : at + 2]
    if sign == "{#":
        return _after(source, "#}", at)
    return _end_of_code(source, at + 2, "}}" if sign == "{{" else "%}")


def _tag(source: str, begins: re.Match[str]) -> Tag:
    name, start, at = begins[0].lstrip("</"), begins.start(), begins.end()
    parts: list[Part] = []
    mixed = False
    while found := _IN_TAG.search(source, at):
        if found["name"]:
            end = _end_of_value(source, found.end(), found["quote"])
            begin = found.start() if source[at : found.start()].strip() else at
            parts.append(Part(found["name"], found.end(), end, begin, end + 1))
            at = end + 1
        elif found[0] in (">", "/>"):
            inner = found.start() if source[at : found.start()].strip() else at
            closes, single = source.startswith("</", start), found[0] == "/>"
            return Tag(name, start, found.end(), closes, single, inner, tuple(parts), mixed)
        else:
            at, mixed = _skip(source, found.start()), True
    raise UnreadableError(f"`<{name}` has no end")


def _end_of_value(source: str, at: int, quote: str) -> int:
    ending = re.compile(rf"\{{[{{%#]|{quote}")
    while found := ending.search(source, at):
        if found[0] == quote:
            return found.start()
        at = _skip(source, found.start())
    raise UnreadableError("an attribute has no end")


def arguments(source: str, at: int, end: int) -> list[Part]:
    """Return the arguments between the brackets of a call, at these offsets."""
    found: list[Part] = []
    depth, begin, start = 0, at, at
    for sign in re.compile(_CODE.pattern + r"|(?P<comma>,)", re.DOTALL).finditer(source, at, end):
        if sign["opens"]:
            depth += 1
        elif sign["closes"]:
            depth -= 1
        elif sign["end"]:
            depth -= sign["end"].count("}")
        elif sign["comma"] and not depth:
            found.append(_argument(source, (begin, start, sign.start()), len(found)))
            begin, start = sign.start(), sign.end()
    if source[start:end].strip():
        found.append(_argument(source, (begin, start, end), len(found)))
    return found


_KEYWORD = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")


def _argument(source: str, span: tuple[int, int, int], position: int) -> Part:
    begin, start, stop = span
    named = _KEYWORD.match(source, start, stop)
    start = named.end() if named else start
    text = source[start:stop]
    start += len(text) - len(text.lstrip())
    end = start + len(text.strip())
    return Part(named[1] if named else str(position), start, end, begin, end)
