"""Pictures that show a game: its box, deck and cards as if on a table, on a background.

Flat things are seen at an angle without perspective, so that a matrix places each face and it stays
a drawing. Lengths are millimetres of the real things, y grows downwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from math import cos, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.linked_pictures import as_uri
from printnplay.pdf.press import srgb_profile
from printnplay.raster.single_faces import as_png, cut_out
from printnplay.scene.sheet import FontFace

YAW, PITCH = radians(32), radians(24)
"""The turn of things on the table to the right, and the pitch of the camera, in radians. A guess:
chosen by eye."""

LEAN = 12.5
"""The angle between two cards of the fan, in degrees. A guess: chosen by eye."""

LAYERS = 26
"""The number of layers of a deck that is drawn as a stack: more are not visible."""

SHADE = "#0b0717"
"""The colour of shadows, which are never quite black."""

CARD_EDGE, CARD_LINE = "#f6f2ea", "#bfb6a9"
"""The colour of the edge of card, and of the lines between cards."""

SOFT, SOFT_STEP = 9, 1.1
"""The number of outlines of a soft shadow, and the growth of each in mm. A guess: chosen by eye."""

FACE_DPI = 240
"""The resolution of faces, in pixels per inch: more than they need in any of the pictures."""

_NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

FRAME_MARGIN = 0.06
"""The margin around the group, as a share of the shorter side of its room. A guess: chosen by
eye."""


class Shown(Struct, frozen=True):
    """A face to embed in a drawing: the content of its root element, and its trimmed size in mm.

    `name` is unique in the drawing, and is the prefix of the IDs in the face. `outline` is the die
    shape, as SVG path data from its trimmed corner; if `is_cut`, the face is already clipped to it.
    """

    name: str
    inside: str
    width: float
    height: float
    outline: str
    is_cut: bool = False


class Things(Struct, frozen=True):
    """The things to show: a fan of cards, a card before it, a back, the box, the deck's height.

    `panels` are `front`, `side` and `top`; empty without a box. There is no back without cards.
    """

    fan: Sequence[Shown]
    lying: Shown | None
    back: Shown | None
    panels: Mapping[str, Shown]
    deck_height: float


def in_pixels(shown: Shown, fonts: Sequence[FontFace]) -> Shown:
    """Rasterize a face, cut out, so that several pictures can show it faster.

    Raises:
        DrawError: it cannot be rendered.
    """
    width, height = (round(side * FACE_DPI / 25.4) for side in (shown.width, shown.height))
    root = f'<svg {_NAMESPACES} viewBox="0 0 {_n(shown.width)} {_n(shown.height)}">'
    svg, cut = f"{root}{shown.inside}</svg>", f'{root}<path d="{shown.outline}"/></svg>'
    png = cut_out(as_png(svg, fonts, (width, height), FACE_DPI, "white"), cut, FACE_DPI)
    uri = as_uri("image/png", png)
    size = f'width="{_n(shown.width)}" height="{_n(shown.height)}"'
    image = f'<image {size} preserveAspectRatio="none" xlink:href="{uri}"/>'
    return replace(shown, inside=image, is_cut=True)


def things_in_pixels(things: Things, fonts: Sequence[FontFace]) -> Things:
    """Return the things with all their faces rasterized.

    Raises:
        DrawError: one cannot be rendered.
    """
    return Things(
        [in_pixels(card, fonts) for card in things.fan],
        in_pixels(things.lying, fonts) if things.lying else None,
        in_pixels(things.back, fonts) if things.back else None,
        {name: in_pixels(panel, fonts) for name, panel in things.panels.items()},
        things.deck_height,
    )


class Room(Struct, frozen=True):
    """A rectangle of a picture, in the picture's units."""

    x: float
    y: float
    width: float
    height: float


class _Part(Struct, frozen=True):
    """A part of the group, and its corner points."""

    svg: str
    points: Sequence[tuple[float, float]]


def picture(ground: Shown, things: Things, room: Room, pixels: tuple[int, int]) -> str:
    """Return a picture of the things, as large as their part of the background allows.

    Args:
        ground: the background; its size is that of the picture.
        things: the things to show.
        room: the part of the background to place them in.
        pixels: the width and height attributes of the drawing.
    """
    parts = list(_group(things))
    points = [point for part in parts for point in part.points]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    margin = FRAME_MARGIN * min(room.width, room.height)
    scale = min(
        (room.width - 2 * margin) / (right - left), (room.height - 2 * margin) / (bottom - top)
    )
    x = room.x + room.width / 2 - scale * (left + right) / 2
    y = room.y + room.height / 2 - scale * (top + bottom) / 2
    drawn = "".join(part.svg for part in parts)
    return (
        f"<svg {_NAMESPACES}"
        f' width="{pixels[0]}" height="{pixels[1]}"'
        f' viewBox="0 0 {_n(ground.width)} {_n(ground.height)}">'
        f'<defs><linearGradient id="gloss" x1="0" y1="0" x2="1" y2="1">'
        f'<stop offset="0" stop-color="#ffffff" stop-opacity="0.16"/>'
        f'<stop offset="0.5" stop-color="#ffffff" stop-opacity="0"/></linearGradient></defs>'
        f"{ground.inside}"
        f'<g transform="translate({_n(x)} {_n(y)}) scale({_n(scale)})">{drawn}</g></svg>\n'
    )


def _group(things: Things) -> Iterator[_Part]:
    """Draw the fan; before it the box, the deck and a card that lies on the table."""
    back, box = things.back, things.panels
    high = (back or things.fan[0]).height
    yield from _fan(things.fan, (0.20 * high if box else 0.0, 0.0))
    if box:
        yield from _box(box, (-0.66 * high, 0.80 * high))
    if things.lying is not None:
        yield from _lying(things.lying, (-0.04 * high if box else -0.45 * high, 0.92 * high), -16)
    if back is not None:
        yield from _deck(back, (0.72 * high, 0.86 * high), things.deck_height, 18)


def _fan(cards: Sequence[Shown], middle: tuple[float, float]) -> Iterator[_Part]:
    """Draw cards side by side as in a hand, the last on top."""
    for number, card in enumerate(cards):
        angle = (number - (len(cards) - 1) / 2) * LEAN
        far = 1.35 * card.height
        turn = radians(angle)
        x = middle[0] + far * sin(turn)
        y = middle[1] + far * (1 - cos(turn))
        matrix = _matrix(cos(turn), sin(turn), -sin(turn), cos(turn), x, y)
        half = (card.width / 2, card.height / 2)
        points = [
            (x + cos(turn) * a - sin(turn) * b, y + sin(turn) * a + cos(turn) * b)
            for a in (-half[0], half[0])
            for b in (-half[1], half[1])
        ]
        shadow = _shadow(card.outline, -1.2, 2.4, 0.42)
        move = f'<g transform="translate({_n(-half[0])} {_n(-half[1])})">'
        yield _Part(f'<g transform="{matrix}">{move}{shadow}{_face(card)}</g></g>', points)


def _face(card: Shown) -> str:
    """Draw a face cut to its outline, with a shine and a thin edge."""
    path = f'<path d="{card.outline}"'
    return (
        f'{_cut(card)}{path} fill="url(#gloss)"/>'
        f'{path} fill="none" stroke="{SHADE}" stroke-opacity="0.28" stroke-width="0.35"/>'
    )


def _cut(shown: Shown) -> str:
    """Draw a face on white, clipped to its outline."""
    if shown.is_cut:
        return shown.inside
    path, key = f'<path d="{shown.outline}"', f"cut-{shown.name}"
    return (
        f'<clipPath id="{key}">{path}/></clipPath>{path} fill="#ffffff"/>'
        f'<g clip-path="url(#{key})">{shown.inside}</g>'
    )


def _shadow(path: str, dx: float, dy: float, dark: float) -> str:
    """Draw the soft shadow of a shape as ever wider outlines, because filters take seconds."""
    strokes = "".join(
        f'<path d="{path}" fill="{SHADE}" stroke="{SHADE}" stroke-linejoin="round"'
        f' stroke-width="{_n(width)}" fill-opacity="{_n(dark / SOFT)}"'
        f' stroke-opacity="{_n(dark / SOFT)}"/>'
        for width in (SOFT_STEP * step for step in range(1, SOFT + 1))
    )
    return f'<g transform="translate({_n(dx)} {_n(dy)})">{strokes}</g>'


def _lying(card: Shown, at: tuple[float, float], angle: float) -> Iterator[_Part]:
    """Draw a card flat on the table, turned by an angle in degrees."""
    shadow = _shadow(card.outline, 1.5, 3, 0.5)
    matrix, points = _on_table(card, at, angle)
    yield _Part(f'<g transform="{matrix}">{shadow}{_face(card)}</g>', points)


def _on_table(
    card: Shown, at: tuple[float, float], angle: float
) -> tuple[str, list[tuple[float, float]]]:
    """Return the matrix of a face that lies on the table, centred on a point, and its corners."""
    turn, flat = radians(angle), 0.56
    a, b = cos(turn), sin(turn) * flat
    c, d = -sin(turn), cos(turn) * flat
    w, h = card.width, card.height
    x, y = at[0] - (a * w + c * h) / 2, at[1] - (b * w + d * h) / 2
    corners = [(x + a * u + c * v, y + b * u + d * v) for u in (0, w) for v in (0, h)]
    return _matrix(a, b, c, d, x, y), corners


def _deck(card: Shown, at: tuple[float, float], high: float, angle: float) -> Iterator[_Part]:
    """Draw a stack of cards, face down."""
    matrix, corners = _on_table(card, at, angle)
    rise = high * cos(PITCH)
    step = rise / LAYERS
    layers = "".join(
        f'<g transform="translate(0 {_n(-step * layer)})"><path transform="{matrix}"'
        f' d="{card.outline}" fill="{CARD_EDGE}" stroke="{CARD_LINE}" stroke-width="0.35"/></g>'
        for layer in range(LAYERS)
    )
    shadow = f'<g transform="{matrix}">{_shadow(card.outline, 4, 5, 0.6)}</g>'
    top = f'<g transform="translate(0 {_n(-rise)})"><g transform="{matrix}">{_face(card)}</g></g>'
    yield _Part(shadow + layers + top, [*corners, *((x, y - rise) for x, y in corners)])


def _box(panels: Mapping[str, Shown], middle: tuple[float, float]) -> Iterator[_Part]:
    """Draw the box upright on the table, front and right side visible; `middle` is below it."""
    front, side, top = panels["front"], panels["side"], panels["top"]
    wide, deep, high = front.width, side.width, front.height
    across = (cos(YAW), sin(YAW) * sin(PITCH))
    back = (sin(YAW), -cos(YAW) * sin(PITCH))
    down = cos(PITCH)
    x = middle[0] - (across[0] * wide + back[0] * deep) / 2
    y = middle[1] - across[1] * wide
    upper = y - down * high

    def panel(shown: Shown, matrix: str, shade: float) -> str:
        dark = "#ffffff" if shade < 0 else SHADE
        square = f'width="{_n(shown.width)}" height="{_n(shown.height)}"'
        return (
            f'<g transform="{matrix}">{_cut(shown)}'
            f'<rect {square} fill="{dark}" fill-opacity="{abs(shade)}" stroke="{SHADE}"'
            f' stroke-opacity="0.35" stroke-width="0.3"/></g>'
        )

    corner = (x + across[0] * wide, upper + across[1] * wide)
    far = (x + back[0] * deep, upper + back[1] * deep)
    drawn = [
        panel(front, _matrix(*across, 0, down, x, upper), 0.0),
        panel(side, _matrix(*back, 0, down, *corner), 0.24),
        panel(top, _matrix(*across, -back[0], -back[1], *far), -0.12),
    ]
    foot = [(x, y), (corner[0], corner[1] + down * high)]
    foot.append((foot[1][0] + back[0] * deep, foot[1][1] + back[1] * deep))
    foot.append((far[0], far[1] + down * high))
    path = "M" + "L".join(f"{_n(a)} {_n(b)}" for a, b in foot) + "Z"
    shadow = _shadow(path, 3, 3, 0.7)
    points = [*foot, *((a, b - down * high) for a, b in foot)]
    yield _Part(shadow + "".join(drawn), points)


def _matrix(*values: float) -> str:
    return f"matrix({' '.join(map(_n, values))})"


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


OVERVIEW_WIDTH, OVERVIEW_GAP = 1600, 16
"""The width in pixels of a picture of all faces, and the gap between faces. A guess: as wide as a
column of a web page on a high-resolution screen."""

OVERVIEW_SIDE = 1900
"""The most pixels of the longer side: what BoardGameGeek accepts for flat pictures."""


def overview(pictures: Sequence[bytes], ground: str) -> bytes:
    """Return all faces on a background, in rows, as PNG."""
    from PIL import Image

    rows: list[list[Image.Image]] = [[]]
    for content in pictures:
        image = Image.open(BytesIO(content)).convert("RGBA")
        used = sum(other.width + OVERVIEW_GAP for other in rows[-1])
        if rows[-1] and used + image.width + 2 * OVERVIEW_GAP > OVERVIEW_WIDTH:
            rows.append([])
        rows[-1].append(image)
    heights = [max((image.height for image in row), default=0) + OVERVIEW_GAP for row in rows]
    sheet = Image.new("RGB", (OVERVIEW_WIDTH, sum(heights) + OVERVIEW_GAP), ground)
    y = OVERVIEW_GAP
    for row, height in zip(rows, heights, strict=True):
        wide = sum(image.width + OVERVIEW_GAP for image in row) - OVERVIEW_GAP
        x = (OVERVIEW_WIDTH - wide) // 2
        for image in row:
            sheet.paste(image, (x, y), image)
            x += image.width + OVERVIEW_GAP
        y += height
    sheet.thumbnail((OVERVIEW_SIDE, OVERVIEW_SIDE))
    stream = BytesIO()
    sheet.save(stream, "PNG", icc_profile=srgb_profile())
    return stream.getvalue()
