"""`printnplay art`: what is found in one drawing, and the file that was made of it."""

import sys
from pathlib import Path

import typer

from printnplay.cli.console import exit_status, refused, warn
from printnplay.cli.reports import render
from printnplay.files import door
from printnplay.model.codes import UNUSABLE_PICTURE
from printnplay.model.diagnostics import FaultsError, error_count
from printnplay.model.geometry import Um, parse_length
from printnplay.pipeline.art import FORMATS, ArtReport, ArtRequest, look_at


def read(file: Path) -> bytes:
    """The bytes of a file, or of standard input for `-`; one byte more than may be, at most."""
    from printnplay.svg.pictures import BYTES

    if file.name == "-":
        return sys.stdin.buffer.read(BYTES + 1)
    try:
        return door.read(file, BYTES, anywhere=True)
    except door.ReadError as error:
        raise typer.Exit(refused(FaultsError([error.fault(UNUSABLE_PICTURE, str(file))]))) from None


def bleed_of(text: str) -> Um:
    """A bleed as it is typed.

    Raises:
        BadParameter: it is no length, or less than none.
    """
    try:
        bleed = parse_length(text)
    except ValueError:
        raise typer.BadParameter(f"'{text}' is no length such as 3mm.") from None
    if bleed < 0:
        raise typer.BadParameter("A bleed is not less than 0mm.")
    return bleed


def check_output(path: Path | None) -> Path | None:
    """An output of a kind that can be made.

    Raises:
        BadParameter: its name ends otherwise.
    """
    if path is not None and path.suffix.lower() not in FORMATS:
        raise typer.BadParameter(f"'{path}' does not end in {' or '.join(FORMATS)}.")
    return path


def run(request: ArtRequest, form: str) -> int:
    """Look at the drawing and say what was found; the exit status."""
    try:
        report = look_at(request)
    except FaultsError as error:
        return refused(error, form)
    if form != "text":
        typer.echo(render(report.problems, form))
        return exit_status(report.problems)
    warn(report.problems)
    typer.echo(_summary(report, request))
    return exit_status(report.problems)


def _summary(report: ArtReport, request: ArtRequest) -> str:
    name = "standard input" if request.file.name == "-" else str(request.file)
    errors = error_count(report.problems)
    count = len(report.problems)
    state = "clean" if not count else f"{count} problem{'s' if count > 1 else ''}"
    parts = [f"{name}:"]
    if report.size is not None:
        parts.append(f"{report.size.width / 1000:g} x {report.size.height / 1000:g} mm,")
        texts = len(report.texts)
        parts.append(f"{texts} text{'' if texts == 1 else 's'},")
    parts.append(state)
    if request.output is not None:
        parts.append("; nothing written" if errors else f"; {request.output} written")
    return " ".join(parts).replace(" ;", ";")
