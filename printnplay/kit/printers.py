"""A user's printers: the measured ones, their readings, and documents corrected for one."""

from msgspec import Struct
from msgspec.structs import replace

from printnplay.edition.choosing import NOWHERE
from printnplay.files.catalog import display_path
from printnplay.files.door import is_there, read_text, resolved
from printnplay.files.edits import editing, write_edits
from printnplay.files.settings import settings_folder
from printnplay.files.yaml_edits import UnknownPlaceError, inserted, leaves, rewritten
from printnplay.files.yaml_tree import MAX_BYTES
from printnplay.imposition.registration import Distances, backs_from, distances_on, placement
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems
from printnplay.kernel.geometry import Margins, Paper, Point, Um, mm
from printnplay.kernel.printing import Flip, Printer
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.forms import check_name
from printnplay.loading.printers import FARTHEST, STRETCHED, load_printers, printers_in
from printnplay.scene.sheet import Document

FILE = "printers.yaml"
"""The file of printers, in the folder of a user's settings."""


_HEAD = "# How far your printers are out, as `printnplay calibrate` has measured them.\nprinters:\n"


def find_printer(name: str) -> Printer:
    """Return a measured printer by its name.

    Raises:
        FaultsError: the printer is unknown, or the file of printers is invalid.
    """
    known = _known()
    if name in known:
        return known[name]
    problems = Problems()
    problems.error(
        codes.UNKNOWN_PRINTER,
        f"unknown printer `{name}`",
        NOWHERE,
        f"expected one of {', '.join(known)}" if known else "no printer has been measured yet",
        did_you_mean(name, known, f"measure it with `printnplay calibrate {name}`"),
    )
    raise FaultsError(problems.found)


def printer_names() -> tuple[str, ...]:
    """Return the names of the measured printers.

    Raises:
        FaultsError: the file of printers is invalid.
    """
    return tuple(_known())


def _known() -> dict[str, Printer]:
    path, problems = settings_folder() / FILE, Problems()
    known = load_printers(path, problems) if is_there(path) else {}
    if problems.errors:
        raise FaultsError(problems.found)
    return known


class Readings(Struct, frozen=True):
    """The readings from a calibration sheet; None for those not taken.

    `upper` and `lower` are the positions of the pin holes on the grids of the back. `across` and
    `along` are the actual lengths of the two rulers.
    """

    upper: Point | None = None
    lower: Point | None = None
    across: Um | None = None
    along: Um | None = None
    margins: Margins | None = None
    flip: Flip | None = None


@editing
def keep(name: str, readings: Readings, paper: Paper) -> Printer:
    """Save the readings of a printer in the file of printers; the rest of the file is kept.

    Raises:
        FaultsError: the name is not plain, the paper is too small, the readings are implausible, or
            the file is invalid or cannot be written.
    """
    problems = Problems()
    if not check_name(name, NOWHERE, problems):
        raise FaultsError(problems.found)
    distances = distances_of(paper)
    _check_readings(readings, distances)
    path = resolved(settings_folder() / FILE)  # a link, such as to a folder of settings in git
    _known()
    source = read_text(path, MAX_BYTES, anywhere=True) if is_there(path) else _HEAD
    measured = _measured(readings, distances)
    values = {f"printers.{name}.{key}": text for key, text in measured.items()}
    there = leaves(source)
    changed = {path: text for path, text in values.items() if path in there}
    new = {path: text for path, text in values.items() if path not in there}
    try:
        written = inserted(rewritten(source, changed), new, [*there, *new])
    except UnknownPlaceError as error:
        raise FaultsError([error.fault(display_path(path))]) from error
    kept = printers_in(written.encode(), display_path(path), problems)
    if problems.errors:
        raise FaultsError([replace(fault, span=NOWHERE) for fault in problems.found])
    write_edits({path: written.encode()}, path.parent)
    return kept[name]


def _check_readings(readings: Readings, distances: Distances) -> None:
    """Check that pin holes are near their crosses, and ruler lengths close to the drawn ones.

    Raises:
        FaultsError: they are not; no printer is that inaccurate.
    """
    problems = Problems()
    for cross, pin in (("upper", readings.upper), ("lower", readings.lower)):
        if pin is not None and max(abs(pin.x), abs(pin.y)) > mm(FARTHEST):
            problems.error(
                codes.NOT_A_LENGTH,
                f"the pin through the {cross} cross is {pin.x / 1000:g} mm to the right and"
                f" {pin.y / 1000:g} mm down from the middle of its grid",
                NOWHERE,
                f"expected at most {FARTHEST:g} mm either way",
                "read the place on the grid of the back, in millimetres from its middle",
            )
    for ruler, length, printed in (
        ("the level ruler", distances.across / 1000, readings.across),
        ("the upright ruler", distances.along / 1000, readings.along),
    ):
        least, most = (length * share / 100 for share in STRETCHED)
        if printed is not None and not least <= printed / 1000 <= most:
            problems.error(
                codes.NOT_A_MEASURE,
                f"{ruler} of {length:g} mm is {printed / 1000:g} mm long",
                NOWHERE,
                f"expected {least:g} to {most:g} mm",
                "measure it from end to end; `-p` names the paper it was printed on",
            )
    if problems.errors:
        raise FaultsError(problems.found)


def _measured(readings: Readings, distances: Distances) -> dict[str, str]:
    """Return a printer's values computed from the readings, by their keys in the file."""
    values: dict[str, str] = {}
    if readings.upper is not None and readings.lower is not None:
        shift, turn = backs_from(readings.upper, readings.lower, distances)
        values["backs.right"] = _number(shift.x / 1000, "mm")
        values["backs.down"] = _number(shift.y / 1000, "mm")
        values["backs.turn"] = _number(turn, "deg")
    for name, length, printed in (
        ("across", distances.across, readings.across),
        ("along", distances.along, readings.along),
    ):
        if printed is not None:
            values[f"scale.{name}"] = _number(100 * printed / length, "%")
    if readings.margins is not None:
        for edge in ("top", "right", "bottom", "left"):
            values[f"margins.{edge}"] = _number(getattr(readings.margins, edge) / 1000, "mm")
    if readings.flip is not None:
        values["flip"] = readings.flip.value
    return values


def _number(value: float, unit: str) -> str:
    """Format a number with its unit, to six places: more than any ruler shows."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return ("0" if text == "-0" else text) + unit


def distances_of(paper: Paper) -> Distances:
    """Return the distances on the calibration sheet of a paper.

    Raises:
        FaultsError: the paper is too small for the sheet.
    """
    distances = distances_on(paper.size)
    if distances is None:
        text = f"calibration sheet: {paper.name} has no room for its scales"
        label, cure = "expected a paper of at least 100 x 130 mm", "choose a larger one, such as a5"
        fault = Diagnostic(codes.NO_ROOM_ON_PAPER, text, NOWHERE, label, cure)
        raise FaultsError([fault])
    return distances


def corrected(document: Document, printer: Printer) -> Document:
    """Return the document corrected for a measured printer."""
    sheets = []
    for number, sheet in enumerate(document.sheets):
        back = sheet.is_back if document.flip is None else number % 2 == 1
        sheets.append(replace(sheet, placement=placement(printer, sheet.size, back=back)))
    return replace(document, sheets=tuple(sheets))
