"""`printnplay calibrate`: the calibration sheet, and the values read from it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from printnplay.cli.console import columns, echo, say, say_lines
from printnplay.cli.options import NoConfig, Output, own_defaults
from printnplay.cli.speech import speak, speak_label
from printnplay.kernel.geometry import Margins, Paper, Point, Um, mm
from printnplay.kernel.printing import Flip, Printer

if TYPE_CHECKING:
    from printnplay.kit.printers import Readings

T = TypeVar("T")

EDGES = {Flip.LONG: "on the long edge", Flip.SHORT: "on the short edge", None: "not known"}


def numbers(text: str, count: int) -> list[Um]:
    """Parse comma-separated lengths in millimetres, and return micrometres.

    >>> numbers("0.4,-0.2", 2)
    [400, -200]

    Raises:
        typer.BadParameter: the text does not consist of this many numbers.
    """
    try:
        values = [mm(float(part.removesuffix("mm").strip())) for part in text.split(",")]
    except (ValueError, OverflowError):  # the latter for `inf`
        values = []
    if len(values) != count:
        example = ",".join(["0.5", "-1", "4", "12"][:count])
        raise typer.BadParameter(
            f"'{text}': expected {'a number' if count == 1 else f'{count} numbers'} in"
            f" millimetres, such as {example}."
        )
    return values


def place(text: str) -> Point:
    """Parse an offset: right and down."""
    return Point(*numbers(text, 2))


def length(text: str) -> Um:
    """Parse a positive length."""
    (value,) = numbers(text, 1)
    if value <= 0:
        raise typer.BadParameter(f"'{text}': expected the length of a ruler in millimetres.")
    return value


def margins(text: str) -> Margins:
    """Parse four margins: top, right, bottom and left."""
    return Margins(*numbers(text, 4))


def edge(text: str) -> Flip:
    """Parse the edge on which the printer flips sheets."""
    if text not in list(Flip):
        raise typer.BadParameter(f"'{text}': expected long or short.")
    return Flip(text)


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="[PRINTER]",
            help="Name of the printer. Without one, the calibration sheet is written.",
        ),
    ] = "",
    paper: Annotated[
        str,
        typer.Option(
            "-p",
            "--paper",
            metavar="PAPER",
            help="Paper of the calibration sheet. Default: a4.",
            show_default=False,
        ),
    ] = "",
    language: Annotated[
        str,
        typer.Option("-l", "--language", metavar="LANG", help="Language of the calibration sheet."),
    ] = "en",
    output: Output = Path("output"),
    upper: Annotated[
        Point | None,
        typer.Option(
            metavar="X,Y",
            parser=place,
            help="Where a pin through the upper cross comes out, on the grid of the back.",
        ),
    ] = None,
    lower: Annotated[
        Point | None,
        typer.Option(metavar="X,Y", parser=place, help="The same for the lower cross."),
    ] = None,
    across: Annotated[
        int | None,
        typer.Option(
            metavar="MM",
            parser=length,
            help="Measured length of the horizontal ruler, in millimetres.",
        ),
    ] = None,
    along: Annotated[
        int | None,
        typer.Option(
            metavar="MM",
            parser=length,
            help="Measured length of the vertical ruler, in millimetres.",
        ),
    ] = None,
    edges: Annotated[
        Margins | None,
        typer.Option(
            "--margins",
            metavar="T,R,B,L",
            parser=margins,
            help="Lowest number whose dash is printed at the top, right, bottom and left.",
        ),
    ] = None,
    flip: Annotated[
        Flip | None, typer.Option(help="The edge on which the printer flips sheets.")
    ] = None,
    printer: Annotated[
        str,
        typer.Option(
            metavar="PRINTER",
            help="Write the sheet for a measured printer, to verify the result.",
            show_default=False,
        ),
    ] = "",
    no_config: NoConfig = False,
) -> int:
    """Calibrate a printer: align backs and correct lengths.

    Without a name, writes the calibration sheet: print it on both sides and read its scales.
    With a name, saves the values for `build --printer NAME`; on a terminal, asks for those that
    no option gives.
    """
    # Imported lazily: saving values does not need the rendering modules.
    from printnplay.edition.choosing import choose_paper
    from printnplay.kit.printers import Readings, find_printer, keep

    own = own_defaults(*(() if paper else ("paper",)), ignored=no_config)
    chosen = choose_paper(paper or own.get("paper", "a4"))
    readings = Readings(upper, lower, across, along, edges, flip)
    if not name:
        from printnplay.kit.calibrate import write_calibration_sheet

        if readings != Readings():
            raise typer.BadParameter(
                "measured values need the name of a printer, as in `printnplay calibrate office`."
            )
        made_for = find_printer(printer) if printer else None
        path = write_calibration_sheet(chosen, language, output, made_for)
        say(str(path))
        say("")
        say("print both sides, then run: printnplay calibrate NAME")
        return 0
    if printer:
        raise typer.BadParameter(
            "'--printer' is for writing the sheet: leave it out, or leave out the name."
        )
    if readings == Readings():
        if not sys.stdin.isatty():
            raise typer.BadParameter(
                "no values: give --upper and --lower, --across, --along, --margins or"
                " --flip, or run the command in a terminal to be asked."
            )
        readings = _asked(chosen)
    if (readings.upper is None) != (readings.lower is None):
        raise typer.BadParameter("'--upper' and '--lower' belong together: give both.")
    say_lines(_said(keep(name, readings, chosen)))
    say("")
    say(f"build for it with: printnplay build --printer {name}")
    return 0


def _asked(paper: Paper) -> "Readings":
    """Ask the user for each value; skipped ones are None."""
    from printnplay.kit.printers import Readings, distances_of

    distances = distances_of(paper)
    say("Press Enter to skip a question. Lengths are in millimetres.")
    say("")
    return Readings(
        _ask("pin through the upper cross, X,Y on the grid of the back", place),
        _ask("pin through the lower cross, X,Y on the grid of the back", place),
        _ask(f"level ruler, of {distances.across / 1000:g} mm", length),
        _ask(f"upright ruler, of {distances.along / 1000:g} mm", length),
        _ask("lowest numbers printed at the edges, TOP,RIGHT,BOTTOM,LEFT", margins),
        _ask("the edge on which the printer flips sheets, long or short", edge),
    )


def _ask(question: str, read: Callable[[str], T]) -> T | None:
    """Ask until the answer can be parsed; None for an empty answer."""
    while answer := typer.prompt(speak(question), default="", show_default=False).strip():
        try:
            return read(answer)
        except typer.BadParameter as error:
            echo(speak(str(error)), err=True)
    return None


def _said(printer: Printer) -> str:
    """Format the calibration values of a printer."""
    right, down = (f"{one / 1000:+g}" for one in (printer.shift.x, printer.shift.y))
    sides = printer.margins
    rows = [
        ("backs", f"{right} mm right, {down} mm down, turned by {printer.turn:+.3f} degrees"),
        ("scale", f"{printer.across:.2%} across, {printer.along:.2%} along"),
        (
            "margins",
            ", ".join(
                f"{speak_label(name)} {getattr(sides, name) / 1000:g} mm"
                for name in ("top", "right", "bottom", "left")
            )
            if sides
            else "those of the paper",
        ),
        ("flip", EDGES[printer.flip]),
    ]
    spoken = [(f"  {speak_label(name)}", speak(said)) for name, said in rows]
    return f"{speak('kept:')}\n{columns(spoken, '<<')}"
