"""The part of a PDF page that a region shows, as a form without the rest of the page."""

from typing import Any

from printnplay.kernel.geometry import Affine, Rect, Um
from printnplay.recognition.page_content import times, visible

_SLACK: Um = 12_000
"""How far from the region a text may begin and still reach into it. A guess."""
_SHOWS = frozenset(["Tj", "TJ", "'", '"'])
_USED = {
    "Do": "/XObject",
    "Tf": "/Font",
    "gs": "/ExtGState",
    "sh": "/Shading",
    "cs": "/ColorSpace",
    "CS": "/ColorSpace",
}
"""Operators that name a resource, with its kind."""


def region_of(pdf: Any, page: Any, region: Rect) -> Any:
    """Return a form of a page without images, forms and texts that are outside of a region."""
    import pikepdf

    form = page.as_form_xobject(handle_transformations=False)
    kept, used = _kept(page, region)
    resources = pikepdf.Dictionary(dict(page.obj.get("/Resources", pikepdf.Dictionary()).items()))
    for kind in set(_USED.values()):
        if kind in resources:
            named = {
                name: value for name, value in resources[kind].items() if (kind, name) in used
            }
            resources[kind] = pikepdf.Dictionary(named)
    new = pdf.make_stream(pikepdf.unparse_content_stream(kept))
    new.Type, new.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    new.BBox, new.Resources = form.BBox, resources
    if "/Group" in page.obj:
        new.Group = page.obj.Group
    return new


def _kept(page: Any, region: Rect) -> tuple[list[Any], set[tuple[str, str]]]:
    """Return the operators that a region needs, and the resources that they name."""
    import pikepdf

    drawn = dict(page.obj.get("/Resources", {}).get("/XObject", {}).items())
    matrix, stack = visible(page).matrix, list[Affine]()
    text = line = Affine(1, 0, 0, 1, 0, 0)
    kept, used = [], set[tuple[str, str]]()
    for one in pikepdf.parse_content_stream(page):
        operands, name = one.operands, str(one.operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q" and stack:
            matrix = stack.pop()
        elif name == "cm":
            matrix = times(matrix, _affine(operands))
        elif name == "BT":
            text = line = Affine(1, 0, 0, 1, 0, 0)
        elif name == "Tm":
            text = line = _affine(operands)
        elif name in ("Td", "TD"):
            step = Affine(1, 0, 0, 1, float(operands[0]), float(operands[1]))
            text = line = times(line, step)
        elif name in _SHOWS and not _is_near(times(matrix, text), region):
            continue
        elif name == "Do":
            item = drawn.get(str(operands[0]))
            if item is not None and not _shows(item, matrix, region):
                continue
        if name in _USED and operands and str(operands[-1]).startswith("/") or name == "Tf":
            used.add((_USED[name], str(operands[0])))
        elif name in ("scn", "SCN") and operands and str(operands[-1]).startswith("/"):
            used.add(("/Pattern", str(operands[-1])))
        kept.append(one)
    return kept, used


def _affine(operands: Any) -> Affine:
    return Affine(*(float(operands[i]) for i in (0, 2, 1, 3, 4, 5)))


def _is_near(matrix: Affine, region: Rect) -> bool:
    x, y = matrix.at(0, 0)
    wide = region.grown(_SLACK)
    return wide.x <= x <= wide.right and wide.y <= y <= wide.bottom


def _shows(item: Any, matrix: Affine, region: Rect) -> bool:
    """Return whether an image or a form reaches into a region."""
    if item.get("/Subtype") == "/Form":
        own = item.get("/Matrix", (1, 0, 0, 1, 0, 0))
        matrix = times(matrix, _affine(own))
        left, bottom, right, top = (float(edge) for edge in item.BBox)
    else:
        left, bottom, right, top = 0.0, 0.0, 1.0, 1.0
    corners = [matrix.at(x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return (
        max(xs) >= region.x
        and min(xs) <= region.right
        and max(ys) >= region.y
        and min(ys) <= region.bottom
    )
