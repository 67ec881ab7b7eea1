"""Tournaments: each player alone against each other one, in every seat."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.request import Progress
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.play.many_games import PlayRequest, broken_games, open_game, played, studies_of
from printnplay.play.study_summary import Share, StudySummary
from printnplay.rules.acts import SEAT_NAMES


class Pairing(Struct, frozen=True):
    """The games that one player won alone against others that are all the same player.

    `by_seat` are the shares by the seat of the first player.
    """

    player: str
    against: str
    won: Share
    by_seat: tuple[Share, ...]


class Tournament(Struct, frozen=True):
    """The pairings of all players, in the order of their names as given."""

    game: str
    title: str
    players: int
    seed: int
    names: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    problems: tuple[Diagnostic, ...]

    def overall(self, name: str) -> Share:
        """Return the share of all games that a player won."""
        own = [pairing.won for pairing in self.pairings if pairing.player == name]
        return Share(name, sum(won.hits for won in own), sum(won.trials for won in own))


def play_tournament(request: PlayRequest, names: Sequence[str], progress: Progress) -> Tournament:
    """Play the games of the request for each seating of each pair of players.

    Without `seats`, the smallest number of players is played.

    Raises:
        FaultsError: the game does not exist or has errors, or cannot be played as requested.
    """
    opened = open_game(request)
    names = tuple(dict.fromkeys(names))
    seats = request.seats or min(opened.game.players)
    seatings = {
        seating: replace(request, seats=seats, player=_policy(seating))
        for pair in permutations(names, 2)
        for seating in _seatings(*pair, seats)
    }
    studies = {
        seating: study for seating, asked in seatings.items() for study in studies_of(asked, opened)
    }
    progress.begin(sum(len(study.shares()) for study in studies.values()))
    progress.wait(f"playing {opened.game.id}")
    figures = {
        seating: played(seatings[seating], opened, study, progress)
        for seating, study in studies.items()
    }
    pairings = tuple(_pairing(*pair, figures, seats) for pair in permutations(names, 2))
    problems = [fault for figure in figures.values() for fault in broken_games(opened.game, figure)]
    return Tournament(
        opened.game.id, opened.game.title, seats, request.seed, names, pairings, tuple(problems)
    )


def _policy(seating: Sequence[str]) -> str:
    """Return the names of players by seat, as an option gives them."""
    return ",".join(f"{seat}={name}" for seat, name in zip(SEAT_NAMES, seating, strict=False))


def _seatings(player: str, against: str, seats: int) -> Iterator[tuple[str, ...]]:
    """Yield the players of all seats, with the first player in each seat in turn."""
    for own in range(seats):
        yield tuple(player if seat == own else against for seat in range(seats))


def _pairing(
    player: str, against: str, figures: Mapping[tuple[str, ...], StudySummary], seats: int
) -> Pairing:
    by_seat = tuple(
        figures[seating].seats[own] for own, seating in enumerate(_seatings(player, against, seats))
    )
    hits, trials = sum(won.hits for won in by_seat), sum(won.trials for won in by_seat)
    return Pairing(player, against, Share(f"{player} against {against}", hits, trials), by_seat)
