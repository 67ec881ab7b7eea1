"""Small faces, one property of CSS each, against what Chromium makes of them.

`layouts/<subject>.html` has the faces, `<subject>.txt` what Chromium gives: places of the elements
with an id and of their texts in pixels, or a map of colours. `--update` asks Chromium again.
"""

import math
import re
import shutil
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from printnplay.importing.gathered import drawing_size
from printnplay.importing.handlebars import bare
from printnplay.importing.html_painting import Face, face_of
from printnplay.importing.values import Box, Gradient, Image, Shape, Words

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAYOUTS = Path(__file__).parent / "layouts"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
CSS = """
.card { width: 240px; height: 160px; font-family: Arial; background: #cccccc; position: relative }
p { margin: 0 } .own { margin: 1em 0 } .flex { display: flex } .grid { display: grid }
.at { position: absolute } .block { display: block }
#a { background: #800000 } #b { background: #008000 } #c { background: #808000 }
#d { background: #800080 } #e { background: #008080 } #f { background: #804000 }
"""
PAGE = "* { box-sizing: border-box } html { font-size: 14px } body { margin: 0 }"
COLOURS = {
    "#cccccc": ".", "#800000": "a", "#008000": "b", "#808000": "c", "#800080": "d", "#008080": "e",
    "#804000": "f", "#ff0000": "R", "#00ff00": "G", "#ffff00": "Y", "#00ffff": "C", "#0000ff": "B",
    "#000000": "#",
}  # fmt: skip
STEP = 10
PLACES = """() => { const card = document.querySelector('.card').getBoundingClientRect();
return [...document.querySelectorAll('[id]')].map(one => {
  const at = one.getBoundingClientRect(), range = document.createRange();
  range.selectNodeContents(one);
  const has = [...one.childNodes].some(node => node.nodeType == 3 && node.data.trim());
  const all = has ? [...range.getClientRects()].filter(rect => rect.width) : [];
  const least = name => Math.min(...all.map(rect => rect[name]));
  const most = name => Math.max(...all.map(rect => rect[name]));
  const text = all.length ? [least('left') - card.x, least('top') - card.y,
    most('right') - card.x, most('bottom') - card.y] : [];
  const box = [at.x - card.x, at.y - card.y, at.width, at.height];
  return [one.id, box.map(Math.round), text.map(Math.round)];
}) }"""


def faces() -> Iterator[tuple[str, str, str]]:
    """Yield the subject, name and HTML of each face."""
    for path in sorted(LAYOUTS.glob("*.html")):
        parts = re.split(r"<!-- (.*?) -->", path.read_text("utf-8"))[1:]
        for name, html in zip(parts[::2], parts[1::2], strict=True):
            yield path.stem, name, html.strip()


@cache
def truths(subject: str) -> dict[str, str]:
    """Return what Chromium gives for each face of a subject."""
    path = LAYOUTS / f"{subject}.txt"
    parts = re.split(r"^\[(.*)\]\n", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


FACES = [pytest.param(*face, id="-".join(face[:2])) for face in faces()]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("subject", "name", "html"), FACES)
def test_a_face_is_laid_out_as_chromium_does(subject: str, name: str, html: str) -> None:
    lost: list[str] = []
    face = face_of(html, CSS, 254, sized, lambda what, _: lost.append(what))
    assert face is not None
    expected = truths(subject)[name]
    found = mapped(face) if subject in MAPPED else listed(face, expected)
    wrong = differences(found, expected) if subject in MAPPED else strays(found, expected)
    if name in KNOWN.get(subject, ()):
        assert wrong, "it is right now: take it out of KNOWN"
        assert lost, "it is not listed"
    else:
        assert not wrong, f"{found}\nbut Chromium:\n{expected}"


MAPPED = ("paint", "pictures")
KNOWN = {
    "grids": {"named-lines"},
    "paint": {
        "rim", "before-and-after", "inner-shadow-of-colour", "outer-shadow-of-colour",
        "cut-by-path", "cut-round",
    },
    "places": {"above-the-card"},
    "sizes": {"container-unit", "viewport-unit", "float"},
    "texts": {"first-line-in"},
}  # fmt: skip
"""The faces that differ, which is listed as a loss."""


def sized(address: str) -> tuple[str, tuple[float, float] | None]:
    name = bare(address)
    return name, drawing_size((LAYOUTS / name).read_bytes())


def listed(face: Face, expected: str) -> str:
    """Return the places of elements, and the edges of the boxes of their texts."""
    lines = []
    for line in expected.splitlines():
        name, kind = line.split()[:2]
        keys = [name, f"{name}-text"] if kind == "text" else [f"{name}-{one}" for one in GROUNDS]
        box = next((box for box in face.boxes if box.key in keys), None)
        lines.append(f"{name} {place(box) if box else 'missing'}")
    return "\n".join(lines)


GROUNDS = ("ground", "ellipse", "path")


def place(box: Box) -> str:
    """Return the place of a box in pixels with its line; the edges of that of a text."""
    rect = box.rect
    half = box.what.stroke_width / 2 if isinstance(box.what, Shape) else 0
    x, y = rect.x - half, rect.y - half
    width, height = rect.width + 2 * half, rect.height + 2 * half
    if isinstance(box.what, Words):
        edges = " ".join(f"{edge / 100:.0f}" for edge in (x, y, x + width, y + height))
        return f"text {edges} {box.what.align} {box.what.valign}"
    return " ".join(f"{edge / 100:.0f}" for edge in (x, y, width, height))


def strays(found: str, expected: str) -> str:
    """Return the lines of places that differ: by a pixel, or by six where texts are measured."""
    wrong = []
    near = 6 if " text " in expected else 1
    for one, true in zip(found.splitlines(), expected.splitlines(), strict=True):
        mine, theirs = one.split()[1:], true.split()[1:]
        if mine[0] == "text":
            ours, truth, how = [*map(int, mine[1:5])], [*map(int, theirs[1:])], mine[5:]
            pairs = [(side(ours, at, how[at]), side(truth, at, how[at])) for at in (0, 1)]
        else:
            pairs = [(int(a), int(b)) for a, b in zip(mine, theirs, strict=False) if a != "missing"]
        if not pairs or any(abs(a - b) > near for a, b in pairs):
            wrong.append(one)
    return "\n".join(wrong)


def side(edges: Sequence[int], at: int, how: str) -> float:
    """Return the edge of a text that its alignment holds."""
    if how in ("centre", "middle"):
        return (edges[at] + edges[at + 2]) / 2
    return edges[at + 2] if how in ("right", "bottom") else edges[at]


def mapped(face: Face) -> str:
    """Return the colours of a face as letters."""
    rows = []
    for y in range(STEP // 2, 160, STEP):
        rows.append("".join(letter(face, x, y) for x in range(STEP // 2, 240, STEP)))
    return "\n".join(rows)


def letter(face: Face, x: int, y: int) -> str:
    for box in reversed(face.boxes):
        if colour := colour_at(box, x * 100, y * 100):
            return COLOURS.get(colour[:7], "?")
    return " "


def colour_at(box: Box, x: float, y: float) -> str:
    """Return the colour of a box at a place; empty if it has none there."""
    if box.turn:
        middle = box.rect.x + box.rect.width / 2, box.rect.y + box.rect.height / 2
        across, down = box.pivot or middle
        angle = -math.radians(box.turn)
        dx, dy = x - across, y - down
        x = across + dx * math.cos(angle) - dy * math.sin(angle)
        y = down + dx * math.sin(angle) + dy * math.cos(angle)
    rect = box.rect
    x, y = x - rect.x, y - rect.y
    match box.what:
        case Image() as image if is_in(x, y, rect.width, rect.height, image.corner):
            return picture_at(image, x, y, rect.width, rect.height)
        case Shape() as shape:
            if not is_formed(shape, x, y, box):
                return ""
            half = shape.stroke_width / 2 if shape.stroke else 0
            corner = shape.corner
            inside = (
                x - half,
                y - half,
                rect.width - 2 * half,
                rect.height - 2 * half,
                corner - half,
            )
            if is_in(*inside):
                return filled(shape.fill, x + rect.x, y + rect.y)
            outside = (
                x + half,
                y + half,
                rect.width + 2 * half,
                rect.height + 2 * half,
                corner + half,
            )
            return shape.stroke if half and is_in(*outside) else ""
    return ""


def is_formed(shape: Shape, x: float, y: float, box: Box) -> bool:
    """Return whether a place is within an ellipse, or the corners of a path."""
    if shape.form == "ellipse":
        across, down = box.rect.width / 2, box.rect.height / 2
        return math.hypot(x / across - 1, y / down - 1) <= 1
    x, y, inside = x + box.rect.x, y + box.rect.y, False
    corners: list[tuple[float, float]] = []
    for sign, to in shape.path:
        if sign == "C":
            before = corners[-1]
            ends = before, to[:2], to[2:4], to[4:]
            x1, y1 = (
                sum(n * end[at] for n, end in zip((1, 3, 3, 1), ends, strict=True)) / 8
                for at in (0, 1)
            )
            corners.append((x1, y1))
        corners += [(to[-2], to[-1])] if to else []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside or not corners


def is_in(x: float, y: float, width: float, height: float, corner: float) -> bool:
    if not (0 <= x < width and 0 <= y < height):
        return False
    dx = max(corner - x, x - (width - corner), 0)
    dy = max(corner - y, y - (height - corner), 0)
    return corner <= 0 or math.hypot(dx, dy) <= corner


def filled(fill: str | Gradient, x: float, y: float) -> str:
    if isinstance(fill, str):
        return fill
    (x1, y1), (x2, y2) = fill.start, fill.end
    at = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    return next((colour for stop, colour in fill.stops if at < stop), fill.stops[-1][1])


def picture_at(image: Image, x: float, y: float, width: float, height: float) -> str:
    """Return the colour of the picture of quarters, which is twice as wide as high."""
    left, top, wide, high = image.crop or (0, 0, 100, 100)
    if "horizontal" in image.flip:
        x = width - x
    if "vertical" in image.flip:
        y = height - y
    across, down = width / wide, height / high
    if image.fit != "stretch":
        sides = width / (160 * wide), height / (80 * high)
        share = max(sides) if image.fit == "cover" else min(sides)
        across, down = 160 * share, 80 * share
        x, y = x - (width - wide * across) / 2, y - (height - high * down) / 2
    x, y = (left + x / across) / 100, (top + y / down) / 100
    if not (0 <= x < 1 and 0 <= y < 1):
        return ""
    return [["#ff0000", "#00ff00"], ["#ffff00", "#00ffff"]][y >= 0.5][x >= 0.5]


def differences(found: str, expected: str) -> str:
    """Return the places of letters that Chromium has neither there nor beside them."""
    mine, theirs = found.splitlines(), expected.splitlines()

    def near(rows: Sequence[str], x: int, y: int) -> str:
        return "".join(row[max(0, x - 1) : x + 2] for row in rows[max(0, y - 1) : y + 2])

    return " ".join(
        f"{x},{y}"
        for y, row in enumerate(theirs)
        for x, one in enumerate(row)
        if " " not in (around := near(theirs, x, y))
        and (mine[y][x] not in around or one not in near(mine, x, y))
    )


def test_chromium_gives_what_is_recorded(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--update"):
        return
    assert CHROMIUM, "Chromium is missing"
    assert find_spec("playwright"), "playwright is missing"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as program:
        page = program.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]).new_page()
        page.goto((LAYOUTS / "quarters.svg").as_uri().removesuffix("quarters.svg") + "flex.html")
        written: dict[str, str] = {}
        for subject, name, html in faces():
            said = recorded(page, html, is_map=subject in MAPPED)
            written[subject] = written.get(subject, "") + f"[{name}]\n{said}"
        for subject, text in written.items():
            (LAYOUTS / f"{subject}.txt").write_text(text, "utf-8")


def recorded(page: "Page", html: str, *, is_map: bool) -> str:
    page.set_content(
        f"<!doctype html><base href='{LAYOUTS.as_uri()}/'><style>{PAGE}{CSS}</style>{html}"
    )
    if is_map:
        from io import BytesIO

        from PIL import Image as Picture

        shot = page.screenshot(clip={"x": 0, "y": 0, "width": 240, "height": 160})
        picture = Picture.open(BytesIO(shot)).convert("RGB")
        rows = [
            "".join(
                COLOURS.get(
                    "#{:02x}{:02x}{:02x}".format(*cast(tuple[int, ...], picture.getpixel((x, y)))),
                    " ",
                )
                for x in range(STEP // 2, 240, STEP)
            )
            for y in range(STEP // 2, 160, STEP)
        ]
        return "".join(f"{row}\n" for row in rows)
    lines = []
    for name, box, text in page.evaluate(PLACES):
        lines.append(" ".join(map(str, (name, *box))))
        lines += [" ".join(map(str, (name, "text", *text)))] if text else []
    return "".join(f"{line}\n" for line in lines)
