"""The label and card sheets that a command can name, from the project and from printnplay."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from printnplay.edition.choosing import NOWHERE, papers_of
from printnplay.edition.request import BuildRequest
from printnplay.files.catalog import Catalog
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.geometry import Paper
from printnplay.kernel.label_sheets import TOLERANCE, LabelSheet
from printnplay.kernel.shapes import CardFormat
from printnplay.kernel.suggestions import counted, did_you_mean, listed
from printnplay.loading.label_sheets import load_label_sheets

MOST_NAMED = 6
"""The most label sheets that a message names: a line in a terminal. A guess."""


def label_sheets(catalog: Catalog, problems: Problems) -> Mapping[str, LabelSheet]:
    """Return all sheets by name; one of the project replaces one that comes with printnplay."""
    return {
        name: sheet
        for path in catalog.label_sheets()
        for name, sheet in load_label_sheets(path, problems).items()
    }


def label_sheets_of(project: Path, problems: Problems) -> Mapping[str, LabelSheet]:
    """Return all sheets that builds of a project can name."""
    return label_sheets(Catalog(project), problems)


def chosen_label_sheet(
    catalog: Catalog, request: BuildRequest, problems: Problems
) -> tuple[LabelSheet, Paper] | None:
    """Return the sheet that a build names, and its paper; report an unknown or unusable one."""
    name = request.sheets.label_sheet
    known = label_sheets(catalog, problems)
    sheet = known.get(name.strip().lower())
    if sheet is None:
        problems.error(
            codes.UNKNOWN_LABEL_SHEET,
            f"unknown label sheet `{name}`",
            NOWHERE,
            "expected the name of a maker's file and a number, such as `avery-5371`",
            did_you_mean(name, known, "run `printnplay list --label-sheets`, or add your sheet"),
        )
        return None
    papers = papers_of([sheet.paper], problems)
    if not papers:
        return None
    right = max(slot.right for slot in sheet.slots)
    bottom = max(slot.bottom for slot in sheet.slots)
    room = papers[0].size
    if right > room.width + TOLERANCE or bottom > room.height + TOLERANCE:
        problems.error(
            codes.LABELS_OFF_THE_PAPER,
            f"the labels of `{sheet.id}` end {right / 1000:g} mm from the left and"
            f" {bottom / 1000:g} mm from the top",
            NOWHERE,
            f"beyond {papers[0].name}, {room.in_mm()}",
            "correct `margin`, `pitch`, `label`, `grid` or `places` in its file",
        )
    _check_options(sheet, request, problems)
    return sheet, papers[0]


def _check_options(sheet: LabelSheet, request: BuildRequest, problems: Problems) -> None:
    """Report backs that cannot be printed, and labels to skip that a sheet does not have."""
    if "--backs" in request.asked and (not sheet.has_backs or request.backs.flip is None):
        problems.error(
            codes.OPTION_WITHOUT_EFFECT,
            f"`--backs {request.backs}` cannot be used on {sheet.title}",
            NOWHERE,
            "its backs can be printed behind the fronts only (`long`, `short` or `none`)"
            if sheet.has_backs
            else "labels have no backs",
            "leave out `--backs`",
        )
    count = len(sheet.slots)
    used = {
        slot for first, end in request.sheets.skip for slot in range(first, min(end, count + 1) + 1)
    }
    if max(used, default=0) > count or len(used) == count:
        problems.error(
            codes.OPTION_WITHOUT_EFFECT,
            f"`--skip` leaves out more than a sheet: `{sheet.id}` has {counted(count, 'label')}",
            NOWHERE,
            f"expected numbers from 1 to {count}, row by row, and one label to print on",
            "leave out the option for a new sheet",
        )


def sheets_for(card: CardFormat, sheets: Mapping[str, LabelSheet]) -> Sequence[LabelSheet]:
    """Return the sheets on which a card fits, those with the least waste first."""
    area = card.size.width * card.size.height
    fitting = {sheet.id: sheet for sheet in sheets.values() if sheet.turn_of(card) is not None}
    return sorted(
        fitting.values(),
        key=lambda sheet: (sheet.label.width * sheet.label.height - area, sheet.id),
    )


def what_fits(card: CardFormat, catalog: Catalog) -> str:
    """Return the help for a card that is too large for a label: the sheets that hold it."""
    fitting = sheets_for(card, label_sheets(catalog, Problems()))[:MOST_NAMED]
    if not fitting:
        return "no known label is as large: add your own sheet, or print on paper"
    return f"use {listed(sheet.id for sheet in fitting)}, or print on paper"
