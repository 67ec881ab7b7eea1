"""Whether a rule takes effect: games with and without it, compared move by move.

Steps and prohibitions report that they take effect. A fact (`clause(...)`) is only queried, often
in every position, and its effect shows only in such a comparison.
"""

from typing import Any

from printnplay.play.study import Study, streams
from printnplay.rules.cardgame import CardGame
from printnplay.rules.endless import EXAMPLE, within
from printnplay.rules.loader import RulesFileError, contained
from printnplay.rules.protocol import RulesModule

GAMES = 4
"""Number of games compared for each rule: an effect mostly shows in the first one. A guess."""

MOVES = 200
"""Number of moves after which a comparison ends: more than most games take. A guess."""


def takes_effect(study: Study, rules: RulesModule, rule: str) -> bool:
    """Return whether some game of the study goes another way without the rule, or fails."""
    try:
        with contained(study.source), within(EXAMPLE, f"playing without `{rule}`"):
            return any(_differs(study, rules, rule, game) for game in range(GAMES))
    except RulesFileError:
        return True


def _differs(study: Study, rules: RulesModule, rule: str, number: int) -> bool:
    """Return whether a game differs from that without the rule, as long as both play alike."""
    games: list[CardGame[Any]] = [rules.new_game(off, **study.variants) for off in ((), (rule,))]
    sources = [streams(study, number) for _ in games]
    choose = sources[0][1]
    tables: list[Any] = [
        game.setup(study.players, cards) for game, (cards, _) in zip(games, sources, strict=True)
    ]
    for _ in range(MOVES):
        moves, others = (game.moves(table) for game, table in zip(games, tables, strict=True))
        if moves != others or tables[0] != tables[1]:
            return True
        if not moves:
            return games[0].result(tables[0]) != games[1].result(tables[1])
        move = moves[choose(len(moves))]
        for game, table, (cards, _) in zip(games, tables, sources, strict=True):
            game.play(table, move, cards)
    return False
