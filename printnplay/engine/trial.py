"""Put a mutant on trial: does the deck, a worked example or a recorded game give it away?"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from printnplay.engine.deck import check_deck
from printnplay.engine.examples import failing
from printnplay.engine.kernel import RulesModule
from printnplay.engine.mutants import Mutant, forget, grow
from printnplay.engine.recorded import check_recorded
from printnplay.model.cards import Game
from printnplay.model.play import Recorded

LOADING, DECK, EXAMPLES, GAMES, TIME = "loading", "deck", "examples", "recorded games", "time"
WITNESSES = (LOADING, DECK, EXAMPLES, GAMES, TIME)
"""What can give a mutant away: it does not load, or one of these, or it takes for ever."""

SECONDS = 3.0
"""Of processor time; a sound game needs a small part of it."""


class _TimeUpError(BaseException):
    """The time of a mutant is over; no rule can catch it by accident."""


@dataclass(frozen=True, slots=True)
class Suite:
    """What mutants are tried with; `package` is the name of the rules module."""

    package: str
    game: Game
    recorded: Recorded | None


def try_mutant(suite: Suite, mutant: Mutant) -> str:
    """What gives the mutant away, one of WITNESSES; empty if it survives."""
    try:
        with _limited(SECONDS):
            return _given_away(suite, mutant)
    except _TimeUpError:
        return TIME
    finally:
        forget(suite.package)


def _given_away(suite: Suite, mutant: Mutant) -> str:
    witness = LOADING
    try:
        rules = grow(mutant, suite.package)
        for witness, holds in ((DECK, _deck), (EXAMPLES, _examples), (GAMES, _games)):
            if not holds(suite, rules):
                return witness
    except (Exception, SystemExit):
        return witness
    return ""


def _deck(suite: Suite, rules: RulesModule) -> bool:
    return not check_deck(suite.game, rules)


def _examples(suite: Suite, rules: RulesModule) -> bool:
    return not failing(suite.game, rules)


def _games(suite: Suite, rules: RulesModule) -> bool:
    return suite.recorded is None or not check_recorded(rules, suite.recorded)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Work that is broken off after so much processor time, where the system can do that."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise _TimeUpError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
