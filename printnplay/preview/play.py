"""Play on the page: deal, move, undo, load logs, and write worked examples."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from printnplay.files.catalog import display_path
from printnplay.files.door import LARGEST, ReadError, is_there, read, resolved
from printnplay.files.linked_pictures import filled
from printnplay.files.writing import replace_in
from printnplay.files.yaml_tree import read_bytes
from printnplay.game.game import Example
from printnplay.game.verdicts import Position, Verdict
from printnplay.kernel.diagnostics import FaultsError, Problems, Span
from printnplay.kernel.values import Plain
from printnplay.loading.examples import examples_of
from printnplay.loading.forms import check_name
from printnplay.play.log import Log, Recorder, ReplayError, replay
from printnplay.play.players import PLAYERS, Player, player_named
from printnplay.preview.live import LiveGame
from printnplay.preview.positions import as_yaml, differences, sound_example
from printnplay.rules.acts import SEAT_NAMES, Move
from printnplay.rules.cardgame import UNKNOWN_MOVE, CardGame
from printnplay.rules.chance import replayed, seeded
from printnplay.rules.game import OVER, Rng, rule_of
from printnplay.rules.loader import guarded, rules_of
from printnplay.rules.notation import Reader
from printnplay.rules.parts import HIDDEN
from printnplay.rules.protocol import RulesModule
from printnplay.rules.table import Table
from printnplay.rules.variants import UnknownVariantError

EXAMPLES = "examples.yaml"
"""The file of a game into which worked examples are written."""

YOU = "you"
"""The player name of a seat that is played on the page."""

AT_ONCE = 500
"""Maximum number of consecutive moves of programs before the page is updated: a game of programs
alone would never update it. A guess."""

REFUSED = 400
"""Maximum number of illegal moves listed with reasons: finding reasons takes longer than listing
moves. A guess."""

SEARCHING = "mcts:200"
"""The search player, with this number of simulated games per move: about a second."""


class NoGameError(Exception):
    """A request cannot be fulfilled; the message explains why, for users."""


Number: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 31)]


class Asked(Struct, frozen=True, omit_defaults=True):
    """A request of the page as JSON: `do` is the action, the other fields are its arguments."""

    do: str
    language: str = ""
    seats: list[str] = []
    variants: dict[str, str] = {}
    seed: Number = 0
    number: Number = 0
    step: Number = 0
    refused: Number | UnsetType = UNSET
    id: str = ""
    log: str = ""


class _Table(Struct):
    """A game in progress: its log, and the positions after the deal and after each move."""

    game: CardGame[Any]
    rules: RulesModule
    name: str
    seats: tuple[str, ...]
    seed: int
    variants: Mapping[str, str]
    recorder: Recorder
    positions: list[Table] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)

    @property
    def now(self) -> Table:
        """The current position."""
        table: Table = self.recorder.state
        return table

    @property
    def seat(self) -> int:
        """The seat to move; OVER at the end."""
        return self.game.to_move(self.now)

    @property
    def revealed(self) -> int:
        """The number of moves without those that are secret until all seats have chosen."""
        game, last = self.game, len(self.moves)
        due = game.choosing(self.now) and game.acting(self.now)
        while due and last and len(game.acting(self.positions[last - 1])) > len(due):
            last -= 1
            due = game.acting(self.positions[last])
        return last

    def play(self, move: Move) -> None:
        """Make a legal move, and record the rules that took effect."""
        used: list[str] = []
        self.game.trace = used.append
        try:
            self.recorder.play(move)
        finally:
            self.game.trace = None
        words = dict(self.game.names(move))
        # Traces include other names, such as the numbers that games use.
        rules = [rule for rule in map(rule_of, used) if rule in self.rules.SENTENCES]
        self.moves.append({"words": words, "rules": list(dict.fromkeys(rules))})
        self.positions.append(self.now.copy())


class Tables:
    """The table on the page; there is one game at a time."""

    def __init__(self, live: LiveGame) -> None:
        """Create a table without a game."""
        self.live = live
        self._table: _Table | None = None
        self._players: dict[str, Player] = {}

    def do(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Perform an action of the page, and return the new state or the result.

        Raises:
            NoGameError: the action is not possible.
        """
        with self.live.lock:
            game, problems = self.live.game, Problems()
            if game is None:
                raise NoGameError("the game cannot be loaded: see its faults")
            # The user's rules may fail in any way; a refusal by printnplay is not such a failure.
            answer = guarded(game, lambda: self._answer(said), problems)
            if answer is None:
                raise NoGameError("; ".join(fault.message for fault in problems.found))
            if isinstance(answer, NoGameError):
                raise answer
            return answer

    def _answer(self, said: Mapping[str, Any]) -> dict[str, Any] | NoGameError:
        try:
            return self._done(said)
        except NoGameError as refusal:
            return refusal

    def _done(self, said: Mapping[str, Any]) -> dict[str, Any]:
        changes: dict[str, Callable[[Mapping[str, Any]], None]] = {
            "new": self._deal,
            "load": self._load,
            "move": self._move,
            "undo": self._undo,
            "state": lambda _: None,
        }
        answers: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "figure": self._figure_of,
            "why": lambda _: {"refused": list(self._refused())},
            "refusal": self._refusal,
            "log": lambda _: {"log": self._at_work().recorder.log().to_json()},
            "example": lambda said: {"yaml": as_yaml(self._made(said))},
            "write": self._write,
        }
        what = str(said.get("do"))
        if what in answers:
            return answers[what](said)
        if what not in changes:
            raise NoGameError(f"`{what}` cannot be done")
        changes[what](said)
        return self._state(_language(said))

    def _at_work(self) -> _Table:
        if self._table is None:
            raise NoGameError("no game is dealt yet")
        return self._table

    def _rules(self) -> RulesModule:
        game, problems = self.live.game, Problems()
        rules = rules_of(game, problems, self.live.catalog) if game else None
        if rules is None or not issubclass(rules.new_game, CardGame):
            reason = problems.found[0].message if problems.found else "the game has no rules"
            raise NoGameError(f"this game cannot be played here: {reason}")
        return rules

    def _deal(self, said: Mapping[str, Any]) -> None:
        rules = self._rules()
        players, chosen = said.get("seats", []), said.get("variants", {})
        if not isinstance(players, list) or not isinstance(chosen, dict):
            raise NoGameError("expected the players of the seats, and variants by name")
        seats = tuple(map(str, players))
        variants = {name: str(choice) for name, choice in chosen.items()}
        seed = _number(said, "seed")
        programs = {name: self._player(name) for name in seats if name != YOU}
        # Both change together: a refused deal leaves the current table as it was.
        self._table = self._begun(rules, seats, seed, variants, seeded(seed))
        self._players = programs
        self._let_programs_move()

    def _begun(
        self,
        rules: RulesModule,
        seats: tuple[str, ...],
        seed: int,
        variants: Mapping[str, str],
        chance: Rng,
    ) -> _Table:
        """Return a table with the cards dealt."""
        try:
            game = rules.new_game((), **variants)
            recorder = Recorder(game, len(seats), chance, name=self.live.game_id, variants=variants)
        except UnknownVariantError as error:
            raise NoGameError(f"the game has no variant `{error.name}`") from error
        except ValueError as error:
            raise NoGameError(f"{len(seats)} cannot play") from error
        table = _Table(game, rules, self.live.game_id, seats, seed, variants, recorder)
        table.positions.append(table.now.copy())
        return table

    def _player(self, name: str) -> Player:
        try:
            return player_named(SEARCHING if name == "mcts" else name)
        except KeyError as error:
            raise NoGameError(f"there is no player `{name}`") from error

    def _move(self, said: Mapping[str, Any]) -> None:
        table, number = self._at_work(), _number(said, "number")
        found = [move for move in table.game.moves(table.now) if move.number == number]
        if not found:
            raise NoGameError("this move is not legal now")
        table.play(found[0])
        self._let_programs_move()

    def _let_programs_move(self) -> None:
        """Make the moves of programs until it is a person's turn."""
        table = self._at_work()
        chance = seeded(table.seed + len(table.moves) + 1)
        for _ in range(AT_ONCE):
            if table.seat == OVER or table.seats[table.seat] == YOU:
                return
            moves = table.game.moves(table.now)
            choose = self._players[table.seats[table.seat]]
            table.play(choose(table.game, table.now, moves, chance))

    def _undo(self, said: Mapping[str, Any]) -> None:
        """Undo the last move made on the page and the moves after it."""
        del said
        table = self._at_work()
        last = len(table.moves) - 1
        while (
            last >= 0 and table.seats[SEAT_NAMES.index(table.moves[last]["words"]["player"])] != YOU
        ):
            last -= 1
        if last < 0:
            raise NoGameError("you have no move to take back")
        log = table.recorder.log()
        self._table = self._played(
            table, Log(log.game, log.players, log.variants, log.setup, log.steps[:last])
        )

    def _played(self, like: _Table, log: Log) -> _Table:
        """Return a table with the moves of a log replayed; further random outcomes are new."""
        outcomes = [*log.setup, *(outcome for step in log.steps for outcome in step.chance)]
        chance = replayed(outcomes, then=seeded(like.seed + len(outcomes)))
        table = self._begun(like.rules, like.seats, like.seed, like.variants, chance)
        cards = list(like.rules.COMPONENTS)
        for step in log.steps:
            (move,) = table.game.steps(table.now, step.move, Reader(cards))
            table.play(move)
        return table

    def _load(self, said: Mapping[str, Any]) -> None:
        """Replay the log of a game, as written by `play --log`."""
        rules, text = self._rules(), str(said.get("log", ""))
        try:
            log = Log.from_json(text)
            if log.game not in ("", self.live.game_id):
                raise NoGameError(f"the log is of the game `{log.game}`")
            game = rules.new_game((), **log.variants)
            replay(game, log, tuple(rules.COMPONENTS))
        except (ReplayError, UnknownVariantError) as error:
            raise NoGameError(f"the rules do not allow this game: {error}") from error
        except ValueError as error:
            raise NoGameError(f"the log cannot be read: {error}") from error
        seats = (YOU,) * log.players
        like = self._begun(rules, seats, 1, log.variants, replayed(log.setup, then=seeded(1)))
        self._table = self._played(like, log)

    def _state(self, language: str) -> dict[str, Any]:
        """Return the state of the game as seen from the seats played on the page."""
        table = self._table
        if table is None:
            return {"dealt": False, **self._offers()}
        seat = table.seat
        won = table.game.result(table.now)
        return {
            "dealt": True,
            **self._offers(),
            "seats": [
                {"name": name, "player": player}
                for name, player in zip(SEAT_NAMES, table.seats, strict=False)
            ],
            "turn": "" if seat == OVER else SEAT_NAMES[seat],
            "winners": None if won is None else [SEAT_NAMES[winner] for winner in won],
            "moves": [
                {**move, "sentences": [self._sentence(rule) for rule in move["rules"]]}
                for move in [*table.moves[: table.revealed], *self._secret(table)]
            ],
            "legal": [self._in_words(move) for move in table.game.moves(table.now)],
            "zones": table.game.observe(table.now, self._viewer(table)),
            "viewer": SEAT_NAMES[self._viewer(table)],
            "figure": self._figure(len(table.moves), language),
        }

    def _secret(self, table: _Table) -> Iterator[dict[str, Any]]:
        """Yield the moves that are secret until all have chosen, with those of others masked."""
        own = SEAT_NAMES[self._viewer(table)]
        for move in table.moves[table.revealed :]:
            words = move["words"]
            masked = {key: word if key == "player" else HIDDEN for key, word in words.items()}
            yield move if words["player"] == own else {"words": masked, "rules": []}

    def _offers(self) -> dict[str, Any]:
        """Return the options for a new game."""
        try:
            rules = self._rules()
        except NoGameError as error:
            return {"cannot": str(error)}
        return {
            "counts": list(self.live.game.players if self.live.game else ()),
            "programs": [YOU, *PLAYERS],
            "variants": {name: list(choices) for name, choices in rules.VARIANTS.items()},
        }

    def _viewer(self, table: _Table) -> int:
        """Return the seat whose cards are visible: the person to move, or the first person."""
        persons = [at for at, player in enumerate(table.seats) if player == YOU]
        return table.seat if table.seat in persons or not persons else persons[0]

    def _in_words(self, move: Move) -> dict[str, Any]:
        words = dict(self._at_work().game.names(move))
        return {"number": move.number, "words": words, "card": str(move.what)}

    def _refused(self) -> Iterator[dict[str, Any]]:
        """Yield the illegal moves of the seat to move, each with the clause that forbids it."""
        table = self._at_work()
        if table.seat == OVER:
            return
        found = 0
        for number in range(table.game.move_count):
            move = table.game.move_numbered(table.seat, number)
            clause = table.game.why_not(table.now, move)
            if clause and clause != UNKNOWN_MOVE:
                yield {**self._in_words(move), "rule": clause, "sentence": self._sentence(clause)}
                found += 1
            if found == REFUSED:
                return

    def _sentence(self, clause: str) -> str:
        """Return the sentence of a rule or a clause."""
        rules = self._at_work().rules
        return rules.CLAUSES.get(clause) or rules.SENTENCES.get(rule_of(clause), "")

    def _refusal(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Return the reason why a move is illegal, with its figure."""
        table, number = self._at_work(), _number(said, "number")
        if table.seat == OVER or number >= table.game.move_count:
            raise NoGameError("there is no such move")
        move = table.game.move_numbered(table.seat, number)
        clause = table.game.why_not(table.now, move)
        known = table.positions[table.revealed]
        before, words = table.game.position(known), dict(table.game.names(move))
        verdict = _verdict(before, words, rule_of(clause), None)
        figure = self._drawn(verdict, _language(said))
        return {"figure": figure, "rule": clause, "sentence": self._sentence(clause)}

    def _figure_of(self, said: Mapping[str, Any]) -> dict[str, Any]:
        return {"figure": self._figure(_number(said, "step"), _language(said))}

    def _figure(self, step: int, language: str) -> str:
        """Return the figure of a move, counted from 1, or of the deal; empty if there is none."""
        table = self._at_work()
        if not 0 <= step < len(table.positions):
            raise NoGameError("there is no such move")
        step = min(step, table.revealed)
        after = table.game.position(table.positions[step])
        before, words = after, {"setup": "yes"}
        if step:
            before = table.game.position(table.positions[step - 1])
            words = table.moves[step - 1]["words"]
        return self._drawn(_verdict(before, words, "", after), language)

    def _drawn(self, verdict: Verdict, language: str) -> str:
        edition = self.live.edition(language)
        if edition is None:
            return ""
        edition.renderer.problems = Problems()
        figure = edition.figure_on(verdict)
        return filled(figure.picture.svg) if figure else ""

    def _made(self, said: Mapping[str, Any]) -> Example:
        table, step = self._at_work(), _number(said, "step")
        if "refused" in said:
            return self._made_of_refusal(said)
        if not 1 <= step <= len(table.moves):
            raise NoGameError("play a move first: an example is a position and a move")
        if step > table.revealed:
            raise NoGameError("this choice is secret until all have chosen")
        name = _example_id(said, f"played-{step}")
        before, after = table.positions[step - 1], table.positions[step]
        then = differences(table.game, before, after)
        words = table.moves[step - 1]["words"]
        return _sound(table, before, Example(name, (), {}, words, then, Span("")))

    def _made_of_refusal(self, said: Mapping[str, Any]) -> Example:
        """Return a worked example of a move that is currently illegal."""
        table, number = self._at_work(), _number(said, "refused")
        if table.seat == OVER or number >= table.game.move_count:
            raise NoGameError("there is no such move")
        move = table.game.move_numbered(table.seat, number)
        clause = table.game.why_not(table.now, move)
        if not clause or clause == UNKNOWN_MOVE:
            raise NoGameError("this move is legal")
        name = _example_id(said, "refused")
        then: dict[str, Plain] = {"legal": "no", "because": rule_of(clause)}
        words = dict(table.game.names(move))
        return _sound(table, table.now, Example(name, (), {}, words, then, Span("")))

    def _write(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Append a move to examples.yaml as a worked example."""
        game = self.live.game
        example = self._made(said)
        assert game is not None
        catalog = self.live.catalog
        path = catalog.game_folder(game.id) / EXAMPLES
        real, home = resolved(path), resolved(catalog.roots[0])
        if not real.is_relative_to(home):
            raise NoGameError("the game is not in this project: copy the lines into your own")
        try:
            was = read(real, LARGEST) if is_there(real) else b""
            old = was.decode("utf-8-sig")
            # The content of the file counts, not the loaded examples.
            if any(other.id == example.id for other in _examples_in(old, path)):
                raise NoGameError(f"the example `{example.id}` already exists: choose another id")
            new = f"{old.rstrip()}\n\n{as_yaml(example)}\n".lstrip("\n")
            _examples_in(new, path)
            with self.live.journal.lock:
                replace_in(home, real, new.encode(), was)
                if was:  # a new file stays: only contents are undone
                    what = f"write the example `{example.id}`"
                    self.live.journal.note(what, (display_path(path), was, new.encode()))
        except ReadError as error:
            raise NoGameError(error.about(path)) from error
        except FaultsError as error:
            raise NoGameError(error.found[0].message) from error
        return {"yaml": as_yaml(example), "file": str(path)}


def _examples_in(text: str, path: Path) -> tuple[Example, ...]:
    """Parse the worked examples in the text of a file.

    Raises:
        NoGameError: the file has errors.
    """
    problems = Problems()
    root = read_bytes(text.encode(), display_path(path), problems) if text.strip() else None
    found = examples_of(root, problems)
    if problems.errors:
        fault = problems.found[0]
        raise NoGameError(f"{EXAMPLES}, line {fault.span.line}: {fault.message}; correct it first")
    return found


def _example_id(said: Mapping[str, Any], otherwise: str) -> str:
    """Return the id of an example sent by the page.

    Raises:
        NoGameError: the id is invalid.
    """
    name, problems = str(said.get("id") or otherwise), Problems()
    if not check_name(name, Span(""), problems):
        fault = problems.found[0]
        raise NoGameError(f"{fault.message}: {fault.label}")
    return name


def _sound(table: _Table, before: Table, move: Example) -> Example:
    """Return the worked example of a move, with the position added.

    Raises:
        NoGameError: the example would not reproduce the move.
    """
    example = sound_example(table.rules, table.variants, before, move)
    if isinstance(example, str):
        raise NoGameError(f"no worked example can be made of this move: {example}")
    return example


def _verdict(
    before: Position, words: Mapping[str, str], because: str, after: Position | None
) -> Verdict:
    """Return the verdict on a played or refused move, for drawing its figure."""
    return Verdict(
        "played",
        true=True,
        before=before,
        move=words,
        legal=not because,
        because=because,
        after=after,
    )


def _number(said: Mapping[str, Any], name: str) -> int:
    value = said.get(name, 0)
    if not isinstance(value, int) or not 0 <= value < 1 << 31:
        raise NoGameError(f"expected a number for `{name}`")
    return value


def _language(said: Mapping[str, Any]) -> str:
    return str(said.get("language", ""))
