"""The fonts that a drawing names."""

import re
from collections.abc import Sequence
from operator import methodcaller

from printnplay.scene.sheet import FontFace


def fonts_of(svg: str, fonts: Sequence[FontFace]) -> Sequence[FontFace]:
    """Return the fonts that a drawing names; reading all fonts takes longer than rendering it."""
    if "<text" not in svg:
        return ()
    return [face for face in fonts if face.family in svg] or fonts


def fonts_named(svg: str, fonts: Sequence[FontFace]) -> Sequence[FontFace]:
    """Return the fonts that a drawing's texts name, possibly with extra weights."""
    words = {match[1].lower() for match in _WEIGHT.finditer(svg)}
    wanted = {400, *(_WEIGHTS.get(word) or int(word) for word in words)}
    slants = (False, True) if _SLANT.search(svg) else (False,)
    named = fonts_of(svg, fonts)
    chosen = set()
    for family in {face.family for face in named}:
        kin = [face for face in named if face.family == family]
        for italic in slants:
            faces = [face for face in kin if face.italic == italic] or kin
            chosen |= {min(faces, key=methodcaller("distance", weight)) for weight in wanted}
    return [face for face in named if face in chosen]


_WEIGHT = re.compile(
    r"""font-weight\s*[=:]\s*["']?\s*(normal|bold|bolder|lighter|[0-9]{1,4})\b""", re.IGNORECASE
)
_WEIGHTS = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 300}
_SLANT = re.compile(r"""font-style\s*[=:]\s*["']?\s*(?:italic|oblique)""", re.IGNORECASE)
