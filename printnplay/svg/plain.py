"""Conversion of drawings to the features that typst supports.

Effects of inner drawings move to a group, clips in CSS become clip paths, dashes relative to
`pathLength` are converted to user units, non-scaling strokes get their final width.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from itertools import count
from math import sqrt

from lxml import etree
from lxml.etree import _Element

from printnplay.kernel import codes
from printnplay.svg.boxed import Boxes, follow
from printnplay.svg.css import Style
from printnplay.svg.elements import (
    NAMES,
    SVG,
    XLINK_HREF,
    drop,
    href,
    inherited,
    line_of,
    pixels_to_the_unit,
    said,
    say,
    to_root,
    viewport,
    without,
)
from printnplay.svg.faults import Report
from printnplay.svg.geometry import Box, fitted
from printnplay.svg.gradients import chain_of, once
from printnplay.svg.limits import OCTAVES
from printnplay.svg.outlines import end_of, length, lines_of, outline
from printnplay.svg.values import Segment, numbers, path_data, user

EFFECTS = ("opacity", "filter", "clip-path", "mask", "mix-blend-mode", "isolation")
"""Properties that typst applies to the box of an inner drawing and not to its contents, or
twice."""
DOT = 0.005
"""The length of a dot, relative to its stroke width: PDF draws no line without length, and typst
rounds a very short one to none."""
SPECK = 10
"""The multiple of that length up to which outlines are dots too: a twentieth of the stroke."""


def apply(root: _Element, boxed: Sequence[tuple[_Element, Style]], report: Report) -> None:
    """Convert a drawing to the features that typst supports.

    Args:
        root: the drawing, with its style sheets applied.
        boxed: elements with declarations that need the bounding box of the element.
        report: receives what cannot be converted.
    """
    ids = {name: element for element in root.iter() if (name := element.get("id"))}
    boxes = Boxes(ids)
    for element, style in boxed:
        follow(element, style, boxes, report)
    plain = _Plain(ids, report)
    for element in list(root.iter(tag=etree.Element)):
        plain.say(element)
    if not report.rendered:
        # Last: it is the background of the whole page, to which the root's own effects do not
        # apply.
        _paint_background(root)


class _Plain:
    """Converts elements, each according to its kind."""

    def __init__(self, ids: dict[str, _Element], report: Report) -> None:
        self._ids = ids
        self._report = report
        self._by_name: dict[str, Callable[[_Element], None]] = {
            "svg": self._drawing,
            "use": self._use,
            "text": self._text,
            "feTurbulence": _limit_octaves,
            "linearGradient": self._gradient,
            "textPath": self._text_path,
        }
        # Skip features that do not occur anywhere in the drawing.
        if any(word in report.text for word in _OF_STROKES):
            self._by_name.update(dict.fromkeys(_STROKED, self._shape))
        self._followers: dict[str, list[_Element]] = defaultdict(list)
        for gradient in ids.values():
            if NAMES.get(gradient.tag, "").endswith("Gradient"):
                self._followers[href(gradient).strip()].append(gradient)
        self._has_overflow = "overflow" in report.text

    def say(self, element: _Element) -> None:
        """Convert an element, and the properties that every element can have."""
        name = NAMES.get(element.tag, "")
        if name in self._by_name:
            self._by_name[name](element)
        elif name == "a":
            self._link(element)
        if self._has_overflow and said(element, "overflow") == "inherit":
            say(element, "overflow", _overflow_around(element))

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
        """Turn a link, which does not work on paper, into a group or a part of a text."""
        inside = any(NAMES.get(outer.tag) == "text" for outer in element.iterancestors())
        element.tag = f"{{{SVG}}}{'tspan' if inside else 'g'}"
        target = href(element).strip()
        drop(element, "href", XLINK_HREF, "target")
        if target not in ("", "#"):
            message = f"the link to `{target[:60]}` is left out"
            help_ = "links do not work on paper: print the address if readers need it"
            self._report.warning(codes.LINK_LEFT_OUT, message, line_of(element), help_)

    def _use(self, element: _Element) -> None:
        """Apply the size and the reference point of a symbol (SVG 2, 5.5)."""
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
        """Convert the direction, case and hidden parts of a text.

        typst misplaces the rest of a text if its first part is hidden, and loses letters of a text
        with a `textLength` and parts.
        """
        for part in list(element.iterdescendants(etree.Element)):
            if said(part, "display") == "none":
                without(part)
            elif said(part, "opacity"):
                _fade(part)
        self._check_length(element)
        _change_case(element)
        self._check_override(element)
        for part in element.iter(tag=etree.Element):
            _say_direction(part)
        if inherited(element, "direction", "ltr") == "rtl":
            _begin_at_right(element)
        for part in element.iter(tag=etree.Element):
            # Marks express this now: a browser must not apply both.
            say(part, "direction", "")
            say(part, "unicode-bidi", "")
        if inherited(element, "direction", "ltr") == "rtl":
            say(element, "direction", "ltr")

    def _check_override(self, text: _Element) -> None:
        """Report letters that join, such as Arabic ones, where their order is overridden."""
        for part in text.iter(tag=etree.Element):
            if "override" in said(part, "unicode-bidi") and _JOINED.search(_words(part)):
                message = "letters under `unicode-bidi: bidi-override` are drawn unjoined"
                help_ = "write the letters in the order they are read, without the override"
                self._report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(part), help_)
                return

    def _check_length(self, text: _Element) -> None:
        """Remove the `textLength` of a text with parts: its letters would be lost."""
        for whole in text.iter(etree.Element):
            parts = [child for child in whole if NAMES.get(child.tag) in ("tspan", "a")]
            if parts and "textLength" in whole.attrib:
                drop(whole, "textLength", "lengthAdjust")
                message = "the length of a text with parts (`textLength`) is not supported"
                help_ = "turn the text into outlines, or space its letters with `letter-spacing`"
                self._report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(text), help_)

    def _text_path(self, element: _Element) -> None:
        """Give a text that has path data a path element to run along (SVG 2, 11.8.1)."""
        data = element.get("path", "").strip()
        if data:
            name = next(
                free for number in count() if (free := f"text-path-{number}") not in self._ids
            )
            path = etree.Element(f"{{{SVG}}}path", id=name, d=data)
            self._ids[name] = path
            defs = etree.Element(f"{{{SVG}}}defs")
            defs.append(path)
            element.getroottree().getroot().insert(0, defs)
            drop(element, "path", XLINK_HREF)
            element.set("href", f"#{name}")
        if element.get("side") == "right":
            message = "a text on the right side of its path is drawn on the left one"
            help_ = "turn the path round in your drawing program"
            self._report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(element), help_)

    def _gradient(self, element: _Element) -> None:
        """Replace a gradient of no length by its last colour (SVG 2, 14.2.2); PDF draws nothing."""
        chain = chain_of(element, self._ids)
        ends = {
            name: next((link.get(name) for link in chain if name in link.attrib), default)
            for name, default in (("x1", "0%"), ("y1", "0%"), ("x2", "100%"), ("y2", "0%"))
        }
        if any(user(ends[f"{axis}1"], 1) != user(ends[f"{axis}2"], 1) for axis in "xy"):
            self._end_clearly(element, chain)
            return
        stops = next((found for link in chain if (found := link.findall(_STOP))), [])
        if not stops:
            return
        for other in self._followers[f"#{element.get('id')}"]:
            # Those that inherit its stops keep them.
            if not other.findall(_STOP):
                other.extend(map(deepcopy, stops))
        for stop in element.findall(_STOP):
            element.remove(stop)
        element.append(deepcopy(stops[-1]))

    def _end_clearly(self, element: _Element, chain: Sequence[_Element]) -> None:
        """Make both ends of a gradient a single colour where several stops coincide there.

        PDFium takes 256 samples of a gradient, and shows a hairline of stops that only apply beyond
        its shape; PDF uses only the first of several stops at 1.
        """
        stops = once(element.findall(_STOP))
        first = [stop for offset, stop in stops if offset == 0]
        last = [stop for offset, stop in stops if offset == 1]
        is_within = _BEYOND.isdisjoint(name for link in chain for name in link.attrib)
        if is_within and not self._followers[f"#{element.get('id')}"]:
            for stop in (*first[:-1], *last[1:]):
                element.remove(stop)
        else:
            for stop in last[:-1]:
                stop.set("offset", "0.9999")

    def _shape(self, element: _Element) -> None:
        if inherited(element, "stroke-linejoin", "") == "miter-clip":
            message = "the join `miter-clip` of strokes is drawn as `bevel` where it would clip"
            help_ = "turn the stroke into a path, if its corners matter"
            self._report.warning(codes.MAY_LOOK_DIFFERENT, message, line_of(element), help_)
        if said(element, "vector-effect") == "non-scaling-stroke":
            self._fix_stroke(element)
        if "pathLength" in element.attrib:
            _count_dashes(element)
        _close_dashes(element)
        _draw_dots(element)

    def _fix_stroke(self, element: _Element) -> None:
        """Give a non-scaling stroke its final width."""
        across, down = to_root(element).scales
        scale = sqrt(across * down) * pixels_to_the_unit(element)
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


_OF_STROKES = ("vector-effect", "pathLength", "stroke-linecap", "miter-clip", "stroke-dasharray")
_STROKED = ("path", "line", "polyline", "polygon", "rect", "circle", "ellipse")
_OTHER_END = {"start": "end", "end": "start"}
_LENGTHS = re.compile(r"[-+.\deE]+[a-z]*")
_CASES: Mapping[str, Callable[[str], str]] = {"uppercase": str.upper, "lowercase": str.lower}
_FIRST = re.compile(r"(?<!\w)(?<!\w['’])\w")


_STOP = f"{{{SVG}}}stop"
_BEYOND = {"x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform", "spreadMethod"}
"""Attributes with which a gradient may end within its shape."""
_JOINED = re.compile("[\u0600-\u07ff\u0840-\u08ff]")
"""Letters of Arabic, Syriac, N'Ko, Mandaic."""
_EMBEDDED = {"rtl": "\u202b", "ltr": "\u202a"}
_OVERRIDDEN = {"rtl": "\u202e", "ltr": "\u202d"}
_POP = "\u202c"


def _overflow_around(element: _Element) -> str:
    """Return the `overflow` that an element inherits (SVG 2, 3.8)."""
    parent = element.getparent()
    if parent is None:
        return "visible"
    clips = parent.getparent() is not None and NAMES.get(parent.tag) in _CLIPPING
    return said(parent, "overflow") or ("hidden" if clips else "visible")


_CLIPPING = frozenset({"svg", "symbol", "marker", "pattern", "image"})
"""Elements that a browser's own style sheet clips (SVG 2, "User agent style sheet")."""


def _fade(part: _Element) -> None:
    """Convert the opacity of a part of a text, which typst supports for whole texts only."""
    opacity = user(said(part, "opacity"), 1, default=1)
    for inner in part.iter(etree.Element):
        for name in ("fill-opacity", "stroke-opacity"):
            if inner is part or said(inner, name):
                say(inner, name, f"{opacity * user(inherited(inner, name, '1'), 1, default=1):.4g}")
    say(part, "opacity", "")


def _change_case(text: _Element) -> None:
    """Write letters in the case that `text-transform` requests (CSS Text 3, 2.1)."""
    _write_case(text, "")
    # Otherwise browsers would change them again.
    for part in text.iter(tag=etree.Element):
        say(part, "text-transform", "")
    if inherited(text, "text-transform", "none") != "none":
        say(text, "text-transform", "none")


def _write_case(part: _Element, before: str) -> str:
    """Change the case of a part after the character `before`; return its last character."""
    how = inherited(part, "text-transform", "").lower()
    part.text = _in_case(part.text or "", how, before) or None
    before = (part.text or before)[-1:]
    for child in part:
        if isinstance(child.tag, str):
            before = _write_case(child, before)
        child.tail = _in_case(child.tail or "", how, before) or None
        before = (child.tail or before)[-1:]
    return before


def _in_case(words: str, how: str, before: str) -> str:
    if how != "capitalize":
        return _CASES.get(how, str)(words)
    start = len(before)
    whole = _FIRST.sub(
        lambda first: first[0].upper() if first.start() >= start else first[0], before + words
    )
    return whole[start:]


def _begin_at_right(text: _Element) -> None:
    """Anchor right-to-left text at its right end (SVG 2, 11.10.1), where typst uses the left."""
    for part in text.iter(tag=etree.Element):
        anchor = said(part, "text-anchor")
        if part is text:
            anchor = inherited(text, "text-anchor", "start")
        if anchor in _OTHER_END:
            say(part, "text-anchor", _OTHER_END[anchor])


def _say_direction(part: _Element) -> None:
    """Express the direction of a text or a part of it by Unicode's own marks (UAX 9, 2).

    typst treats all text as left-to-right text with words of other directions in it.
    """
    direction = inherited(part, "direction", "ltr")
    how = said(part, "unicode-bidi")
    begins = NAMES.get(part.tag) == "text" or "x" in part.attrib or "y" in part.attrib
    mark = ""
    if "override" in how:
        mark = _OVERRIDDEN.get(direction, "")
    elif how in ("embed", "isolate") or (begins and direction == "rtl"):
        mark = _EMBEDDED.get(direction, "")
    if not mark:
        return
    part.text = mark + (part.text or "").lstrip()
    if len(part):
        part[-1].tail = (part[-1].tail or "") + _POP
    else:
        part.text += _POP


def _words(element: _Element) -> str:
    return "".join(map(str, element.itertext()))


def _reference(text: str | None, start: float, size: float) -> float:
    share = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}.get(text or "")
    return user(text, size) if share is None else start + share * size


def _limit_octaves(element: _Element) -> None:
    octaves = numbers(element.get("numOctaves", "1")).values
    if octaves and octaves[0] > OCTAVES:
        element.set("numOctaves", str(OCTAVES))


def _count_dashes(element: _Element) -> None:
    """Convert dashes relative to `pathLength` to user units (SVG 2, 9.6.1)."""
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


def _close_dashes(element: _Element) -> None:
    """Draw dashes without gaps as a solid line: viewers show a seam between two dashes."""
    values = [user(value) for value in _LENGTHS.findall(inherited(element, "stroke-dasharray", ""))]
    if any(values) and not any(values[1::2]) and len(values) % 2 == 0:
        say(element, "stroke-dasharray", "none")


def _draw_dots(element: _Element) -> None:
    """Give lines without length, which round and square caps turn into dots, a tiny length."""
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
    """Return path data in which each part hardly longer than a dot is a dot in the same place."""
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
