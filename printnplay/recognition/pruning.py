"""The part of a PDF page that a region shows, as a form without the rest of the page."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from printnplay.kernel.geometry import Affine, Rect, Um
from printnplay.recognition.page_geometry import affine, times, visible

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
    for kind in {*_USED.values(), "/Pattern", "/Properties"}:
        if kind in resources:
            named = {name: value for name, value in resources[kind].items() if (kind, name) in used}
            resources[kind] = pikepdf.Dictionary(named)
    new = pdf.make_stream(pikepdf.unparse_content_stream(kept))
    new.Type, new.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    new.BBox, new.Resources = form.BBox, resources
    if "/Group" in page.obj:
        new.Group = page.obj.Group
    return new


class _Filter:
    """Follows the operators of a page, and says which of them a region needs."""

    def __init__(self, page: Any, region: Rect) -> None:
        self._drawn = dict(page.obj.get("/Resources", {}).get("/XObject", {}).items())
        self._region = region
        self._matrix, self._stack = visible(page).matrix, list[Affine]()
        self._text = self._line = _PLAIN

    def keeps(self, name: str, operands: list[Any]) -> bool:
        """Return whether an operator is needed; call it for each, in order."""
        match name:
            case "q":
                self._stack.append(self._matrix)
            case "Q" if self._stack:
                self._matrix = self._stack.pop()
            case "cm":
                self._matrix = times(self._matrix, affine(operands))
            case "BT":
                self._text = self._line = _PLAIN
            case "Tm":
                self._text = self._line = affine(operands)
            case "Td" | "TD":
                step = Affine(1, 0, 0, 1, float(operands[0]), float(operands[1]))
                self._text = self._line = times(self._line, step)
            case "Do":
                item = self._drawn.get(str(operands[0]))
                return item is None or _shows(item, self._matrix, self._region)
        return name not in _SHOWS or _is_near(times(self._matrix, self._text), self._region)


_PLAIN = Affine(1, 0, 0, 1, 0, 0)


def _kept(page: Any, region: Rect) -> tuple[list[Any], set[tuple[str, str]]]:
    """Return the operators that a region needs, and the resources that they name."""
    import pikepdf

    needed = _Filter(page, region)
    kept, used = [], set[tuple[str, str]]()
    for one in pikepdf.parse_content_stream(page):
        name, operands = str(one.operator), list(one.operands)
        # Readers skip a damaged operator as well.
        with suppress(ValueError, TypeError, IndexError, AttributeError):
            if needed.keeps(name, operands):
                kept.append(one)
                used.update(_named(name, operands))
    return kept, used


def _named(name: str, operands: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield the resource that an operator names, with its kind."""
    names = [str(one) for one in operands if str(one).startswith("/")]
    if name in _USED and names:
        yield _USED[name], names[0]
    elif name in ("scn", "SCN") and names:
        yield "/Pattern", names[-1]
    elif name in ("BDC", "DP") and len(names) > 1:
        yield "/Properties", names[1]


def _is_near(matrix: Affine, region: Rect) -> bool:
    x, y = matrix.at(0, 0)
    wide = region.grown(_SLACK)
    return wide.x <= x <= wide.right and wide.y <= y <= wide.bottom


def _shows(item: Any, matrix: Affine, region: Rect) -> bool:
    """Return whether an image or a form reaches into a region."""
    if item.get("/Subtype") == "/Form":
        own = list(item.get("/Matrix", (1, 0, 0, 1, 0, 0)))
        matrix = times(matrix, affine(own))
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
