"""The set-up that exports to programs with a table deal: that of the rules, for each game."""

from collections import defaultdict
from pathlib import Path

import pytest
from grouped import group_by_kind

from printnplay.build.new import start
from printnplay.edition.loaded import Scrutiny, open_game
from printnplay.export.table_setup import TableSetup, setup_of
from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems

SETUP = """setup:
  - {deal: 4, to: hand}
  - {deal: 3, to: market, group: places, up: yes}
  - {deal: 1, to: storms, cards: [storm], each: yes, players: [3]}
"""

ROOT = Path(__file__).parents[2]


def setup(name: str) -> TableSetup:
    """The set-up of a game that ships, its stacks named by their backs."""
    loaded = open_game(Catalog(ROOT), name, ["en"], Problems(), Scrutiny(texts=False))
    assert loaded is not None
    stacks: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for group in loaded.game.groups:
        for card in loaded.game.cards_of(group):
            stacks[group.backs][card.id] = card.copies
    found = setup_of(loaded, stacks)
    assert found is not None
    return found


def dealt(name: str, players: int) -> list[str]:
    """What is dealt for a number of players, in words."""
    return [
        f"{deal.count} of {deal.stack} to {deal.zone}"
        + (", up" if deal.up else "")
        + (f", one of {len(deal.cards)}" if deal.cards else "")
        for deal in setup(name).deals[players]
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "players", "wanted"),
    [
        (
            "match",
            3,
            [
                "1 of back to discard, up, one of 30",
                *(f"5 of back to hands.{seat}" for seat in range(3)),
            ],
        ),
        (
            "tic-tac-match",
            4,
            [
                "1 of back to grid.b2, up, one of 8",
                *(f"4 of back to hands.{seat}" for seat in range(4)),
            ],
        ),
        (
            "tic-tac-ko",
            3,
            [
                "5 of back-unicorn to hands.0",
                "5 of back-unicorn to hands.1",
                "8 of back-dragon to hands.2",
                "1 of back-objective to objectives.dragon",
                "1 of back-objective to objectives.unicorn",
            ],
        ),
        (
            "tic-tac-taco",
            2,
            [
                *(f"1 of own to grid.{column}{row}, up" for row in "123" for column in "abc"),
                "3 of back to hands.0",
                "3 of back to hands.1",
            ],
        ),
    ],
)
def test_what_is_dealt_is_what_the_rules_deal(name: str, players: int, wanted: list[str]) -> None:
    assert dealt(name, players) == wanted


def test_a_setup_in_game_yaml_deals_instead_of_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("harbour"), "csv")
    group_by_kind(tmp_path / "harbour")
    game = tmp_path / "harbour/designs/harbour/game.yaml"
    game.write_text(game.read_text("utf-8") + SETUP, "utf-8")
    loaded = open_game(
        Catalog(tmp_path / "harbour"), "harbour", ["en"], Problems(), Scrutiny(texts=False)
    )
    assert loaded is not None
    copies = {card.id: card.copies for card in loaded.game.cards}
    found = setup_of(loaded, {"all": copies})
    assert found is not None
    said = {
        players: [(deal.count, deal.zone, len(deal.cards), deal.seat, deal.up) for deal in deals]
        for players, deals in found.deals.items()
    }
    hands = [(4, "hands.0", 0, 0, False), (4, "hands.1", 0, 1, False)]
    assert said[2] == [(3, "market", 4, None, True), *hands]
    assert said[3][:4] == [
        (3, "market", 4, None, True),
        *((1, f"storms.{seat}", 1, None, False) for seat in range(3)),
    ]


def test_what_a_stack_lacks_is_dealt_from_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start(Path("harbour"), "csv")
    game = tmp_path / "harbour/designs/harbour/game.yaml"
    game.write_text(game.read_text("utf-8") + "setup:\n  - {deal: 4, to: hand}\n", "utf-8")
    loaded = open_game(
        Catalog(tmp_path / "harbour"), "harbour", ["en"], Problems(), Scrutiny(texts=False)
    )
    assert loaded is not None
    first, *others = loaded.game.cards
    found = setup_of(loaded, {"few": {first.id: 5}, "rest": {card.id: 9 for card in others}})
    assert found is not None
    assert [(deal.stack, deal.count, deal.seat) for deal in found.deals[2]] == [
        ("few", 4, 0),
        ("few", 1, 1),
        ("rest", 3, 1),
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["match", "tic-tac-ko", "tic-tac-match", "tic-tac-taco"])
def test_there_is_a_set_up_for_each_number_of_players(name: str) -> None:
    """No hand is left out, and none is dealt to who does not play."""
    for players, deals in setup(name).deals.items():
        assert {deal.seat for deal in deals} - {None} == set(range(players))
