"""Transparency in press inks, for PDF/X-4: gradients, masks, blended groups; nothing is flattened.

A mask is no colour: it says how much of a drawing shows, so its colours become grey levels.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from printnplay.pdf.drawn import drawn_by, values_of
from printnplay.pdf.gradients import Colour, convert, is_convertible
from printnplay.pdf.press import Inks, Press
from printnplay.pdf.screen_colours import GRAY

if TYPE_CHECKING:
    import pikepdf

CMYK = "/DeviceCMYK"

NEARLY_BLACK: Colour = (1, 1, 1)
"""The black at the end of a gradient: pure black is black ink alone, which would leave a step."""

_RED, _GREEN, _BLUE = 0.3, 0.59, 0.11
"""The shares of lights in the luminosity of a mask (ISO 32000-1, 11.3.5.3)."""


class Parts(Struct, frozen=True):
    """What pages draw, with masks apart: contents with operators, images and gradients."""

    contents: Sequence[Any] = ()
    images: Sequence[Any] = ()
    shadings: Sequence[Any] = ()
    masks: "Parts | None" = None


def parts_of_pages(pages: Iterable[Any]) -> Parts:
    """Return all that pages draw."""
    drawn = drawn_by(pages)
    groups = [mask.G for content in drawn.contents for mask in _masks_of(content)]
    within = drawn_by({group.objgen: group for group in groups}.values())
    apart = {one.objgen for one in (*within.contents, *within.images, *within.shadings)}

    def other(found: Sequence[Any]) -> list[Any]:
        return [one for one in found if not one.is_indirect or one.objgen not in apart]

    contents = [one for one in other(drawn.contents) if "/Shading" not in one]
    masks = Parts(within.contents, within.images, within.shadings)
    return Parts(contents, other(drawn.images), other(drawn.shadings), masks)


def isolate_masks(document: "pikepdf.Pdf", source: "pikepdf.Pdf") -> None:
    """Let masks share nothing with the drawings that they mask, as each is converted differently.

    `source` is the document, opened once more: its objects have the same numbers.
    """
    contents = drawn_by(page.obj for page in document.pages).contents
    for mask in [mask for content in contents for mask in _masks_of(content)]:
        mask["/G"] = document.copy_foreign(source.get_object(mask.G.objgen))


def _masks_of(content: Any) -> list[Any]:
    import pikepdf

    states = values_of(content.get("/Resources"), "/ExtGState")
    masks = [state.get("/SMask") for state in states]
    return [mask for mask in masks if isinstance(mask, pikepdf.Dictionary)]


def unconvertible_pages(document: "pikepdf.Pdf") -> list[int]:
    """Return the indices of pages with gradients that cannot be converted, counted from 0."""
    return [
        index
        for index, page in enumerate(document.pages)
        if not all(map(is_convertible, drawn_by([page.obj]).shadings))
    ]


def convert_gradients(document: "pikepdf.Pdf", parts: Parts, press: Press) -> None:
    """Convert gradients to the inks of a press, and those of masks to grey."""

    def inks(colours: Sequence[Colour]) -> Sequence[Inks]:
        return press.inks([colour if any(colour) else NEARLY_BLACK for colour in colours])

    for shading in parts.shadings:
        convert(document, shading, CMYK, inks)
    for shading in parts.masks.shadings if parts.masks else ():
        convert(document, shading, GRAY, lambda colours: [[luminosity(one)] for one in colours])


def convert_groups(parts: Parts) -> None:
    """Let groups blend in the inks of a press, and masks in grey."""
    masks = parts.masks.contents if parts.masks else ()
    for content in (*parts.contents, *masks):
        if "/CS" in content.get("/Group", {}):
            content["/Group"]["/CS"] = _name(CMYK)
    for content in masks:
        if "/CS" in content.get("/Group", {}):
            content["/Group"]["/CS"] = _name(GRAY)


def ungroup(drawn: Iterable[Any]) -> None:
    """Remove the transparency groups of pages or forms, and of all that they draw.

    Without transparency they change nothing, but PDF/X-1a forbids them, and what overprints in one
    does not see what lies below it.
    """
    for content in drawn_by(drawn).contents:
        if "/Group" in content:
            del content["/Group"]


def blend_in_inks(document: "pikepdf.Pdf") -> None:
    """Let all pages blend in the inks of a press."""
    import pikepdf

    group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name(CMYK), I=True)
    for page in document.pages:
        page.obj["/Group"] = group


def convert_mask_image(stream: Any) -> None:
    """Convert a picture within a mask to grey."""
    import pikepdf

    if str(stream.get("/ColorSpace", "")) == GRAY or stream.get("/ImageMask", False):
        return
    image = pikepdf.PdfImage(stream).as_pil_image().convert("L")
    for name in ("/DecodeParms", "/Decode", "/Intent"):
        if name in stream:
            del stream[name]
    stream.write(image.tobytes())
    stream["/ColorSpace"] = pikepdf.Name(GRAY)
    stream["/BitsPerComponent"] = 8


def luminosity(colour: Colour) -> int:
    """Return the grey level of a colour in a mask, from 0 to 255."""
    red, green, blue = colour
    return round(_RED * red + _GREEN * green + _BLUE * blue)


def _name(space: str) -> Any:
    import pikepdf

    return pikepdf.Name(space)
