"""Who made the fonts and under what licence they stand, as the font files say it themselves."""

import re

from printnplay.model.style import Style
from printnplay.rendering.text.fontfile import FontFile
from printnplay.rendering.text.fonts import FontShelf

REMARK = re.compile(r"\s*\([^()]*\)|,? with reserved font name.*", re.IGNORECASE)
"""Addresses, and conditions that the licence file tells."""

COPYRIGHT = re.compile(r"^(?:copyright\s*|\(c\)\s*|©\s*)+", re.IGNORECASE)
LICENCE = re.compile(r"SIL Open Font License|Apache License", re.IGNORECASE)
VERSION = re.compile(r"Version\s+(\d[\d.]*\d)", re.IGNORECASE)
MARKS = re.compile(r"([\\*{}^])")


def font_credits(style: Style, shelf: FontShelf) -> str:
    """The families of a style, each with its makers, and the licence of those before it.

    The line is markup: marks in the names are escaped.
    """
    used = {family for text in style.text.values() for family in (text.family, *text.fallback)}
    makers: dict[str, list[str]] = {}
    for family in shelf.families:
        if family in used:
            file = shelf.file(next(face for face in shelf.faces if face.family == family))
            makers.setdefault(licence_of(file.licence), []).append(f"{family}{_makers(file)}")
    lines = [
        ", ".join(names) + (f" ({licence})" if licence else "") for licence, names in makers.items()
    ]
    return MARKS.sub(r"\\\1", "; ".join(lines))


def _makers(file: FontFile) -> str:
    holder = REMARK.sub("", COPYRIGHT.sub("", file.copyright)).strip(" .")
    return f" ©\u00a0{holder}" if holder else ""


def licence_of(text: str) -> str:
    """The name and version of a licence, or else the first sentence of what the font says.

    >>> licence_of("Licensed under the SIL Open Font License, Version 1.1. See the FAQ.")
    'SIL Open Font License 1.1'
    """
    known, version = LICENCE.search(text), VERSION.search(text)
    if known is None:
        return text.split(". ", 1)[0].strip(" .")
    return f"{known[0]} {version[1]}" if version else known[0]
