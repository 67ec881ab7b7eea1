"""Shards: even parts of a command's work, for several machines that each do one."""

import re
from collections.abc import Mapping

from msgspec import Struct

from printnplay.edition.choosing import Languages

MOST = 1000
"""The largest number of shards: CI systems start some 250 machines for one matrix. A guess."""

_FORM = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")


class Shard(Struct, frozen=True):
    """One of several parts of a command's editions, counted from 1; the default is everything.

    The shards follow each other in the order of the games, so that a machine reads few games, and
    differ by at most one edition. All languages of one of `whole_games` are in the same shard.

    >>> chosen = {"city": (Languages("en"), Languages("fr")), "garden": (Languages("en"),)}
    >>> [Shard(number, 3).editions(chosen).keys() for number in (1, 2, 3)]
    [dict_keys(['city']), dict_keys(['city']), dict_keys(['garden'])]
    >>> [[*Shard(number, 2, True).editions(chosen)] for number in (1, 2)]
    [['city'], ['garden']]
    """

    number: int = 1
    of: int = 1
    whole_games: bool = False

    @classmethod
    def parse(cls, text: str) -> "Shard":
        """Parse a shard such as `2/5`; empty text means everything.

        Raises:
            ValueError: it is not a number and a total of at least as many.
        """
        if not text:
            return cls()
        match = _FORM.fullmatch(text)
        shard = cls(int(match[1]), int(match[2])) if match else cls(0)
        if not 1 <= shard.number <= shard.of <= MOST:
            raise ValueError(f"'{text}' is not a shard such as 2/5, of at most {MOST}")
        return shard

    def __bool__(self) -> bool:
        """Return whether this is a part of the work, not everything."""
        return self.of > 1

    def editions(
        self, chosen: Mapping[str, tuple[Languages, ...]]
    ) -> dict[str, tuple[Languages, ...]]:
        """Return the editions of this shard, by game."""
        if self.whole_games:
            games = [*chosen]
            return {game: chosen[game] for game in games[self._part(len(games))]}
        editions = [(game, languages) for game in chosen for languages in chosen[game]]
        found: dict[str, tuple[Languages, ...]] = {}
        for game, languages in editions[self._part(len(editions))]:
            found[game] = (*found.get(game, ()), languages)
        return found

    def _part(self, count: int) -> slice:
        return slice(count * (self.number - 1) // self.of, count * self.number // self.of)
