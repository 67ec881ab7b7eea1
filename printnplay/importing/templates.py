"""Templates: the faces of a deck as elements, each with what differs between cards."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from textwrap import wrap

from msgspec.structs import replace

from printnplay.importing.drawing import BOX, Boxes, Drawing, of, of_kind, shape, shown, sides
from printnplay.importing.source import safe_name
from printnplay.importing.style import LEADING, SMALLEST, Style
from printnplay.importing.values import Box, Gradient, Image, Shape, Words, unused
from printnplay.kernel.geometry import Rect, Um

TIGHT = 1.5
"""How much wider than its box a line may seem to be, so that it stays a line if it shrinks."""

OPTIONAL = ", optional=True"
"""The argument of `t` for a text that some cards lack."""


def template(drawing: Drawing, faces: Sequence[Sequence[Box] | None]) -> str:
    """Return the template that draws faces of a deck."""
    lines = [_element(drawing, key, boxes) for key, boxes in _elements(faces)]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="{{ extent.width }}mm"'
        ' height="{{ extent.height }}mm"'
        ' viewBox="{{ -bleed }} {{ -bleed }} {{ extent.width }} {{ extent.height }}">\n'
        + "".join(f"{line}\n" for line in lines)
        + "</svg>\n"
    )


def _elements(
    faces: Sequence[Sequence[Box] | None],
) -> Iterable[tuple[str, list[Box | None]]]:
    """Yield the boxes of each key on all faces, from back to front."""
    order: list[str] = []
    on: list[dict[str, Box]] = []
    for face in faces:
        mine: dict[str, Box] = {}
        before = 0
        last = dict.fromkeys(reversed(face or ()))  # what is drawn again covers what is between
        for box in reversed(last):
            # Drawn several times on a face, or here after what others draw later.
            key = unused(box.key, order[:before])
            mine[key] = box
            if key not in order:
                order.insert(before, key)
            before = order.index(key) + 1
        on.append(mine)
    for key in order:
        boxes = [mine.get(key) for mine in on]
        kinds = dict.fromkeys(_kind(box) for box in boxes if box is not None)
        for number, kind in enumerate(kinds):
            same = [box if box and _kind(box) == kind else None for box in boxes]
            # Each gradient needs an id of its own.
            yield f"{key}-{number}" if number and kind[1] else key, same


def _kind(box: Box) -> tuple[type, Gradient | None]:
    """Return what boxes of one element have in common: the same kind, and gradient."""
    fill = box.what.fill if isinstance(box.what, Shape) else None
    return type(box.what), fill if isinstance(fill, Gradient) else None


def _element(drawing: Drawing, key: str, boxes: Boxes) -> str:
    """Return the lines that draw an element: the boxes with one key on all cards, or None."""
    first = next(box for box in boxes if box is not None)
    match first.what:
        case Words():
            body = _words(drawing, key, boxes)
        case Image():
            body = _image(drawing, key, boxes)
        case _:
            body = shape(drawing, key, boxes)
    body = _grouped(drawing, key, boxes, body)
    if OPTIONAL in body:
        # The text says whether the card has the element; its place may be in empty cells.
        plain = body.replace(OPTIONAL, "")
        if plain.count("card.") == 1:
            return body
        text = body[body.index("t(") : body.index(OPTIONAL) + len(OPTIONAL)]
        return f"{{% if {text}) %}}{plain}{{% endif %}}"
    shown = [
        box is not None if is_mine else None
        for box, is_mine in zip(boxes, drawing.mine, strict=True)
    ]
    condition = drawing.columns.condition(f"{key} shown", shown)
    return f"{{% if {condition} %}}{body}{{% endif %}}" if condition else body


def _place(drawing: Drawing, key: str, boxes: Boxes) -> str:
    """Return the arguments x, y, width and height of a box, from the trimmed corner."""
    return ", ".join(
        drawing.argument(f"{key} {name}", said, is_number=True)
        for name, said in sides(boxes, BOX, drawing.bleed).items()
    )


def _grouped(drawing: Drawing, key: str, boxes: Boxes, body: str) -> str:
    """Return an element in a group that turns it, or makes it translucent, if any box does."""
    attributes = []
    real = [box for box in boxes if box is not None]
    if any(box.opacity < 1 for box in real):
        said = drawing.said(f"{key} opacity", of(boxes, lambda box: f"{box.opacity:.3g}"))
        attributes.append(f'opacity="{said}"')
    if any(box.blend for box in real):
        modes = of(boxes, lambda box: f"mix-blend-mode:{box.blend or 'normal'}")
        attributes.append(f'style="{drawing.said(f"{key} blend", modes)}"')
    if any(box.turn for box in real):
        said = drawing.said(f"{key} turn", of(boxes, lambda box: _turn(box, drawing.bleed)))
        attributes.append(f'transform="{said}"')
    return f"<g {' '.join(attributes)}>{body}</g>" if attributes else body


def _turn(box: Box, bleed: Um) -> str:
    rect = box.rect
    x, y = box.pivot or (rect.x + rect.width // 2, rect.y + rect.height // 2)
    return f"rotate({box.turn:.4g} {shown(x - bleed)} {shown(y - bleed)})"


# Texts


def _words(drawing: Drawing, key: str, boxes: Boxes) -> str:
    boxes = [box and _roomy(box, drawing.style) for box in boxes]
    words = partial(of_kind, boxes, Words)

    def argument(name: str, get: Callable[[Words], str]) -> str:
        return drawing.argument(f"{key} {name}", words(get))

    style = drawing.style
    written = drawing.filled(words(lambda one: style.looks.written(style.drawn(one))))
    text = _text(drawing, key, written, drawing.filled(words(lambda one: one.source)))
    look = argument("style", lambda one: style.name(key, one))
    places = argument("align", lambda one: one.align), argument("valign", lambda one: one.valign)
    place = _place(drawing, key, boxes)
    return f"{{{{ textbox({text}, {place}, {look}, {', '.join(places)}) }}}}"


def _roomy(box: Box, style: Style) -> Box:
    """Return the box of a text with room for its line, and for all of it in the smallest type.

    Other tools print a text in any box: they cut it off, or let it stick out. Its letters are where
    those of the other tool are.
    """
    if not isinstance(box.what, Words):
        return box
    rect, font, text = box.rect, box.what.font, "".join(run.text for run in box.what.runs)
    longest = max(text.split(), key=len, default="")
    letter = min(font.size, SMALLEST) * style.wide(box.what, longest)
    width = max(rect.width, round(len(longest) * letter))
    per_line = max(1, int(width / max(letter, 1)))
    lines = sum(len(wrap(line, per_line)) or 1 for line in text.split("\n"))
    high = lines * min(font.size, SMALLEST) * LEADING
    longest = max(text.split("\n"), key=len)
    if style.wide(box.what, longest) * len(longest) * font.size < rect.width * TIGHT:
        high = max(high, font.leading or font.size * LEADING)
    height = max(rect.height, round(high * 1.1))
    before = {"centre": 0.5, "right": 1.0, "middle": 0.5, "bottom": 1.0}
    x = rect.x - round((width - rect.width) * before.get(box.what.align, 0.0))
    y = rect.y - round((height - rect.height) * before.get(box.what.valign, 0.0))
    return replace(box, rect=Rect(x, y + style.lowered(font), width, height))


def _text(drawing: Drawing, key: str, written: list[str | None], sources: list[str | None]) -> str:
    """Return the expression of a text: a constant, a number of the table, or a column of texts."""
    given = {text for text in written if text is not None}
    if len(given) == 1 and any(given):
        if name := drawing.columns.known_text(written, sources, differing=True):
            return f't("cards." ~ card.id ~ ".{name}")'
        return f't("labels.{drawing.label(key, given.pop())}")'
    if name := drawing.columns.numbers(written):
        return f"card.{name}"
    is_plain = not any(mark in text for text in given for mark in "\\*[{`")
    if is_plain and drawing.columns.number > 1:
        pattern = drawing.columns.pattern(written)
        if " ~ " in pattern:
            return pattern
    name = drawing.columns.text(key, written, sources)
    optional = OPTIONAL if "" in given else ""
    return f't("cards." ~ card.id ~ ".{name}"{optional})'


# Pictures


def _image(drawing: Drawing, key: str, boxes: Boxes) -> str:
    images = partial(of_kind, boxes, Image)
    parts = [drawing.columns.file(f"{key} file", images(lambda one: one.file))]
    parts.append(_place(drawing, key, boxes))
    parts.append(f"fit={drawing.argument(f'{key} fit', images(lambda one: one.fit))}")
    crops = images(lambda one: " ".join(f"{part:.4g}" for part in one.crop))
    if any(crops):
        parts.append(f"crop={drawing.argument(f'{key} crop', crops)}")
    body = f"{{{{ art({', '.join(parts)}) }}}}"
    if any(images(lambda one: one.flip)):
        said = drawing.said(f"{key} flip", of(boxes, lambda box: _flip(box, drawing.bleed)))
        body = f'<g transform="{said}">{body}</g>'
    if any(images(lambda one: "round" if one.corner else "")):
        name = safe_name(f"{drawing.name}-{key}-corners")
        corners = [box.what.corner if box and isinstance(box.what, Image) else 0 for box in boxes]
        clips: list[Box | None] = [
            box and replace(box, what=Shape(fill="#000000", corner=corner))
            for box, corner in zip(boxes, corners, strict=True)
        ]
        body = (
            f'<clipPath id="{name}">{shape(drawing, key, clips)}</clipPath>'
            f'<g clip-path="url(#{name})">{body}</g>'
        )
    return body


def _flip(box: Box, bleed: Um) -> str:
    flip = box.what.flip if isinstance(box.what, Image) else ""
    if not flip:
        return "scale(1)"
    x, y = 2 * (box.rect.x - bleed) + box.rect.width, 2 * (box.rect.y - bleed) + box.rect.height
    across, down = "horizontal" in flip, "vertical" in flip
    return (
        f"translate({shown(x) if across else 0} {shown(y) if down else 0})"
        f" scale({-1 if across else 1} {-1 if down else 1})"
    )
