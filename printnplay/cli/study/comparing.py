"""The section of the balance report about another version or variant."""

from collections.abc import Iterator

from printnplay.cli.study import plots
from printnplay.cli.study.subjects import WIDTH, Subject
from printnplay.cli.study.tables import table
from printnplay.cli.study.words import (
    difference_in_words,
    differing,
    not_compared,
    worth_showing,
)
from printnplay.kernel.suggestions import counted
from printnplay.play.comparison import Comparison
from printnplay.play.many_games import Played


def compared(played: Played) -> Iterator[Subject]:
    """Yield the section about another variant or version, if there is one."""
    if played.other:
        first, second = played.compared
        yield Subject(
            f"What differs between {first} and {second}?",
            "Points and lines are differences with 95 % intervals, of means in proportion; the"
            f" dashed line is no difference. {not_compared(played)}".rstrip(),
            "It matters if a difference is beyond chance (diamonds, *): of a thousand equal"
            " figures, one is marked. Figures that you did not mean to change should have no mark.",
            [_differences(comparison) for comparison in played.comparisons],
            [_differences_table(comparison) for comparison in played.comparisons],
            1,
        )


def _differences(comparison: Comparison) -> tuple[str, str]:
    names = (comparison.first, comparison.second)
    title = f"differences of {names[1]} from {names[0]}, {comparison.players} players"
    plot = plots.differences(title, WIDTH, names, worth_showing(comparison))
    return f"{counted(comparison.players, 'player')}: {differing(comparison)}", plot


def _differences_table(comparison: Comparison) -> str:
    rows = [[one.name, *difference_in_words(one)] for one in comparison.differences]
    players = counted(comparison.players, "player")
    caption = f"{players}, with 95 % intervals; * is beyond chance"
    return table(caption, ("figure", comparison.first, comparison.second, "difference"), rows)
