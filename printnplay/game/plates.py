"""Plates of a factory besides the four inks: dies, folds and finishes, each a spot ink."""

from enum import StrEnum

from printnplay.scene.style import Ink


class Plate(StrEnum):
    """What a factory does with a plate that is not one of the four inks."""

    CUT = "cut"
    KISS = "kiss"
    FOLD = "fold"
    WHITE = "white"
    FOIL = "foil"
    VARNISH = "varnish"
    EMBOSS = "emboss"


FINISHES = (Plate.WHITE, Plate.FOIL, Plate.VARNISH, Plate.EMBOSS)
"""The plates that templates draw, in the order in which they are printed."""

DIES = (Plate.CUT, Plate.KISS, Plate.FOLD)
"""The plates of lines that no press prints."""

NAMES = {
    Plate.CUT: "CutContour",
    Plate.KISS: "KissCut",
    Plate.FOLD: "Crease",
    Plate.WHITE: "White",
    Plate.FOIL: "Foil",
    Plate.VARNISH: "Varnish",
    Plate.EMBOSS: "Emboss",
}
"""The names of spot inks where a factory states none; cutting tables look for the first three."""

_LOOKS = {
    Plate.CUT: ("#ff00fe", (0, 100, 0, 0)),
    Plate.KISS: ("#ff9601", (0, 50, 100, 0)),
    Plate.FOLD: ("#00b4fe", (100, 0, 0, 0)),
    Plate.WHITE: ("#dcf0fb", (15, 0, 0, 0)),
    Plate.FOIL: ("#c8a03d", (15, 30, 80, 10)),
    Plate.VARNISH: ("#fefa65", (0, 0, 60, 0)),
    Plate.EMBOSS: ("#b4b4b7", (0, 0, 0, 30)),
}
"""How each plate looks on a screen and in a proof: different colours, which no press prints."""


def ink_of(plate: Plate, name: str) -> Ink:
    """Return the spot ink of a plate, by the name that a factory wants."""
    rgb, cmyk = _LOOKS[plate]
    return Ink(rgb, cmyk, name)
