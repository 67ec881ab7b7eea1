"""Page markup: elements that are valid HTML and XML, with all texts escaped."""

from html import escape
from re import compile as pattern

EMPTY = frozenset({"br", "col", "hr", "img", "link", "meta"})
"""HTML elements without an end tag."""

_NOT_XML = pattern("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_NAMES = pattern(r"[^\w.-]")


class Markup(str):
    """Text that is already markup; all other text is escaped."""

    __slots__ = ()


def escaped(text: str) -> Markup:
    """Return text escaped as markup, without characters that XML forbids."""
    return text if isinstance(text, Markup) else Markup(escape(_NOT_XML.sub("", text)))


def joined(*content: str) -> Markup:
    """Concatenate texts and markup."""
    return Markup("".join(map(escaped, content)))


def element(tag: str, *content: str, **attributes: str | int | None) -> Markup:
    """Return an HTML element, without attributes that are None.

    In attribute names `_` becomes `-` and `__` becomes `:`; a trailing `_` is dropped.

    >>> element("p", "1 < 2", lang="en", aria_label=None)
    '<p lang="en">1 &lt; 2</p>'
    """
    named = "".join(
        f' {_name(name)}="{escaped(str(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    if tag in EMPTY and not content:
        return Markup(f"<{tag}{named}/>")
    return Markup(f"<{tag}{named}>{joined(*content)}</{tag}>")


def _name(name: str) -> str:
    return name.rstrip("_").replace("__", ":").replace("_", "-")


def as_id(name: str) -> str:
    """Return a name as an XML id, which begins with a letter.

    >>> as_id("examples.cover-symbol"), as_id("2 players")
    ('examples.cover-symbol', 'n-2-players')
    """
    plain = _NOT_IN_NAMES.sub("-", name)
    return plain if plain[:1].isalpha() else f"n-{plain}"
