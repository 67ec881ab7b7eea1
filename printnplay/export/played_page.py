"""A played game as one web page: each position with the faces of its cards, the moves in words.

The page loads nothing. Without its script, all positions stand below each other, as on paper.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.screen import cards_of, parts_of
from printnplay.build.screen_fonts import fonts_of
from printnplay.edition.choosing import Languages, choose_game, choose_languages
from printnplay.edition.edition import Edition
from printnplay.edition.loaded import Scrutiny, open_game
from printnplay.export.job import words_of
from printnplay.export.words_of_play import own_word, said, term
from printnplay.files.catalog import Catalog, display_path
from printnplay.files.door import read_text
from printnplay.game.game import OWN
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.languages import REFERENCE
from printnplay.loading.texts import load_texts
from printnplay.play.many_games import PlayRequest
from printnplay.play.sights import ALL, SPECTATOR, Zone
from printnplay.play.single_games import Shown
from printnplay.rulebook.pages.look import completed
from printnplay.rulebook.screen.blocks import shaped
from printnplay.rulebook.screen.book import Drawing
from printnplay.rulebook.screen.look import look_of
from printnplay.rulebook.screen.markup import Markup, element, joined
from printnplay.rulebook.screen.page import document, embedded
from printnplay.rules.acts import SEAT_NAMES
from printnplay.rules.parts import HIDDEN

MOST = 8
"""The most cards of a pile of no seat that are drawn: nobody sees far below the top of a discard
pile, and fifty cards would be most of the page. A guess."""

WHOLE = 300
"""The most positions that are written as a whole: more are over 1.5 MB, with up to 4 KB each.
Beyond it, a position has only what differs from the one before, and the script adds the rest."""

_LARGEST = 20_000
"""The most characters of the style sheet and of the script beside this module. A guess."""


def played_page(request: PlayRequest, shown: Shown, language: str = "") -> str:
    """Return a played game as a page in a language, by default in the original one.

    Raises:
        FaultsError: the game lacks the language, or nothing of it can be drawn.
    """
    edition = _edition(request, language)
    zones = [zone for sight in shown.sights for zone in sight.zones]
    ids = {card for zone in zones for stack in zone.stacks.values() for card in stack}
    ids |= {word for move in shown.moves for word in move.values()}
    cards = [card.id for card in edition.game.cards if card.id in ids]
    # Without texts, most faces of a game are blank.
    faces = cards_of(edition, cards) if edition.loaded.catalog.languages_of(request.game) else {}
    backs = {group.backs: group for group in edition.game.groups if group.backs not in ("", OWN)}
    if len(backs) == 1:  # Of several backs, nobody knows which one a hidden card has.
        (group,) = backs.values()
        faces |= parts_of({HIDDEN: edition.back(group)}, "back")
    return _Page(edition, shown, faces).html()


def _edition(request: PlayRequest, language: str) -> Edition:
    """Return a game in a language, by default in its original one, or in English without texts.

    Raises:
        FaultsError: the game lacks the language, or nothing of it can be drawn.
    """
    catalog, problems = Catalog(request.project, trusted=request.trust_rules), Problems()
    game = choose_game(catalog, request.game)
    known = catalog.languages_of(game)
    if language:
        choose_languages(known, game, [Languages(language)], problems)
    loaded = open_game(catalog, game, [language], problems, Scrutiny(texts=False))
    if loaded is None or (language and language not in known):
        raise FaultsError(problems.found)
    if not known:
        files = [(path, display_path(path)) for path in catalog.locale_files(REFERENCE, game)]
        loaded = replace(loaded, texts={REFERENCE: load_texts(REFERENCE, files, problems)})
    return Edition(
        loaded, language or loaded.game.original_in(loaded.texts), Problems(), draft=True
    )


class _Page(Struct, dict=True):
    """A page in the making."""

    edition: Edition
    shown: Shown
    faces: Mapping[str, Drawing]

    def html(self) -> str:
        """Return the page."""
        title, viewer, moves = self.edition.game.title, self.shown.viewer, self.said("moves")
        kind = viewer if viewer in (ALL, SPECTATOR) else "seat"
        about = self.said(f"seen.{kind}", seat=self.seat(viewer))
        top = element("header", element("h1", title), element("p", about), class_="played-top")
        numbers = range(len(self.shown.sights))
        links = (
            element("li", element("a", self.move(number), href=f"#{number}")) for number in numbers
        )
        heading, listed = element("p", moves, class_="name"), element("ol", *links, start=0)
        nav = element("nav", heading, listed, class_="contents moves", aria_label=moves)
        main = element("main", self.controls(), *map(self.step, numbers), id="page-main")
        body = joined(self.symbols(), top, element("div", main, nav, class_="sheet played"))
        contents = [face.content for face in self.faces.values()]
        fonts = fonts_of(self.edition, contents, f"{body}0123456789")
        size = self.edition.game.card
        own = f".played {{ --wide: {size.width / size.height:.4f} }}\n{_beside('played.css')}"
        look = f"{embedded(fonts)}{look_of(completed(self.edition.style))}{own}"
        head = element("title", f"{title} – {moves}")
        return document(self.edition.language, head, body, look, _beside("played.js"))

    # Words

    def said(self, name: str, **values: str) -> str:
        """Return a text of the page."""
        return said(self.edition, name, **values)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of cards by their ids."""
        edition, names = self.edition, {}
        for card in edition.game.cards:
            face = edition.card_face(card.id) if card.id in self.faces else None
            title = words_of(edition, face, f"cards.{card.id}.", "name")[0] if face else ""
            names[card.id] = title or self.term(card.id)
        return names

    def word(self, word: str) -> str:
        """Return a word of the rules in the language, if the game or the tool has a text for it."""
        if word in self.names:
            return self.names[word]
        if word in SEAT_NAMES[: self.players]:
            return self.seat(word)
        return self.own("word", word) or self.own("part", word) or self.term(word)

    def own(self, kind: str, word: str, **values: str) -> str:
        """Return the text of the game for a word of the rules, or the usual one, or nothing."""
        return own_word(self.edition, kind, word, **values)

    def term(self, word: str) -> str:
        """Return the term of the glossary whose id is a word, also in the plural, or the word."""
        return term(self.edition, word)

    @cached_property
    def players(self) -> int:
        """The number of players."""
        zones = self.shown.sights[0].zones
        return len({zone.owner for zone in zones if zone.is_of_seat}) or 1

    def seat(self, letter: str) -> str:
        """Return the name of a seat."""
        return self.said("seat", seat=letter.upper())

    def move(self, number: int) -> str:
        """Return a move in words; number 0 is the deal."""
        if not number:
            return self.said("deal")
        words = dict(self.shown.moves[number - 1])
        seat, said = self.seat(words.pop("player", "")), []
        for key, value in words.items():
            what = self.word(value)
            said.append(self.own("move", key, what=what) or f"{key} {what}")
        return " ".join((seat, *said))

    def turn(self, number: int) -> str:
        """Return who is to move after a move, or who has won."""
        acting = self.shown.sights[number].acting
        if acting:
            return self.said("turn", seats=", ".join(map(self.seat, acting)))
        won = [self.seat(SEAT_NAMES[seat]) for seat in self.shown.winners or ()]
        return self.said("won", seats=", ".join(won)) if won else self.said("nobody")

    # Markup

    def controls(self) -> Markup:
        """Return the buttons and the slider, which the script shows."""
        signs = {"first": "⏮", "previous": "◀", "next": "▶", "last": "⏭"}
        buttons = [
            element("button", sign, type="button", data_to=to, aria_label=self.said(to))
            for to, sign in signs.items()
        ]
        last, label = len(self.shown.moves), self.said("step")
        slider = element("input", type="range", min=0, max=last, value=0, aria_label=label)
        status = element("p", role="status")
        return element("div", *buttons, status, slider, class_="controls", hidden="hidden")

    def step(self, number: int) -> Markup:
        """Return the position after a move, with the move."""
        sights, said = self.shown.sights, self.move(number)
        zones = [*enumerate(sights[number].zones)]
        if number and len(sights) > WHOLE:
            before = sights[number - 1].zones
            zones = [(at, zone) for at, zone in zones if zone != before[at]]
        zones.sort(key=lambda part: not part[1].stacks)
        places: dict[str, list[Markup]] = {"": []}
        for at, zone in zones:
            place = zone.owner if zone.is_of_seat else ""
            places.setdefault(place, []).append(self.zone(at, zone))
        acting = sights[number].acting
        panels = (self.place(seat, places[seat], acting) for seat in sorted(places))
        heading = element("h2", f"{number}. {said}" if number else said)
        turn, table = element("p", self.turn(number)), element("div", *panels, class_="zones")
        return element(
            "section", heading, turn, table, id=number, class_="step", data_acting=" ".join(acting)
        )

    def place(self, seat: str, parts: Sequence[Markup], acting: Sequence[str]) -> Markup:
        """Return the parts of a seat, or those that belong to none."""
        if not seat:
            return element("div", *parts, class_="shared")
        name = element("p", self.seat(seat), class_="name")
        kind = "seat now" if seat in acting else "seat"
        return element("div", name, *parts, class_=kind, data_seat=seat)

    def zone(self, number: int, zone: Zone) -> Markup:
        """Return a zone; the script shows it until a later position has the same one."""
        owner = f" {self.word(zone.owner)}" if zone.owner and not zone.is_of_seat else ""
        name = f"{self.own('part', zone.part) or self.word(zone.part)}{owner}"
        if zone.words:
            words = element("b", ", ".join(map(self.word, zone.words)))
            return element("p", f"{name} ", words, data_part=number)
        stacks = {place: cards for place, cards in zone.stacks.items() if cards}
        if not stacks and not zone.columns:
            return element("p", data_part=number, hidden="hidden")
        if zone.columns:
            return element("div", self.grid(name, zone), data_part=number)
        most = None if zone.is_of_seat else MOST
        piles = (self.pile(place, cards, most) for place, cards in stacks.items())
        count = element("span", f" × {sum(map(len, stacks.values()))}", class_="many")
        name = element("p", name, count)
        return element("div", name, element("div", *piles, class_="piles"), data_part=number)

    def pile(self, place: str, cards: Sequence[str], most: int | None) -> Markup:
        """Return the top cards of a pile side by side, the hidden ones as one with their number."""
        hidden = cards.count(HIDDEN)
        seen = [card for card in cards if card != HIDDEN][-(most or len(cards)) :]
        names = [self.names.get(card, card) for card in seen]
        drawn = [self.face(card) for card in seen]
        if hidden:
            names.insert(0, self.said("hidden", number=str(hidden)))
            drawn.insert(0, self.stack(HIDDEN, hidden))
        label = ", ".join([self.word(place), *names] if place else names)
        return element("div", *drawn, class_="pile", role="img", aria_label=label)

    def grid(self, name: str, zone: Zone) -> Markup:
        """Return a grid, with the top card of each space."""
        cells, names = [], []
        for place, cards in zone.stacks.items():
            if cards:
                cells.append(self.stack(cards[-1], len(cards)))
                names.append(f"{place} {self.names.get(cards[-1], cards[-1])}")
            else:
                cells.append(element("i", place, class_="space"))
        label = ", ".join((name, *(names or [self.said("empty")])))
        columns = f"--columns: {zone.columns}"
        return element("div", *cells, class_="grid", role="img", aria_label=label, style=columns)

    def stack(self, top: str, count: int) -> Markup:
        """Return the top card of a stack, with the number of its cards if there are several."""
        more = element("b", str(count)) if count > 1 else Markup()
        return element("span", self.face(top), more, class_="stack")

    def face(self, card: str) -> Markup:
        """Return the face of a card, which the page holds once; its name if it has none."""
        if card not in self.faces:
            return element("i", "" if card == HIDDEN else self.word(card), class_="plain")
        return Markup(f'<svg><use href="#{self.faces[card].id}"/></svg>')

    def symbols(self) -> Markup:
        """Return the faces of all cards, of which the positions show copies."""
        symbols = []
        for face in self.faces.values():
            drawn = shaped(replace(face, id=f"{face.id}-face"))
            box = f"0 0 {face.size.width / 1000:g} {face.size.height / 1000:g}"
            symbols.append(element("symbol", drawn, id=face.id, viewBox=box))
        return element("svg", *symbols, class_="symbols", aria_hidden="true")


def _beside(name: str) -> str:
    """Return a file that ships beside this module."""
    return read_text(Path(__file__).with_name(name), _LARGEST)
