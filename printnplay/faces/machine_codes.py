"""QR codes and barcodes, drawn as one vector path each, with their quiet zones.

segno and python-barcode encode; they are imported when a template first needs them. What a reader
may fail to scan is a warning: codes that are too small, too faint, or lighter than their ground.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import NamedTuple

from jinja2 import StrictUndefined
from markupsafe import Markup
from msgspec import Struct, field

from printnplay.faces.filled import Filled
from printnplay.faces.helpers import style_colour
from printnplay.faces.sandbox import MistakeError
from printnplay.faces.template_faults import place
from printnplay.faces.texts import box_of, one_of
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.geometry import Rect, Um, in_mm
from printnplay.kernel.luminance import WEIGHTS, linear
from printnplay.svg.elements import MACHINE_CODE

LEVELS = {"L": 7, "M": 15, "Q": 25, "H": 30}
"""The error correction levels of QR codes, with the percentage of a code that may be damaged."""

LEAST_CONTRAST = 0.4
"""The least difference of reflectance between ground and code: grade C of ISO/IEC 15415 and 15416,
which the GS1 General Specifications ask for."""

RED = (1.0, 0.0, 0.0)
"""The light of barcode scanners, in shares of red, green and blue: they are lasers or red lamps
(660 nm in the GS1 General Specifications), to which red bars are as light as paper."""

LONGEST = 48
"""The maximum number of characters in Code 128: that of GS1-128 (GS1 General Specifications)."""


MODULES = 200_000
"""The maximum number of modules of all QR codes on a face: encoding them takes 2 s, and 140 codes
of an address each have fewer."""


class _Kind(NamedTuple):
    """A kind of code: its name, and its quiet zones and smallest module.

    `light` is what it is read with; `left` and `right` are the quiet zones, in modules.
    """

    name: str
    left: int
    right: int
    smallest: float
    light: tuple[float, float, float] = RED


QR = _Kind("QR code", 4, 4, 0.33, WEIGHTS)
"""The quiet zone is that of ISO/IEC 18004. The smallest module is four dots of a printer with 300
dpi: DENSO WAVE, which invented the code, recommends at least four."""

BARCODES = {
    "ean13": _Kind("EAN-13", 11, 7, 0.264),
    "code128": _Kind("Code 128", 10, 10, 0.25),
}
"""EAN-13 has the quiet zones and the smallest module of the GS1 General Specifications, 80% of the
nominal 0.33 mm. Code 128 has the quiet zones of ISO/IEC 15417, which leaves its smallest module to
the application: three dots of a printer with 300 dpi. A guess."""


class _Symbol(NamedTuple):
    """An encoded code: its number of modules across with the quiet zones, and its dark modules."""

    across: int
    path: str


class MachineCodes(Struct):
    """The QR codes and barcodes of one face."""

    colours: Mapping[str, str]
    """The colours of the style by name."""
    problems: Problems
    spoken: list[str] = field(default_factory=list)
    """Collects what the codes say, for the alt text of the face."""
    modules: int = 0
    """The number of modules of its QR codes so far."""

    def qr(  # noqa: PLR0913
        self,
        text: str | float,
        x: float,
        y: float,
        size: float,
        error: str = "M",
        colour: str = "#000000",
        ground: str | None = "#ffffff",
    ) -> Filled:
        """Draw a QR code in a square box, with its quiet zone of 4 modules on each side.

        Args:
            text: The address or other text, at most 2,331 letters. The longer it is, the smaller
                are the modules.
            x: The left edge in mm; `y` and `size` are in mm too.
            y: The top edge.
            size: The width and height, quiet zone included. An address of 40 letters needs 12.3 mm.
            error: The error correction: a code can be read with 7% (`L`), 15% (`M`), 25% (`Q`)
                or 30% (`H`) of it damaged. If there is room, the code gets a higher level.
            colour: The colour of the modules: a name of the style, or #rrggbb.
            ground: The colour below, quiet zone included. With `none`, the card itself must be
                light there.
        """
        level = one_of("error", error, LEVELS)
        said = _text(text)
        look = self._look(QR, colour, ground)
        box = box_of(x, y, size, size, QR.name)
        symbol = _qr(said, level)
        self.modules += symbol.across**2
        if self.modules > MODULES:
            raise MistakeError("the QR codes of a face have too much text", "draw fewer of them")
        least = self._check_size(QR, symbol.across, box.width, "size")
        self.spoken.append(f"QR: {said}")
        return _draw(symbol, box, symbol.across, look, least)

    def barcode(  # noqa: PLR0913
        self,
        text: str | float,
        x: float,
        y: float,
        width: float,
        height: float,
        kind: str = "ean13",
        colour: str = "#000000",
        ground: str | None = "#ffffff",
    ) -> Filled:
        """Draw a barcode in a box, with the quiet zones on its left and right.

        Args:
            text: For `ean13` 12 digits, or 13 with the check digit; spaces and hyphens are left
                out, and a UPC-A of 12 digits needs a 0 in front. For `code128` letters, digits and
                signs of ASCII.
            x: The left edge in mm; `y`, `width` and `height` are in mm too.
            y: The top edge.
            width: The width, quiet zones included: at least 29.9 mm for an EAN-13.
            height: The height of the bars.
            kind: `ean13`, the product number that shops scan, or `code128`.
            colour: The colour of the bars: a name of the style, or #rrggbb.
            ground: The colour below, quiet zones included. With `none`, the card itself must be
                light there.
        """
        of = BARCODES[one_of("kind", kind, BARCODES)]
        said = _text(text)
        look = self._look(of, colour, ground)
        box = box_of(x, y, width, height, of.name)
        if kind == "ean13":
            said = _article_number(said)
        symbol = _bars(said, kind)
        least = self._check_size(of, symbol.across, box.width, "width")
        self.spoken.append(f"{of.name}: {said}")
        return _draw(symbol, box, 1, look, least)

    def _look(self, kind: _Kind, colour: object, ground: object) -> tuple[str, str]:
        """Return the colours of a code and its ground; report those that readers cannot tell apart.

        The second is empty if there is no ground.
        """
        has_ground = ground not in (None, "none")
        below = style_colour(ground, self.colours) if has_ground else "#ffffff"
        own = style_colour(colour, self.colours)
        contrast = _reflectance(below, kind.light) - _reflectance(own, kind.light)
        if contrast < LEAST_CONTRAST:
            of_both = f"{own} on {below} has a contrast of {int(contrast * 100)}%"
            self._report(
                kind,
                of_both if contrast > 0 else f"{own} is no darker than {below}",
                f"at least {LEAST_CONTRAST:.0%} is needed"
                + (", in the red light of scanners" if kind.light is RED else ""),
                "use a dark `colour`, such as black, on a light `ground`",
            )
        return own, below if has_ground else ""

    def _check_size(self, kind: _Kind, across: int, width: Um, side: str) -> float:
        """Report modules that are too small; return the size that drawings around may leave.

        That is 0 for a code that was reported.
        """
        module = width / 1000 / across
        if module >= kind.smallest - 0.0005:
            return kind.smallest
        needed = ceil(kind.smallest * across * 10) / 10
        cure = f"make `{side}` at least {needed:g}, or the text shorter"
        if kind.name == "EAN-13":
            cure = f"make `{side}` at least {needed:g}"
        self._report(
            kind,
            f"its modules are {module:.3f} mm wide",
            f"at least {kind.smallest} mm is needed",
            cure,
        )
        return 0

    def _report(self, kind: _Kind, why: str, label: str, help_: str) -> None:
        message = f"the {kind.name} may not scan: {why}"
        self.problems.warning(codes.CODE_MAY_NOT_SCAN, message, place() or Span(""), label, help_)


def _mistake(message: str, help_: str) -> MistakeError:
    return MistakeError(message, help_, codes.CODE_MAY_NOT_SCAN)


def _text(text: object) -> str:
    """Return the text of a code, without spaces around it."""
    if isinstance(text, StrictUndefined):
        str(text)  # raises the error, which names the undefined variable
    if isinstance(text, bool) or not isinstance(text, str | int | float):
        raise MistakeError(f"text is {text!r}", "give a text or a number")
    # The output of a macro or a `set` block is escaped.
    said = (text.unescape() if isinstance(text, Markup) else str(text)).strip()
    if not said:
        raise _mistake("a code of an empty text", "give a text, or draw it within `{% if ... %}`")
    return said


@lru_cache(maxsize=256)
def _qr(text: str, level: str) -> _Symbol:
    """Encode a QR code; cached, as many cards may have the same one."""
    rows = qr_rows(text, level)
    return _Symbol(len(rows) + QR.left + QR.right, _path(rows, QR.left, QR.left))


def qr_rows(text: str, level: str = "M") -> Sequence[Sequence[int]]:
    """Return the modules of a QR code row by row, without the quiet zone; 1 is dark.

    Raises:
        MistakeError: the text is too long.
    """
    import segno

    # segno would take some texts in UTF-8 for Japanese in Shift JIS.
    mode = None if text.isascii() else "byte"
    try:
        made = segno.make_qr(text, error=level, mode=mode, encoding="utf-8")
    except segno.DataOverflowError:
        message = f"a text of {len(text):,} characters is too long for a QR code"
        raise _mistake(message, "give an address that leads to it") from None
    rows: Sequence[Sequence[int]] = made.matrix
    return rows


@lru_cache(maxsize=256)
def _bars(text: str, kind: str) -> _Symbol:
    from barcode import EAN13, Code128

    if kind == "code128":
        for odd in (letter for letter in text if not " " <= letter <= "~"):
            help_ = "use letters, digits and signs of ASCII, or a QR code"
            raise _mistake(f"Code 128 has no {odd!r}", help_)
        if len(text) > LONGEST:
            message = f"a text of {len(text):,} characters is too long for Code 128"
            raise _mistake(message, f"give at most {LONGEST} characters, or use a QR code")
    of = BARCODES[kind]
    encoder = EAN13 if kind == "ean13" else Code128
    row = [module == "1" for module in encoder(text).build()[0]]
    return _Symbol(of.left + len(row) + of.right, _path([row], of.left, 0))


def _article_number(text: str) -> str:
    """Return an EAN-13 with its check digit, which is checked if it is given."""
    from barcode import EAN13

    digits = text.replace(" ", "").replace("-", "")
    if not (digits.isascii() and digits.isdigit()) or len(digits) not in (12, 13):
        message = f"`{text[:LONGEST]}` is not an EAN-13"
        raise _mistake(message, 'give 12 or 13 digits, or use `kind="code128"`')
    whole = str(EAN13(digits[:12]))
    if digits not in (whole, whole[:12]):
        message = f"the check digit of `{digits}` is {digits[12]}, and should be {whole[12]}"
        raise _mistake(message, f"did you mean `{whole}`?")
    return whole


def _path(rows: Iterable[Sequence[object]], left: int, top: int) -> str:
    """Return a path around each run of dark modules; one path leaves no gaps between its parts."""
    parts = []
    for y, row in enumerate(rows, top):
        x = left
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                parts.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return "".join(parts)


def _draw(symbol: _Symbol, box: Rect, down: int, look: tuple[str, str], least: float) -> Filled:
    """Draw a code of this many modules down into its box; `least` is the smallest module in mm.

    It has no title: that would become the alt text of the whole face.
    """
    x, y, width, height = (in_mm(side) for side in (box.x, box.y, box.width, box.height))
    scale = f"{box.width / 1000 / symbol.across:.6g} {box.height / 1000 / down:.6g}"
    colour, below = look
    ground = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{below}"/>'
    svg = (
        f'<g stroke="none">{ground if below else ""}'
        f'<path {MACHINE_CODE}="{least or ""}" fill="{colour}"'
        f' transform="translate({x} {y}) scale({scale})" d="{symbol.path}"/></g>'
    )
    return Filled.of(svg, [side / 1000 for side in (box.x, box.y, box.width, box.height)])


def _reflectance(colour: str, light: Sequence[float]) -> float:
    """Return the share of light that a colour reflects, on white paper."""
    from tinycss2.color3 import RGBA, parse_color

    from printnplay.svg.colours import colour as plain

    read = parse_color(plain(colour) or colour)
    if not isinstance(read, RGBA):
        return 1
    parts = [linear(1 - read.alpha * (1 - part)) for part in read[:3]]
    return sum(share * part for share, part in zip(light, parts, strict=True))
