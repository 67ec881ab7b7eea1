"""Editions in two languages at once, and editions of any languages."""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from printnplay.edition.choosing import Languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import LoadedGame
from printnplay.faces.renderer import FaceRenderer
from printnplay.game.game import OWN, Card, Game
from printnplay.kernel.diagnostics import Problems, Subject
from printnplay.kernel.inlines import Inline, InlineText
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import Page
from printnplay.text.markup import plain


class BilingualTypesetter(Typesetter, frozen=True, kw_only=True):
    """Sets short texts in two languages, one after the other; `second` sets the second one."""

    second: Typesetter

    def inlines(self, key: str, **values: str | int) -> tuple[Inline, ...]:
        """Return the text of a key in both languages, or once if both are the same."""
        return joined([setter.inlines(key, **values) for setter in (self._first, self.second)])

    @property
    def _first(self) -> Typesetter:
        return Typesetter(self.texts, self.style, self.context, self.icon)


BETWEEN = " / "
"""Separator between two languages."""


def joined(texts: Sequence[tuple[Inline, ...]]) -> tuple[Inline, ...]:
    """Return a text in each of one or two languages, or once if both are the same."""
    first, *others = texts
    if not others or plain(first) == plain(others[0]):
        return first
    return (*first, InlineText(BETWEEN), *others[0])


class BilingualEdition(Edition, dict=True):
    """Renders faces, boards and boxes in two languages, and sets the texts of sheets in both.

    Each language has its own booklet, with the first language's booklet first.
    """

    second: str = ""

    def _renderer(self, style: str) -> FaceRenderer:
        """Return a renderer with the texts of both languages."""
        first = self._singles[0].renderer_of(style)
        return replace(first, second=self.loaded.texts[self.second], sizes={})

    @cached_property
    def game(self) -> Game:
        """The game, with its title in the first language: two would not fit on a narrow panel."""
        return self._singles[0].game

    @cached_property
    def typesetter(self) -> Typesetter:
        """The typesetter of sheets, which sets each text in both languages."""
        first, second = self.setters
        return BilingualTypesetter(
            first.texts, first.style, first.context, first.icon, second=second
        )

    @property
    def setters(self) -> Sequence[Typesetter]:
        """The typesetter of each language."""
        return tuple(single.typesetter for single in self._singles)

    @property
    def contents_in_each(self) -> Sequence[Sequence[str]]:
        """The contents of the box, in each language."""
        return tuple(single.contents for single in self._singles)

    @property
    def components_in_each(self) -> Sequence[Sequence[str]]:
        """The counted cards of each group and the boards, in each language."""
        return tuple(single.components for single in self._singles)

    @cached_property
    def front_cover(self) -> Picture | None:
        """The front cover of the first booklet."""
        return self._singles[0].front_cover

    def ground(self, *, recto: bool) -> Picture | None:
        """Return the background of the first booklet's pages."""
        return self._singles[0].ground(recto=recto)

    @property
    def booklets(self) -> Sequence[tuple[Page, ...]]:
        """The pages of both booklets; empty if one of them could not be set."""
        books = tuple(single.pages for single in self._singles)
        return books if all(books) else ()

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pages of both languages."""
        return tuple(page for book in self.booklets for page in book)

    @cached_property
    def _singles(self) -> tuple[Edition, Edition]:
        first, second = (
            Edition(self.loaded, language, self.problems, self.draft, self.thorough)
            for language in (self.language, self.second)
        )
        return first, second


class TwoSidedEdition(BilingualEdition):
    """Renders each card twice: its face in the first language, its other side in the second.

    Everything else is as in a bilingual edition.
    """

    def face(self, card: Card, *, back: bool = False) -> Picture | None:
        """Return the face of a card in the first language, or its back in the second."""
        return self._singles[back].face(card, back=back)

    def faces(self, cards: Sequence[Card]) -> list[Picture]:
        """Return both sides of cards that have a sheet, and the faces of others."""
        two_sided = {card.id for group in self.game.groups for card in self.game.cards_of(group)}
        sides = (
            self.face(card, back=back)
            for card in cards
            for back in ((False, True) if card.id in two_sided else (False,))
        )
        return [side for side in sides if side is not None]

    @property
    def renderers(self) -> Sequence[FaceRenderer]:
        """All renderers that have been used so far, those of each language first."""
        of_sides = (renderer for single in self._singles for renderer in single.renderers)
        return (*of_sides, *super().renderers)


def two_sided(game: Game) -> Game:
    """Return the game with a second side on every card, the same as its face if it had none."""
    one_sided = {
        card.id for group in game.groups if not group.two_sided for card in game.cards_of(group)
    }
    groups = tuple(group if group.two_sided else replace(group, backs=OWN) for group in game.groups)
    cards = tuple(
        replace(card, back_fields=card.fields, back_template="") if card.id in one_sided else card
        for card in game.cards
    )
    return replace(game, groups=groups, cards=cards)


def edition_of(
    loaded: LoadedGame,
    languages: Languages,
    problems: Problems,
    *,
    draft: bool = False,
    thorough: bool = False,
) -> Edition:
    """Return an edition in one language or in two."""
    problems = problems.part(Subject(game=loaded.game.id))
    loaded = loaded.in_languages(tuple(languages))
    if not languages.second:
        return Edition(loaded, languages.first, problems, draft, thorough)
    kind = TwoSidedEdition if languages.back else BilingualEdition
    if languages.back:
        loaded = replace(loaded, game=two_sided(loaded.game))
    return kind(loaded, languages.first, problems, draft, thorough, second=languages.second)
