"""Cut the project fonts from their published packages.

Run once when a font is updated; the results are tracked in `templates/fonts/`.

    python tools/cut_fonts.py SOURCE_DIR

The sources are the PyPI packages `font-rhd` 0.1.3 (Red Hat Display) and `font-fredoka-one` 0.0.4
(Fredoka One), both under the SIL Open Font License 1.1. Fredoka One reserves the name "Fredoka",
so the cut version is called Table Round.

Every file is cut to the Latin scripts of the shipped languages, and gets U+00A0 and U+202F, which
French needs and neither font draws: the narrow space is a fifth of the size wide.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parent.parent / "templates" / "fonts"
CUTS = {
    "FredokaOne-Regular.ttf": ("TableRound-Regular.ttf", "Table Round"),
    "RedHatDisplay-Medium.ttf": ("RedHatDisplay-Medium.ttf", ""),
    "RedHatDisplay-MediumItalic.ttf": ("RedHatDisplay-MediumItalic.ttf", ""),
    "RedHatDisplay-ExtraBold.ttf": ("RedHatDisplay-ExtraBold.ttf", ""),
    "RedHatDisplay-ExtraBoldItalic.ttf": ("RedHatDisplay-ExtraBoldItalic.ttf", ""),
}
# Basic Latin to Latin Extended-A, then dashes, quotes, bullets, arrows and signs.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x1E9E, *range(0x2010, 0x2027), 0x2030, 0x2039]
LATIN += [0x203A, 0x20AC, 0x2122, *range(0x2190, 0x2194), 0x2212, 0x2248, 0x2260, 0x2264, 0x2265]
NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE = 0x00A0, 0x202F
NARROW_SHARE = 0.2


def add_space(font: TTFont, codepoint: int, advance: int) -> None:
    """Map a code point to a new empty glyph of the given advance, in font units."""
    name = f"uni{codepoint:04X}"
    template = font["glyf"]["space"]
    font["glyf"][name] = template
    font["hmtx"][name] = (advance, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[codepoint] = name


def rename(font: TTFont, family: str) -> None:
    """Give the font another family name in every record that shows one."""
    for record in list(font["name"].names):
        if record.nameID in (1, 16):
            record.string = family
        elif record.nameID == 4:
            record.string = f"{family} Regular"
        elif record.nameID == 6:
            record.string = family.replace(" ", "") + "-Regular"
        elif record.nameID == 3:
            record.string = f"1.001;printnplay;{family.replace(' ', '')}-Regular"


def cut(source: Path, target: Path, family: str) -> None:
    """Write the cut copy of one font."""
    font = TTFont(source)
    options = Options()
    options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.hinting = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LATIN)
    subsetter.subset(font)
    space = font["hmtx"]["space"][0]
    if NO_BREAK_SPACE not in font.getBestCmap():
        add_space(font, NO_BREAK_SPACE, space)
    add_space(font, NARROW_NO_BREAK_SPACE, round(font["head"].unitsPerEm * NARROW_SHARE))
    if family:
        rename(font, family)
    font.save(target, reorderTables=True)


def main() -> None:
    """Cut every font of the table from the folder named on the command line."""
    sources = Path(sys.argv[1])
    for name, (target, family) in CUTS.items():
        cut(next(sources.rglob(name)), TARGET / target, family)


if __name__ == "__main__":
    main()
