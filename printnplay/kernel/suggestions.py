"""Phrases for messages: the nearest existing name, lists of names, and plurals."""

from collections.abc import Iterable

MANY = 1000
"""Number of known names above which no nearest name is searched: it takes long, and a command may
have thousands of unknown names. A guess."""


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return a help line with the nearest known name, or `otherwise` if none is near.

    >>> did_you_mean("rd", ["red", "blue"], "add it")
    'did you mean `red`?'
    >>> did_you_mean("zebra", ["red", "blue"], "add it")
    'add it'
    >>> did_you_mean("red", ["red"], "red is not available here")
    'red is not available here'
    """
    near = nearest(name, known)
    return f"did you mean `{near}`?" if near and near != name else otherwise


def suggestion(name: str, known: Iterable[str], none: str = "") -> str:
    """Return a help line with the nearest known name, or all of them; `none` if there are none.

    >>> suggestion("zebra", ["red", "blue"])
    'use one of `blue`, `red`'
    """
    names = list(known)
    if len(names) > MANY:
        return f"use one of the {len(names):,} that exist"
    names.sort()
    return did_you_mean(name, names, f"use one of {listed(names)}" if names else none)


def colour_help(name: str, known: Iterable[str]) -> str:
    """Return a help line for the name of a colour that a style lacks.

    >>> colour_help("rd", ["red"])
    'did you mean `red`? Or write `#rrggbb`, or add it to `colours` in style.yaml'
    """
    named = suggestion(name, known)
    start = f"{named} Or" if named.endswith("?") else f"{named}, or" if named else "or"
    return f"{start} write `#rrggbb`, or add it to `colours` in style.yaml".removeprefix("or ")


MISSPELT = 0.7
"""How similar a name is that has a letter too few, too many, or two in the wrong order: `csot` is,
and `kosten` is another word than `cost`."""


def is_misspelt(name: str, known: Iterable[str]) -> bool:
    """Return whether a name looks like one of the known ones with a slip of the keys.

    >>> is_misspelt("csot", ["cost"]), is_misspelt("cost", ["kosten"])
    (True, False)
    """
    from difflib import get_close_matches

    return bool(get_close_matches(name, [*known], 1, MISSPELT))


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the nearest known name, or an empty string if none is near.

    >>> nearest("colurs", ["size", "colours"])
    'colours'
    >>> nearest("zebra", ["size", "colours"])
    ''
    >>> nearest("LIGHT.svg", ["lights.svg", "light.svg"])
    'light.svg'
    """
    from difflib import get_close_matches

    names = list(known)
    for one in names:
        if one.casefold() == name.casefold():
            return one
    near = get_close_matches(name, sorted(names), n=1) if len(names) <= MANY else []
    return near[0] if near else ""


def nearest_key(key: str, known: Iterable[str]) -> str:
    """Return the known dotted key that differs in a single part, with a near name there.

    >>> nearest_key("cover.tagilne", ["cover.tagline", "cover.players"])
    'cover.tagline'
    >>> nearest_key("rules.goal.street", ["rules.goal.points"])
    ''
    """
    parts = key.split(".")
    for at, part in enumerate(parts):
        start, end = ".".join([*parts[:at], ""]), ".".join(["", *parts[at + 1 :]])
        there = [
            name[len(start) : len(name) - len(end)]
            for name in known
            if name != key and name.startswith(start) and name.endswith(end)
        ]
        near = nearest(part, [name for name in there if "." not in name])
        if near:
            return f"{start}{near}{end}"
    return ""


def listed(names: Iterable[str]) -> str:
    """Return names in backticks, separated by commas.

    >>> listed(["red", "blue"])
    '`red`, `blue`'
    """
    return ", ".join(f"`{name}`" for name in names)


def counted(number: int, what: str) -> str:
    """Format a number of things, with singular or plural.

    >>> counted(1, "page"), counted(2, "page"), counted(0, "address")
    ('1 page', '2 pages', '0 addresses')
    """
    ending = "es" if what.endswith("s") else "s"
    return f"{number} {what}" if number == 1 else f"{number} {what}{ending}"
