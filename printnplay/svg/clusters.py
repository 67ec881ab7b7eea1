"""Texts with letter clusters, drawn as outlines, with their words as invisible text below.

The renderer (typst 0.15) sets the glyphs of a cluster on top of each other, and writes letter by
letter, so that text extraction splits a word with clusters into several words.
"""

from collections.abc import Iterator, Sequence

from lxml import etree
from lxml.etree import _Element

from printnplay.scene.drawn_lines import LETTERS, OUTLINED, STACKED
from printnplay.scene.sheet import FontFace
from printnplay.svg.elements import SVG, attributes, drop, inherited, said
from printnplay.svg.fallback import (
    SPACE,
    Run,
    follows_on,
    lines_of,
    share_before,
    spacing_of,
    start_of,
)
from printnplay.svg.fonts import as_attribute
from printnplay.svg.lettering import ABSOLUTE, FONT_SIZE, Lettering, Look, size_of
from printnplay.svg.values import length
from printnplay.text.bidi import has_right_to_left, is_only_right_to_left

_PLACES = frozenset({"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust", SPACE, "id"})
_ONLY_LETTERS = ("text-decoration", "dominant-baseline", "alignment-baseline")
"""Properties that outlines lose, or that move letters."""
_NOTHING = frozenset({"none", "auto", "alphabetic", "baseline"})
"""Values of these properties that have no effect."""
_TEXT, _TSPAN = f"{{{SVG}}}text", f"{{{SVG}}}tspan"
_NO_GROUPS = frozenset({f"{{{SVG}}}clipPath", f"{{{SVG}}}a"})


class Clusters:
    """Draws texts with letter clusters as outlines."""

    def __init__(self, lettering: Lettering) -> None:
        """Measure and draw with these fonts."""
        self._lettering = lettering
        self._shelf = lettering.shelf

    def draw(self, text: _Element, look: Look, *, is_named: bool) -> bool:
        """Draw a text as outlines if it has clusters; return whether anything was changed.

        A text that cannot be outlined, such as one on a path or with an unknown look, is marked.
        """
        if not any(map(self._has_clusters, _runs(text, look))):
            return False
        lines = lines_of(text, look)
        if not (is_named and _is_simple(text, lines)):
            text.set(LETTERS, STACKED)
            return True
        drawn = [part for line in self._placed(lines) for part in line]
        text.tag = f"{{{SVG}}}g"
        for name in _PLACES - {"id"}:
            drop(text, name)
        text.text = None
        for child in list(text):
            text.remove(child)
        text.extend(drawn)
        return True

    def _has_clusters(self, run: Run) -> bool:
        face, words = self._lettering.face(run.look), run.words
        if face is None or inherited(run.parent, "fill-opacity", "1") == "0":
            return False
        if has_right_to_left(words) and not is_only_right_to_left(words):
            return False
        return bool(self._shelf.file(face).outline(words))

    def _placed(self, lines: Sequence[Sequence[Run]]) -> Iterator[list[_Element]]:
        """Yield the positioned elements of each line."""
        end = 0.0, 0.0
        for line in lines:
            x, y = start_of(line, end)
            widths = [*map(self._width, line)]
            end = x + sum(widths), y
            x -= share_before(line) * sum(widths)
            elements: list[_Element] = []
            for run, width in zip(line, widths, strict=True):
                for element in self._elements(run, x, y):
                    element.sourceline = run.parent.sourceline
                    elements.append(element)
                x += width
            yield elements

    def _width(self, run: Run) -> float:
        face = self._lettering.face(run.look)
        if face is None or not run.words:
            return 0.0
        spaces = run.words.count(" ") * spacing_of(run, "word-spacing")
        return self._shelf.advance(run.words, face) * size_of(run.look) + spaces

    def _elements(self, run: Run, x: float, y: float) -> Iterator[_Element]:
        """Yield the outlines of a run and its invisible words, or its letters."""
        face = self._lettering.face(run.look)
        if face is None or not run.words.strip():
            return
        size, space = size_of(run.look), spacing_of(run, "word-spacing")
        shapes = self._shelf.file(face).outline(run.words, space / size, size, (x, y))
        looks = _looks(run)
        if not shapes:
            letters = etree.Element(_TEXT, looks)
            letters.set(SPACE, "preserve")
            letters.set("x", f"{x:.4f}")
            letters.set("y", f"{y:.4f}")
            letters.set("text-anchor", "start")
            letters.text = run.words
            yield letters
            return
        path = etree.Element(f"{{{SVG}}}path", {LETTERS: OUTLINED, **looks})
        path.set("d", shapes)
        yield path
        yield _unseen(run.words, face, (x, y, size, space))


def _unseen(words: str, face: FontFace, place: tuple[float, float, float, float]) -> _Element:
    """Return invisible words for text extraction, as in text boxes (`scene.drawn_lines.HIDDEN`)."""
    x, y, size, space = place
    text = etree.Element(_TEXT)
    text.set(SPACE, "preserve")
    for name, value in (("stroke", "none"), ("text-anchor", "start"), ("letter-spacing", "0")):
        text.set(name, value)
    said_ = {"x": f"{x:.4f}", "y": f"{y:.4f}", "font-family": as_attribute(face.family)}
    said_ |= {"font-weight": f"{face.weight}"}
    said_ |= {"font-style": "italic"} if face.italic else {}
    said_ |= {"fill-opacity": "0"}
    said_ |= {"word-spacing": f"{space:.4f}"} if space else {}
    said_ |= {"font-size": f"{size:.4f}", "fill": "#000000"}
    line = etree.SubElement(text, _TSPAN, said_)
    line.text = words
    return text


def _looks(run: Run) -> dict[str, str]:
    """Return the look that the parts around a run declare, and the fill that its text declares.

    The text becomes a group, and black text is recognised by the fill of the letters themselves. A
    fill from further out stays inherited: `use` may change it.
    """
    text, *parts = reversed([run.parent, *run.parent.iterancestors(_TEXT, _TSPAN)])
    looks = {"fill": fill} if (fill := said(text, "fill")) else {}
    style: dict[str, str] = {}
    for part in parts:
        for name, value in attributes(part):
            if name not in _PLACES and name != "style" and value != "inherit":
                style.pop(name, None)
                looks[name] = value
        for declaration in part.get("style", "").split(";"):
            name, _, value = map(str.strip, declaration.partition(":"))
            if name and value != "inherit":
                looks.pop(name, None)
                style[name] = value
    if style.pop("font-size", "") or "font-size" in looks:
        # Computed, as a relative size depends on a part that is removed.
        looks["font-size"] = f"{size_of(run.look):.6g}"
    if style:
        looks["style"] = ";".join(f"{name}:{value}" for name, value in style.items())
    return looks


def _runs(text: _Element, look: Look) -> Iterator[Run]:
    return (run for line in lines_of(text, look) for run in line if run.words)


def _is_simple(text: _Element, lines: Sequence[Sequence[Run]]) -> bool:
    """Check whether the position of each letter of a text is known, and only letters are drawn."""
    if any(outer.tag in _NO_GROUPS for outer in text.iterancestors()):
        return False
    if any(part.tag != _TSPAN for part in text.iterdescendants(etree.Element)):
        return False
    return all(map(_is_simple_line, lines))


def _is_simple_line(line: Sequence[Run]) -> bool:
    begin = line[0].parent
    words = "".join(run.words for run in line)
    if has_right_to_left(words) and not (len(line) == 1 and is_only_right_to_left(words)):
        return False
    if length(begin.get("x", "0")) is None or length(begin.get("y", "0")) is None:
        return False
    shifts = (run.parent.get("dy") for run in line if run.parent is not begin)
    return not any(shifts) and all(map(_is_simple_run, line))


def _is_simple_run(run: Run) -> bool:
    is_sized = ABSOLUTE.fullmatch(run.look.get("font-size", f"{FONT_SIZE}")) is not None
    is_variant = run.look.get("font-variant", "normal") != "normal"
    if not is_sized or is_variant or spacing_of(run, "letter-spacing"):
        return False
    if any(inherited(run.parent, name, "none") not in _NOTHING for name in _ONLY_LETTERS):
        return False
    return follows_on(run)
