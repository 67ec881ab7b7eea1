"""Black texts of pages: split off from what lies below them, and overprinting on a press.

In a co-edition all languages share the plates of the coloured inks, so texts in black ink must
leave these plates as they are: they overprint.
"""

from collections.abc import Callable
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Any

from printnplay.pdf.pixels import alike, laid_over, rendered
from printnplay.pdf.repainting import Paint, Painter, State, repaint, repainted, unshown
from printnplay.pdf.screen_colours import is_solid

if TYPE_CHECKING:
    import pikepdf

_OVERPRINT, _KNOCK_OUT = "/BlackOverprints", "/BlackKnocksOut"

OVERPRINTING = (f"{_OVERPRINT} gs\n".encode(), f"\n{_KNOCK_OUT} gs".encode())
"""What is written before and after what overprints, where `overprint_black_texts` has been."""

COMPARED_DPI = 150
"""The resolution, in pixels per inch, at which split pages are compared with whole ones: a line of
a hairline's width (0.25 pt) still darkens its pixels by half. A guess."""


class BlackTexts:
    """The black texts of a document, and what lies below them."""

    def __init__(self, pdf: bytes) -> None:
        """Take a document in screen colours."""
        self._pdf = pdf
        self._on_top: dict[int, bool] = {}

    @cached_property
    def below(self) -> bytes:
        """The document without its black texts."""
        return without_black_texts(self._pdf)

    def lie_on_top(self, number: int) -> bool:
        """Return whether a page looks the same with its black texts on top of all else."""
        if number not in self._on_top:
            files = (self._pdf, self.below, self._only)
            whole, below, texts = (rendered(pdf, number, COMPARED_DPI) for pdf in files)
            self._on_top[number] = alike(laid_over(below, texts), whole)
        return self._on_top[number]

    def form(self, number: int) -> Any:
        """Return the black texts of a page, to be drawn on another page."""
        return self._opened.pages[number].as_form_xobject()

    @cached_property
    def _only(self) -> bytes:
        return only_black_texts(self._pdf)

    @cached_property
    def _opened(self) -> "pikepdf.Pdf":
        import pikepdf

        return pikepdf.open(BytesIO(self._only))


def overprint_black_texts(document: "pikepdf.Pdf") -> None:
    """Let all texts in black ink alone overprint in a press-ready document."""
    before, after = OVERPRINTING

    def text(state: State, written: bytes) -> bytes:
        return before + written + after if state.is_black else written

    repaint(document, Painter(text=text, resources=_add_states))


def _add_states(content: Any) -> None:
    import pikepdf

    if "/Resources" not in content:
        content["/Resources"] = pikepdf.Dictionary()
    resources = content["/Resources"]
    states = resources.get("/ExtGState", pikepdf.Dictionary())
    states[_OVERPRINT] = pikepdf.Dictionary(OP=True, op=True, OPM=1)
    states[_KNOCK_OUT] = pikepdf.Dictionary(OP=False, op=False, OPM=0)
    resources["/ExtGState"] = states


def without_black_texts(pdf: bytes) -> bytes:
    """Return a document without its texts in pure black."""

    def text(state: State, written: bytes) -> bytes:
        return unshown(state, written) if state.is_black else written

    return repainted(pdf, Painter(text=text))


def only_black_texts(pdf: bytes) -> bytes:
    """Return a document with nothing but its texts in pure black, and without transparency."""

    def text(state: State, written: bytes) -> bytes:
        return written if state.is_black else unshown(state, written)

    def path(_: State, __: bytes) -> bytes:
        return b"n"

    def nothing(_: State, __: bytes) -> bytes:
        return b""

    def setting(state: State, written: bytes) -> bytes:
        return written if state.opaque else b""

    def colour(said: tuple[Paint, bool], written: bytes) -> bytes:
        return written if said[0] else b""  # a pattern

    made = Painter(colour, text, path, nothing, setting, resources=_drop_effects)
    return repainted(pdf, made)


def _drop_effects(content: Any) -> None:
    """Remove pictures, gradients and transparency from resources that no longer use them."""
    kinds: dict[str, Callable[[Any], bool]] = {
        "/Shading": lambda _: True,
        "/Pattern": lambda _: True,
        "/XObject": lambda item: bool(item.get("/Subtype") == "/Image"),
        "/ExtGState": lambda state: not is_solid(state),
    }
    known = content.get("/Resources", {})
    for kind, is_unused in kinds.items():
        for name, value in dict(known[kind].items()).items() if kind in known else ():
            if is_unused(value):
                del known[kind][name]
