"""Reads the boxes of a template: its calls and elements that have a place, as they are written.

What is drawn several times, by a macro, or at a place that depends on the card, is listed with the
reason why it cannot be moved alone.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.faces.box_records import ELEMENTS, Box, Layout, Unit
from printnplay.faces.box_values import Reading, read_call, read_element
from printnplay.faces.template_calls import Signature
from printnplay.faces.template_marks import (
    Mark,
    Output,
    Statement,
    Tag,
    UnreadableError,
    marks,
)
from printnplay.faces.template_numbers import Names, numbers_set
from printnplay.faces.template_places import Spot, root_matrix, transformed

_WORDS = frozenset({"text", "title", "desc", "style", "metadata"})
"""Elements whose content is words: outputs in it are no boxes."""

_ELSEWHERE = frozenset({"defs", "pattern", "mask", "symbol", "marker", "linearGradient"})
"""Elements whose content is drawn elsewhere."""

_OPENERS = frozenset({"if", "for", "macro", "block", "call", "filter", "with", "set", "autoescape"})


def layout_of(
    source: str,
    calls: Mapping[str, Signature],
    names: Names,
    blocks: Mapping[str, Spot] | None = None,
) -> Layout:
    """Return the boxes of a template, in the order in which it draws them.

    Args:
        source: its source.
        calls: what it can call.
        names: the numbers that it knows: `size.width`, `size.height`, `bleed`, ...
        blocks: the blocks of the template that it extends; None if it extends none.
    """
    reader = _Reader(source, calls, names, blocks)
    try:
        for mark in marks(source):
            reader.take(mark)
    except UnreadableError as error:
        return Layout(broken=str(error))
    return reader.finished()


class _Frame(Struct):
    """An element or a statement with content, which is being read."""

    kind: str
    name: str
    start: int
    spot: Spot
    sometimes: bool
    number: int
    names: Names | None = None
    is_words: bool = False
    box: int = -1
    """The index of the box that ends with it; -1 if it is none."""


class _Reader:
    def __init__(
        self,
        source: str,
        calls: Mapping[str, Signature],
        names: Names,
        blocks: Mapping[str, Spot] | None,
    ) -> None:
        self.source, self.calls, self.names, self.blocks = source, calls, names, blocks
        outside = Spot(None, "it stands outside of the drawing")
        self.frames = [_Frame("", "", 0, outside, sometimes=False, number=0)]
        self.layout = Layout()
        self.numbers = 0
        self.is_tangled = False

    @property
    def top(self) -> _Frame:
        return self.frames[-1]

    def take(self, mark: Mark) -> None:
        if isinstance(mark, Output):
            if not self.top.is_words:
                self._unit(mark.start, mark.end)
                self.layout.boxes.append(self._called(mark))
        elif isinstance(mark, Statement):
            self._statement(mark)
        elif mark.closes:
            self._close("xml", mark.name, mark.end)
        else:
            self._element(mark)

    def finished(self) -> Layout:
        if self.is_tangled or len(self.frames) > 1:
            tangled = "elements of the template have no end, or begin or end within a condition"
            boxes = self.layout.boxes
            self.layout.boxes = [replace(box, why=box.why or tangled) for box in boxes]
        return self.layout

    def _unit(self, start: int, end: int, *, is_drawn: bool = True) -> None:
        self.layout.units.append(Unit(self.top.number, start, end, is_drawn))

    def _open(self, kind: str, name: str, start: int, spot: Spot) -> _Frame:
        self.numbers += 1
        sometimes = self.top.sometimes or name == "if"
        frame = _Frame(kind, name, start, spot, sometimes, self.numbers)
        frame.is_words = self.top.is_words or (kind == "xml" and name in _WORDS)
        self.frames.append(frame)
        return frame

    def _close(self, kind: str, name: str, end: int) -> None:
        """Close the frame of this name; elements that a condition leaves open tangle the rest."""
        for depth in range(len(self.frames) - 1, 0, -1):
            frame = self.frames[depth]
            if frame.kind == kind and (frame.name == name or kind == "jinja"):
                self.is_tangled |= depth < len(self.frames) - 1
                if frame.names is not None:
                    self.names = frame.names
                if kind == "xml" and depth == 1 and name == "svg":
                    self.layout.last = self.source.rfind("</", 0, end)
                if frame.box >= 0:
                    boxes = self.layout.boxes
                    boxes[frame.box] = replace(boxes[frame.box], end=end)
                del self.frames[depth:]
                is_drawn = kind == "xml" or frame.name not in ("macro", "set")
                self._unit(frame.start, end, is_drawn=is_drawn)
                return
            if kind == "xml" and frame.kind == "jinja":
                break
        self.is_tangled = True

    # Statements

    def _statement(self, mark: Statement) -> None:
        word = (re.match(r"\w+", mark.code) or [""])[0]
        if word.startswith("end"):
            if self.top.kind == "jinja" and self.top.name == "block" and len(self.frames) == 2:
                self._end_block(mark)
            self._close("jinja", word, mark.end)
        elif word in ("else", "elif"):
            self.numbers += 1
            self.is_tangled |= self.top.kind != "jinja"
            self.top.number = self.numbers
        elif word == "set" and "=" in mark.code:
            self._set(mark)
        elif word in _OPENERS:
            self._open_statement(word, mark)
        elif word == "include":
            self._unit(mark.start, mark.end)
            why = "it draws another template: change that one"
            found = Reading("include", mark.code, why=why)
            self.layout.boxes.append(self._box(found, mark, self.top.spot))
        else:
            self._unit(mark.start, mark.end, is_drawn=False)

    def _open_statement(self, word: str, mark: Statement) -> None:
        spot, rest = self.top.spot, mark.code[len(word) :].strip()
        reason = {
            "for": "it is drawn in a loop, once for each turn",
            "macro": f"it belongs to the macro `{rest.partition('(')[0]}`: it is drawn where that"
            " is called",
            "call": "it is given to a macro, which draws it",
            "filter": "a filter changes it",
            "set": "it is kept in a variable, and drawn where that is used",
        }.get(word, "")
        if word == "block":
            spot = self._block(rest.split()[0] if rest else "", spot)
        why = reason if word == "macro" else spot.why or reason
        frame = self._open("jinja", word, mark.start, Spot(spot.matrix, why))
        if word in ("for", "macro", "block", "call", "with"):
            frame.names = self.names
            # Loop variables and parameters hide others.
            self._forget(re.findall(r"\w+(?=\s*=)" if word == "with" else r"\w+", rest))

    def _block(self, name: str, spot: Spot) -> Spot:
        if self.blocks is not None and len(self.frames) == 1:
            missing = Spot(None, f"the template that this one extends has no block `{name}`")
            spot = self.blocks.get(name, missing)
        self.layout.blocks[name] = spot
        return spot

    def _end_block(self, mark: Statement) -> None:
        if self.blocks is not None and not self.top.spot.why:
            self.layout.last = mark.start

    def _set(self, mark: Statement) -> None:
        self._unit(mark.start, mark.end, is_drawn=False)
        targets, _, code = mark.code[3:].partition("=")
        names = re.findall(r"[\w.]+", targets)
        values = numbers_set(names, code, self.names)
        self._forget(names)
        # A namespace may be changed in a loop.
        if not self.top.sometimes and not any("." in name for name in names):
            self.names = {**self.names, **values}

    def _forget(self, names: Sequence[str]) -> None:
        # Boxes keep the names that they know: a change makes others.
        gone = {*names}
        self.names = {
            name: value
            for name, value in self.names.items()
            if gone.isdisjoint((name, name.partition(".")[0]))
        }

    # Elements

    def _element(self, tag: Tag) -> None:
        spot = self._spot_of(tag)
        is_box = tag.name in ELEMENTS and not self.top.is_words
        if is_box:
            self.layout.boxes.append(self._drawn(tag, spot))
        if tag.single and is_box:
            self._unit(tag.start, tag.end)
        elif not tag.single:
            is_root = tag.name == "svg" and len(self.frames) == 1
            frame = self._open("xml", tag.name, tag.start, spot)
            frame.box = len(self.layout.boxes) - 1 if is_box else -1
            if is_root and not spot.why and self.layout.first < 0:
                self.layout.first = tag.end

    def _spot_of(self, tag: Tag) -> Spot:
        spot = self.top.spot
        text = {part.name: self.source[part.start : part.end] for part in tag.parts}
        if tag.name == "svg":
            if len(self.frames) == 1 and self.blocks is None:
                return root_matrix(text.get("viewBox", ""), self.names)
            return Spot(None, spot.why or "it is in a drawing within the drawing")
        if tag.name in _ELSEWHERE:
            return Spot(None, spot.why or f"it is in `<{tag.name}>`, and drawn elsewhere")
        return transformed(spot, text["transform"], self.names) if "transform" in text else spot

    # Boxes

    def _drawn(self, tag: Tag, spot: Spot) -> Box:
        """Return the box of an element, which may turn out to have no place."""
        found = read_element(self.source, tag, self.names)
        is_clip = self.top.name == "clipPath"
        return self._box(replace(found, kind="clip") if is_clip else found, tag, spot)

    def _called(self, mark: Output) -> Box:
        """Return the box of a call, which may turn out to have no place."""
        return self._box(read_call(self.source, mark, self.calls, self.names), mark, self.top.spot)

    def _box(self, found: Reading, mark: Mark, spot: Spot) -> Box:
        values = found.values
        unknown = next((value for value in values if value.number is None), None)
        why = spot.why or found.why
        if not why and unknown:
            why = f"its `{unknown.name}` is computed: `{' '.join(unknown.source.split())}`"
        return Box(
            found.kind,
            found.label,
            mark.start,
            mark.end,
            "" if unknown or not values else found.shape,
            () if unknown else found.values,
            found.options,
            spot.matrix,
            self.top.number,
            self.top.sometimes,
            why,
            self.names,
        )
