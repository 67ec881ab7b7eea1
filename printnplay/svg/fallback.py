"""Font fallback in drawings: letters that a family lacks are set in another one that has them.

If one letter of a line is not in the font, the renderer (usvg, in typst 0.15 and in resvg) takes
another font for everything after the last position, even for the letters before it. So in a line
with letters of several families each run gets its own position, where browsers have it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from lxml import etree
from lxml.etree import _Element
from msgspec import Struct

from printnplay.kernel.inlines import MONO
from printnplay.scene.sheet import FontFace
from printnplay.svg.elements import NAMES, SVG, XML, attributes, said, say, viewport
from printnplay.svg.elements import inherited as nearest
from printnplay.svg.fonts import as_attribute
from printnplay.svg.lettering import (
    ABSOLUTE,
    BEFORE,
    FONT_SIZE,
    Lettering,
    Look,
    families_of,
    is_italic,
    look_of_part,
    size_of,
    weight,
)
from printnplay.svg.values import length, numbers, user
from printnplay.text.bidi import has_right_to_left
from printnplay.text.font_file import SHARE
from printnplay.text.scripts import clusters

_TSPAN = f"{{{SVG}}}tspan"
WHITE = re.compile(r"[ \t\r\n]+")
SPACE = f"{{{XML}}}space"
MOVING = ("dx", "rotate", "textLength", "writing-mode", "baseline-shift")
PLAIN = frozenset({"", "0", "auto", "normal", "baseline", "lr", "lr-tb", "horizontal-tb"})
"""Values with which letters simply follow each other."""
_FACE = ("font-family", "font-weight", "font-style")


class Fallback:
    """Sets letters that their family lacks in another one, and synthesizes small capitals."""

    def __init__(self, lettering: Lettering, default: str) -> None:
        """Choose among the families that texts are measured with, the default one before others."""
        self._default = default
        self._lettering = lettering
        self._shelf = lettering.shelf
        self._added: set[_Element] = set()

    def complete(self, text: _Element, look: Look, *, is_named: bool = True) -> bool:
        """Set missing letters in other families, and name the fonts of a text that `is_named`.

        The other families of the text's own list come first, then the default one, then all others.
        Letters that none of them has stay unchanged. Returns whether anything was changed.
        """
        self._added.clear()
        # The renderer loses letters of texts with a `textLength` and parts.
        is_parted = not any("textLength" in part.attrib for part in text.iter(etree.Element))
        for element, own in [*_parts(text, look)] if is_parted else ():
            element.text = self._set(element, 0, element.text, own)
            for child in list(element):
                place = element.index(child) + 1
                child.tail = self._set(element, place, child.tail, own)
        for line in lines_of(text, look) if self._added else ():
            if any(run.holder in self._added for run in line) and _is_plain(line):
                self._place(line)
        return (is_named and self._say_faces(text, look)) or bool(self._added)

    def _say_faces(self, text: _Element, look: Look) -> bool:
        """Name the fonts that letters are set in; return whether anything was changed.

        For weights that a family lacks, typst takes the nearest, resvg and browsers the heavier
        one; and browsers synthesize bold and slanted letters.
        """
        is_changed = False
        for part, own in [*_parts(text, look)]:
            face = self._lettering.face(own)
            if face is None or not _has_letters(part):
                continue
            # In the order that text boxes write, in which a compiler renames fonts.
            named = [("font-family", as_attribute(face.family)), ("font-weight", f"{face.weight}")]
            named += [("font-style", "italic")] if face.italic else []
            if _is_named(part, named):
                continue
            for name in _FACE:
                say(part, name, "")
            if is_italic(own) and not face.italic:
                part.set("font-style", "normal")
            for name, value in named:
                part.set(name, value)
            is_changed = True
        return is_changed

    def _set(self, parent: _Element, place: int, letters: str | None, look: Look) -> str | None:
        """Split letters of an element into runs of one look; return the first, plain run."""
        if not letters or self._has_all(letters, look):
            return letters
        runs = [
            ("".join(run), *kind)
            for kind, run in groupby(clusters(letters), lambda one: self._kind(one, look))
        ]
        if not any(family or small for _, family, small in runs):
            return letters
        first = runs.pop(0)[0] if not any(runs[0][1:]) else ""
        for run, family, small in runs:
            part = etree.Element(_TSPAN)
            part.text = run.upper() if small else run
            if family:
                part.set("font-family", as_attribute(family))
            if small:
                part.set("font-size", f"{SHARE:.0%}")
            parent.insert(place, part)
            self._added.add(part)
            place += 1
        return first

    def _has_all(self, letters: str, look: Look) -> bool:
        face = self._lettering.face(look)
        plain = face is None or look.get("font-variant", "normal") == "normal"
        return plain and not (face and self._shelf.missing(WHITE.sub(" ", letters), face))

    def _kind(self, cluster: str, look: Look) -> tuple[str, bool]:
        """Return the fallback family of a cluster, if any, and whether it needs small capitals."""
        face = self._lettering.face(look)
        if face is None:
            return "", False
        small = look.get("font-variant") == "small-caps" and cluster.islower()
        if not self._lacks(cluster.upper() if small else cluster, face):
            return "", small and not self._shelf.file(face).has_small_caps
        for family in (*families_of(look), self._default, *self._by_weight(look)):
            if not self._lacks(cluster, self._nearest(family, look) or face):
                return family, False
        return "", False

    def _by_weight(self, look: Look) -> list[str]:
        """Return all families, those nearest to the weight of a look first."""
        wanted = weight(look)

        def distance(family: str) -> int:
            face = self._nearest(family, look)
            return abs(face.weight - wanted) if face else wanted

        # The bundled font for code comes last: it is nobody's look.
        return sorted(self._shelf.families, key=lambda family: (family == MONO, distance(family)))

    def _lacks(self, cluster: str, face: FontFace) -> bool:
        return bool(self._shelf.missing(" " if cluster.isspace() else cluster, face))

    def _nearest(self, family: str, look: Look) -> FontFace | None:
        return self._lettering.face({**look, "font-family": family})

    def _place(self, line: "Sequence[Run]") -> None:
        """Give each run of a line its own position."""
        begin = line[0].parent
        x = user(begin.get("x"), viewport(begin)[0])
        widths = [*map(self._width, line)]
        x -= share_before(line) * sum(widths)
        for run, width in zip(line, widths, strict=True):
            if run.words.strip(" ") or (run.words and run.holder in self._added):
                # Its y comes from the line, or from its ancestors.
                part = run.alone(self._added)
                part.text = run.words
                part.set("x", f"{x:.4f}")
                part.set("text-anchor", "start")
                part.set("font-family", as_attribute(families_of(run.look)[0]))
            else:
                run.say(run.words or None)
            x += width

    def _width(self, run: "Run") -> float:
        words, face = run.words, self._lettering.face(run.look)
        if face is None or not words:
            return 0.0
        spread = len(clusters(words)) * spacing_of(run, "letter-spacing")
        spread += words.count(" ") * spacing_of(run, "word-spacing")
        return self._shelf.advance(words, face) * size_of(run.look) + spread


def _has_letters(part: _Element) -> bool:
    """Check whether a part of a text has letters itself, and not only in its child elements."""
    return any(words and words.strip() for words in (part.text, *(child.tail for child in part)))


def _is_named(part: _Element, face: list[tuple[str, str]]) -> bool:
    """Check whether a part of a text names a font in these attributes, and nowhere else."""
    own = attributes(part)
    if [one for one in own if one[0] in _FACE] != face or "font" in part.get("style", ""):
        return False
    start = own.index(face[0])
    return own[start : start + len(face)] == face


class Run(Struct):
    """Letters in one look: the text of an element, or with `is_tail` the text after it."""

    holder: _Element
    is_tail: bool
    words: str
    look: Look

    @property
    def parent(self) -> _Element:
        """The element that determines its look."""
        outer = self.holder.getparent() if self.is_tail else None
        return self.holder if outer is None else outer

    @property
    def begins(self) -> bool:
        """Whether it has a position of its own."""
        return not self.is_tail and ("x" in self.holder.attrib or "y" in self.holder.attrib)

    def say(self, words: str | None) -> None:
        """Replace its letters."""
        if self.is_tail:
            self.holder.tail = words
        else:
            self.holder.text = words

    def alone(self, added: set[_Element]) -> _Element:
        """Return an element with this run alone, in its place."""
        if not self.is_tail and self.holder in added:
            return self.holder
        self.say(None)
        part = etree.Element(_TSPAN)
        self.parent.insert(self.parent.index(self.holder) + 1 if self.is_tail else 0, part)
        return part


def spacing_of(run: Run, name: str) -> float:
    """Return the letter or word spacing of a run in user units, by the name of its property."""
    for outer in (run.parent, *run.parent.iterancestors(tag=etree.Element)):
        value = said(outer, name)
        if value and value != "inherit":
            size = user(nearest(outer, "font-size", ""), default=FONT_SIZE)
            return user(value, size, size)
    return 0.0


def _runs(element: _Element, look: Look) -> Iterator[Run]:
    """Yield the letters of a text in reading order."""
    yield Run(element, is_tail=False, words=element.text or "", look=look)
    for child in element:
        within = look_of_part(child, look)
        if within is not None:
            yield from _runs(child, within)
        yield Run(child, is_tail=True, words=child.tail or "", look=look)


def lines_of(text: _Element, look: Look) -> list[list[Run]]:
    """Split the letters of a text into lines, each starting where an x or y positions it.

    White space is collapsed over the whole text, as browsers do before they position letters.
    """
    lines: list[list[Run]] = [[]]
    runs = [*_runs(text, look)]
    _collapse(runs)
    for run in runs:
        if run.begins:
            lines.append([])
        lines[-1].append(run)
    return [line for line in lines if line]


def start_of(line: Sequence[Run], end: tuple[float, float]) -> tuple[float, float]:
    """Return the start of a line before it is anchored, in user units.

    Args:
        line: Its runs.
        end: The end of the line before it, as if that started at its anchor: along an axis without
            a position, letters continue there (SVG 2, 11.5).
    """
    begin, size, whole = line[0].parent, size_of(line[0].look), viewport(line[0].parent)
    x = user(begin.get("x"), whole[0], default=end[0])
    y = user(begin.get("y"), whole[1], default=end[1])
    return x, y + user(begin.get("dy"), size, size)


def share_before(line: Sequence[Run]) -> float:
    """Return the share of a line that lies before its anchor."""
    look = next((run.look for run in line if run.words), line[0].look)
    return BEFORE.get(look.get("text-anchor", ""), 0.0)


def _is_plain(line: Sequence[Run]) -> bool:
    """Check whether a line's start is known, and each of its letters follows the one before."""
    if not line[0].begins or length(line[0].parent.get("x", "")) is None:
        return False
    if has_right_to_left("".join(run.words for run in line)):
        return False
    return all(map(_is_plain_run, line))


def _is_plain_run(run: Run) -> bool:
    size = run.look.get("font-size", f"{FONT_SIZE}")
    if ABSOLUTE.fullmatch(size) is None or run.look.get("font-variant", "normal") != "normal":
        return False
    for outer in (run.parent, *run.parent.iterancestors(tag=etree.Element)):
        if NAMES.get(outer.tag) == "textPath" or outer.get(SPACE) == "preserve":
            return False
    return follows_on(run)


def follows_on(run: Run) -> bool:
    """Check whether the letters of a run follow each other, and nothing moves single ones."""
    for outer in (run.parent, *run.parent.iterancestors(tag=etree.Element)):
        if any(said(outer, name) not in PLAIN for name in MOVING):
            return False
        if any(len(numbers(outer.get(axis, "")).values) > 1 for axis in ("x", "y", "dy")):
            return False
    return True


def _collapse(runs: Sequence[Run]) -> None:
    """Collapse the white space of a text, except where `xml:space` is `preserve`."""
    after_space, last = True, None
    for run in runs:
        outers = (run.parent, *run.parent.iterancestors(tag=etree.Element))
        if any(outer.get(SPACE) == "preserve" for outer in outers):
            run.words = run.words.replace("\n", " ").replace("\t", " ").replace("\r", " ")
            after_space, last = False, None
            continue
        words = WHITE.sub(" ", run.words)
        run.words = words[1:] if after_space and words.startswith(" ") else words
        if run.words:
            after_space, last = run.words.endswith(" "), run
    if last is not None:
        last.words = last.words.rstrip(" ")


def _parts(text: _Element, look: Look) -> Iterator[tuple[_Element, Look]]:
    """Yield a text and the parts of it that are drawn, each with its look."""
    yield text, look
    for child in text:
        within = look_of_part(child, look)
        if within is not None:
            yield from _parts(child, within)
