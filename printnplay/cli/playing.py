"""`printnplay play`: the figures of many games, for people and for programs."""

import json
from pathlib import Path
from textwrap import fill
from typing import Any, BinaryIO

import typer

from printnplay.cli.telling import count, progress_bar, refused, warn
from printnplay.engine import figures
from printnplay.engine.figures import Lengths, Share
from printnplay.engine.kernel import RulesModule
from printnplay.engine.notation import PLAYERS
from printnplay.engine.statistics import mean
from printnplay.engine.study import Study, Tally
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.playing import Played, PlayOrder, play

WIDTH = 100
"""Of the text, in characters."""

NAMES = 12
"""Of the columns that name a line."""


def variants_of(words: list[str]) -> dict[str, str]:
    """Variants as they are typed.

    Raises:
        BadParameter: one is not of the form NAME=CHOICE.
    """
    for word in words:
        if not all(word.partition("=")):
            raise typer.BadParameter(f"'{word}' is not of the form NAME=CHOICE.")
    return {name: choice for name, _, choice in (word.partition("=") for word in words)}


def run(order: PlayOrder, report: Path | None, *, as_json: bool) -> int:
    """Play what is ordered and tell the figures; the exit status."""
    try:
        with progress_bar() as progress:
            played = play(order, progress)
    except FaultsError as error:
        return refused(error, "json" if as_json else "text")
    if as_json:
        typer.echo(json.dumps(as_data(played), ensure_ascii=False, indent=2))
    else:
        warn(played.problems)
        typer.echo("\n\n".join(_told(played, *one) for one in played.studies))
    written = report is None or _write_report(report, played)
    return 0 if written and not played.problems else 1


def _write_report(path: Path, played: Played) -> bool:
    """Write the figures as a page; whether that could be done."""
    from printnplay.cli.study_page import page

    return write_text(path, page(played))


def write_text(path: Path, text: str) -> bool:
    """Write a file; whether that could be done, which is told if not."""
    from printnplay.pipeline.writing import write_whole

    def write(stream: BinaryIO) -> None:
        stream.write(text.encode())

    try:
        write_whole(path, write)
    except FaultsError as error:
        refused(error)
        return False
    return True


def headline(played: Played, study: Study) -> str:
    """What was played."""
    parts = [
        f"{played.opened.game.title}, {study.players} players",
        f"{study.games:,} {study.player} games of seed {study.seed}",
        *(f"{name} {choice}" for name, choice in study.variants.items()),
    ]
    return ", ".join(parts)


def _told(played: Played, study: Study, tally: Tally) -> str:
    """The figures of a study in a few lines."""
    rules = played.opened.rules
    length = figures.lengths(tally)
    rows = {
        "wins": ", ".join(_share(one) for one in figures.by_seat(tally, study.players)),
        "first": _share(figures.by_first(tally)),
        "together": ", ".join(_share(one) for one in figures.by_team(tally)),
        "won with": ", ".join(_share(one) for one in figures.by_what_won(tally)),
        "moves": moves_of(length),
        "choices": f"{mean(tally.choices):.1f} legal moves on average, "
        f"at most {max(tally.choices, default=0)}",
        "actions": ", ".join(f"{one.name} {one.share:.1%}" for one in figures.actions(tally)),
        "never played": ", ".join(figures.never_played(tally, rules)),
        "never used": never_used(tally, rules),
        "checked": checked(tally),
    }
    lines = [
        fill(
            f"  {name:{NAMES}}  {text}",
            WIDTH,
            subsequent_indent=" " * (NAMES + 4),
            break_on_hyphens=False,
        )
        for name, text in rows.items()
        if text
    ]
    return "\n".join([headline(played, study), *lines])


def moves_of(length: Lengths) -> str:
    """How long games are, in words."""
    if not length.longest:
        return "no game came to an end"
    spans = ", ".join(f"{share} % within {moves}" for share, moves in length.quantiles.items())
    return f"{length.shortest} to {length.longest}, mean {length.mean:.1f}; {spans}"


def never_used(tally: Tally, rules: RulesModule) -> str:
    """Rules that were not seen at work; some modules never tell which take effect."""
    names = ", ".join(figures.never_used(tally, rules))
    if names and not tally.used:
        return f"(these forbade no move; the rules do not tell which took effect) {names}"
    return names


def checked(tally: Tally) -> str:
    """What the invariants made of the games."""
    went = count(len(tally.mishaps), "game") + " went wrong" if tally.mishaps else "all sound"
    return f"{sum(tally.choices.values()) + tally.games:,} positions, {went}"


def _share(one: Share) -> str:
    low, high = one.bounds
    return f"{one.name} {one.share:.1%} ({low:.1%} to {high:.1%})"


def as_data(played: Played) -> dict[str, Any]:
    """The figures for programs; intervals hold with 95 % certainty."""
    return {
        "version": 1,
        "game": played.opened.game.id,
        "studies": [_study_data(played, *one) for one in played.studies],
    }


def _study_data(played: Played, study: Study, tally: Tally) -> dict[str, Any]:
    rules = played.opened.rules
    length = figures.lengths(tally)
    return {
        "players": study.players,
        "seed": study.seed,
        "player": study.player,
        "variants": dict(study.variants),
        "games": tally.games,
        "ended": figures.ended(tally),
        "wins": [
            {"seats": [PLAYERS[seat] for seat in seats], "games": tally.winners[seats]}
            for seats in sorted(tally.winners)
        ],
        "seats": [_share_data(one) for one in figures.by_seat(tally, study.players)],
        "first": _share_data(figures.by_first(tally)),
        "teams": [_share_data(one) for one in figures.by_team(tally)],
        "won_with": [_share_data(one) for one in figures.by_what_won(tally)],
        "moves": {
            "mean": round(length.mean, 4),
            "shortest": length.shortest,
            "longest": length.longest,
            "quantiles": {str(share): moves for share, moves in length.quantiles.items()},
            "games": {str(moves): tally.lengths[moves] for moves in sorted(tally.lengths)},
        },
        "choices": {str(moves): tally.choices[moves] for moves in sorted(tally.choices)},
        "actions": {one.name: one.hits for one in figures.actions(tally)},
        "rules": {
            rule: {"used": used, "forbade": forbade}
            for rule, (used, forbade) in figures.rules_used(tally, rules).items()
        },
        "never_used": figures.never_used(tally, rules),
        "never_played": figures.never_played(tally, rules),
        "mishaps": [
            {"game": one.game, "move": one.move, "what": one.what} for one in tally.mishaps
        ],
    }


def _share_data(one: Share) -> dict[str, Any]:
    low, high = one.bounds
    return {
        "name": one.name,
        "games": one.hits,
        "share": round(one.share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }
