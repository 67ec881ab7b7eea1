"""`printnplay art`: what is found in one drawing, and the file that was made of it."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from printnplay.cli.console import TEXT, Faults, ProjectFolder, count, exit_status, warn
from printnplay.cli.reports import render
from printnplay.model.diagnostics import error_count
from printnplay.model.geometry import Um, parse_length
from printnplay.pipeline.art import FORMATS, READ, ArtReport, ArtRequest, look_at, read_drawing


def _bleed(text: str) -> Um:
    """A bleed as it is typed.

    Raises:
        BadParameter: it is not a length, or less than 0.
    """
    try:
        bleed = parse_length(text)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is not a length such as 3mm.") from None
    if bleed < 0:
        raise typer.BadParameter("A bleed cannot be less than 0mm.")
    return bleed


def _output(path: Path | None) -> Path | None:
    """An output of a kind that can be made.

    Raises:
        BadParameter: its name ends otherwise.
    """
    if path is not None and path.suffix.lower() not in FORMATS:
        raise typer.BadParameter(f"'{path}' does not end in {' or '.join(FORMATS)}.")
    return path


def command(
    file: Annotated[
        Path,
        typer.Argument(
            exists=True,
            dir_okay=False,
            allow_dash=True,
            help="An SVG drawing; - for standard input.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Draw it here: a .pdf or .png file; else only check."),
    ] = None,
    fonts: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, metavar="DIR", help="Further fonts to use."),
    ] = None,
    bleed: Annotated[
        str, typer.Option(help="What the drawing has beyond the trimmed edge on each side.")
    ] = "0mm",
    form: Faults = TEXT,
    project: ProjectFolder = Path(),
) -> int:
    """Check one drawing, and show how it will look on a card."""
    request = ArtRequest(_read(file), file, project, _output(output), fonts, _bleed(bleed))
    report = look_at(request)
    if form != TEXT:
        typer.echo(render(report.problems, form))
    else:
        warn(report.problems)
        typer.echo(_summary(report, request))
    return exit_status(report.problems)


def _read(file: Path) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    if file.name == "-":
        return sys.stdin.buffer.read(READ)
    return read_drawing(file)


def _summary(report: ArtReport, request: ArtRequest) -> str:
    name = "standard input" if request.file.name == "-" else str(request.file)
    parts = []
    if report.size is not None:
        parts.append(f"{report.size.width / 1000:g} x {report.size.height / 1000:g} mm")
        parts.append(count(len(report.texts), "text"))
    parts.append(count(len(report.problems), "problem") if report.problems else "clean")
    written = ""
    if request.output is not None:
        failed = error_count(report.problems)
        written = "; nothing written" if failed else f"; {request.output} written"
    return f"{name}: {', '.join(parts)}{written}"
