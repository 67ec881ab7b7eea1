"""`printnplay preflight`: faults of print-ready PDFs, of any program."""

from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import (
    exit_status,
    judged,
    progress_bar,
    say,
    show_report,
    tally,
    warn,
)
from printnplay.cli.options import TEXT, Faults, ProjectFolder, Strict
from printnplay.cli.speech import speak
from printnplay.export.pdf_preflight import PreflightRequest, preflight_files
from printnplay.kernel.suggestions import counted


def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE.pdf...", help="PDF files.", show_default=False),
    ],
    printer: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="NAME",
            help="Factory or print service with its requirements, such as longpack. Default: rules"
            " of thumb, all as warnings.",
            show_default=False,
        ),
    ] = "",
    stitched: Annotated[
        bool,
        typer.Option(
            "--saddle-stitch", help="The pages become a stitched booklet: their number is in fours."
        ),
    ] = False,
    strict: Strict = False,
    form: Faults = TEXT,
    project: ProjectFolder = Path(),
) -> int:
    """Check any print-ready PDF: boxes, fonts, inks, pictures, lines.

    What the printer states is an error, everything else a warning. Places are in millimetres from
    the top left corner of the trimmed page.
    """
    request = PreflightRequest(tuple(files), printer, stitched=stitched, project=project)
    with progress_bar() as progress:
        found, unread = preflight_files(request, progress)
    faults = judged([*unread, *(fault for one in found for fault in one.faults)], strict=strict)
    if form != TEXT:
        show_report(faults, form)
        return exit_status(faults)
    warn(faults, tallied=False)
    for one in found:
        pages = speak(counted(one.pages, "page"))
        verdict = tally(judged(one.faults, strict=strict))
        say(f"{one.file}: {pages}, {one.size}, {verdict}")
    return exit_status(faults)
