from io import BytesIO

import pytest
from msgspec.structs import replace
from pikepdf import Name

from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Rect, Size, mm
from printnplay.pdf import BakeError, TypstBaker, bake_for, pictures_of, write
from printnplay.scene.sheet import Stamp
from printnplay.svg.clean import Cleaner
from printnplay.svg.fonts import Families
from printnplay.svg.pictures import ArtFolders

from .readback import opened
from .samples import document, faces, picture, text_body, whole, written

BROKEN = "<g><rect"
RECT = Rect(mm(20), mm(30), mm(60), mm(40))


def test_a_broken_picture_is_named_with_the_reason() -> None:
    with pytest.raises(BakeError) as caught:
        TypstBaker(faces()).bake([picture("good"), picture("blue/x", BROKEN), picture("fine")])
    assert caught.value.picture == "blue/x"
    assert "failed to parse SVG" in caught.value.message


@pytest.mark.at_leisure
def test_every_broken_picture_is_named() -> None:
    several = [
        picture(str(n), f"<text>{n}</text>{BROKEN if n in (1, 4) else ''}") for n in range(6)
    ]
    with pytest.raises(BakeError) as caught:
        TypstBaker(faces()).bake(several)
    assert [fault.picture for fault in caught.value.faults] == ["1", "4"]


def test_a_picture_with_a_missing_image_is_named() -> None:
    linked = picture("linked", '<image href="nowhere.png" width="9" height="9"/>')
    with pytest.raises(BakeError, match=r"linked: .*nowhere\.png"):
        TypstBaker(faces()).bake([linked])


def test_nothing_to_bake_is_no_fault() -> None:
    assert TypstBaker(faces()).bake([]) == {}


def test_pictures_that_look_the_same_share_a_page() -> None:
    bakes = TypstBaker(faces()).bake([picture("a"), picture("b"), picture("c", text_body("c"))])
    assert [baked.page for baked in bakes.values()] == [0, 0, 1]


def test_the_page_shows_the_picture_with_its_bleed() -> None:
    (baked,) = TypstBaker(faces()).bake([picture(bleed=3)]).values()
    width, height = baked.size
    assert width == pytest.approx(66 / 25.4 * 72, abs=0.001)
    assert height == pytest.approx(46 / 25.4 * 72, abs=0.001)


def test_baking_twice_gives_the_same_bytes() -> None:
    first, second = (
        [baked.form.read_raw_bytes() for baked in bake_for([whole()]).values()] for _ in "ab"
    )
    assert first == second


BLUR = (
    '<filter id="f" x="0" y="0" width="1" height="1" filterUnits="objectBoundingBox">'
    '<feGaussianBlur stdDeviation="0.2"/></filter>'
    '<rect width="25.4" height="25.4" fill="#123456" filter="url(#f)"/>'
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("said", ["", "0", "0.2", "1.2.3", "\u0663", "9999"])
def test_a_filter_is_drawn_at_576_pixels_to_the_inch(said: str) -> None:
    face = picture("soft", f'<desc>data-filter-fineness="{said}"</desc>{BLUR}')
    # What the tool says of a drawing for itself, no drawing can bring.
    marked = face.svg.replace("<svg", f'<svg data-filter-fineness="{said}"', 1)
    cleaner = Cleaner(Families(("Red Hat Display",), "Red Hat Display"), ArtFolders(()))
    cleaned = cleaner.clean(marked if said else face.svg, ["card.svg.j2"], Problems())
    assert cleaned is not None
    face = replace(face, svg=cleaned.svg)
    pdf = opened(written(document(Stamp(face, RECT))))
    widths = [int(one.Width) for one in pdf.objects if _is_image(one)]
    assert widths == [pytest.approx(576, abs=8)] * len(widths)
    assert widths


def _is_image(one: object) -> bool:
    return getattr(one, "Subtype", None) == Name.Image and "/SMask" in one  # type: ignore[operator]


def test_documents_may_share_a_bake() -> None:
    one, two = picture("one"), picture("two", text_body("two"))
    first, second = document(Stamp(one, RECT)), document(Stamp(two, RECT))
    bakes = bake_for([first, second])
    assert set(bakes) == {one, two}
    for sample in (first, second):
        stream = BytesIO()
        write(sample, stream, bakes)
        assert len(opened(stream.getvalue()).pages) == 1


def test_pictures_are_found_on_nested_pages_too() -> None:
    assert [one.name for one in pictures_of(whole())] == ["one", "two"]


def test_a_stretched_size_counts_as_another_look() -> None:
    wide = Size(mm(80), mm(40))
    plain = picture("plain")
    stretched = type(plain)("stretched", wide, plain.bleed, plain.svg)
    bakes = TypstBaker(faces()).bake([plain, stretched])
    assert [baked.page for baked in bakes.values()] == [0, 1]
