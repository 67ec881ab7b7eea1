"""The report of `printnplay check --co-edition`."""

from pathlib import Path

from printnplay.build.co_edition import CoEdition, check_co_editions
from printnplay.cli.console import exit_status, judged, progress_bar, say, show_report, tally, warn
from printnplay.edition.request import CheckRequest


def report_co_editions(request: CheckRequest, form: str, pictures: Path | None) -> int:
    """Compare the plates of languages, print what differs, and return the exit status."""
    with progress_bar() as progress:
        report = check_co_editions(request, progress, pictures)
    found = judged(report.problems, strict=request.strict)
    if form != "text":
        show_report(found, form)
        return exit_status(found)
    warn(found, tallied=False)
    for path in report.pictures:
        say(str(path))
    for game in report.games:
        say(_summary(game))
    say(tally(found))
    return exit_status(found)


def _summary(game: CoEdition) -> str:
    """Format the result of a game.

    >>> _summary(CoEdition("Duel", ("en", "fr"), 24, 0, 5))
    'Duel in en, fr: coloured plates differ on 0 of 24 faces and pages, the black plate on 5'
    """
    return (
        f"{game.title} in {', '.join(game.languages)}: coloured plates differ on {game.coloured} of"
        f" {game.parts} faces and pages, the black plate on {game.black}"
    )
