"""A game whose fonts are variable and packed: each file is set in the looks that it asks for."""

import re
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from text.variable_fonts import packed_as, variable_font, write

from .project import run

pytestmark = pytest.mark.sampled(3)

CARD = "templates/lost-city/number.svg.j2"
STYLE = "templates/lost-city/style.yaml"
KIT = "output/lost-city/en/lost-city-en-{paper}-kit.pdf"
LETTERS = (
    '<text x="12" y="20" font-size="4" font-family="Vary" font-weight="650">ab</text>'
    '<text x="12" y="28" font-size="4" font-family="Vary"'
    ' style="font-variant-numeric:tabular-nums;font-stretch:80%">11</text>'
    '{{ textbox("ab 1", 10, 30, 40, 8, style="vary") }}'
    '{{ textbox("1b", 10, 40, 40, 8, style="vary", features="tnum") }}'
)
LOOK = "family: Vary, weight: 430, bold: 430, size: 9pt, leading: 12pt, colour: ink"
LOOKS = {"Vary650", "Varytnum1wdth80400", "Vary430", "Varytnum1430"}


def change(path: Path, old: str, new: str) -> None:
    """Write something else into a file, where it stands once."""
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def varied(city: Path) -> Path:
    """The city with a variable font, of which its cards ask for four looks."""
    write(city / "templates/fonts", "vary.woff2", packed_as(variable_font("Vary"), "woff2"))
    change(city / CARD, "</svg>", f"{LETTERS}</svg>")
    change(city / STYLE, "\ntext:\n", f"\ntext:\n  vary: {{{LOOK}}}\n")
    return city


def looks_in(pdf: Path) -> set[str]:
    """The names of variable faces that are embedded in a file."""
    with pikepdf.open(pdf) as opened:
        names = {
            str(one.BaseFont).partition("+")[2]
            for one in opened.objects
            if isinstance(one, pikepdf.Dictionary) and "/BaseFont" in one
        }
    return {name for name in names if name.startswith("Vary")}


@pytest.mark.at_leisure
def test_cards_are_set_in_the_looks_that_they_ask_for(varied: Path) -> None:
    ran = run("build --verify -p a4")
    assert (ran.status, ran.err) == (0, "")
    assert looks_in(varied / KIT.format(paper="a4")) == LOOKS
    # Faces come from the cache now, and have to name the fonts that they need.
    ran = run("build --verify -p letter")
    assert (ran.status, ran.err) == (0, "")
    assert looks_in(varied / KIT.format(paper="letter")) == LOOKS


def test_drawings_carry_the_fonts_of_their_looks(varied: Path) -> None:
    assert run("export svg --only number-3").status == 0
    (drawing,) = (varied / "output/lost-city/en/svg-selection").glob("number-3*.svg")
    svg = drawing.read_text("utf-8")
    carried = set(re.findall(r'@font-face\{font-family:"(Vary[^"]*)";font-weight:(\d+)', svg))
    assert carried >= {("Vary", "650"), ("Vary", "430"), ("Vary tnum 1", "430"),
                       ("Vary tnum 1 wdth 80", "400")}  # fmt: skip


@pytest.mark.at_leisure
def test_pixels_are_drawn_in_the_same_looks(varied: Path) -> None:
    assert run("export png --only number-3").status == 0
    (picture,) = (varied / "output/lost-city/en/png-selection").glob("number-3*.png")
    change(varied / CARD, 'font-weight="650"', 'font-weight="900"')
    before = Image.open(picture).convert("L").tobytes()
    assert run("export png --only number-3").status == 0
    assert Image.open(picture).convert("L").tobytes() != before


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("weight: 430,", "weight: 950,", "`Vary` has no weight 950: `vary` is printed in 900"),
        ("weight: 430,", "weight: 437, stretch: 70,", ""),
        ("weight: 430,", "weight: 430, features: [onum],", "`Vary` has no `onum`"),
        ("weight: 430,", "weight: 430, italic: yes,", ""),
        ("family: Vary,", "family: Red Hat Display, stretch: 70,", "has no `wdth`"),
    ],
)
@pytest.mark.at_leisure
def test_what_a_family_lacks_is_told(old: str, new: str, message: str, varied: Path) -> None:
    change(varied / STYLE, old, new)
    change(varied / CARD, ', features="tnum"', "")
    told = [line for line in run("check").err.splitlines() if "PNP402" in line]
    told = [line for line in told if "weight 430" not in line]
    assert len(told) == bool(message)
    assert all(message in line for line in told)


def test_a_variable_font_that_is_torn_is_named(varied: Path) -> None:
    font = bytearray(variable_font("Torn"))
    place = font.index(b"gvar")
    font[place : place + 4] = b"gvxr"
    write(varied / "templates/fonts", "torn.ttf", bytes(font[: len(font) // 2]))
    ran = run("check")
    assert ran.status
    assert "PNP405" in ran.err
    assert "torn.ttf" in ran.err


@pytest.mark.parametrize("place", ["style", "box", "drawing"])
def test_a_font_whose_features_cannot_be_read_is_named(
    place: str,
    varied: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Another test may have made this font of this second, and what is kept is not made again.
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path_factory.mktemp("cache")))

    def broken(*_: object) -> bytes:
        raise ValueError("the features of the font cannot be read")

    monkeypatch.setattr("printnplay.text.derived.with_features", broken)
    if place != "box":
        change(varied / CARD, ', features="tnum"', "")
    if place != "drawing":
        change(varied / CARD, "font-variant-numeric:tabular-nums;", "")
    if place == "style":
        change(varied / STYLE, "weight: 430,", "weight: 430, features: tnum,")
    ran = run("check")
    assert ran.status == 1
    assert "PNP405" in ran.err
    assert "the features of the font cannot be read" in ran.err
