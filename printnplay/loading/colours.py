"""The colours of a style: what they look like, and for some the inks that they are printed with."""

from printnplay.loading.fields import (
    check_name,
    expect_colour,
    expect_entries,
    expect_int,
    expect_list,
    expect_mapping,
    expect_text,
)
from printnplay.loading.nodes import Entry, MappingNode, Node
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.style import Ink

TAKEN = ("All", "None", "Cyan", "Magenta", "Yellow", "Black")
"""Names with a meaning of their own among the inks of a PDF (ISO 32000-2, 8.6.6.4)."""


def load_colours(node: Node | None, problems: Problems) -> tuple[dict[str, str], tuple[Ink, ...]]:
    """The colours as `#rrggbb` by name, and the inks of those that have their own.

    A colour is written `"#rrggbb"`, or `{rgb: "#rrggbb", cmyk: [0, 90, 90, 0]}`, or
    `{rgb: "#rrggbb", spot: Name}`; `cmyk` beside `spot` is how the spot ink is shown without it.
    """
    colours: dict[str, str] = {}
    inks: dict[Ink, Span] = {}
    for entry in expect_entries(node, problems).values():
        check_name(entry.key, entry.span, problems)
        if isinstance(entry.value, MappingNode):
            ink = _ink(entry, problems)
            colours[entry.key] = ink.rgb
            _add(ink, entry.span, inks, problems)
        else:
            colours[entry.key] = expect_colour(entry.value, problems)
    return colours, tuple(inks)


def _ink(entry: Entry, problems: Problems) -> Ink:
    keys = expect_mapping(entry.value, problems, required=("rgb",), optional=("cmyk", "spot"))
    if "cmyk" not in keys and "spot" not in keys:
        text = f"the colour `{entry.key}` has no ink"
        cure = f'write `{entry.key}: "#rrggbb"` for a colour without an ink of its own'
        problems.error("PNP120", text, entry.span, "expected `cmyk`, `spot` or both", cure)
    return Ink(
        expect_colour(keys["rgb"], problems),
        _shares(keys["cmyk"], problems) if "cmyk" in keys else (),
        _spot(keys["spot"], problems) if "spot" in keys else "",
    )


def _shares(node: Node, problems: Problems) -> tuple[int, ...]:
    parts = expect_list(node, problems)
    if parts and len(parts) != 4:
        text = f"{len(parts)} numbers stand where four belong"
        label = "expected cyan, magenta, yellow and black in percent"
        problems.error("PNP110", text, node.span, label, "write it like [0, 90, 90, 0]")
    return tuple(expect_int(part, problems, 0, 100) for part in parts)


def _spot(node: Node, problems: Problems) -> str:
    name = expect_text(node, problems)
    if name in TAKEN:
        text = f"`{name}` is no name for a spot ink"
        label = "expected the name that the printer or cutter knows the ink by"
        problems.error("PNP118", text, node.span, label, "write it like `CutContour`")
    return name


def _add(ink: Ink, span: Span, inks: dict[Ink, Span], problems: Problems) -> None:
    """Keep an ink, unless its colour or its name already has another."""
    for other in inks:
        if ink == other:
            return
        if ink.rgb == other.rgb or (ink.spot and ink.spot == other.spot):
            what = f"the colour {ink.rgb}" if ink.rgb == other.rgb else f"the ink `{ink.spot}`"
            text = f"{what} is given in two ways"
            problems.error("PNP120", text, span, f"expected the ink of line {inks[other].line}")
            return
    inks[ink] = span
