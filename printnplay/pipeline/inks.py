"""The inks of a style, its colours of lines, and faults of pictures that cannot be vectors."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Severity, Span
from printnplay.model.sheet import Document, Item, LineKind, Stroke
from printnplay.model.style import Style
from printnplay.output.pdf import Bakes, FaultKind, PictureFault

LINES: tuple[LineKind, ...] = ("cut", "fold", "trim")
"""The kinds of lines that a style may give a colour, by a colour of that name."""


def as_styled(document: Document, style: Style) -> Document:
    """The document with the inks of a style, and its cut and fold lines in the style's colours."""
    printed = replace(document, inks=style.inks, raster=style.raster)
    colours = {kind: style.colours[kind] for kind in LINES if kind in style.colours}
    if not colours:
        return printed
    sheets = (replace(sheet, items=_coloured(sheet.items, colours)) for sheet in document.sheets)
    return replace(printed, sheets=tuple(sheets))


def _coloured(items: Sequence[Item], colours: Mapping[LineKind, str]) -> tuple[Item, ...]:
    """The items with lines in these colours; a die line must not lie on a white one."""
    return tuple(
        replace(item, colour=colours[item.kind], halo=0)
        if isinstance(item, Stroke) and item.kind in colours
        else item
        for item in items
    )


def unbaked(fault: PictureFault) -> Diagnostic:
    """The fault of a picture that cannot be drawn."""
    code, message, label, cure = _FAULTS[fault.kind]
    return Diagnostic(
        code,
        message.format(name=fault.picture, reason=fault.message),
        Span(fault.template),
        label,
        cure.format(name=fault.picture),
    )


def pixel_warnings(baked: Bakes) -> list[Diagnostic]:
    """A warning for each picture that is printed as pixels."""
    return [
        Diagnostic(
            codes.FACE_AS_PIXELS,
            f"the picture `{picture.name}` is printed as pixels, 600 to an inch: {bake.pixels}",
            Span(picture.template),
            "drawn as vectors, this would come out wrong",
            "draw it in another way, or forbid pixels with `raster: never` in style.yaml",
            severity=Severity.WARNING,
        )
        for picture, bake in baked.items()
        if bake.pixels
    ]


_FAULTS = {
    FaultKind.BROKEN: (
        codes.CANNOT_CONVERT,
        "the picture `{name}` cannot be drawn: {reason}",
        "expected an SVG drawing that can be turned into PDF",
        "look at its template; `{name}` is the card or figure",
    ),
    FaultKind.OVER_LIMIT: (
        codes.TAKES_TOO_MUCH,
        "drawing the picture `{name}` was stopped: {reason}",
        "expected a drawing that a printer could finish",
        "simplify it: filters with a large radius or region, and drawings used within each other, "
        "take longest",
    ),
    FaultKind.ONLY_PIXELS: (
        codes.FACE_AS_PIXELS,
        "the picture `{name}` could only be printed as pixels: {reason}",
        "expected vectors alone: the style says `raster: never`",
        "draw it in another way, or write `raster: auto` in style.yaml",
    ),
}
