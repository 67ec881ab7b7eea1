"""Drawings said plainly: what typst does not follow, in words that it does.

Effects of inner drawings go to a group, clips in CSS become clip paths, dashes that count in
`pathLength` count in units, strokes that do not scale get the width that they end up with.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from math import hypot, sqrt

from lxml import etree
from lxml.etree import _Element

from printnplay.model import codes
from printnplay.svg.css import Style
from printnplay.svg.elements import (
    NAMES,
    SVG,
    XLINK_HREF,
    drop,
    href,
    inherited,
    line_of,
    said,
    say,
    to_root,
    viewport,
)
from printnplay.svg.faults import Report
from printnplay.svg.geometry import Box, Matrix, fitted
from printnplay.svg.limits import OCTAVES
from printnplay.svg.outlines import box as box_around
from printnplay.svg.outlines import end_of, length, lines_of, outline
from printnplay.svg.transforms import css_transform
from printnplay.svg.values import (
    CSS_PIXELS,
    MM_PER_INCH,
    Segment,
    millimetres,
    numbers,
    path_data,
    transform,
    user,
)

EFFECTS = ("opacity", "filter", "clip-path", "mask", "mix-blend-mode", "isolation")
"""What typst does to the box of an inner drawing and not to what is in it, or does twice."""
DOT = 0.005
"""How long a dot is made, of the width of its stroke: PDF draws no line without length, and typst
rounds so that a very short one has none."""
SPECK = 10
"""Outlines of so many times that length are dots too."""
DEEPEST = 100


def apply(root: _Element, boxed: Sequence[tuple[_Element, Style]], report: Report) -> None:
    """Say a drawing plainly.

    Args:
        root: the drawing, with its style sheets applied.
        boxed: elements with declarations that need the box around the element.
        report: takes what cannot be said.
    """
    ids = {name: element for element in root.iter() if (name := element.get("id"))}
    boxes = _Boxes(ids)
    for element, style in boxed:
        _follow(element, style, boxes, report)
    if not report.rendered:
        _paint_background(root)
    plain = _Plain(ids, report)
    for element in list(root.iter(tag=etree.Element)):
        plain.say(element)


class _Plain:
    """Says elements plainly, each by what it is."""

    def __init__(self, ids: Mapping[str, _Element], report: Report) -> None:
        self._ids = ids
        self._report = report
        self._by_name: dict[str, Callable[[_Element], None]] = {
            "svg": self._drawing,
            "use": self._use,
            "text": self._text,
            "feTurbulence": _limit_octaves,
        }
        # What is nowhere in a drawing is not looked for in each of its elements.
        if any(word in report.text for word in ("vector-effect", "pathLength", "stroke-linecap")):
            self._by_name.update(dict.fromkeys(_STROKED, self._shape))
        self._has_overflow = "overflow" in report.text

    def say(self, element: _Element) -> None:
        """Say an element plainly, and what every element can have."""
        name = NAMES.get(element.tag, "")
        if name in self._by_name:
            self._by_name[name](element)
        elif name == "a":
            self._link(element)
        if self._has_overflow and said(element, "overflow") == "inherit":
            parent = element.getparent()
            say(element, "overflow", said(parent, "overflow") if parent is not None else "")

    def _drawing(self, element: _Element) -> None:
        if element.getparent() is None and self._report.rendered:
            return
        effects = {name: value for name in EFFECTS if (value := said(element, name))}
        own = element.get("transform", "") if element.getparent() is None else ""
        if not effects and not own:
            return
        group = etree.Element(f"{{{SVG}}}g")
        for name, value in effects.items():
            say(element, name, "")
            say(group, name, value)
        if own:
            group.set("transform", own)
            drop(element, "transform")
        group.text, element.text = element.text, None
        group.extend(list(element))
        element.append(group)

    def _link(self, element: _Element) -> None:
        """Make a link, which paper does not follow, the group or part of a text that it is."""
        inside = any(NAMES.get(outer.tag) == "text" for outer in element.iterancestors())
        element.tag = f"{{{SVG}}}{'tspan' if inside else 'g'}"
        target = href(element).strip()
        drop(element, "href", XLINK_HREF, "target")
        if target not in ("", "#"):
            message = f"the link to `{target[:60]}` is left out"
            help_ = "paper is not clicked: print the address, if readers need it"
            self._report.warning(codes.LINK_LEFT_OUT, message, line_of(element), help_)

    def _use(self, element: _Element) -> None:
        """Follow the size and the reference point of a symbol (SVG 2, 5.5)."""
        symbol = self._ids.get(href(element).strip().removeprefix("#"))
        if symbol is None or NAMES.get(symbol.tag) != "symbol":
            return
        for side in ("width", "height"):
            if side in symbol.attrib and side not in element.attrib:
                element.set(side, str(symbol.attrib[side]))
        if "refX" not in symbol.attrib and "refY" not in symbol.attrib:
            return
        whole = viewport(element)
        size = (
            user(element.get("width"), whole[0], default=whole[0]),
            user(element.get("height"), whole[1], default=whole[1]),
        )
        values = numbers(symbol.get("viewBox", "")).values
        view = Box(*values) if len(values) == 4 else Box(0, 0, *size)
        matrix = fitted(view, Box(0, 0, *size), symbol.get("preserveAspectRatio", ""))
        x, y = matrix.point(
            _reference(symbol.get("refX"), view.x, view.width),
            _reference(symbol.get("refY"), view.y, view.height),
        )
        element.set("x", f"{user(element.get('x'), whole[0]) - x:.8g}")
        element.set("y", f"{user(element.get('y'), whole[1]) - y:.8g}")

    def _text(self, element: _Element) -> None:
        """Let text from right to left begin where it says, and change the case of letters."""
        if inherited(element, "direction", "ltr") == "rtl":
            # SVG 2, 11.10.1: the start of such a text is its right end; typst takes the left one.
            for part in element.iter(tag=etree.Element):
                anchor = said(part, "text-anchor") if part is not element else ""
                if part is element:
                    anchor = inherited(element, "text-anchor", "start")
                if anchor in _OTHER_END:
                    say(part, "text-anchor", _OTHER_END[anchor])
        for part in element.iter(tag=etree.Element):
            change = _CASES.get(inherited(part, "text-transform", ""))
            if change is not None:
                part.text = change(part.text) if part.text else None
                for child in part:
                    child.tail = change(child.tail) if child.tail else None

    def _shape(self, element: _Element) -> None:
        if said(element, "vector-effect") == "non-scaling-stroke":
            self._fix_stroke(element)
        if "pathLength" in element.attrib:
            _count_dashes(element)
        _draw_dots(element)

    def _fix_stroke(self, element: _Element) -> None:
        """Give a stroke that does not scale the width that it ends up with."""
        across, down = to_root(element).scales
        scale = sqrt(across * down) * _pixels_to_the_unit(element)
        if scale <= 0:
            return
        if max(across, down) > 1.01 * min(across, down):
            message = "a stroke that does not scale is drawn with one width in all directions"
            help_ = "scale width and height alike, or turn the stroke into a path"
            self._report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(element), help_)
        for name in ("stroke-width", "stroke-dashoffset", "stroke-dasharray"):
            default = "1" if name == "stroke-width" else ""
            values = _LENGTHS.findall(inherited(element, name, default))
            if values:
                say(element, name, " ".join(f"{user(value) / scale:.6g}" for value in values))
        say(element, "vector-effect", "")


_STROKED = ("path", "line", "polyline", "polygon", "rect", "circle", "ellipse")
_OTHER_END = {"start": "end", "end": "start"}
_LENGTHS = re.compile(r"[-+.\deE]+[a-z]*")
_CASES: Mapping[str, Callable[[str], str]] = {
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda text: re.sub(r"\b\w", lambda letter: letter[0].upper(), text),
}


def _reference(text: str | None, start: float, size: float) -> float:
    share = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}.get(text or "")
    return user(text, size) if share is None else start + share * size


def _pixels_to_the_unit(element: _Element) -> float:
    """How many pixels of CSS a unit of the root makes, at the size that the drawing says."""
    root = element.getroottree().getroot()
    view = numbers(root.get("viewBox", "")).values
    width = millimetres(root.get("width", ""))
    if len(view) != 4 or view[2] <= 0 or width is None:
        return 1
    return width * CSS_PIXELS / MM_PER_INCH / view[2]


def _limit_octaves(element: _Element) -> None:
    octaves = numbers(element.get("numOctaves", "1")).values
    if octaves and octaves[0] > OCTAVES:
        element.set("numOctaves", str(OCTAVES))


def _count_dashes(element: _Element) -> None:
    """Let dashes that count in `pathLength` count in units (SVG 2, 9.6.1)."""
    given = numbers(element.get("pathLength", "")).values
    drop(element, "pathLength")
    lines = outline(element, viewport(element))
    if not given or given[0] <= 0 or lines is None:
        return
    factor = length(lines) / given[0]
    for name in ("stroke-dasharray", "stroke-dashoffset"):
        values = _LENGTHS.findall(inherited(element, name, ""))
        if values and values[0] != "none":
            say(element, name, " ".join(f"{user(value) * factor:.6g}" for value in values))


def _draw_dots(element: _Element) -> None:
    """Give lines without length, which round and square ends make dots, a tiny one."""
    if inherited(element, "stroke-linecap", "butt") not in ("round", "square"):
        return
    tiny = DOT * user(inherited(element, "stroke-width", "1"), default=1)
    name = NAMES[element.tag]
    if name == "path":
        data = element.get("d", "")
        if len(data) < 10_000:
            element.set("d", _with_dots(data, tiny))
    elif name in ("line", "polyline", "polygon"):
        lines = outline(element, viewport(element)) or [[]]
        if len(lines[0]) > 1 and length(lines) == 0:
            x, y = lines[0][0]
            element.tag = f"{{{SVG}}}path"
            element.set("d", f"M{x:.8g} {y:.8g}h{tiny:.4g}")


def _with_dots(data: str, tiny: float) -> str:
    """Path data whose parts that are hardly longer than a dot are one, in the same place."""
    parts: list[list[Segment]] = []
    starts: list[tuple[float, float]] = []
    at = start = (0.0, 0.0)
    for segment in path_data(data).segments:
        end = end_of(segment, at)
        if segment.command in "Mm" or not parts or parts[-1][-1].command in "Zz":
            start = end if segment.command in "Mm" else start
            parts.append([])
            starts.append(start)
        parts[-1].append(segment)
        at = start if segment.command in "Zz" else end
    written = []
    changed = False
    for (x, y), segments in zip(starts, parts, strict=True):
        first = f"M{x:.8g} {y:.8g}"
        rest = segments[1:] if segments[0].command in "Mm" else segments
        body = "".join(_as_text(segment) for segment in rest)
        is_dot = bool(rest) and length(lines_of(first + body)) <= SPECK * tiny
        changed |= is_dot
        written.append(f"{first}h{tiny:.4g}" if is_dot else first + body)
    return "".join(written) if changed else data


def _as_text(segment: Segment) -> str:
    return segment.command + " ".join(f"{value:.9g}" for value in segment.values)


def _paint_background(root: _Element) -> None:
    """Paint the background that CSS gives to a whole drawing."""
    colour = said(root, "background-color") or said(root, "background")
    for name in ("background", "background-color"):
        say(root, name, "")
    if not colour or colour in ("none", "transparent", "inherit") or "url(" in colour:
        return
    values = numbers(root.get("viewBox", "")).values
    sides = zip(("x", "y", "width", "height"), values or (0, 0), strict=False)
    size = {"width": "100%", "height": "100%", **{name: f"{side:g}" for name, side in sides}}
    root.insert(0, etree.Element(f"{{{SVG}}}rect", {**size, "fill": colour, "stroke": "none"}))


class _UnknownBoxError(Exception):
    """The box around an element is not known, because there is text in it."""


class _Boxes:
    """The boxes around elements, in the units that these are drawn in."""

    def __init__(self, ids: Mapping[str, _Element]) -> None:
        self._ids = ids

    def around(self, element: _Element, *, stroked: bool = False, depth: int = 0) -> Box | None:
        """The box around an element, or around its strokes as well; None when it is empty.

        Raises:
            _UnknownBoxError: it is not known.
        """
        name = NAMES.get(element.tag, "")
        if name in ("text", "") or depth > DEEPEST:
            raise _UnknownBoxError
        lines = outline(element, viewport(element))
        if lines is not None:
            box = box_around(lines)
            if box is None or not stroked or inherited(element, "stroke", "none") == "none":
                return box
            half = user(inherited(element, "stroke-width", "1"), default=1) / 2
            x, y, width, height = box
            return Box(x - half, y - half, width + 2 * half, height + 2 * half)
        if name not in ("g", "a", "svg", "use", "switch"):
            return None
        target = self._ids.get(href(element).strip().removeprefix("#")) if name == "use" else None
        shift = Matrix(e=user(element.get("x")), f=user(element.get("y")))
        children = [target] if target is not None else element.iterchildren(tag=etree.Element)
        whole: Box | None = None
        for child in children:
            box = self.around(child, stroked=stroked, depth=depth + 1)
            if box is not None:
                matrix = transform(child.get("transform", "")).matrix
                matrix = shift.times(matrix) if target is not None else matrix
                whole = matrix.box(box).joined(whole)
        return whole


def _follow(element: _Element, style: Style, boxes: _Boxes, report: Report) -> None:
    """Follow declarations that count from the box around an element."""
    try:
        moved = _moved(element, style, boxes)
        clipped = "clip-path" not in style or _clip(element, style["clip-path"], boxes)
        if moved and clipped:
            return
    except (_UnknownBoxError, ValueError, IndexError):
        pass
    said_ = "; ".join(f"{name}: {value}" for name, value in sorted(style.items()))
    message = f"`{said_[:100]}` in a style is not followed"
    help_ = "write it as an attribute: a transform in units, a clipPath element"
    report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(element), help_)


def _moved(element: _Element, style: Style, boxes: _Boxes) -> bool:
    if not style.keys() - {"clip-path"}:
        return True
    stroked = style.get("transform-box") == "stroke-box"
    box = boxes.around(element, stroked=stroked)
    if box is None:
        return True
    # Where there is a box, the origin is its corner only if nothing else is said.
    own = element.get("transform", "")
    matrix = css_transform(style, (box.width, box.height), own, (box.x, box.y))
    if matrix is None:
        return False
    element.set("transform", matrix)
    return True


_SHAPE = re.compile(r"(?P<name>[a-z]+)\((?P<inside>.*)\)", re.IGNORECASE | re.DOTALL)
_BOX = re.compile(r"(?:fill|stroke|view|content|padding|border|margin)-box")


def _clip(element: _Element, value: str, boxes: _Boxes) -> bool:
    """Make a clip path of a shape of CSS (CSS Shapes 1, 3); whether it is understood."""
    said_box = _BOX.search(value)
    kind = said_box[0] if said_box else "border-box"
    shape = _SHAPE.fullmatch(_BOX.sub("", value).strip())
    if shape is None:
        return False
    if kind == "view-box":
        box: Box | None = Box(0, 0, *viewport(element))
    else:
        stroked = kind in ("stroke-box", "border-box", "margin-box")
        box = boxes.around(element, stroked=stroked)
    if box is None:
        return True
    drawn = _clip_shape(shape["name"].lower(), shape["inside"], box)
    if drawn is None:
        return False
    root = element.getroottree().getroot()
    number = len(root.findall(f".//{{{SVG}}}clipPath"))
    name = f"css-clip-{number}"
    clip = etree.Element(f"{{{SVG}}}clipPath", id=name)
    clip.append(drawn)
    root.insert(0, clip)
    say(element, "clip-path", f"url(#{name})")
    return True


def _clip_shape(name: str, inside: str, box: Box) -> _Element | None:
    main, _, at = inside.partition(" at ")
    centre = _centre(at, box)
    match name:
        case "inset":
            return _inset(inside, box)
        case "circle":
            radius = _radius(main.strip() or "closest-side", centre, box, hypot(*box[2:]) / sqrt(2))
            return _element("circle", cx=centre[0], cy=centre[1], r=radius)
        case "ellipse":
            words = main.split() or ["50%", "50%"]
            rx, ry = (_length(word, side) for word, side in zip(words, box[2:], strict=True))
            return _element("ellipse", cx=centre[0], cy=centre[1], rx=rx, ry=ry)
        case "polygon":
            return _polygon(inside, box)
        case "path":
            return _element(
                "path",
                d=inside.partition("'")[2].rpartition("'")[0]
                or inside.partition('"')[2].rpartition('"')[0],
                transform=f"translate({box.x:g} {box.y:g})",
            )
    return None


def _element(name: str, **attributes: float | str) -> _Element:
    texts = {
        key: value if isinstance(value, str) else f"{value:.8g}"
        for key, value in attributes.items()
    }
    return etree.Element(f"{{{SVG}}}{name}", texts)


def _length(text: str, whole: float) -> float:
    values = numbers(text.rstrip("%abcdefghijklmnopqrstuvwxyz")).values
    if not values:
        raise ValueError(text)
    return user(text, whole)


def _centre(text: str, box: Box) -> tuple[float, float]:
    words = text.split() or ["50%", "50%"]
    sides = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
    if words[0] in ("top", "bottom"):
        words.reverse()
    across, down = [*words, "50%"][:2]
    return (
        box.x + _length(sides.get(across, across), box.width),
        box.y + _length(sides.get(down, down), box.height),
    )


def _radius(text: str, centre: tuple[float, float], box: Box, whole: float) -> float:
    gaps = (
        centre[0] - box.x,
        box.x + box.width - centre[0],
        centre[1] - box.y,
        box.y + box.height - centre[1],
    )
    keywords = {"closest-side": min(map(abs, gaps)), "farthest-side": max(map(abs, gaps))}
    return keywords[text] if text in keywords else _length(text, whole)


def _inset(text: str, box: Box) -> _Element:
    sides, _, rounding = text.partition("round")
    words = sides.split()
    # As for margins: what is not said is as on the other side.
    top = words[0]
    right = words[1] if len(words) > 1 else top
    bottom = words[2] if len(words) > 2 else top
    left = words[3] if len(words) > 3 else right
    up, down = _length(top, box.height), _length(bottom, box.height)
    begin, end = _length(left, box.width), _length(right, box.width)
    corner = _length(rounding.split()[0], box.width) if rounding.split() else 0.0
    return _element(
        "rect",
        x=box.x + begin,
        y=box.y + up,
        width=max(0.0, box.width - begin - end),
        height=max(0.0, box.height - up - down),
        rx=corner,
    )


def _polygon(text: str, box: Box) -> _Element:
    points = [part.split() for part in text.split(",")]
    rule = "nonzero"
    if points[0][0] in ("evenodd", "nonzero"):
        rule = points.pop(0)[0]
    places = (
        f"{box.x + _length(x, box.width):.8g},{box.y + _length(y, box.height):.8g}"
        for x, y in points
    )
    return _element("polygon", points=" ".join(places), **{"clip-rule": rule})
