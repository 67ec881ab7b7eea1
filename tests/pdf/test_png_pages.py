"""Pages as PNGs: each file shows the page that its number says."""

from io import BytesIO

from msgspec.structs import replace
from PIL import Image

from printnplay.kernel.geometry import Rect, Size, mm
from printnplay.pdf import Printout, bake_for
from printnplay.raster import png
from printnplay.scene.sheet import Panel, Sheet

from .samples import document

COLOURS = [(20 * number, 0, 255 - 20 * number) for number in range(12)]


def test_each_file_is_the_page_of_its_number() -> None:
    size = Size(mm(20), mm(20))
    sheets = tuple(
        Sheet(size, (Panel(Rect(0, 0, mm(20), mm(20)), "#{:02x}{:02x}{:02x}".format(*colour)),))
        for colour in COLOURS
    )
    pages = replace(document(), sheets=sheets)
    found = []
    for number, (name, pieces) in enumerate(png.files(Printout("kit", pages, bake_for([pages])))):
        assert name == f"kit/kit-{number + 1:03}.png"
        with Image.open(BytesIO(b"".join(pieces))) as image:
            found.append(image.convert("RGB").getpixel((9, 9)))
    assert found == COLOURS
