"""Fonts that the compiler knows by other names: their words are there, and in the right face."""

import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fontTools.ttLib import TTFont

from printnplay.cache.store import Store
from printnplay.kernel.diagnostics import FaultsError
from printnplay.pdf import FontError, Terms, TypstBaker, font_folders
from printnplay.pdf.font_folders import compiler_fonts, folders_of, renamed
from printnplay.raster.png import draw
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace, family_name
from printnplay.svg.fonts import as_attribute
from printnplay.text.font_file import FontFile

from .readback import opened
from .samples import FONT_FOLDER, alone, faces, picture
from .test_pdf_text import origins

SIZE = 4
POINTS = SIZE / 25.4 * 72
WORDS = "AVATAR fluffy Tafel"
ROUND, MEDIUM, HEAVY = (
    "TableRound-Regular.ttf",
    "RedHatDisplay-Medium.ttf",
    "RedHatDisplay-ExtraBold.ttf",
)
FONTS = {
    "a style at the end": {"Garden Condensed": (ROUND, 400)},
    "two, and one of them without it": {"Garden": (ROUND, 400), "Garden Black": (HEAVY, 400)},
    "several styles": {"Garden Extra Light Expanded": (ROUND, 400)},
    "a hyphen": {"Garden-Medium": (ROUND, 400)},
    "one that is part of another": {"Arc": (ROUND, 400), "Arc Bold": (HEAVY, 800)},
    "a digit": {"Garden 2p": (ROUND, 400)},
    "a weight between hundreds": {"Garden": (ROUND, 250)},
    "that too, with a style": {"Garden Thin": (ROUND, 275)},
    "another alphabet": {"Ogród Łódź": (MEDIUM, 400)},
    "an accent": {"Jardin Élysée": (ROUND, 400)},
    "an accent and a style": {"Élysée Black": (ROUND, 400)},
    "an apostrophe": {"Rock'n Roll": (ROUND, 400)},
    "what has a meaning elsewhere": {"Ham & Eggs, <b>; {c}": (ROUND, 400)},
    "a word for all fonts of a kind": {"serif": (ROUND, 400)},
    "hyphens in front": {"--Garden": (ROUND, 400)},
}


ENGLISH, BRITISH, JAPANESE, APPLE = (3, 1, 0x409), (3, 1, 0x809), (3, 1, 0x411), (1, 0, 0)
"""Platform, encoding and language of names."""


def font(
    folder: Path, family: str, file: str, weight: int, said: tuple[int, int, int] = ENGLISH
) -> FontFile:
    """A font of this family and weight, which looks like another."""
    made = TTFont(FONT_FOLDER / file)
    if said != ENGLISH:
        made["name"].names = []
    for number, text in ((1, family), (2, "Regular"), (4, family), (6, family.replace(" ", ""))):
        made["name"].setName(text, number, *said)
    for number in (16, 17, 21, 22):
        made["name"].removeNames(nameID=number)
    made["OS/2"].usWeightClass = weight
    path = folder / f"{family_name(family)}.ttf"
    folder.mkdir(exist_ok=True)
    made.save(path)
    return FontFile(path)


def drawing(face: FontFace, form: str) -> Picture:
    """Words in a face, in a text of a box or elsewhere."""
    family = as_attribute(face.family)
    text = (
        f'<text xml:space="preserve"><tspan x="1" y="20" font-family="{family}"'
        f' font-weight="{face.weight}" font-size="{SIZE}" fill="#000000">{WORDS}</tspan></text>'
    )
    style = f"font-family:'{face.family}'"
    by_style = f'<text x="1" y="20" font-size="{SIZE}" style="{style}">{WORDS}</text>'
    listed = by_style.replace(f'style="{style}"', f'font-family="{family}, Serif"')
    bodies = {
        "box": text,
        "group": f'<g transform="scale(1)">{text}</g>',
        "style": by_style,
        "list": listed,
    }
    return picture(f"{face.name} {form}", bodies[form])


FORMS = ("box", "group", "style", "list")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", FONTS)
def test_words_are_set_in_the_font_that_they_were_measured_in(
    name: str, form: str, tmp_path: Path
) -> None:
    fonts = [font(tmp_path, family, *looks) for family, looks in FONTS[name].items()]
    shelf = [file.face for file in fonts]
    assert [face.family for face in shelf] == list(map(family_name, FONTS[name]))
    pictures = [drawing(face, form) for face in shelf]
    bakes = TypstBaker(shelf).bake(pictures)
    for file, face in zip(fonts, pictures, strict=True):
        pdf = alone(face, bakes)
        letters = [letter for letter in origins(pdf) if not letter[0].isspace()]
        assert "".join(letter for letter, *_ in letters) == WORDS.replace(" ", "")
        measured = POINTS * file.places(WORDS)[len(WORDS) - 1]
        assert letters[-1][1] - letters[0][1] == pytest.approx(measured, abs=POINTS / 20)


@pytest.mark.parametrize("form", ["box", "group"])
def test_a_bold_face_that_is_narrower_is_set_in_itself(form: str, tmp_path: Path) -> None:
    regular = font(tmp_path, "Orchard", ROUND, 400)
    path = Path(font(tmp_path / "bold", "Orchard", HEAVY, 700).face.path)
    narrow = TTFont(path)
    narrow["OS/2"].usWidthClass = 3
    del narrow["STAT"]
    narrow.save(path)
    bold = FontFile(path)
    assert bold.face.weight == 700
    shelf = [regular.face, bold.face]
    shown = drawing(bold.face, form)
    letters = origins(alone(shown, TypstBaker(shelf).bake([shown])))
    measured = POINTS * bold.places(WORDS)[len(WORDS) - 1]
    assert letters[-1][1] - letters[0][1] == pytest.approx(measured, abs=POINTS / 20)
    own = drawing(bold.face, form)
    assert pixels(own, shelf) == pixels(own, [bold.face])


NAMED = {
    "on Apple's machines only": ("Garden Black", APPLE),
    "in another English": ("Garden Black", BRITISH),
    "in Japanese": ("庭園", JAPANESE),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_font_may_have_its_names_elsewhere(name: str, tmp_path: Path) -> None:
    family, said = NAMED[name]
    face = font(tmp_path, family, ROUND, 400, said).face
    assert face.family == family
    shown = drawing(face, "box")
    pdf = alone(shown, TypstBaker([face]).bake([shown]))
    assert "".join(letter for letter, *_ in origins(pdf)).split() == WORDS.split()


@pytest.mark.at_leisure
def test_pixels_are_drawn_in_fonts_of_any_name(tmp_path: Path) -> None:
    names = [family for fonts in FONTS.values() for family in fonts]
    shelf = [font(tmp_path, family, ROUND, 400).face for family in dict.fromkeys(names)]
    drawn = {form: {pixels(drawing(face, form), shelf) for face in shelf} for form in FORMS}
    assert {form: len(same) for form, same in drawn.items()} == dict.fromkeys(FORMS, 1)
    assert len(drawn["box"] | {pixels(picture("empty", ""), shelf)}) == 2


def test_pixels_are_drawn_in_the_same_font_of_any_weight_and_name(tmp_path: Path) -> None:
    looks = [("Garden", HEAVY, 250, ENGLISH), ("Garden", ROUND, 400, ENGLISH)]
    looks += [("Orchard Black", HEAVY, 400, APPLE), ("Heavy", HEAVY, 400, ENGLISH)]
    thin, regular, apple, plain = (
        font(folder, *look).face
        for look, folder in zip(looks, map(tmp_path.joinpath, "abcd"), strict=True)
    )
    shelf = [thin, regular, apple, plain]
    drawn = [pixels(drawing(face, "box"), shelf) for face in shelf]
    # Three of them have the letters of one file.
    assert drawn[0] == drawn[2] == drawn[3] != drawn[1]


def pixels(face: Picture, shelf: Sequence[FontFace]) -> bytes:
    stream = BytesIO()
    draw(face, shelf, stream)
    return stream.getvalue()


def test_a_font_whose_name_cannot_be_changed_is_told(tmp_path: Path) -> None:
    face = font(tmp_path, "Garden Black", ROUND, 400).face
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(font_folders, "renamed", lambda data, *_, **__: data)
        with pytest.raises(FontError, match=r"Garden Black\.ttf: its table of names"):
            TypstBaker([face]).bake([drawing(face, "box")])


def test_a_folder_that_went_with_its_process_is_not_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[TemporaryDirectory[str]] = []

    def folder(prefix: str) -> TemporaryDirectory[str]:
        made.append(TemporaryDirectory(prefix=prefix))
        return made[-1]

    def data(file: str) -> bytes:
        made[0].cleanup()
        return file.encode()

    monkeypatch.setattr(font_folders, "temporary_folder", folder)
    monkeypatch.setattr(font_folders, "font_data", data)
    with pytest.raises(FaultsError):
        font_folders._copied((("Garden.ttf", ""),))
    assert not Path(made[0].name).exists()


def test_a_font_keeps_its_name_in_the_file(tmp_path: Path) -> None:
    face = font(tmp_path, "Garden Condensed", ROUND, 400).face
    shown = drawing(face, "box")
    pdf = opened(alone(shown, TypstBaker([face]).bake([shown])))
    fonts = [one for one in pdf.objects if "/BaseFont" in getattr(one, "keys", set)()]
    assert {str(one.BaseFont).partition("+")[2] for one in fonts} == {"GardenCondensed"}


def test_fonts_that_the_compiler_knows_are_not_copied() -> None:
    known = compiler_fonts(faces())
    assert known.folders == folders_of(faces())
    assert not known.families
    assert not known.faces
    assert known.in_drawing("<svg/>") == "<svg/>"


def test_a_file_that_is_no_font_stays_as_it_is() -> None:
    for data in (b"", b"ttcf\0\1\0\0\xff\xff\xff\xff", b"\0\1\0\0\0\x09" + bytes(40)):
        assert renamed(data, "family1") == data


@pytest.mark.parametrize("name", ["Garden", "Garden Black"])
def test_text_whose_font_is_gone_is_neither_printed_nor_kept(name: str, tmp_path: Path) -> None:
    """A folder of copied fonts goes when its process ends, and threads may go on for a moment."""
    face, other = font(tmp_path / "fonts", name, ROUND, 400).face, tmp_path / "fonts/other.ttf"
    other.write_bytes(b"never read: it has the fonts copied to a folder of their own")
    store = Store(tmp_path / "kept.sqlite")
    baker, shown = TypstBaker([face], Terms(memo=store)), drawing(face, "box")
    (folder,) = compiler_fonts((face,)).folders
    assert folder.startswith(tempfile.gettempdir())
    shutil.rmtree(folder)
    with pytest.raises(FontError, match="removed"):
        baker.bake([shown])
    store.write()
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("select count(*) from kept").fetchone() == (0,)
