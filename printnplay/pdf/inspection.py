"""Preflight of finished PDFs, as at a print service: boxes, inks, fonts, transparency, pictures.

Findings are sentences. The checks apply to PDFs of any program.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printnplay.kernel.geometry import Size, Um
from printnplay.pdf.drawn import values_of
from printnplay.pdf.preflight.limits import CLOSE, FRINGE, MORE_INK, POINT, PURE
from printnplay.pdf.preflight.pictures import most_ink
from printnplay.pdf.preflight.standard import faults_of_standard
from printnplay.pdf.print_ready import is_plain
from printnplay.pdf.screen_colours import Step, steps_of

_FILLS = frozenset(["k", "g", "rg", "cs", "sc", "scn"])
_SHOWS_TEXT = frozenset(["Tj", "TJ", "'", '"'])


class WantedPages(Struct, frozen=True):
    """The requirements of a service for a PDF.

    `trim` is the cut size of each page, `bleed` the margin around it. `ink` is the ink limit in per
    cent. `ink` and all later fields are None or false where the service has no requirement.
    """

    trim: Size
    bleed: Um
    pages: int
    dpi: int
    in_inks: bool = False
    ink: int | None = None
    outlines: bool = False
    standard: bool = False


def faults_of_pdf(pdf: bytes, wanted: WantedPages) -> list[str]:
    """Return the errors of a PDF, each once, with the first page that has it."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        found: dict[str, int] = {}
        pages = list(document.pages)
        if len(pages) != wanted.pages:
            found[f"it has {len(pages)} pages, not {wanted.pages}"] = 0
        if wanted.standard:
            found |= dict.fromkeys(faults_of_standard(document), 0)
        seen: dict[Any, list[str]] = {}
        for number, page in enumerate(pages, start=1):
            for fault in (*_faults_of_boxes(page, wanted), *_faults_of_page(page, wanted, seen)):
                found.setdefault(fault, number)
    return [f"{fault} (page {page})" if page else fault for fault, page in found.items()]


def _faults_of_boxes(page: Any, wanted: WantedPages) -> Iterator[str]:
    names = ("/MediaBox", "/BleedBox", "/TrimBox")
    if "/TrimBox" not in page.obj:
        yield "the page has no TrimBox"
        return
    media, bleed, trim = (
        [round(float(edge) * POINT) for edge in page.obj.get(name, page.mediabox)] for name in names
    )
    size = Size(trim[2] - trim[0], trim[3] - trim[1])
    if not _like(size, wanted.trim):
        yield f"the trimmed page is {_told(size)}, not {_told(wanted.trim)}"
    around = [trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3]]
    if min(around) < wanted.bleed - CLOSE:
        yield f"the page has {min(around) / 1000:.2f} mm of bleed, not {wanted.bleed / 1000:g}"
    outside = [bleed[0] - media[0], bleed[1] - media[1], media[2] - bleed[2], media[3] - bleed[3]]
    if min(outside) < -CLOSE:
        yield "the BleedBox is larger than the page"


def _faults_of_page(page: Any, wanted: WantedPages, seen: dict[Any, list[str]]) -> Iterator[str]:
    """Yield the errors of a page's content; `seen` caches the errors of forms and images."""
    if len(page.obj.get("/Annots", [])) and wanted.standard:
        yield "the page has annotations"
    if wanted.standard and not is_plain(page.obj.get("/Resources"), {}):
        yield "the page has transparency or shadings"
    yield from _faults_of_content(page.obj, wanted, seen, _State())


class _State(Struct, frozen=True):
    """The graphics state: the matrix, the inks of fills, and the forms being drawn, which nest."""

    matrix: tuple[float, ...] = (1, 0, 0, 1, 0, 0)
    fill: tuple[float, ...] = (0, 0, 0, 1)
    forms: frozenset[Any] = frozenset()


def _faults_of_content(
    content: Any, wanted: WantedPages, seen: dict[Any, list[str]], state: _State
) -> Iterator[str]:
    resources = content.get("/Resources")
    yield from _faults_of_fonts(resources, wanted)
    drawn = dict(resources["/XObject"].items()) if _has(resources, "/XObject") else {}
    stack = []
    for step in steps_of(content):
        operator, operands = str(step.instruction.operator), step.instruction.operands
        if operator == "q":
            stack.append(state)
        elif operator == "Q" and stack:
            state = stack.pop()
        elif operator == "cm":
            matrix = _times(state.matrix, [float(value) for value in operands])
            state = replace(state, matrix=matrix)
        elif operator in _FILLS:
            state = replace(state, fill=_inks_of(operator, operands) or (0, 0, 0, 1))
        elif operator == "Do" and str(operands[0]) in drawn:
            yield from _faults_of_drawn(drawn[str(operands[0])], wanted, seen, state)
        yield from _faults_of_inks(step, state.fill, wanted)


def _inks_of(operator: str, operands: Any) -> tuple[float, ...]:
    """Return the four inks that an instruction sets; empty if it sets another kind of colour."""
    inks = [value for value in operands if not str(value).startswith("/")]  # or a pattern's name
    if operator.lower() not in ("k", "sc", "scn") or len(inks) != len("CMYK"):
        return ()
    return tuple(map(float, inks))


def _faults_of_inks(step: Step, fill: tuple[float, ...], wanted: WantedPages) -> Iterator[str]:
    """Yield the errors of the colour that an instruction sets, or shows text in."""
    operator, operands = str(step.instruction.operator), step.instruction.operands
    if inks := _inks_of(operator, operands):
        yield from _too_much(100 * sum(inks), wanted)
    elif operator in _SHOWS_TEXT and wanted.in_inks and _is_rich(fill):
        yield "black text is printed in several inks"
    elif step.colour is not None and wanted.in_inks and len(operands) == len("RGB"):
        black = " (black)" if step.colour == (0, 0, 0) else ""
        yield f"RGB colours are used{black}"


def _faults_of_drawn(
    item: Any, wanted: WantedPages, seen: dict[Any, list[str]], state: _State
) -> Iterator[str]:
    if item.objgen in state.forms:  # a form that draws itself, which is not allowed
        return
    key: Any
    if item.get("/Subtype") == "/Image":
        yield from _faults_of_density(item, wanted, state.matrix)
        key, found = item.objgen, _faults_of_colours(item, wanted)
    else:
        own = [float(value) for value in item.get("/Matrix", (1, 0, 0, 1, 0, 0))]
        inner = _State(
            _times(state.matrix, own), state.fill, state.forms | frozenset([item.objgen])
        )
        # The size of pictures in a form depends on its scale, not on its place.
        key = item.objgen, inner.matrix[:4], inner.fill
        found = _faults_of_content(item, wanted, seen, inner)
    if key not in seen:
        seen[key] = list(found)
    yield from seen[key]


def _faults_of_density(image: Any, wanted: WantedPages, matrix: tuple[float, ...]) -> Iterator[str]:
    across = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
    down = (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5
    sides = ((int(image.Width), across), (int(image.Height), down))
    density = min((72 * pixels / points for pixels, points in sides if points), default=wanted.dpi)
    if density < wanted.dpi - 1:
        yield f"a picture has {density:.0f} pixels per inch, not {wanted.dpi}"


def _faults_of_colours(image: Any, wanted: WantedPages) -> Iterator[str]:
    space = str(image.get("/ColorSpace", ""))
    if wanted.in_inks and space not in ("/DeviceCMYK", "/DeviceGray"):
        yield "a picture is not in the inks of a press"
    elif space == "/DeviceCMYK" and wanted.ink is not None:
        yield from _too_much(most_ink(image), wanted)


def _faults_of_fonts(resources: Any, wanted: WantedPages) -> Iterator[str]:
    for font in values_of(resources, "/Font"):
        name = str(font.get("/BaseFont", "")).removeprefix("/")
        if wanted.outlines:
            yield f"the font {name} is used; texts must be outlines"
        inner = list(font.get("/DescendantFonts", [font]))
        held = [descendant.get("/FontDescriptor", {}) for descendant in inner]
        if not all(any(f"/FontFile{kind}" in one for kind in ("", "2", "3")) for one in held):
            yield f"the font {name} is not embedded"


def _too_much(ink: float, wanted: WantedPages) -> Iterator[str]:
    if wanted.ink is not None and ink > wanted.ink + MORE_INK:
        yield f"{ink:.0f} % of ink in one place; the limit is {wanted.ink} %"


def _is_rich(inks: tuple[float, ...]) -> bool:
    return inks[3] >= PURE and sum(inks[:3]) > FRINGE


def _has(resources: Any, kind: str) -> bool:
    return resources is not None and kind in resources


def _times(outer: tuple[float, ...], inner: Any) -> tuple[float, ...]:
    """Return the transformation that applies the inner one first."""
    a, b, c, d, e, f = inner
    return (
        a * outer[0] + b * outer[2],
        a * outer[1] + b * outer[3],
        c * outer[0] + d * outer[2],
        c * outer[1] + d * outer[3],
        e * outer[0] + f * outer[2] + outer[4],
        e * outer[1] + f * outer[3] + outer[5],
    )


def _like(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= 4 * CLOSE and abs(one.height - other.height) <= 4 * CLOSE


def _told(size: Size) -> str:
    return f"{size.width / 1000:.1f} x {size.height / 1000:.1f} mm"
