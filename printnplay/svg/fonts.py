"""Font families in drawings: those of the project stay, generic ones become one, others are faults.

typst leaves out a text whose family it lacks, without a word (typst#8442), so every family that a
drawing names is looked up here. Illustrator names a face (`RedHatDisplay-ExtraBold`) where CSS
names a family and a weight, and some programs write a family in another case.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.etree import _Element

from printnplay.model.sheet import FontFace
from printnplay.model.suggestions import suggestion
from printnplay.svg.css import read, written
from printnplay.svg.elements import GENERIC

FAMILY = re.compile(r"(?<![\w-])font-family\s*:\s*(?P<families>[^;}]*)", re.IGNORECASE)
INHERIT = "inherit"


class UnknownFamilyError(Exception):
    """A font family that the project lacks; the message offers what there is."""

    def __init__(self, family: str, known: Sequence[str]) -> None:
        """Name the family."""
        super().__init__(f"there is no font family `{family}`")
        self.help = suggestion(family, known, "the fonts folder is empty")


IDENTIFIERS = re.compile(r"[A-Za-z_-][\w-]*(?: [A-Za-z_-][\w-]*)*")
"""Words that need no quotes in CSS."""


def as_attribute(family: str) -> str:
    """A family as the attribute `font-family` has it.

    A word that begins with a digit must stand in quotes, or typst leaves the text out.

    >>> as_attribute("Noto Sans"), as_attribute("M PLUS 1p")
    ('Noto Sans', "'M PLUS 1p'")
    """
    return family if IDENTIFIERS.fullmatch(family) else f"'{family}'"


@dataclass(frozen=True, slots=True)
class Families:
    """The families there are, and the one that replaces the generic ones."""

    known: tuple[str, ...]
    default: str

    def chosen(self, listed: str) -> str:
        """The first family of a CSS list that can be drawn.

        Raises:
            UnknownFamilyError: an entry is neither known nor generic.
        """
        if listed.strip() == INHERIT:
            return INHERIT
        names = [name.strip().strip("'\"").strip() for name in listed.split(",")]
        for name in names:
            if name not in self.known and name.lower() not in GENERIC:
                raise UnknownFamilyError(name, self.known)
        return self.default if names[0].lower() in GENERIC else names[0]

    def in_css(self, css: str) -> str:
        """A style sheet or a `style` attribute with its families chosen.

        Raises:
            UnknownFamilyError: it names one that there is not.
        """
        return FAMILY.sub(self._declared, css)

    def _declared(self, match: re.Match[str]) -> str:
        families = match["families"]
        important = " !important" if "!important" in families else ""
        chosen = self.chosen(families.replace("!important", ""))
        quoted = chosen if chosen == INHERIT else f"'{chosen}'"
        return f"font-family:{quoted}{important}"


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
        families = element.get("font-family")
        if families is not None:
            for name, value in _meaning(families, meanings).items():
                element.set(name, value)
        if style is not None and "font-family" in style:
            plain, _ = read(style)
            meaning = _meaning(plain.get("font-family", ""), meanings)
            if meaning:
                element.set("style", written({**plain, **meaning}))


def _meaning(families: str, meanings: Mapping[str, Meaning]) -> Meaning:
    """What the first family of a list means; nothing where it is to stay as it is."""
    return meanings.get(_plain(families.split(",")[0]), {})


def _meanings(faces: Iterable[FontFace]) -> dict[str, Meaning]:
    meanings: dict[str, Meaning] = {}
    for face in faces:
        slant = "italic" if face.italic else "normal"
        look = {"font-family": f"'{face.family}'", "font-weight": str(face.weight)}
        for style in _STYLES.get(face.weight, ()):
            name = _plain(f"{face.family}{style}{'italic' if face.italic else ''}")
            meanings[name] = {**look, "font-style": slant}
        if face.weight == 400 and face.italic:
            meanings[_plain(f"{face.family}italic")] = {**look, "font-style": slant}
    # A family's own name comes last: it says nothing of the weight.
    for face in faces:
        meanings[_plain(face.family)] = {"font-family": f"'{face.family}'"}
    return meanings


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
