"""What templates can call, and the files that belong to them: those they extend and import."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from jinja2 import TemplateNotFound, nodes

from printnplay.faces.sandbox import MistakeError
from printnplay.faces.template_files import (
    SIZE,
    SUFFIX,
    FolderLoader,
    environment,
    parsed_template,
)
from printnplay.faces.template_marks import Mark, Statement, UnreadableError, marks
from printnplay.faces.vocabulary import FUNCTIONS
from printnplay.files.door import ReadError, read

Signature = Mapping[str, float | None]
"""The parameters of a function or macro in order; those that may be left out with a number."""

DEEPEST = 5
"""The most templates that extend one another whose boxes are read. A guess."""


def template_file(folders: Sequence[Path], file: str) -> tuple[Path, str] | None:
    """Return a template file of a style and its source; None if there is none to read.

    The source is as the file has it: line ends and a byte order mark stay.
    """
    try:
        _, path, _ = FolderLoader(folders).get_source(environment(()), file)
        return Path(path), read(Path(path), SIZE).decode()
    except (TemplateNotFound, MistakeError, ReadError, UnicodeDecodeError):
        return None


def chain_of(folders: Sequence[Path], name: str) -> Iterator[tuple[Path, str]]:
    """Yield a template and those that it extends, with their sources."""
    file = name + SUFFIX
    for _ in range(DEEPEST):
        found = template_file(folders, file) if file else None
        if found is None:
            return
        yield found
        file = _extended(found[1])


@lru_cache(maxsize=1)
def functions() -> Mapping[str, Signature]:
    """Return the functions of templates that draw."""
    found = {}
    for one in FUNCTIONS:
        parameters = inspect.signature(one.function).parameters.values()
        named = [each for each in parameters if each.name != "self"]
        found[one.name] = {
            each.name: each.default if type(each.default) in (int, float) else None
            for each in named
            if each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL)
        }
        if any(each.name == "look" for each in named):
            found[one.name] |= dict.fromkeys(("stroke", "stroke_width"))
    return found


@lru_cache(maxsize=1)
def usual_styles() -> Mapping[str, str]:
    """Return the text style that each function of templates takes if it is given none."""
    given = ((one.name, inspect.signature(one.function).parameters) for one in FUNCTIONS)
    return {name: named["style"].default for name, named in given if "style" in named}


@lru_cache(maxsize=64)
def macros(source: str) -> Mapping[str, Signature]:
    """Return the macros of a template by name; none if it has an error."""
    tree = parsed_template(source)
    if tree is None:
        return {}
    found: dict[str, Signature] = {}
    for macro in tree.find_all(nodes.Macro):
        given = [one.value if isinstance(one, nodes.Const) else None for one in macro.defaults]
        defaults = [*[None] * (len(macro.args) - len(given)), *given]
        found[macro.name] = {
            one.name: value if type(value) in (int, float) else None
            for one, value in zip(macro.args, defaults, strict=True)
        }
    return found


@lru_cache(maxsize=64)
def colour_fields(source: str) -> frozenset[str]:
    """Return the fields of the card that name colours, as `kind` in `colours[card.kind]`.

    >>> sorted(colour_fields('{{ colours[card.kind] }} {{ colours["ink"] }}'))
    ['kind']
    >>> sorted(colour_fields('{{ colours.get(card.suit, "red") }}'))
    ['suit']
    """
    tree = parsed_template(source)
    items = ((one.node, one.arg) for one in (tree.find_all(nodes.Getitem) if tree else ()))
    gets = (
        (one.node.node, one.args[0].node if isinstance(one.args[0], nodes.Filter) else one.args[0])
        for one in (tree.find_all(nodes.Call) if tree else ())
        if isinstance(one.node, nodes.Getattr) and one.node.attr == "get" and one.args
    )
    return frozenset(
        key.attr
        for mapping, key in (*items, *gets)
        if isinstance(mapping, nodes.Name)
        and mapping.name == "colours"
        and isinstance(key, nodes.Getattr)
        and isinstance(key.node, nodes.Name)
        and key.node.name == "card"
    )


_IMPORT = re.compile(r"import\s+[\"']([^\"']+)[\"']\s+as\s+(\w+)")
_FROM = re.compile(r"from\s+[\"']([^\"']+)[\"']\s+import\s+(\w+)(?:\s+as\s+(\w+))?")
_EXTENDS = re.compile(r"extends\s+[\"']([^\"']+)[\"']")


def _extended(source: str) -> str:
    """Return the file of the template that one extends; empty if it extends none."""
    for mark in _sound(source):
        if isinstance(mark, Statement) and (found := _EXTENDS.fullmatch(mark.code)):
            return found[1]
    return ""


def signatures(source: str, text_of: Callable[[str], str]) -> dict[str, Signature]:
    """Return what a template can call, with its own macros and those that it imports.

    Args:
        source: its source.
        text_of: returns the source of a template file; empty if there is none.
    """
    found = {**functions(), **macros(source)}
    for mark in _sound(source):
        code = mark.code if isinstance(mark, Statement) else ""
        if named := _IMPORT.match(code):
            own = macros(text_of(named[1]))
            found |= {f"{named[2]}.{name}": signature for name, signature in own.items()}
        elif named := _FROM.match(code):
            own = macros(text_of(named[1]))
            found |= {named[3] or named[2]: own[named[2]]} if named[2] in own else {}
    return found


def _sound(source: str) -> list[Mark]:
    try:
        return [*marks(source)]
    except UnreadableError:
        return []
