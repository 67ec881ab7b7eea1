"""Drawings compiled to PDF pages with typst; detection of what it renders wrongly or slowly.

What typst renders wrongly is found in the text of a drawing: parsing every drawing again would cost
more than baking it. This module imports nothing else, so that worker processes start fast.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from printnplay.pdf.lines import SOURCE, layers_of, source_of
from printnplay.scene.drawn_lines import LETTERS, STACKED


class Sketch(NamedTuple):
    """An SVG drawing, and the width and height of its page as PDF numbers of points."""

    svg: str
    width: str
    height: str


class CompileError(Exception):
    """An error of drawings that cannot be compiled to PDF; the message is the compiler's."""


def compile_sketches(
    sketches: Sequence[Sequence[str]], folders: Sequence[str], pictures: str = ""
) -> bytes:
    """Compile drawings to a PDF file, one page each, with only the fonts in these folders.

    A sketch may also be a list of its values, which is how another process receives it. Pictures
    that drawings link are files in the folder `pictures`; typst embeds JPEG files unchanged.

    Raises:
        CompileError: at least one of them cannot be rendered.
    """
    drawings: dict[str, str] = {}
    pages = [_page(Sketch(*sketch), drawings) for sketch in sketches]
    source = "\n".join([SOURCE, *pages])
    root = cast("bytes", pictures or ".")  # its stub has the type of the source
    return compiled(source, folders, drawings, root=root, timestamp=0, pdf_tags=False)


def compiled(source: str, folders: Sequence[str], drawings: dict[str, str], **more: Any) -> bytes:
    """Compile a typst source with only the fonts in folders; `more` are options of `typst.compile`.

    Raises:
        CompileError: it cannot be compiled.
    """
    import typst

    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=list(folders)
    )
    try:
        made: bytes = typst.compile(
            source.encode(),
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs=drawings,
            **more,
        )
    except typst.TypstError as error:
        raise CompileError(str(error.message)) from None
    except BaseException as error:
        # A panic of the compiler is not an Exception, and its type has no public name.
        if type(error).__name__ != "PanicException":
            raise
        raise CompileError(f"the compiler broke down: {error}") from None
    return made


def _page(sketch: Sketch, drawings: dict[str, str]) -> str:
    """Return the typst source of a page; add its drawings to `drawings`."""
    content = []
    for layer in layers_of(sketch.svg, float(sketch.width), float(sketch.height)):
        if isinstance(layer, str):
            name = f"s{len(drawings)}"
            drawings[name] = layer
            content.append(
                f'#place(image(bytes(sys.inputs.{name}), format: "svg", '
                'width: 100%, height: 100%, fit: "stretch"))'
            )
        else:
            content.append(source_of(layer))
    size = f"width: {sketch.width}pt, height: {sketch.height}pt"
    return f"#page({size}, margin: 0pt)[{''.join(content)}]"


MANY_USES = 12
"""The most references for an inline compile: they multiply a drawing 81 times at most (four times
three). A drawing with more is compiled in a separate process."""

LARGE = 4_000_000
"""The most characters of a drawing for an inline compile, with its pictures: ordinary drawings have
fewer. A larger one is compiled in a separate process. A guess."""

_TAG = r"<(?:[\w-]+:)?{}\b([^<>]*)>"
_RADIAL = re.compile(_TAG.format("radialGradient"))
_TEXT = re.compile(_TAG.format("(?:text|tspan|textPath|g)"))
_DRAWING = re.compile(_TAG.format("svg"))
_ENDLESS = re.compile(r"""\bspreadMethod\s*=\s*["'](?:reflect|repeat)""")
_INNER = re.compile(r"""\bfr\s*=\s*["']\s*(?!0*\.?0*%?\s*["'])""")
_HREF = re.compile(r"\bhref\s*=")
_PAINTED_STROKE = re.compile(r"""\bstroke\s*(?:=\s*["']|:)\s*url\(""")
_PAINTED = re.compile(r"""\bfill\s*(?:=\s*["']|:)\s*url\(\s*["']?#([^)"']+)""")
_GRADIENT = re.compile(r"<((?:linear|radial)Gradient)\b([^<>]*)>(.*?)</\1>", re.DOTALL)
_ID = re.compile(r"""\bid\s*=\s*["']([^"']+)""")
_LINK = re.compile(r"""\bhref\s*=\s*["']#([^"']+)""")
_SHEER = re.compile(r"""stop-opacity\s*(?:=\s*["']|:)\s*(?!1\b)|stop-color[^<>]*rgba\(""")
_ROUND_CAP = re.compile(r"""stroke-linecap\s*(?:=\s*["']|:)\s*(?:round|square)""")
_NUMBER = r"[-+]?[\d.]{1,40}(?:[eE][-+]?\d{1,3})?"
_DOT = re.compile(
    rf"""d=["']\s*[Mm]\s*{_NUMBER}[\s,]{{0,9}}{_NUMBER}\s*"""
    r"""(?:[hHvV]\s*0|l\s*0[\s,]+0|[zZ])\s*[zZ]?\s*["']"""
)
_FILTER = re.compile(r"<(?:[\w-]+:)?filter\b")
_FUNCTION = re.compile(r"""\bfilter\s*(?:=\s*["']|:)\s*(?!none)[a-z-]+\(""")
_USE = re.compile(r"<(?:[\w-]+:)?use\b")
_MARKER = re.compile(r"<(?:[\w-]+:)?marker\b")
_TURNED = re.compile(r"\btransform\s*=")


def unlike(svg: str) -> str:
    """Return why a drawing renders wrongly as vectors; empty if it does not (typst 0.15)."""
    bare = _without_data(svg)
    return next((why for why, found in _REASONS.items() if found(bare)), "")


_FINENESS = re.compile(
    r'<(?:[\w-]+:)?svg(?:\s+[\w:.-]+="[^"]*+")*?\s+data-filter-fineness="([0-9]\.?[0-9]*)"'
)
FINE = 2.0
"""The scale of pages with filters, which typst rasterizes: 288 pixels to an inch of the page, and
576 on one twice as large (`FINEST` in `svg/pixels.py` is 600)."""


def fineness(svg: str) -> float:
    """Return the page scale for baking a drawing with filters."""
    said = _FINENESS.match(svg)
    return float(said[1]) if said else FINE


def has_filter(svg: str) -> bool:
    """Return whether typst may rasterize a part of a drawing because of filters."""
    if "filter" not in svg:
        return False
    bare = _without_data(svg)
    return (_FILTER.search(bare) or _FUNCTION.search(bare)) is not None


def doubtful(svg: str) -> bool:
    """Return whether a drawing may take long or much memory: filters, many references, large size.

    Markers count as references: typst draws them again at each corner. Anything else that a drawing
    may hold (`svg.limits`) takes a second or two at its limits, measured with typst 0.15.
    """
    if len(svg) > LARGE:
        return True
    bare = _without_data(svg)
    is_repeated = len(_USE.findall(bare)) > MANY_USES or _MARKER.search(bare) is not None
    return is_repeated or has_filter(bare)


def _without_data(svg: str) -> str:
    """Return a drawing without embedded pictures: most of its text, and irrelevant here."""
    parts, start = [], 0
    while (data := svg.find("data:image", start)) > 0:
        quote = svg[data - 1]
        end = svg.find(quote, data) if quote in "\"'" else -1
        parts.append(svg[start:data])
        start = end if end > 0 else data + 1
    return "".join([*parts, svg[start:]])


def _inner_circle(svg: str) -> bool:
    return "radialGradient" in svg and any(map(_INNER.search, _RADIAL.findall(svg)))


def _repeated(svg: str) -> bool:
    if "spreadMethod" not in svg or "radialGradient" not in svg:
        return False
    radials = _RADIAL.findall(svg)
    # A gradient may inherit it from another one that it references.
    inherited = any(map(_HREF.search, radials)) and _ENDLESS.search(svg) is not None
    return inherited or any(map(_ENDLESS.search, radials))


def _painted_outline(svg: str) -> bool:
    if "<text" not in svg or "url(" not in svg:
        return False
    return any(map(_PAINTED_STROKE.search, _TEXT.findall(svg)))


def _sheer_letters(svg: str) -> bool:
    """Return whether a translucent gradient paints letters: PDFium fades them twice."""
    if "<text" not in svg or not ("stop-opacity" in svg or "rgba(" in svg):
        return False
    gradients = _GRADIENT.findall(svg)
    seen = (head for _, head, stops in gradients if _SHEER.search(stops))
    sheer = {name for head in seen for name in _ID.findall(head)}
    links = re.findall(_TAG.format("(?:linear|radial)Gradient"), svg)
    sheer |= {name for one in links if sheer & {*_LINK.findall(one)} for name in _ID.findall(one)}
    painted = {name for one in _TEXT.findall(svg) for name in _PAINTED.findall(one)}
    return not sheer.isdisjoint(painted)


def _turned_drawing(svg: str) -> bool:
    return svg.count("<svg") > 1 and any(map(_TURNED.search, _DRAWING.findall(svg)[1:]))


def _dot(svg: str) -> bool:
    return _ROUND_CAP.search(svg) is not None and _DOT.search(svg) is not None


def _stacked_letters(svg: str) -> bool:
    return f'{LETTERS}="{STACKED}"' in svg


_DISPUTED = re.compile(r"""mix-blend-mode\s*(?:=\s*["']|:)\s*color-(?:dodge|burn)""")


def _disputed_blend(svg: str) -> bool:
    """Return whether a blend mode is used that PDF viewers and browsers render differently.

    For black under white (dodge) and white under black (burn), PDF 1.7 gives one result, and
    Compositing and Blending 1, like PDF 2.0, the other.
    """
    return "mix-blend-mode" in svg and _DISPUTED.search(svg) is not None


_REASONS: dict[str, Callable[[str], bool]] = {
    "the inner circle of a radial gradient (fr)": _inner_circle,
    "a radial gradient that repeats or reflects (spreadMethod)": _repeated,
    "the outline of text in a gradient or pattern": _painted_outline,
    "letters in a gradient that is seen through": _sheer_letters,
    "a transform on an inner svg element": _turned_drawing,
    "a line without length that ends in a round or square dot": _dot,
    "the blend mode color-dodge or color-burn": _disputed_blend,
    "letters in clusters that run along a path or stand by themselves": _stacked_letters,
}
