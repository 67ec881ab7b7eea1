"""Drawings to PDF pages with typst; nothing else is loaded, so a worker process starts at once."""

from collections.abc import Sequence
from typing import NamedTuple


class Sketch(NamedTuple):
    """An SVG drawing, and the width and height of its page as PDF numbers of points."""

    svg: str
    width: str
    height: str


class CompileError(Exception):
    """The drawings cannot be turned into PDF; the message is the compiler's."""


def compile_sketches(sketches: Sequence[Sequence[str]], folders: Sequence[str]) -> bytes:
    """A PDF file with a page for each drawing, with the fonts in these folders and no others.

    A sketch may also be a list of its values, as another process gets it.

    Raises:
        CompileError: at least one of them cannot be drawn.
    """
    import typst

    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=list(folders)
    )
    drawings = [Sketch(*sketch) for sketch in sketches]
    source = "\n".join(_page(number, sketch) for number, sketch in enumerate(drawings))
    try:
        return typst.compile(
            source.encode(),
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs={f"s{number}": sketch.svg for number, sketch in enumerate(drawings)},
            timestamp=0,
            pdf_tags=False,
        )
    except typst.TypstError as error:
        raise CompileError(str(error.message)) from None
    except BaseException as error:
        # A panic of the compiler is no Exception, and its type has no public name.
        if type(error).__name__ != "PanicException":
            raise
        raise CompileError(f"the compiler broke down: {error}") from None


def _page(number: int, sketch: Sketch) -> str:
    return (
        f"#page(width: {sketch.width}pt, height: {sketch.height}pt, margin: 0pt, "
        f'image(bytes(sys.inputs.s{number}), format: "svg", '
        'width: 100%, height: 100%, fit: "stretch"))'
    )
