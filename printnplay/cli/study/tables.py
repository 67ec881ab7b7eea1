"""Tables of the balance report as HTML."""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from printnplay.cli.speech import speak, speak_with
from printnplay.cli.study.plots import Counts
from printnplay.cli.study.words import between
from printnplay.kernel.suggestions import counted
from printnplay.play.study_summary import Share, StudySummary


def table(caption: str, head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """Render a table; the first cell of each row is its heading."""
    columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for first, *cells in rows
    )
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{named}<thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table>"


def shares_table(
    what: str,
    by: str,
    studies: Sequence[StudySummary],
    of: Callable[[StudySummary], Sequence[Share]],
) -> str:
    """Render shares with their intervals, a column for each number of players.

    `what` and `by` are in the language of the terminal.
    """
    by_name = [{share.name: share for share in of(study)} for study in studies]
    names = dict.fromkeys(name for shares in by_name for name in shares)
    rows = [
        [name, *(interval(shares[name]) if name in shares else "" for shares in by_name)]
        for name in names
    ]
    caption = speak_with("{what}, with 95 % intervals", what=what)
    return table(caption, (by, *map(players_of, studies)), rows)


def counts_table(
    what: str,
    by: str,
    studies: Sequence[StudySummary],
    of: Callable[[StudySummary], Counts],
) -> str:
    """Render a distribution, a column for each number of players; `what` and `by` as above."""
    columns = [{f"{value:g}": times for value, times in of(study).items()} for study in studies]
    rows = [
        [value, *(f"{counts.get(value, 0):,}" for counts in columns)]
        for value in sorted({value for counts in columns for value in counts}, key=float)
    ]
    return table(what, (by, *map(players_of, studies)), rows)


def interval(share: Share) -> str:
    """Format a share with its interval; empty without trials."""
    if not share.trials:
        return ""
    low, high = share.bounds
    return f"{share.share:.1%} ({between(f'{low:.1%}', f'{high:.1%}')})"


def players_of(study: StudySummary) -> str:
    """Format the number of players."""
    return speak(counted(study.study.players, "player"))
