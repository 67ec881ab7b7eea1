import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTCollection, TTFont

from printnplay.kernel.diagnostics import Problems
from printnplay.loading.style import load_style
from printnplay.text.families import Vocabulary, can_draw, suited
from printnplay.text.font_file import FontError, FontFileError
from printnplay.text.fonts import FontShelf

from .drawing import FONTS

ROOT = Path(__file__).parents[2]


def test_every_file_of_the_folder_is_found_by_its_own_name(tmp_path: Path) -> None:
    # Shelves of the folder itself have fonts with features, too, once a test has used them.
    shelf = FontShelf([shutil.copytree(FONTS, tmp_path / "fonts")])
    found = [(face.family, face.weight, face.italic) for face in shelf.faces]
    assert found == [
        ("Baloo Bhaijaan 2", 800, False),
        ("Bangers", 400, False),
        ("Bebas Neue", 400, False),
        ("Chakra Petch", 700, False),
        ("Cinzel", 700, False),
        ("Crimson Pro", 500, False),
        ("Crimson Pro", 500, True),
        ("Crimson Pro", 800, False),
        ("Crimson Pro", 800, True),
        ("Fraunces", 700, False),
        ("Noto Sans", 500, False),
        ("Noto Sans", 500, True),
        ("Noto Sans", 800, False),
        ("Noto Sans", 800, True),
        ("Red Hat Display", 500, False),
        ("Red Hat Display", 500, True),
        ("Red Hat Display", 800, False),
        ("Red Hat Display", 800, True),
        ("Rounded Mplus 1c", 900, False),
        ("Table Japanese", 500, False),
        ("Table Japanese", 800, False),
        ("Table Mono", 400, False),
        ("Table Round", 400, False),
        ("Table Sign", 400, False),
        ("Table Symbols", 400, False),
        ("Tajawal", 500, False),
        ("Tajawal", 800, False),
    ]
    assert len({face.name for face in shelf.faces}) == len(found)


@pytest.mark.parametrize("family", ["Table Japanese", "Rounded Mplus 1c"])
def test_the_japanese_fonts_have_all_letters_of_the_texts_that_ship(
    shelf: FontShelf, family: str
) -> None:
    """If this fails, cut the three fonts again: tools/cut_fonts.py says from what."""
    files = [*(ROOT / "locales/ja").glob("*.yaml"), *(ROOT / "locales/glossary").glob("*.yaml")]
    texts = "".join(file.read_text("utf-8") for file in files)
    letters = {sign for sign in texts if "\u3000" <= sign < "\ua000"}
    assert len(letters) > 300
    for weight in (500, 800):
        assert shelf.missing("".join(sorted(letters)), shelf.face(family, weight)) == ""


@pytest.mark.parametrize(("wanted", "given"), [(500, 500), (400, 500), (700, 800), (900, 800)])
def test_the_nearest_weight_of_the_family_is_taken(
    shelf: FontShelf, wanted: int, given: int
) -> None:
    assert shelf.face("Red Hat Display", wanted).weight == given


def test_an_unknown_family_is_refused_with_the_families_there_are(shelf: FontShelf) -> None:
    with pytest.raises(FontError, match=r"`Garamond`.*Red Hat Display, .*Table Round"):
        shelf.face("Garamond")


def test_a_slant_that_the_family_lacks_is_refused(shelf: FontShelf) -> None:
    with pytest.raises(FontError, match="`Table Round` has no italic face"):
        shelf.face("Table Round", 400, italic=True)


def test_the_earlier_folder_wins(tmp_path: Path) -> None:
    name = "TableRound-Regular.ttf"
    shutil.copy(FONTS / name, tmp_path / "mine.ttf")
    own, shipped = FontShelf([tmp_path, FONTS]), FontShelf([FONTS, tmp_path])
    assert own.face("Table Round").path == str(tmp_path / "mine.ttf")
    assert shipped.face("Table Round").path == str(FONTS / name)
    assert own.families == shipped.families


def test_a_file_that_is_no_font_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.ttf").write_text("not a font", encoding="utf-8")
    with pytest.raises(FontError, match=r"notes\.ttf` is not a TrueType or OpenType font"):
        FontShelf([tmp_path]).face("Notes")


@pytest.mark.parametrize(
    ("names", "family"),
    [
        ({(1, 0x411): "庭園", (16, 0x411): "庭"}, "庭"),
        ({(1, 0x411): "庭園", (1, 0x409): "Garden", (16, 0x411): "庭"}, "Garden"),
        ({(4, 0x409): "Garden Full"}, "Garden Full"),
    ],
)
def test_a_family_is_called_in_english_or_else_as_it_can_be(
    names: dict[tuple[int, int], str], family: str, tmp_path: Path
) -> None:
    _named(tmp_path / "garden.ttf", names)
    assert FontShelf([tmp_path]).families == (family,)


def test_a_font_without_a_name_is_told(tmp_path: Path) -> None:
    _named(tmp_path / "web.ttf", {})
    with pytest.raises(FontFileError, match=r"`web\.ttf` does not say of which family it is"):
        FontShelf([tmp_path]).face("Web")


def _named(path: Path, names: dict[tuple[int, int], str]) -> None:
    """A font with these names, by number and language, and no others."""
    font = TTFont(FONTS / "TableRound-Regular.ttf")
    font["name"].names = []
    for (number, language), text in names.items():
        font["name"].setName(text, number, 3, 1, language)
    font.save(path)


def test_a_folder_that_does_not_exist_is_an_empty_one(tmp_path: Path) -> None:
    assert FontShelf([tmp_path / "none"]).faces == ()


def test_characters_without_a_glyph_are_found_but_not_those_that_are_never_drawn(
    shelf: FontShelf,
) -> None:
    face = shelf.face("Red Hat Display", 500)
    assert shelf.missing("Ω a\u00adb\u2060c 漢 Ω\u00a0\u202f", face) == "Ω漢"


def test_the_fonts_of_a_collection_are_found_like_others(
    shelf: FontShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    both = TTCollection()
    both.fonts = [TTFont(FONTS / f"RedHatDisplay-{name}.ttf") for name in ("Medium", "ExtraBold")]
    folder = tmp_path / "fonts"
    folder.mkdir()
    both.save(folder / "both.ttc")
    found = FontShelf([folder])
    assert [face.name for face in found.faces] == ["Red Hat Display 500", "Red Hat Display 800"]
    for face in found.faces:
        assert found.advance("Sixteen", face) == shelf.advance("Sixteen", face.name)


def test_a_collection_that_is_cut_short_is_no_font(tmp_path: Path) -> None:
    (tmp_path / "cut.ttc").write_bytes(b"ttcf\0\1\0\0\0\0\0\2\0\0\0\x14")
    with pytest.raises(FontFileError, match=r"cut\.ttc"):
        _ = FontShelf([tmp_path]).faces


SYMBOLS = "→⇒↻≥≠√∞⅓★☆♥♠♦♣⚀⚅✓✗☐☑♔♞♀♂♈☀☁❄♪⚔☠⚓⌛●□▲①❶"


@pytest.mark.parametrize("style", ["card-rule", "card-name"])
def test_symbols_of_card_texts_have_a_glyph_in_every_style(shelf: FontShelf, style: str) -> None:
    problems = Problems()
    base = load_style(FONTS.parent / "base/style.yaml", "style.yaml", problems)
    own = suited(base, Vocabulary(("Turn a card",)), shelf).text[style]
    assert own.fallback[-1] == "Table Symbols"
    assert can_draw(SYMBOLS, own, shelf)
    assert not can_draw("猫", own, shelf)
