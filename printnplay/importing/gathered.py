"""What is found in a project of another tool: pictures to copy, and losses."""

import re
from pathlib import Path

from printnplay.files.door import ReadError, read
from printnplay.importing.values import Loss, unused
from printnplay.kernel.diagnostics import Span
from printnplay.kernel.geometry import Size, Um, mm
from printnplay.kernel.named_sizes import CARD_SIZES
from printnplay.raster.converted import without_ground
from printnplay.svg.pictures import kind_of, raster_size
from printnplay.svg.values import numbers, pixels

PICTURE_BYTES = 40_000_000
"""The largest picture or font in bytes."""
MOST_LOSSES = 500
"""The most losses that are listed: nobody works through more."""

_ENDINGS = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/gif": "gif",
    "image/webp": "webp",
    "image/svg+xml": "svg",
}


class Gathered:
    """Pictures by their new names, and losses."""

    def __init__(self) -> None:
        """Begin with none."""
        self.losses: list[Loss] = []
        self.pictures: dict[str, Path | bytes] = {}
        self._cleared: dict[str, str] = {}
        self._known: set[tuple[str, str]] = set()

    def lose(self, place: Span, what: str, todo: str, *, is_guess: bool = False) -> None:
        """Note something that is not taken over; each only once a line."""
        known = (f"{place.file}:{place.line}", what)
        if known not in self._known and len(self.losses) < MOST_LOSSES:
            self._known.add(known)
            self.losses.append(Loss(place, what, todo, is_guess))

    def add(self, name: str, content: bytes, place: Span) -> str:
        """Return the name in the new project of a picture that was inside of a file."""
        kind = kind_of(content)
        if kind is None or len(content) > PICTURE_BYTES:
            todo = "save it as PNG, JPEG, WebP or SVG in the folder art, and place it with art()"
            self.lose(place, f"the picture `{name}` has a format that cannot be placed", todo)
            return ""
        stem = re.sub(r"[^A-Za-z0-9 _-]+", "-", name).strip(" -")[:80] or "picture"
        file = unused(stem, self.pictures, ending=f".{_ENDINGS[kind]}")
        self.pictures[file] = content
        return file

    def without_ground(self, file: str, place: Span, ground: str = "TOPLEFT") -> str:
        """Return a picture that is transparent where it has a colour, or that of one of its places.

        `ground` is a colour such as `#FF0000`, a corner such as `BOTTOMRIGHT`, or `CENTER`.
        """
        key = f"{ground} {file}"
        if key not in self._cleared:
            try:
                content = without_ground(self.content(file), ground)
            except (ReadError, OSError):
                content = None
            self._cleared[key] = self.add(Path(file).stem, content, place) if content else file
        return self._cleared[key]

    def content(self, file: str) -> bytes:
        """Return the bytes of a picture.

        Raises:
            ReadError, OSError: it cannot be read.
        """
        return content_of(self.pictures[file])

    def pixels(self, file: str) -> tuple[float, float] | None:
        """Return the width and height of a picture in pixels, a drawing's at 96 per inch."""
        try:
            content = self.content(file)
        except (KeyError, ReadError, OSError):
            return None
        kind = kind_of(content) or ""
        if not file.endswith(".svg"):
            size = raster_size(kind, content)
            return (float(size[0]), float(size[1])) if all(size) else None
        return drawing_size(content)

    def stretches(self, file: str) -> bool:
        """Return whether a drawing has no sides of its own (CSS Images, 4.1): it fills any box."""
        try:
            said = _attributes(self.content(file))
        except (KeyError, ReadError, OSError):
            return False
        return said.get("preserveAspectRatio") == "none" and said.keys().isdisjoint(_SIDES)


def content_of(picture: Path | bytes) -> bytes:
    """Return the bytes of a picture or font.

    Raises:
        ReadError, OSError: it cannot be read.
    """
    return picture if isinstance(picture, bytes) else read(picture, PICTURE_BYTES)


def guessed_bleed(source: Gathered, size: Size, place: Span) -> Um:
    """Return the bleed of cards of a size that says none, by the sizes of the trade."""
    known = {side for one in CARD_SIZES.values() for side in (one.size, one.size.turned)}

    def is_known(wanted: Size) -> bool:
        return any(
            abs(one.width - wanted.width) <= 100 and abs(one.height - wanted.height) <= 100
            for one in known
        )

    if not is_known(size) and size.width != size.height:
        for bleed in (mm(3.175), mm(3), mm(2)):
            if is_known(Size(size.width - 2 * bleed, size.height - 2 * bleed)):
                what = f"cards of {size.in_mm(1)} have {bleed / 1000:g} mm of bleed"
                todo = "if not, correct `card` in game.yaml"
                source.lose(place, what, todo, is_guess=True)
                return bleed
    return 0


_SIDES = ("width", "height")
_ROOT = re.compile(r"<(?:\w+:)?svg\b[^>]*", re.DOTALL)
_SAID = re.compile(r"\s(width|height|viewBox|preserveAspectRatio)\s*=\s*[\"']([^\"']*)")
"""What gives a drawing its size, or the ratio of its sides."""


def _attributes(content: bytes) -> dict[str, str]:
    """Return what a drawing says of its size."""
    root = _ROOT.search(content[:20_000].decode("utf-8", "replace"))
    return dict(_SAID.findall(root[0])) if root else {}


_HUGE = 18_000
"""The side in pixels above which a drawing is refused: 5 m are 18,898."""


def smaller(content: bytes) -> bytes:
    """Add a size to a drawing that would be metres high; return any other unchanged."""
    if kind_of(content) != "image/svg+xml" or max(size := drawing_size(content) or (0, 0)) < _HUGE:
        return content
    text = content.decode("utf-8", "surrogateescape")
    head = _ROOT.search(text)
    assert head is not None
    bare = re.sub(r"""\s(?:width|height)\s*=\s*(["']).*?\1""", "", head[0])
    share = 1000 / max(size)
    sized = f' width="{size[0] * share:g}" height="{size[1] * share:g}"'
    if "viewBox" not in bare:
        sized += f' viewBox="0 0 {size[0]:g} {size[1]:g}"'
    text = text[: head.start()] + bare + sized + text[head.end() :]
    return text.encode("utf-8", "surrogateescape")


def drawing_size(content: bytes) -> tuple[float, float] | None:
    """Return the size of a drawing in pixels of 1/96 inch; None if it does not say."""
    said = _attributes(content)
    sides = [pixels(said.get(name, "").strip()) for name in _SIDES]
    if None in sides:
        sides = [*numbers(said.get("viewBox", "")).values[2:4]]
    width, height = [*sides, 0.0, 0.0][:2]
    return (width, height) if width and height and width > 0 and height > 0 else None
