"""The steps of a table on the server are those of the exported page, which knows them itself."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from printnplay.export.table import PAGE
from printnplay.preview.room.acts import RefusedError, after
from printnplay.preview.room.position import Position, begun
from printnplay.preview.room.steps import Steps

from .test_room import NEW, SEATS, TABLE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.at_leisure

STEPS = 300

PLAY = """([first, steps]) => {
  let at = { ...first, format: FORMAT, seed: 1, players: first.hands.length };
  return steps.map((step) => {
    at = after(at, step);
    const { format, seed, players, ...rest } = at;
    return rest;
  });
}"""


def some_step(at: Position, chance: Random) -> tuple[int, dict[str, Any]]:
    """A seat, and a step of it without chance: some name what is not there."""
    seat = chance.randrange(SEATS)
    pile = chance.choice([*at.piles, "gone"])
    cards = at.piles[pile].cards if pile in at.piles else ("nothing",)
    own = at.hands[seat] or ("nothing",)
    to = chance.choice(
        [
            {"hand": chance.randrange(SEATS), "index": chance.randrange(4)},
            {"hand": seat},
            {"pile": chance.choice([*at.piles])},
            {"pile": pile, "under": True},
            {"x": chance.randrange(300), "y": chance.randrange(300)},
        ]
    )
    tool = chance.choice([*at.tools, "t0"])
    steps: list[dict[str, Any]] = [
        {"type": "put", "cards": list(cards[-1:]) or ["nothing"], "to": to},
        {"type": "put", "cards": list(cards) or ["nothing"], "to": to, "place": "Pile"},
        {"type": "put", "cards": [chance.choice(own)], "to": to, "up": chance.random() < 0.5},
        {"type": "flip", "pile": pile},
        {"type": "flip", "pile": pile, "all": True},
        {"type": "turn", "pile": pile},
        {"type": "move", "pile": pile, "x": 5, "y": 6},
        {"type": "deal", "pile": pile, "count": 2},
        {"type": "note", "text": str(chance.random())},
        {"type": "add", "tool": {**NEW, "kind": "counter", "sides": 0}},
        {"type": "change", "tool": tool, "to": {"value": chance.randrange(9), "x": 3}},
        {"type": "remove", "tool": tool},
    ]
    return seat, chance.choice(steps)


def plain(at: Position) -> object:
    return json.loads(msgspec.json.encode(at))


@pytest.mark.parametrize("seed", range(3))
def test_the_server_and_the_exported_page_do_the_same(chromium: Browser, seed: int) -> None:
    chance = Random(seed)
    at = first = begun(TABLE, SEATS, chance.randrange)
    steps: list[dict[str, Any]] = []
    positions: list[object] = []
    while len(steps) < STEPS:
        seat, step = some_step(at, chance)
        with suppress(RefusedError):  # The page leaves the position as it is.
            at = after(at, msgspec.convert(step, Steps), seat, chance.randrange)
        steps.append(step)
        positions.append(plain(at))
    page = chromium.new_page()
    page.add_script_tag(content=(PAGE / "state.js").read_text("utf-8"))
    assert page.evaluate(PLAY, [plain(first), steps]) == positions
    page.close()
