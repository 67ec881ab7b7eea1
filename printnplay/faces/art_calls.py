"""Where templates place the pictures that cards name: the fields of picture, focus and crop."""

from functools import lru_cache

from jinja2 import nodes
from msgspec import Struct

from printnplay.faces.template_files import parsed_template

PLACING = frozenset({"art", "image"})
"""The functions of templates whose first argument is a picture file."""


class ArtCall(Struct, frozen=True):
    """A field of a card that names a picture, and the fields of its focus and crop, if any.

    `ending` is what the template adds to the field, as in `card.art ~ ".svg"`; `made` is whether it
    makes the name in another way.
    """

    field: str
    focus: str = ""
    crop: str = ""
    ending: str = ""
    made: bool = False


@lru_cache(maxsize=64)
def art_calls(source: str) -> tuple[ArtCall, ...]:
    """Return the pictures of cards that the source of a template places; none if it has errors.

    The last ones are kept: the page asks for each card that is opened.
    """
    found: dict[ArtCall, None] = {}
    tree = parsed_template(source)
    for call in tree.find_all(nodes.Call) if tree else ():
        if isinstance(call.node, nodes.Name) and call.node.name in PLACING:
            given = {one.key: one.value for one in call.kwargs}
            file = call.args[0] if call.args else given.get("file")
            focus, crop = (_first(given.get(name)) for name in ("focus", "crop"))
            ending = _ending(file)
            is_made = not ending and file is not None and _is_made(file)
            for name in _fields(file):
                found[ArtCall(name, focus, crop, ending, is_made)] = None
    return tuple(found)


def _ending(file: nodes.Node | None) -> str:
    """Return the text that is added to a field of the card, if nothing else is done to it."""
    match file:
        case nodes.Concat(nodes=[part, nodes.Const(value=str(ending))]):
            return ending if _field(part) else ""
        case nodes.Add(left=part, right=nodes.Const(value=str(ending))):
            return ending if _field(part) else ""
    return ""


def _is_made(file: nodes.Node) -> bool:
    joins = (nodes.Concat, nodes.Add, nodes.Mod)
    return isinstance(file, joins) or next(file.find_all(joins), None) is not None


def _first(value: nodes.Node | None) -> str:
    return next(iter(_fields(value)), "")


def _fields(value: nodes.Node | None) -> list[str]:
    """Return the fields of the card that a value is made from: `card.art`, `card["art"]`."""
    parts = [] if value is None else [value, *value.find_all((nodes.Getattr, nodes.Getitem))]
    return [name for name in map(_field, parts) if name]


def _field(part: nodes.Node) -> str:
    if isinstance(part, nodes.Getattr | nodes.Getitem):
        owner = part.node
        name = part.attr if isinstance(part, nodes.Getattr) else part.arg
        if isinstance(name, nodes.Const):
            name = name.value
        if isinstance(owner, nodes.Name) and owner.name == "card" and isinstance(name, str):
            return name
    return ""
