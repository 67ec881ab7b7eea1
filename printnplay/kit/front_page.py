"""The front page of a kit: the game, its cards in pictures, and the work that it takes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from printnplay.edition.edition import NO_BREAK, WIDE, Edition
from printnplay.imposition.sides import Side
from printnplay.kernel.geometry import Paper, Point, Rect, Size, Um, mm, pt
from printnplay.kernel.inlines import InlineText
from printnplay.kit.packing import SINGLY_CUT
from printnplay.kit.sheets import SMALL, PlannedSide
from printnplay.kit.text_sheets import HEADING, LIST, SPACE, text_area
from printnplay.rulebook.pages.look import scaled
from printnplay.rulebook.pages.strips import Strip, stack
from printnplay.rulebook.pages.text_sheets import SCALES
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Item, Panel, Stamp, shifted
from printnplay.text.credits import font_credits
from printnplay.text.families import can_draw
from printnplay.text.languages import long_date, minutes_text
from printnplay.text.markup import plain

FACTS, BLURB = "reference-heading", "lead"
"""The text styles of players and time, and of the description of the game."""

LISTED = ("front", "fold", "separate", "board", "text")
"""The kinds of sides in the list of sheets; backs follow their fronts."""

LEAST_SHEETS: Um = mm(42)
"""The height reserved for the sheets: two rows of pictures of cards. A guess."""

COVER_PAD: Um = mm(7)
"""The padding around the cover and the texts beside it. A guess: chosen by eye."""

COVER_GAP: Um = mm(8)
"""The gap between the cover and the texts: slightly more than `COVER_PAD`."""

COVER_ROUND: Um = mm(4)
"""The corner radius of the panel behind them. A guess: chosen by eye."""

BELOW_HEADING: Um = mm(3)
"""The gap below the heading of the list of sheets: half of `SPACE`, so that it belongs to the
list."""

NARROWEST: Um = mm(40)
"""The least width of the texts beside the cover; narrower ones are left out. A guess: some 20
letters."""
LARGEST, SMALLEST = 1.15, 0.75
"""The largest and the least scale of texts beside the cover, relative to their styles. A guess:
chosen by eye."""
TITLED = 1.6
"""The scale of a title in place of the cover, relative to the facts below it: clearly a title. A
guess."""


BRIEF = 0.78
"""The scale of the facts, relative to the style of titles: players, time, age and cards fit on
one line beside a cover. A guess."""

COLUMNS = 3
"""The most pictures of groups in a row: with their titles beside them, 59 mm on A4. A guess."""

TALLEST, LOWEST = mm(38), mm(11)
"""The height of a row of pictures. Higher ones would be larger than the cards of the cover; on
lower ones a card is not recognisable (8 mm wide). Guesses: chosen by eye."""

BETWEEN: Um = mm(3)
"""The gap between pictures of groups, and between rows. A guess."""

BESIDE: Um = mm(2.5)
"""The gap between pictures and their title: less than `BETWEEN`, so that they belong together."""

SHOWN = 3
"""The most faces shown of a group: more cover each other too much."""

STEP = 0.42
"""How much of the width of a face the next one leaves visible: its corner and half its picture."""

SPREAD = 0.6
"""The most of the width of a place that faces take; the rest is for the title. A guess."""

EDGE: Um = pt(0.5)
"""The line around a face: white cards lie on white paper."""

EDGE_COLOUR = "#8c8c8c"
"""Its colour: grey, so that the line is no part of the art."""

PER_SHEET, PER_CUT, PER_PAIR, PER_PART = 30, 12, 60, 120
"""Seconds to print and align a sheet, for a cut of several light strokes, to fold and glue a card,
and to join a part. Guesses; nothing but the minutes on the front page depends on them."""

ROUNDED = 5
"""The minutes are a multiple of this: they are an estimate."""


def cuts_of(side: Side, *, singly: bool) -> int:
    """Return the number of cuts for a side: long ones across it, or `singly` one for each card.

    The fold between the faces of a card is no cut.
    """
    if side.kind in ("back", "separate"):
        return 0
    if singly:
        return len(side.cuts or side.cells)
    edges = {("x", edge) for cell in side.cells for edge in (cell.x, cell.right)}
    edges |= {("y", edge) for cell in side.cells for edge in (cell.y, cell.bottom)}
    if side.cuts:
        edges = {edge for cut in side.cuts for edge in _ends(cut.points)}
    return len(edges)


def _ends(points: Sequence[Point]) -> Iterator[tuple[str, Um]]:
    """Yield the edges of the rectangle around points, by their axis."""
    for axis, values in (("x", [at.x for at in points]), ("y", [at.y for at in points])):
        yield axis, min(values)
        yield axis, max(values)


def faces_of(
    plans: Sequence[PlannedSide], backs: Collection[str]
) -> Mapping[str, Sequence[Picture]]:
    """Return the different faces on the sheets by the key of their title, but no common `backs`."""
    found: dict[str, dict[Picture, None]] = {}
    for plan in plans:
        if plan.side.kind not in ("front", "fold", "board"):
            continue
        pictures = [item.picture for item in plan.side.items if isinstance(item, Stamp)]
        start = 0
        sizes = plan.sizes or (len(pictures),)
        for key, size in zip((plan.title, *plan.more), sizes, strict=False):
            part = size * len(pictures) // (sum(sizes) or 1)
            shown = (face for face in pictures[start : start + part] if face.name not in backs)
            found.setdefault(key, {}).update(dict.fromkeys(shown))
            start += part
    return {key: tuple(faces) for key, faces in found.items()}


def some_of(faces: Sequence[Picture]) -> Sequence[Picture]:
    """Return the first, the middle and the last face; all if they are few."""
    if len(faces) <= SHOWN:
        return faces
    return [faces[index * (len(faces) - 1) // (SHOWN - 1)] for index in range(SHOWN)]


def width_at(face: Picture, height: Um) -> Um:
    """Return the width of a face as high as this, or as wide if it is wider than high."""
    size = face.size
    if size.width > size.height:
        return height
    return height * size.width // size.height


def cells(number: int, rect: Rect) -> list[Rect]:
    """Return a place for each of this many groups; none if pictures would be too small."""

    def size(columns: int) -> Size:
        rows = -(-number // columns)
        width = (rect.width + BETWEEN) // columns - BETWEEN
        return Size(width, min((rect.height - BETWEEN) // rows - BETWEEN, width // 2, TALLEST))

    columns = max(range(1, min(COLUMNS, number) + 1), key=lambda columns: size(columns).height)
    cell = size(columns)
    if cell.height < LOWEST:
        return []
    return [
        Rect(
            rect.x + index % columns * (cell.width + BETWEEN),
            rect.y + index // columns * (cell.height + BETWEEN),
            cell.width,
            cell.height,
        )
        for index in range(number)
    ]


class FrontPage(Struct, frozen=True, dict=True):
    """A maker of the front page of a kit."""

    edition: Edition
    paper: Paper
    is_duplex: bool

    def plan(self, plans: Sequence[PlannedSide], first: int) -> PlannedSide | None:
        """Return the front page for sheets that start at page `first`; None if it does not fit."""
        area = text_area(self.paper)
        notes, work = self._notes(area.width), self._work(plans, first, area.width)
        low = area.bottom - notes.height
        most = low - SPACE - LEAST_SHEETS - SPACE - area.y
        hero = self._hero(Rect(area.x, area.y, area.width, most))
        if hero is None:
            return None
        items, bottom = hero
        top = bottom + SPACE
        below = top + work.height + BELOW_HEADING
        room = Rect(area.x, below, area.width, low - SPACE - below)
        content = (
            *items,
            *shifted(work.items, area.x, top),
            *self._sheets(plans, first, room),
            *shifted(notes.items, area.x, low),
        )
        return PlannedSide(Side("text", content, area, ()), "kit.title")

    def _hero(self, room: Rect) -> tuple[tuple[Item, ...], Um] | None:
        """Return the cover with texts about the game, and their lower edge; None without room.

        A game without a rulebook has no cover: the front of its box stands for it, or its title.
        """
        colours, cover = self.edition.style.colours, self._cover
        page = self.edition.game.outline.page
        width = min(
            (room.width - 2 * COVER_PAD) * 9 // 20,
            (room.height - 2 * COVER_PAD) * page.width // page.height,
        )
        height = width * page.height // page.width
        start = COVER_PAD + width + COVER_GAP
        if cover is None:
            height, start = 0, COVER_PAD
        beside = room.width - start - COVER_PAD
        if beside < NARROWEST:
            return None
        for scale in SCALES:
            if not SMALLEST <= scale <= LARGEST:
                continue
            text = stack(list(self._texts(beside, scale)))
            tall = max(height, text.height)
            if tall + 2 * COVER_PAD <= room.height:
                break
        else:
            return None
        setter = self.edition.setters[0]
        picture = Rect(
            room.x + setter.placed(COVER_PAD, width, room.width),
            room.y + COVER_PAD + (tall - height) // 2,
            width,
            height,
        )
        x = room.x + setter.placed(start, beside, room.width)
        ground = Rect(room.x, room.y, room.width, tall + 2 * COVER_PAD)
        fill = colours.get("accent-light", colours.get("mist", "#f0f0f0"))
        items: list[Item] = [Panel(ground, fill=fill, radius=COVER_ROUND)]
        if cover:
            items.append(Stamp(cover, picture, clip=picture))
        items += shifted(text.items, x, room.y + COVER_PAD + (tall - text.height) // 2)
        return tuple(items), ground.bottom

    @cached_property
    def _cover(self) -> Picture | None:
        """The cover of the rulebook, or the front of the box; None if there is neither."""
        edition = self.edition
        if edition.front_cover is None and edition.game.boxes:
            return edition.box_panel("front", edition.game.outline.page)
        return edition.front_cover

    def _texts(self, width: Um, scale: float) -> Iterator[Strip]:
        """Yield the players, the description of the game, its contents, and its credits."""
        edition = self.edition
        first = edition.setters[0]
        if edition.front_cover is None:
            title = [InlineText(edition.game.title)]
            yield from first.strips(title, scaled(first.styled(FACTS), scale * TITLED), width)
        facts = first.context.parse(edition.facts)
        yield from first.strips(facts, scaled(first.styled(FACTS), scale * BRIEF), width)
        for setter, contents in zip(edition.setters, edition.contents_in_each, strict=True):
            if "cover.blurb" in setter.texts.entries:
                blurb = setter.inlines("cover.blurb")
                yield from setter.strips(blurb, scaled(setter.styled(BLURB), scale), width)
            yield from self._headed(setter, "kit.contents", contents, width, scale)
        yield from self._headed(first, "kit.credits", list(self._credits()), width, scale)

    def _headed(
        self, setter: Typesetter, heading: str, lines: Sequence[str], width: Um, scale: float
    ) -> Iterator[Strip]:
        if not lines:
            return
        titled = self.edition.typesetter if heading == "kit.credits" else setter
        style = scaled(setter.styled(HEADING), scale)
        yield from setter.strips(titled.inlines(heading), style, width)
        for line in lines:
            style = scaled(setter.styled(LIST), scale)
            yield from setter.strips(setter.context.parse(line), style, width)

    def _credits(self) -> Iterator[str]:
        """Yield the credits: known roles translated into the language, others as written."""
        setter = self.edition.typesetter
        for role, name in self.edition.game.credits.items():
            key = f"credit.{role}"
            known = key in setter.texts.entries
            said = plain(setter.inlines(key)) if known else role.replace("-", " ").capitalize()
            yield f"**{said}**{NO_BREAK}· {name}"

    def _work(self, plans: Sequence[PlannedSide], first: int, width: Um) -> Strip:
        """Return the heading of the sheets, and how many sheets, cuts and minutes a kit takes."""
        setter, game = self.edition.typesetter, self.edition.game
        shaped = {
            f"sheets.{group.id}"
            for group in game.groups
            if (group.cut or game.cut).shape in SINGLY_CUT
        }
        sheets = -(-(first - 1 + len(plans)) // (2 if self.is_duplex else 1))
        cuts = sum(cuts_of(plan.side, singly=plan.title in shaped) for plan in plans)
        folded = {f"sheets.{group.id}" for group in game.groups if group.fold}
        # Without fold cards, a sheet is folded and glued as a whole.
        glued = sum(
            len(plan.side.cuts) if plan.title in folded else 1
            for plan in plans
            if plan.side.kind == "fold"
        )
        joined = sum(plan.is_lettered for plan in plans)
        seconds = sheets * PER_SHEET + cuts * PER_CUT + glued * PER_PAIR + joined * PER_PART
        minutes = -(-seconds // (60 * ROUNDED)) * ROUNDED
        values = {
            "sheets": str(sheets),
            "cuts": str(cuts),
            "time": minutes_text(self.edition.language, minutes, minutes, "long"),
        }
        heading = setter.strips(setter.inlines("kit.overview"), HEADING, width)
        listed = [
            inline
            for name, value in values.items()
            for inline in (
                *setter.context.parse(f"{{icon:{name}}}{NO_BREAK}"),
                *setter.inlines(f"kit.work.{name}", number=value),
                InlineText(f"{WIDE} "),
            )
        ]
        return stack([*heading, *setter.strips(listed[:-1], setter.styled(LIST), width)])

    def _sheets(self, plans: Sequence[PlannedSide], first: int, rect: Rect) -> tuple[Item, ...]:
        """Return the titles of the sheets with their first pages, and pictures if there is room."""
        setter = self.edition.typesetter
        begin: dict[str, int] = {}
        for number, plan in enumerate(plans, start=first):
            if plan.side.kind in LISTED:
                for key in (plan.title, *plan.more):
                    begin.setdefault(key, number)
        named: dict[str, str] = {}
        pages: dict[str, int] = {}
        for key, number in begin.items():
            name = plain(setter.inlines(key))
            named.setdefault(name, key)
            pages.setdefault(name, number)
        said = {
            named[name]: plain(setter.inlines("kit.from_page", name=name, page=number))
            for name, number in pages.items()
        }
        faces = faces_of(plans, {group.backs for group in self.edition.game.groups})
        shown = [key for key in said if faces.get(key)]
        places = cells(len(shown), rect) if shown else []
        others = [words for key, words in said.items() if not places or key not in shown]
        items: list[Item] = []
        for key, cell in zip(shown, places, strict=False):
            items += self._entry(said[key], faces[key], cell)
        listed = " · ".join(words.replace(" ", NO_BREAK) for words in others)
        strip = stack(setter.strips(setter.context.parse(listed), SMALL, rect.width))
        y = rect.bottom - strip.height if places else rect.y
        return (*items, *shifted(strip.items, rect.x, y))

    def _entry(self, words: str, faces: Sequence[Picture], cell: Rect) -> Iterator[Item]:
        """Yield some faces of a group, spread like a hand of cards, and its title beside them."""
        setter, few = self.edition.typesetter, some_of(faces)
        widths = [width_at(face, cell.height) for face in few]
        scale = min(1.0, cell.width * SPREAD / (widths[-1] + sum(widths[:-1]) * STEP))
        x = wide = 0
        for face, most in zip(few, widths, strict=True):
            width = round(most * scale)
            height = width * face.size.height // face.size.width
            at = setter.placed(x, width, cell.width)
            rect = Rect(cell.x + at, cell.centre.y - height // 2, width, height)
            yield Stamp(face, rect, clip=rect)
            yield Panel(rect, stroke=EDGE_COLOUR, stroke_width=EDGE)
            x, wide = x + round(width * STEP), x + width
        room = cell.width - wide - BESIDE
        strip = stack(setter.strips((InlineText(words),), LIST, room))
        left = setter.placed(wide + BESIDE, room, cell.width)
        yield from shifted(strip.items, cell.x + left, cell.centre.y - strip.height // 2)

    def _notes(self, width: Um) -> Strip:
        """Return the version, the licence, and the fonts with their makers and licences."""
        edition, setter = self.edition, self.edition.typesetter
        about = edition.game.about
        lines = []
        if about.version:
            lines.append(setter.inlines("kit.version", version=about.version))
        if about.day:
            lines.append(setter.context.parse(long_date(about.day, edition.language)))
        if about.licence:
            lines.append(setter.inlines("kit.licence", licence=about.licence))
        shelf, style = setter.context.shelf, setter.styled(SMALL)
        named = font_credits(edition.families, shelf, lambda text: can_draw(text, style, shelf))
        lines.append(setter.inlines("kit.fonts", fonts=named))
        if icons := edition.icon_credits:
            lines.append(setter.inlines("kit.icons", icons=icons))
        said = " · ".join(map(plain, lines))
        return stack(setter.strips(setter.context.parse(said), SMALL, width))
