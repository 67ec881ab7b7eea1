"""The report of `printnplay check --propose-ties`."""

from printnplay.build.ties import propose_ties
from printnplay.cli.console import echo_lines, exit_status, judged, progress_bar, say, tally, warn
from printnplay.edition.request import CheckRequest
from printnplay.kernel.suggestions import counted


def report_ties(request: CheckRequest) -> int:
    """Print proposed ties as YAML, and return the exit status."""
    with progress_bar() as progress:
        report = propose_ties(request, progress)
    found = judged(report.problems, strict=request.strict)
    warn(found, tallied=False)
    for game in report.games:
        if game.texts:
            echo_lines(f"# {game.file}\n{game.lines}")
        say(f"{game.file}: {counted(game.texts, 'tie')} proposed; review each before you add it")
    if found:
        say(tally(found))
    return exit_status(found)
