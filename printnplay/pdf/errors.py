"""Errors of PDF output; each names the picture or font at fault."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import NamedTuple

from printnplay.pdf.compiling import CompileError
from printnplay.pdf.isolation import OverLimitError
from printnplay.scene.picture import Picture


class FaultKind(Enum):
    """The kind of a picture's fault."""

    BROKEN = "broken"
    OVER_LIMIT = "over limit"
    ONLY_PIXELS = "only pixels"
    LETTERS_MISSING = "letters missing"


class PictureFault(NamedTuple):
    """A picture that cannot be rendered, the reason, and the template that it comes from."""

    picture: str
    message: str
    template: str = ""
    kind: FaultKind = FaultKind.BROKEN


class BakeError(Exception):
    """An error of pictures that cannot be converted to PDF; it names each of them."""

    def __init__(self, faults: tuple[PictureFault, ...]) -> None:
        """Keep the faults, in the order of the pictures."""
        super().__init__("; ".join(f"{fault.picture}: {fault.message}" for fault in faults))
        self.faults = faults

    @property
    def picture(self) -> str:
        """The name of the first picture at fault."""
        return self.faults[0].picture

    @property
    def message(self) -> str:
        """The reason why the first picture cannot be rendered."""
        return self.faults[0].message


class FontError(Exception):
    """A font file that cannot be embedded, such as a broken one, or one with CFF2 outlines."""

    def __init__(self, path: str, message: str) -> None:
        """Keep the file and the reason."""
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


def only_pixels(picture: Picture, reason: str) -> PictureFault:
    """Return the fault of a picture that has to be rasterized where pixels are not allowed."""
    return PictureFault(picture.name, reason, picture.template, FaultKind.ONLY_PIXELS)


@contextmanager
def blaming(picture: Picture) -> Iterator[None]:
    """Convert a rendering error in the block to the error of this picture.

    Raises:
        BakeError: rendering failed.
    """
    try:
        yield
    except (CompileError, OverLimitError) as error:
        over = isinstance(error, OverLimitError)
        kind = FaultKind.OVER_LIMIT if over else FaultKind.BROKEN
        fault = PictureFault(picture.name, str(error), picture.template, kind)
        raise BakeError((fault,)) from error


@contextmanager
def reading_font(path: str) -> Iterator[None]:
    """Convert any exception in the block to an error of this font file.

    The libraries that read fonts trust them: a broken font may raise anything.

    Raises:
        FontError: reading failed.
    """
    try:
        yield
    except FontError:
        raise
    except Exception as error:
        raise FontError(path, f"{type(error).__name__}: {error}") from error
