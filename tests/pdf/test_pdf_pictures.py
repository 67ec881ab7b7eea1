from collections.abc import Mapping
from io import BytesIO
from random import Random
from typing import Any, TypeAlias

import pypdfium2
import pytest
from PIL import Image, ImageChops

from printnplay.files.linked_pictures import LARGE, as_uri, filled, is_link, linked
from printnplay.pdf import Bakes, TypstBaker
from printnplay.scene.picture import Picture
from printnplay.svg.pictures import linked_drawing

from .samples import alone, faces, picture

pytestmark = pytest.mark.sampled(2)

SIDE = 280
MOVED = '<filter id="f"><feOffset dx="2"/></filter>'
NOISE = Image.frombytes("RGB", (SIDE, SIDE), Random(1).randbytes(3 * SIDE * SIDE))
ROUND = Image.radial_gradient("L").resize((SIDE, SIDE))


def _with_alpha() -> Image.Image:
    image = NOISE.copy()
    image.putalpha(ROUND)
    return image


Saving: TypeAlias = tuple[Image.Image, str, Mapping[str, Any]]
KINDS: dict[str, Saving] = {
    "JPEG": (NOISE, "jpeg", {"quality": 95}),
    "progressive JPEG": (NOISE, "jpeg", {"progressive": True, "quality": 95}),
    "grey JPEG": (NOISE.convert("L"), "jpeg", {"quality": 100}),
    "CMYK JPEG": (NOISE.convert("CMYK"), "jpeg", {}),
    "PNG": (NOISE, "png", {}),
    "grey PNG": (NOISE.convert("L"), "png", {}),
    "PNG of 16 bits": (NOISE.convert("L").convert("I;16"), "png", {}),
    "PNG that is seen through": (_with_alpha(), "png", {}),
    "PNG of 256 colours": (NOISE.convert("P"), "png", {}),
    "PNG of 256 colours, one of them clear": (NOISE.convert("P"), "png", {"transparency": 7}),
    "GIF": (NOISE, "gif", {}),
    "WebP": (_with_alpha(), "webp", {"lossless": True}),
}


def saved(image: Image.Image, kind: str, options: Mapping[str, Any]) -> bytes:
    stream = BytesIO()
    image.save(stream, kind.upper(), **options)
    return stream.getvalue()


def with_picture(uri: str, before: str = "", effect: str = "") -> Picture:
    place = f'x="10" y="5" width="30" height="30" {effect}'
    return picture("p", f'{before}<image {place} href="{uri}"/>')


def in_drawing(uri: str) -> str:
    """A drawing in which the picture goes through a filter."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{MOVED}'
        f'<image width="9" height="9" filter="url(#f)" href="{uri}"/></svg>'
    )


def pair(name: str) -> tuple[str, str]:
    """A picture as a data URI, and as a link."""
    image, kind, options = KINDS[name]
    content = saved(image, kind, options)
    link = linked(f"image/{kind}", content)
    assert len(content) >= LARGE
    assert is_link(link)
    return as_uri(f"image/{kind}", content), link


@pytest.fixture(scope="module")
def pairs() -> dict[str, tuple[Picture, Picture]]:
    pairs = {name: pair(name) for name in KINDS}
    drawn = {name: (with_picture(whole), with_picture(uri)) for name, (whole, uri) in pairs.items()}
    whole, uri = pairs["JPEG"]
    moved = [with_picture(link, MOVED, 'filter="url(#f)"') for link in (whole, uri)]
    drawn["through a filter"] = (moved[0], moved[1])
    inner = as_uri("image/svg+xml", in_drawing(whole).encode())
    link = linked_drawing(in_drawing(uri))
    assert is_link(link)
    drawn["in a linked drawing"] = (with_picture(inner), with_picture(link))
    return drawn


@pytest.fixture(scope="module")
def bakes(pairs: dict[str, tuple[Picture, Picture]]) -> Bakes:
    return TypstBaker(faces()).bake([face for both in pairs.values() for face in both])


def shown(face: Picture, bakes: Bakes) -> Image.Image:
    page = pypdfium2.PdfDocument(alone(face, bakes))[0]
    image: Image.Image = page.render(scale=2).to_pil().convert("RGB")
    return image


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", [*KINDS, "through a filter", "in a linked drawing"])
def test_a_linked_picture_is_printed_like_one_that_the_drawing_carries(
    name: str, pairs: dict[str, tuple[Picture, Picture]], bakes: Bakes
) -> None:
    whole, linking = pairs[name]
    assert filled(linking.svg) == whole.svg
    assert shown(whole, bakes).getcolors(1) is None
    difference = ImageChops.difference(shown(whole, bakes), shown(linking, bakes))
    assert max(difference.tobytes()) <= 1
