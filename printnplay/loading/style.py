"""The colours of a style: what they look like, and for some the inks that they are printed with.

templates/<style>/style.yaml: colours and text styles.
"""

from collections.abc import Collection
from pathlib import Path

from printnplay.files.yaml_tree import Entry, ListNode, MappingNode, Node, read_yaml
from printnplay.loading.fields import (
    check_name,
    expect_choice,
    expect_colour,
    expect_entries,
    expect_flag,
    expect_int,
    expect_length,
    expect_list,
    expect_mapping,
    expect_text,
    expect_texts,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.geometry import Um
from printnplay.model.style import Ink, Style, TextStyle

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
        problems.error(codes.NO_INK, text, entry.span, "expected `cmyk`, `spot` or both", cure)
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
        problems.error(codes.WRONG_KIND, text, node.span, label, "write it like [0, 90, 90, 0]")
    return tuple(expect_int(part, problems, 0, 100) for part in parts)


def _spot(node: Node, problems: Problems) -> str:
    name = expect_text(node, problems)
    if name in TAKEN:
        text = f"`{name}` is no name for a spot ink"
        label = "expected the name that the printer or cutter knows the ink by"
        problems.error(codes.NAME_NOT_PLAIN, text, node.span, label, "write it like `CutContour`")
    return name


def _add(ink: Ink, span: Span, inks: dict[Ink, Span], problems: Problems) -> None:
    """Keep an ink, unless its colour or its name already has another."""
    for other in inks:
        if ink == other:
            return
        if ink.rgb == other.rgb or (ink.spot and ink.spot == other.spot):
            what = f"the colour {ink.rgb}" if ink.rgb == other.rgb else f"the ink `{ink.spot}`"
            text = f"{what} is given in two ways"
            problems.error(codes.NO_INK, text, span, f"expected the ink of line {inks[other].line}")
            return
    inks[ink] = span


REQUIRED = ("family", "weight", "size", "leading", "colour")
OPTIONAL = ("bold", "minimum", "before", "after", "align", "hyphenate")
ALIGNMENTS = ("left", "centre", "right", "justify")
RASTER = ("auto", "never")
"""Whether a face may be printed as pixels where vectors would come out wrong."""


def load_style(path: Path, shown: str, problems: Problems) -> Style:
    """The style whose `style.yaml` this is; its id is its folder's name.

    Where a text style leaves it out, **strong** text has the plain weight, and text may not be set
    smaller than its size.
    """
    root = read_yaml(path, shown, problems)
    keys = (
        expect_mapping(root, problems, required=("colours", "text"), optional=("raster",))
        if root
        else {}
    )
    colours, inks = load_colours(keys.get("colours"), problems)
    text = {
        entry.key: _text_style(entry, colours, problems)
        for entry in expect_entries(keys.get("text"), problems).values()
    }
    families = _families(keys.get("text"))
    raster = keys.get("raster")
    pixels = expect_choice(raster, RASTER, problems) != "never" if raster is not None else True
    name = path.resolve().parent.name
    return Style(name, colours, text, Span(shown), families, inks, pixels)


def _families(text: Node | None) -> dict[str, Span]:
    """Where each text style names its font family."""
    styles = text.entries.values() if isinstance(text, MappingNode) else ()
    return {
        style.key: style.value.entries["family"].value.span
        for style in styles
        if isinstance(style.value, MappingNode) and "family" in style.value.entries
    }


def _text_style(entry: Entry, colours: Collection[str], problems: Problems) -> TextStyle:
    check_name(entry.key, entry.span, problems)
    keys = expect_mapping(entry.value, problems, required=REQUIRED, optional=OPTIONAL)
    weight = expect_int(keys["weight"], problems, 100, 900)
    size = expect_length(keys["size"], problems)
    align = keys.get("align")
    families = _family(keys["family"], problems)
    return TextStyle(
        family=families[0] if families else "",
        weight=weight,
        bold=expect_int(keys["bold"], problems, 100, 900) if "bold" in keys else weight,
        size=size,
        leading=expect_length(keys["leading"], problems),
        colour=expect_choice(keys["colour"], colours, problems),
        minimum=_minimum(keys.get("minimum"), size, problems),
        before=expect_length(keys.get("before"), problems, zero=True),
        after=expect_length(keys.get("after"), problems, zero=True),
        align=expect_choice(align, ALIGNMENTS, problems) if align is not None else "left",
        hyphenate=expect_flag(keys.get("hyphenate"), problems, default=True),
        fallback=families[1:],
    )


def _family(node: Node, problems: Problems) -> tuple[str, ...]:
    """A family, or a list: what the first lacks is taken from the next."""
    if isinstance(node, ListNode):
        return expect_texts(node, problems)
    return (expect_text(node, problems),)


def _minimum(node: Node | None, size: Um, problems: Problems) -> Um:
    if node is None:
        return size
    minimum = expect_length(node, problems)
    if size and minimum > size:
        text = "the smallest size is greater than the size itself"
        problems.error(codes.NOT_A_LENGTH, text, node.span, "expected a length of at most `size`")
    return minimum
