"""Font families in drawings: project families stay, generic ones are replaced, others are errors.

typst silently leaves out a text whose family it lacks (typst#8442), so every family that a drawing
names is looked up here. Illustrator names a font (`RedHatDisplay-ExtraBold`) where CSS names a
family and a weight, and some programs write a family in another case.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct

from printnplay.kernel.font_settings import parted
from printnplay.kernel.inlines import MONO
from printnplay.kernel.suggestions import suggestion
from printnplay.scene.sheet import FontFace, family_name
from printnplay.svg.css import WIDE, read, written
from printnplay.svg.elements import GENERIC

FAMILY = re.compile(r"(?<![\w-])font-family\s*:\s*(?P<families>[^;}]*)", re.IGNORECASE)
INHERIT = "inherit"
_KEYWORDS = GENERIC | WIDE | {INHERIT}
"""Keywords that are a family name only in quotes."""


class UnknownFamilyError(Exception):
    """A font family that the project lacks; `help` lists the available ones."""

    def __init__(self, family: str, known: Sequence[str]) -> None:
        """Create the error for this family."""
        super().__init__(f"there is no font family `{family}`")
        self.help = suggestion(family, known, "the fonts folder is empty")


_WORD = r"-?[A-Za-z_][\w-]*"
IDENTIFIERS = re.compile(rf"{_WORD}(?: {_WORD})*", re.ASCII)
"""Words that need no quotes: ASCII letters, which every SVG reader accepts."""


def as_attribute(family: str) -> str:
    """Return a family in the form of the attribute `font-family`.

    Names that are not plain words need quotes, or typst and resvg leave the text out.

    >>> as_attribute("Noto Sans"), as_attribute("M PLUS 1p"), as_attribute("Élan")
    ('Noto Sans', "'M PLUS 1p'", "'Élan'")
    """
    is_plain = IDENTIFIERS.fullmatch(family) and family.lower() not in _KEYWORDS
    return family if is_plain else f"'{family}'"


class Drawn(NamedTuple):
    """The replacement of a generic family, and whether to report it."""

    family: str
    told: bool


_KINDS = {
    "serif": re.compile(r"(?<!sans)(?<!sans )serif|roman|times|georgia|garamond", re.IGNORECASE),
    "monospace": re.compile(r"mono|code|courier|typewriter", re.IGNORECASE),
    "cursive": re.compile(r"script|hand|cursive|brush", re.IGNORECASE),
}
"""Patterns for each kind of family, by its name."""
_ALSO = {"ui-serif": "serif", "ui-monospace": "monospace", "fantasy": "cursive"}


class Families(Struct, frozen=True):
    """The available families, and the one that replaces the generic ones."""

    known: tuple[str, ...]
    default: str

    def has(self, family: str) -> bool:
        """Check whether a family exists, ignoring the settings after its name."""
        return family in self.known or parted(family)[0] in self.known

    def chosen(self, families: str) -> tuple[str, ...]:
        """Return the existing families of a CSS list, in order, for font fallback.

        Returns:
            Nothing if the list inherits the families of the parent element.

        Raises:
            UnknownFamilyError: no family of the list exists, and none is generic.
        """
        if families.strip() == INHERIT:
            return ()
        names = listed(families)
        found: list[str] = []
        for name in names:
            if self.has(name):
                found.append(name)
            elif name.lower() in GENERIC and not found:
                found.append(self.drawn_for(name).family)
        if not found:
            raise UnknownFamilyError(names[0], self.known)
        return tuple(dict.fromkeys(found))

    def drawn_for(self, generic: str) -> Drawn:
        """Return the replacement of a generic family: one of its kind, or else the body's."""
        name = generic.lower()
        kind = _KINDS.get(_ALSO.get(name, name))
        if kind is None:
            return Drawn(self.default, told=False)
        # The bundled font for code is no choice of a designer.
        fit = next((one for one in self.known if kind.search(one) and one != MONO), None)
        return Drawn(fit or self.default, told=fit is None)

    def substitutes_in(self, css: str) -> dict[str, str]:
        """Return the substitutes for the preferred families of a style, by their names.

        A generic family with a replacement of its kind is left out.
        """
        found = {}
        for match in FAMILY.finditer(css):
            wanted = listed(match["families"])[0]
            if self.has(wanted) or wanted.lower() == INHERIT:
                continue
            if wanted.lower() not in GENERIC:
                found[wanted] = self.chosen(match["families"])[0]
            elif self.drawn_for(wanted).told:
                found[wanted] = self.drawn_for(wanted).family
        return found

    def in_css(self, css: str) -> str:
        """Return a style sheet or a `style` attribute with only existing families.

        Raises:
            UnknownFamilyError: none of the named families exists.
        """
        return FAMILY.sub(self._declared, css)

    def _declared(self, match: re.Match[str]) -> str:
        families = match["families"]
        important = " !important" if "!important" in families else ""
        names = self.chosen(families.replace("!important", ""))
        chosen = ",".join(f"'{name}'" for name in names)
        return f"font-family:{chosen or INHERIT}{important}"


def listed(families: str) -> list[str]:
    """Check whether a text starts with the first part and ends with the last, the rest between."""
    return [family_name(name.strip().strip("'\"")) for name in families.split(",")]


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
    """Rename families to the project's names where a drawing names one of its fonts."""
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
    """Return the meaning of a list, by its first family; empty if it stays unchanged."""
    first, comma, others = families.partition(",")
    meaning = meanings.get(_plain(first), {})
    if not (meaning and comma):
        return meaning
    return {**meaning, "font-family": f"{meaning['font-family']},{others}"}


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
    # A family's own name comes last: it does not determine the weight.
    for face in faces:
        meanings[_plain(face.family)] = {"font-family": f"'{face.family}'"}
    return meanings


def _plain(name: str) -> str:
    """Return a name without spaces and punctuation, in lower case; letters of any script stay."""
    return re.sub(r"[\s!-/:-@\[-`{-~’]", "", family_name(name).casefold())
