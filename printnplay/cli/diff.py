"""`printnplay diff`: what changed since an earlier version."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from printnplay.changes.diff import DiffRequest, GameDiff, compared
from printnplay.changes.page import write_page
from printnplay.changes.pictures import Pair, pairs
from printnplay.changes.report import Reported, as_json, as_markdown, as_players, as_text
from printnplay.cli.console import echo_lines, progress_bar, say
from printnplay.cli.options import Games, Languages, Limits, LimitsChoice, ProjectFolder, TrustRules


class Form(StrEnum):
    """The format of a report."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"
    PLAYERS = "players"


WRITERS: Mapping[Form, Callable[[Sequence[Reported]], str]] = {
    Form.TEXT: as_text,
    Form.MARKDOWN: as_markdown,
    Form.JSON: as_json,
    Form.PLAYERS: as_players,
}


def command(
    games: Games = None,
    since: Annotated[
        str,
        typer.Option(
            "--since",
            metavar="VERSION",
            help="The earlier version: a tag or commit of git, or folder of a project or release.",
        ),
    ] = "HEAD",
    until: Annotated[
        str,
        typer.Option(
            "--until",
            metavar="VERSION",
            help="The later version. Default: the current files.",
        ),
    ] = "",
    language: Languages = None,
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            help="Report format; players: a text in each language, for those who have the game.",
        ),
    ] = Form.TEXT,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Also write a web page with pictures before and after, in one file.",
        ),
    ] = None,
    trust_rules: TrustRules = False,
    limits: Limits = LimitsChoice.USUAL,
    project: ProjectFolder = Path(),
) -> int:
    """Show what changed since an earlier version.

    Compares what players see: cards, backs, boards, the box, the rulebook and all texts.
    """
    request = DiffRequest(
        project,
        since,
        tuple(games or ()),
        tuple(language or ()),
        trust_rules=trust_rules,
        limited=limits is LimitsChoice.USUAL,
        until=until,
        pictures=html is not None,
    )
    with progress_bar() as progress, compared(request, progress) as found:
        reported = [_reported(one, shown=html is not None) for one in found]
    echo_lines(WRITERS[form](reported))
    if html is not None:
        write_page(html, reported)
        if form is Form.TEXT:
            say(str(html))
    return 0


def _reported(found: GameDiff, *, shown: bool) -> Reported:
    """Return what differs about a game for a report, with pictures if they are shown."""
    made: list[Pair] = []
    if shown and found.old and found.comparison:
        for language, gallery in found.new.galleries.items():
            if language in found.old.galleries:
                before = (found.old.state, found.old.galleries[language])
                after = (found.new.state, gallery)
                made += pairs(found.comparison, language, before, after)
    title = found.new.state.facts["title"]
    return Reported(found.game, title, found.since, found.until, found.comparison, made, found.told)
