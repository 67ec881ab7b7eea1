"""The facts of a game that people ask about first, as game.yaml has them: read and written."""

import re

from msgspec import Struct

from printnplay.files.yaml_edits import UnknownPlaceError, after_mark, inserted, leaves, rewritten
from printnplay.files.yaml_removal import removed
from printnplay.files.yaml_tree import ListNode, TextNode, compose, walk
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.strings import spliced

PLAYERS, MINUTES, AGE, TITLE = "players", "minutes", "age", "title"

ORDER = (TITLE, PLAYERS, MINUTES, AGE)
"""The keys in the order of the starters."""

MOST_PLAYERS = 99
"""The most players: as `players` of game.yaml allows."""


class Facts(Struct, frozen=True):
    """How many players a game has, how long it takes, from which age; empty if unknown.

    `minutes` may be a range, such as `20-30`. Without numbers of players, both are 0.
    """

    fewest: int = 0
    most: int = 0
    minutes: str = ""
    age: str = ""

    @property
    def fault(self) -> str:
        """What is wrong with them; empty if nothing is."""
        is_known = 1 <= self.fewest <= self.most <= MOST_PLAYERS
        if not is_known and (self.fewest or self.most):
            return f"write the numbers of players from 1 to {MOST_PLAYERS}, the smaller one first"
        bounds = re.fullmatch("([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2}))?", self.minutes)
        if self.minutes and not (bounds and int(bounds[1]) <= int(bounds[2] or bounds[1])):
            return "write the minutes like `20` or `15-30`"
        if self.age and not re.fullmatch("[1-9][0-9]?", self.age):
            return "write the age as a number from 1 to 99"
        return ""


def facts_in(source: str) -> Facts:
    """Return the facts in a game.yaml.

    Raises:
        yaml.YAMLError: the source is not YAML.
    """
    there = {path: leaf.value for path, leaf in leaves(source).items()}
    players = [int(one) for path, one in there.items() if _is_player(path) and one.isdecimal()]
    bounds = (min(players), max(players)) if players else (0, 0)
    return Facts(*bounds, there.get(MINUTES, ""), there.get(AGE, ""))


def _is_player(path: str) -> bool:
    return path.startswith(f"{PLAYERS}.")


@after_mark
def with_facts(source: str, facts: Facts) -> str:
    r"""Return a game.yaml with these facts; what is as before keeps its bytes.

    Raises:
        UnknownPlaceError: the source cannot hold them.
        yaml.YAMLError: the source is not YAML.

    >>> print(with_facts("players: [2]\nage: 8\n", Facts(2, 4, "20-30")), end="")
    players: [2, 3, 4]
    minutes: 20-30
    """
    now = facts_in(source)
    if (now.fewest, now.most) != (facts.fewest, facts.most):
        source = _with_players(source, range(facts.fewest, facts.most + 1) if facts.most else ())
    for key, old, new in ((MINUTES, now.minutes, facts.minutes), (AGE, now.age, facts.age)):
        if old and not new:
            source = removed(source, key)
        elif old:
            source = rewritten(source, {key: new})
        elif new:
            source = without_quotes(inserted(source, {key: new}, ORDER), key)
    if facts_in(source) != facts:
        raise UnknownPlaceError(PLAYERS)
    return source


def _with_players(source: str, players: "range | tuple[()]") -> str:
    node = dict(walk(compose(source, "", Problems()))).get(PLAYERS)
    if not isinstance(node, ListNode) or not source.startswith("[", node.start):
        raise UnknownPlaceError(PLAYERS)
    return spliced(source, [(node.start, node.end, f"[{', '.join(map(str, players))}]")])


def without_quotes(source: str, path: str) -> str:
    """Return the source with a new value without quotes, which numbers and lengths need not."""
    node = dict(walk(compose(source, "", Problems()))).get(path)
    assert isinstance(node, TextNode)
    return spliced(source, [(node.start, node.end, node.value)])
