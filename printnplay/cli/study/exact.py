"""Counts of positions, two rules files held in lockstep, and solved games: as text and as data."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import to_builtins
from msgspec.structs import astuple, replace

from printnplay.cli.console import columns, echo, echo_lines, tell, warn
from printnplay.cli.speech import speak, speak_label
from printnplay.kernel.suggestions import counted
from printnplay.play.lockstep import Lockstep
from printnplay.play.perft import MOST, Perft
from printnplay.play.solving import Solved

SOLVED_HEAD = ("", "seat", "payoff", "forces a win")

PERFT_HEAD = ("", "moves", "lines of play", "positions", "over")
"""What is counted; in English `lines` alone, which as a label are those of a text."""


def print_perft(found: Perft, *, as_json: bool) -> int:
    """Print the counts of positions by depth; return the exit status."""
    if as_json:
        _print_data(to_builtins(found))
        return 0
    players = counted(found.players, "player")
    tell(f"{found.title}, {players}, game {found.number} of seed {found.seed}")
    rows = [
        ("", f"{depth.moves}", *(f"{n:,}" for n in astuple(depth)[1:])) for depth in found.depths
    ]
    head = [speak_label(name).removesuffix(" of play") for name in PERFT_HEAD]
    echo_lines(columns(rows, "<>>>>", head))
    if not found.complete:
        echo(f"  {speak(f'the next move has more than {MOST:,} outcomes in all')}")
    return 0


def print_lockstep(held: Lockstep, *, as_json: bool) -> int:
    """Print the games in which both agree, or the first difference; return the exit status."""
    if as_json:
        said = [{"message": fault.message, "label": fault.label} for fault in held.problems]
        _print_data({**to_builtins(replace(held, problems=())), "problems": said})
        return 1 if held.problems else 0
    warn(held.problems)
    if held.example:
        echo_lines(held.example)
    if not held.problems:
        tell(f"{held.title}: `{held.file}` agrees with the rules")
    for one in held.held:
        players = counted(one.players, "player")
        text = f"{players}: {one.games:,} games, {one.moves:,} moves, no difference"
        echo(f"  {speak(text)}")
    return 1 if held.problems else 0


def print_solved(found: Solved, *, as_json: bool) -> int:
    """Print the value of a game for each seat, and who can force a win; return the exit status."""
    if as_json:
        _print_data(to_builtins(found, enc_hook=str))
        return 0
    tell(
        f"{found.title}, {counted(found.players, 'player')}: {found.positions:,} positions,"
        f" {found.over:,} of them ends; deals: {found.deals:,}"
    )
    seats = [*((seat.name, seat) for seat in found.seats), (speak("first to move"), found.first)]
    rows = [("", name, _number(seat.payoff), _share(seat.forced)) for name, seat in seats]
    echo_lines(columns(rows, "<<><", SOLVED_HEAD))
    method = f"{found.method}; every card is open, also those of piles and hands"
    echo(f"  {speak(method)}")
    return 0


def _number(value: Fraction) -> str:
    """Return a payoff as a whole number or a fraction, with its rounded value.

    >>> _number(Fraction(-1)), _number(Fraction(1, 3))
    ('-1', '1/3 (0.333)')
    """
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.3f})"


def _share(share: Fraction) -> str:
    """Return the share of deals in which a seat forces a win, in words."""
    if share.denominator == 1:
        return speak("yes" if share else "no")
    return speak(f"in {float(share):.1%} of the deals")


def _print_data(data: Mapping[str, Any]) -> None:
    echo_lines(json.dumps({"version": 1, **data}, ensure_ascii=False, indent=2))
