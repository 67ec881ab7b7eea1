from pathlib import Path

from fontTools.ttLib import TTFont

from printnplay.text.credits import font_credits
from printnplay.text.fonts import FontShelf

from .odd_fonts import SIMPLE, cut_font


def test_the_fonts_of_a_language_are_named_with_makers_and_licence(shelf: FontShelf) -> None:
    assert font_credits({"Red Hat Display"}, shelf) == (
        "Red Hat Display ©\u00a02024 The Red Hat Project Authors (SIL Open Font License 1.1)"
    )
    families = {"Red Hat Display", "Table Round"}
    both = font_credits(families, shelf)
    assert both.endswith("Table Round ©\u00a02011 Milena B Brandao (SIL Open Font License 1.1)")


def test_what_the_page_has_no_letters_for_is_said_otherwise(shelf: FontShelf) -> None:
    said = font_credits({"Red Hat Display"}, shelf, lambda text: " " not in text)
    assert said == "RedHatDisplay-Medium"


def test_a_font_that_cannot_be_named_is_credited_by_its_maker(tmp_path: Path) -> None:
    path = tmp_path / "nameless.ttf"
    cut_font(path, "Odd Name", SIMPLE)
    font = TTFont(path)
    font["name"].removeNames(nameID=6)
    font.save(path)
    said = font_credits({"Odd Name"}, FontShelf([tmp_path]), lambda text: "Odd" not in text)
    assert said == "©\u00a02024 The Red Hat Project Authors"
    assert font_credits({"Odd Name"}, FontShelf([tmp_path]), lambda text: not text) == ""
