"""Cut the project fonts from their published packages.

Run once when a font is updated; the results are tracked in `templates/fonts/`.

    python tools/cut_fonts.py SOURCE_DIR [FILE...]

SOURCE_DIR holds these packages, unpacked; FILE limits the run to some of the results:

- PyPI `font-rhd` 0.1.3 (Red Hat Display) and `font-fredoka-one` 0.0.4 (Fredoka One): the look of
  the games, in the Latin scripts of the shipped languages. Fredoka One reserves the name "Fredoka",
  so the cut version is called Table Round.
- npm `@expo-google-fonts/bangers` 0.4.1 (Bangers) and PyPI `fontpkg-titan-one` 1.1 (Titan One, a
  reserved name: Table Sign): titles of two games, in the same scripts.
- PyPI `fontpkg-cinzel` 2.0, `fontpkg-crimson-pro` 1.3, `fontpkg-chakra-petch` 1.0,
  `fontpkg-fraunces` 1.0 and `fontpkg-bebas-neue` 2.0: the looks of new projects, in Latin.
- PyPI `fontpkg-noto-sans` 2.15 (Noto Sans) and npm `@fontsource/m-plus-rounded-1c` 5.3.0 (Rounded
  Mplus 1c, in slices that are joined again): what these two lack of the letters of Europe.
- npm `@fontsource/noto-sans-symbols-2`, `@fontsource/noto-sans-symbols` and
  `@fontsource/noto-sans-math` 5.3.0, `@expo-google-fonts/noto-emoji` 0.4.7 (Noto Emoji), and Noto
  Sans for fractions, joined as Table Symbols: the symbols that card texts use, emoji in one colour.

- npm `@expo-google-fonts/noto-sans-jp` 0.4.3 (Noto Sans JP), renamed Table Japanese, since it has
  only the kana and those kanji that the Japanese texts of this project use; Rounded Mplus 1c gets
  the same for titles. A test fails when a text has a letter more: then cut these three again.
- npm `@fontsource/tajawal` and `@fontsource/baloo-bhaijaan-2` 5.3.0 (Tajawal, Baloo Bhaijaan 2):
  Arabic, in texts and in titles.
- PyPI `fontpkg-jetbrains-mono` 2.211 (JetBrains Mono), renamed Table Mono: the code in texts, with
  box drawing and without ligatures, which would change code.

All are under the SIL Open Font License 1.1. Every file gets U+00A0 and U+202F, which French needs
and hardly any font draws: the narrow space is a fifth of the size wide.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

PROJECT = Path(__file__).parent.parent
TARGET = PROJECT / "templates" / "fonts"
CUTS = {
    "FredokaOne-Regular.ttf": ("TableRound-Regular.ttf", "Table Round"),
    "Bangers_400Regular.ttf": ("Bangers-Regular.ttf", ""),
    "TitanOne-Regular.ttf": ("TableSign-Regular.ttf", "Table Sign"),
    "RedHatDisplay-Medium.ttf": ("RedHatDisplay-Medium.ttf", ""),
    "RedHatDisplay-MediumItalic.ttf": ("RedHatDisplay-MediumItalic.ttf", ""),
    "RedHatDisplay-ExtraBold.ttf": ("RedHatDisplay-ExtraBold.ttf", ""),
    "RedHatDisplay-ExtraBoldItalic.ttf": ("RedHatDisplay-ExtraBoldItalic.ttf", ""),
    "ChakraPetch-Bold.ttf": ("ChakraPetch-Bold.ttf", ""),
    "BebasNeue-Regular.ttf": ("BebasNeue-Regular.ttf", ""),
}
NOTO = {"wdth": 100}
VARIABLE: dict[str, tuple[str, dict[str, int], str]] = {
    # File: source, its axes, family if it is to be renamed.
    "NotoSans-Medium.ttf": ("NotoSans[wdth,wght].ttf", NOTO | {"wght": 500}, ""),
    "NotoSans-MediumItalic.ttf": ("NotoSans-Italic[wdth,wght].ttf", NOTO | {"wght": 500}, ""),
    "NotoSans-ExtraBold.ttf": ("NotoSans[wdth,wght].ttf", NOTO | {"wght": 800}, ""),
    "NotoSans-ExtraBoldItalic.ttf": ("NotoSans-Italic[wdth,wght].ttf", NOTO | {"wght": 800}, ""),
    "Cinzel-Bold.ttf": ("Cinzel[wght].ttf", {"wght": 700}, "Cinzel"),
    "Fraunces-Bold.ttf": (
        "Fraunces[SOFT,WONK,opsz,wght].ttf",
        {"wght": 700, "opsz": 72, "SOFT": 100, "WONK": 0},
        "Fraunces",
    ),
    "CrimsonPro-Medium.ttf": ("CrimsonPro[wght].ttf", {"wght": 500}, "Crimson Pro"),
    "CrimsonPro-MediumItalic.ttf": ("CrimsonPro-Italic[wght].ttf", {"wght": 500}, "Crimson Pro"),
    "CrimsonPro-ExtraBold.ttf": ("CrimsonPro[wght].ttf", {"wght": 800}, "Crimson Pro"),
    "CrimsonPro-ExtraBoldItalic.ttf": ("CrimsonPro-Italic[wght].ttf", {"wght": 800}, "Crimson Pro"),
}
MONO = "TableMono-Regular.ttf"
MPLUS = "RoundedMplus1c-Black.ttf"
SLICES = ("latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext")
LICENCE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
"""What the slices leave out of their names."""
SLICE = "m-plus-rounded-1c-{}-900-normal.woff2"
JAPANESE_SLICES = sorted({*range(120)} - {4, 51})
"""The numbers of the slices that kana and kanji are in; the package lacks two."""
# Basic Latin, and the signs of prose.
ENGLISH = [*range(0x20, 0x7F), 0xA0, 0xA9, 0xB0, 0xB1, 0xB2, 0xB7, 0xD7, *range(0x2013, 0x2027)]
# Basic Latin to Latin Extended-A, then dashes, quotes, bullets, arrows and signs.
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x1E9E, *range(0x2010, 0x2027), 0x2030, 0x2039]
LATIN += [0x203A, 0x20AC, 0x2122, *range(0x2190, 0x2194), 0x2212, 0x2248, 0x2260, 0x2264, 0x2265]
# The letters of Romanian, Azerbaijani, Skolt Sami, Livonian, Welsh and Irish beyond these; accents
# of their own; Greek with all accents of its history; Cyrillic with that of Asian languages.
EUROPE = [*LATIN, 0x018F, 0x0192, *range(0x01CD, 0x01D5), *range(0x01E2, 0x01F0), 0x01F4, 0x01F5]
EUROPE += [*range(0x01FA, 0x0234), 0x0259, *range(0x02B9, 0x02DE), *range(0x0300, 0x0334)]
EUROPE += [*range(0x0370, 0x0530), *range(0x1E00, 0x1EA0), 0x1EBC, 0x1EBD, 0x1EF2, 0x1EF3]
EUROPE += [*range(0x1F00, 0x2000), 0x2032, 0x2033, 0x2116]
# Arrows, signs of mathematics, box drawing, blocks and shapes.
CODE = [*EUROPE, *range(0x2190, 0x219A), 0x221A, 0x221E, *range(0x2500, 0x25A0)]
CODE += [0x25A0, 0x25A1, 0x25B2, 0x25B6, 0x25BC, 0x25C0, 0x25CB, 0x25CF]
# Marks, kana, the punctuation that is as wide as they are, and the kanji of dates; the other kanji
# come from the texts.
KANA = [*range(0x3000, 0x3020), *range(0x3041, 0x3097), *range(0x3099, 0x3100)]
KANA += [0xFF01, 0xFF05, 0xFF06, 0xFF08, 0xFF09, 0xFF0B, 0xFF0D, 0xFF0F, 0xFF1A, 0xFF1D, 0xFF1F]
KANA += [0xFF5E, *map(ord, "年月日")]
# All letters of the languages written in Arabic, without the forms that the font joins itself.
ARABIC = [*range(0x0600, 0x0700), *range(0x0750, 0x0780), *range(0x200C, 0x2010)]
SYMBOLS = "TableSymbols-Regular.ttf"
SYMBOL_SOURCES = (
    "noto-sans-symbols-2-symbols-400-normal.woff2",
    "noto-sans-symbols-symbols-500-normal.woff2",
    "noto-sans-math-latin-400-normal.woff2",
    "NotoEmoji_500Medium.ttf",
    "NotoSans[wdth,wght].ttf",
)
"""The fonts of symbols; each adds the symbols that those before it lack."""
# Fractions, arrows, mathematics, clocks and keys, circled numbers, shapes, then the blocks
# Miscellaneous Symbols and Dingbats (suits, dice, chess, stars, zodiac, music, weather, checks).
SIGNS = [*range(0x2150, 0x2400), *range(0x2460, 0x2500), *range(0x25A0, 0x27C0)]
SIGNS += [*range(0x27F0, 0x2800), *range(0x2B00, 0x2B60)]
# Mahjong, dominoes and playing cards, emoji, shapes, more arrows, chess; no signs of alchemy.
SIGNS += [*range(0x1F000, 0x1F100), *range(0x1F300, 0x1F700), *range(0x1F780, 0x1FB00)]
NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE = 0x00A0, 0x202F
NARROW_SHARE = 0.2
# The flag of a point in the table `glyf` (OpenType 1.9): outlines of the glyph overlap.
OVERLAP_SIMPLE = 0x40


def add_space(font: TTFont, codepoint: int, advance: int) -> None:
    """Map a code point to a new empty glyph of the given advance, in font units."""
    name = f"uni{codepoint:04X}"
    template = font["glyf"]["space"]
    font["glyf"][name] = template
    font["hmtx"][name] = (advance, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[codepoint] = name


def mark_overlaps_once(font: TTFont) -> None:
    """Say on the first point of each glyph only that its outlines overlap.

    Browsers refuse fonts that say so on others, too, as sources do that were instances of variable
    fonts.
    """
    for glyph in map(font["glyf"].__getitem__, font.getGlyphOrder()):
        if glyph.numberOfContours > 0:
            glyph.flags[1:] = bytes(flag & ~OVERLAP_SIMPLE for flag in glyph.flags[1:])


def kanji_of(texts: Iterable[str]) -> list[int]:
    """Return the kanji of texts, sorted."""
    return sorted({ord(sign) for text in texts for sign in text if "\u3400" <= sign < "\ua000"})


def japanese() -> list[int]:
    """Return the characters of the Japanese fonts: kana, and the kanji of the project's texts."""
    folders = (PROJECT / "locales" / "ja", PROJECT / "locales" / "glossary")
    files = [path for folder in folders for path in sorted(folder.glob("*.yaml"))]
    return [*KANA, *kanji_of(path.read_text("utf-8") for path in files)]


def rename(font: TTFont, family: str, style: str) -> None:
    """Give the font another family and style name in every record that shows one."""
    for record in list(font["name"].names):
        if record.nameID in (1, 16):
            record.string = family
        elif record.nameID == 4:
            record.string = f"{family} {style}"
        elif record.nameID == 6:
            record.string = f"{family.replace(' ', '')}-{style}"
        elif record.nameID == 3:
            record.string = f"1.001;printnplay;{family.replace(' ', '')}-{style}"


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


def symbols(sources: Sequence[Path]) -> TTFont:
    """One font of the symbols in several, each symbol from the first that has it."""
    lacking = set(SIGNS)
    parts: list[BytesIO] = []
    for source in sources:
        font = TTFont(source)
        font.flavor = None
        if "fvar" in font:
            font = instantiateVariableFont(font, {"wght": 500, "wdth": 100})
        scale_upem(font, 1000)
        found = lacking & set(font.getBestCmap())
        lacking -= found
        options = Options()
        options.layout_features = []
        options.drop_tables += ["vhea", "vmtx", "GDEF", "GPOS", "GSUB"]
        subsetter = Subsetter(options)
        subsetter.populate(unicodes={0x20, *found} if not parts else found)
        subsetter.subset(font)
        parts.append(BytesIO())
        font.save(parts[-1])
    font = Merger().merge(parts)
    font["head"].created = font["head"].modified = TTFont(sources[0])["head"].modified
    font.recalcTimestamp = False
    font["name"].setName(LICENCE, 13, 3, 1, 0x409)
    return font


def regular(sources: Sequence[Path]) -> TTFont:
    """The regular weight of a variable font."""
    font = TTFont(sources[0], recalcTimestamp=False)
    return instantiateVariableFont(font, {"wght": 400}, updateFontNames=True)


def whole(sources: Sequence[Path]) -> TTFont:
    """The font of one file."""
    return TTFont(sources[0], recalcTimestamp=False)


def cut(font: TTFont, target: Path, family: str, characters: Sequence[int]) -> None:
    """Write the cut copy of a font; without a family it keeps its own."""
    options = Options()
    options.layout_features = ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
    options.layout_features += ["init", "medi", "fina", "isol", "rlig", "calt", "curs"]  # Arabic
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
    if family:
        rename(font, family, target.stem.partition("-")[2])
    mark_overlaps_once(font)
    font.save(target, reorderTables=True)


MPLUS_SLICES = [SLICE.format(each) for each in (*SLICES, *JAPANESE_SLICES)]
JOINED: dict[str, tuple[str, Callable[[Sequence[Path]], TTFont], Sequence[str], Sequence[int]]] = {
    MPLUS: ("Rounded Mplus 1c", joined, MPLUS_SLICES, [*EUROPE, *japanese()]),
    "TableJapanese-Medium.ttf": (
        "Table Japanese",
        whole,
        ["NotoSansJP_500Medium.ttf"],
        [*ENGLISH, *japanese()],
    ),
    "TableJapanese-ExtraBold.ttf": (
        "Table Japanese",
        whole,
        ["NotoSansJP_800ExtraBold.ttf"],
        [*ENGLISH, *japanese()],
    ),
    "Tajawal-Medium.ttf": (
        "Tajawal",
        joined,
        ["tajawal-arabic-500-normal.woff2", "tajawal-latin-500-normal.woff2"],
        [*ENGLISH, 0xAB, 0xBB, 0x2039, 0x203A, *ARABIC],
    ),
    "Tajawal-ExtraBold.ttf": (
        "Tajawal",
        joined,
        ["tajawal-arabic-800-normal.woff2", "tajawal-latin-800-normal.woff2"],
        [*ENGLISH, 0xAB, 0xBB, 0x2039, 0x203A, *ARABIC],
    ),
    "BalooBhaijaan2-ExtraBold.ttf": (
        "Baloo Bhaijaan 2",
        joined,
        ["baloo-bhaijaan-2-arabic-800-normal.woff2", "baloo-bhaijaan-2-latin-800-normal.woff2"],
        [*ENGLISH, 0xAB, 0xBB, 0x2039, 0x203A, *ARABIC],
    ),
    MONO: ("Table Mono", regular, ["JetBrainsMono[wght].ttf"], CODE),
    SYMBOLS: ("Table Symbols", symbols, SYMBOL_SOURCES, [0x20, *SIGNS]),
}


def main() -> None:
    """Cut every font of the tables from the folder named on the command line."""
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]

    def source(name: str) -> Path:
        found = next((path for path in folder.rglob("*") if path.name == name), None)
        return found or sys.exit(f"{folder} has no {name}")

    def is_wanted(name: str) -> bool:
        return not wanted or name in wanted

    for name, (target, family) in CUTS.items():
        if is_wanted(target):
            cut(TTFont(source(name)), TARGET / target, family, LATIN)
    for target, (name, axes, family) in VARIABLE.items():
        if is_wanted(target):
            font = instantiateVariableFont(TTFont(source(name)), axes, updateFontNames=True)
            cut(font, TARGET / target, family, LATIN if family else EUROPE)
    for target in filter(is_wanted, JOINED):
        family, join, names, characters = JOINED[target]
        cut(join(list(map(source, names))), TARGET / target, family, characters)


if __name__ == "__main__":
    main()
