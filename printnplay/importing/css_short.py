"""Short forms of CSS properties as the single ones that they stand for."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from printnplay.importing.css_values import CORNERS, SIDES, Style

_LINES = re.compile("none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset")
_AT = re.compile(r"[-+]?\.?\d|calc\(|(center|top|bottom|left|right)$")
"""What begins a place or a length of a background."""
_OTHERS = re.compile("scroll|fixed|local|none|initial|inherit|(border|padding|content)-box")


def expanded(name: str, value: str) -> Style:
    """Return a property as single ones: `margin: 1px 2px` is four."""
    if name in _SHORT:
        return _SHORT[name](value)
    if match := re.fullmatch(r"border-(top|right|bottom|left)", name):
        return {f"border-{match[1]}-{key}": part for key, part in _border(value).items()}
    return {name: value}


def _both(first: str, second: str) -> Callable[[str], Style]:
    """Return what gives one or two values to two properties."""

    def expand(value: str) -> Style:
        given = _parts(value)
        return {first: given[0], second: given[-1]} if given else {}

    return expand


def _four(value: str, name: str, places: Sequence[str] = SIDES) -> Style:
    """Return one to four values as those of the sides; `*` in the name stands for the side."""
    given = _parts(value)
    if not 0 < len(given) < 5:
        return {}
    found = (given * 4)[:4] if len(given) in (1, 2, 4) else [*given, given[1]]
    return {name.replace("*", side): one for side, one in zip(places, found, strict=True)}


def _border(value: str) -> Style:
    found = {"width": "3px", "style": "none", "color": "currentcolor"}
    for part in _parts(value):
        if re.match(r"[\d.]", part) or part in ("thin", "medium", "thick"):
            found["width"] = {"thin": "1px", "medium": "3px", "thick": "5px"}.get(part, part)
        else:
            found["style" if _LINES.fullmatch(part) else "color"] = part
    return found


def _background(value: str) -> Style:
    # A later background without a picture keeps none; one that is empty is no value.
    if not value:
        return {}
    layers = [_layer(one) for one in split(value)]
    found = {"background-color": layers[-1].pop("color")}
    return found | {
        f"background-{name}": ", ".join(layer[name] or usual for layer in layers)
        for name, usual in _LAYER.items()
    }


_LAYER = {"image": "none", "position": "0% 0%", "size": "auto", "repeat": "repeat"}
"""What a layer of a background says, with the initial values."""


def _layer(value: str) -> Style:
    """Return what a layer of a background says by the ends of the names of its properties."""
    found: dict[str, list[str]] = {name: [] for name in (*_LAYER, "color")}
    after = "position"
    said = [[one] if "(" in one else re.split("(/)", one) for one in _parts(value)]
    for part in filter(None, chain(*said)):
        if part == "/":
            after = "size"
        elif "url(" in part or "gradient(" in part:
            found["image"].append(part)
        elif re.fullmatch("(no-)?repeat(-[xy])?|space|round", part):
            found["repeat"].append(part)
        elif after == "size" and (_AT.match(part) or part in ("auto", "cover", "contain")):
            found["size"].append(part)
        elif _AT.match(part):
            found["position"].append(part)
        elif re.match(r"#|rgb|hsl|[a-z]+$", part) and not _OTHERS.fullmatch(part):
            found["color"].append(part)
    return {name: " ".join(parts) for name, parts in found.items()}


def _font(value: str) -> Style:
    match = re.fullmatch(r"(.*?)([\d.]+[a-z%]+)(?:\s*/\s*([\d.]+[a-z%]*))?\s+(.+)", value)
    if match is None:
        return {}
    found = {"font-size": match[2], "font-family": match[4]}
    found |= {"line-height": match[3]} if match[3] else {}
    for part in match[1].split():
        if part in ("italic", "oblique"):
            found["font-style"] = "italic"
        elif part in ("bold", "bolder") or part.isdigit():
            found["font-weight"] = part
    return found


def _grid(value: str) -> Style:
    rows, _, columns = value.partition("/")
    found = {"grid-template-columns": columns.strip()}
    if areas := re.findall("[\"'][^\"']*[\"']", rows):
        found["grid-template-areas"] = " ".join(areas)
        sizes = [one.strip() or "auto" for one in re.split("[\"'][^\"']*[\"']", rows)[1:]]
        rows = " ".join(sizes)
    return found | {"grid-template-rows": rows.strip()}


def _flex(value: str) -> Style:
    given = {"auto": "1 1 auto", "none": "0 0 auto"}.get(value, value)
    bare = [one for one in _parts(given) if re.fullmatch(r"[\d.]+", one)]
    basis = next((one for one in _parts(given) if one not in bare), "0px")
    grow, shrink = [*bare, "1", "1"][:2] if bare else ("1", "1")
    return {"flex-grow": grow, "flex-shrink": shrink, "flex-basis": basis}


_PLACED = ("items", "content", "self")
_SHORT: Mapping[str, Callable[[str], Style]] = {
    "margin": lambda value: _four(value, "margin-*"),
    "padding": lambda value: _four(value, "padding-*"),
    "inset": lambda value: _four(value, "*"),
    "border-width": lambda value: _four(value, "border-*-width"),
    "border-color": lambda value: _four(value, "border-*-color"),
    "border-style": lambda value: _four(value, "border-*-style"),
    "border": lambda value: {
        f"border-{side}-{key}": part for side in SIDES for key, part in _border(value).items()
    },
    "background": _background,
    "flex": _flex,
    "flex-flow": lambda value: {
        "flex-wrap" if "wrap" in part else "flex-direction": part for part in _parts(value)
    },
    "gap": _both("row-gap", "column-gap"),
    "font": _font,
    **{f"place-{one}": _both(f"align-{one}", f"justify-{one}") for one in _PLACED},
    **{f"{one}-inline": _both(f"{one}-left", f"{one}-right") for one in ("margin", "padding")},
    **{f"{one}-block": _both(f"{one}-top", f"{one}-bottom") for one in ("margin", "padding")},
    "grid-template": lambda value: _grid(value),
    "inset-inline": _both("left", "right"),
    "inset-block": _both("top", "bottom"),
    "overflow-x": lambda value: {"overflow": value},
    "overflow-y": lambda value: {"overflow": value},
    "border-radius": lambda value: _four(value.partition("/")[0], "border-*-radius", CORNERS),
}
"""Properties that stand for several ones."""


def split(value: str) -> list[str]:
    """Return the parts of a value that commas separate outside of brackets."""
    found = re.findall(r"(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+", value)
    return [part.strip() for part in found]


def _parts(value: str) -> list[str]:
    """Return the parts of a value that spaces separate outside of brackets."""
    found = re.findall(r"(?:[^\s()]*\((?:[^()]|\([^()]*\))*\)|[^\s()]+)", value)
    return [part.strip() for part in found]
