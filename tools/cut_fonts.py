"""Cut the project fonts from their published packages.

Run once when a font is updated; the results are tracked in `templates/fonts/`.

    python tools/cut_fonts.py SOURCE_DIR [FILE...]

SOURCE_DIR holds these packages, unpacked; FILE limits the run to some of the results:

- PyPI `font-rhd` 0.1.3 (Red Hat Display) and `font-fredoka-one` 0.0.4 (Fredoka One): the look of
  the games, in the Latin scripts of the shipped languages. Fredoka One reserves the name "Fredoka",
  so the cut version is called Table Round.
- PyPI `fontpkg-noto-sans` 2.15 (Noto Sans) and npm `@fontsource/m-plus-rounded-1c` 5.3.0 (Rounded
  Mplus 1c, in slices that are joined again): what these two lack of the letters of Europe.

All are under the SIL Open Font License 1.1. Every file gets U+00A0 and U+202F, which French needs
and hardly any font draws: the narrow space is a fifth of the size wide.
"""

import sys
from collections.abc import Sequence
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = Path(__file__).parent.parent / "templates" / "fonts"
CUTS = {
    "FredokaOne-Regular.ttf": ("TableRound-Regular.ttf", "Table Round"),
    "RedHatDisplay-Medium.ttf": ("RedHatDisplay-Medium.ttf", ""),
    "RedHatDisplay-MediumItalic.ttf": ("RedHatDisplay-MediumItalic.ttf", ""),
    "RedHatDisplay-ExtraBold.ttf": ("RedHatDisplay-ExtraBold.ttf", ""),
    "RedHatDisplay-ExtraBoldItalic.ttf": ("RedHatDisplay-ExtraBoldItalic.ttf", ""),
}
NOTO = {
    # File: source, weight.
    "NotoSans-Medium.ttf": ("NotoSans[wdth,wght].ttf", 500),
    "NotoSans-MediumItalic.ttf": ("NotoSans-Italic[wdth,wght].ttf", 500),
    "NotoSans-ExtraBold.ttf": ("NotoSans[wdth,wght].ttf", 800),
    "NotoSans-ExtraBoldItalic.ttf": ("NotoSans-Italic[wdth,wght].ttf", 800),
}
MPLUS = "RoundedMplus1c-Black.ttf"
SLICES = ("latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext")
LICENCE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
"""What the slices leave out of their names."""
SLICE = "m-plus-rounded-1c-{}-900-normal.woff2"
# Basic Latin to Latin Extended-A, then dashes, quotes, bullets, arrows and signs.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x1E9E, *range(0x2010, 0x2027), 0x2030, 0x2039]
LATIN += [0x203A, 0x20AC, 0x2122, *range(0x2190, 0x2194), 0x2212, 0x2248, 0x2260, 0x2264, 0x2265]
# The letters of Romanian, Azerbaijani, Skolt Sami, Livonian, Welsh and Irish beyond these; accents
# of their own; Greek with all accents of its history; Cyrillic with that of Asian languages.
EUROPE = [*LATIN, 0x018F, 0x0192, *range(0x01CD, 0x01D5), *range(0x01E2, 0x01F0), 0x01F4, 0x01F5]
EUROPE += [*range(0x01FA, 0x0234), 0x0259, *range(0x02B9, 0x02DE), *range(0x0300, 0x0334)]
EUROPE += [*range(0x0370, 0x0530), *range(0x1E00, 0x1EA0), 0x1EBC, 0x1EBD, 0x1EF2, 0x1EF3]
EUROPE += [*range(0x1F00, 0x2000), 0x2032, 0x2033, 0x2116]
NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE, BOX = 0x00A0, 0x202F, 0x25A1
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


def add_box(font: TTFont) -> None:
    """Map U+25A1 to the box that the font draws for a character it lacks."""
    name = f"uni{BOX:04X}"
    font["glyf"][name] = deepcopy(font["glyf"][".notdef"])
    font["hmtx"][name] = font["hmtx"][".notdef"]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[BOX] = name


def joined(sources: Sequence[Path]) -> TTFont:
    """One font of the slices that a web font was cut into."""
    slices = []
    for source in sources:
        font = TTFont(source)
        font.flavor = None
        slices.append(BytesIO())
        font.save(slices[-1])
    font = Merger().merge(slices)
    font["name"].setName(LICENCE, 13, 3, 1, 0x409)
    return font


def cut(font: TTFont, target: Path, family: str, characters: Sequence[int]) -> None:
    """Write the cut copy of a font; without a family it keeps its own."""
    options = Options()
    options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.drop_tables += ["vhea", "vmtx"]  # for columns of text, which nothing here is set in
    options.hinting = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    space = font["hmtx"]["space"][0]
    if NO_BREAK_SPACE not in font.getBestCmap():
        add_space(font, NO_BREAK_SPACE, space)
    add_space(font, NARROW_NO_BREAK_SPACE, round(font["head"].unitsPerEm * NARROW_SHARE))
    if BOX in characters:
        add_box(font)
    if family:
        rename(font, family)
    font.save(target, reorderTables=True)


def main() -> None:
    """Cut every font of the tables from the folder named on the command line."""
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]

    def source(name: str) -> Path:
        return next(path for path in folder.rglob("*") if path.name == name)

    def is_wanted(name: str) -> bool:
        return not wanted or name in wanted

    for name, (target, family) in CUTS.items():
        if is_wanted(target):
            cut(TTFont(source(name)), TARGET / target, family, LATIN)
    for target, (name, weight) in NOTO.items():
        if is_wanted(target):
            axes = {"wght": weight, "wdth": 100}
            font = instantiateVariableFont(TTFont(source(name)), axes, updateFontNames=True)
            cut(font, TARGET / target, "", [*EUROPE, BOX])
    if is_wanted(MPLUS):
        font = joined([source(SLICE.format(each)) for each in SLICES])
        cut(font, TARGET / MPLUS, "Rounded Mplus 1c", EUROPE)


if __name__ == "__main__":
    main()
