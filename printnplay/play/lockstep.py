"""Lockstep: a second implementation plays the same random games as the rules, and has to agree."""

from functools import partial
from typing import Any

from msgspec import Struct

from printnplay.edition.choosing import NOWHERE
from printnplay.edition.request import Progress
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError
from printnplay.play.many_games import Opened, PlayRequest, open_game, studies_of
from printnplay.play.players import player_named, policies
from printnplay.play.proposals import Proposal
from printnplay.play.reach import BACK
from printnplay.play.single_games import settled
from printnplay.play.study import Study, streams
from printnplay.play.study_summary import again
from printnplay.play.twin import Found, Twin, difference_of
from printnplay.play.twin_example import example_of
from printnplay.rules.acts import Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import Outcomes
from printnplay.rules.loader import RulesFileError
from printnplay.rules.table import Table


class Held(Struct, frozen=True):
    """The games of a number of players in which both agree."""

    players: int
    games: int
    moves: int


class Lockstep(Struct, frozen=True):
    """The games held in lockstep, and the first difference, with an example if one shows it."""

    title: str
    file: str
    held: tuple[Held, ...]
    problems: tuple[Diagnostic, ...] = ()
    example: str = ""


def hold_in_lockstep(request: PlayRequest, name: str, progress: Progress) -> Lockstep:
    """Play the games of a study by the rules and by a second implementation.

    After the first difference, only games that differ after fewer moves are looked for.

    Raises:
        FaultsError: the game cannot be played as requested, or the file is not trusted or fails.
    """
    opened = open_game(request)
    studies = studies_of(request, opened)
    if not request.trust_rules:
        fault = Diagnostic(
            codes.TWIN_NOT_TRUSTED,
            f"`{name}` is Python code, and runs only if you trust it",
            NOWHERE,
            "expected --trust-rules beside it",
            "read the file; if you trust it, add --trust-rules",
        )
        raise FaultsError([fault])
    try:
        twin = Twin(name)
    except RulesFileError as error:
        raise FaultsError(list(error.faults)) from error
    progress.begin(sum(study.games for study in studies))
    held: list[Held] = []
    for study in studies:
        found: Found | None = None
        moves = 0
        for number in range(study.games):
            progress.step(f"{study.players} players")
            most = study.limit if found is None else found.at - 1
            work = partial(_compared, opened, study, twin, number, most)
            shorter, played = settled(opened, work)
            found, moves = shorter or found, moves + played
            if found is not None and found.at == 0:
                break
        if found is not None:
            fault, example = settled(opened, partial(_reported, opened, study, twin, found))
            return Lockstep(opened.game.title, name, tuple(held), (fault,), example)
        held.append(Held(study.players, study.games, moves))
    return Lockstep(opened.game.title, name, tuple(held))


def _compared(
    opened: Opened, study: Study, twin: Twin, number: int, most: int
) -> tuple[Found | None, int]:
    """Play a game by both; return the first difference, if any, and the number of moves."""
    game: CardGame[Any] = opened.rules.new_game((), **study.variants)
    cards, choices = streams(study, number)
    players = [player_named(name) for name in policies(study.player, study.players)]
    chance = Outcomes(cards)
    table = game.setup(study.players, chance)
    other = twin.ask("start", study.players, list(chance.noted))
    last: list[tuple[Table, Move]] = []
    for at in range(most + 1):
        difference = difference_of(game, table, twin, other)
        if difference:
            return Found(number, at, difference, table.copy(), last), at
        moves = game.moves(table)
        if not moves or at == most:
            return None, at
        choose = players[game.to_move(table)]
        move, chance = choose(game, table, moves, choices), Outcomes(cards)
        last = [*last[-BACK:], (table.copy(), move)]
        game.play(table, move, chance)
        other = twin.play(other, game.names(move), chance.noted)
    return None, most


def _reported(opened: Opened, study: Study, twin: Twin, found: Found) -> tuple[Diagnostic, str]:
    """Return a difference as a diagnostic, and as an example if there is one."""
    difference = found.difference
    when = f"after move {found.at}" if found.at else "after the deal"
    fault = Diagnostic(
        codes.TWIN_DIFFERS,
        f"`{twin.name}` differs from the rules {when}: {difference.what}",
        NOWHERE,
        f"by the rules: {difference.by_rules}; by `{twin.name}`: {difference.by_twin}",
        "correct the one that the rulebook contradicts; see the game with"
        f" {again(opened.game.id, study, found.number)}",
    )
    example = example_of(opened, study, twin, found)
    if example is None:
        return fault, ""
    why = f"{difference.what}: by the rules {difference.by_rules}, by {twin.name}"
    text = Proposal.of(example, "difference", "").text.rstrip()
    return fault, f"# {why} {difference.by_twin}\n{text}"
