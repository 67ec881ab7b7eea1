"""`printnplay art`: what is found in one drawing, and the file that was made of it."""

import sys
from pathlib import Path

import typer

from printnplay.cli.building import status
from printnplay.cli.reports import render
from printnplay.model.diagnostics import FaultsError
from printnplay.model.geometry import Um, parse_length
from printnplay.pipeline.art import FORMATS, ArtOrder, ArtReport, has_errors, look_at


def read(file: Path) -> bytes:
    """The bytes of a file, or of standard input for `-`; one byte more than may be, at most."""
    from printnplay.rendering.art import BYTES

    if file.name == "-":
        return sys.stdin.buffer.read(BYTES + 1)
    with file.open("rb") as stream:
        return stream.read(BYTES + 1)


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


def run(order: ArtOrder, form: str) -> int:
    """Look at the drawing and say what was found; the exit status."""
    try:
        report = look_at(order)
    except FaultsError as error:
        typer.echo(render(error.found, form), err=form == "text")
        return status(error)
    failed = has_errors(report.problems)
    if form != "text":
        typer.echo(render(report.problems, form))
        return 1 if failed else 0
    if report.problems:
        typer.echo(render(report.problems, "text") + "\n", err=True)
    typer.echo(_summary(report, order))
    return 1 if failed else 0


def _summary(report: ArtReport, order: ArtOrder) -> str:
    name = "standard input" if order.file.name == "-" else str(order.file)
    errors = has_errors(report.problems)
    count = len(report.problems)
    state = "clean" if not count else f"{count} problem{'s' if count > 1 else ''}"
    parts = [f"{name}:"]
    if report.size is not None:
        parts.append(f"{report.size.width / 1000:g} x {report.size.height / 1000:g} mm,")
        texts = len(report.texts)
        parts.append(f"{texts} text{'' if texts == 1 else 's'},")
    parts.append(state)
    if order.output is not None:
        parts.append("; nothing written" if errors else f"; {order.output} written")
    return " ".join(parts).replace(" ;", ";")
