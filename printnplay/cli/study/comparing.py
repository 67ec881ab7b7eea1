"""The section of the balance report about another version or variant."""

from collections.abc import Iterator

from msgspec.structs import replace

from printnplay.cli.speech import speak, speak_label, speak_with
from printnplay.cli.study import plots
from printnplay.cli.study.subjects import WIDTH, Subject
from printnplay.cli.study.tables import table
from printnplay.cli.study.words import (
    difference_in_words,
    differing,
    in_words,
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
            speak_with("What differs between {first} and {second}?", first=first, second=second),
            speak(
                "Points and lines are differences with 95 % intervals, of means in proportion; the"
                " dashed line is no difference."
            )
            + f" {not_compared(played)}".rstrip(),
            speak(
                "It matters if a difference is beyond chance (diamonds, *): of a thousand equal"
                " figures, one is marked. Figures that you did not mean to change should have no"
                " mark."
            ),
            [_differences(comparison) for comparison in played.comparisons],
            [_differences_table(comparison) for comparison in played.comparisons],
            1,
        )


def _differences(comparison: Comparison) -> tuple[str, str]:
    names = (comparison.first, comparison.second)
    players = speak(counted(comparison.players, "player"))
    title = speak_with(
        "differences of {second} from {first}, {players}",
        second=names[1],
        first=names[0],
        players=players,
    )
    shown = [replace(one, name=in_words(one.name)) for one in worth_showing(comparison)]
    return f"{players}: {differing(comparison)}", plots.differences(title, WIDTH, names, shown)


def _differences_table(comparison: Comparison) -> str:
    rows = [[in_words(one.name), *difference_in_words(one)] for one in comparison.differences]
    players = speak(counted(comparison.players, "player"))
    caption = speak_with("{players}, with 95 % intervals; * is beyond chance", players=players)
    head = (speak_label("figure"), comparison.first, comparison.second, speak_label("difference"))
    return table(caption, head, rows)
