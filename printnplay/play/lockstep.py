"""Lockstep: a second implementation of the rules plays the same random games, and has to agree.

    def start(players, outcomes):       # the table after the deal, in any form
    def moves(table):                   # the legal moves, as examples write them
    def play(table, move, outcomes):    # the table after a move
    def result(table):                  # None; at the end, the letters of the winners

`outcomes` is what chance decided in the deal or in a move (`Outcomes`). A function `at(given)` is
optional: it returns the table of a worked example. With it, a difference is made smaller.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.choosing import NOWHERE
from printnplay.edition.request import Progress
from printnplay.game.game import Example
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError
from printnplay.kernel.suggestions import counted
from printnplay.play.drafts import MOST_SEEDS, Bench, whole_position
from printnplay.play.log import in_one_line
from printnplay.play.many_games import Opened, PlayRequest, open_game, studies_of
from printnplay.play.own_files import OwnFile, Trade
from printnplay.play.players import player_named, policies
from printnplay.play.proposals import Proposal
from printnplay.play.reach import BACK, Scene
from printnplay.play.single_games import settled
from printnplay.play.study import Study, streams
from printnplay.play.study_summary import again
from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import CardGame
from printnplay.rules.chance import Outcomes, seeded
from printnplay.rules.endless import GAME
from printnplay.rules.loader import RulesFileError
from printnplay.rules.notation import Reader
from printnplay.rules.table import Table
from printnplay.rules.variants import KEY as VARIANTS
from printnplay.rules.variants import Setting, choice_of

AT = "at"
"""Name of the function that sets up the table of an example."""

TWIN = Trade(
    "the second implementation",
    ("start", "moves", "play", "result"),
    codes.TWIN_FAILS,
    "expected start(players, outcomes), moves(table), play(table, move, outcomes), result(table)",
    "docs/play.md shows a second implementation",
)

Words: TypeAlias = Mapping[str, str]
"""A move in the notation of examples."""


class Seen(Struct, frozen=True):
    """What both have to agree on: the legal moves, and the letters of the winners at the end."""

    moves: Mapping[frozenset[tuple[str, str]], Words]
    winners: tuple[str, ...] | None

    @property
    def turn(self) -> str:
        """The letters of the players that can move."""
        return " ".join(sorted({move.get("player", "") for move in self.moves.values()})) or "none"


class Difference(Struct, frozen=True):
    """What differs, as each of both has it; the claim of an example about it; a disputed move."""

    what: str
    by_rules: str
    by_twin: str
    claim: str
    move: Words | None = None


class Found(Struct, frozen=True):
    """A difference after some moves of a game; `last` are the latest tables with their moves."""

    number: int
    at: int
    difference: Difference
    table: Table
    last: Sequence[tuple[Table, Move]]


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


class Twin:
    """The second implementation.

    Raises:
        RulesFileError: its file cannot be used; of all methods: a function fails.
    """

    def __init__(self, name: str) -> None:
        """Run the file."""
        self.name, self._file = name, OwnFile(name, TWIN, (AT,))
        self.sets_up = AT in self._file.functions

    def ask(self, function: str, *arguments: object) -> object:
        """Return what a function of the file returns."""
        with self._file.contained(GAME):
            return self._file.functions[function](*arguments)

    def play(self, table: object, move: Words, outcomes: Sequence[object]) -> object:
        """Return the table after a move: what is returned, or the table, if this is None."""
        after = self.ask("play", table, dict(move), list(outcomes))
        return table if after is None else after

    def seen(self, table: object) -> Seen:
        """Return what both have to agree on."""
        with self._file.contained(GAME):
            won = self.ask("result", table)
            if won is not None and not _are_letters(won):
                raise self._file.error(f"has no letters of winners as its result: {won!r:.80}")
            listed = self.ask("moves", table) if won is None else ()
            if not isinstance(listed, list | tuple) or not all(
                isinstance(move, Mapping) for move in listed
            ):
                raise self._file.error(f"lists no moves as examples write them: {listed!r:.80}")
            words = [{str(key): str(value) for key, value in move.items()} for move in listed]
        return _seen(words, tuple(sorted(won)) if _are_letters(won) else None)


def _are_letters(won: object) -> TypeGuard[Sequence[str]]:
    return isinstance(won, list | tuple) and all(seat in tuple(SEAT_NAMES) for seat in won)


def _seen(moves: Sequence[Words], winners: tuple[str, ...] | None) -> Seen:
    return Seen({frozenset(move.items()): move for move in moves}, winners)


def seen_by_rules(game: CardGame[Any], table: Table) -> Seen:
    """Return what both have to agree on, by the rules."""
    won = game.result(table)
    winners = None if won is None else tuple(SEAT_NAMES[seat] for seat in sorted(won))
    return _seen([game.names(move) for move in game.moves(table)], winners)


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
        difference = _difference(game, table, twin, other)
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


def _difference(game: CardGame[Any], table: Table, twin: Twin, other: object) -> Difference | None:
    """Return the first difference of two tables: the end and its winners, the turn, the moves."""
    ours, theirs = seen_by_rules(game, table), twin.seen(other)
    if ours.winners != theirs.winners:
        claim = "winner" if (ours.winners or ()) != (theirs.winners or ()) else "turn"
        return Difference("the end", _ending(ours), _ending(theirs), claim)
    if ours.turn != theirs.turn:
        return Difference("whose turn it is", ours.turn, theirs.turn, "turn")
    for key in (*ours.moves, *theirs.moves):
        if (key in ours.moves) != (key in theirs.moves):
            move = ours.moves.get(key) or theirs.moves[key]
            by_rules, by_twin = (
                "legal" if key in seen.moves else "not legal" for seen in (ours, theirs)
            )
            what = f"the move `{move.get('player', '')}: {in_one_line(move)}`"
            return Difference(what, by_rules, by_twin, "legal", move)
    return None


def _ending(seen: Seen) -> str:
    if seen.winners is None:
        return "the game goes on"
    return f"over, {' '.join(seen.winners) or 'nobody'} won"


def _reported(opened: Opened, study: Study, twin: Twin, found: Found) -> tuple[Diagnostic, str]:
    """Return a difference as a diagnostic, and as an example if there is one."""
    difference = found.difference
    when = f"after {counted(found.at, 'move')}" if found.at else "after the deal"
    fault = Diagnostic(
        codes.TWIN_DIFFERS,
        f"`{twin.name}` differs from the rules {when}: {difference.what}",
        NOWHERE,
        f"by the rules: {difference.by_rules}; by `{twin.name}`: {difference.by_twin}",
        "correct the one that the rulebook contradicts; see the game with"
        f" {again(opened.game.id, study, found.number)}",
    )
    example = _example(opened, study, twin, found)
    if example is None:
        return fault, ""
    why = f"{difference.what}: by the rules {difference.by_rules}, by {twin.name}"
    text = Proposal.of(example, "difference", "").text.rstrip()
    return fault, f"# {why} {difference.by_twin}\n{text}"


def _example(opened: Opened, study: Study, twin: Twin, found: Found) -> Example | None:
    """Return an example of a difference; None if none that is true by the rules shows it."""
    scene = _scene(opened, study, found)
    if scene is None:
        return None
    differs = _Differs(opened, twin, found.difference.claim)
    bench = Bench(opened.rules, differs if twin.sets_up else lambda _: True, range(MOST_SEEDS))
    draft = bench.needed_draft(scene)
    made = bench.shrunk(draft) if draft and twin.sets_up else None
    draft = draft or next(bench.drafts(scene), None)
    if made is None and draft is not None:
        keys = ("legal", "because", found.difference.claim)
        made = replace(draft, then={key: draft.then[key] for key in keys if key in draft.then})
    return replace(made, shows=bench.rules_shown(made)) if made else None


def _scene(opened: Opened, study: Study, found: Found) -> Scene | None:
    """Return the scene of the move that is disputed, or else of the last one."""
    pairs = [pair for pairs in study.variants.items() for pair in pairs]
    if len(pairs) > 2:
        return None
    setting = Setting(study.players, *pairs)
    if found.difference.move is None:
        if not found.last:
            return None
        *earlier, (table, move) = found.last
        return Scene(setting, table, move, (), earlier)
    game: CardGame[Any] = opened.rules.new_game((), **study.variants)
    reader = Reader(tuple(opened.rules.COMPONENTS))
    read = game.steps(found.table, found.difference.move, reader)
    if reader.faults or not read:
        return None
    return Scene(setting, found.table, read[0], (), found.last)


class _Differs:
    """Whether a second implementation contradicts an example."""

    def __init__(self, opened: Opened, twin: Twin, claim: str) -> None:
        """`claim` is what has to be contradicted: `legal`, `turn` or `winner`."""
        self._rules, self._twin, self._claim = opened.rules, twin, claim
        self._set_up = False

    def __call__(self, example: Example) -> bool:
        try:
            found = self._differs(example)
        except RulesFileError:
            if not self._set_up:
                raise
            return False  # a smaller position may be one that no game reaches
        self._set_up = True
        return found

    def _differs(self, example: Example) -> bool:
        chosen, _ = choice_of(example, self._rules)
        game: CardGame[Any] = self._rules.new_game((), **chosen)
        reader = Reader(tuple(self._rules.COMPONENTS))
        given = {key: value for key, value in example.given.items() if key != VARIANTS}
        table, draw = game.read(given, reader, seeded(0))
        moves = game.steps(table, example.when, reader)
        if reader.faults:
            return False
        other = self._twin.ask(AT, whole_position(table, game, chosen))
        if seen_by_rules(game, table).turn != self._twin.seen(other).turn:
            return False  # no play of theirs leads to such a table
        for move in moves:
            words, legal = game.names(move), not game.why_not(table, move)
            if legal != (frozenset(words.items()) in self._twin.seen(other).moves):
                return self._claim == "legal"
            if not legal:
                return False
            chance = Outcomes(draw)
            game.play(table, move, chance)
            other = self._twin.play(other, words, chance.noted)
        ours, theirs = seen_by_rules(game, table), self._twin.seen(other)
        differ = {"turn": ours.turn != theirs.turn, "winner": ours.winners != theirs.winners}
        return self._claim in example.then and differ.get(self._claim, False)
