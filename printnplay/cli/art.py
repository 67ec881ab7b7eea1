"""`printnplay art`: its options, the faults in drawings, and the rendered files."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from printnplay.build.art import (
    FORMATS,
    READ,
    drawings_in,
    look_at_all,
    read_drawing,
)
from printnplay.build.art_checks import ArtReport, ArtRequest
from printnplay.cli.console import echo, exit_status, show_report, warn
from printnplay.cli.options import TEXT, Faults, ProjectFolder
from printnplay.cli.speech import speak
from printnplay.kernel.diagnostics import error_count
from printnplay.kernel.geometry import Size, Um, mm, parse_length, parse_size
from printnplay.kernel.named_sizes import find_card_size
from printnplay.kernel.suggestions import counted


def _bleed(text: str) -> Um:
    """Parse a bleed.

    Raises:
        BadParameter: it is not a length, or it is negative.
    """
    try:
        bleed = parse_length(text)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is not a length such as 3mm.") from None
    if bleed < 0:
        raise typer.BadParameter("A bleed cannot be less than 0mm.")
    return bleed


def _room(text: str) -> Size:
    """Parse the size to render at: a card size, a width, or a width and a height.

    Raises:
        BadParameter: it is none of these, or it is zero or too large.
    """
    room = find_card_size(text)
    with suppress(ValueError):
        room = room or Size(parse_length(text), MOST)
    with suppress(ValueError):
        room = room or parse_size(text)
    if room is None or min(room.width, room.height) <= 0 or max(room.width, room.height) > MOST:
        reason = (
            f"'{text}' is neither a card size such as poker nor a size such as 40mm or 40x30mm."
        )
        raise typer.BadParameter(reason)
    return room


MOST: Um = mm(2000)
"""Maximum width and height of a rendered drawing: below `LARGEST` in `svg/size.py`. A guess."""


def command(
    files: Annotated[
        list[Path],
        typer.Argument(
            exists=True,
            allow_dash=True,
            metavar="FILE...",
            help="SVG files and folders; -: standard input.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Render to a .pdf or .png file, or a folder for several. Default: only check.",
        ),
    ] = None,
    fonts: Annotated[
        Path | None,
        typer.Option(
            exists=True, file_okay=False, metavar="DIR", help="Folder with additional fonts."
        ),
    ] = None,
    bleed: Annotated[str, typer.Option(help="Bleed of the drawing on each side.")] = "0mm",
    size: Annotated[
        Size | None,
        typer.Option(
            parser=_room,
            metavar="SIZE",
            help="Size to render at: fitted into a card (poker), 40mm wide, or 40x30mm. Default:"
            " its own size.",
        ),
    ] = None,
    form: Faults = TEXT,
    project: ProjectFolder = Path(),
) -> int:
    """Check drawings, and render them as on a card.

    On a card, the template sets the size of a drawing. Here, the drawing needs its own size, unless
    `--size` sets one.
    """
    drawings = files if files == [Path("-")] else drawings_in(files)
    outputs = _outputs(drawings, files, output)
    allowance = _bleed(bleed)
    requests = [
        ArtRequest(_read(file), file, project, outputs.get(file), fonts, allowance, size)
        for file in drawings
    ]
    reports = look_at_all(requests)
    problems = tuple(fault for report in reports for fault in report.problems)
    if form != TEXT:
        show_report(problems, form)
    else:
        warn(problems)
        for request, report in zip(requests, reports, strict=True):
            echo(_summary(report, request))
    return exit_status(problems)


def _outputs(drawings: list[Path], files: list[Path], output: Path | None) -> dict[Path, Path]:
    """Return the output file of each drawing.

    Raises:
        BadParameter: the output is one file for several drawings, or has another file format.
    """
    if output is None:
        return {}
    is_file = output.suffix.lower() in FORMATS
    if is_file and (len(drawings) > 1 or files[0].is_dir()):
        raise typer.BadParameter(f"'{output}' is one file: name a folder for several drawings.")
    if is_file:
        return {drawings[0]: output}
    if output.suffix and not (os.path.lexists(output) and output.is_dir()):
        raise typer.BadParameter(f"'{output}' does not end in {' or '.join(FORMATS)}.")
    taken: set[str] = set()
    places = {}
    for drawing in drawings:
        name, number = drawing.stem, 2
        while name.casefold() in taken:
            name, number = f"{drawing.stem}-{number}", number + 1
        taken.add(name.casefold())
        places[drawing] = output / f"{name}.pdf"
    return places


def _read(file: Path) -> bytes:
    """Return the content of a file, or of standard input for `-`."""
    if file.name == "-":
        return sys.stdin.buffer.read(READ)
    return read_drawing(file)


def _summary(report: ArtReport, request: ArtRequest) -> str:
    name = "standard input" if request.file.name == "-" else str(request.file)
    parts = []
    if report.size is not None:
        parts.append(report.size.in_mm())
        parts.append(counted(len(report.texts), "text"))
    parts.append(counted(len(report.problems), "problem") if report.problems else "clean")
    written = ""
    if request.output is not None:
        failed = error_count(report.problems)
        written = "nothing written" if failed else f"{request.output} written"
        written = f"; {speak(written)}"
    return f"{speak(name)}: {', '.join(map(speak, parts))}{written}"
