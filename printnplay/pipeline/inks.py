"""How a style wants its documents printed: inks, the colours of lines, faces as pixels or not."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, Severity, Span
from printnplay.model.picture import Picture
from printnplay.model.sheet import Document, Item, Stroke
from printnplay.model.style import Style
from printnplay.output.pdf import Bakes, FaultKind, PictureFault

LINES = ("cut", "fold", "trim")
"""The kinds of lines that a style may give a colour, by a colour of that name."""


def as_styled(document: Document, style: Style) -> Document:
    """The document with the inks of a style, and its cut and fold lines in the style's colours."""
    printed = replace(document, inks=style.inks, raster=style.raster)
    colours = {kind: style.colours[kind] for kind in LINES if kind in style.colours}
    if not colours:
        return printed
    sheets = (replace(sheet, items=_coloured(sheet.items, colours)) for sheet in document.sheets)
    return replace(printed, sheets=tuple(sheets))


def _coloured(items: Sequence[Item], colours: Mapping[str, str]) -> tuple[Item, ...]:
    return tuple(
        replace(item, colour=colours[item.kind])
        if isinstance(item, Stroke) and item.kind in colours
        else item
        for item in items
    )


def unbaked(fault: PictureFault) -> Diagnostic:
    """What a user is told of a picture that cannot be drawn."""
    code, message, label, cure = _FAULTS[fault.kind]
    return Diagnostic(
        code,
        message.format(name=fault.picture, reason=fault.message),
        Span(fault.template),
        label,
        cure.format(name=fault.picture),
    )


def pixel_warnings(baked: Bakes) -> list[Diagnostic]:
    """What a user is told of pictures that are printed as pixels."""
    return [
        _pixels(picture, found.pixels, Severity.WARNING)
        for picture, found in baked.items()
        if found.pixels
    ]


def _pixels(picture: Picture, reason: str, severity: Severity) -> Diagnostic:
    return Diagnostic(
        codes.FACE_AS_PIXELS,
        f"the picture `{picture.name}` is printed as pixels, 600 to an inch: {reason}",
        Span(picture.template),
        "drawn as vectors, this would come out wrong",
        "draw it otherwise, or forbid pixels with `raster: never` in style.yaml",
        severity=severity,
    )


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
        "look for a filter with a large radius or region, or for drawings used within each other",
    ),
    FaultKind.ONLY_PIXELS: (
        codes.FACE_AS_PIXELS,
        "the picture `{name}` could only be printed as pixels: {reason}",
        "expected vectors alone: the style says `raster: never`",
        "draw it otherwise, or write `raster: auto` in style.yaml",
    ),
}
