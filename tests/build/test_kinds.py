"""Cards, tiles and tokens are told apart: in counts, texts, numbers, the box, and their bleed."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import printnplay
from printnplay.edition.edition import Edition, facts_of
from printnplay.edition.loaded import open_game
from printnplay.export.stacks import Stack
from printnplay.files.catalog import Catalog
from printnplay.game.exporting import Component, ComponentKind
from printnplay.game.game import Game
from printnplay.game.kinds import Kind, counts_in_words
from printnplay.game.numbering import numbers_of
from printnplay.game.rulebook import ComponentsBlock, CountsBlock
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Size, mm
from printnplay.kernel.printing import Backs
from printnplay.kernel.shapes import Shape, ShapeKind
from printnplay.kit.packing import deck_of, packed, pieces_in_words
from printnplay.loading.game import load_game
from printnplay.rules.deck_check import deck_facts
from printnplay.scene.picture import Picture

from .projects import GAME as SAMPLER
from .projects import change, copied, opened

HOME = Path(printnplay.__file__).resolve().parents[1]

CARDS = """\
order: {template: order, id: "order-{n}", copies: 3, axes: {n: [1, 2, 3, 4, 5, 6]}}
tile: {template: tile, id: "tile-{n}", copies: 4, axes: {n: [1, 2, 3]}}
token: {template: token, id: "token-{n}", copies: 5, axes: {n: [1, 2, 3, 4]}}
"""
BOOKLET = """\
page: a5
sections:
  - id: goal
    blocks:
      - components:
          - {text: rules.goal.orders, cards: {family: order}}
          - {text: rules.goal.tiles, cards: {family: tile}}
          - {text: rules.goal.tokens, cards: {family: token}}
      - {table: rules.goal, rows: {orders: {family: order}, tokens: {family: token}}}
"""
GAME = """\
id: fields
title: Far Fields
players: [2]
rules: none
style: base
card: {size: poker, bleed: 2mm}
sheets:
"""
ORDERS = "{id: orders, where: {family: order}, backs: yes}"
HEXES = "where: {family: tile}, card: {width: 60mm, height: 52mm, shape: hex}"
TILES = f"{{id: tiles, component: tiles, bleed: 3mm, {HEXES}}}"
COINS = "where: {family: token}, fold: yes, card: {width: 22mm, height: 22mm, shape: circle"
TOKENS = f"{{id: tokens, component: tokens, {COINS}, bleed: 1mm}}}}"
BACKED = CARDS.replace("[1, 2, 3, 4]}}", "[1, 2, 3, 4]}, back: {side: b}}")

EACH = {Kind.CARDS: 18, Kind.TILES: 12, Kind.TOKENS: 20}


def loaded(folder: Path, *groups: str, more: str = "") -> Game:
    """The game with these sheet groups."""
    place = folder / "fields"
    place.mkdir()
    sheets = "".join(f"  - {group}\n" for group in groups)
    files = {"game.yaml": GAME + sheets + more, "cards.yaml": BACKED, "booklet.yaml": BOOKLET}
    for name, text in files.items():
        (place / name).write_text(text)
    problems = Problems()
    game = load_game(place, "fields", problems)
    assert problems.found == []
    assert game is not None
    return game


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game of cards, tiles and tokens."""
    return loaded(tmp_path, ORDERS, TILES, TOKENS)


def test_each_kind_is_counted_apart(game: Game) -> None:
    assert game.pieces == EACH
    assert counts_in_words(game.pieces) == "18 cards, 12 tiles, 20 tokens"
    assert facts_of(game, "en").split("\u2003 ")[1:] == [
        f"{{icon:{kind}}}\u00a0**{count}**" for kind, count in EACH.items()
    ]


def test_boards_are_counted_as_boards_and_not_among_the_facts(tmp_path: Path) -> None:
    boards = "boards: [{id: map, template: map, width: 300mm, height: 300mm, copies: 2}]\n"
    game = loaded(tmp_path, ORDERS, TILES, TOKENS, more=boards)
    assert game.pieces == {**EACH, Kind.BOARDS: 2}
    assert "boards" not in facts_of(game, "en")
    assert deck_facts(game)["count.boards"] == 2


def test_texts_count_cards_and_each_other_kind(game: Game) -> None:
    facts = deck_facts(game)
    names = ("total", "cards", "tiles", "tokens", "tile", "token-2")
    assert [facts[f"count.{name}"] for name in names] == [18, 18, 12, 20, 12, 5]


def test_a_family_of_the_name_of_a_kind_keeps_its_count(tmp_path: Path) -> None:
    named = "{id: coins, component: tokens, where: {family: tile}}"
    game = loaded(tmp_path, ORDERS, named, TOKENS)
    assert deck_facts(game)["count.tokens"] == 32
    assert deck_facts(game)["count.tile"] == 12


def test_without_cards_everything_is_the_deck(tmp_path: Path) -> None:
    orders = ORDERS.replace("orders, ", "orders, component: mats, ")
    game = loaded(tmp_path, orders, TILES, TOKENS)
    assert deck_facts(game)["count.total"] == 50
    assert packed(game) == (game.pieces, {})


def test_tokens_are_numbered_apart_from_cards(game: Game) -> None:
    numbers = numbers_of(game)
    assert numbers["order-6"]["deck"] == {"number": 6, "faces": 6, "cards": 18, "copies": 3}
    assert numbers["token-1"]["deck"] == {"number": 1, "faces": 4, "cards": 20, "copies": 5}


def test_rulebooks_have_a_total_for_each_kind(game: Game) -> None:
    totals: Mapping[type, Mapping[Kind, int]] = {
        type(block): block.totals
        for block in game.outline.blocks
        if isinstance(block, ComponentsBlock | CountsBlock)
    }
    assert totals[ComponentsBlock] == EACH
    assert totals[CountsBlock] == {Kind.CARDS: 18, Kind.TOKENS: 20}


def test_the_box_is_made_for_the_cards(game: Game) -> None:
    deck = deck_of(game, Backs.LONG)
    assert (deck.card, deck.cards, deck.layers) == (Size(mm(63.5), mm(88.9)), 18, 18)
    assert packed(game) == ({Kind.CARDS: 18}, {Kind.TILES: 12, Kind.TOKENS: 20})


def test_tiles_of_the_size_of_a_card_go_into_the_box(tmp_path: Path) -> None:
    like = "{id: tiles, component: tiles, where: {family: tile}, card: poker-landscape}"
    game = loaded(tmp_path, ORDERS, like, TOKENS)
    assert packed(game) == ({Kind.CARDS: 18, Kind.TILES: 12}, {Kind.TOKENS: 20})


def test_a_group_has_a_bleed_of_its_own(game: Game) -> None:
    bleeds = [game.bleed_of(group) for group in game.groups]
    assert bleeds == [mm(2), mm(3), mm(1)]
    exported = game.with_bleed(mm(0))
    assert {exported.bleed_of(group) for group in exported.groups} == {0}


def test_a_group_that_keeps_the_size_of_the_game_may_have_another_bleed(tmp_path: Path) -> None:
    game = loaded(tmp_path, ORDERS.replace("orders, ", "orders, bleed: 4mm, "), TILES, TOKENS)
    assert game.groups[0].card is None
    assert game.bleed_of(game.groups[0]) == mm(4)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 card, 2 tiles, 5 tokens"),
        ("de", "1 Karte, 2 Plättchen, 5 Marker"),
        ("pl", "1 karta, 2 kafelki, 5 żetonów"),
    ],
)
def test_counts_have_the_plurals_of_their_language(language: str, said: str) -> None:
    problems = Problems()
    loaded_game = open_game(Catalog(HOME), "match", (language,), problems)
    assert loaded_game is not None, problems.found
    setter = Edition(loaded_game, language, problems).typesetter
    counts = {Kind.CARDS: 1, Kind.TILES: 2, Kind.TOKENS: 5}
    assert pieces_in_words(setter, counts).replace("\u00a0", " ") == said


@pytest.mark.parametrize(
    ("kind", "shape", "is_of_cards"),
    [
        (Kind.CARDS, ShapeKind.ROUNDED, True),
        (Kind.TILES, ShapeKind.RECTANGLE, False),
        (Kind.CARDS, ShapeKind.HEX, False),
    ],
)
def test_only_cards_are_decks_on_a_virtual_table(
    kind: Kind, shape: ShapeKind, *, is_of_cards: bool
) -> None:
    front = Picture("a", Size(mm(60), mm(60)), 0, "", (), "", "")
    part = Component("a", ComponentKind.CARD, 2, front, Shape(shape), counts_as=kind)
    assert Stack("s", "S", (part,), ("a",)).is_of_cards is is_of_cards


def test_a_back_is_drawn_with_the_bleed_of_its_group(tmp_path: Path) -> None:
    project = copied(tmp_path)
    change(project / SAMPLER, "{id: star, where", "{id: star, component: tokens, bleed: 3mm, where")
    edition = opened(project)
    backs = [edition.back(group) for group in edition.game.groups[1:]]
    assert [back and back.bleed for back in backs] == [mm(2), mm(3)]
    star = next(card for card in edition.game.cards if card.family == "star")
    face = edition.face(star)
    assert face is not None
    assert face.bleed == mm(3)
