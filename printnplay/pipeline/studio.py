"""A game in one language: its faces, figures and pages, each drawn once."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from printnplay.composition.booklet import pad
from printnplay.model.cards import Board, Card, Game
from printnplay.model.diagnostics import Problems
from printnplay.model.geometry import Size, Um, mm
from printnplay.model.picture import Picture
from printnplay.model.sheet import Page
from printnplay.model.texts import Texts
from printnplay.pipeline.workshop import Workshop
from printnplay.rendering.artist import FaceArtist, Names, card_values
from printnplay.rendering.figures import draw_figure
from printnplay.rendering.pages.blocks import BlockSetter
from printnplay.rendering.pages.booklet import BookletArt, column_width, lay_booklet, lay_page
from printnplay.rendering.pages.flow import TooTallError
from printnplay.rendering.pages.typesetter import Typesetter
from printnplay.rendering.text.context import TextContext
from printnplay.rendering.text.inline import Resolver

BOX = "box"
BOX_BLEED: Um = mm(2)
COVER_BLEED: Um = mm(1)


@dataclass
class Studio:
    """Draws what the kit and the booklet of one language are made of; faults go to `problems`."""

    workshop: Workshop
    language: str
    problems: Problems
    draft: bool = False
    thorough: bool = False
    _drawn: dict[Hashable, Picture | None] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game."""
        return self.workshop.game

    @property
    def texts(self) -> Texts:
        """The texts of this language."""
        return self.workshop.texts[self.language]

    @cached_property
    def artist(self) -> FaceArtist:
        """Draws the templates."""
        shop = self.workshop
        return FaceArtist(
            folders=shop.folders,
            style=shop.style,
            shelf=shop.shelf,
            art_roots=(*shop.folders, shop.catalog.game_folder(self.game.id)),
            names=Names(shop.facts, shop.glossary),
            problems=self.problems,
            draft=self.draft,
            thorough=self.thorough,
        )

    @cached_property
    def typesetter(self) -> Typesetter:
        """Sets the texts of pages and sheets."""
        shop = self.workshop
        resolver = Resolver(self.language, shop.facts, shop.glossary, self.artist.icons)
        context = TextContext(
            shop.shelf, self.language, shop.style.colours, resolver, self.problems
        )
        return Typesetter(self.texts, shop.style, context, self.artist.icon_picture)

    def face(self, card: Card, *, back: bool = False) -> Picture | None:
        """A face of a card; with `back` its second face."""
        template = (back and card.back_template) or card.template
        shape = (self.game.size_of(card), self.game.bleed)
        return self._once(("face", card.id, back), template, shape, card_values(card, back=back))

    def back(self, template: str, size: Size) -> Picture | None:
        """A back that cards share, by its template."""
        return self._once(("back", template, size), template, (size, self.game.bleed), {})

    def board(self, board: Board) -> Picture | None:
        """The drawing of a board, whole."""
        values = {"board": {"id": board.id}}
        return self._once(("board", board.id), board.template, (board.size, board.bleed), values)

    def box_panel(self, panel: str, size: Size) -> Picture | None:
        """What stands on a panel of the box: `front`, `back`, `side`, `top` or `bottom`."""
        return self._once((BOX, panel, size), BOX, (size, BOX_BLEED), {"panel": panel})

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The booklet in reading order, filled up to whole sheets."""
        outline = self.game.outline
        art = BookletArt(self._cover("cover"), self._cover("cover-back"), self._ground)
        setter = BlockSetter(
            self.typesetter, column_width(outline.page), self._card_face, self._figure
        )
        try:
            pages = lay_booklet(outline, setter, art)
        except TooTallError as error:
            self._too_tall(error)
            return ()
        return pad(pages, lambda number: lay_page(outline.page, None, number, setter, art))

    def _once(
        self, key: Hashable, template: str, shape: tuple[Size, Um], values: Mapping[str, object]
    ) -> Picture | None:
        """A drawing of this size and bleed, kept by its key; one with faults, None, is kept too."""
        if key not in self._drawn:
            size, bleed = shape
            known = {**values, "game": self._about}
            self._drawn[key] = self.artist.draw(template, size, bleed, self.texts, known)
        return self._drawn[key]

    @cached_property
    def _about(self) -> Mapping[str, object]:
        return {"id": self.game.id, "title": self.game.title, "players": self.game.players}

    def _card_face(self, card_id: str) -> Picture | None:
        return next((self.face(card) for card in self.game.cards if card.id == card_id), None)

    def _figure(self, template: str, example: str) -> Picture | None:
        verdict = self.workshop.verdicts.get(example)
        if verdict is None:
            return None
        shared = self.workshop.figures
        if (template, example) in shared:
            return shared[template, example]
        width = column_width(self.game.outline.page)
        figure = draw_figure(self.artist, verdict, width, self.texts, template, game=self._about)
        if figure is None:
            return None
        if not figure.worded:
            shared[template, example] = figure.picture
        return figure.picture

    def _cover(self, template: str) -> Picture | None:
        page = self.game.outline.page
        values = {"game": self._about}
        return self.artist.draw(template, page, COVER_BLEED, self.texts, values)

    def _ground(self, recto: bool) -> Picture | None:  # noqa: FBT001
        page = self.game.outline.page
        values = {"game": self._about, "recto": recto}
        return self.artist.draw("page", page, COVER_BLEED, self.texts, values)

    def _too_tall(self, error: TooTallError) -> None:
        self.problems.error(
            "PNP511",
            f"a block of the booklet is too tall for a page in {self.language}:"
            f" {error.height / 1000:.1f} mm of {error.room / 1000:.1f} mm",
            self.game.outline.page_span,
            "a figure, table or list that is never broken",
            "make the page larger, the figure lower, or the text shorter",
        )
