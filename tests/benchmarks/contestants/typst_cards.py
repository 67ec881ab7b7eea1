"""The cards in typst, from `cards.typ`."""

import sys
from pathlib import Path

import typst

if __name__ == "__main__":
    source, pdf = sys.argv[1:]
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[f"{source}/fonts"]
    )
    typst.compile(  # type: ignore[type-var]  # the stub wants one type for all
        Path(__file__).with_name("cards.typ").read_bytes(),
        output=pdf,
        root=source,
        font_paths=fonts,
        ignore_system_fonts=True,
    )
