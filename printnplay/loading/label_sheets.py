"""label-sheets/<maker>.yaml: the sheets of labels and perforated cards of a maker."""

from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import TypeVar

from printnplay.files.yaml_tree import Node
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Point, Size, in_mm, parse_size
from printnplay.kernel.label_sheets import LabelSheet
from printnplay.kernel.shapes import Shape, ShapeKind
from printnplay.loading.forms import (
    ADDRESS,
    FLAG,
    LENGTH,
    NAME,
    TEXT,
    Form,
    Record,
    choice,
    list_of,
    map_of,
    optional,
    read_text,
    required,
)
from printnplay.loading.presets import read_preset

MOST = 100
"""The most slots in a row or column: labels of 3 mm on A4. A guess: none are as small."""

Pair = TypeVar("Pair")


def _pair(
    parse: Callable[[str], Pair], otherwise: Pair, what: str, example: str, pattern: str
) -> Form[Pair]:
    """Return the form of two values with an `x` between them."""

    def read_pair(node: Node, problems: Problems) -> Pair:
        text = read_text(node, problems)
        try:
            return parse(text)
        except ValueError:
            if text:
                problems.error(
                    codes.NOT_A_LENGTH,
                    f"`{text}` is not {what}",
                    node.span,
                    "expected two values with `x` between them",
                    f"write it like `{example}`",
                )
            return otherwise

    return Form(read_pair, what, {"type": "string", "pattern": pattern})


def _grid(text: str) -> tuple[int, int]:
    """Parse columns and rows.

    Raises:
        ValueError: they are not two whole numbers from 1 to `MOST`.
    """
    columns, rows = map(int, text.split("x"))
    if not (0 < columns <= MOST and 0 < rows <= MOST):
        raise ValueError(text)
    return columns, rows


def _label(text: str) -> Size:
    """Parse a size of more than nothing.

    Raises:
        ValueError: it is not.
    """
    size = parse_size(text)
    if min(size.width, size.height) <= 0:
        raise ValueError(text)
    return size


_MEASURES = r"^\s*[0-9.]+\s*x\s*[0-9.]+\s*(mm|cm|in|pt)\s*$"
GRID = _pair(_grid, (1, 1), "columns and rows", "2x5", r"^\s*[0-9]{1,3}\s*x\s*[0-9]{1,3}\s*$")
SIZE = _pair(_label, Size(1, 1), "a width and a height", "3.5x2in", _MEASURES)
PLACE = _pair(parse_size, Size(0, 0), "a distance across and down", "0.75x0.5in", _MEASURES)


def _points(places: Sequence[Size] | None) -> tuple[Point, ...]:
    return tuple(Point(place.width, place.height) for place in places or ())


class LabelSheetKeys(Record):
    """A sheet of equal labels or perforated cards."""

    about = required(TEXT, "What the maker calls it.", "Business cards")
    paper = required(TEXT, "Its paper, by name or size.", "letter")
    grid = optional(GRID, "The number of columns and rows.", "2x5")
    label = required(SIZE, "The width and height of a label.", "3.5x2in")
    shape = optional(
        choice(ShapeKind.RECTANGLE, ShapeKind.CIRCLE), "The shape of labels.", "circle", "rectangle"
    )
    corner = optional(LENGTH, "The radius of round corners.", "0.125in")
    margin = optional(
        PLACE,
        "The left and top edge of the first label, from the corner of the paper.",
        "0.75x0.5in",
    )
    pitch = optional(
        PLACE,
        "The distance from the edge of a label to that of the next, across and down. If not given,"
        " labels touch.",
        "4x2.5in",
    )
    places = optional(
        list_of(PLACE),
        "The left and top edges of labels at places of their own, instead of `grid` and `margin`.",
        "[10x10mm, 10x110mm]",
    )
    turned = optional(
        list_of(PLACE),
        "The left and top edges of labels that lie sideways: as wide as the others are high.",
        "[90x10mm]",
    )
    backs = optional(FLAG, "Whether backs can be printed: on cards, not on labels.", "yes", "no")
    also = optional(list_of(NAME), "Other numbers of the maker with this layout.", "[8371, 8471]")

    def sheet(self, number: str, maker: str, id: str, source: str) -> LabelSheet:
        """Return the sheet."""
        columns, rows = self.grid or (1, 1)
        margin = self.margin or Size(0, 0)
        shape = Shape(ShapeKind(self.shape))
        if self.corner and shape.kind is ShapeKind.RECTANGLE:
            shape = Shape(ShapeKind.ROUNDED, self.corner)
        return LabelSheet(
            id=id,
            maker=maker,
            number=number,
            about=self.about,
            paper=self.paper,
            columns=columns,
            rows=rows,
            label=self.label,
            margin=Point(margin.width, margin.height),
            pitch=self.pitch or self.label,
            shape=shape,
            has_backs=self.backs,
            also=self.also or (),
            places=_points(self.places),
            turned=_points(self.turned),
            source=source,
        )


class LabelSheetsKeys(Record):
    """The label and card sheets of a maker."""

    maker = required(TEXT, "The maker's name.", "Avery")
    source = optional(ADDRESS, "Where the measures are from.", "https://www.avery.com/templates")
    sheets = required(
        map_of(LabelSheetKeys.form(), keys="sheet"),
        "The sheets, by the maker's numbers in lower case.",
        "{5371: {about: Business cards, paper: letter, grid: 2x5, label: 3.5x2in, margin:"
        " 0.75x0.5in}}",
    )


def load_label_sheets(path: Path, problems: Problems) -> dict[str, LabelSheet]:
    """Load the sheets of a file, by the file's name and their numbers: `avery-5371`.

    Each sheet is also under its other numbers. Sheets of a file with errors are left out.
    """
    keys = read_preset(path, LabelSheetsKeys, problems)
    if keys is None:
        return {}
    before = problems.errors
    found: dict[str, LabelSheet] = {}
    for number, one in keys.sheets.items():
        sheet = one.sheet(number, keys.maker, f"{path.stem}-{number}", keys.source or "")
        _check(sheet, one, problems)
        found |= {f"{path.stem}-{other}": sheet for other in (number, *sheet.also)}
    return {} if problems.errors > before else found


def _check(sheet: LabelSheet, keys: LabelSheetKeys, problems: Problems) -> None:
    """Report a sheet with neither a grid nor places, or with both, and labels that overlap."""
    has_places = bool(sheet.places or sheet.turned)
    has_grid = keys.grid is not None and keys.margin is not None
    if has_places == has_grid or (has_places and (keys.grid or keys.margin)):
        problems.error(
            codes.LABELS_OFF_THE_PAPER,
            f"`{sheet.id}` does not say where its labels are",
            keys.at("label"),
            "expected either `grid` and `margin`, or `places`",
            "write `grid: 2x5` and `margin: 10x10mm`, or `places: [10x10mm, 10x110mm]`",
        )
        return
    overlap = has_grid and (
        (sheet.columns > 1 and sheet.pitch.width < sheet.label.width)
        or (sheet.rows > 1 and sheet.pitch.height < sheet.label.height)
    )
    if overlap:
        problems.error(
            codes.LABELS_OFF_THE_PAPER,
            f"the labels of `{sheet.id}` overlap",
            keys.at("grid"),
            f"{sheet.label.in_mm()} each, {sheet.pitch.in_mm()} from one to the next",
            "measure `pitch` from the left edge of a label to the left edge of the next",
        )
    for one, other in combinations(sheet.slots if has_places else (), 2):
        shared = one.within(other)
        if shared.width > 0 and shared.height > 0:
            problems.error(
                codes.LABELS_OFF_THE_PAPER,
                f"two labels of `{sheet.id}` overlap",
                keys.at("places" if sheet.places else "turned"),
                f"at {in_mm(shared.x)} x {in_mm(shared.y)} mm: labels are {sheet.label.in_mm()}",
                "move one of them",
            )
            return
