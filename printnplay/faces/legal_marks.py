"""Marks that a game for sale carries on its box: CE, age warning, Triman, codes of packaging.

They are drawn as paths, by us. What a game must carry, and where, is for its publisher to find out.
The proportions of the age warning and of the Triman are ours, not those of the figures that their
owners publish: they hold the place in a proof, and are replaced before a game is sold.
"""

from collections.abc import Mapping

from markupsafe import escape

from printnplay.faces.filled import Filled
from printnplay.faces.sandbox import MistakeError
from printnplay.faces.texts import box_of, one_of

CE, AGE, TRIMAN = "ce", "not-under-3", "triman"

LEAST: Mapping[str, float] = {CE: 5.0, AGE: 10.0, TRIMAN: 6.0}
"""The least heights of marks in millimetres: Regulation (EC) 765/2008, Annex II; EN 71-1, 7.2; the
compact form in the guides to the Info-tri of French eco-organisations (elsewhere 10)."""

_NAMES: Mapping[str, str] = {CE: "CE mark", AGE: "age warning", TRIMAN: "Triman"}

PACKAGING: Mapping[str, tuple[str, int]] = {
    "pap-20": ("PAP", 20),
    "pap-21": ("PAP", 21),
    "pap-22": ("PAP", 22),
    "pet-1": ("PET", 1),
    "hdpe-2": ("HDPE", 2),
    "pvc-3": ("PVC", 3),
    "ldpe-4": ("LDPE", 4),
    "pp-5": ("PP", 5),
    "ps-6": ("PS", 6),
}
"""The codes of packaging of Commission Decision 97/129/EC that games use: corrugated board, other
board and paper; plastics."""

_CE = (
    (280, 200),
    (
        "M110 199.499A100 100 0 0 1 100 200A100 100 0 0 1 100 0A100 100 0 0 1 110 .501V30.501"
        "A70 70 0 0 0 100 30A70 70 0 0 0 100 170A70 70 0 0 0 110 169.499Z"
        "M280 199.499A100 100 0 0 1 270 200A100 100 0 0 1 270 0A100 100 0 0 1 280 .501V30.501"
        "A70 70 0 0 0 270 30A70 70 0 0 0 201.621 85H260V115H201.621A70 70 0 0 0 270 170"
        "A70 70 0 0 0 280 169.499Z"
    ),
)
"""The size and the path of the CE mark, by the graduated drawing of Annex II: outer circles of 10
parts, inner ones of 7, their centres 17 apart."""

_FACE = "M37 45A17 17 0 1 0 37.010 45ZM31 57V60M43 57V60M30 72Q37 65 44 72M37 45Q35 40 39 39T40 35"
"""The outline of an unhappy face with a tuft of hair, and its eyes and mouth, as strokes."""

_TRIMAN = (
    (120, 100),
    (
        "M34 0A11 11 0 1 1 33.990 0ZM22 26H46Q58 26 64 18L66 15H92V6L120 21 92 36V27H72"
        "Q64 36 54 37V43H92V34L120 49 92 64V55H54V61Q66 63 72 71H92V62L120 77 92 92V83H66"
        "Q58 72 50 72V100H38V74H30V100H18V42L8 60 0 55 14 31Q17 26 22 26Z"
    ),
)
"""The size and the path of a figure whose arm becomes three arrows: it stands for the Triman."""

_LETTERS: Mapping[str, str] = {
    "0": "M0 2Q0 0 2 0T4 2V4Q4 6 2 6T0 4Z",
    "1": "M.6 1.2 2.2 0V6",
    "2": "M0 1.4Q.3 0 2 0T4 1.6Q4 2.6 3 3.4L0 6H4",
    "3": "M.2 0H3.8L1.8 2.4Q4 2.4 4 4.2T2 6Q.4 6 0 4.8",
    "4": "M3 6V0L0 4.2H4",
    "5": "M3.7 0H.5L.2 2.7Q1 2.2 2 2.2 4 2.2 4 4.1T2 6Q.4 6 0 4.9",
    "6": "M3.6.6Q3 0 2 0 0 0 0 3V4Q0 6 2 6T4 4.1 2 2.3 0 4",
    "A": "M0 6 2 0 4 6M.7 4H3.3",
    "C": "M4 1.2Q3.4 0 2 0 0 0 0 2V4Q0 6 2 6 3.4 6 4 4.8",
    "D": "M0 0V6H1.8Q4 6 4 4V2Q4 0 1.8 0Z",
    "E": "M4 0H0V6H4M0 3H3.2",
    "H": "M0 0V6M4 0V6M0 3H4",
    "L": "M0 0V6H3.8",
    "P": "M0 6V0H2.2Q4 0 4 1.7T2.2 3.4H0",
    "S": "M3.8 1Q3.3 0 2 0 .1 0 .1 1.5 .1 2.7 2 3T4 4.5Q4 6 2 6 .6 6 0 4.8",
    "T": "M0 0H4M2 0V6",
    "V": "M0 0 2 6 4 0",
}
"""The letters of marks as strokes, 4 wide and 6 high: fonts differ, and marks must not."""

_WIDE, _HIGH = 5.2, 6.0
"""The advance and the height of letters."""


def mark(name: str, x: float, y: float, height: float, colour: str = "#000000") -> Filled:
    """Draw the CE mark, the age warning, the Triman, or the code of a packaging material.

    Args:
        name: `ce`; `not-under-3`, the warning that a toy is not for children under 3 years
            (EN 71-1); `triman` (France), which stands above instructions for sorting; or a code of
            packaging: `pap-20` (corrugated board), `pap-21` (other board), `pap-22` (paper),
            `pet-1`, `hdpe-2`, `pvc-3`, `ldpe-4`, `pp-5`, `ps-6`. `not-under-3` and `triman` are
            drawings of our own: replace them by the official ones before you sell the game.
        x: The left edge in mm; `y` and `height` are in mm too.
        y: The top edge.
        height: The height: at least 5 mm for `ce`, which is 1.4 times as wide, 10 mm for
            `not-under-3`, and 6 mm for `triman`, which is 1.2 times as wide. All others are as wide
            as they are high.
        colour: The colour, as #rrggbb; `not-under-3` has its own: red, black and white.
    """
    one_of("name", name, (*LEAST, *PACKAGING))
    box_of(x, y, height, height, "mark")
    least = LEAST.get(name, 0)
    if height < least:
        said = f"the {_NAMES[name]} is {height:g} mm high; the least height is {least:g} mm"
        raise MistakeError(said, "draw it larger")
    (wide, high), drawn = _drawn(name, str(escape(colour)))
    scale = height / high
    place = f"translate({x:g} {y:g}) scale({round(scale, 6):g})"
    return Filled.of(f'<g transform="{place}">{drawn}</g>', (x, y, wide * scale, height))


def _drawn(name: str, colour: str) -> tuple[tuple[int, int], str]:
    """Return the width and height of a mark, and its drawing."""
    if name == AGE:
        return (100, 100), _age()
    if name in PACKAGING:
        return (100, 100), _packaging(*PACKAGING[name], colour)
    size, path = _CE if name == CE else _TRIMAN
    return size, f'<path fill="{colour}" d="{path}"/>'


def _age() -> str:
    """Return a face and an age in a red circle that is crossed out (EN 71-1, 7.2)."""
    years = _word("0", 50, 37, 16, "#000000") + _word("3", 72, 37, 16, "#000000")
    lines = 'fill="none" stroke-linecap="round"'
    return (
        '<circle cx="50" cy="50" r="45" fill="#ffffff"/>'
        f'<path {lines} stroke="#000000" stroke-width="3" d="{_FACE}"/>'
        f'{years}<path {lines} stroke="#000000" stroke-width="3" d="M58.5 29H63.5"/>'
        '<path fill="none" stroke="#e2001a" stroke-width="9" d="M18 18 82 82"/>'
        '<circle cx="50" cy="50" r="45" fill="none" stroke="#e2001a" stroke-width="10"/>'
    )


def _packaging(letters: str, number: int, colour: str) -> str:
    """Return a triangle of three arrows with a number, above the letters of a material."""
    arrow = (
        f'<path d="M28 63H62" fill="none" stroke="{colour}" stroke-width="6.500"/>'
        f'<path d="M28 52V74L15 63Z" fill="{colour}"/>'
    )
    turned = "".join(f'<g transform="rotate({angle} 50 44)">{arrow}</g>' for angle in (0, 120, 240))
    return f"{turned}{_word(str(number), 50, 53, 15, colour)}{_word(letters, 50, 98, 16, colour)}"


def _word(word: str, middle: float, base: float, high: float, colour: str) -> str:
    """Return a word as strokes, centred on a baseline."""
    scale = high / _HIGH
    left = middle - (len(word) * _WIDE - (_WIDE - 4)) * scale / 2
    paths = "".join(
        f'<path transform="translate({index * _WIDE:g} 0)" d="{_LETTERS[letter]}"/>'
        for index, letter in enumerate(word)
    )
    place = f"translate({left:.3f} {base - high:.3f}) scale({scale:.4f})"
    return (
        f'<g transform="{place}" fill="none" stroke="{colour}" stroke-width="0.900"'
        f' stroke-linecap="round" stroke-linejoin="round">{paths}</g>'
    )
