"""The command `play` and its options; what it does is imported when it runs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.options import Jobs, Project, TrustRules


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
    from printnplay.cli.playing import run, variants_of
    from printnplay.pipeline.playing import PlayOrder

    order = PlayOrder(
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
        from printnplay.cli.showing import run_record

        raise typer.Exit(run_record(order))
    if show or log or replay:
        from printnplay.cli.showing import run as tell

        raise typer.Exit(tell(order, number, log=log, replay=replay))
    raise typer.Exit(run(order, report, as_json=as_json))
