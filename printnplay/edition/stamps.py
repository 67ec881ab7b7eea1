"""Stamps: a small line with version, number and hash on the front of a card.

A stamp is drawn on the finished face, so that cached faces stay valid, and its hash is that of the
face without it.
"""

from collections.abc import Iterator, Mapping
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from printnplay.faces.text_svg import textbox_svg
from printnplay.game.game import FaceStamp
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span, Subject
from printnplay.kernel.geometry import Point, Rect, Size, Um, in_mm, mm, pt
from printnplay.kernel.inlines import InlineText
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.luminance import readable
from printnplay.kernel.shapes import SAFE, Knife, Shape, ShapeKind
from printnplay.scene.picture import Picture
from printnplay.scene.style import Style
from printnplay.text.context import TextContext
from printnplay.text.fit import Fitted, fit

USUAL, SMALLEST, LEADING = pt(5), pt(4.5), pt(6)
"""The type size of a stamp, the smallest on narrow cards, and its leading. Below 4.5 pt letters
fill in on home printers. A guess."""

ROOM: Um = mm(0.5)
"""The space around the text on its plate. A guess."""

STEPS = 40
"""The number of places that are tried between the corner and the middle of a card that is not a
rectangle: half a millimetre each on a poker card."""

DIGITS = 4
"""The hexadecimal digits of a hash: two versions of a card look alike once in 65,536 changes."""

_SHORT = "{hash}"
"""The text for cards without room for the whole line."""


def hash_of_face(picture: Picture) -> str:
    """Return a short hash of a face: of its drawing, in which large pictures are named by hash."""
    content = f"{picture.size.width} {picture.size.height} {picture.svg}"
    return blake2b(content.encode(), digest_size=16).hexdigest()[:DIGITS]


class StampLine(Struct, frozen=True):
    """The stamp of one card: its fields by name, the shape of the card, and its style."""

    stamp: FaceStamp
    fields: Mapping[str, str]
    die: Shape
    style: Style
    context: TextContext
    problems: Problems

    def on(self, picture: Picture) -> Picture:
        """Return a face with the stamp on it; without it, with a warning, if there is no room."""
        for text in dict.fromkeys((self.stamp.text, _SHORT)):
            drawn = self._drawn(self._said(text), picture.size)
            if drawn:
                svg = f"{picture.svg.rstrip().removesuffix('</svg>')}{drawn}</svg>"
                self.context.shelf.use_faces_in(svg)
                return replace(picture, svg=svg)
        self.problems.part(Subject(card=self.fields["id"])).warning(
            codes.STAMP_DOES_NOT_FIT,
            f"the card `{self.fields['id']}` has no room for the stamp `{self.stamp.text}`",
            Span(picture.template),
            f"no place {SAFE / 1000:g} mm from its edges is wide enough",
            "shorten `text` of `stamp` in game.yaml",
        )
        return picture

    def _said(self, text: str) -> str:
        for name, value in self.fields.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def _drawn(self, text: str, size: Size) -> str:
        """Return the line on its plate; empty if there is no room on a card of this size."""
        widest = min(size.width, size.height if self.die.kind is ShapeKind.CIRCLE else size.width)
        room = widest - 2 * SAFE - 2 * ROOM
        if not text.strip() or room <= 0:
            return ""
        ground = self.style.colours.get("paper", "#ffffff")
        body = self.style.text["body"]
        ink = body.colour if body.colour.startswith("#") else self.style.colours[body.colour]
        look = replace(
            body,
            size=USUAL,
            minimum=SMALLEST,
            leading=LEADING,
            colour=readable(ink, ground),
            align="left",
            hyphenate=False,
            italic=False,
            before=0,
            after=0,
        )
        # Numbers and hashes run from left to right in every language.
        context = replace(self.context, language=REFERENCE)
        fitted = fit((InlineText(text, span=Span("")),), look, room, LEADING, context)
        if not isinstance(fitted, Fitted):
            return ""
        paragraph = fitted.paragraph
        plate = Size(paragraph.width + 2 * ROOM, paragraph.height + ROOM)
        place = next(self._places(size, plate), None)
        if place is None:
            return ""
        box = Rect(place.x + ROOM, place.y + ROOM // 2, paragraph.width, paragraph.height)
        return (
            f'<rect x="{in_mm(place.x)}" y="{in_mm(place.y)}" width="{in_mm(plate.width)}"'
            f' height="{in_mm(plate.height)}" rx="{in_mm(ROOM)}" fill="{ground}"/>'
            f"{textbox_svg(fitted, box, context.shelf)}"
        )

    def _places(self, card: Size, plate: Size) -> Iterator[Point]:
        """Yield places for the plate within the safe zone, from the corner towards the middle."""
        right, bottom = card.width - SAFE - plate.width, card.height - SAFE - plate.height
        middle = Point((card.width - plate.width) // 2, (card.height - plate.height) // 2)
        x = SAFE if self.stamp.at.endswith("left") else right
        y = SAFE if self.stamp.at.startswith("top") else bottom
        if min(right, bottom) < SAFE:
            return
        knife = Knife(self.die.outline(card).flattened())
        for step in range(STEPS + 1):
            at = Point(x + (middle.x - x) * step // STEPS, y + (middle.y - y) * step // STEPS)
            ends = ((at.x, at.x + plate.width), (at.y, at.y + plate.height))
            # Arcs are polygons inside the true line, by 0.01 mm (`STEP` in `kernel/shapes.py`).
            if all(
                knife.depth((left, top)) >= SAFE - mm(0.02) for left in ends[0] for top in ends[1]
            ):
                yield at
