"""printers.yaml of a user: the measured print errors of each printer, by the name they gave it."""

from pathlib import Path

from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, read
from printnplay.files.yaml_tree import MAX_BYTES, read_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Margins, Point, mm
from printnplay.kernel.printing import Flip, Printer
from printnplay.loading.forms import Record, choice, map_of, measure, optional, required

FARTHEST, STEEPEST, STRETCHED, WIDEST = 20.0, 5.0, (90.0, 110.0), 50.0
"""The largest offset, turn, scale and margin of a printer: millimetres, degrees, per cent,
millimetres. A guess: more is a mistake in measuring."""

OFFSET = measure(-FARTHEST, FARTHEST, "mm", "a distance", codes.NOT_A_LENGTH)
TURN = measure(-STEEPEST, STEEPEST, "deg", "an angle", codes.NOT_A_MEASURE)
SCALE = measure(*STRETCHED, "%", "a share", codes.NOT_A_MEASURE)
MARGIN = measure(0, WIDEST, "mm", "a margin", codes.NOT_A_LENGTH)


class BacksKeys(Record):
    """The offset that moves backs behind their fronts, seen from the back."""

    right = optional(OFFSET, "The offset to the right.", "0.4mm", "0mm")
    down = optional(OFFSET, "The offset downwards.", "-0.2mm", "0mm")
    turn = optional(
        TURN, "The rotation clockwise, about the middle of the paper.", "0.12deg", "0deg"
    )


class ScaleKeys(Record):
    """The printed length of something that should be 100 mm long."""

    across = optional(SCALE, "Along the short edge of the paper.", "99.8%", "100%")
    along = optional(SCALE, "Along the long edge of the paper.", "100.3%", "100%")


class MarginsKeys(Record):
    """The margins that the printer leaves white along each edge of an upright sheet."""

    top = required(MARGIN, "At the top.", "4mm")
    right = required(MARGIN, "On the right.", "4mm")
    bottom = required(MARGIN, "At the bottom.", "12mm")
    left = required(MARGIN, "On the left.", "4mm")

    @property
    def margins(self) -> Margins:
        """The margins."""
        return Margins(mm(self.top), mm(self.right), mm(self.bottom), mm(self.left))


class PrinterKeys(Record):
    """A printer, as measured with a calibration sheet."""

    backs = optional(
        BacksKeys.form(), "The offset of its backs.", "{right: 0.4mm, down: -0.2mm}", "{}"
    )
    scale = optional(ScaleKeys.form(), "The scale of its prints.", "{along: 100.3%}", "{}")
    margins = optional(
        MarginsKeys.form(),
        "The margins that it cannot print on. If not given, those of the paper, 5 mm.",
        "{top: 4mm, right: 4mm, bottom: 12mm, left: 4mm}",
    )
    flip = optional(
        choice(*(flip.value for flip in Flip)),
        "The edge over which it turns sheets.",
        "long",
    )

    def printer(self, name: str) -> Printer:
        """Return the printer."""
        margins = self.margins
        return Printer(
            name,
            Point(mm(self.backs.right), mm(self.backs.down)),
            self.backs.turn,
            self.scale.across / 100,
            self.scale.along / 100,
            None if margins is None else margins.margins,
            None if self.flip is None else Flip(self.flip),
        )


class PrintersKeys(Record):
    """The printers of a user."""

    printers = required(
        map_of(PrinterKeys.form(), keys="printer"),
        "The printers, by names of your choice.",
        "{office: {backs: {right: 0.4mm}}}",
    )


def load_printers(path: Path, problems: Problems) -> dict[str, Printer]:
    """Load the measured printers from a user's own file, which may be a link, by name."""
    shown = display_path(path)
    try:
        return printers_in(read(path, MAX_BYTES, anywhere=True), shown, problems)
    except ReadError as error:
        problems.add(error.fault(codes.CANNOT_READ, shown))
        return {}


def printers_in(content: bytes, shown: str, problems: Problems) -> dict[str, Printer]:
    """Parse the printers in the content of a file."""
    root = read_bytes(content, shown, problems)
    if root is None:
        return {}
    keys = PrintersKeys(root, problems)
    return {name: printer.printer(name) for name, printer in keys.printers.items()}
