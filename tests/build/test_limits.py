"""Limits of a command: work is stopped where it is, and games that are too large are refused."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from printnplay.faces.template_faults import place
from printnplay.files.budget import Limits, limited, work_on
from printnplay.files.catalog import Catalog
from printnplay.game.game import Board, Game
from printnplay.game.texts import Text, Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.kernel.geometry import Size
from printnplay.loading.game import load_game
from printnplay.loading.limits import LETTERS, check_size

PLACE = Span("game.yaml")


def spin() -> None:
    """Work that never ends."""
    work_on(PLACE)
    while True:
        pass


def fill() -> None:
    """Work that takes more and more memory."""
    work_on(PLACE)
    kept = []
    while True:
        kept.append(bytearray(1 << 20))


@pytest.mark.parametrize(
    ("work", "most", "message"),
    [
        (spin, Limits(seconds=0.1), "than 0 seconds"),
        (fill, Limits(memory=1 << 30), "1,024 MB of memory"),
    ],
)
def test_work_that_takes_too_much_is_stopped(
    work: Callable[[], None], most: Limits, message: str
) -> None:
    with pytest.raises(FaultsError) as caught, limited(most, place):
        work()
    (fault,) = caught.value.found
    assert fault.code == codes.OVER_LIMITS
    assert message in fault.message
    assert fault.span == PLACE
    assert "--limits none" in fault.help


def test_work_within_the_limits_is_left_alone() -> None:
    with limited(Limits(), place):
        assert sum(range(1000)) == 499_500
    with limited(None, place):
        assert sum(range(1000)) == 499_500


# What was in use before a command began is not what the command takes: of the program that
# calls it, or of one that has started this process, whose most Linux hands on.
BEFORE = """
import resource, subprocess, sys, time
from printnplay.faces.template_faults import place
from printnplay.files.budget import Limits, limited

def work():
    with limited(Limits(memory=150 << 20), place):
        used = bytearray(30 << 20)
        time.sleep(0.5)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10 > 400)

if sys.argv[1:] == ["work"]:
    work()
else:
    large = bytearray(400 << 20)
    large[:: 4096] = large[:: 4096].replace(b"\\0", b"x")
    work()
    sys.stdout.flush()
    subprocess.run([sys.executable, __file__, "work"], check=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux hands on the most of a parent process")
@pytest.mark.at_leisure
def test_what_was_in_use_before_does_not_count(tmp_path: Path) -> None:
    program = tmp_path / "large.py"
    program.write_text(BEFORE, "utf-8")
    command = [sys.executable, str(program)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.split() == ["True", "True"]


STUBBORN = """
import time
from printnplay.files import budget
budget.GRACE = 0.2
def work():
    while True:
        try:
            while True:
                time.process_time()
        except BaseException:
            pass
with budget.limited(budget.Limits(seconds=0.3), lambda: None):
    work()
"""


@pytest.mark.at_leisure
def test_work_that_does_not_stop_is_ended_with_its_process() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STUBBORN], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith(f"error: {codes.OVER_LIMITS.id}: the command takes ")
    assert ran.stderr.count("\n") == 1


def test_a_program_that_catches_nothing_shows_what_was_found() -> None:
    found = [
        Diagnostic(codes.NOT_YAML, "odd", Span("a.yaml", 3)),
        Diagnostic(codes.OVER_LIMITS, "too long", Span("")),
    ]
    assert str(FaultsError(found)).splitlines() == [
        f"a.yaml:3: {codes.NOT_YAML.id}: odd",
        f"{codes.OVER_LIMITS.id}: too long",
    ]


@pytest.fixture
def game() -> Game:
    """A sound game."""
    loaded = load_game(Catalog(Path()).game_folder("match"), "designs/match", Problems())
    assert loaded is not None
    return loaded


BOARD = Board("b", "card", Size(9_000, 9_000), 0, Span("designs/match/game.yaml", 3))

CHANGES: dict[str, Callable[[Game], Game]] = {
    "cards to print": lambda game: replace(
        game, cards=tuple(replace(card, copies=999_999) for card in game.cards)
    ),
    "different cards": lambda game: replace(game, cards=(replace(game.cards[0]),) * 20_001),
    "boards": lambda game: replace(game, boards=(BOARD,) * 101),
    "folds of a board": lambda game: replace(
        game, boards=(replace(BOARD, folds=((1,) * 60, (1,) * 60)),)
    ),
    "cards of 0.001 x 88.9 mm": lambda game: replace(game, card=Size(1, 88_900)),
    "pages of the booklet of": lambda game: replace(
        game, outline=replace(game.outline, page=Size(100_000, 10))
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_game_that_is_too_large_is_refused(game: Game, what: str) -> None:
    problems = Problems()
    assert not check_size(CHANGES[what](game), {}, problems)
    (fault,) = problems.found
    assert what in fault.message
    assert fault.span.file.startswith("designs/match/")


def test_a_text_has_an_end(game: Game) -> None:
    place = Span("locales/en/game.yaml", 2)
    entries = {"a": Text("a", {"other": "w" * (LETTERS + 1)}, place)}
    problems = Problems()
    assert not check_size(game, {"en": Texts("en", entries, place.file)}, problems)
    assert [(fault.code, fault.span) for fault in problems.found] == [(codes.FILE_TOO_LARGE, place)]


def test_a_common_game_is_of_a_common_size(game: Game) -> None:
    assert check_size(game, {}, Problems())
