"""Text sheets of a kit: its front page, instructions, player aids, and blank pages."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from printnplay.edition.edition import Edition
from printnplay.edition.loaded import left_out, unfit
from printnplay.game.game import OWN
from printnplay.imposition.box_drawing import BLEED
from printnplay.imposition.labels import place_label
from printnplay.imposition.marks import cut_marks
from printnplay.imposition.rulers import INCHES, METRIC, Scale, ruler
from printnplay.imposition.sides import Side, flip
from printnplay.imposition.tiling import glue_area
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Paper, Point, Rect, Size, Um, mm
from printnplay.kernel.printing import Backs, Marks, PrintSettings
from printnplay.kernel.suggestions import listed, suggestion
from printnplay.kit.binding import binding_steps
from printnplay.kit.packing import SINGLY_CUT, packed, pieces_in_words
from printnplay.kit.sheets import SMALL, TITLE, PlannedSide
from printnplay.rulebook.pages.aid import AidParagraph, lay_aid
from printnplay.rulebook.pages.strips import stack
from printnplay.rulebook.pages.text_sheets import lay_instructions
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.sheet import Item, Label, Panel, Stamp, shifted

MARGIN: Um = mm(12.7)
"""The margin at both sides of a sheet: half an inch, more than the unprintable margin of any usual
printer."""

HEAD: Um = mm(20)
"""The height of the head: the margin and a title."""

FOOT: Um = mm(14)
"""The height of the foot: the margin and some space for the page number."""

SPACE: Um = mm(6)
"""The gap between parts of a sheet: more than a line of instructions (14.5 pt are 5.1 mm)."""

AID = Size(mm(184), mm(135))
"""The largest size of a player aid, slightly smaller than A5: two fit on one sheet of A4."""

AID_GAP: Um = mm(5)
"""The gap between two player aids: room for scissors, and more than their bleed."""

AID_HEAD: Um = mm(12)
"""The height of the name of the game on an aid. A guess."""

AID_PAD: Um = mm(3)
"""The gap around an aid's tiles: `SAFE` in `kernel/shapes.py`, since it is cut out."""

TEXT_TOP = AID_HEAD + AID_PAD
"""The distance of the tiles from the top of an aid."""

HEADING, LIST = "subheading", "list"
"""The text styles of headings and lists on text sheets."""

NOTE_LINE: Um = mm(9)
"""The distance of the lines of a page of notes, as in a school book."""

RULE: Um = mm(0.2)
"""The width of these lines: half a point, which every printer prints."""

RULER_ROW: Um = mm(12)
"""The height of a ruler with its numbers and a gap. A guess."""

BESIDE_RULER: Um = mm(5)
"""The gap from a ruler's end to its label. A guess."""

INSIDE: Um = mm(0.5)
"""The gap from the unprintable margin to the upright ruler: prints shift by less. A guess."""


class Ruler(Struct, frozen=True):
    """A ruler: its scale, the units between two numbers, and the key of its length."""

    scale: Scale
    counts: int
    text: str


RULERS = (Ruler(METRIC, 10, "ruler.metric"), Ruler(INCHES, 1, "ruler.inch"))


def text_area(paper: Paper) -> Rect:
    """Return the area for text on a sheet, below its title and above its foot."""
    width, height = paper.size.width, paper.size.height
    return Rect(MARGIN, HEAD, width - 2 * MARGIN, height - HEAD - FOOT)


class TextSheetMaker(Struct, frozen=True):
    """A maker of the text pages of a kit.

    `box` returns the sheets of the box: they are in another file, but the instructions explain
    them.
    """

    edition: Edition
    settings: PrintSettings
    box: Callable[[], Sequence[PlannedSide]]

    def blank(self) -> PlannedSide:
        """Return a page with a label that it is intentionally blank."""
        area = text_area(self.settings.paper)
        label = self.edition.typesetter.label("booklet.blank", SMALL)
        note = place_label(label, area.centre, "centre")
        return PlannedSide(Side("blank", (note,), area, ()), "kit.title")

    def notes(self) -> PlannedSide:
        """Return a page with lines to write on, behind a page of text."""
        area, setter = text_area(self.settings.paper), self.edition.typesetter
        title = stack(setter.strips(setter.inlines("kit.notes"), HEADING, area.width))
        colour = setter.style.colours.get("line", "#c9c9c9")
        rows = range(area.y + title.height + NOTE_LINE, area.bottom, NOTE_LINE)
        rules = [Panel(Rect(area.x, y, area.width, RULE), fill=colour) for y in rows]
        items = (*shifted(title.items, area.x, area.y), *rules)
        return PlannedSide(Side("blank", items, area, ()), "kit.title")

    def behind(self, plan: PlannedSide) -> PlannedSide:
        """Return the page behind a sheet without backs.

        Boards get an underside in one tint; the insides of fold cards are hatched, where the glue
        goes.
        """
        flipped, paper = self.settings.backs.flip, self.settings.paper
        if plan.side.kind not in ("board", "fold") or flipped is None:
            return self.blank()
        behind = [flip(flipped, paper).rect(cell) for cell in plan.side.cells]
        if plan.side.kind == "fold":
            glue = self.edition.typesetter.label("kit.glue", SMALL)
            hatched = tuple(item for rect in behind for item in glue_area(rect, glue))
            return PlannedSide(Side("blank", hatched, text_area(paper), ()), plan.title)
        colours = self.edition.style.colours
        fill = colours.get("accent-light", colours.get("mist", "#f0f0f0"))
        items: list[Item] = []
        for rect in behind:
            items.append(Panel(rect.grown(BLEED), fill=fill))
            strip = Size(min(rect.width // 2, AID.width), AID_HEAD)
            name = self.edition.box_panel("top", strip)
            if name is not None:
                x, y = rect.centre.x - strip.width // 2, rect.centre.y - strip.height // 2
                at = Rect(x, y, strip.width, strip.height)
                items.append(Stamp(name, at, clip=at))
        return PlannedSide(Side("blank", tuple(items), text_area(paper), ()), plan.title)

    def instructions(self, plans: Sequence[PlannedSide]) -> list[PlannedSide]:
        """Return the assembly instructions in each language: the text, and two rulers.

        A page that does not fit on the paper is left out.
        """
        area = text_area(self.settings.paper)
        rulers = Rect(area.x, area.bottom - 2 * RULER_ROW, area.width, 2 * RULER_ROW)
        room = Rect(area.x, area.y, area.width, rulers.y - SPACE - area.y)
        choice = {
            "backs": self.settings.backs,
            "flip": self.settings.booklet_flip,
            "paper": self.settings.paper.name,
        }
        pages = []
        contents = packed(self.edition.game)
        for setter in self.edition.setters:
            inside, beside = (pieces_in_words(setter, counts) for counts in contents)
            sheets = str(self.edition.game.outline.signature)
            values = {**choice, "inside": inside, "beside": beside, "sheets": sheets}
            text = lay_instructions(setter, room, values, self._needed(plans))
            if text is None:
                span = setter.text("instructions.title").span
                self._no_room("instructions", setter.texts.language, span)
                continue
            items = (*text.items, *self._rulers(rulers.origin))
            pages.append(PlannedSide(Side("text", items, area, ()), "kit.title"))
        return pages

    def aids(self) -> list[PlannedSide]:
        """Return the player aids: two on a page, one in each language where there are two.

        A game whose rules have no summary has none. A longer summary gets one page per aid; if it
        does not fit there either, none.
        """
        setters, paragraphs = self.edition.setters, self._aid_paragraphs()
        if not paragraphs:
            return []
        area = text_area(self.settings.paper)
        half, whole = (area.height - AID_GAP) // 2, area.height
        both = [*setters, *setters][:2]
        pages = self._aids_on([both], min(half, AID.height), paragraphs)
        pages = pages or self._aids_on([[setter] for setter in setters], whole, paragraphs)
        if not pages:
            span = self.edition.game.outline.span
            self._no_room("rules reference", setters[0].texts.language, span)
        return pages

    def _aids_on(
        self, pages: Sequence[Sequence[Typesetter]], height: Um, paragraphs: Sequence[AidParagraph]
    ) -> list[PlannedSide]:
        """Return pages of player aids of one size, at most `height` high, for these languages.

        The list is empty if one aid does not fit.
        """
        area = text_area(self.settings.paper)
        width = min(area.width, AID.width)
        room = Rect(AID_PAD, TEXT_TOP, width - 2 * AID_PAD, height - TEXT_TOP - AID_PAD)
        texts = {}
        for setter in self.edition.setters:
            text = lay_aid(setter, room, paragraphs)
            if text is None:
                return []
            texts[setter.texts.language] = text
        size = Size(width, TEXT_TOP + max(text.height for text in texts.values()) + AID_PAD)
        x, step = area.centre.x - width // 2, size.height + AID_GAP
        plans = []
        for setters in pages:
            leaves = [
                Rect(x, area.y + row * step, size.width, size.height) for row in range(len(setters))
            ]
            drawn = [
                item
                for leaf, setter in zip(leaves, setters, strict=True)
                for item in (
                    *self._aid_head(leaf),
                    *shifted(texts[setter.texts.language].items, leaf.x, leaf.y),
                )
            ]
            lines = cut_marks(leaves, Marks.LINES, BLEED, self.settings.paper.whole)
            side = Side("text", (*drawn, *lines), area, tuple(leaves), BLEED)
            plans.append(PlannedSide(side, "kit.reference"))
        return plans

    def _aid_head(self, leaf: Rect) -> tuple[Item, ...]:
        """Return the game's name at the top of an aid, with its bleed; nothing if it has errors."""
        rect = Rect(leaf.x, leaf.y, leaf.width, AID_HEAD)
        head = self.edition.box_panel("top", rect.size)
        if head is None:
            return ()
        clip = Rect(rect.x - BLEED, rect.y - BLEED, rect.width + 2 * BLEED, AID_HEAD + BLEED)
        return (Stamp(head, rect, clip=clip),)

    def _aid_paragraphs(self) -> list[AidParagraph]:
        """Return the aid's paragraphs with their icons and steps; report unknown names."""
        game = self.edition.game
        names = {key.rpartition(".")[2]: key for key in game.outline.summary}
        self._check_aid(names)
        return [
            AidParagraph(
                key,
                game.aid.icons.get(name, ""),
                game.aid.turn.index(name) + 1 if name in game.aid.turn else 0,
            )
            for name, key in names.items()
        ]

    def _check_aid(self, names: Mapping[str, str]) -> None:
        """Report paragraphs and icons of the aid that do not exist."""
        aid, icons = self.edition.game.aid, self.edition.renderer.icons
        problems = self.edition.problems
        for name in (*aid.icons, *aid.turn):
            if name not in names:
                text = f"the summary of the rules has no paragraph `{name}`"
                label = f"expected one of {listed(names)}"
                cure = suggestion(name, names)
                problems.error(codes.BLOCK_NAMES_NOTHING, text, aid.span, label, cure)
        for icon in dict.fromkeys(aid.icons.values()):
            if icons and icon not in icons:
                text = f"`{icon}` is not an icon of this style"
                label = f"expected one of {listed(sorted(icons))}"
                problems.error(codes.UNKNOWN_ICON, text, aid.span, label, suggestion(icon, icons))

    def _needed(self, plans: Sequence[PlannedSide]) -> Mapping[str, Sequence[str]]:
        """Return the sections of the instructions that this kit needs and not every kit does.

        Most have their own paragraphs.
        """
        game, box = self.edition.game, self.box()
        own = any(group.backs == OWN for group in game.groups)
        sections = {
            "faces": own and self.settings.backs in (Backs.SEPARATE, Backs.NONE),
            "join": any(plan.is_lettered for plan in (*plans, *box)),
        }
        paragraphs = {
            "cut": self._cuts(),
            "fold": self._folds(),
            "box": self._box_steps(box),
            "booklet": binding_steps(self.edition, self.settings),
        }
        needed: dict[str, Sequence[str]] = {name: () for name, known in sections.items() if known}
        return {**needed, **{name: keys for name, keys in paragraphs.items() if keys}}

    def _box_steps(self, box: Sequence[PlannedSide]) -> Sequence[str]:
        """Return the instructions for boxes; large ones come in halves, or in lettered parts.

        What lies beside the deck is listed.
        """
        if not self.edition.game.boxes:
            return ()
        _, beside = packed(self.edition.game)
        tucks = [plan for plan in box if plan.title in ("kit.box", "kit.box_large")]
        in_halves = [bool(plan.numbers) and not plan.is_lettered for plan in tucks]
        titles = {plan.title for plan in box}
        is_other = bool(titles) and not tucks
        steps = {
            "cut": not is_other,
            "outline": is_other,
            "fold": not is_other and not all(in_halves),
            "halves": any(in_halves),
            "lid": "kit.lid" in titles,
            "drawer": "kit.drawer" in titles,
            "wrap": bool(titles & {"kit.wrap_lid", "kit.wrap_base"}),
            "dividers": "kit.dividers" in titles,
            "contents": beside,
        }
        return [step for step, is_needed in steps.items() if is_needed]

    def _folds(self) -> Sequence[str]:
        """Return the instructions for fold cards: rectangles are cut out first, shapes last."""
        game = self.edition.game
        shapes = {(group.cut or game.cut).shape for group in game.groups if group.fold}
        whole, shaped = bool(shapes - SINGLY_CUT), bool(shapes & SINGLY_CUT)
        steps = {"cut": whole, "loose": shaped, "fold": shapes, "glue": shapes, "outline": shaped}
        return [step for step, is_needed in steps.items() if is_needed]

    def _cuts(self) -> Sequence[str]:
        """Return the instructions for cutting: long cuts for rows, single cuts for other shapes."""
        game = self.edition.game
        kinds = {(group.cut or game.cut).shape for group in game.groups}
        others = game.boards or game.outline.summary
        ways = {"lines": kinds - SINGLY_CUT or others, "around": kinds & SINGLY_CUT}
        return ("tools", *(way for way, is_needed in ways.items() if is_needed), "care")

    def _rulers(self, at: Point) -> Iterator[Item]:
        """Yield two level rulers, and one up the left margin: printers stretch either way."""
        setter = self.edition.typesetter
        for row, chosen in enumerate(RULERS):
            place = at.moved(0, row * RULER_ROW)
            yield from ruler(chosen.scale, place, self._numbers(chosen))
            end = place.moved(chosen.scale.length + BESIDE_RULER, chosen.scale.ticks[0][1])
            yield place_label(setter.label(chosen.text, TITLE), end)
        metric, inside = RULERS[0], self.settings.paper.printable
        place = Point(inside.x + INSIDE, at.y + 2 * RULER_ROW)
        yield from ruler(metric.scale, place, upright=True)
        end = place.moved(metric.scale.ticks[0][1], -metric.scale.length - BESIDE_RULER)
        yield place_label(setter.label(metric.text, SMALL), end, turn=270)

    def _numbers(self, chosen: Ruler) -> list[Label]:
        setter = self.edition.typesetter
        return [
            setter.label_of(setter.context.parse(str(index * chosen.counts)), SMALL)
            for index in range(len(chosen.scale.numbered))
        ]

    def _no_room(self, element: str, language: str, span: Span) -> None:
        """Report a page that is left out."""
        paper = self.settings.paper
        reason = f"the {language} text does not fit on one page of {paper.name}"
        cure = "choose a larger paper, shorten the text, or make the style's text smaller"
        fault = unfit(element, reason, span, cure)
        self.edition.problems.add(left_out(fault, paper))
