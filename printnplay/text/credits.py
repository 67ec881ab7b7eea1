"""Credits of fonts: their makers and licences, from the fonts' metadata."""

import re
from collections.abc import Callable, Collection

from printnplay.kernel.font_settings import parted
from printnplay.text.font_file import FontFile
from printnplay.text.fonts import FontShelf

REMARK = re.compile(r"\s*\([^()]*\)|,? with reserved font name.*", re.IGNORECASE)
"""Addresses, and conditions that the licence file repeats."""

COPYRIGHT = re.compile(r"^(?:copyright\s*|\(c\)\s*|©\s*)+", re.IGNORECASE)
LICENCE = re.compile(r"SIL Open Font License|Apache License", re.IGNORECASE)
VERSION = re.compile(r"Version\s+(\d[\d.]*\d)", re.IGNORECASE)
MARKS = re.compile(r"([\\*{}^`])")


def font_credits(
    used: Collection[str], shelf: FontShelf, can_say: Callable[[str], bool] = lambda _: True
) -> str:
    """Return font families with their makers, grouped by licence.

    The line is markup: marks in the names are escaped. A family whose name cannot be rendered is
    listed by its PostScript name; whatever else cannot be rendered is left out.
    """
    makers: dict[str, list[str]] = {}
    plain = {family if family in shelf.families else parted(family)[0] for family in used}
    for family in shelf.families:
        if family in plain:
            file = shelf.source(family)
            name = next(filter(can_say, (family, file.plain_name)), "")
            licence, maker = (
                said if can_say(said) else ""
                for said in (licence_of(file.licence), makers_of(file, " ©\u00a0"))
            )
            if credit := f"{name}{maker}".strip():
                makers.setdefault(licence, []).append(credit)
    lines = [
        ", ".join(names) + (f" ({licence})" if licence else "") for licence, names in makers.items()
    ]
    return escaped("; ".join(lines))


def escaped(text: str) -> str:
    """Return a text as markup that prints it as it is."""
    return MARKS.sub(r"\\\1", text)


def makers_of(file: FontFile, before: str = "") -> str:
    """Return who has the copyright of a font, with a text before it; empty if it does not say."""
    holder = REMARK.sub("", COPYRIGHT.sub("", file.copyright)).strip(" .")
    return holder and f"{before}{holder}"


def licence_of(text: str) -> str:
    """Return the name and version of a licence, or else the first sentence of the text.

    >>> licence_of("Licensed under the SIL Open Font License, Version 1.1. See the FAQ.")
    'SIL Open Font License 1.1'
    """
    licence, version = LICENCE.search(text), VERSION.search(text)
    if licence is None:
        return text.split(". ", 1)[0].strip(" .")
    return f"{licence[0]} {version[1]}" if version else licence[0]
