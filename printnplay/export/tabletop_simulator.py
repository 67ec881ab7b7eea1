"""Tabletop Simulator: a saved object with everything in the box, and sheets of cards."""

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from pathlib import Path

from printnplay.edition.loaded import stop_at
from printnplay.export.card_pages import write_document
from printnplay.export.job import Exported, ExportJob, as_json
from printnplay.export.screen_box import (
    Box,
    PlannedSheet,
    box_of,
    draw,
    is_token,
    manifest,
)
from printnplay.export.stacks import Stack, words_of
from printnplay.export.table_setup import Dealt, TableSetup, setup_of
from printnplay.export.tabletop import simulator
from printnplay.export.tabletop.simulator import CardFace, CardSheet, Object, Place, Side, Words
from printnplay.files.door import read_text
from printnplay.game.exporting import Component
from printnplay.game.kinds import Kind
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity, Span
from printnplay.kernel.shapes import ShapeKind
from printnplay.kit.kit import rulebook_of
from printnplay.text.languages import own_name

SCRIPT = Path(simulator.__file__).with_name("setup.lua")
LARGEST_SCRIPT = 1 << 16
"""Maximum size of our table script in bytes: twenty times its actual size, so that a damaged file
is detected. A guess."""

APART = 0.4
"""Gap between two adjacent cards, in units: nearly a fifth of a card's width. A guess."""

AWAY = 3.0
"""Gap between the middle and the decks and bags, and the dealt cards, in units: about a card's
height (3.08)."""

MOST_SEATS = len(simulator.COLOURS)

TILES = {
    ShapeKind.HEX: simulator.TILE_HEX,
    ShapeKind.CIRCLE: simulator.TILE_CIRCLE,
    ShapeKind.ROUNDED: simulator.TILE_ROUNDED,
}
"""The tiles of each shape; others are rectangles."""

Spot = tuple[float, float]


def write(job: ExportJob) -> list[Exported]:
    """Write the sheets, the rulebook, the saved object and the manifest."""
    ids = [component.id for component in job.components]
    # The table changes between languages that have the same cards.
    others = [each for each in job.siblings if [one.id for one in each.components] == ids]
    boxes = [box_of(each) for each in (job, *others)]
    own = boxes[0]
    rulebook = rulebook_of(job.edition)
    stop_at(job.problems)
    if not job.options.base_url:
        _warn(job)
    made = draw(own)
    if rulebook.sheets:
        made.append(write_document(job, own.rulebook, rulebook))
    table = _table(boxes, has_rulebook=bool(rulebook.sheets))
    name = f"{job.edition.game.id}-{job.languages}.json"
    made.append(job.write(name, as_json(simulator.saved(table))))
    return [*made, manifest(job, own.stacks, made, own.all_sheets)]


def _warn(job: ExportJob) -> None:
    """Warn that other players will not see the pictures."""
    warning = Diagnostic(
        codes.LOCAL_PICTURES,
        f"the table of `{job.edition.game.id}` uses pictures on this machine: other players"
        " see white cards",
        Span(""),
        "expected the web address of the output folder",
        "upload the output folder and give its address with `--base-url https://...`, or play on"
        " this machine only; in Tabletop Simulator, Modding > Cloud Manager uploads files too",
        severity=Severity.WARNING,
    )
    if warning not in job.problems.found:
        job.problems.add(warning)


def _table(boxes: Sequence[Box], *, has_rulebook: bool) -> simulator.TableData:
    """Return everything on the table, with the language of the first box shown."""
    own = boxes[0]
    game = own.job.edition.game
    cards = {stack.id: stack.copies for stack in own.stacks}
    setup = setup_of(own.job.edition.loaded, cards)
    behind = round(_half(own, setup) + AWAY, 3)
    places = _row([stack.size.width for stack in own.stacks])
    stacks = {
        stack.id: _stack(boxes, stack, Place(x, behind, face_down=stack.is_of_cards))
        for stack, x in zip(own.stacks, places, strict=True)
    }
    objects = [*stacks.values(), *_boards(boxes)]
    edge = max(map(abs, places), default=0.0) + 5
    if has_rulebook:
        objects.append(_rulebooks(boxes, Place(-edge, behind)))
    snaps: Sequence[Spot] = ()
    if setup is not None:
        zones = _zones(own, setup)
        # On a board, only its picture shows where the spaces are.
        snaps = [] if own.boards else [zones[space] for space in setup.grid]
        guids = {name: thing["GUID"] for name, thing in stacks.items()}
        words = Words(game.title, _credits(own.job), f"{game.id}/set-up")
        script = _script(setup, zones, guids, snaps)
        objects.append(simulator.note(words, script, Place(edge, behind)))
    seats = min(MOST_SEATS, max(game.players, default=MOST_SEATS))
    return simulator.TableData(game.title, _credits(own.job), objects, snaps, seats)


def _row(widths: Sequence[int]) -> list[float]:
    """Return the centres of adjacent objects, given their widths in micrometres."""
    whole = sum(width / simulator.UNIT + 2 * APART for width in widths)
    middles, left = [], -whole / 2
    for width in widths:
        wide = width / simulator.UNIT + 2 * APART
        middles.append(round(left + wide / 2, 3))
        left += wide
    return middles


def _stack(boxes: Sequence[Box], stack: Stack, place: Place) -> Object:
    words = Words(stack.title, id=f"{boxes[0].job.edition.game.id}/{stack.id}")
    if not stack.is_of_cards:
        return simulator.bag(words, list(_pieces(boxes, stack)), place)
    size = stack.size.width, stack.size.height
    kinds = _kinds(boxes, stack)
    cards = [
        simulator.Card(kinds[component.id], size, component.copies)
        for component in stack.components
    ]
    return simulator.deck(words, cards, place)


def _kinds(boxes: Sequence[Box], stack: Stack) -> Mapping[str, Sequence[CardFace]]:
    """Return each card of a stack in its languages, by id. Each sheet has a unique number."""
    kinds: dict[str, list[CardFace]] = {component.id: [] for component in stack.components}
    number = 0
    for box in boxes:
        for of_stack, planned in box.sheets.items():
            for sheet in planned:
                number += 1
                if of_stack == stack.id:
                    for name, face in _faces(box, sheet, number):
                        kinds[name].append(face)
    return kinds


def _faces(box: Box, sheet: PlannedSheet, number: int) -> Iterator[tuple[str, CardFace]]:
    plan, stack = sheet.plan, sheet.stack
    drawn = CardSheet(
        number,
        box.address(sheet.face),
        box.address(sheet.back),
        plan.columns,
        plan.rows,
        stack.has_own_backs,
    )
    for cell, name in enumerate(plan.cells):
        if name:
            yield name, CardFace(drawn, cell, _words(stack.component(name)))


def _words(component: Component) -> Words:
    return Words(*words_of(component), component.card)


def _pieces(boxes: Sequence[Box], stack: Stack) -> Iterator[Object]:
    """Yield all copies of the tokens or tiles of a stack."""
    for component in stack.components:
        sides = [_side(box, component.id) for box in boxes]
        width = component.front.size.width
        for copy in range(component.copies):
            key = f"{component.id}/{copy}"
            if is_token(component):
                stands = component.counts_as is Kind.STANDEES
                yield simulator.token(sides, width, key=key, stands=stands)
            else:
                kind = TILES.get(component.shape.kind, simulator.TILE_BOX)
                yield simulator.tile(sides, kind, width, key=key)


def _boards(boxes: Sequence[Box]) -> Iterator[Object]:
    """Yield the boards, side by side, with their pictures on both sides."""
    boards = boxes[0].boards
    widths = [board.front.size.width for board in boards]
    for board, x in zip(boards, _row(widths), strict=True):
        sides = [_side(box, board.id) for box in boxes]
        place = Place(x, y=1.0)
        yield simulator.tile(sides, simulator.TILE_BOX, board.front.size.width, place, board.id)


def _side(box: Box, name: str) -> Side:
    """Return a piece in the language of a box."""
    component = next(part for part in box.job.components if part.id == name)
    front, back = box.singles[f"{name}/front"], box.singles.get(f"{name}/back")
    return Side(box.address(front.name), box.address(back.name) if back else "", _words(component))


def _rulebooks(boxes: Sequence[Box], place: Place) -> Object:
    books = []
    for box in boxes:
        edition = box.job.edition
        words = Words(f"{edition.game.title} ({own_name(edition.language)})")
        books.append((words, box.address(f"{box.rulebook}.pdf")))
    return simulator.rulebook(books, place)


def _credits(job: ExportJob) -> str:
    """Return the credits and the licence of the game."""
    game = job.edition.game
    lines = [game.title, *game.credits.values(), game.about.version, game.about.licence]
    return "\n".join(filter(None, lines))


def _pitch(box: Box) -> Spot:
    """Return the distances between the centres of adjacent cards, across and down."""
    cards = [stack.size for stack in box.stacks if stack.is_of_cards]
    wide = max((size.width for size in cards), default=0) / simulator.UNIT + APART
    return wide, max((size.height for size in cards), default=0) / simulator.UNIT + APART


def _side_of(setup: TableSetup) -> int:
    """Return the number of spaces in a row of the grid, which is square."""
    return max(1, isqrt(len(setup.grid)))


def _half(box: Box, setup: TableSetup | None) -> float:
    """Return how far the boards or the grid extend from the centre of the table, in units."""
    boards = max((board.front.size.height for board in box.boards), default=0) / simulator.UNIT
    grid = _side_of(setup) * _pitch(box)[1] if setup and setup.grid else 0
    return round(max(boards, grid) / 2, 3)


def _zones(box: Box, setup: TableSetup) -> Mapping[str, Spot]:
    """Return the position of each zone: the grid in the middle, others in a row in front of it."""
    wide, high = _pitch(box)
    side = _side_of(setup)
    middle = (side - 1) / 2
    spots = {
        space: (round((at % side - middle) * wide, 3), round((middle - at // side) * high, 3))
        for at, space in enumerate(setup.grid)
    }
    dealt = (deal for deals in setup.deals.values() for deal in deals)
    others = dict.fromkeys(
        deal.zone for deal in dealt if deal.seat is None and deal.zone not in spots
    )
    before = -round(_half(box, setup) + AWAY, 3)
    row = _row([round((wide - APART) * simulator.UNIT)] * len(others))
    return {**spots, **{zone: (x, before) for zone, x in zip(others, row, strict=True)}}


def _script(
    setup: TableSetup,
    zones: Mapping[str, Spot],
    guids: Mapping[str, str],
    snaps: Sequence[Spot],
) -> str:
    """Return the script that sets the table up, preceded by its data."""
    steps = {
        players: [_step(deal, zones, guids) for deal in deals]
        for players, deals in setup.deals.items()
    }
    data = {
        "SNAPS": [list(spot) for spot in snaps],
        "PLAYERS": list(setup.deals),
        "STACKS": list(guids.values()),
        "STEPS": steps,
    }
    lines = [f"local {name} = {_lua(value)}" for name, value in data.items()]
    return "\n".join([*lines, "", read_text(SCRIPT, LARGEST_SCRIPT)])


def _step(deal: Dealt, zones: Mapping[str, Spot], guids: Mapping[str, str]) -> dict[str, object]:
    step: dict[str, object] = {"stack": guids[deal.stack], "count": deal.count}
    if deal.cards:
        step["cards"] = list(deal.cards)
    if deal.seat is not None:
        return {**step, "hand": deal.seat + 1}
    x, z = zones[deal.zone]
    return {**step, "x": x, "z": z, "up": deal.up}


def _lua(value: object) -> str:
    """Format a value as Lua.

    >>> _lua({"a": [1, True], 2: "x"})
    '{["a"] = {1, true}, [2] = "x"}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"[{_lua(key)}] = {_lua(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ", ".join(map(_lua, value)) + "}"
    # Strings are ids and GUIDs, which JSON and Lua write the same way.
    return json.dumps(value)
