"""Cut the fonts of the test game `tests/acceptance/lantern` to the letters of its texts.

Run again when its texts get letters that they did not have; the results are tracked.

    python tools/cut_test_fonts.py SOURCE_DIR

SOURCE_DIR holds these packages, unpacked: npm `@fontsource/noto-sans-hebrew` and
`@fontsource/m-plus-1p` 5.3.0, PyPI `fontpkg-tajawal`, `fontpkg-noto-sans-thai` 2.2 and
`fontpkg-noto-sans-devanagari` 2.7. All are under the SIL Open Font License 1.1, without reserved
names.
"""

import sys
from pathlib import Path

from cut_fonts import joined, rename
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

GAME = Path(__file__).parent.parent / "tests" / "acceptance" / "lantern"
SLICES = {
    "Noto Sans Hebrew": [
        "noto-sans-hebrew-hebrew-500-normal.woff2",
        "noto-sans-hebrew-latin-500-normal.woff2",
    ],
    "M PLUS 1p": ["m-plus-1p-japanese-500-normal.woff2"],
}
WHOLE = {
    "Tajawal": "Tajawal-Medium.ttf",
    "Noto Sans Thai": "NotoSansThai[wdth,wght].ttf",
    "Noto Sans Devanagari": "NotoSansDevanagari[wdth,wght].ttf",
}


def cut(font: TTFont, family: str, text: str) -> None:
    """Write the font of a family with the letters of a text, and all it needs to join them."""
    options = Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.drop_tables += ["vhea", "vmtx"]
    subsetter = Subsetter(options)
    subsetter.populate(text=text)
    subsetter.subset(font)
    rename(font, family, "Regular")
    font.save(GAME / "templates" / "fonts" / f"{family.replace(' ', '')}.ttf", reorderTables=True)


def main() -> None:
    """Cut every font from the folder named on the command line."""
    folder = Path(sys.argv[1])
    files = {path.name: path for path in folder.rglob("*")}
    texts = (path.read_text() for path in (GAME / "locales").rglob("lantern.yaml"))
    text = "".join(texts) + "".join(map(chr, range(0x20, 0x7F)))
    for family, slices in SLICES.items():
        cut(joined([files[each] for each in slices]), family, text)
    for family, source in WHOLE.items():
        font = TTFont(files[source])
        if "fvar" in font:
            font = instantiateVariableFont(font, {"wght": 500, "wdth": 100})
        cut(font, family, text)


if __name__ == "__main__":
    main()
