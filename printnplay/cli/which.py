"""`printnplay which`: the version of a file or of a stamped card."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from printnplay.changes.which import Known, WhichRequest, which
from printnplay.cli.console import exit_status, progress_bar, say_lines, warn
from printnplay.cli.options import Limits, LimitsChoice, ProjectFolder, TrustRules
from printnplay.cli.speech import speak, speak_label


def command(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Files that printnplay wrote (PNG, WebP, SVG, PDF, ZIP), or the stamp of a card.",
            show_default=False,
        ),
    ],
    since: Annotated[
        str,
        typer.Option(
            "--since",
            metavar="VERSION",
            help="Also look for a stamp in an earlier version: a tag or commit of git, or folder.",
        ),
    ] = "",
    trust_rules: TrustRules = False,
    limits: Limits = LimitsChoice.USUAL,
    project: ProjectFolder = Path(),
) -> int:
    """Tell which version a file or a stamped card is.

    Ends with status 1 if something is not as the project prints it now.
    """
    request = WhichRequest(
        project,
        tuple(words),
        since,
        trust_rules=trust_rules,
        limited=limits is LimitsChoice.USUAL,
    )
    with progress_bar() as progress:
        found, faults = which(request, progress)
    warn(faults)
    if found:
        say_lines("\n".join(line for one in found for line in _lines(one)))
    return exit_status(faults) or int(not all(one.is_present for one in found))


def _lines(known: Known) -> Iterator[str]:
    game = f"{known.game} {known.version}".rstrip()
    yield f"{known.name}: {game}, {known.language}, {speak_label(known.shows)}"
    if known.missing:
        yield f"  {speak('the project has no such game or language')}"
    elif known.is_present:
        yield f"  {speak('is as the project prints it now')}"
    else:
        version = f" (version {known.now})" if known.now else ""
        yield f"  {speak(f'differs from what the project prints now{version}')}"
        for how, names in (("changed", known.changed), ("new", known.new), ("gone", known.gone)):
            if names:
                yield f"    {speak_label(how)}: {', '.join(names)}"
