"""Editions of a game in one language or in two on the same cards, with cached pictures."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.loaded import LoadedGame
from printnplay.edition.templates import BACK_PAGE, ENDPAPER, TAILPIECE
from printnplay.faces.helpers import SET
from printnplay.faces.renderer import Blank, FaceRenderer, Figure, Format, Names, card_values
from printnplay.game.game import OWN, Board, Card, CardCut, Game, Group
from printnplay.game.kinds import Kind
from printnplay.game.numbering import number_of_copy
from printnplay.game.rulebook import FIGURE, FigureBlock
from printnplay.game.site import address_of_card
from printnplay.game.texts import TITLE, Texts
from printnplay.game.verdicts import Verdict
from printnplay.imposition.box_drawing import OVER
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span, Subject
from printnplay.kernel.geometry import Size, Um
from printnplay.kernel.languages import Usage
from printnplay.kernel.legibility import Eye
from printnplay.kernel.markup import icons_in
from printnplay.kernel.memo import key_of
from printnplay.kernel.printing import Selection
from printnplay.kernel.shapes import Shape
from printnplay.loading.icon_credits import load_icon_credits
from printnplay.rulebook.pages.back_page import places_on_back
from printnplay.rulebook.pages.block_setter import BlockSetter, Pictures
from printnplay.rulebook.pages.blocks import block_setter
from printnplay.rulebook.pages.booklet import (
    BookletArt,
    column_width,
    folio_of,
    has_references,
    lay_booklet,
)
from printnplay.rulebook.pages.strips import TooTallError
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.rulebook.rule_numbers import rule_numbers
from printnplay.scene.picture import FigureKey, Picture
from printnplay.scene.sheet import FontFace, Page, PageCount
from printnplay.scene.style import GROUP, TOGETHER, Style
from printnplay.svg.cut_paths import shape_of
from printnplay.text.context import TextContext
from printnplay.text.credits import escaped
from printnplay.text.families import Vocabulary, families_used, suited, vocabulary_of
from printnplay.text.languages import minutes_text
from printnplay.text.markup import Resolver, plain

if TYPE_CHECKING:
    from printnplay.edition.stamps import StampLine


BOX = "box"


COVER = "cover"


SHOWCASE = "showcase"


TAGLINE = "cover.tagline"


BOX_BLEED: Um = OVER


BATCH = 64
"""Number of cards that are rendered and baked together: the same as `CHUNK` in `pdf/bake.py`, so
that each batch is one compile."""


_FaceKey: TypeAlias = tuple[str, str, bool]
"""The in-memory cache key of a face: what it is, the id of its card or copy, and whether it is a
back."""


class Drawing(Blank, frozen=True):
    """A template to render, optionally in a style other than the game's."""

    style: str = ""


class Sharing(NamedTuple):
    """Faces that may share type sizes: those of a family on one side, or both sides of a group."""

    fit: str
    id: str
    style: str
    back: bool = False


class BoxName(Struct, frozen=True):
    """A box, by its id, and its number among those that share a deck, such as `1/3`."""

    id: str = ""
    part: str = ""


_ANY_BOX = BoxName()


class Edition(Struct, dict=True):
    """Renders the pictures and pages of a game in one language; reports faults to `problems`."""

    loaded: LoadedGame
    language: str
    problems: Problems
    draft: bool = False
    thorough: bool = False
    drawings: dict[str, list[Drawing]] = field(default_factory=dict)
    """Rendered drawings by card id or template name."""
    undrawn: int = 0
    """Number of pictures that could not be rendered."""
    _drawn: dict[Hashable, Picture | None] = field(default_factory=dict)
    _stamped: dict[str, Picture] = field(default_factory=dict)
    _renderers: dict[str, FaceRenderer] = field(default_factory=dict)
    _dies: dict[Hashable, Shape] = field(default_factory=dict)
    _measured: set[Sharing] = field(default_factory=set)
    _looks_of_figures: dict[str, str] = field(default_factory=dict)

    @cached_property
    def game(self) -> Game:
        """The game, with its title in this language."""
        game = self.loaded.game
        if TITLE not in self.texts.entries:
            return game
        return replace(game, title=plain(self.typesetter.inlines(TITLE)))

    @property
    def texts(self) -> Texts:
        """The texts of this language."""
        return self.loaded.texts[self.language]

    @property
    def renderer(self) -> FaceRenderer:
        """The renderer of the game's style."""
        return self.renderer_of("")

    def renderer_of(self, style: str) -> FaceRenderer:
        """Return the renderer of a style; an empty name means the game's style."""
        if style not in self._renderers:
            self._renderers[style] = self._renderer(style)
        return self._renderers[style]

    @property
    def renderers(self) -> Sequence[FaceRenderer]:
        """All renderers that have been used so far."""
        return tuple(self._renderers.values())

    def _renderer(self, style: str) -> FaceRenderer:
        loaded = self.loaded
        look = loaded.looks.get(style)
        folders = look.folders if look else loaded.folders
        return FaceRenderer(
            folders=folders,
            style=suited(look.style, self._vocabulary, loaded.shelf) if look else self.style,
            shelf=loaded.shelf,
            art_roots=(*folders, loaded.catalog.game_folder(loaded.game.id)),
            names=Names(
                loaded.facts,
                loaded.glossary,
                loaded.card_fields,
                {card.id: card.places for card in loaded.game.cards},
                loaded.usages,
                {card.id: card.headings for card in loaded.game.cards if card.headings},
            ),
            problems=self.problems,
            draft=self.draft,
            thorough=True,
            store=loaded.memo,
            eye=self._eye,
        )

    @cached_property
    def _eye(self) -> Eye | None:
        if not self.thorough:
            return None
        from printnplay.raster.eye import PixelEye

        shelf = self.loaded.shelf
        return PixelEye(lambda: shelf.faces)

    @cached_property
    def typesetter(self) -> Typesetter:
        """The typesetter of pages and sheets."""
        loaded = self.loaded
        resolver = Resolver(
            self.language,
            loaded.facts,
            loaded.glossary,
            self.renderer.icons,
            loaded.card_fields,
            number_words=self._usage.number_words,
            icon_words=self._usage.icons,
            inlines=loaded.style.inlines,
            addresses=loaded.game.outline.addresses,
        )
        context = TextContext(
            loaded.shelf,
            self.language,
            loaded.style.colours,
            resolver,
            self._of_texts,
            as_typed=not self._usage.smart_quotes,
        )
        return Typesetter(self.texts, self.style, context, self.renderer.icon_picture)

    @cached_property
    def _usage(self) -> Usage:
        """The typographic conventions of the language."""
        return self.loaded.usages.get(self.language) or Usage()

    @cached_property
    def style(self) -> Style:
        """The style, with each text style in a font family that has the glyphs of the language."""
        return suited(self.loaded.style, self._vocabulary, self.loaded.shelf)

    @cached_property
    def families(self) -> frozenset[str]:
        """The font families used by the texts."""
        return families_used(self.style, self._vocabulary, self.loaded.shelf)

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return vocabulary_of(self.texts, self.loaded.glossary)

    def face(self, card: Card, *, back: bool = False) -> Picture | None:
        """Return the face of a card as printed, or its second face with `back`."""
        drawn = self.unstamped(card, back=back)
        is_stamped = self.game.stamp is not None and self.game.stamp.shown
        if drawn is None or back or not is_stamped:
            return drawn
        if card.face_id not in self._stamped:
            self._stamped[card.face_id] = self._stamp_line(card).on(drawn)
        return self._stamped[card.face_id]

    def _stamp_line(self, card: Card) -> "StampLine":
        """Return the stamp for the front of a card."""
        from printnplay.edition.stamps import StampLine  # few games have stamps

        group, numbers = self.game.group_of(card), self.loaded.numbers_of_cards[card.id]["deck"]
        look = self.renderer_of(group.style if group else "").style
        cut = (group and group.cut) or self.game.cut
        die = self._die(cut, self.game.size_of(card), back=False)
        stamp, about = self.game.stamp, self.game.about
        assert stamp is not None
        fields = {
            "version": about.version,
            "date": about.day.isoformat() if about.day else "",
            "id": card.id,
            "hash": self.hash_of(card),
            **{name: str(number) for name, number in numbers.items()},
        }
        return StampLine(stamp, fields, die, look, self.typesetter.context, self.problems)

    def hash_of(self, card: Card) -> str:
        """Return the hash of a card's front without its stamp; empty if the game has no stamps."""
        if self.game.stamp is None:
            return ""
        from printnplay.edition.stamps import hash_of_face

        drawn = self.unstamped(card, back=False)
        own_bleed = self.game.usual_bleed_of(self.game.group_of(card))
        if drawn is not None and drawn.bleed != own_bleed:
            drawing = self._drawing_of(card, back=False)
            usual = replace(drawing, format=replace(drawing.format, bleed=own_bleed))
            drawn = self.drawn_with(usual, self.texts)
        return "" if drawn is None else hash_of_face(drawn)

    def unstamped(self, card: Card, *, back: bool) -> Picture | None:
        """Return the face of a card without a stamp."""
        key = _of_face(card, back=back)
        if key not in self._drawn:
            self.measure(card, back=back)
            self._drawn[key] = self._draw(self._drawing_of(card, back=back))
        return self._drawn[key]

    @property
    def batches(self) -> Sequence[Sequence[Card]]:
        """The cards of a large game in batches that are rendered and cached together; else empty.

        The batches determine what is baked together, and so the bytes of documents.
        """
        cards = self.game.faces
        if len(cards) < 2 * BATCH:
            return ()
        return [cards[start : start + BATCH] for start in range(0, len(cards), BATCH)]

    def faces(self, cards: Sequence[Card]) -> list[Picture]:
        """Return the faces of cards, second faces included; they are rendered together."""
        faces = self._drawings_of(cards)
        if not faces.keys() <= self._drawn.keys():
            # Render all of them, even those rendered before: the cache stores them as one batch.
            for same in _by_style(faces).values():
                drawn = dict(zip(same, self._draw_together(list(same.values())), strict=True))
                self._drawn = drawn | self._drawn
        by_id = {card.face_id: card for card in cards}
        drawn_faces = (self.face(by_id[card], back=back) for _, card, back in faces)
        return [face for face in drawn_faces if face is not None]

    def draw_cards(self) -> None:
        """Render the cards of a large game in the batches that builds cache."""
        for batch in self.batches:
            self.faces(batch)

    def _drawings_of(self, cards: Sequence[Card]) -> dict[_FaceKey, Drawing]:
        """Return the drawings of cards by their in-memory cache keys."""
        faces: dict[_FaceKey, Drawing] = {}
        for card in cards:
            group = self.game.group_of(card)
            for back in self._sides_of(card):
                self.measure(card, back=back)
                faces[_of_face(card, back=back)] = self._drawing_in(group, card, back=back)
        return faces

    def _sides_of(self, card: Card) -> Sequence[bool]:
        """Return whether each face of a card is its second one."""
        group = self.game.group_of(card)
        has_two = group is not None and (group.fold or group.backs == OWN)
        return (False, True) if has_two else (False,)

    def _drawing_of(self, card: Card, *, back: bool) -> Drawing:
        return self._drawing_in(self.game.group_of(card), card, back=back)

    def _drawing_in(self, group: Group | None, card: Card, *, back: bool) -> Drawing:
        """Return the drawing of a card in a group."""
        template = (back and card.back_template) or card.template
        size = group.card if group and group.card else self.game.card
        values = {
            **card_values(card, back=back, **self._address_of(card)),
            **self.loaded.numbers_of_cards[card.id],
            **number_of_copy(card),
        }
        cut = (group and group.cut) or self.game.cut
        form = Format(size, self.game.bleed_of(group), self._die(cut, size, back=back))
        return Drawing(template, form, values, group.style if group else "")

    def _address_of(self, card: Card) -> Mapping[str, str]:
        """Return the address of a card's web page, if the game has a site."""
        site = self.game.site
        return {"address": address_of_card(site, self.language, card.id)} if site else {}

    def _die(self, cut: CardCut, size: Size, *, back: bool) -> Shape:
        """Return the cut outline of a face, as seen from that side."""
        key = cut, size, back
        if key not in self._dies:
            die = shape_of(cut)
            self._dies[key] = die.mirrored(size) if back else die
        return self._dies[key]

    def sharing(self, card: Card, *, back: bool) -> list[Sharing]:
        """Return the cards that may share type sizes with a face: its family, its group."""
        group = self.game.group_of(card)
        style, group_id = (group.style, group.id) if group else ("", "")
        template = (back and card.back_template) or card.template
        fits = self.renderer_of(style).fits(template)
        if not fits:
            return []
        family, whole = Sharing(TOGETHER, card.family, style, back), Sharing(GROUP, group_id, style)
        return [one for one in (family, whole) if one.fit in fits]

    def measure(self, card: Card, *, back: bool) -> list[Sharing]:
        """Find the type sizes that a face shares with other cards.

        Return those that were measured by this call; each is measured once.
        """
        new = [one for one in self.sharing(card, back=back) if one not in self._measured]
        self._measured.update(new)
        for one in new:
            measuring = self.renderer_of(one.style).measuring()
            for other in self.game.faces:
                for side in self._sides_of(other):
                    if one in self.sharing(other, back=side):
                        self._draw(self._drawing_of(other, back=side), measuring)
        return new

    def back(self, group: Group) -> Picture | None:
        """Return the back that the cards of a group share."""
        size, bleed = group.card or self.game.card, self.game.bleed_of(group)
        die = self._die(group.cut or self.game.cut, size, back=True)
        drawing = Drawing(group.backs, Format(size, bleed, die), {}, group.style)
        return self._once(("back", group.backs, size, bleed, group.style, die), drawing)

    def draw_backs(self) -> None:
        """Render and cache the backs that cards share."""
        for group in self.game.groups:
            if group.backs not in ("", OWN):
                self.back(group)

    def board(self, board: Board) -> Picture | None:
        """Return the picture of a whole board."""
        values = {"board": {"id": board.id}}
        drawing = Drawing(board.template, Format(board.size, board.bleed), values)
        return self._once(("board", board.id), drawing)

    def box_panel(
        self, panel: str, size: Size, box: BoxName = _ANY_BOX, bleed: Um = BOX_BLEED
    ) -> Picture | None:
        """Return the picture on a panel of a box: `front`, `back`, `side`, `top`, ..."""
        key, title = f"boxes.{box.id}", self.game.title
        if self.texts.entries.get(key):
            title = plain(self.typesetter.inlines(key))
        values = {"panel": panel, "box_id": box.id, "box_title": title, "box_part": box.part}
        return self._once((BOX, panel, size, box, bleed), Drawing(BOX, Format(size, bleed), values))

    def showcase(self, view: str, size: Size) -> Picture | None:
        """Return the background of a showcase picture: `social`, with the tagline, or `table`."""
        tagline = plain(self.typesetter.inlines(TAGLINE)) if TAGLINE in self.texts.entries else ""
        values = {"view": view, "tagline": tagline}
        return self._once((SHOWCASE, view, size), Drawing(SHOWCASE, Format(size, 0), values))

    @cached_property
    def front_cover(self) -> Picture | None:
        """The front cover of the booklet; None if there is no booklet."""
        return self.cover() if self.game.outline.sections else None

    def faces_of(self, card: Card, selection: Selection) -> tuple[Card, ...]:
        """Return the faces of a card to print with a selection, each with its copies.

        An update prints the last copies of a card with more copies than before.
        """
        copies = self.copies_of(card, selection)
        return card.faces(copies, card.copies - copies + 1 if selection.update else 1)

    def copies_of(self, card: Card, selection: Selection) -> int:
        """Return how often a card is printed with a selection; 0 if it is not selected."""
        if not selection:
            return card.copies
        from printnplay.edition.only import copies_of  # few builds have a selection

        return copies_of(card, selection, self.loaded.numbers_of_cards[card.id])

    @property
    def back_cover(self) -> Picture | None:
        """The back of the booklet: as booklet.yaml says, or else of a template of its own."""
        return self.back_page() if self.game.outline.back else self.cover("cover-back")

    @property
    def members(self) -> "Sequence[Edition]":
        """The editions of single games: this one, unless it has several games."""
        return (self,)

    @property
    def fonts(self) -> tuple[FontFace, ...]:
        """The font files of its faces and texts, including those derived so far."""
        return self.loaded.shelf.faces

    @property
    def booklets(self) -> Sequence[tuple[Page, ...]]:
        """The pages of each booklet: one for each language."""
        return (self.pages,)

    @property
    def setters(self) -> Sequence[Typesetter]:
        """The typesetter of each language."""
        return (self.typesetter,)

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The booklet pages in reading order, padded to full sheets."""
        outline = self.game.outline
        if not outline.sections:
            return ()
        cover = self.cover()
        back = self.back_cover
        art = BookletArt(
            self.game.title,
            cover,
            back,
            lambda recto: self.ground(recto=recto),
            self._tailpiece,
            lambda recto: self._endpaper(recto=recto),
        )
        try:
            return lay_booklet(outline, self._setter, art)
        except TooTallError as error:
            self._too_tall(error)
            return ()

    @property
    def page_count(self) -> PageCount:
        """The number of booklet pages, of both languages in a bilingual edition."""
        return PageCount(len(self.pages), sum(not page.filler for page in self.pages))

    @cached_property
    def _setter(self) -> BlockSetter:
        pictures = Pictures(self.card_face, self.board_of, self.figure, self.file, self.die_of)
        return block_setter(self.booklet_typesetter, self.column, pictures)

    @property
    def booklet_typesetter(self) -> Typesetter:
        """The typesetter of the rulebook, with the numbers of its rules."""
        return replace(self.typesetter, numbers=rule_numbers(self.game.outline))

    @property
    def column(self) -> Um:
        """The width of a column of the rulebook."""
        return column_width(self.style, self.game.outline)

    @property
    def names_pages(self) -> bool:
        """Whether the rulebook contains page references."""
        return has_references(self.game.outline, self._setter)

    def _once(self, key: Hashable, drawing: Drawing) -> Picture | None:
        """Return the cached picture of a key, or render it; failures are cached as None."""
        if key not in self._drawn:
            self._drawn[key] = self._draw(drawing)
        return self._drawn[key]

    def _draw(self, drawing: Drawing, renderer: FaceRenderer | None = None) -> Picture | None:
        return self._draw_together([drawing], renderer)[0]

    def _draw_together(
        self, drawings: Sequence[Drawing], renderer: FaceRenderer | None = None
    ) -> list[Picture | None]:
        """Render drawings of one style, and record them."""
        for drawing in drawings:
            card = drawing.values.get("card")
            name = str(card["id"]) if isinstance(card, Mapping) else drawing.template
            self.drawings.setdefault(name, []).append(drawing)
        return self._drawn_with(drawings, self.texts, renderer)

    def drawn_with(self, drawing: Drawing, texts: Texts) -> Picture | None:
        """Render a drawing with these texts."""
        return self._drawn_with([drawing], texts)[0]

    def _drawn_with(
        self, drawings: Sequence[Drawing], texts: Texts, renderer: FaceRenderer | None = None
    ) -> list[Picture | None]:
        renderer = renderer or self.renderer_of(drawings[0].style)
        pictures = renderer.draw(self._blanks(drawings), texts)
        if not renderer.measures:
            self.undrawn += pictures.count(None)
        return pictures

    def _blanks(self, drawings: Iterable[Drawing]) -> list[Blank]:
        """Return the renderer's input, with the values of the game added."""
        about = {"game": self._about}
        return [
            Blank(drawing.template, drawing.format, {**drawing.values, **about})
            for drawing in drawings
        ]

    @cached_property
    def _of_texts(self) -> Problems:
        return self.problems.part(Subject(language=self.language))

    @cached_property
    def _about(self) -> Mapping[str, object]:
        game = self.game
        return {
            "id": game.id,
            "edition": game.edition,
            "title": game.title,
            "players": game.players,
            "version": game.about.version,
            "date": game.about.day.isoformat() if game.about.day else "",
            "facts": self.facts,
            "languages": self.languages,
            "contents": NEXT.join(self.contents),
        }

    @cached_property
    def facts(self) -> str:
        """Players, minutes, age and counts by kind, as markup with icons and numbers."""
        return facts_of(self.game, self.language)

    @property
    def languages(self) -> str:
        """The codes of the languages of the texts, as markup with an icon."""
        codes = "/".join(setter.texts.language.upper() for setter in self.setters)
        return f"{{icon:language}}{NO_BREAK}**{codes}**"

    @property
    def icon_credits(self) -> str:
        """The credits of the sets whose icons were drawn so far, as markup with its marks escaped.

        Those that texts name count as drawn. Faults in the credits are reported.
        """
        named = (name for text in self.texts.entries.values() for name in icons_in(text.plain))
        drawn = {name for renderer in self.renderers for name in renderer.icons_of_sets}
        by_set: dict[str, set[str]] = {}
        for name in {*drawn, *named}:
            of_set, sign, icon = name.partition(SET)
            if sign:
                by_set.setdefault(of_set, set()).add(icon)
        lines = []
        for of_set, icons in sorted(by_set.items()):
            folder = self.renderer.icon_set(of_set)
            known = load_icon_credits(folder, self.problems) if folder else None
            if known:
                lines.append(known.line(icons))
        return escaped("; ".join(lines))

    @property
    def contents_in_each(self) -> Sequence[Sequence[str]]:
        """The contents of the box, in each language."""
        return (self.contents,)

    @cached_property
    def contents(self) -> tuple[str, ...]:
        """The contents of the box: its components and the booklet."""
        booklet = [self._plain("kit.booklet")] if self.game.outline.sections else []
        return (*self.components, *booklet)

    @property
    def components_in_each(self) -> Sequence[Sequence[str]]:
        """The counted cards of each group and the boards, in each language."""
        return (self.components,)

    @cached_property
    def components(self) -> tuple[str, ...]:
        """The counted cards of each group and the boards.

        Groups and boards of the same title are counted together.
        """
        counts: dict[str, int] = {}
        for group in self.game.groups:
            title = self._plain(f"sheets.{group.id}")
            counts[title] = counts.get(title, 0) + self.game.copies_of(group)
        for board in self.game.boards:
            title = self._plain(f"boards.{board.id}")
            counts[title] = counts.get(title, 0) + board.copies
        return tuple(
            title if count == 1 else f"{title}{NO_BREAK}({count})"
            for title, count in counts.items()
        )

    def _plain(self, key: str) -> str:
        return plain(self.typesetter.inlines(key)).replace(" ", NO_BREAK)

    def card_face(self, card_id: str) -> Picture | None:
        """Return the face of a card by its id, without a stamp, for the rulebook."""
        cards = (card for card in self.game.cards if card.id == card_id)
        return next((self.unstamped(card, back=False) for card in cards), None)

    def die_of(self, card_id: str) -> Shape:
        """Return the shape that a card is cut to, seen from the front, by its id."""
        card = next((card for card in self.game.cards if card.id == card_id), None)
        if card is None:
            return Shape()
        group = self.game.group_of(card)
        size = group.card if group and group.card else self.game.card
        return self._die((group and group.cut) or self.game.cut, size, back=False)

    def board_of(self, board_id: str) -> Picture | None:
        """Return the picture of a board by its id."""
        boards = (self.board(board) for board in self.game.boards if board.id == board_id)
        return next(boards, None)

    def figure(self, block: FigureBlock) -> Picture | None:
        """Render a figure of an example's position, or of none; wordless ones are cached."""
        verdict = self.loaded.verdicts.get(block.example)
        if verdict is None and block.example:
            return None
        shared, key = self.loaded.figures, self.figure_key(block)
        if key in shared:
            return shared[key]
        figure = self.figure_on(verdict, block.template)
        if figure is None:
            self.undrawn += 1
            return None
        if not figure.worded:
            shared[key] = figure.picture
        return figure.picture

    def figure_on(self, verdict: Verdict | None, template: str = FIGURE) -> Figure | None:
        """Render a figure of a verdict's position at column width; None if it has errors."""
        return self.renderer.draw_figure(
            verdict, self.column, self.texts, template, game=self._about
        )

    def figure_key(self, block: FigureBlock) -> FigureKey:
        """Return the cache key of a figure without words, which all languages of a script share."""
        if block.template not in self._looks_of_figures:
            about = self.renderer.seen_of_game(block.template, self._about)
            way = self.typesetter.context.right_to_left
            look = key_of(self.style, self.column, about, way).hex()
            self._looks_of_figures[block.template] = look
        return block.template, block.example, self._looks_of_figures[block.template]

    def file(self, file: str, width: Um | None, most: Um, place: Span) -> Picture | None:
        """Return a picture file of the game at `width` or at its natural width, at most `most`."""
        key = ("file", file, width, most)
        if key not in self._drawn:
            self._drawn[key] = self.renderer.draw_file(file, width, most, place)
        return self._drawn[key]

    def _tailpiece(self, width: Um, height: Um, number: int) -> Picture | None:
        """Render a filler for the rest of a page, if the style has a template for it."""
        if not self.renderer.has(TAILPIECE):
            return None
        drawing = Drawing(TAILPIECE, Format(Size(width, height), 0), {"number": number})
        return self._once((TAILPIECE, width, height, number), drawing)

    def _endpaper(self, *, recto: bool) -> Picture | None:
        """Render a page without text, if the style has a template for it."""
        if not self.renderer.has(ENDPAPER):
            return None
        of_page = Format(self.game.outline.page, self.game.outline.drawn_bleed)
        return self._draw(Drawing(ENDPAPER, of_page, {"recto": recto}))

    def cover(self, template: str = COVER) -> Picture | None:
        """Render a cover of the rulebook from a template."""
        outline = self.game.outline
        return self._draw(Drawing(template, Format(outline.page, outline.drawn_bleed), {}))

    def back_page(self) -> Picture | None:
        """Render the background, the facts and the codes of the back of the rulebook."""
        outline = self.game.outline
        if outline.back is None:
            return None
        places = places_on_back(outline.back, outline.page, self.style)
        told = {"qr": outline.back.qr, "ean": outline.back.ean, **places.in_mm}
        form = Format(outline.page, outline.drawn_bleed)
        return self._draw(Drawing(BACK_PAGE, form, {"back": told}))

    def ground(self, *, recto: bool) -> Picture | None:
        """Render the background of the rulebook's right-hand or left-hand pages."""
        of_page = Format(self.game.outline.page, self.game.outline.drawn_bleed)
        folio = folio_of(self.game.outline, self.typesetter, recto=recto)
        told = {
            "x": folio.x / 1000,
            "y": folio.middle / 1000,
            "align": folio.align,
            "height": folio.height / 1000,
            "room": (folio.middle - folio.top) / 1000,
        }
        return self._draw(Drawing("page", of_page, {"recto": recto, "folio": told}))

    def _too_tall(self, error: TooTallError) -> None:
        self._of_texts.error(
            codes.BLOCK_TALLER_THAN_PAGE,
            f"a block is taller than a page in {self.language}: {error.height / 1000:.1f} mm,"
            f" room for {error.room / 1000:.1f} mm",
            error.source or self.game.outline.page_span,
            "the block with this text: figures, tables and lists are not split across pages"
            if error.source
            else "figures, tables and lists are not split across pages",
            "make the page larger, the figure lower, or the text shorter",
        )


def _by_style(drawings: Mapping[_FaceKey, Drawing]) -> dict[str, dict[_FaceKey, Drawing]]:
    """Group drawings by style."""
    styles: dict[str, dict[_FaceKey, Drawing]] = {}
    for key, drawing in drawings.items():
        styles.setdefault(drawing.style, {})[key] = drawing
    return styles


def _of_face(card: Card, *, back: bool) -> _FaceKey:
    """Return the in-memory cache key of a face."""
    return "face", card.face_id, back


NO_BREAK, WIDE = "\u00a0", "\u2003"


NEXT = f"{NO_BREAK}· "
"""Separator between items of an inline list."""


def facts_of(game: Game, language: str) -> str:
    """Return players, minutes, age and counts by kind, as markup with icons and numbers.

    Boards are not counted: nearly every game with a board has one.
    """
    about = game.about
    values = {
        "players": spread(game.players),
        "time": minutes_text(language, *about.minutes) if about.minutes else "",
        "age": f"{about.age}+" if about.age else "",
        **{str(kind): str(count) for kind, count in game.pieces.items() if kind is not Kind.BOARDS},
    }
    return f"{WIDE} ".join(
        f"{{icon:{name}}}{NO_BREAK}**{value}**" for name, value in values.items() if value
    )


def spread(numbers: Sequence[int]) -> str:
    """Return ascending numbers in short form.

    >>> spread((2, 3, 4)), spread((2, 4)), spread((2,))
    ('2–4', '2/4', '2')
    """
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}–{numbers[-1]}"
    return "/".join(map(str, numbers))
