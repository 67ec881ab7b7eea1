"""Spot inks of press-ready files: their substitutes, and plates laid over finished pages."""

from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Any

from printnplay.pdf.drawn import values_of
from printnplay.pdf.operators import number
from printnplay.pdf.press import Press
from printnplay.pdf.screen_colours import RGB
from printnplay.pdf.transparency import ungroup

if TYPE_CHECKING:
    import pikepdf

_OVERPRINTS, _PLATES = "/PlatesOverprint", "/Plates"


def separable(content: Any, press: Press) -> None:
    """Replace screen colours, as substitutes of spot inks, by the inks of a press."""
    import pikepdf

    for space in values_of(content.get("/Resources"), "/ColorSpace"):
        is_spot = isinstance(space, pikepdf.Array) and space[0] == "/Separation"
        if is_spot and str(space[2]) == RGB:
            red, green, blue = (round(255 * float(value)) for value in space[3].C1)
            (inks,) = press.inks([(red, green, blue)])
            space[2] = pikepdf.Name.DeviceCMYK
            space[3].C0 = pikepdf.Array([0, 0, 0, 0])
            shares = " ".join(number(ink / 255) for ink in inks)
            space[3].C1 = pikepdf.Object.parse(f"[{shares}]".encode())


def laid_over(
    document: "pikepdf.Pdf", plates: bytes, convert: Callable[["pikepdf.Pdf"], None]
) -> None:
    """Lay the pages of a file, in spot inks only, over those of a press-ready one.

    They overprint: what lies below them prints as if they were not there. `convert` takes the
    screen colours out of them that drawings select before their ink.
    """
    import pikepdf

    with pikepdf.open(BytesIO(plates)) as above:
        convert(above)
        for page, plate in zip(document.pages, above.pages, strict=True):
            plate.contents_coalesce()
            if not plate.obj.Contents.read_bytes().strip():
                continue
            form = document.copy_foreign(above.make_indirect(plate.as_form_xobject()))
            form.BBox = pikepdf.Array(page.mediabox)
            ungroup([form])
            resources = page.obj.Resources
            drawn = dict(resources.get("/XObject", pikepdf.Dictionary()).items())
            states = dict(resources.get("/ExtGState", pikepdf.Dictionary()).items())
            overprint = pikepdf.Dictionary(Type=pikepdf.Name.ExtGState, OP=True, op=True, OPM=1)
            page.obj.Resources = pikepdf.Dictionary(
                {
                    **dict(resources.items()),
                    "/XObject": pikepdf.Dictionary({**drawn, _PLATES: form}),
                    "/ExtGState": pikepdf.Dictionary({**states, _OVERPRINTS: overprint}),
                }
            )
            page.contents_add(document.make_stream(b"q"), prepend=True)
            painted = f"Q q {_OVERPRINTS} gs {_PLATES} Do Q"
            page.contents_add(document.make_stream(painted.encode()))
