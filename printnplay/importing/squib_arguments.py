"""The arguments of a call of Squib for one card."""

import math
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from printnplay.importing.ruby_values import as_text
from printnplay.importing.squib_colours import paint
from printnplay.importing.squib_deck import DeckDraft
from printnplay.importing.squib_icons import derived
from printnplay.importing.values import Box, Gradient, Image, Shape, Words
from printnplay.kernel.geometry import Rect

Options = Mapping[str, Any]

_BOX = {"x": 0, "y": 0, "width": "deck", "height": "deck", "radius": None}
_NATIVE = {"x": 0, "y": 0, "width": "native", "height": "native"}
_DEFAULTS: Mapping[str, Options] = {
    "text": {"x": 0, "y": 0, "width": None, "height": None},
    **dict.fromkeys(("png", "svg", "icon"), _NATIVE),
}
"""The defaults of boxes that are not those of rectangles."""


_LEFT_OUT = {
    "wrap": ("text", "true word word_char", "write no-width spaces where long words may break"),
    "dash": ("outline", "", "draw the outline of the letters in the template"),
    "join": ("outline", "miter", "draw the outline of the letters in the template"),
    **dict.fromkeys(
        ("flip_horizontal", "flip_vertical"),
        ("icon", "false", "mirror the picture in a drawing program"),
    ),
    "alpha": ("icon", "1 1.0", "make the picture translucent in a drawing program"),
    "blend": ("icon", "none over", "merge the pictures in a drawing program"),
}
"""Options that are not taken over: of which calls, what is usual, and what to do."""
_ROUND = (("x_radius", "y_radius"), ("crop_corner_x_radius", "crop_corner_y_radius"))
"""Options of corners that are the same here."""


class Arguments:
    """The arguments of a call for one card: its own, those of the layout, and defaults."""

    embedded: Mapping[str, Options]
    """The pictures that stand for words in a text."""

    def __init__(self, deck: DeckDraft, name: str, given: Options, at: int, line: int) -> None:
        """Take the options of a call on a line, and the place of the card in the deck."""
        self.deck, self.name, self.at, self.line = deck, name, at, line
        self._given = given
        layout = deck.layouts.get(as_text(self._own(given.get("layout"))), {})
        self._layout = layout if isinstance(layout, dict) else {}
        self._defaults = _DEFAULTS.get(name, _BOX)
        self.um = deck.um

    def _own(self, value: Any) -> Any:
        if isinstance(value, list):
            return value[self.at] if self.at < len(value) else None
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """Return an argument."""
        if name in self._given:
            return self._own(self._given[name])
        return self._layout.get(name, self._defaults.get(name, default))

    def text(self, name: str, default: str = "") -> str:
        """Return an argument as a text."""
        return as_text(self.get(name, default))

    def choice(self, name: str, *known: str) -> str:
        """Return an argument that is one of some words, the first of which is usual."""
        said = self.text(name).lower().strip()
        return said if said in known else known[0]

    def length(self, name: str, default: Any = None) -> float | None:
        """Return a length in pixels."""
        axis = "y" if name.endswith(("y", "height")) or name[:1] == "y" else "x"
        return self.deck.length(self.get(name, default), axis)

    def number(self, name: str, default: float = 0.0) -> float:
        """Return a length, or a default."""
        found = self.length(name, default)
        return default if found is None else found

    def has(self, side: str) -> bool:
        """Return whether the box of a text has a side: it is neither nil nor `auto`."""
        return self.text(side) not in ("auto", "native", "") and self.number(side) > 0

    def extent(self, native: tuple[float, float]) -> tuple[float, float]:
        """Return the size of a picture with a size of its own; a side may be to `scale`."""
        sides = (self.length(side) or 0.0 for side in ("width", "height"))
        width, height = (side if side > 0 else own for side, own in zip(sides, native, strict=True))
        if self.text("width") == "scale":
            width = height * native[0] / native[1]
        if self.text("height") == "scale":
            height = width * native[1] / native[0]
        return width, height

    def is_on(self, name: str) -> bool:
        """Return whether something is switched on."""
        return self.text(name).lower() in ("true", "yes", "on")

    def lose(self, what: str, todo: str) -> None:
        """Note what is not taken over."""
        self.deck.script.lose(self.line, what, todo)

    @property
    def is_whole(self) -> bool:
        """Whether a text is printed whole, not cut off with an ellipsis."""
        return self.text("ellipsize", "end").lower() in ("none", "false")

    def listed(self) -> None:
        """Note the options that are not taken over, if they would change what is printed."""
        call = self.name
        calls = (call, "outline") if call == "text" and self.number("stroke_width") else (call,)
        for name, (of, usual, todo) in _LEFT_OUT.items():
            said = self.text(name).lower().strip()
            if of in calls and said not in ("", *usual.split()):
                self.lose(f"`{name}: {said}` of `{call}`", todo)
        for side, other in _ROUND:
            if self.number(other, -1.0) != self.number(side) and self.get(other) is not None:
                todo = "draw the corners in the template"
                self.lose(f"`{other}`: corners are as high as wide", todo)

    def paint(self, name: str, default: str) -> str | Gradient:
        """Return a colour or a gradient; the usual one where it could not be worked out."""
        said = self.get(name, default)
        return paint(self.deck, default if said is None else said, self.line)

    def plain(self, name: str, what: str, todo: str) -> str:
        """Return a colour; of a gradient, the first one."""
        found = self.paint(name, "black")
        if isinstance(found, Gradient):
            self.lose(what, todo)
            return found.stops[0][1] if found.stops else "#000000"
        return found

    @property
    def rect(self) -> Rect:
        """The box."""
        return Rect(*(self.um(self.number(one)) for one in ("x", "y", "width", "height")))

    def box(self, what: Words | Image | Shape, rect: Rect, opacity: float = 1.0) -> Box:
        """Return something in a box that turns around its corner; Squib has radians."""
        turn = math.degrees(self.number("angle"))
        return Box("", rect, what, turn, (rect.x, rect.y), opacity)

    def shape(self, **more: Any) -> Shape:
        """Return the look of a shape."""
        width = self.number("stroke_width", 2.0)
        stroke = self.plain(
            "stroke_color", "a gradient along a line", "set `stroke` in the template"
        )
        dashes = [self.deck.length(one, "x") or 0.0 for one in self.text("dash").split()]
        return Shape(
            fill=self.paint("fill_color", "#0000"),
            stroke=stroke if width > 0 else "",
            stroke_width=self.um(width),
            dash=tuple(map(self.um, dashes)),
            cap=self.choice("cap", "butt", "round", "square"),
            join=self.choice("join", "miter", "round", "bevel"),
            **more,
        )

    def file(self) -> str:
        """Return the name of the picture in the new project; empty if there is none."""
        source, place, name = self.deck.source, self.deck.script.span(self.line), self.text("file")
        made = self.deck.derived
        if data := self.text("data") or self.deck.script.drawings.get(name):
            wanted = self.text("id") or PurePath(name).stem or f"{self.name}-{self.line}"
            if (data, "", "") not in made:
                made[data, "", ""] = source.add(wanted, data.encode(), place)
            file = made[data, "", ""]
        else:
            folders = self.deck.picture_folders
            if self.text("placeholder") and source.find(name, *folders) is None:
                name = self.text("placeholder")
            file = source.picture(name, place, *folders) if name else ""
        part, mask = self.text("id").removeprefix("#"), self.text("mask")
        colour = self.plain("mask", "a gradient as `mask:`", "paint the picture") if mask else ""
        return self._derived(file, part, colour) if file and (part or colour) else file

    def _derived(self, file: str, part: str, colour: str) -> str:
        """Return the name of a part of a picture, or of a picture in one colour."""
        made = self.deck.derived
        if (file, part, colour) not in made:
            source = self.deck.source
            content = derived(source.content(file), part, colour)
            if content is None:
                what = f"`{'id' if part else 'mask'}:` of the picture `{file}`"
                self.lose(what, "edit the picture, and save it in art")
            name = "-".join(filter(None, (file.rpartition(".")[0], part, colour.strip("#"))))
            place = self.deck.script.span(self.line)
            made[file, part, colour] = file if content is None else source.add(name, content, place)
        return made[file, part, colour]
