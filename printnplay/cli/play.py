"""`printnplay play`: its options, and what each of its ways prints and writes."""

import json
from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from printnplay.changes.playing import play_since
from printnplay.cli.console import echo, echo_lines, progress_bar, tell, warn
from printnplay.cli.options import Jobs, ProjectFolder, TrustRules, report_in
from printnplay.cli.speech import speak
from printnplay.cli.study.data import as_data
from printnplay.cli.study.exact import print_lockstep, print_perft, print_solved
from printnplay.cli.study.moves import moves_as_text
from printnplay.cli.study.page import as_page
from printnplay.cli.study.sessions import sessions_as_text
from printnplay.cli.study.text import as_text
from printnplay.cli.study.tournament import tournament_as_data, tournament_as_text
from printnplay.export.played_page import played_page
from printnplay.kernel.codes import CANNOT_PLAY_WITHOUT_RULES
from printnplay.kernel.diagnostics import FaultsError
from printnplay.kernel.suggestions import counted
from printnplay.play.lockstep import hold_in_lockstep
from printnplay.play.many_games import PlayRequest, play_study, write_text
from printnplay.play.perft import Perft, count_positions
from printnplay.play.sessions import sessions_of
from printnplay.play.sights import SPECTATOR
from printnplay.play.single_games import Shown, play_again, play_one, record_games
from printnplay.play.solving import solve_game
from printnplay.play.tournament import play_tournament


def _as_json(context: typer.Context, *, asked: bool) -> bool:
    if asked:
        report_in(context, "json")
    return asked


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game id.")],
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", min=1, help="Number of games.")
    ] = 1000,
    seats: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Number of players. Default: every possible number in turn."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="Random seed.")] = 1,
    player: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE|SEAT=NAME",
            help="Who plays: random, greedy, mcts (or mcts:200, mcts:2s), or a Python file of your"
            " own (needs --trust-rules), for all seats or by seat (a=greedy,b=mcts).",
        ),
    ] = "random",
    tournament: Annotated[
        str,
        typer.Option(
            metavar="NAME,NAME,...",
            help="Play each of these players against each other in every seat, --games in each;"
            " print a table of won games.",
        ),
    ] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="NAME=CHOICE|FOLDER",
            help="Compare with another variant, or with the game in another project folder.",
        ),
    ] = "",
    since: Annotated[
        str,
        typer.Option(
            metavar="VERSION",
            help="Compare with an earlier version: a tag or commit of git, or the folder of its"
            " project.",
        ),
    ] = "",
    variant: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=CHOICE", help="Variant to play; may be repeated."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Moves after which a game counts as endless. Default: 3000, or as the rules say.",
        ),
    ] = None,
    jobs: Jobs = 0,
    scheduler: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Play on a cluster: address of a Dask scheduler, tcp://..."
        ),
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", callback=_as_json, help="Print the statistics as JSON.")
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write a balance report, as an HTML page."),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print one game move by move.")] = False,
    number: Annotated[
        int,
        typer.Option(
            "--game", metavar="N", min=0, help="Number of the game to show, from 0; or its deal."
        ),
    ] = 0,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the shown game to a log file.")
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", exists=True, dir_okay=False, help="Replay a game from its log file."
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the shown game as a web page, with every position drawn."
        ),
    ] = None,
    language: Annotated[
        str,
        typer.Option("-l", "--language", metavar="LANG", help="Language of the page, such as fr."),
    ] = "",
    viewer: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="SEAT",
            help="Whose cards the page shows: those of a seat such as a, all, or spectator, who"
            " sees what everybody sees.",
        ),
    ] = SPECTATOR,
    perft: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Count the positions after up to N moves from one deal, with every outcome of"
            " chance, as test values (perft).",
        ),
    ] = None,
    lockstep: Annotated[
        str,
        typer.Option(
            metavar="FILE.py",
            help="Hold a second implementation of the rules, a Python file of your own (needs"
            " --trust-rules), in lockstep with the rules: print the first difference.",
        ),
    ] = "",
    solve: Annotated[
        bool,
        typer.Option(
            "--solve",
            help="Play out a small game wholly, with every outcome of chance: its value with best"
            " play, and who can force a win.",
        ),
    ] = False,
    record: Annotated[
        bool,
        typer.Option(
            "--record",
            help="Record games as regression tests: later checks report games that the rules play"
            " differently.",
        ),
    ] = False,
    trust_rules: TrustRules = False,
    project: ProjectFolder = Path(),
) -> int:
    """Simulate many games: check every position, collect statistics."""
    request = PlayRequest(
        project=project,
        game=game,
        games=games,
        seats=seats,
        seed=seed,
        player=player,
        against=against,
        variants=_variants(variant or []),
        limit=limit,
        jobs=jobs,
        scheduler=scheduler,
        trust_rules=trust_rules,
    )
    exact = perft is not None or lockstep or solve
    single = show or log or replay or page
    if (record or exact or single or tournament) and (against or since or report):
        raise typer.BadParameter("--against, --since and --report are for statistics of games.")
    if record:
        return _record(request)
    if exact:
        counts = None if perft is None else count_positions(request, perft, number)
        return _exact(request, counts, lockstep, as_json=as_json)
    if (language or viewer != SPECTATOR) and not page:
        raise typer.BadParameter("--language and --as are for a page: add --page FILE.")
    if single:
        shown = play_again(request, replay, viewer) if replay else play_one(request, number, viewer)
        return _write(request, shown, log, page, language, is_listed=show or not page)
    if tournament:
        return _tournament(request, tournament, as_json=as_json)
    if against and since:
        raise typer.BadParameter("choose --against or --since.")
    return _study(request, since, report, as_json=as_json)


def _write(
    request: PlayRequest,
    shown: Shown,
    log: Path | None,
    page: Path | None,
    language: str,
    *,
    is_listed: bool,
) -> int:
    """Print a game if it `is_listed`, and write it to files; return the exit status."""
    content = played_page(request, shown, language) if page else ""
    if is_listed:
        echo_lines("\n".join(moves_as_text(shown)))
    if log:
        write_text(log, shown.log)
    if page:
        write_text(page, content)
        tell(f"{page}: {counted(len(shown.moves), 'move')}")
    return 0


def _variants(words: list[str]) -> dict[str, str]:
    """Parse variants.

    Raises:
        BadParameter: one does not have the form NAME=CHOICE.
    """
    for word in words:
        if not all(word.partition("=")):
            raise typer.BadParameter(f"'{word}' is not of the form NAME=CHOICE.")
    return {name: choice for name, _, choice in (word.partition("=") for word in words)}


def _study(request: PlayRequest, since: str, report: Path | None, *, as_json: bool) -> int:
    """Simulate many games and print the statistics; return the exit status.

    Of a game without rules, only the sessions are printed.
    """
    sessions = sessions_of(request.project, request.game)
    try:
        with progress_bar() as progress:
            played = (
                play_since(request, since, progress) if since else play_study(request, progress)
            )
    except FaultsError as error:
        if {fault.code for fault in error.found} != {CANNOT_PLAY_WITHOUT_RULES} or not sessions:
            raise
        data = {"sessions": to_builtins(sessions)}
        text = json.dumps(data, ensure_ascii=False, indent=2)
        echo_lines(text if as_json else sessions_as_text(sessions))
        return 0
    if as_json:
        data = {**as_data(played), "sessions": to_builtins(sessions)}
        echo_lines(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        warn(played.problems)
        echo_lines("\n\n".join(filter(None, (as_text(played), sessions_as_text(sessions)))))
    if report:
        write_text(report, as_page(played))
    return 1 if played.problems else 0


def _tournament(request: PlayRequest, said: str, *, as_json: bool) -> int:
    """Play a tournament and print its table; return the exit status.

    Raises:
        BadParameter: fewer than two players are named.
    """
    names = [name.strip() for name in said.split(",")]
    if len(set(names)) < 2:
        raise typer.BadParameter("a tournament needs two different players: random,greedy.")
    with progress_bar() as progress:
        found = play_tournament(request, names, progress)
    if as_json:
        echo_lines(json.dumps(tournament_as_data(found), ensure_ascii=False, indent=2))
    else:
        warn(found.problems)
        echo_lines(tournament_as_text(found))
    return 1 if found.problems else 0


def _exact(request: PlayRequest, perft: Perft | None, lockstep: str, *, as_json: bool) -> int:
    """Print counts, hold a second implementation in lockstep, or else solve the game."""
    if perft:
        return print_perft(perft, as_json=as_json)
    if not lockstep:
        return print_solved(solve_game(request), as_json=as_json)
    with progress_bar() as progress:
        held = hold_in_lockstep(request, lockstep, progress)
    return print_lockstep(held, as_json=as_json)


def _record(request: PlayRequest) -> int:
    """Record games and list them; return the exit status."""
    with progress_bar() as progress:
        recorded = record_games(request, progress)
    for game in recorded.games:
        variants = "".join(f", {name} {choice}" for name, choice in game.variants.items())
        played, moves = counted(game.players, "player"), counted(len(game.rows) - 1, "move")
        echo(f"{speak(played)}{variants}: {speak(moves)}")
    tell(f"{recorded.file}: {counted(len(recorded.games), 'game')}")
    return 0
