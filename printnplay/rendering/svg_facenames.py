"""Fonts by the names that drawing programs give them.

Illustrator names a face (`RedHatDisplay-ExtraBold`) where CSS names a family and a weight, and some
programs write a family in another case.
"""

import re
from collections.abc import Iterable, Mapping

from lxml import etree
from lxml.etree import _Element

from printnplay.model.sheet import FontFace
from printnplay.rendering.svg_declarations import read, written

_STYLES: Mapping[int, tuple[str, ...]] = {
    100: ("thin", "hairline"),
    200: ("extralight", "ultralight"),
    300: ("light",),
    400: ("regular", "roman", "book", "normal"),
    500: ("medium",),
    600: ("semibold", "demibold"),
    700: ("bold",),
    800: ("extrabold", "ultrabold"),
    900: ("black", "heavy"),
}
"""Names of weights (OpenType specification, OS/2, usWeightClass)."""

Meaning = Mapping[str, str]


def apply(root: _Element, faces: Iterable[FontFace]) -> None:
    """Name families as the project does, wherever a drawing names one of its faces."""
    meanings = _meanings(faces)
    for element in root.iter(tag=etree.Element):
        style = element.get("style")
        named = element.get("font-family")
        if named is not None:
            for name, value in _meaning(named, meanings).items():
                element.set(name, value)
        if style is not None and "font-family" in style:
            plain, _ = read(style)
            found = _meaning(plain.get("font-family", ""), meanings)
            if found:
                element.set("style", written({**plain, **found}))


def _meaning(families: str, meanings: Mapping[str, Meaning]) -> Meaning:
    """What the first family of a list stands for; nothing where it is to stay as it is."""
    return meanings.get(_plain(families.split(",")[0]), {})


def _meanings(faces: Iterable[FontFace]) -> dict[str, Meaning]:
    found: dict[str, Meaning] = {}
    for face in faces:
        slant = "italic" if face.italic else "normal"
        look = {"font-family": f"'{face.family}'", "font-weight": str(face.weight)}
        for style in _STYLES.get(face.weight, ()):
            name = _plain(f"{face.family}{style}{'italic' if face.italic else ''}")
            found[name] = {**look, "font-style": slant}
        if face.weight == 400 and face.italic:
            found[_plain(f"{face.family}italic")] = {**look, "font-style": slant}
    # A family's own name comes last: it says nothing of the weight.
    for face in faces:
        found[_plain(face.family)] = {"font-family": f"'{face.family}'"}
    return found


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
