"""Editions of several games together: their cards and boards as those of one game.

Each game renders its own faces, with its own look, texts and glossary; the first one sets the type
of the sheets. Ids are `<game>/<id>`, so ids of different games never collide.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from msgspec.structs import replace

from printnplay.edition.bilingual import BilingualTypesetter
from printnplay.edition.edition import NEXT, Edition
from printnplay.edition.looks import Look
from printnplay.game.game import About, Board, Card, Game, Group
from printnplay.game.rulebook import Outline
from printnplay.game.texts import Text, Texts
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.rulebook.pages.typesetter import Typesetter
from printnplay.scene.picture import Picture
from printnplay.scene.sheet import FontFace
from printnplay.text.credits import escaped
from printnplay.text.markup import plain

OF_GAME = "/game"
"""The field of a card that names its game; columns and fields have no slash in their names."""

MOST_TITLES = 3
"""Maximum number of games in the title: more would be wider than a sheet. A guess."""

BETWEEN, REST = " · ", "…"
"""The separator of the titles of games, and the mark for omitted ones."""

BLURB = "cover.blurb"
"""The text about one game on the front page of its kit."""


def together(editions: Sequence[Edition], problems: Problems) -> "SharedEdition":
    """Return one edition with the cards and boards of several games in the same languages."""
    first = editions[0]
    looks: dict[str, Look] = {}
    for edition in editions:
        loaded = edition.loaded
        looks[edition.game.id] = Look(loaded.style, loaded.folders)
        looks |= {f"{edition.game.id}/{name}": look for name, look in loaded.looks.items()}
    loaded = replace(
        first.loaded, game=_joined([edition.game for edition in editions]), looks=looks
    )
    return SharedEdition(
        loaded, first.language, problems, first.draft, first.thorough, parts=tuple(editions)
    )


class SharedEdition(Edition, dict=True):
    """Several games as one: `parts` are their editions, which draw their own faces."""

    parts: tuple[Edition, ...] = ()

    @property
    def members(self) -> Sequence[Edition]:
        """The editions of the single games."""
        return self.parts

    @cached_property
    def game(self) -> Game:
        """The game that has the cards and boards of all."""
        return self.loaded.game

    @cached_property
    def _cards(self) -> Mapping[str, tuple[Edition, Card]]:
        """The edition and the card of each face."""
        return {
            _named(edition.game, card.face_id): (edition, card)
            for edition in self.parts
            for card in edition.game.faces
        }

    @cached_property
    def _groups(self) -> Mapping[str, tuple[Edition, Group]]:
        return {
            _named(edition.game, group.key): (edition, group)
            for edition in self.parts
            for group in edition.game.groups
        }

    @cached_property
    def _boards(self) -> Mapping[str, tuple[Edition, Board]]:
        return {
            _named(edition.game, board.id): (edition, board)
            for edition in self.parts
            for board in edition.game.boards
        }

    def face(self, card: Card, *, back: bool = False) -> Picture | None:
        """Return the face of a card as its game prints it."""
        edition, own = self._cards[card.face_id]
        return edition.face(own, back=back)

    def faces(self, cards: Sequence[Card]) -> list[Picture]:
        """Return the faces of cards; those of a game are rendered together."""
        by_game: dict[str, list[Card]] = {}
        for card in cards:
            edition, own = self._cards[card.face_id]
            by_game.setdefault(edition.game.id, []).append(own)
        parts = {edition.game.id: edition for edition in self.parts}
        return [face for game, own in by_game.items() for face in parts[game].faces(own)]

    @property
    def batches(self) -> Sequence[Sequence[Card]]:
        """The cards of each game in its own batches, as a build of the single game bakes them."""
        ids = [
            [_named(edition.game, card.face_id) for card in batch]
            for edition in self.parts
            for batch in edition.batches or (edition.game.faces,)
        ]
        cards = {card.face_id: card for card in self.game.faces}
        return [[cards[id_] for id_ in batch] for batch in ids]

    def back(self, group: Group) -> Picture | None:
        """Return the back that the cards of a group share, as their game prints it."""
        edition, own = self._groups[group.key]
        return edition.back(own)

    def board(self, board: Board) -> Picture | None:
        """Return the picture of a board."""
        edition, own = self._boards[board.id]
        return edition.board(own)

    @cached_property
    def typesetter(self) -> Typesetter:
        """The typesetter of the first game, with the titles of all."""
        setter = self._with_titles(self.parts[0].typesetter, 0)
        if isinstance(setter, BilingualTypesetter):
            return replace(setter, second=self._with_titles(setter.second, 1))
        return setter

    @cached_property
    def setters(self) -> Sequence[Typesetter]:
        """The typesetter of each language."""
        return tuple(
            self._with_titles(setter, at) for at, setter in enumerate(self.parts[0].setters)
        )

    def _with_titles(self, setter: Typesetter, at: int) -> Typesetter:
        """Return the typesetter of the language at this index, with the titles of all sheets."""
        entries = {key: text for key, text in setter.texts.entries.items() if key != BLURB}
        return replace(setter, texts=_with(replace(setter.texts, entries=entries), self, at))

    @property
    def contents_in_each(self) -> Sequence[Sequence[str]]:
        """The components of each game, in each language."""
        return tuple(
            tuple(
                NEXT.join((f"**{escaped(edition.game.named)}**", *components))
                for edition in self.parts
                if (components := edition.components_in_each[at])
            )
            for at in range(len(self.setters))
        )

    @property
    def fonts(self) -> tuple[FontFace, ...]:
        """The font files of all games."""
        return tuple(dict.fromkeys(chain.from_iterable(part.fonts for part in self.parts)))

    @property
    def families(self) -> frozenset[str]:
        """The font families used by the texts of all games."""
        return frozenset(chain.from_iterable(part.families for part in self.parts))

    @property
    def icon_credits(self) -> str:
        """The credits of the icons of all games."""
        return "; ".join(dict.fromkeys(filter(None, (part.icon_credits for part in self.parts))))


def _with(texts: Texts, shared: SharedEdition, at: int) -> Texts:
    """Return texts with the titles of all groups and boards, each after the title of its game."""
    titles = {
        f"{kind}.{_named(edition.game, one.id)}": _titled(edition, f"{kind}.{one.id}", texts, at)
        for edition in shared.parts
        for kind, every in (("sheets", edition.game.groups), ("boards", edition.game.boards))
        for one in every
    }
    return replace(texts, entries={**texts.entries, **titles})


def _titled(edition: Edition, key: str, texts: Texts, at: int) -> Text:
    """Return the title of a group or board, with that of its game."""
    own = edition.setters[at]
    names = {"game": escaped(edition.game.title), "name": escaped(plain(own.inlines(key)))}
    said = escaped(plain(own.inlines("together.of_game", **names)))
    return Text(key, {"other": said}, Span(texts.file))


def _named(game: Game, name: str) -> str:
    return f"{game.id}/{name}"


def _joined(games: Sequence[Game]) -> Game:
    """Return a game with the cards and boards of several, without their boxes and rulebooks."""
    first = games[0]
    titles = [game.title for game in games]
    if len(titles) > MOST_TITLES:
        titles[MOST_TITLES:] = [REST]
    credits: dict[str, dict[str, None]] = {}
    for game in games:
        for role, name in game.credits.items():
            credits.setdefault(role, {})[name] = None
    licences = dict.fromkeys(game.about.licence for game in games if game.about.licence)
    return Game(
        id=BETWEEN.join(game.id for game in games),
        title=BETWEEN.join(titles),
        folder=first.folder,
        rules=first.rules,
        style=first.style,
        players=(),
        card=first.card,
        bleed=first.bleed,
        back_bleed=max((game.back_bleed or 0 for game in games), default=0) or None,
        cards=tuple(chain.from_iterable(map(_cards_of, games))),
        groups=tuple(chain.from_iterable(map(_groups_of, games))),
        outline=Outline(
            first.outline.page,
            (),
            tuple(chain.from_iterable(game.outline.summary for game in games)),
            first.outline.span,
        ),
        examples=(),
        spans=first.spans,
        credits={role: ", ".join(names) for role, names in credits.items()},
        boards=tuple(
            replace(board, id=_named(game, board.id)) for game in games for board in game.boards
        ),
        about=About(licence="; ".join(licences)),
    )


def _cards_of(game: Game) -> Iterator[Card]:
    for card in game.cards:
        fields = {**card.fields, OF_GAME: game.id}
        yield replace(card, id=_named(game, card.id), fields=fields)


def _groups_of(game: Game) -> Iterator[Group]:
    """Yield the groups of a game, each with the size, bleed, cut and marks of that game."""
    for group in game.groups:
        yield replace(
            group,
            id=_named(game, group.id),
            where={**group.where, OF_GAME: game.id},
            card=group.card or game.card,
            bleed=game.own_bleed_of(group),
            cut=group.cut or game.cut,
            marking=game.marking,
        )
