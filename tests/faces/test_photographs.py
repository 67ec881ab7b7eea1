"""Pictures of pixels on a face: upright, cut to their place, as fine as print shows."""

import base64
import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from printnplay.faces.renderer import FaceRenderer
from printnplay.kernel import codes

from .small_style import CASES, draw, draw_body, renderer

RED, WHITE = (220, 0, 0), (255, 255, 255)


def photograph(folder: Path, name: str, size: tuple[int, int] = (300, 200), turn: int = 1) -> Path:
    """A white picture with a red bar along the top, held as EXIF's number says."""
    image = Image.new("RGB", size, WHITE)
    image.paste(RED, (0, 0, size[0], size[1] // 5))
    exif = image.getexif()
    exif[274] = turn
    (folder / "art").mkdir(exist_ok=True)
    image.save(folder / "art" / name, exif=exif)
    return folder / "art" / name


def embedded(svg: str) -> Image.Image:
    """The only picture in a drawing."""
    (data,) = re.findall(r'"data:image/[a-z]+;base64,([^"]*)"', svg)
    return Image.open(BytesIO(base64.b64decode(data))).convert("RGB")


def is_red(image: Image.Image, x: float, y: float) -> bool:
    """Whether the picture is red at a place, in shares of its sides."""
    width, height = image.size
    red, green, _ = image.getpixel((int(x * (width - 1)), int(y * (height - 1))))  # type: ignore[misc]
    return bool(red > 180 and green < 100)


def drawn(folder: Path, body: str) -> Image.Image:
    return embedded(draw_body(folder, body, art=[folder]).svg)


IMAGE = '<image href="art/{}" width="20" height="{}"/>'


@pytest.mark.parametrize("body", [IMAGE.format("a.jpg", 30), '{{ art("a.jpg", 0, 0, 20, 30) }}'])
def test_a_picture_is_printed_as_the_camera_was_held(body: str, tmp_path: Path) -> None:
    photograph(tmp_path, "a.jpg", turn=6)
    image = drawn(tmp_path, body)
    assert image.size == (200, 300)
    assert is_red(image, 1, 0.5)
    assert not is_red(image, 0.5, 0)


@pytest.mark.parametrize("body", [IMAGE.format("a.jpg", 20), '{{ art("a.jpg", 0, 0, 20, 20) }}'])
def test_what_print_cannot_show_is_not_kept(body: str, tmp_path: Path) -> None:
    photograph(tmp_path, "a.jpg", (3000, 2000))
    assert drawn(tmp_path, body).size == (473, 316)  # 20 mm at 600 to the inch


def test_a_picture_that_is_fit_for_print_stays_as_it_is(tmp_path: Path) -> None:
    file = photograph(tmp_path, "a.png")
    picture = draw_body(tmp_path, IMAGE.format("a.png", 15), art=[tmp_path])
    assert base64.b64encode(file.read_bytes()).decode() in picture.svg


@pytest.mark.parametrize(
    ("options", "size", "top_is_red"),
    [
        ('fit="cover"', (200, 200), True),
        ('fit="cover", focus="left"', (200, 200), True),
        ('fit="cover", focus=[0, 100]', (200, 200), True),
        ('fit="stretch"', (300, 200), True),
        ("crop=[0, 50, 100, 50]", (300, 100), False),
        ('crop=[0, 50, 100, 50], fit="cover"', (100, 100), False),
    ],
)
def test_a_picture_is_cut_to_its_place(
    options: str, size: tuple[int, int], *, top_is_red: bool, tmp_path: Path
) -> None:
    photograph(tmp_path, "a.png")
    image = drawn(tmp_path, f'{{{{ art("a.png", 0, 0, 12, 12, {options}) }}}}')
    assert image.size == size
    assert is_red(image, 0.5, 0) is top_is_red


def test_the_focus_says_what_is_kept(tmp_path: Path) -> None:
    photograph(tmp_path, "a.png")
    body = '{{{{ art("a.png", 0, 0, 24, 8, fit="cover", focus="{}") }}}}'
    assert is_red(drawn(tmp_path, body.format("top")), 0.5, 0)
    assert not is_red(drawn(tmp_path, body.format("bottom right")), 0.5, 0)


def test_a_drawing_is_cut_to_its_place_too(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40mm" height="20mm">'
        '<rect width="20" height="20" fill="red"/></svg>'
    )
    body = '{{ art("a.svg", 0, 0, 10, 10, fit="cover", focus="left") }}'
    assert 'viewBox="0 0 20 20"' in draw_body(tmp_path, body, art=[tmp_path]).svg


@pytest.mark.parametrize(
    ("aspect", "fit", "view"),
    [
        ("xMidYMid slice", "contain", "0 5 20 10"),
        ("xMinYMin slice", "contain", "0 0 20 10"),
        ("xMidYMid", "contain", "-10 0 40 20"),
        ("xMaxYMid", "contain", "-20 0 40 20"),
        ("none", "contain", "0 0 20 20"),
        ("xMidYMid slice", "cover", "5 5 10 10"),
        ("none", "cover", "5 0 10 20"),
    ],
)
def test_the_whole_of_a_drawing_is_what_its_width_and_height_show(
    aspect: str, fit: str, view: str, tmp_path: Path
) -> None:
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" width="40mm" height="20mm"'
        f' preserveAspectRatio="{aspect}"><rect width="20" height="20" fill="red"/></svg>'
    )
    body = f'{{{{ art("a.svg", 0, 0, 10, 10, fit="{fit}") }}}}'
    svg = draw_body(tmp_path, body, art=[tmp_path]).svg
    assert f'viewBox="{view}"' in svg
    shape = 'width="10" height="5"' if fit == "contain" else 'width="10" height="10"'
    assert shape in svg


@pytest.mark.parametrize(
    ("mode", "level", "ending"),
    [
        ("CMYK", (0, 255, 255, 0), "jpg"),
        ("L", 9, "jpg"),
        ("P", 1, "png"),
        ("1", 1, "png"),
        ("I;16", 65535, "png"),
        ("RGBA", (255, 0, 0, 255), "webp"),
    ],
)
def test_pictures_of_all_modes_are_read(
    mode: str, level: int | tuple[int, ...], ending: str, tmp_path: Path
) -> None:
    (tmp_path / "art").mkdir()
    Image.new(mode, (900, 900), level).save(tmp_path / "art" / f"a.{ending}")
    body = f'{{{{ art("a.{ending}", 0, 0, 20, 20) }}}}'
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>")
    maker = renderer([tmp_path, CASES], [tmp_path])
    face = draw(maker, "face")
    assert face is not None
    assert embedded(face.svg).size == (473, 473)
    doubts = [codes.MAY_LOOK_DIFFERENT] if mode == "CMYK" else []  # it says not which inks
    assert [fault.code for fault in maker.problems.found] == doubts


def warned(maker: FaceRenderer) -> list[str]:
    assert all(fault.code == codes.TOO_FEW_PIXELS for fault in maker.problems.found)
    return [fault.message for fault in maker.problems.found]


@pytest.mark.parametrize("body", [IMAGE.format("a.png", 20), '{{ art("a.png", 0, 0, 20, 20) }}'])
def test_too_few_pixels_are_told_with_how_many_it_takes(body: str, tmp_path: Path) -> None:
    photograph(tmp_path, "a.png", (60, 60))
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>")
    maker = renderer([tmp_path, CASES], [tmp_path])
    assert draw(maker, "face") is not None
    assert warned(maker) == [
        "the picture has 60 x 60 pixels, 76 per inch in print; 200 per inch needs 158 x 158"
    ]


def test_a_picture_of_several_sizes_is_told_once_where_it_is_worst(tmp_path: Path) -> None:
    photograph(tmp_path, "a.png", (60, 60))
    maker = renderer([tmp_path, CASES], [tmp_path])
    for side in (15, 30, 20):
        body = f'{{{{ art("a.png", 0, 0, {side}, {side}) }}}}'
        (tmp_path / f"face-{side}.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>")
        assert draw(maker, f"face-{side}") is not None
    assert warned(maker) == [
        "the picture has 60 x 60 pixels, 51 per inch in print; 200 per inch needs 237 x 237"
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ('fit="fill"', "fit is 'fill'"),
        ('focus="nose"', "focus is 'nose'"),
        ("focus=[1]", "focus is [1]"),
        ("crop=[50, 0, 60, 100]", "crop is [50, 0, 60, 100]"),
        ('crop="x"', "crop is 'x'"),
    ],
)
def test_options_that_mean_nothing_are_faults(options: str, said: str, tmp_path: Path) -> None:
    photograph(tmp_path, "a.png")
    body = f'{{{{ art("a.png", 0, 0, 12, 12, {options}) }}}}'
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>")
    maker = renderer([tmp_path, CASES], [tmp_path])
    assert draw(maker, "face") is None
    assert [fault.message for fault in maker.problems.found] == [said]


def test_a_picture_larger_than_can_be_printed_is_made_smaller(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    Image.new("1", (9000, 5000)).save(tmp_path / "art" / "a.png")
    assert drawn(tmp_path, IMAGE.format("a.png", 20)).size == (474, 263)


def test_a_picture_that_is_broken_within_is_a_fault(tmp_path: Path) -> None:
    file = photograph(tmp_path, "a.png", (3000, 2000))
    content = bytearray(file.read_bytes())
    content[60:90] = bytes(30)
    file.write_bytes(content)
    (tmp_path / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{IMAGE.format('a.png', 9)}</svg>")
    maker = renderer([tmp_path, CASES], [tmp_path])
    draw(maker, "face")
    assert [fault.code for fault in maker.problems.found] == [codes.UNUSABLE_PICTURE]
