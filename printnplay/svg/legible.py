"""The legibility check of the texts on a finished face: cut off, covered or low contrast.

The positions of letters are computed from their fonts; their background is checked as pixels, only
once for faces that differ only in their texts.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import NamedTuple

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct
from tinycss2.color3 import RGBA, parse_color

from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, Note, Severity, Span, Subject
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.legibility import Eye, Letters, Quad, Scene, Sight, UnseenError
from printnplay.kernel.shapes import Shape
from printnplay.scene.drawn_lines import FirstPlace, Written
from printnplay.svg.die import Die
from printnplay.svg.elements import NAMES, SVG, href, inherited, line_of, said
from printnplay.svg.faults import Report
from printnplay.svg.geometry import Box, Matrix, around
from printnplay.svg.ink import Found, Reach, Stretch, reach_of, texts_of
from printnplay.svg.lettering import Look, words
from printnplay.svg.stage import TEXT, Stage, own_stage, stage_of
from printnplay.svg.values import user
from printnplay.text.fonts import FontShelf

CUT_OFF: Um = 20
"""The overhang of letters over a cut, in micrometres, that does no harm: a knife is wider."""

LOST_SHARE = 1 / 3
"""The share of a text's ink that must be lost where letters cannot be separated, such as on a path.
A guess."""

STROKE = 0.1
"""The thinnest outline in mm that separates letters from their background: thinner ones break up in
print (`THINNEST` in `lint.py`)."""

SEARCHED = 500
"""The most shapes over a text to search for the one that hides it: among 2,000 that takes 0.4 s."""

OVERLAP = 0.15
"""The share of a letter that another letter may cover: accents and swashes touch more often than
they hide anything. A guess."""

BACKDROP = 3
"""A text this many times larger than another is drawn behind it on purpose, such as a large
numeral. A guess."""

MOST_LETTERS = 400
"""The most stretches of letters on a face to compare with each other: a page of small print."""

SAME = 1.05
"""The contrast below which two colours look the same: that of white and a grey of 98 %. A guess."""

LONGEST = 30
"""The characters to quote of a text: enough to find it. A guess."""

_STOP = f"{{{SVG}}}stop"


class Setting(Struct, frozen=True):
    """The context of a face beside its drawing.

    `die` is the die shape of a card of the trimmed `size`; `written` is where its template called
    text boxes, by the start of the first lines of their texts.
    """

    die: Shape
    size: Size
    written: Mapping[FirstPlace, Written]


class Face(Struct, frozen=True):
    """A finished face: its drawing as a tree and as SVG source, and its context.

    `area` is its extent in mm; `files` are the source files of the placed drawings, by their
    groups.
    """

    root: _Element
    svg: str
    ids: Mapping[str, _Element]
    area: Box
    files: Mapping[_Element, str]


class Legible(Struct):
    """Judges faces with the fonts of a project.

    Without an `eye`, only texts that are cut off are found, which takes a tenth of the time.
    """

    shelf: FontShelf
    eye: Eye | None

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
            svg: The source of that drawing.
            area: Its extent.
            files: The source files of the placed drawings, by their groups.
            setting: The context of the face.
            report: Receives the warnings.
        """
        if "<text" not in svg:
            return
        ids = {name: element for element in root.iter() if (name := element.get("id")) is not None}
        texts = texts_of(root, ids, area, self.shelf)
        if texts:
            face = Face(root, svg, ids, area, files)
            try:
                _Judgement(self, face, setting, report, texts).of_all()
            except UnseenError as error:
                message = f"the legibility of its texts was not checked: {error}"
                help_ = "simplify the drawing: large filters and nested masks take longest"
                report.warning(codes.TAKES_TOO_MUCH, message, 0, help_)


class _Fault(NamedTuple):
    """A fault of a text; of several faults of a kind, the one with the highest degree counts."""

    code: Code
    message: str
    label: str
    help: str
    degree: float
    notes: tuple[Note, ...] = ()


class _Part(Struct, frozen=True):
    """The letters to check in a text, by the index of the text, with these words.

    They are `whole` if they are small rectangles of its ink.
    """

    index: int
    words: str
    letters: Letters
    whole: bool

    def is_copied_by(self, other: "_Part") -> bool:
        """Check whether another text has the same words, at nearly the same place."""
        if self.words.split() != other.words.split() or self.whole != other.whole:
            return False
        mine, its = (around(list(part.letters.around)) for part in (self, other))
        near = min(mine.height, its.height) / 3
        return abs(mine.x - its.x) <= near and abs(mine.y - its.y) <= near


class _Judgement(Struct, dict=True):
    """The check of one face."""

    by: Legible
    face: Face
    setting: Setting
    report: Report
    texts: Sequence[Found]

    def of_all(self) -> None:
        """Report the faults of each text."""
        die = Die.of(self.setting.die, self.setting.size)
        seen = [index for index, text in enumerate(self.texts) if not _is_hidden(text.element)]
        if die is not None:
            for index in seen:
                fault = self._cut(die, index)
                if fault:
                    self._tell(index, fault)
        if self.by.eye is None:
            return
        for index, fault in self._dim(seen):
            self._tell(index, fault)
        for index, fault in self._overlapping(seen):
            self._tell(index, fault)

    def _overlapping(self, seen: Sequence[int]) -> Iterator[tuple[int, _Fault]]:
        """Yield the texts that lie on another text, or whose lines do, each once."""
        parts = [(index, part) for index in seen for part in self._opaque(index)]
        told = set[int]()
        for at, (index, part) in enumerate(parts[:MOST_LETTERS]):
            for below, other in parts[:at]:
                if index not in told and _is_on(part, other):
                    told.add(index)
                    yield index, _overlap(part, other, is_one_text=below == index)

    def _opaque(self, index: int) -> Iterator[Stretch]:
        """Yield the letters of a text that hide what is behind them."""
        text = self.texts[index]
        for part in text.stretches:
            if self._paints(text.element, part.look, part.matrix)[1] > 1 / 2:
                yield part

    def _tell(self, index: int, fault: _Fault) -> None:
        place, key = self._place(self.texts[index].element)
        found = Diagnostic(
            fault.code,
            fault.message,
            place,
            fault.label,
            fault.help,
            fault.notes,
            Severity.WARNING,
            subject=Subject(key=key),
            degree=fault.degree if place.line else None,
        )
        self.report.problems.add(found)

    def _place(self, element: _Element) -> Written:
        """Return where an element was written, and the key of its text if it has one."""
        for outer in (element, *element.iterancestors()):
            if outer in self.face.files:
                return Written(Span(self.face.files[outer], line_of(element)))
        first = next(iter(element), None) if element.tag == TEXT else None
        if first is not None:
            start = (first.get("x", ""), first.get("y", ""), first.get("font-size", ""))
            if start in self.setting.written:
                return self.setting.written[start]
        return Written(self.report.place_of(line_of(element)))

    def _cut(self, die: Die, index: int) -> _Fault | None:
        """Return the fault of a text's position within the die."""
        text = self.texts[index]
        depths = [(die.depth_of(part), part.words) for part in text.stretches]
        if not text.stretches and (inks := self._inks(index)):
            depths.append((die.depth(inks), words(text.element)))
        depth, said_ = min(depths, default=(die.safe, ""))
        if depth < -CUT_OFF:
            return _Fault(
                codes.TEXT_BEYOND_CUT,
                f"`{_short(said_)}` extends {_in_mm(-depth)} mm beyond the cut line of its card",
                "letters of this text are cut off",
                _INWARDS,
                -depth,
            )
        if 0 < die.safe > depth and self.by.eye is not None:
            return _Fault(
                codes.TEXT_NEAR_CUT,
                f"`{_short(said_)}` is {_in_mm(max(0, depth))} mm from the cut line of its card",
                f"at least {_in_mm(die.safe)} mm is needed: no cut is exact",
                _INWARDS,
                1 / max(1.0, depth),
            )
        return None

    @cached_property
    def _stage(self) -> Stage:
        face = self.face
        return stage_of(face.root, face.svg, face.area, self._reach)

    @cached_property
    def _own_stage(self) -> Stage:
        """The stage of the face with its own words."""
        face = self.face
        return own_stage(face.root, face.svg, face.area, self._reach())

    def _reach(self) -> Reach:
        return reach_of(self.face.root, self.face.ids, self.face.area, self.by.shelf)

    @cached_property
    def _looked(self) -> dict[int, list[Quad]]:
        return {}

    def _inks(self, index: int) -> list[Quad]:
        """Return the ink of a text that is not set in plain lines, in small rectangles."""
        if self.by.eye is None:
            return []
        if index not in self._looked:
            stage = self._own_stage
            svg = stage.alone(stage.spots[index])
            self._looked[index] = self.by.eye.ink(svg, self.face.area)
        return self._looked[index]

    def _dim(self, seen: Sequence[int]) -> Iterator[tuple[int, _Fault]]:
        """Yield the texts that are covered or hard to see, each with its worst fault."""
        parts = [part for index in seen for part in self._parts(index)]
        if not parts:
            return
        sights = self._sights(_scene(self._stage), [part.letters for part in parts])
        worst: dict[int, _Fault] = {}
        for part, sight in zip(parts, sights, strict=True):
            if sight.covered or sight.faint:
                fault = self._fault_of(part, _without_copies(part, sight, parts, sights))
                known = worst.get(part.index)
                if fault and (known is None or fault.degree > known.degree):
                    worst[part.index] = fault
        yield from worst.items()

    def _parts(self, index: int) -> Iterator[_Part]:
        """Yield the letters of a text to check."""
        text = self.texts[index]
        for part in text.stretches:
            paints, opacity = self._paints(text.element, part.look, part.matrix)
            if opacity:
                layer = self._layer(index, part)
                letters = Letters(layer, paints, opacity, part.around, partial(_quads_of, part))
                yield _Part(index, part.words, letters, whole=False)
        if not text.stretches:
            paints, opacity = self._paints(text.element, text.look, Matrix())
            inks = self._inks(index) if opacity else []
            if inks:
                box = around(list(chain.from_iterable(inks)))
                layer = self._stage.layer_of(index, box)
                letters = Letters(layer, paints, opacity, _quad(box), lambda: inks)
                yield _Part(index, words(text.element), letters, whole=True)

    def _layer(self, index: int, part: Stretch) -> int:
        """Return the layer of letters, ignoring shapes that are near but hide none of their ink."""
        layer = self._stage.layer_of(index, around(list(part.around)))
        if layer < 0 or not part.quads:
            return layer
        return self._stage.layer_of(index, around(list(chain.from_iterable(part.quads))))

    def _paints(self, text: _Element, look: Look, matrix: Matrix) -> tuple[tuple[str, ...], float]:
        """Return the colours of letters, each of which may give them contrast, and their opacity.

        For a pattern there are no colours; if nothing is drawn, the opacity is 0.
        """
        fill = look.get("fill", "#000000")
        opacity = _opacity(fill, look.get("fill-opacity", "1"))
        paints = self._colours(text, fill) if opacity else ()
        if look.get("stroke", "none") != "none":
            width = user(look.get("stroke-width"), default=1) * min(matrix.scales)
            if width >= STROKE:
                paints = (*paints, *self._colours(text, look["stroke"]))
                opacity = opacity or 1.0
        return tuple(dict.fromkeys(paints)), opacity

    def _colours(self, text: _Element, paint: str) -> tuple[str, ...]:
        """Return the colours of a paint: for a gradient, those of its stops."""
        if paint.lower() == "currentcolor":
            paint = inherited(text, "color", "#000000")
        if not paint.startswith("url("):
            return _plain(paint)
        name = paint.partition("#")[2].partition(")")[0].strip("'\" ")
        element = self.face.ids.get(name)
        seen: list[_Element] = []
        while element is not None and element not in seen:
            seen.append(element)
            stops = [_plain(said(stop, "stop-color") or "#000000") for stop in element.iter(_STOP)]
            if stops:
                return tuple(chain.from_iterable(stops))
            element = self.face.ids.get(href(element).strip().removeprefix("#"))
        return ()

    def _fault_of(self, part: _Part, sight: Sight) -> _Fault | None:
        """Return the fault of letters, if enough of them are lost."""
        count, covered, faint = sight.letters, len(sight.covered), len(sight.faint)
        # One missing letter makes another word.
        least = count * LOST_SHARE if part.whole else 1
        if covered >= least:
            return self._covered(part, covered / count)
        if faint >= least:
            return _faint(part.words, sight)
        return None

    def _covered(self, part: _Part, share: float) -> _Fault | None:
        """Return the fault of a text with this share covered."""
        cover = self._cover(part)
        if cover is None and share == 1:
            return None  # outside the visible part of a placed drawing, on purpose
        how = f"lies under <{NAMES[cover.tag]}>" if cover is not None else "is cut off"
        if cover is self.face.root:
            how, cover = f"lies under one of more than {SEARCHED} shapes", None
        part_of_it = f"{share:.0%} of its letters"
        much = "" if share == 1 else f" ({part_of_it})"
        return _Fault(
            codes.TEXT_COVERED,
            f"`{_short(part.words)}` {how}, and cannot be read{much}",
            "",
            "draw the text after the shape, or move one of them",
            share,
            () if cover is None else (("this is drawn over it", self._place(cover).span),),
        )

    def _cover(self, part: _Part) -> _Element | None:
        """Return the shape that hides letters: they show without it and all later shapes."""
        stage = self._own_stage
        later = stage.later(stage.spots[part.index])
        if not later or self._is_covered(part, later):
            return None
        if len(later) > SEARCHED:
            return self.face.root
        shown, hidden = 0, len(later)
        while hidden - shown > 1:
            middle = (shown + hidden) // 2
            if self._is_covered(part, later[middle:]):
                hidden = middle
            else:
                shown = middle
        elements = list(self.face.root.iter(tag=etree.Element))
        return elements[later[hidden - 1]]

    def _is_covered(self, part: _Part, left_out: Sequence[int]) -> bool:
        """Check whether letters are covered when some shapes are not drawn."""
        stage = self._own_stage
        spot = stage.spots[part.index]

        def flood(_layer: int, colour: str) -> str:
            return stage.flood(spot, colour, left_out)

        scene = Scene(b"", self.face.area, partial(flood, 0, "#000000"), flood)
        # Not cached: nobody checks it again.
        letters = Letters(0, (), 1.0, part.letters.around, part.letters.each)
        return any(sight.covered for sight in self._sights(scene, [letters]))

    def _sights(self, scene: Scene, letters: Sequence[Letters]) -> list[Sight]:
        return self.by.eye.sights(scene, letters) if self.by.eye else []


_INWARDS = "move it inwards, make it smaller, or make its box narrower"


def _is_on(part: Stretch, other: Stretch) -> bool:
    """Check whether letters overlap others: not a copy for a shadow, nor on the same line."""
    sizes = [one.size * min(one.matrix.scales) for one in (part, other)]
    if max(sizes) > BACKDROP * min(sizes) or part.words.strip() == other.words.strip():
        return False
    if part.text is other.text and part.y == other.y:
        return False
    if not _shared(around(list(part.around)), around(list(other.around))):
        return False
    # Lines of a text come near each other, and hardly any of their letters do.
    if not _shared(part.inked, other.inked):
        return False
    ours = [box for box in part.boxes if _shared(box, other.inked)]
    theirs = [box for box in other.boxes if _shared(box, part.inked)]
    return any(
        _shared(mine, its) > OVERLAP * min(mine.width * mine.height, its.width * its.height)
        for mine in ours
        for its in theirs
    )


def _shared(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(0.0, across) * max(0.0, down)


def _overlap(part: Stretch, other: Stretch, *, is_one_text: bool) -> _Fault:
    """Return the fault of letters that overlap others."""
    above, below = _short(other.words.strip()), _short(part.words.strip())
    if is_one_text:
        message, help_ = f"the lines `{above}` and `{below}` overlap", "make its `leading` larger"
    else:
        message, help_ = f"`{below}` lies on `{above}`", "move one of them, or make it smaller"
    return _Fault(codes.TEXT_ON_TEXT, message, "", help_, 1)


def _scene(stage: Stage) -> Scene:
    """Return the background of a face's texts, for rendering."""

    def flood(layer: int, colour: str) -> str:
        return stage.flood(stage.spots[layer], colour)

    def overlay(layer: int) -> str:
        return stage.overlay(stage.spots[layer])

    return Scene(stage.key, stage.area, stage.ground, flood, overlay)


def _without_copies(
    part: _Part, sight: Sight, parts: Sequence[_Part], sights: Sequence[Sight]
) -> Sight:
    """Return the legibility of letters together with copies of them: shadows and outlines."""
    covered, faint = sight.covered, sight.faint
    for other, seen in zip(parts, sights, strict=True):
        if other is not part and part.is_copied_by(other):
            lost = seen.covered | seen.faint
            covered, faint = covered & lost, faint & lost
    return sight._replace(covered=covered, faint=faint)


def _faint(said_: str, sight: Sight) -> _Fault:
    """Return the fault of letters with too little contrast."""
    how = f"({sight.paint}) hardly stands out from its background ({sight.ground})"
    if sight.contrast < SAME:
        how = f"has the colour of its background ({sight.ground})"
    return _Fault(
        codes.TEXT_FAINT,
        f"`{_short(said_)}` {how}: contrast {sight.contrast:.1f}:1",
        "",
        "change one of the colours: even large type needs 3:1 to be read, small type 4.5:1",
        1 / sight.contrast,
    )


def _is_hidden(text: _Element) -> bool:
    """Check whether a text is invisible on purpose: an ornament, or text for programs only."""
    for outer in (text, *text.iterancestors()):
        if outer.get("aria-hidden") == "true" or said(outer, "opacity").strip() in ("0", "0%"):
            return True
    return False


@lru_cache(maxsize=256)
def _opacity(fill: str, said_: str) -> float:
    """Return the opacity of the fill of letters, from 0 to 1, from its paint and `fill-opacity`."""
    if fill == "none":
        return 0.0
    text = said_.strip()
    share = user(text.removesuffix("%"), default=1) / (100 if text.endswith("%") else 1)
    read = parse_color(fill)
    return min(1.0, max(0.0, share)) * (read.alpha if isinstance(read, RGBA) else 1.0)


@lru_cache(maxsize=256)
def _plain(paint: str) -> tuple[str, ...]:
    """Return a colour as #rrggbb; empty if it is not a colour."""
    read = parse_color(paint)
    if not isinstance(read, RGBA):
        return ()
    return ("#" + "".join(f"{round(255 * part):02x}" for part in read[:3]),)


def _quads_of(part: Stretch) -> Sequence[Quad]:
    return part.quads


def _quad(box: Box) -> Quad:
    right, bottom = box.x + box.width, box.y + box.height
    return ((box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom))


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"


def _in_mm(length: float) -> str:
    return f"{length / 1000:.2g}" if length < 950 else f"{length / 1000:.1f}"
