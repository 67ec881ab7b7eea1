"""The fonts of pages: whether they are embedded, and how wide their letters are."""

from typing import Any

from msgspec import Struct, field

USUAL_WIDTH = 0.5
"""The width of a letter whose font does not tell it, in ems. A guess."""

MOST_WIDTHS = 100_000
"""The most widths that are read from a font: there are 65,536 letters in one."""


class Font(Struct):
    """A font: its name, whether it is embedded, and the widths of its letters in ems."""

    name: str
    embedded: bool
    codes: int = 1
    widths: dict[int, float] = field(default_factory=dict)
    usual: float = USUAL_WIDTH

    def width(self, text: bytes) -> tuple[float, int]:
        """Return the width of a text in ems, and the number of its letters."""
        codes = [
            int.from_bytes(text[at : at + self.codes], "big")
            for at in range(0, len(text), self.codes)
        ]
        return sum(self.widths.get(code, self.usual) for code in codes), len(codes)


def font_of(declared: Any) -> Font:
    """Read a font of a PDF."""
    name = str(declared.get("/BaseFont", "/?")).removeprefix("/")
    kind = str(declared.get("/Subtype", ""))
    if kind == "/Type0":
        inner = next(iter(declared.get("/DescendantFonts", [])), None)
        if inner is None:
            return Font(name, embedded=False, codes=2)
        usual = float(inner.get("/DW", 1000)) / 1000
        return Font(name, _is_embedded(inner), 2, _widths_by_code(inner.get("/W")), usual)
    first = int(declared.get("/FirstChar", 0))
    scale = 1 / 1000
    if kind == "/Type3":
        scale = abs(float(declared.get("/FontMatrix", [0.001])[0]))
    widths = {
        first + number: float(width) * scale
        for number, width in enumerate(list(declared.get("/Widths", []))[:MOST_WIDTHS])
    }
    # The letters of a Type 3 font are drawings in the file itself.
    return Font(name, kind == "/Type3" or _is_embedded(declared), 1, widths)


def _is_embedded(font: Any) -> bool:
    descriptor = font.get("/FontDescriptor", {})
    return any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3"))


def _widths_by_code(declared: Any) -> dict[int, float]:
    """Read the widths of a composite font (ISO 32000-1, 9.7.4.3)."""
    import pikepdf

    widths: dict[int, float] = {}
    waiting: list[Any] = []
    for one in declared if declared is not None else ():
        if isinstance(one, pikepdf.Array):
            first = int(waiting.pop())
            widths |= {first + number: float(width) / 1000 for number, width in enumerate(one)}
            waiting = []
        else:
            waiting.append(one)
        if len(waiting) == 3:
            first, last, width = int(waiting[0]), int(waiting[1]), float(waiting[2]) / 1000
            last = min(last, first + MOST_WIDTHS)
            widths |= dict.fromkeys(range(first, last + 1), width)
            waiting = []
        if len(widths) > MOST_WIDTHS:
            break
    return widths
