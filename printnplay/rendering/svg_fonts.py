"""Font families in drawings: those of the project stay, generic ones are given one, others fault.

The baker leaves out a text whose family it lacks and says nothing (typst#8442), so every family
that a drawing names is looked up here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from printnplay.rendering.nearest import offer
from printnplay.rendering.svg_tables import GENERIC

FAMILY = re.compile(r"(?<![\w-])font-family\s*:\s*(?P<families>[^;}]*)", re.IGNORECASE)
INHERIT = "inherit"


class UnknownFamilyError(Exception):
    """A font family that the project lacks; the message offers what there is."""

    def __init__(self, family: str, known: Sequence[str]) -> None:
        """Name the family."""
        super().__init__(f"there is no font family `{family}`")
        self.help = offer(family, known, "the fonts folder is empty")


@dataclass(frozen=True, slots=True)
class Families:
    """The families there are, and the one that stands for the generic ones."""

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
