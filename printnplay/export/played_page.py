"""A played game as one web page: each position with the faces of its cards, the moves in words.

The page loads nothing. Without its script, all positions stand below each other, as on paper.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.screen import cards_of, fonts_of
from printnplay.edition.choosing import Languages, choose_game, choose_languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import Scrutiny, open_game
from printnplay.export.job import words_of
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import read_text
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.languages import REFERENCE
from printnplay.loading.texts import load_texts
from printnplay.play.many_games import PlayRequest
from printnplay.play.sights import ALL, SPECTATOR, Sight, Zone
from printnplay.play.single_games import Shown
from printnplay.rulebook.pages.look import completed
from printnplay.rulebook.screen.blocks import shaped
from printnplay.rulebook.screen.book import Drawing
from printnplay.rulebook.screen.look import look_of
from printnplay.rulebook.screen.markup import Markup, element, joined
from printnplay.rulebook.screen.page import document, embedded
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.parts import HIDDEN
from printnplay.text.credits import escaped
from printnplay.text.markup import plain

PLAYED = "played."
"""The beginning of the keys of the page's texts, those of a game's own words among them."""

MOST = 12
"""The most cards of a pile that are drawn: a discard pile of fifty would be most of the page, and
nobody at the table sees below its top. A guess."""

_LARGEST = 20_000
"""The most characters of the style sheet and of the script beside this module. A guess."""


def played_page(request: PlayRequest, shown: Shown, viewer: str, language: str = "") -> str:
    """Return a played game as a page in a language, by default in the original one.

    Raises:
        FaultsError: the game lacks the language, or nothing of it can be drawn.
    """
    edition = _edition(request, language)
    ids = {card for sight in shown.sights for zone in sight.zones for card in _cards(zone)}
    ids |= {word for move in shown.moves for word in move.values()}
    faces = cards_of(edition, (card.id for card in edition.game.cards if card.id in ids))
    return _Page(edition, shown, viewer, faces).html()


def _edition(request: PlayRequest, language: str) -> Edition:
    """Return a game in a language; one without texts in English, with the names of its rules."""
    catalog, problems = Catalog(request.project, trusted=request.trust_rules), Problems()
    game = choose_game(catalog, request.game)
    known = catalog.languages_of(game)
    if known:
        asked = [Languages(language)] if language else []
        chosen = [*map(str, choose_languages(known, game, asked, problems))]
        if problems.errors:
            raise FaultsError(problems.found)
    loaded = open_game(catalog, game, known and chosen, problems, Scrutiny(texts=False))
    if loaded is None:
        raise FaultsError(problems.found)
    if not known:
        files = [(path, display_path(path)) for path in catalog.locale_files(REFERENCE, game)]
        loaded = replace(loaded, texts={REFERENCE: load_texts(REFERENCE, files, problems)})
    first = language or loaded.game.original_in(loaded.texts)
    return Edition(loaded, first, Problems(), draft=True)


def _cards(zone: Zone) -> Iterator[str]:
    for stack in zone.stacks.values():
        yield from stack


class _Page(Struct, dict=True):
    """A page in the making."""

    edition: Edition
    shown: Shown
    viewer: str
    faces: Mapping[str, Drawing]

    def html(self) -> str:
        """Return the page."""
        steps = [self.step(number) for number in range(len(self.shown.sights))]
        title = self.edition.game.title
        seen = {ALL: "seen.all", SPECTATOR: "seen.public"}.get(self.viewer)
        about = self.said(seen) if seen else self.said("seen.seat", seat=self.seat(self.viewer))
        top = element("header", element("h1", title), element("p", about), class_="played-top")
        main = element("main", self.controls, *steps, id="page-main")
        nav = element(
            "nav",
            element("p", self.said("moves"), class_="name"),
            element("ol", *self.links(), start=0),
            class_="contents moves",
            aria_label=self.said("moves"),
        )
        body = joined(self.symbols(), top, element("div", main, nav, class_="sheet played"))
        contents = [face.content for face in self.faces.values()]
        fonts = fonts_of(self.edition, contents, f"{body}0123456789")
        size = self.edition.game.card
        own = f".played {{ --wide: {size.width / size.height:.4f} }}\n{_beside('played.css')}"
        look = f"{embedded(fonts)}{look_of(completed(self.edition.style))}{own}"
        head = element("title", f"{title} – {self.said('moves')}")
        return document(self.edition.language, head, body, look, _beside("played.js"))

    # Words

    def said(self, name: str, **values: str) -> str:
        """Return a text of the page."""
        filled = {key: escaped(value) for key, value in values.items()}
        return plain(self.edition.typesetter.inlines(PLAYED + name, **filled))

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of cards by their ids."""
        edition, names = self.edition, {}
        for card in edition.game.cards:
            face = edition.card_face(card.id) if card.id in self.faces else None
            title = words_of(edition, face, f"cards.{card.id}.", "name")[0] if face else ""
            names[card.id] = title or card.id
        return names

    def word(self, word: str) -> str:
        """Return a word of the rules in the language, if the game or the tool has a text for it."""
        if word in self.names:
            return self.names[word]
        if word in SEAT_NAMES[: self.players]:
            return self.seat(word)
        for kind in ("word", "part"):
            if f"{PLAYED}{kind}.{word}" in self.edition.texts.entries:
                return self.said(f"{kind}.{word}")
        return word.replace("_", " ").replace("-", " ")

    @cached_property
    def players(self) -> int:
        """The number of players."""
        zones = self.shown.sights[0].zones
        return len({zone.owner for zone in zones if zone.is_of_seat}) or 1

    def seat(self, letter: str) -> str:
        """Return the name of a seat."""
        return self.said("seat", seat=letter.upper())

    def part(self, zone: Zone) -> str:
        """Return the name of a part of the table."""
        known = f"{PLAYED}part.{zone.part}" in self.edition.texts.entries
        return self.said(f"part.{zone.part}") if known else self.word(zone.part)

    def move(self, number: int) -> str:
        """Return a move in words; number 0 is the deal."""
        if not number:
            return self.said("deal")
        words = dict(self.shown.moves[number - 1])
        seat, said = self.seat(words.pop("player", "")), []
        for key, value in words.items():
            known = f"{PLAYED}move.{key}" in self.edition.texts.entries
            what = self.word(value)
            said.append(self.said(f"move.{key}", what=what) if known else f"{key} {what}")
        return f"{seat}: {' '.join(said)}"

    def turn(self, number: int) -> str:
        """Return who is to move after a move, or who has won."""
        acting = self.shown.sights[number].acting
        if acting:
            return self.said("turn", seats=", ".join(map(self.seat, acting)))
        won = [self.seat(SEAT_NAMES[seat]) for seat in self.shown.winners or ()]
        return self.said("won", seats=", ".join(won)) if won else self.said("nobody")

    # Markup

    def links(self) -> Iterator[Markup]:
        """Yield the list of moves."""
        for number in range(len(self.shown.sights)):
            yield element("li", element("a", self.move(number), href=f"#{number}"))

    @property
    def controls(self) -> Markup:
        """The buttons and the slider, which the script shows."""
        last = len(self.shown.moves)
        buttons = [
            element("button", sign, type="button", data_to=to, aria_label=self.said(name))
            for sign, to, name in (
                ("⏮", "first", "first"),
                ("◀", "-1", "previous"),
                ("▶", "1", "next"),
                ("⏭", "last", "last"),
            )
        ]
        slider = element(
            "input", type="range", min=0, max=last, value=0, aria_label=self.said("step")
        )
        status = element("p", role="status")
        return element("div", *buttons, slider, status, class_="controls", hidden="hidden")

    def step(self, number: int) -> Markup:
        """Return a position, with the move before it."""
        name, sight = f"move-{number}", self.shown.sights[number]
        said = f"{number}. {self.move(number)}" if number else self.move(number)
        return element(
            "section",
            element("h2", said, id=name),
            element("p", self.turn(number), class_="next"),
            self.table(sight),
            id=str(number),
            class_="step",
            aria_labelledby=name,
        )

    def table(self, sight: Sight) -> Markup:
        """Return the table: what all share, then each seat."""
        shared = [self.zone(zone) for zone in sight.zones if not zone.is_of_seat]
        seats: dict[str, list[Markup]] = {}
        for zone in sight.zones:
            if zone.is_of_seat:
                seats.setdefault(zone.owner, []).append(self.zone(zone))
        own = [
            element(
                "div",
                element("p", self.seat(seat), class_="name"),
                *zones,
                class_="seat now" if seat in sight.acting else "seat",
            )
            for seat, zones in seats.items()
        ]
        return element("div", element("div", *shared, class_="shared"), *own, class_="zones")

    def zone(self, zone: Zone) -> Markup:
        """Return a part of the table; nothing if it is empty and has no place of its own."""
        owner = f" {self.word(zone.owner)}" if zone.owner and not zone.is_of_seat else ""
        name = f"{self.part(zone)}{owner}"
        if zone.words:
            words = element("b", ", ".join(map(self.word, zone.words)))
            return element("p", f"{name}: ", words, class_="told")
        if zone.columns:
            return self.grid(name, zone)
        stacks = {place: cards for place, cards in zone.stacks.items() if cards}
        if not stacks:
            return Markup()
        piles = [self.pile(place and self.word(place), cards) for place, cards in stacks.items()]
        count = element("span", str(sum(map(len, stacks.values()))), class_="many")
        return element(
            "div", element("p", name, " ", count), element("div", *piles, class_="piles")
        )

    def pile(self, place: str, cards: tuple[str, ...]) -> Markup:
        """Return cards side by side, the hidden ones as one card with their number."""
        hidden = cards.count(HIDDEN)
        seen = [card for card in cards if card != HIDDEN]
        names = [self.names.get(card, card) for card in seen]
        drawn = [self.face(card) for card in seen[-MOST:]]
        if hidden:
            names.insert(0, self.said("hidden", number=str(hidden)))
            drawn.insert(0, element("i", str(hidden), class_="down"))
        label = f"{place}: {', '.join(names)}" if place else ", ".join(names)
        return element("div", *drawn, class_="pile", role="img", aria_label=label)

    def grid(self, name: str, zone: Zone) -> Markup:
        """Return a grid, with the top card of each space."""
        cells, names = [], []
        for place, cards in zone.stacks.items():
            if cards:
                more = element("b", str(len(cards))) if len(cards) > 1 else Markup()
                cells.append(element("span", self.face(cards[-1]), more))
                names.append(f"{place} {self.names.get(cards[-1], cards[-1])}")
            else:
                cells.append(element("i", place, class_="space"))
        label = f"{name}: {', '.join(names) or self.said('empty')}"
        return element(
            "div",
            *cells,
            class_="grid",
            role="img",
            aria_label=label,
            style=f"--columns: {zone.columns}",
        )

    def face(self, card: str) -> Markup:
        """Return the face of a card, which the page holds once; its name if it has none."""
        if card == HIDDEN:
            return element("i", class_="down")
        if card not in self.faces:
            return element("i", self.word(card), class_="plain")
        return element("svg", element("use", href=f"#{self.faces[card].id}"))

    def symbols(self) -> Markup:
        """Return the faces of all cards, of which the positions show copies."""
        symbols = [
            element(
                "symbol",
                shaped(replace(face, id=f"{face.id}-face")),
                id=face.id,
                viewBox=f"0 0 {face.size.width / 1000:g} {face.size.height / 1000:g}",
            )
            for face in self.faces.values()
        ]
        return element("svg", *symbols, class_="symbols", aria_hidden="true")


def _beside(name: str) -> str:
    """Return a file that ships beside this module."""
    return read_text(Path(__file__).with_name(name), _LARGEST)
