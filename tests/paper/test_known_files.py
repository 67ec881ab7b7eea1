"""Files whose like is known to be printed otherwise: what is mended has to leave `known.yaml`."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageCms, ImageDraw

from .corpus import Foreign
from .foreign import Seen, seen_in_pictures, seen_on_cards
from .games import ROOT
from .known import WHOLE, is_known, known

pytestmark = pytest.mark.at_leisure

THAI = ROOT / "tests/acceptance/lantern/templates/fonts/NotoSansThai.ttf"
STRENGTH = """<svg xmlns="http://www.w3.org/2000/svg"
width="60mm" height="40mm" viewBox="0 0 60 40">
<text x="4" y="24" font-size="12" font-family="Noto Sans Thai"
>\u0e01\u0e33\u0e25\u0e31\u0e07</text>
</svg>
"""


def _stripes() -> Image.Image:
    picture = Image.new("RGB", (600, 600), "#c0c0c0")
    draw = ImageDraw.Draw(picture)
    for number, colour in enumerate(("#c03020", "#20a040", "#2040c0", "#e0c040")):
        draw.rectangle((0, 150 * number, 599, 150 * number + 149), fill=colour)
    return picture


def with_profile(folder: Path) -> Foreign:
    """A picture whose profile says that its red is green, and its green red."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = profile.replace(b"rXYZ", b"????").replace(b"gXYZ", b"rXYZ").replace(b"????", b"gXYZ")
    path = folder / "profile.png"
    _stripes().save(path, icc_profile=swapped)
    return Foreign("made/profile.png", "picture", path)


def with_four_inks(folder: Path) -> Foreign:
    """A picture in four inks."""
    path = folder / "inks.jpg"
    _stripes().convert("CMYK").save(path, quality=95)
    return Foreign("made/inks.jpg", "picture", path)


def with_thai(folder: Path) -> Foreign:
    """A drawing with the word for strength."""
    path = folder / "strength.svg"
    path.write_text(STRENGTH, "utf-8")
    return Foreign("made/strength.svg", "drawing", path)


def _on_card(file: Foreign, place: Path) -> Seen:
    # The font is for the words of drawings; a picture has none.
    (seen,) = seen_on_cards([file], place, [THAI] if file.kind == "drawing" else [])
    return seen


CASES = [
    ("embedded-profile", with_profile, _on_card),
    ("cmyk-in-png", with_four_inks, seen_in_pictures),
    ("thai-am", with_thai, _on_card),
]


@pytest.mark.parametrize(("what", "make", "see"), CASES, ids=[case[0] for case in CASES])
def test_what_is_known_differs_and_what_is_not_is_equal(
    what: str,
    make: Callable[[Path], Foreign],
    see: Callable[[Foreign, Path], Seen],
    tmp_path: Path,
) -> None:
    seen = see(make(tmp_path), tmp_path)
    expected = {"different", "near"} if is_known(what) else {"equal"}
    assert seen.outcome in expected, f"{seen.difference} {seen.said}"


def test_each_known_difference_is_of_a_kind_that_is_tried() -> None:
    assert {case[0] for case in CASES} == {*WHOLE}
    kinds = {one.what.partition(" ")[0] for one in known()}
    assert kinds <= {*WHOLE, "picture", "unseen-text"}
