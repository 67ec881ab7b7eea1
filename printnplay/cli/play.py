"""The command `play` and its options; what it does is imported when it runs.

`printnplay play`: the figures of many games, for people and for programs.
"""

import json
from enum import StrEnum
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any, BinaryIO

import typer

from printnplay.cli.console import Jobs, Project, TrustRules, count, progress_bar, refused, warn
from printnplay.model.diagnostics import FaultsError
from printnplay.pipeline.play import Played, PlayRequest, play_study
from printnplay.rules.notation import PLAYERS
from printnplay.rules.protocol import RulesModule
from printnplay.rules.statistics import mean
from printnplay.simulation import summary as figures
from printnplay.simulation.study import Study, Tally
from printnplay.simulation.summary import Lengths, Share


class Player(StrEnum):
    """Who chooses the moves of a game that is played by itself."""

    RANDOM = "random"
    GREEDY = "greedy"


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game by its id.")],
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", min=1, help="How many games.")
    ] = 1000,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many play; each number if none is named."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="Of all chance.")] = 1,
    player: Annotated[Player, typer.Option(help="Who chooses the moves.")] = Player.RANDOM,
    variant: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=CHOICE", help="A variant to play; may be repeated."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Moves after which a game has no end; 3000, or what the rules say.",
        ),
    ] = None,
    jobs: Jobs = 0,
    scheduler: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A Dask scheduler, tcp://...; plays there.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Tell the figures as JSON.")] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write them as a page of HTML.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Tell one game move by move.")] = False,
    number: Annotated[
        int, typer.Option("--game", metavar="N", min=0, help="Which one, from 0.")
    ] = 0,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write that game down, to be replayed.")
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(metavar="FILE", exists=True, dir_okay=False, help="Tell a game from its log."),
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Keep games that later checks hold the rules against.")
    ] = False,
    trust_rules: TrustRules = False,
    project: Project = Path(),
) -> None:
    """Play many games by chance, check every position, and count."""
    from printnplay.pipeline.play import PlayRequest

    request = PlayRequest(
        project=project,
        game=game,
        games=games,
        seats=seats,
        seed=seed,
        player=player.value,
        variants=variants_of(variant or []),
        limit=limit,
        jobs=jobs,
        scheduler=scheduler,
        trust_rules=trust_rules,
    )
    if record:
        from printnplay.cli.show import run_record

        raise typer.Exit(run_record(request))
    if show or log or replay:
        from printnplay.cli.show import run as tell

        raise typer.Exit(tell(request, number, log=log, replay=replay))
    raise typer.Exit(run(request, report, as_json=as_json))


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


def run(request: PlayRequest, report: Path | None, *, as_json: bool) -> int:
    """Play what is ordered and tell the figures; the exit status."""
    try:
        with progress_bar() as progress:
            played = play_study(request, progress)
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
    from printnplay.files.writing import write_whole

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
