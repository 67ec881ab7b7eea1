"""The colours that pages paint with: their colour spaces, inks and spot inks."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

GRAY, RGB, CMYK, LAB, OTHER = "grey", "RGB", "CMYK", "Lab", "other"
_DEVICE = {
    "/DeviceGray": GRAY,
    "/G": GRAY,
    "/CalGray": GRAY,
    "/DeviceRGB": RGB,
    "/RGB": RGB,
    "/CalRGB": RGB,
    "/DeviceCMYK": CMYK,
    "/CMYK": CMYK,
    "/Lab": LAB,
}
_BY_CHANNELS = {1: GRAY, 3: RGB, 4: CMYK}
_PROCESS = {"Cyan": 0, "Magenta": 1, "Yellow": 2, "Black": 3}

ALL_INKS = "All"
"""The name of the colour that prints on every plate, for register marks (ISO 32000-1, 8.6.6.4)."""

DEEPEST = 8
"""The depth of colour spaces within one another, and of functions: a few occur. A guess."""

NO_INK = 0.002
"""The share of an ink that is none: less than one of 255 levels."""


class Space(Struct, frozen=True):
    """A colour space: its kind, whether it has an ICC profile, and the names of its inks."""

    kind: str = OTHER
    has_profile: bool = False
    inks: tuple[str, ...] = ()


class Paint(Struct, frozen=True):
    """A colour: its space, and its values from 0 to 1, if known."""

    space: Space = Space(GRAY)
    values: tuple[float, ...] = (0.0,)

    @property
    def inks(self) -> tuple[float, float, float, float] | None:
        """The shares of cyan, magenta, yellow and black; None for screen colours."""
        if self.space.inks:
            shares = [0.0, 0.0, 0.0, 0.0]
            for name, share in zip(self.space.inks, self.values, strict=False):
                if name == ALL_INKS:
                    shares = [max(one, share) for one in shares]
                elif name in _PROCESS:
                    shares[_PROCESS[name]] = share
            return shares[0], shares[1], shares[2], shares[3]
        if self.space.kind == CMYK and len(self.values) == 4:
            return self.values[0], self.values[1], self.values[2], self.values[3]
        if self.space.kind == GRAY and len(self.values) == 1:
            return 0.0, 0.0, 0.0, 1 - self.values[0]
        return None

    @property
    def spots(self) -> tuple[str, ...]:
        """The names of the spot inks."""
        return tuple(name for name in self.space.inks if name not in (*_PROCESS, ALL_INKS, "None"))

    @property
    def is_white(self) -> bool:
        """Whether it leaves the paper white."""
        if self.space.inks:
            return bool(self.values) and max(self.values) < NO_INK
        if self.space.kind == RGB:
            return bool(self.values) and min(self.values) > 1 - NO_INK
        inks = self.inks
        return inks is not None and sum(inks) < NO_INK


def space_of(declared: Any, resources: Any, depth: int = 0) -> Space:
    """Return a colour space, given its name or its array in a PDF."""
    import pikepdf

    if depth > DEEPEST:
        return Space()
    if isinstance(declared, pikepdf.Name):
        name = str(declared)
        named = _entry(_entry(resources, "/ColorSpace"), name)
        if named is not None and named != declared:
            return space_of(named, resources, depth + 1)
        return Space(_DEVICE.get(name, OTHER))
    parts = list(declared) if isinstance(declared, pikepdf.Array) else []
    head, first = (str(parts[0]), parts[1]) if len(parts) > 1 else ("", None)
    if head in ("/Indexed", "/I", "/Pattern"):
        return space_of(first, resources, depth + 1)
    return _of_array(head, first)


def _of_array(head: str, first: Any) -> Space:
    """Return the colour space of an array, given its first two parts."""
    if head == "/ICCBased":
        return Space(_BY_CHANNELS.get(int(first.get("/N", 0)), OTHER), has_profile=True)
    if head == "/Separation":
        return Space(inks=(_name(first),))
    if head == "/DeviceN":
        return Space(inks=tuple(_name(one) for one in first))
    return Space(_DEVICE.get(head, OTHER))


def first_paint(space: Space) -> Paint:
    """Return the colour that a space begins with: black, or full ink of spot inks."""
    if space.inks:
        return Paint(space, (1.0,) * len(space.inks))
    return Paint(
        space, {GRAY: (0.0,), RGB: (0.0,) * 3, CMYK: (0.0, 0.0, 0.0, 1.0)}.get(space.kind, ())
    )


def paints_of_shading(shading: Any, resources: Any) -> list[Paint]:
    """Return the colours between which a gradient runs, as far as its functions name them."""
    space = space_of(shading.get("/ColorSpace"), resources)
    ends = [*_ends(shading.get("/Function"))]
    return [Paint(space, tuple(values)) for values in ends] or [Paint(space, ())]


def _ends(function: Any, depth: int = 0) -> Iterator[Sequence[float]]:
    import pikepdf

    if depth > DEEPEST or function is None:
        return
    if isinstance(function, pikepdf.Array):
        parts = [[*_ends(one, depth + 1)] for one in function]
        # One function for each channel.
        yield from ([*chain.from_iterable(ends)] for ends in zip(*parts, strict=False))
        return
    kind = int(function.get("/FunctionType", -1))
    if kind == 2:
        for name, usual in (("/C0", [0.0]), ("/C1", [1.0])):
            yield [float(value) for value in function.get(name, usual)]
    elif kind == 3:
        for one in function.get("/Functions", []):
            yield from _ends(one, depth + 1)


def _name(name: Any) -> str:
    return str(name).removeprefix("/")


def _entry(resources: Any, name: str) -> Any:
    import pikepdf

    if not isinstance(resources, pikepdf.Dictionary | pikepdf.Stream):
        return None
    return resources.get(name)
