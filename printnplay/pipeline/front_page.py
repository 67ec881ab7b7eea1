"""The first page of a kit: what the game is, who made it, and which sheets the kit has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from printnplay.imposition.overview import overview
from printnplay.imposition.papers import DoesNotFitError
from printnplay.imposition.sides import Side
from printnplay.model.geometry import Paper, Rect, Um, mm
from printnplay.model.sheet import Item, Panel, Stamp, shifted
from printnplay.pipeline.edition import Edition
from printnplay.pipeline.sheets import SMALL, TITLE, PlannedSide
from printnplay.pipeline.text_sheets import SPACE, text_area
from printnplay.typesetting.pages.look import scaled
from printnplay.typesetting.pages.strips import Strip, stack
from printnplay.typesetting.pages.text_sheets import SCALES
from printnplay.typesetting.pages.typesetter import Typesetter
from printnplay.typesetting.text.fonts import font_credits
from printnplay.typesetting.text.languages import long_date
from printnplay.typesetting.text.markup import plain

FACTS, BLURB, HEADING, LIST = "reference-heading", "lead", "subheading", "list"
"""The text styles of players and time, of what the game is about, of headings and lists."""

NO_BREAK = "\u00a0"
LISTED = ("front", "fold", "separate", "board", "text")
"""The kinds of sides that the list of sheets names; backs follow their fronts."""

LEAST_SHEETS: Um = mm(42)
"""What is kept below for the list of sheets, and for thumbnails of them."""

_PAD: Um = mm(7)
_BESIDE: Um = mm(8)
_ROUND: Um = mm(4)
_BELOW_HEADING: Um = mm(3)
_NARROWEST: Um = mm(40)
"""The least width of the texts beside the cover."""
_LARGEST, _SMALLEST = 1.15, 0.75
"""Texts beside the cover are set at a share of their styles' sizes between these."""


@dataclass(frozen=True, slots=True)
class FrontPage:
    """Makes the first page of a kit."""

    edition: Edition
    paper: Paper

    def plan(self, plans: Sequence[PlannedSide], first: int) -> PlannedSide | None:
        """The page, for sheets that begin on a page of this number; None without room."""
        area = text_area(self.paper)
        sheets, notes = self._sheets(plans, first, area.width), self._notes(area.width)
        low = area.bottom - notes.height
        most = low - SPACE - LEAST_SHEETS - SPACE - area.y
        hero = self._hero(Rect(area.x, area.y, area.width, most))
        if hero is None:
            return None
        items, bottom = hero
        top = bottom + SPACE
        below = top + sheets.height + _BELOW_HEADING
        room = Rect(area.x, below, area.width, low - SPACE - below)
        return PlannedSide(
            Side(
                "text",
                (
                    *items,
                    *shifted(sheets.items, area.x, top),
                    *self._thumbnails(plans, first, room),
                    *shifted(notes.items, area.x, low),
                ),
                area,
                (),
            ),
            "kit.title",
        )

    def _hero(self, room: Rect) -> tuple[tuple[Item, ...], Um] | None:
        """The cover and, beside it, what the game is; and where both end. None without room."""
        colours, cover = self.edition.style.colours, self.edition.front_cover
        page = self.edition.game.outline.page
        width = min(
            (room.width - 2 * _PAD) * 9 // 20, (room.height - 2 * _PAD) * page.width // page.height
        )
        height = width * page.height // page.width
        beside = room.width - 2 * _PAD - width - _BESIDE
        if beside < _NARROWEST:
            return None
        for scale in SCALES:
            if not _SMALLEST <= scale <= _LARGEST:
                continue
            text = stack(list(self._texts(beside, scale)))
            tall = max(height, text.height)
            if tall + 2 * _PAD <= room.height:
                break
        else:
            return None
        setter = self.edition.setters[0]
        picture = Rect(
            room.x + setter.placed(_PAD, width, room.width),
            room.y + _PAD + (tall - height) // 2,
            width,
            height,
        )
        x = room.x + setter.placed(_PAD + width + _BESIDE, beside, room.width)
        ground = Rect(room.x, room.y, room.width, tall + 2 * _PAD)
        fill = colours.get("accent-light", colours.get("mist", "#f0f0f0"))
        items: list[Item] = [Panel(ground, fill=fill, radius=_ROUND)]
        if cover:
            items.append(Stamp(cover, picture, clip=picture))
        items += shifted(text.items, x, room.y + _PAD + (tall - text.height) // 2)
        return tuple(items), ground.bottom

    def _texts(self, width: Um, scale: float) -> Iterator[Strip]:
        """Who can play, what the game is about, what is in it, and who made it."""
        edition = self.edition
        first = edition.setters[0]
        facts = first.context.parse(edition.facts)
        yield from first.strips(facts, scaled(first.styled(FACTS), scale), width)
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
        """Who did what: roles that the texts know in the language, others as they are written."""
        setter = self.edition.typesetter
        for role, name in self.edition.game.credits.items():
            key = f"credit.{role}"
            known = key in setter.texts.entries
            said = plain(setter.inlines(key)) if known else role.replace("-", " ").capitalize()
            yield f"**{said}**{NO_BREAK}· {name}"

    def _sheets(self, plans: Sequence[PlannedSide], first: int, width: Um) -> Strip:
        """The heading of the overview, and which sheet begins on which page."""
        setter = self.edition.typesetter
        heading = setter.strips(setter.inlines("kit.overview"), TITLE, width)
        named: dict[str, int] = {}
        for number, plan in enumerate(plans, start=first):
            if plan.side.kind in LISTED:
                for key in (plan.title, *plan.more):
                    title = plain(setter.inlines(key)).replace(" ", NO_BREAK)
                    named.setdefault(title, number)
        listed = " · ".join(f"**{number}**{NO_BREAK}{name}" for name, number in named.items())
        return stack([*heading, *setter.strips(setter.context.parse(listed), SMALL, width)])

    def _thumbnails(self, plans: Sequence[PlannedSide], first: int, rect: Rect) -> tuple[Item, ...]:
        """Small pictures of all sheets; none where they are too many to be made out."""
        setter = self.edition.typesetter
        labels = [
            setter.label_of(setter.context.parse(str(number)), SMALL)
            for number in range(first, len(plans) + first)
        ]
        try:
            return overview([plan.side for plan in plans], self.paper, rect, labels)
        except DoesNotFitError:
            return ()

    def _notes(self, width: Um) -> Strip:
        """The version, the licence, and the fonts with their makers and licences."""
        edition, setter = self.edition, self.edition.typesetter
        about = edition.game.about
        lines = []
        if about.version:
            lines.append(setter.inlines("kit.version", version=about.version))
        if about.day:
            lines.append(setter.context.parse(long_date(about.day, edition.language)))
        if about.licence:
            lines.append(setter.inlines("kit.licence", licence=about.licence))
        named = font_credits(edition.families, setter.context.shelf)
        lines.append(setter.inlines("kit.fonts", fonts=named))
        said = " · ".join(map(plain, lines))
        return stack(setter.strips(setter.context.parse(said), SMALL, width))
