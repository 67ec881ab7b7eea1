"""The check of the texts on a finished face: whether they are cut off, covered or hard to see.

Where letters lie is worked out from their fonts; what they are seen on is looked at as pixels, and
only once for faces that differ in nothing but their texts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property, partial
from itertools import chain
from math import inf
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct
from tinycss2.color3 import RGBA, parse_color

from printnplay.model import codes
from printnplay.model.codes import Code
from printnplay.model.diagnostics import Diagnostic, Note, Severity, Span, Subject
from printnplay.model.drawn_lines import FirstPlace, Written
from printnplay.model.geometry import Size, Um, mm
from printnplay.model.legibility import Eye, Letters, Quad, Scene, Sight
from printnplay.model.memo import key_of
from printnplay.model.memory import Memory
from printnplay.model.shapes import Knife, Shape, ShapeKind
from printnplay.svg.elements import NAMES, SVG, href, inherited, line_of, said, say, to_root
from printnplay.svg.faults import Report
from printnplay.svg.geometry import Box, Matrix, around
from printnplay.svg.ink import Found, Stretch, texts_of
from printnplay.svg.lettering import Look, words
from printnplay.svg.lint import SHAPES
from printnplay.svg.values import user
from printnplay.typesetting.text.fonts import FontShelf

SAFE: Um = mm(1)
"""What letters keep from an outline that is cut along by hand: scissors and punches are off by as
much. Machines want more, which is checked for the service that has them."""

CUT_OFF: Um = 20
"""Letters that reach no further over a cut are whole: a knife is wider."""

FAINT_SHARE = 1 / 3
"""The share of the letters of a line that may be hard to see: a picture may end under a line."""

STROKE = 0.1
"""The thinnest outline of letters that parts them from their ground, in mm: a thinner one breaks
up in print."""

LONGEST = 30
"""How much of a text is quoted, in characters."""

_TEXT = f"{{{SVG}}}text"
_RECT = f"{{{SVG}}}rect"
_WORDS = re.compile(r"<text\b([^>]*)(?<!/)>.*?</text>", re.DOTALL)
_UNSEEN = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker"})
_VEILS = {
    "opacity": "1",
    "clip-path": "none",
    "mask": "none",
    "filter": "none",
    "mix-blend-mode": "normal",
}
"""What changes how letters inside of an element are seen, and the values that change nothing."""
_STOP = f"{{{SVG}}}stop"
FAR = 1e5
"""How far a flood reaches where what repeats it moves it, in its own units."""


class Setting(Struct, frozen=True):
    """What is known of a face beside its drawing.

    `die` is what a card of the trimmed `size` is cut to; `written` is where its template called
    text boxes, by where their first lines start.
    """

    die: Shape
    size: Size
    written: Mapping[FirstPlace, Written]


class Face(Struct, frozen=True):
    """A finished face: its drawing as a tree and as it is written, and what is known of it.

    `area` is what it covers, in mm; `files` are those of the drawings that were put into it, by
    their groups.
    """

    root: _Element
    svg: str
    ids: Mapping[str, _Element]
    area: Box
    files: Mapping[_Element, str]


class Legible(Struct):
    """Judges faces with the fonts of a project, and an eye for pixels."""

    shelf: FontShelf
    eye: Eye

    def judge(  # noqa: PLR0913
        self,
        root: _Element,
        svg: str,
        area: Box,
        files: Mapping[_Element, str],
        setting: Setting,
        report: Report,
    ) -> None:
        """Report texts that are cut off, covered or hard to see.

        Args:
            root: A finished drawing, in mm.
            svg: The same as it is written.
            area: What it covers.
            files: Those of the drawings that were put into it, by the groups that they are in.
            setting: What is known of the face beside its drawing.
            report: Takes the warnings.
        """
        if "<text" not in svg:
            return
        ids = {name: element for element in root.iter() if (name := element.get("id")) is not None}
        face = Face(root, svg, ids, area, files)
        texts = texts_of(face.root, face.ids, face.area, self.shelf)
        seen = [text for text in texts if not _is_hidden(text.element)]
        if seen:
            _Judgement(self, face, setting, report, seen).of_all()


class _Fault(NamedTuple):
    """What is wrong with a text: the worst of its kind is reported."""

    code: Code
    message: str
    label: str
    help: str
    degree: float
    notes: tuple[Note, ...] = ()


class _Judgement(Struct, dict=True):
    """The judgement of one face."""

    by: Legible
    face: Face
    setting: Setting
    report: Report
    texts: Sequence[Found]

    def of_all(self) -> None:
        """Report what is wrong with each text."""
        knife = _Die.of(self.setting.die, self.setting.size)
        if knife is not None:
            for text in self.texts:
                fault = knife.judged(text, self._inks(text))
                if fault:
                    self._tell(text, fault)
        for text, fault in self._dim():
            self._tell(text, fault)

    def _tell(self, text: Found, fault: _Fault) -> None:
        place, key = self._place(text.element)
        degree = fault.degree if place.line else None
        found = Diagnostic(
            fault.code,
            fault.message,
            place,
            fault.label,
            fault.help,
            fault.notes,
            Severity.WARNING,
            subject=Subject(key=key),
            degree=degree,
        )
        self.report.reported = True
        self.report.problems.add(found)

    def _place(self, element: _Element) -> Written:
        """Where an element was written, and the key of its text if it has one."""
        for outer in (element, *element.iterancestors()):
            if outer in self.face.files:
                return Written(Span(self.face.files[outer], line_of(element)))
        if element.tag == _TEXT:
            first = next(iter(element), None)
            attributes = ("x", "y", "font-size")
            x, y, size = (first.get(name, "") if first is not None else "" for name in attributes)
            if (x, y, size) in self.setting.written:
                return self.setting.written[x, y, size]
        return Written(self.report.place_of(line_of(element)))

    # Letters of texts that are not set in plain lines are found by looking.

    @cached_property
    def _looked(self) -> dict[_Element, list[Quad]]:
        return {}

    def _inks(self, text: Found) -> list[Quad]:
        """The ink of a text without stretches, in small rectangles."""
        if text.stretches:
            return []
        element = text.element
        if element not in self._looked:
            alone = _alone(self.face.root, element)
            self._looked[element] = self.by.eye.ink(alone, self.face.area)
        return self._looked[element]

    def _dim(self) -> Iterator[tuple[Found, _Fault]]:
        """The texts that are covered or hard to see, each with its worst fault."""
        stage = _stage(self.face)
        layers = stage.layers_of(self.face.root)
        parts = [
            part for text in self.texts for part in self._parts(text, layers.get(text.element))
        ]
        sights = self.by.eye.sights(stage.scene, [part.letters for part in parts])
        lost = [
            (part, sight)
            for part, sight in zip(parts, sights, strict=True)
            if sight.covered or sight.faint
        ]
        if not lost:
            return
        worst: dict[int, tuple[Found, _Fault]] = {}
        for part, sight in lost:
            fault = self._fault_of(part, self._without_copies(part, sight, parts, sights))
            known = worst.get(id(part.text))
            if fault and (known is None or fault.degree > known[1].degree):
                worst[id(part.text)] = part.text, fault
        yield from worst.values()

    def _parts(self, text: Found, layer: int | None) -> Iterator["_Part"]:
        """The letters of a text that are to be looked at."""
        if layer is None:
            return
        for part in text.stretches:
            opacity = _opacity(part.look)
            paints = self._paints(text.element, part.look, part.matrix)
            if opacity > 0 or paints:
                letters = Letters(layer, paints, opacity or 1.0, part.around, partial(_quads, part))
                yield _Part(text, part.words, letters, whole=False)
        if not text.stretches:
            quads = self._inks(text)
            opacity = _opacity(text.look)
            if quads and opacity > 0:
                paints = self._paints(text.element, text.look, Matrix())
                around_ = _quad(around(list(chain.from_iterable(quads))))
                letters = Letters(layer, paints, opacity, around_, lambda: quads)
                yield _Part(text, words(text.element), letters, whole=True)

    def _paints(self, text: _Element, look: Look, matrix: Matrix) -> tuple[str, ...]:
        """The colours of letters, any of which may part them from their ground."""
        paints: list[str] = []
        if _opacity(look) > 0:
            paints += self._colours(text, look.get("fill", "#000000"))
        width = user(look.get("stroke-width"), default=1) * min(matrix.scales)
        if look.get("stroke", "none") != "none" and width >= STROKE:
            paints += self._colours(text, look["stroke"])
        return tuple(dict.fromkeys(paints))

    def _colours(self, text: _Element, paint: str) -> list[str]:
        """The colours of a paint: those of its stops, if it is a gradient."""
        if paint.lower() == "currentcolor":
            paint = inherited(text, "color", "#000000")
        name = paint.partition("#")[2].partition(")")[0].strip("'\" ")
        if not paint.startswith("url("):
            return _plain(paint)
        element = self.face.ids.get(name)
        seen: list[_Element] = []
        while element is not None and element not in seen:
            seen.append(element)
            stops = [_plain(said(stop, "stop-color") or "#000000") for stop in element.iter(_STOP)]
            if stops:
                return list(chain.from_iterable(stops))
            element = self.face.ids.get(href(element).strip().removeprefix("#"))
        return []

    def _without_copies(
        self, part: "_Part", sight: Sight, parts: Sequence["_Part"], sights: Sequence[Sight]
    ) -> Sight:
        """How letters are seen together with copies of them: shadows, and outlines of their own."""
        covered, faint = sight.covered, sight.faint
        for other, seen in zip(parts, sights, strict=True):
            if other is part or not part.is_copied_by(other):
                continue
            lost = seen.covered | seen.faint
            covered, faint = covered & lost, faint & lost
        return sight._replace(covered=covered, faint=faint)

    def _fault_of(self, part: "_Part", sight: Sight) -> _Fault | None:
        """What is wrong with letters, if so many of them are lost that it matters."""
        count = sight.letters
        covered, faint = len(sight.covered), len(sight.faint)
        told = _short(part.words)
        enough = count * FAINT_SHARE if part.whole else 1
        if covered and covered >= enough:
            cover = self._cover(part)
            if cover is None and covered == count:
                return None  # beside what is shown of a drawing: nobody is meant to see it
            which = f"<{NAMES.get(cover.tag, '')}>" if cover is not None else "what cuts it off"
            many = (
                "all of it" if covered == count or part.whole else f"{covered} of {count} letters"
            )
            notes: tuple[Note, ...] = ()
            if cover is not None:
                notes = (("this lies over it", self._place(cover).span),)
            return _Fault(
                codes.TEXT_COVERED,
                f"`{told}` lies under {which}, and cannot be read: {many}",
                "a text that is covered by what is drawn after it",
                "draw it after the shape, or move one of them",
                2 + covered / count,
                notes,
            )
        if faint and faint >= max(1, count * FAINT_SHARE):
            alike = sight.contrast < 1.05
            how = (
                f"has the colour of its ground ({sight.ground})"
                if alike
                else f"({sight.paint}) hardly stands out from its ground ({sight.ground})"
            )
            return _Fault(
                codes.TEXT_FAINT,
                f"`{told}` {how}: contrast {sight.contrast:.2g}:1",
                "expected at least 3:1, as WCAG does of the largest type",
                "make the text darker or its ground lighter, or the other way round; small type"
                " should have 4.5:1",
                1 / sight.contrast,
            )
        return None

    def _cover(self, part: "_Part") -> _Element | None:
        """The shape that hides letters: the first without which, and all later ones, they show."""
        later = _later(self.face.root, part.text.element)
        low, high = 0, len(later)
        if not self._is_covered(part, later):
            return None
        # With the first `low` of the later shapes they show, with the first `high` they do not.
        if self._is_covered(part, later[:0]):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if self._is_covered(part, later[:middle]):
                high = middle
            else:
                low = middle
        return later[high - 1]

    def _is_covered(self, part: "_Part", kept: Sequence[_Element]) -> bool:
        """Whether letters are covered where only these of the later shapes are drawn."""
        left_out = set(_later(self.face.root, part.text.element)) - set(kept)
        texts = {text.element for text in self.texts}
        black, white = (
            _flooded(self.face, part.text.element, colour, texts, left_out)
            for colour in ("#000000", "#ffffff")
        )
        scene = Scene(self.face.area, black, ((0, black, white),))
        letters = Letters(0, (), 1.0, part.letters.around, part.letters.each)
        (sight,) = self.by.eye.sights(scene, [letters])
        return bool(sight.covered)


class _Part(Struct, frozen=True):
    """Letters of a text as they are looked at; `whole` if they are small rectangles of its ink."""

    text: Found
    words: str
    letters: Letters
    whole: bool

    def is_copied_by(self, other: "_Part") -> bool:
        """Whether another text says the same, at nearly the same place."""
        if self.words.split() != other.words.split() or self.whole != other.whole:
            return False
        mine, its = (around(list(part.letters.around)) for part in (self, other))
        near = min(mine.height, its.height) / 3
        return abs(mine.x - its.x) <= near and abs(mine.y - its.y) <= near


class _Stage(Struct, frozen=True):
    """What the texts of faces are seen on, and the layer of each text in their order."""

    scene: Scene
    layers: tuple[int | None, ...]

    def layers_of(self, root: _Element) -> Mapping[_Element, int | None]:
        """The layers of texts; None of one that takes part in a shape, such as a clip."""
        return dict(zip(root.iter(_TEXT), self.layers, strict=True))


_STAGES: Memory[_Stage] = Memory(256)
"""Those of faces that differ in their texts only."""


def _stage(face: Face) -> _Stage:
    shapes = _WORDS.sub(r"<text\1/>", face.svg)
    key = key_of(shapes, face.area)
    return _STAGES.get(key) or _STAGES.keep(key, _staged(face))


def _staged(face: Face) -> _Stage:
    """The drawings of a face without its texts, and with them as floods of colour."""
    texts = [
        text for text in face.root.iter(_TEXT) if not _is_in(text, _UNSEEN - {"symbol", "defs"})
    ]
    seen = set(texts)
    before, count = _counts(face.root)
    layers: dict[object, int] = {}
    numbers: list[int | None] = []
    floods: dict[int, tuple[int, str, str]] = {}
    for text in face.root.iter(_TEXT):
        if text not in seen:
            numbers.append(None)
            continue
        veil = _veil(text)
        kind = (before[text], veil)
        number = layers.setdefault(kind, len(layers))
        numbers.append(number)
        if number in floods or (before[text] == count and veil is None):
            continue
        black, white = (
            _flooded(face, text, colour, seen, set()) for colour in ("#000000", "#ffffff")
        )
        floods[number] = number, black, white
    ground = _flooded(face, None, "", seen, set())
    return _Stage(Scene(face.area, ground, tuple(floods.values())), tuple(numbers))


def _counts(root: _Element) -> tuple[dict[_Element, int], int]:
    """How many shapes are drawn before each text, and how many there are."""
    before: dict[_Element, int] = {}
    count = 0
    for element in root.iter(tag=etree.Element):
        if element.tag == _TEXT:
            before[element] = count
        elif _is_shape(element):
            count += 1
    return before, count


def _is_shape(element: _Element) -> bool:
    name = NAMES.get(element.tag)
    drawn = name in SHAPES or name == "use"
    return drawn and not _is_in(element, _UNSEEN)


def _later(root: _Element, text: _Element) -> list[_Element]:
    """The shapes that are drawn after a text."""
    found: list[_Element] = []
    is_after = False
    for element in root.iter(tag=etree.Element):
        if element is text:
            is_after = True
        elif is_after and _is_shape(element):
            found.append(element)
    return found


def _is_in(element: _Element, names: frozenset[str]) -> bool:
    return any(NAMES.get(outer.tag) in names for outer in element.iterancestors())


def _veil(text: _Element) -> _Element | None:
    """The nearest element around a text, or itself, that changes how its letters are seen."""
    for outer in (text, *text.iterancestors()):
        if outer.getparent() is None:
            return None
        if NAMES.get(outer.tag) in ("svg", "symbol", "defs"):
            return outer
        for name, initial in _VEILS.items():
            if (said(outer, name) or initial) != initial:
                return outer
    return None


def _flooded(
    face: Face, text: _Element | None, colour: str, texts: set[_Element], left_out: set[_Element]
) -> str:
    """The drawing of a face without texts and some shapes, with one text as a flood of colour."""
    order = list(face.root.iter(tag=etree.Element))
    copied = deepcopy(face.root)
    flood: _Element | None = None
    for own, copy in zip(order, list(copied.iter(tag=etree.Element)), strict=True):
        parent = copy.getparent()
        if own is text and parent is not None:
            flood = _flood(own, colour, face.area)
            flood.tail = copy.tail
            parent.replace(copy, flood)
        elif parent is not None and (own in texts or own in left_out):
            parent.remove(copy)
    return etree.tostring(copied, encoding="unicode")


def _flood(text: _Element, colour: str, area: Box) -> _Element:
    """A rectangle of a colour in place of a text, over all of the face."""
    flood = etree.Element(_RECT)
    for name in (*_VEILS, "transform"):
        value = said(text, name)
        if value:
            flood.set(name, value)
    for name, side in zip(Box._fields, _covering(text, area), strict=True):
        flood.set(name, f"{side:.6g}")
    for name, value in (
        ("fill", colour),
        ("fill-opacity", "1"),
        ("stroke", "none"),
        ("visibility", "visible"),
    ):
        say(flood, name, value)
    return flood


def _covering(text: _Element, area: Box) -> Box:
    """A rectangle in the units of a text that holds all of a face."""
    a, b, c, d, e, f = to_root(text)
    scale = a * d - b * c
    if not scale or _is_in(text, frozenset({"symbol", "defs"})):
        return Box(-FAR, -FAR, 2 * FAR, 2 * FAR)
    inverse = Matrix(
        d / scale,
        -b / scale,
        -c / scale,
        a / scale,
        (c * f - d * e) / scale,
        (b * e - a * f) / scale,
    )
    return inverse.box(area)


def _alone(root: _Element, text: _Element) -> str:
    """A drawing of nothing but one text, whole, whatever hides it."""
    order = list(root.iter(tag=etree.Element))
    copied = deepcopy(root)
    around_ = set(text.iterancestors())
    for own, copy in zip(order, list(copied.iter(tag=etree.Element)), strict=True):
        parent = copy.getparent()
        if own is text or own in around_:
            for name in _VEILS:
                say(copy, name, "")
        elif parent is not None and (own.tag == _TEXT or _is_shape(own)):
            parent.remove(copy)
    return etree.tostring(copied, encoding="unicode")


def _is_hidden(text: _Element) -> bool:
    """Whether a text is not meant to be seen: an ornament, or there for programs only."""
    for outer in (text, *text.iterancestors()):
        if outer.get("aria-hidden") == "true" or said(outer, "opacity").strip() in ("0", "0%"):
            return True
    return False


def _opacity(look: Look) -> float:
    """How opaque the fill of letters is, from 0 to 1."""
    fill = look.get("fill", "#000000")
    if fill == "none":
        return 0.0
    text = look.get("fill-opacity", "1").strip()
    share = user(text.removesuffix("%"), default=1) / (100 if text.endswith("%") else 1)
    read = parse_color(fill)
    return min(1.0, max(0.0, share)) * (read.alpha if isinstance(read, RGBA) else 1.0)


def _plain(paint: str) -> list[str]:
    """A colour as #rrggbb; nothing if it is none."""
    read = parse_color(paint)
    if not isinstance(read, RGBA):
        return []
    return ["#" + "".join(f"{round(255 * part):02x}" for part in read[:3])]


def _quads(part: Stretch) -> Sequence[Quad]:
    return part.quads


def _quad(box: Box) -> Quad:
    right, bottom = box.x + box.width, box.y + box.height
    return ((box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom))


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"


class _Die(Struct, frozen=True):
    """What a card is cut to; of one with rounded corners only these are looked at."""

    knife: Knife
    size: Size
    corners_only: bool

    @classmethod
    def of(cls, die: Shape, size: Size) -> "_Die | None":
        """The die of a shape; None of a rectangle, whose sides are looked at elsewhere."""
        if die.kind is ShapeKind.RECTANGLE:
            return None
        knife = Knife(die.outline(size).flattened())
        return cls(knife, size, die.kind is ShapeKind.ROUNDED)

    def judged(self, text: Found, inks: Sequence[Quad]) -> _Fault | None:
        """What is wrong with where a text lies."""
        depths = [
            (self._least(ink.points for ink in part.glyphs), part.words)
            for part in text.stretches
            if self._is_near(part.around)
        ]
        if inks and self._is_near(_quad(around(list(chain.from_iterable(inks))))):
            depths.append((self._least(inks), words(text.element)))
        if not depths:
            return None
        depth, said_ = min(depths)
        told = _short(said_)
        if depth < -CUT_OFF:
            return _Fault(
                codes.TEXT_BEYOND_CUT,
                f"`{told}` reaches {_in_mm(-depth)} mm over the line that the card is cut along",
                "letters of this text are cut off",
                _INWARDS,
                -depth,
            )
        if depth < SAFE and not self.corners_only:
            return _Fault(
                codes.TEXT_NEAR_CUT,
                f"`{told}` is {_in_mm(max(0, depth))} mm from the line that the card is cut along",
                f"expected at least {_in_mm(SAFE)} mm, as a cut may be off by that",
                _INWARDS,
                1 / max(1.0, depth),
            )
        return None

    def _is_near(self, quad: Quad) -> bool:
        """Whether what lies in a rectangle has to be looked at letter by letter."""
        left, top, width, height = around(list(quad))
        sides = (left * 1000 - SAFE, top * 1000 - SAFE)
        ends = ((left + width) * 1000 + SAFE, (top + height) * 1000 + SAFE)
        if self.knife.nears(*sides, *ends):
            return True
        return self.knife.depth((left * 1000, top * 1000)) < 0

    def _least(self, inks: Iterable[Sequence[tuple[float, float]]]) -> float:
        """How far inside the die the nearest point of letters lies, in micrometres."""
        least = inf
        for ink in inks:
            box = around(list(ink))
            if self._is_near(_quad(box)):
                depths = [self._depth(x * 1000, y * 1000) for x, y in ink]
                least = min(least, *depths)
        return least

    def _depth(self, x: float, y: float) -> float:
        if self.corners_only and not (0 <= x <= self.size.width and 0 <= y <= self.size.height):
            return inf
        return self.knife.depth((x, y))


_INWARDS = "move it inwards, make it smaller, or make its box narrower"


def _in_mm(length: float) -> str:
    return f"{length / 1000:.2g}" if length < 950 else f"{length / 1000:.1f}"
