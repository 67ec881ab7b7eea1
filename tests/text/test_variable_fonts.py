"""Variable fonts, fonts packed for the web, and features: each look is a font of its own."""

import struct
import zlib
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from printnplay.text.derived import derived
from printnplay.text.font_file import FontFileError
from printnplay.text.fonts import FontShelf

from .variable_fonts import AXES, advance_of, packed_as, variable_font, write

VARY = "Vary"


@pytest.fixture(scope="module")
def font() -> bytes:
    return variable_font(VARY)


@pytest.fixture
def shelf(font: bytes, tmp_path: Path) -> FontShelf:
    write(tmp_path / "own", "vary.ttf", font)
    return FontShelf([tmp_path / "own"])


@pytest.mark.parametrize(
    ("asked", "weight"), [(100, 100), (400, 400), (437, 437), (900, 900), (950, 900), (1, 100)]
)
def test_a_weight_of_the_axis_is_exact_and_beyond_it_its_end(
    shelf: FontShelf, asked: int, weight: int
) -> None:
    face = shelf.face(VARY, asked)
    assert (face.family, face.weight, face.italic) == (VARY, weight, False)
    assert shelf.advance("ab", face) == pytest.approx(2 * advance_of("a", weight), abs=0.002)
    made = TTFont(face.path)
    assert "fvar" not in made
    assert made["OS/2"].usWeightClass == weight
    assert made["name"].getDebugName(1) == VARY


def test_only_faces_that_are_used_are_made(shelf: FontShelf) -> None:
    assert not shelf.faces
    assert shelf.families == (VARY,)
    face = shelf.face(VARY, 300)
    assert shelf.missing("ab€", face) == "€"
    assert not Path(face.path).exists()
    shelf.advance("ab", face)
    assert shelf.faces == (face,)
    assert {one.weight for one in shelf.offered} == set(range(100, 1000, 100))


def test_letters_lean_where_the_family_has_no_italic(shelf: FontShelf) -> None:
    face = shelf.face(VARY, 500, italic=True)
    assert face.italic
    shelf.file(face)
    made = TTFont(face.path)
    assert made["head"].macStyle & 2
    assert made["OS/2"].fsSelection & 1
    (glyph,) = [made["glyf"][name] for name in ("b",)]
    lean = AXES["slnt"][0] * -10
    assert glyph.getCoordinates(made["glyf"])[0][3][0] == lean


@pytest.mark.parametrize(
    ("asked", "family", "expected"),
    [
        ("Vary wdth 80", "Vary wdth 80", advance_of("a", 400, 80)),
        ("Vary wdth 999", "Vary wdth 200", advance_of("a", 400, 200)),
        ("Vary wdth 100", "Vary", advance_of("a")),
        ("Vary opsz 9", "Vary", advance_of("a")),
        ("Vary tnum 1 wdth 80", "Vary tnum 1 wdth 80", advance_of("a", 400, 80)),
        ("Vary wght 700", "Vary", advance_of("a", 700)),
    ],
)
def test_settings_of_a_family_that_its_font_has_are_followed(
    shelf: FontShelf, asked: str, family: str, expected: float
) -> None:
    face = shelf.face(asked, 400)
    assert face.family == family
    assert shelf.advance("a", face) == pytest.approx(expected, abs=0.002)


def test_letters_are_of_normal_width_though_the_font_begins_with_narrow_ones(
    tmp_path: Path,
) -> None:
    narrow = variable_font("Narrow", axes={**AXES, "wdth": (80, 80, 200)})
    write(tmp_path, "narrow.ttf", narrow)
    shelf = FontShelf([tmp_path])
    least, most = (advance_of("a", 400, width) for width in (80, 200))
    normal = least + (most - least) * (100 - 80) / (200 - 80)
    widths = {"Narrow": normal, "Narrow wdth 80": least, "Narrow wdth 200": most}
    for family, width in widths.items():
        face = shelf.face(family, 400)
        assert face.family == family
        assert shelf.advance("a", face) == pytest.approx(width, abs=0.002)


@pytest.mark.parametrize(
    ("setting", "text", "glyphs"),
    [
        ("tnum 1", "11", ("one.tnum", "one.tnum")),
        ("tnum 0", "11", ("one", "one")),
        ("smcp 1", "ab", ("a.sc", "b")),
        ("ss01 1", "ab", ("a.alt", "b")),
        ("ss01 1 tnum 1", "a1", ("a.alt", "one.tnum")),
        ("liga 0", "fi", ("f", "i")),
        ("liga 1", "fi", ("f_i",)),
    ],
)
def test_features_are_on_or_off_in_whatever_draws_the_font(
    shelf: FontShelf, setting: str, text: str, glyphs: tuple[str, ...]
) -> None:
    face = shelf.face(f"{VARY} {setting}", 700)
    expected = sum(advance_of(glyph, 700) for glyph in glyphs)
    assert shelf.advance(text, face) == pytest.approx(expected, abs=0.003)


def test_a_static_font_has_features_too(tmp_path: Path, shelf: FontShelf) -> None:
    plain = shelf.file(shelf.face(VARY, 400)).path.read_bytes()
    write(tmp_path / "static", "plain.ttf", plain)
    static = FontShelf([tmp_path / "static"])
    assert [Path(face.path).parent.name for face in static.faces] == ["static"]
    face = static.face(f"{VARY} tnum 1")
    assert static.advance("1", face) == pytest.approx(advance_of("one.tnum"), abs=0.002)


def test_outlines_of_the_second_kind_become_those_of_the_first(tmp_path: Path) -> None:
    write(tmp_path / "curves", "vary.otf", variable_font(VARY, postscript=True))
    shelf = FontShelf([tmp_path / "curves"])
    face = shelf.face(VARY, 700)
    assert shelf.advance("ab", face) == pytest.approx(2 * advance_of("a", 700), abs=0.002)
    made = TTFont(face.path)
    assert Path(face.path).suffix == ".otf"
    assert {"CFF ", "CFF2"} & {*made.keys()} == {"CFF "}


@pytest.mark.parametrize("flavour", ["woff", "woff2"])
def test_packed_fonts_are_read_as_others(flavour: str, font: bytes, tmp_path: Path) -> None:
    write(tmp_path / flavour, f"vary.{flavour}", packed_as(font, flavour))
    shelf = FontShelf([tmp_path / flavour])
    assert shelf.families == (VARY,)
    face = shelf.face(VARY, 700)
    assert shelf.advance("a", face) == pytest.approx(advance_of("a", 700), abs=0.002)


@pytest.mark.parametrize("flavour", ["woff", "woff2"])
@pytest.mark.parametrize("kept", [3, 20, 60, 0.5, 0.95])
def test_a_packed_font_that_is_cut_off_is_named(
    flavour: str, kept: float, font: bytes, tmp_path: Path
) -> None:
    whole = packed_as(font, flavour)
    size = int(kept) if kept >= 1 else round(kept * len(whole))
    path = write(tmp_path / "cut", f"vary.{flavour}", whole[:size])
    with pytest.raises(FontFileError) as caught:
        _ = FontShelf([tmp_path / "cut"]).families
    assert caught.value.path == path


@pytest.mark.parametrize("flavour", ["woff", "woff2"])
def test_a_packed_font_that_would_fill_the_memory_is_refused(flavour: str, tmp_path: Path) -> None:
    import brotli

    much = bytes(200_000_000)
    if flavour == "woff":
        table = zlib.compress(much)
        record = struct.pack(">4sIIII", b"glyf", 64, len(table), len(much), 0)
        head = struct.pack(">4s4sIHHIHHIIIII", b"wOFF", b"\0\1\0\0", 64, 1, 0, *[0] * 8)
    else:
        table = brotli.compress(much, quality=1)
        record = bytes([10 | 3 << 6, 0x80 | 0x40, 0])
        sizes = struct.pack(">II", 0, len(table))
        head = struct.pack(">4s4sIHH", b"wOF2", b"\0\1\0\0", 64, 1, 0) + sizes + bytes(24)
    path = write(tmp_path / "bomb", f"vary.{flavour}", head + record + table)
    assert path.stat().st_size < 1_000_000
    with pytest.raises(FontFileError) as caught:
        _ = FontShelf([path.parent]).families
    assert "too large" in str(caught.value.__context__)


def test_a_font_is_made_once_and_again_when_it_is_torn(
    font: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "own", "vary.ttf", font)
    made = FontShelf([tmp_path / "own"])
    path = made.file(made.face(VARY, 640)).path
    first = path.read_bytes()
    times = []

    def counted(*given: object) -> bytes:
        times.append(given)
        return derived(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("printnplay.text.fonts.derived", counted)
    # Other folders, as another command would have: nothing is remembered of the first.
    for name, torn in (("second", False), ("third", True)):
        if torn:
            path.write_bytes(first[:100])
        write(tmp_path / name, "vary.ttf", font)
        again = FontShelf([tmp_path / name])
        again.file(again.face(VARY, 640))
        assert path.read_bytes() == first
        assert len(times) == torn


def test_fonts_that_are_removed_with_the_cache_are_made_again(
    shelf: FontShelf, tmp_path: Path
) -> None:
    path = shelf.file(shelf.face(VARY, 610)).path
    path.unlink()
    again = FontShelf([tmp_path / "own"])
    again.file(again.face(VARY, 610))
    assert path.is_file()


def test_faces_that_a_kept_drawing_names_are_made(shelf: FontShelf) -> None:
    shelf.use_faces_in(
        '<text font-family="Vary" font-weight="650">a</text>'
        '<text font-family="Vary wdth 80" font-weight="200" font-style="italic">a</text>'
        "<g style=\"font-family:'Vary';font-weight:bold\"><text>b</text></g>"
    )
    assert {(face.family, face.weight, face.italic) for face in shelf.faces} >= {
        ("Vary", 650, False),
        ("Vary wdth 80", 200, True),
        ("Vary", 700, False),
    }


def test_the_fonts_of_an_earlier_folder_win_also_over_static_ones(
    tmp_path: Path, shelf: FontShelf
) -> None:
    plain = shelf.file(shelf.face(VARY, 400)).path.read_bytes()
    write(tmp_path / "static", "plain.ttf", plain)
    both = FontShelf([tmp_path / "own", tmp_path / "static"])
    assert Path(both.face(VARY, 400).path).parent.name != "static"
    both = FontShelf([tmp_path / "static", tmp_path / "own"])
    assert Path(both.face(VARY, 400).path).parent.name == "static"
    assert both.face(VARY, 500).weight == 500
