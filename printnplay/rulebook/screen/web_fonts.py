"""Web fonts, packed as WOFF2."""

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO

from msgspec import Struct

from printnplay.scene.sheet import FontFace

MEDIA_TYPE = "font/woff2"

KEPT = 32
"""The number of fonts kept packed, some 20 kB each: pages and languages of a game share fonts, and
packing one takes a tenth of a second. A guess."""


class WebFont(Struct, frozen=True):
    """A face for browsers, subset to the letters of a book, as a WOFF2 file."""

    face: FontFace
    content: bytes


@lru_cache(KEPT)
def packed(font: bytes) -> bytes:
    """Return a font compressed as WOFF2; the same font always gives the same bytes."""
    from fontTools.ttLib import TTFont

    opened = TTFont(BytesIO(font), recalcTimestamp=False)
    opened.flavor = "woff2"
    stream = BytesIO()
    opened.save(stream)
    return stream.getvalue()


def font_rules(fonts: Iterable[tuple[WebFont, str]]) -> str:
    """Return `@font-face` rules for families, with these addresses."""
    return "".join(_rule(font.face, address) for font, address in fonts)


def _rule(face: FontFace, address: str) -> str:
    style = "italic" if face.italic else "normal"
    return (
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weight};'
        f' font-style: {style}; font-display: swap; src: url({address}) format("woff2"); }}\n'
    )
