"""Pictures enter a drawing in sRGB, and say nothing else then, whatever they said in their file."""

import base64
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from printnplay.files.linked_pictures import as_uri
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Severity
from printnplay.svg.picture_headers import header_of
from printnplay.svg.pictures import kind_of

from .coloured import (
    P3,
    PATCHES,
    REFUSED,
    SIDE,
    SRGB,
    Coloured,
    animated,
    of_space,
    patches,
    pictures,
    saved,
)
from .small_style import CASES, draw, renderer
from .test_photographs import embedded

CLOSE = 3
"""Of 255."""
PICTURES = {picture.name: picture for picture in pictures()}
WAYS = {
    "art": '{{{{ art("{name}", 0, 0, 20, 4, fit="stretch") }}}}',
    "image": '<image href="art/{name}" width="20" height="4" preserveAspectRatio="none"/>',
    "data": '<image href="{uri}" width="20" height="4" preserveAspectRatio="none"/>',
}


def drawn(folder: Path, name: str, content: bytes, way: str) -> tuple[str, list[tuple[str, str]]]:
    """A face that shows a picture, and what is reported of it."""
    (folder / "art").mkdir()
    (folder / "art" / name).write_bytes(content)
    uri = as_uri(kind_of(content) or "", content)
    body = WAYS[way].format(name=name, uri=uri)
    (folder / "face.svg.j2").write_text(f"<svg {{{{ root }}}}>{body}</svg>")
    maker = renderer([folder, CASES], [folder])
    face = draw(maker, "face")
    found = [fault for fault in maker.problems.found if fault.code != codes.TOO_FEW_PIXELS]
    assert {fault.severity for fault in found} <= {Severity.WARNING if face else Severity.ERROR}
    return face.svg if face else "", [(fault.code.id, fault.message) for fault in found]


def shown(svg: str, count: int) -> list[tuple[int, ...]]:
    """The colours of the patches of the only picture of a face."""
    image = embedded(svg)
    return [image.getpixel((SIDE * n + SIDE // 2, SIDE // 2)) for n in range(count)]  # type: ignore[misc]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_enters_a_drawing_in_srgb(name: str, way: str, tmp_path: Path) -> None:
    picture = PICTURES[name]
    svg, said = drawn(tmp_path, name, picture.content, way)
    found = shown(svg, len(picture.expected))
    assert off(found, picture) <= CLOSE, found
    assert [code for code, _ in said] == [codes.MAY_LOOK_DIFFERENT.id] * bool(picture.doubt)
    assert all(picture.doubt in message for _, message in said)
    content = base64.b64decode(svg.split(";base64,")[1].split('"')[0])
    header = header_of(kind_of(content) or "", content)
    assert header.profile in (None, SRGB)
    assert header.srgb or (header.gamma, header.chromaticities) == (None, None)


def off(found: list[tuple[int, ...]], picture: Coloured) -> int:
    """How far colours are from what they are to be, in the worst channel."""
    pairs = zip(found, picture.expected, strict=True)
    return max(abs(a - b) for one, other in pairs for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("name", ["says-nothing.jpg", "srgb.jpg", "srgb-first.png"])
def test_what_is_srgb_already_keeps_its_bytes(name: str, tmp_path: Path) -> None:
    content = PICTURES[name].content
    svg, _ = drawn(tmp_path, name, content, "image")
    assert base64.b64encode(content).decode() in svg


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_colours_on_paper_is_refused(name: str, way: str, tmp_path: Path) -> None:
    make, why = REFUSED[name]
    svg, said = drawn(tmp_path, name, make(), way)
    assert svg == ""
    ((code, message),) = said
    assert code == codes.UNUSABLE_PICTURE.id
    assert why in message


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", ["PNG", "GIF", "WEBP"])
def test_of_an_animation_the_first_frame_is_printed(form: str, way: str, tmp_path: Path) -> None:
    svg, said = drawn(tmp_path, f"a.{form.lower()}", animated(form), way)
    assert off(shown(svg, len(PATCHES)), Coloured("", b"", PATCHES)) <= CLOSE
    (message,) = (message for _, message in said)
    assert "is an animation of 2 frames: the first one is printed" in message
    content = base64.b64decode(svg.split(";base64,")[1].split('"')[0])
    assert getattr(Image.open(BytesIO(content)), "n_frames", 1) == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("turn", [3, 6])
def test_a_turned_picture_is_converted_too(turn: int, way: str, tmp_path: Path) -> None:
    upright = patches(PATCHES)
    back = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90}[turn]
    held = upright.transpose(back)
    exif = held.getexif()
    exif[274] = turn
    content = saved(held, "JPEG", icc_profile=P3, exif=exif)
    svg, said = drawn(tmp_path, "a.jpg", content, way)
    assert said == []
    assert off(shown(svg, len(PATCHES)), Coloured("", b"", of_space("display-p3"))) <= CLOSE


def test_a_converted_photograph_is_as_fine_as_its_file(tmp_path: Path) -> None:
    noise = Image.effect_noise((160, 160), 60).convert("RGB")
    fine = saved(noise, "JPEG", quality=98, icc_profile=P3)
    coarse = saved(noise, "JPEG", quality=50, icc_profile=P3)
    tables = []
    for number, content in enumerate((fine, coarse)):
        folder = tmp_path / str(number)
        folder.mkdir()
        svg, _ = drawn(folder, "a.jpg", content, "image")
        converted = base64.b64decode(svg.split(";base64,")[1].split('"')[0])
        tables.append(Image.open(BytesIO(converted)).quantization)  # type: ignore[attr-defined]
    assert max(tables[0][0]) <= max(Image.open(BytesIO(fine)).quantization[0])  # type: ignore[attr-defined]
    own = Image.open(BytesIO(saved(noise, "JPEG", quality=92)))
    assert tables[1] == own.quantization  # type: ignore[attr-defined]
